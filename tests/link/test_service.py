"""Service mode: tags injected over the cable, words said to the moment, and who may not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
import pytest
from meadow.clock import ManualClock
from meadow.journal.lines import Header, Kind, Note, Source, decode_line
from meadow.journal.read import Journal
from meadow.link.answers import AnyAnswer, Code, Done, Failure, Welcome
from meadow.link.cable import Cable
from meadow.link.calls import AnyCall, Claim, Hello, Inject, SayAt
from meadow.link.device import Client, Device
from meadow.link.messages import Answer, Call, decode_from_table, encode_message
from meadow.link.service import NOTE, SERVICE_LINE, Service
from meadow.settings.schema import Settings
from meadow.table.table import Table
from meadow_host.levels import Level
from meadow_host.replay import replay
from meadow_host.twin.virtual import VirtualBoard

from tests.examples.quick_rake import PACKAGE
from tests.table.sat import BLUE, RED, REGISTER, WALL, MemoryJournal

T = TypeVar("T")
PACKAGES = {PACKAGE.name: PACKAGE}


class Wire:
    """A line on which nothing is told."""

    dropped = 0

    def tell(self, client: Client, make: Callable[[], Any], latest: bool = False) -> bool:
        return True


class DirectDesk:
    """A desk without threads."""

    table: Table

    def ask(self, question: Callable[[Table], T]) -> T:
        return question(self.table)


class Bay:
    """A table and a laptop that has the writer's role; in service mode unless told otherwise."""

    def __init__(self, is_on: bool = True) -> None:
        self.board = VirtualBoard(ManualClock(1000), settle_ms=20)
        self.journals: list[MemoryJournal] = []
        desk = DirectDesk()
        service = Service(desk, is_on)
        self.wrapped = service.wrap(self.board)
        self.table = desk.table = Table(
            self.wrapped,
            REGISTER,
            PACKAGES,
            Settings(),
            self._open,
            ids=lambda: "p1",
            wall_clock=lambda: WALL,
            frames_hz=4,
        )
        welcome = Welcome(1, "meadow", "rev-1", "0", "b", False, "", is_on)
        self.device = Device(self.board.clock, lambda: welcome)
        self.device.handle(service.handlers())
        self._id = 0
        self.call(Hello(1, 1, "a laptop"))

    def _open(self, header: Header, after: Journal | None) -> MemoryJournal:
        self.journals.append(MemoryJournal(header, after))
        return self.journals[-1]

    def call(self, body: AnyCall) -> AnyAnswer:
        self._id += 1
        content = self.device.answer(encode_message(Call(1, self._id, body)), Wire())
        assert content is not None
        answer = decode_from_table(content)
        assert isinstance(answer, Answer)
        return answer.body

    def wait(self, duration_ms: int = 100) -> None:
        self.table.loop.run_until(self.board.clock.now_ms() + duration_ms)

    def does(self, *calls: AnyCall) -> None:
        """Calls that must be done, each with its time to be told."""
        for call in calls:
            assert self.call(call) == Done()
            self.wait()

    @property
    def seats(self) -> Sequence[str]:
        return [seat["side"] for seat in self.table.view("public")["lobby"]["seats"]]

    def lines(self, kind: Kind) -> list[Any]:
        """(at_ms, source, body) of the last journal's lines of this kind."""
        found = [decode_line(raw) for raw in self.journals[-1].lines]
        return [
            (one.at_ms, one.source, msgspec.json.decode(one.body))
            for one in found
            if one.kind is kind
        ]


def uid(piece: str) -> str:
    return REGISTER.uid_of(piece) or ""


def writer(is_on: bool = True) -> Bay:
    bay = Bay(is_on)
    bay.does(Claim())
    return bay


def now(bay: Bay) -> int:
    return bay.board.clock.now_ms()


def begun() -> Bay:
    """Quick Rake has begun, north and east have joined, all by injection."""
    bay = writer()
    bay.does(SayAt("quick-rake", now(bay)))
    for side, rake in (("north", RED), ("east", BLUE)):
        bay.does(Inject("arrived", side, uid(rake)), Inject("left", side, uid(rake)))
    bay.does(SayAt("start", now(bay)))
    assert bay.table.phase.value == "playing"
    return bay


def test_a_tag_injected_by_a_laptop_joins_a_player() -> None:
    bay = writer()
    bay.does(SayAt("quick-rake", now(bay)), Inject("arrived", "west", uid(RED)))
    assert bay.seats == ["west"]
    assert bay.table.lying()["west"] == (uid(RED),)


def test_a_word_is_said_at_its_moment_and_stands_in_the_journal_as_from_the_link() -> None:
    bay = begun()
    at_ms = now(bay) + 700
    began_ms = now(bay) - bay.table.status().at_ms
    assert bay.call(SayAt("end", at_ms)) == Done()
    bay.wait(690)
    assert bay.table.phase.value == "playing"
    bay.wait(60)
    assert bay.table.phase.value == "over"
    said = [line for line in bay.lines(Kind.INPUT) if line[2]["type"] == "said"]
    assert said[-1][:2] == (at_ms - began_ms, Source.LINK)


def test_a_word_cannot_be_said_in_the_past_nor_in_an_hour() -> None:
    bay = writer()
    for at_ms in (now(bay) - 1, now(bay) + 60_001):
        answer = bay.call(SayAt("quick-rake", at_ms))
        assert isinstance(answer, Failure)
        assert answer.code == Code.BAD
        assert f"not at {at_ms} ms" in answer.message
    bay.wait(200)
    assert bay.table.game == ""


def test_what_cannot_be_injected_is_refused_with_its_reason() -> None:
    answer = writer().call(Inject("left", "north", uid(RED)))
    assert answer == Failure(Code.BAD, f"{uid(RED)} on north does not lie there")


@pytest.mark.parametrize("call", [Inject("arrived", "north", "04A0000000000A"), SayAt("end", 1000)])
def test_without_the_switch_nothing_is_injected(call: AnyCall) -> None:
    bay = writer(is_on=False)
    assert bay.wrapped is bay.board
    answer = bay.call(call)
    line = "this table is not in service mode: start meadowd with --service"
    assert answer == Failure(Code.SERVICE, line)
    bay.wait()
    assert bay.table.lying()["north"] == ()


def test_only_a_writer_injects() -> None:
    bay = Bay()
    for call in (Inject("arrived", "north", uid(RED)), SayAt("quick-rake", 1000)):
        answer = bay.call(call)
        assert isinstance(answer, Failure)
        assert answer.code == Code.WRITER


# --------------------------------------------------------------- journals are told apart


def test_the_journal_of_a_game_after_an_injection_bears_one_note() -> None:
    bay = begun()
    bay.does(Inject("arrived", "north", uid(RED)), Inject("left", "north", uid(RED)))
    note = {"type": "note", "text": NOTE}
    assert bay.lines(Kind.NOTE) == [(0, Source.TABLE, note)]
    assert msgspec.convert(note, Note).text == NOTE


def test_a_game_into_which_is_injected_later_bears_it_from_then_on() -> None:
    bay = writer()
    bay.table.say("quick-rake")
    for side, rake in (("north", RED), ("east", BLUE)):
        bay.wait()
        bay.board.readers.lay(side, uid(rake))
        bay.wait()
        bay.board.readers.lift(side, uid(rake))
    bay.table.say("start")
    bay.wait(5000)
    assert bay.lines(Kind.NOTE) == []
    bay.does(Inject("arrived", "east", uid(BLUE)))
    ((at_ms, source, _),) = bay.lines(Kind.NOTE)
    assert (at_ms > 0, source) == (True, Source.TABLE)


def test_a_journal_with_the_note_replays() -> None:
    bay = begun()
    bay.wait(5000)
    bay.does(Inject("arrived", "east", uid(BLUE)))
    assert bay.table.phase.value == "over"
    journal = bay.journals[-1].parsed()
    assert journal.finished
    for level in (Level.TABLE, Level.RULES):
        assert replay(journal, level, packages=PACKAGES).difference is None


# ------------------------------------------------------------------------ it is said at the start


@pytest.mark.parametrize(("is_on", "lines"), [(True, [SERVICE_LINE]), (False, [])])
def test_a_table_in_service_mode_says_so_when_it_opens_its_ports(
    is_on: bool, lines: list[str]
) -> None:
    cable = Cable("0.1.0", is_on)
    told: list[str] = []
    try:
        cable.open(["loop://"], told.append)
        cable.open(["loop://"], told.append)
        assert [line for line in told if "service" in line] == lines
    finally:
        cable.close()
