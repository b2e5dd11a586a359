"""The golden playthroughs: every scene plays as it is recorded, and every kind of game has one."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from meadow.games.game import SetupError
from meadow.games.package import load_packages
from meadow.games.sweepers.setup import Mode, Referee, Setup, check_setup
from meadow.games.sweepers.state import Phase

from tests.games.sweepers.scene import setup
from tests.playthroughs.scenes import FOLDER, SCENES, Recorded, first_difference, play_all


@pytest.fixture(scope="module")
def played() -> tuple[Recorded, ...]:
    return play_all()


def test_every_scene_plays_as_it_is_recorded(played: tuple[Recorded, ...]) -> None:
    for recorded in played:
        assert recorded.file.exists(), f"{recorded.file.name} is not recorded: make bless"
        difference = first_difference(
            recorded.file, recorded.file.read_text("utf-8"), recorded.text
        )
        assert not difference, f"{difference}; if this is meant: make bless"


def test_every_recording_has_its_scene(played: tuple[Recorded, ...]) -> None:
    assert set(FOLDER.rglob("*.play")) == {recorded.file for recorded in played}


def test_recordings_have_the_same_line_ends_everywhere(played: tuple[Recorded, ...]) -> None:
    for recorded in played:
        raw = recorded.file.read_bytes()
        assert b"\r" not in raw
        assert raw.endswith(b"\n")
        assert raw.isascii(), "a terminal of any kind can show it"


def test_the_first_line_that_differs_is_named() -> None:
    file = FOLDER / "sweepers" / "puffs-turn.play"

    assert first_difference(file, "one\ntwo\n", "one\ntwo\n") == ""
    assert first_difference(file, "one\ntwo\n", "one\n2\n") == (
        "tests/playthroughs/sweepers/puffs-turn.play:2 differs: expected 'two', got '2'"
    )
    assert "play:2 differs: expected '', got 'two'" in first_difference(file, "one\n", "one\ntwo\n")
    assert "play:3 differs: expected 'a', got 'the end'" in first_difference(
        file, "1\n2\na", "1\n2"
    )


def test_recordings_do_not_depend_on_the_order_of_hashes(played: tuple[Recorded, ...]) -> None:
    made = (
        "import sys\n"
        "from tests.playthroughs.scenes import play_all\n"
        "sys.stdout.write(chr(0).join(recorded.text for recorded in play_all()))"
    )
    here = os.environ.get("PYTHONHASHSEED", "random")
    texts = subprocess.run(
        [sys.executable, "-c", made],
        cwd=FOLDER.parent.parent,
        env={**os.environ, "PYTHONHASHSEED": "1" if here != "1" else "2"},
        capture_output=True,
        check=True,
        text=True,
    ).stdout

    assert texts.split(chr(0)) == [recorded.text for recorded in played]


# ----------------------------------------------------------- every kind of game has one


def _setups(played: tuple[Recorded, ...]) -> list[Setup]:
    return [recorded.play.setup for recorded in played if recorded.game == "sweepers"]


def test_every_game_has_playthroughs() -> None:
    assert set(SCENES) == set(load_packages())


def test_every_fact_of_every_game_is_shown(played: tuple[Recorded, ...]) -> None:
    for name, package in load_packages().items():
        shown = {
            type(output)
            for recorded in played
            if recorded.game == name
            for output in recorded.play.outputs
        }
        facts = msgspec.inspect.type_info(package.fact_type)
        assert isinstance(facts, msgspec.inspect.UnionType)
        known = {info.cls for info in facts.types if isinstance(info, msgspec.inspect.StructType)}
        assert known - shown == set(), name


def _text_of(played: tuple[Recorded, ...], game: str) -> str:
    return "".join([recorded.text for recorded in played if recorded.game == game])


def test_every_mode_is_played_with_every_referee(played: tuple[Recorded, ...]) -> None:
    shown = {(made.mode, made.referee) for made in _setups(played)}

    assert shown == set(product(Mode, Referee))


def _ways_that_apply() -> Iterator[tuple[Mode, str]]:
    for mode, way in product(Mode, "ABCD"):
        try:
            check_setup(setup(mode=mode, ways=way, ages=(1, 2, 3, 4)))
        except SetupError:
            continue
        yield mode, way


def test_every_way_is_played_in_each_mode_it_goes_with(played: tuple[Recorded, ...]) -> None:
    shown = {(made.mode, way) for made in _setups(played) for way in made.ways}

    assert shown == set(_ways_that_apply())
    assert len(shown) == 7  # way D is rounds of Quick Paws


def test_every_phase_is_shown(played: tuple[Recorded, ...]) -> None:
    text = _text_of(played, "sweepers")

    assert [phase.value for phase in Phase if f"== {phase.value}\n" not in text] == []
