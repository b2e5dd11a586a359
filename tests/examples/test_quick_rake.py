"""The example game keeps what docs/adding-a-game.md promises of every game."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from meadow.games.package import Package
from meadow.lights.common import COMMON_PLACES, COMMON_STYLES
from meadow.lights.styles import lookalikes, merged_styles
from meadow.sounds.patterns import COMMON_BEEPS, merged_beeps, missing_lights

from tests.examples.quick_rake import PACKAGE, LitUp, QuickRakeResult, Won
from tests.table.sat import BLUE, RED, Sat, begun, joined, over

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "adding-a-game.md"


def test_the_code_on_the_page_is_the_code_that_is_tested() -> None:
    (block,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert block == (ROOT / "tests/examples/quick_rake.py").read_text(encoding="utf-8")


def test_the_project_on_the_page_brings_the_game_to_the_table() -> None:
    (block,) = re.findall(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    project = tomllib.loads(block)
    assert project["project"]["entry-points"]["meadow.games"] == {
        PACKAGE.name: "quick_rake:PACKAGE"
    }
    assert project["tool"]["setuptools"]["py-modules"] == ["quick_rake"]


def test_what_the_page_says_to_try_works(capsys: pytest.CaptureFixture[str]) -> None:
    text = PAGE.read_text(encoding="utf-8").split("## Trying it")[1]
    lines = [line[4:] for line in text.splitlines() if line.startswith("    ")]
    code = "\n".join(lines).replace("from quick_rake ", "from tests.examples.quick_rake ")
    exec(compile(code, "try_it.py", "exec"), {})
    assert "Won(side='east'" in capsys.readouterr().out


def test_it_is_a_package() -> None:
    package: Package = PACKAGE
    assert package.name == package.game.name == "quick-rake"


def test_its_looks_and_sounds_go_with_those_that_all_games_share() -> None:
    styles = merged_styles(COMMON_STYLES, PACKAGE.styles, PACKAGE.title)
    merged_beeps(COMMON_BEEPS, PACKAGE.beeps, PACKAGE.title)
    assert missing_lights(PACKAGE.beeps, styles) == ()
    places = {"wait": ("seat",), "lit": ("meadow",), "winner": ("seat",)}
    assert lookalikes(styles, {**COMMON_PLACES, **places}) == ()


def test_the_first_rake_on_its_own_tray_after_the_light_wins() -> None:
    sat = begun()
    sat.wait(3900)
    sat.wait(299)
    sat.lay("north", RED)
    assert sat.facts == [LitUp(), Won(side="north", after_ms=300)]
    assert sat.journals[0].parsed().result(QuickRakeResult) == QuickRakeResult(winner="north")


def test_a_rake_before_the_light_or_on_another_tray_is_refused() -> None:
    sat = begun()
    sat.tap("north", RED)
    sat.tap("north", BLUE)
    assert sat.refusals == ["not yet: wait for the light", "lay your own rake on your own tray"]
    assert sat.facts == []


def test_the_slow_game_waits_twice_as_long() -> None:
    sat = Sat()
    sat.say("quick-rake")
    sat.say("slow")
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    sat.say("start", wait_ms=7999)
    assert sat.facts == []
    sat.wait(1)
    assert sat.facts == [LitUp()]


def test_it_can_be_paused_and_the_light_comes_as_much_later() -> None:
    sat = begun()
    sat.say("pause")
    sat.wait(10_000)
    assert LitUp() not in sat.facts
    sat.say("start", wait_ms=2000)
    sat.wait(3899)
    assert LitUp() not in sat.facts
    sat.wait(1)
    assert LitUp() in sat.facts


def test_undo_takes_back_the_win() -> None:
    sat = over()
    sat.say("undo")
    assert sat.table.view("public")["game"] == {
        "rakes": {"north": "rake.red", "east": "rake.blue"},
        "lit": True,
        "winner": "",
    }


@pytest.mark.parametrize("word", ["stash", "award", "nonsense"])
def test_a_word_it_does_not_know_is_refused(word: str) -> None:
    sat = begun()
    sat.say(word)
    assert sat.refusals == ["that means nothing now"]


def test_the_operator_can_end_it_without_a_winner() -> None:
    sat = begun()
    sat.say("end")
    assert sat.journals[0].parsed().result(QuickRakeResult) == QuickRakeResult(winner="")


def test_a_side_can_be_switched_off_when_its_reader_fails() -> None:
    sat = begun(joined())
    sat.board.readers.fail("west")
    sat.wait(10)
    sat.say("off", "west")
    sat.say("start", wait_ms=6000)
    sat.lay("east", BLUE)
    assert sat.phase == "over"
