"""The calls of an enrolment, at a table in the lobby, in a game, and when the laptop goes away."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest
from meadow.games.game import Cue
from meadow.link.answers import AnyAnswer, Code, Done, Failure, TagNameIs, Welcome
from meadow.link.calls import (
    AnyCall,
    Bye,
    Claim,
    Hello,
    Point,
    ReadTag,
    Release,
    WriteTag,
)
from meadow.link.device import LEASE_MS, Client, Device, MakeTold
from meadow.link.enrolling import Enrolling
from meadow.link.messages import Answer, Call, decode_from_table, encode_message
from meadow.table.table import Table
from pytest_mock import MockerFixture

from tests.table.sat import Sat, begun, over

T = TypeVar("T")
UID = "04A2B3C4D5E6F7"


class Wire:
    """A `meadow.link.device.Line` on which nothing is told."""

    dropped = 0

    def tell(self, client: Client, make: MakeTold, latest: bool) -> bool:
        return True


class DirectDesk:
    """A `meadow.link.desk.Asks` that needs no other thread."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def ask(self, question: Callable[[Table], T]) -> T:
        return question(self._table)


class Office:
    """A table with a device end, and laptops that call it."""

    def __init__(self, sat: Sat | None = None) -> None:
        self.sat = sat or Sat()
        welcome = Welcome(1, "meadow", "r1", "0", "b", False, "", False)
        self.device = Device(self.sat.board.clock, lambda: welcome)
        self.enrolling = Enrolling(DirectDesk(self.sat.table), self.device.writer)
        self.enrolling.attach(self.sat.board.readers)
        self.device.handle(self.enrolling.handlers())
        self._id = 0
        for laptop in (1, 2):
            self.call(Hello(1, 1, f"laptop {laptop}"), laptop)

    def call(self, body: AnyCall, laptop: int = 1) -> AnyAnswer:
        self._id += 1
        content = self.device.answer(encode_message(Call(laptop, self._id, body)), Wire())
        assert content is not None
        answer = decode_from_table(content)
        assert isinstance(answer, Answer)
        return answer.body

    def wait(self, duration_ms: int) -> str:
        """Let the table run; gives the place that is pointed at then."""
        for _ in range(10):
            self.sat.wait(duration_ms // 10)
            self.enrolling.look(self.sat.table)
        return self.sat.table.pointed


def writer(sat: Sat | None = None) -> Office:
    """The first laptop has the writer's role."""
    office = Office(sat)
    assert office.call(Claim()) == Done()
    return office


def refused(answer: AnyAnswer) -> tuple[str, str]:
    assert isinstance(answer, Failure)
    return answer.code, answer.message


def test_a_writer_points_at_a_place_and_ends_it_again() -> None:
    office = writer()
    assert office.call(Point("east")) == Done()
    assert office.wait(100) == "east"
    assert office.sat.table.cues == {"east": Cue("ask")}
    assert office.call(Point("")) == Done()
    assert office.wait(100) == ""


def test_only_a_writer_points() -> None:
    office = Office()
    assert refused(office.call(Point("east")))[0] == Code.WRITER
    assert office.sat.table.pointed == ""


@pytest.mark.parametrize(
    ("sat", "line"),
    [
        (begun, "a game is being played: enrol once it is over"),
        (over, "the last game is not cleared away yet: say lobby first, then enrol"),
    ],
)
def test_a_game_is_not_disturbed(sat: Callable[[], Sat], line: str) -> None:
    office = writer(sat())
    assert refused(office.call(Point("east"))) == (Code.GAME, line)
    code, message = refused(office.call(WriteTag("east", UID, "rake.red")))
    assert (code, message) == (
        Code.GAME,
        "a game is on the table, and a tag's memory would hold it up: wait until it is over",
    )


def test_a_place_that_is_not_there_is_named() -> None:
    office = writer()
    assert refused(office.call(Point("five"))) == (
        Code.BAD,
        "there is no reader 'five': this table has north, east, south, west, deck",
    )
    assert refused(office.call(ReadTag("five", UID)))[0] == Code.BAD


# ------------------------------------------------------------------ a table is never left mute


def test_the_lobby_is_back_once_the_laptop_has_been_silent_for_the_lease() -> None:
    office = writer()
    office.call(Point("east"))
    assert office.wait(LEASE_MS) == "east"
    assert office.wait(100) == ""
    office.sat.lay("east", UID)
    assert office.sat.refusals == [f"unknown tag {UID} on east: take it away, or enrol it first"]


def test_a_laptop_that_goes_on_calling_goes_on_pointing() -> None:
    office = writer()
    office.call(Point("east"))
    for _ in range(5):
        office.wait(LEASE_MS // 2)
        office.call(Claim())
    assert office.wait(LEASE_MS // 2) == "east"


@pytest.mark.parametrize("goodbye", [Release(), Bye()])
def test_pointing_ends_with_the_role_or_the_goodbye(goodbye: Release | Bye) -> None:
    office = writer()
    office.call(Point("east"))
    office.call(goodbye)
    assert office.wait(10) == ""


def test_another_laptop_that_takes_over_ends_the_pointing_of_the_first() -> None:
    office = writer()
    office.call(Point("east"))
    office.sat.wait(LEASE_MS + 1)
    assert office.call(Claim(), laptop=2) == Done()
    office.enrolling.look(office.sat.table)
    assert office.sat.table.pointed == ""


def test_a_table_without_pointing_is_left_alone(mocker: MockerFixture) -> None:
    office = Office()
    point = mocker.spy(office.sat.table, "point")
    office.wait(100)
    assert point.call_count == 0


# ------------------------------------------------------------------------- names on tags


def test_a_name_is_written_and_read_back() -> None:
    office = writer()
    office.sat.board.readers.lay("east", UID)
    assert office.call(ReadTag("east", UID)) == TagNameIs("")
    assert office.call(WriteTag("east", UID, "rake.red")) == Done()
    assert office.call(ReadTag("east", UID), laptop=2) == TagNameIs("rake.red")
    assert office.sat.board.readers.names == {UID: "rake.red"}


def test_a_name_is_written_by_writers_only() -> None:
    office = Office()
    office.sat.board.readers.lay("east", UID)
    assert refused(office.call(WriteTag("east", UID, "rake.red")))[0] == Code.WRITER
    assert office.sat.board.readers.names == {}


def test_what_is_wrong_with_a_tag_comes_as_its_own_plain_line() -> None:
    office = writer()
    gone = f"{UID} does not answer: lay it on the reader and leave it there"
    assert refused(office.call(WriteTag("east", UID, "rake.red"))) == (Code.TAG, gone)
    office.sat.board.readers.lay("east", UID)
    office.sat.board.readers.locked.add(UID)
    locked = f"{UID} is locked: page 4 can only be read; leave it as it is, or use another tag"
    assert refused(office.call(WriteTag("east", UID, "rake.red"))) == (Code.TAG, locked)
    assert refused(office.call(WriteTag("east", UID, "a name")))[0] == Code.TAG


def test_a_board_that_cannot_reach_a_tags_memory_says_so(mocker: MockerFixture) -> None:
    office = writer()
    readers = mocker.Mock(spec=["places", "poll", "wake_ms", "lying"])
    office.enrolling.attach(readers)
    assert refused(office.call(ReadTag("east", UID))) == (
        Code.MISSING,
        "the readers of this board cannot reach the memory of a tag: enrol without the names",
    )
