"""Each fault of the `faulty` board, and what the table makes of it: never a wrong sighting, never a
game that stops."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from meadow.boards import Wiring, default_wiring
from meadow.clock import ManualClock
from meadow.nfc.presence import PresenceSettings
from meadow.nfc.readers import ChipReaders, ReaderSettings
from meadow.nfc.sightings import Arrived, Back, Failed, Sighting
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.twin.faulty import OF_VIRTUAL, Fault, FaultyBoard, Misfortune
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture

from tests.examples.quick_rake import PACKAGE
from tests.table.sat import REGISTER, WALL, MemoryJournal

TAG, OTHER = "04A1B2C3D4E501", "04A1B2C3D4E502"
HASTY = ReaderSettings(presence=PresenceSettings(vanish_ms=30, vanish_doubt=3))
"""Presence that believes each silence soon."""


class Bench:
    """A faulty silicon board whose tag lies on west, and all it reports."""

    def __init__(self, readers: ReaderSettings = ReaderSettings()) -> None:  # noqa: B008
        pins = default_wiring().pins
        self.silicon = SiliconBoard(Wiring(pins, readers=readers))
        self.board = FaultyBoard(self.silicon)

    def seen(self, duration_ms: int) -> list[Sighting]:
        """What is reported over a while."""
        until_ms = self.board.clock.now_ms() + duration_ms
        sightings: list[Sighting] = []
        while self.board.clock.now_ms() < until_ms:
            began_ms = self.board.clock.now_ms()
            sightings += self.board.readers.poll().sightings
            if self.board.clock.now_ms() == began_ms:
                self.board.clock.sleep_ms(1)
        return sightings

    def lay(self, place: str = "west", uid: str = TAG) -> list[tuple[str, str]]:
        self.board.lay(place, uid)
        return told(self.seen(200))

    def resets(self, place: str) -> int:
        (report,) = [one for one in self.silicon.reports() if one.place == place]
        return report.soft_resets


def told(sightings: list[Sighting]) -> list[tuple[str, str]]:
    return [(type(one).__name__, one.place) for one in sightings]


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.silicon.close()


@pytest.fixture
def hasty() -> Iterator[Bench]:
    made = Bench(HASTY)
    yield made
    made.silicon.close()


def deafen_for_60_ms(bench: Bench) -> list[tuple[str, str]]:
    """A chip goes deaf under a lying tag; the reset that its silence brings cures it."""
    bench.lay()
    chip = bench.silicon.pi.readers["west"]
    before = bench.resets("west")
    bench.board.begin(Fault.DEAF, "west")
    sightings: list[Sighting] = []
    for _ in range(60):
        sightings += bench.seen(10)
        if bench.resets("west") > before and chip.deaf:
            bench.board.end(Fault.DEAF, "west")
    return told(sightings)


def test_a_deaf_reader_is_reset_before_its_tags_are_taken_for_gone(bench: Bench) -> None:
    assert deafen_for_60_ms(bench) == []


def test_without_that_reset_a_deaf_reader_would_lose_its_tags(
    bench: Bench, mocker: MockerFixture
) -> None:
    mocker.patch.object(ChipReaders, "_doubt")
    assert ("Left", "west") in deafen_for_60_ms(bench)


def test_a_tag_that_answers_seven_times_in_ten_arrives_once_and_stays(bench: Bench) -> None:
    bench.board.begin(Fault.FLICKER, "west")
    assert bench.lay() == [("Arrived", "west")]
    assert bench.seen(8000) == []


def test_a_hasty_presence_would_lose_it(hasty: Bench) -> None:
    hasty.board.begin(Fault.FLICKER, "west")
    hasty.lay()
    assert ("Left", "west") in told(hasty.seen(8000))


def test_noise_neither_brings_nor_takes_a_tag(bench: Bench) -> None:
    for place in bench.board.readers.places:
        bench.board.begin(Fault.NOISE, place)
    assert bench.lay() == [("Arrived", "west")]
    assert bench.seen(8000) == []


def test_a_tag_that_two_readers_hear_lies_on_one_and_both_are_told_apart(bench: Bench) -> None:
    bench.board.begin(Fault.CROSS_READ, "west")
    (arrived,) = bench.lay()
    assert arrived[0] == "Arrived"
    assert bench.seen(3000) == []
    lines = [one.trouble for one in bench.silicon.reports() if one.trouble]
    assert lines == [] or all("move the antennas apart" in line for line in lines)


def test_a_chip_that_forgot_its_settings_is_set_up_again_and_nothing_is_told(bench: Bench) -> None:
    bench.lay()
    bench.board.begin(Fault.BROWN_OUT, "west")
    assert bench.seen(1000) == []
    assert bench.resets("west") >= 1
    assert bench.silicon.pi.readers["west"].field.on


@pytest.mark.parametrize("fault", [Fault.STUCK_SPI, Fault.UNPLUGGED])
def test_a_reader_that_fails_is_told_once_and_returns_with_what_lies_there(
    bench: Bench, fault: Fault
) -> None:
    bench.lay()
    bench.board.begin(fault, "west")
    sightings = bench.seen(1000)
    assert told(sightings) == [("Failed", "west")]
    assert isinstance(sightings[0], Failed)
    assert "\n" not in sightings[0].why
    assert bench.lay("north", OTHER) == [("Arrived", "north")]
    bench.board.end(fault, "west")
    (back,) = bench.seen(1000)
    assert isinstance(back, Back)
    assert (back.place, back.uids) == ("west", (TAG,))


def test_a_dead_reader_does_not_slow_the_others(bench: Bench) -> None:
    bench.seen(500)
    before = bench.silicon.pi.transfers
    bench.seen(500)
    passes = bench.silicon.pi.transfers - before
    bench.board.begin(Fault.UNPLUGGED, "deck")
    bench.seen(500)
    bench.board.lay("north", TAG)
    laid_ms = bench.board.clock.now_ms()
    (arrived,) = bench.seen(100)
    assert isinstance(arrived, Arrived)
    assert arrived.at_ms - laid_ms <= 15
    assert passes > 1000


# ------------------------------------------------------------------ strip, buzzer, chance


@pytest.mark.parametrize(
    ("fault", "says"),
    [
        (Fault.STRIP, "the lights failed: the strip takes no frame; play goes on without them"),
        (Fault.BUZZER, "the buzzer failed: the buzzer cannot be switched"),
    ],
)
def test_a_game_goes_on_without_lights_or_sound(fault: Fault, says: str) -> None:
    clock = ManualClock(1000)
    board = FaultyBoard(VirtualBoard(clock))
    numbers = count(1)
    table = Table(
        board,
        REGISTER,
        {PACKAGE.name: PACKAGE},
        Settings(),
        MemoryJournal,
        ids=lambda: f"p{next(numbers)}",
        wall_clock=lambda: WALL,
        frames_hz=10,
    )
    table.loop.run_until(1500)
    board.begin(fault)
    board.lay("deck", "0011223344")
    for place in ("north", "south"):
        board.lay(place, REGISTER.uid_of("rake.red" if place == "north" else "rake.blue") or "")
    table.say(PACKAGE.name)
    table.loop.run_until(4000)
    troubles = table.status().troubles
    assert [line for line in troubles if line.startswith(says)] == [
        line for line in troubles if "failed" in line
    ]
    assert sum(line.startswith(says) for line in troubles) == 1
    board.end(fault)
    table.say("seat", "east")
    table.loop.run_until(20_000)
    assert any("back" in line for line in table.status().troubles)


def test_the_virtual_board_has_only_the_faults_a_board_reports() -> None:
    board = FaultyBoard(VirtualBoard(ManualClock()))
    for fault in Fault:
        if fault in OF_VIRTUAL:
            board.begin(fault, "north")
        else:
            with pytest.raises(ValueError, match="the virtual board cannot have"):
                board.begin(fault, "north")
    with pytest.raises(ValueError, match="UNPLUGGED needs a place"):
        board.begin(Fault.UNPLUGGED)


def test_chance_lets_faults_come_and_go_the_same_for_each_seed() -> None:
    runs = []
    for _ in range(2):
        clock = ManualClock()
        board = FaultyBoard(VirtualBoard(clock))
        board.readers.chance = Misfortune(board, OF_VIRTUAL, seed=3)
        sightings: list[Sighting] = []
        for _ in range(120):
            sightings += board.readers.poll().sightings
            clock.sleep_ms(1000)
        runs.append(told(sightings))
    assert runs[0] == runs[1]
    failed = [place for what, place in runs[0] if what == "Failed"]
    back = [place for what, place in runs[0] if what == "Back"]
    assert len(failed) >= 2
    assert failed[: len(back)] == back
