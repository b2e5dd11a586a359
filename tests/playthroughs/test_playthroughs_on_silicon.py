"""Every playthrough played on simulated silicon: tags laid on antennas, the same facts out.

A scene is played at the pace of a table (table_pace.py); the few inputs that depend on a single
millisecond are moved, as at_a_table.toml says. `make test` plays a part, `make soak` all.
"""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable, Mapping
from functools import cached_property
from itertools import product, zip_longest

import msgspec
import pytest
from meadow.games.game import Alarm, Fact, ReaderBack, ReaderFailed
from meadow.games.package import load_packages
from meadow.games.sweepers.setup import Mode, Referee
from meadow.journal.lines import Kind, Source, decode_line
from meadow.journal.maker import LineMaker
from meadow.journal.read import Journal
from meadow_host.facts_compared import NEAR_MS, told_of
from meadow_host.levels import Level
from meadow_host.replay import Difference, Replayed, replay

from tests.playthroughs.readable import input_line
from tests.playthroughs.scenes import FOLDER, SCENES, Play, Recorded, file_of
from tests.playthroughs.table_pace import TABLE, Pace, TableGame, Timed

PACKAGES = load_packages()
BY_NAME: Mapping[str, tuple[str, Callable[[], Play]]] = {
    f"{game}/{file_of(game, scene).stem}": (game, scene)
    for game, scenes in SCENES.items()
    for scene in scenes
}
IN_MAKE_TEST = (
    "sweepers/paws-stop",
    "sweepers/puffs-turn-check",
    "sweepers/reader-fails",
    "sweepers/refusals",
    "sweepers/speedy-and-chip",
    "sweepers/tray-first",
    "sweepers/undo",
    "sweepers/undo-a-deal",
    "sweet-takes/leader-named-anew",
    "sweet-takes/two-at-once-unscanned",
    "sweet-takes/undo-a-card-dealt",
)
"""Short games, a second or two each, of every mode and referee, and of every game."""


class Moved(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An input that comes ``by_ms`` later at a table, and ``why``."""

    scene: str
    input: str
    by_ms: int
    why: str


def _moved() -> tuple[Moved, ...]:
    data = tomllib.loads((FOLDER / "at_a_table.toml").read_text("utf-8"))
    return msgspec.convert(data["moved"], tuple[Moved, ...])


MOVED = _moved()


class AtATable:
    """One playthrough at a table."""

    def __init__(self, name: str) -> None:
        game, scene = BY_NAME[name]
        play = scene()
        self.recorded = Recorded(file_of(game, scene), play)
        self.game = TableGame(PACKAGES[game], play.setup, play.inputs)
        self.moves = {one.input: one.by_ms for one in MOVED if one.scene == name}

    def journal(self, pace: Pace = TABLE) -> Journal:
        return self.game.journal(self.game.timed(self.moves, pace), self.recorded.file)

    @cached_property
    def facts(self) -> list[str]:
        """The facts of the recording, without their times."""
        facts = [output for output in self.recorded.play.outputs if isinstance(output, Fact)]
        raws = [LineMaker().line(0, Kind.OUTPUT, Source.TABLE, fact) for fact in facts]
        return [told.text for raw in raws for told in told_of(decode_line(raw))]

    def fact_lines(self) -> list[int]:
        """The numbers of their lines in the recording."""
        lines = self.recorded.file.read_text("utf-8").split("\n")
        facts = [len(re.findall("(?:^|^    |: |, )fact [a-z]", line)) for line in lines]
        return [number for number, count in enumerate(facts, 1) for _ in range(count)]

    def where(self, fact: int) -> str:
        """The place in the recording of a fact, by its number from 0; the end after the last."""
        lines = self.fact_lines()
        shown = self.recorded.file.relative_to(FOLDER.parent.parent)
        return f"{shown}:{lines[fact]}" if fact < len(lines) else f"the end of {shown}"

    def differs(self, journal: Journal, difference: Difference) -> str:
        """In words, which fact of the recording comes out otherwise."""
        before = [line for line in journal.lines if line.number < difference.line_number]
        where = self.where(sum(len(told_of(line)) for line in before))
        if not difference.expected:
            return f"{where}: on silicon this fact comes before it: {difference.got}"
        got = difference.got or "nothing more"
        return f"{where}: expected {difference.expected}; on silicon comes {got}"


def played(table: AtATable, pace: Pace = TABLE) -> tuple[Journal, Replayed]:
    """The playthrough at a table's pace, and what came of it on silicon."""
    journal = table.journal(pace)
    return journal, replay(journal, Level.SILICON, packages=PACKAGES)


def check_on_silicon(name: str) -> None:
    table = AtATable(name)
    journal, found = played(table)
    assert found.difference is None, table.differs(journal, found.difference)
    assert found.lines == len(table.facts) > 5
    assert found.finished == journal.finished


@pytest.mark.parametrize("name", IN_MAKE_TEST)
def test_a_playthrough_gives_its_facts_on_silicon(name: str) -> None:
    check_on_silicon(name)


@pytest.mark.soak
@pytest.mark.parametrize("name", BY_NAME)
def test_every_playthrough_gives_its_facts_on_silicon(name: str) -> None:
    check_on_silicon(name)


@pytest.mark.parametrize("name", BY_NAME)
def test_at_the_pace_of_a_table_a_playthrough_has_the_facts_of_its_recording(name: str) -> None:
    table = AtATable(name)
    paced = [told.text for line in table.journal().lines for told in told_of(line)]
    for number, (fact, came) in enumerate(zip_longest(table.facts, paced)):
        assert came == fact, table.where(number)
    assert len(table.fact_lines()) == len(table.facts), "each is found in the recording"


def test_make_test_plays_every_mode_with_every_referee_and_a_reader_that_fails() -> None:
    of_sweepers = [BY_NAME[name][1] for name in IN_MAKE_TEST if name.startswith("sweepers/")]
    scenes = [scene() for scene in of_sweepers]
    assert {(scene.setup.mode, scene.setup.referee) for scene in scenes} == {
        *product(Mode, Referee)
    }
    kinds = {type(happened) for scene in scenes for happened in scene.inputs}
    assert {ReaderFailed, ReaderBack} <= kinds


# --------------------------------------------------------------- what a table cannot tell


def delicate(table: AtATable, moves: Mapping[str, int], pace: Pace = TABLE) -> list[str]:
    """The inputs that must not be dated 50 ms otherwise, or the facts are others (swapped ones
    are the same).
    """
    timed = table.game.timed(moves, pace)
    expected = Counter(table.facts)
    found = []
    for index, one in enumerate(timed):
        if isinstance(one.happened, Alarm):
            continue
        for at_ms in (max(one.at_ms - NEAR_MS, 0), one.at_ms + NEAR_MS):
            shifted = [*timed[:index], Timed(one.happened, at_ms), *timed[index + 1 :]]
            lines = table.game.journal(shifted, table.recorded.file).lines
            if Counter(told.text for line in lines for told in told_of(line)) != expected:
                found.append(input_line(one.happened))
    return found


@pytest.mark.parametrize("moved", MOVED, ids=lambda moved: moved.scene)
def test_an_input_that_is_moved_must_be(moved: Moved) -> None:
    table = AtATable(moved.scene)
    others = {one: by_ms for one, by_ms in table.moves.items() if one != moved.input}
    assert moved.input in delicate(table, others), "it is playable: drop it from at_a_table.toml"
    assert moved.why


@pytest.mark.parametrize("name", sorted({*IN_MAKE_TEST, *[one.scene for one in MOVED]}))
def test_no_input_is_moved_too_little(name: str) -> None:
    table = AtATable(name)
    assert delicate(table, table.moves) == []


@pytest.mark.soak
@pytest.mark.parametrize("name", BY_NAME)
def test_no_input_of_any_playthrough_depends_on_50_ms(name: str) -> None:
    table = AtATable(name)
    assert delicate(table, table.moves) == []


def test_nearer_to_each_other_inputs_would_depend_on_50_ms() -> None:
    table = AtATable("sweepers/stash-check")
    assert "@28200 removed north rake.north" in delicate(table, {}, Pace(apart_ms=40))


def test_shorter_touches_are_not_seen_and_the_message_names_the_fact() -> None:
    table = AtATable("sweepers/undo-a-deal")
    journal, found = played(table, Pace(touch_ms=100))
    assert found.difference is not None
    message = table.differs(journal, found.difference)
    assert message.startswith("tests/playthroughs/sweepers/undo-a-deal.play:40: expected at 0 ms: ")
    assert '"side":"north","type":"fact.card-dealt"' in message
