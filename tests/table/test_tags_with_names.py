"""A box the table never saw: tags that say which piece they are, in the lobby (T2)."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from meadow.clock import ManualClock
from meadow.games.game import Refused
from meadow.nfc.sightings import Batch, Readers
from meadow.pieces.register import Register, RegisterError
from meadow.pieces.sets import default_sets, pieces_of
from meadow_host.twin.virtual import VirtualBoard, VirtualReaders
from pytest_mock import MockerFixture, MockType

from tests.table.sat import BLUE, RED, Sat

PIECES = pieces_of(default_sets())
KNOWN_RED = "04000000000001"
NEW_RED, NEW_BLUE, NEW_START, NAMELESS = (f"04FFFFFFFFFF{n:02X}" for n in range(4))
LEARNED = "says it is rake.blue: it is taken as that until the table ends; enrol it to keep that"


def stranger(*enrolled: tuple[str, str]) -> Sat:
    """A table that knows all pieces and these tags alone. The new tags bear names."""
    sat = Sat(register=Register(PIECES, enrolled))
    sat.board.readers.names = {
        NEW_RED: RED,
        NEW_BLUE: BLUE,
        NEW_START: "command.start",
    }
    return sat


def tap(sat: Sat, place: str, uid: str) -> None:
    sat.board.readers.lay(place, uid)
    sat.wait(100)
    sat.board.readers.lift(place, uid)
    sat.wait(100)


@pytest.fixture
def reads(mocker: MockerFixture) -> MockType:
    """Each reading of a name."""
    return mocker.spy(VirtualReaders, "read_name")


def uids_of(reads: MockType) -> list[str]:
    return [call.args[2] for call in reads.call_args_list]


# ------------------------------------------------------------------------------- learning


def test_a_box_that_was_never_enrolled_is_played_with() -> None:
    sat = stranger()
    sat.say("quick-rake")
    tap(sat, "north", NEW_RED)
    tap(sat, "east", NEW_BLUE)
    assert sat.sides == {"north": RED, "east": BLUE}
    tap(sat, "deck", NEW_START)
    assert sat.phase == "playing"
    sat.wait(4000)
    tap(sat, "east", NEW_BLUE)
    assert sat.phase == "over"
    assert sat.refusals == []


def test_the_journal_holds_what_was_learned() -> None:
    sat = stranger((KNOWN_RED, RED))
    sat.say("quick-rake")
    tap(sat, "north", KNOWN_RED)
    tap(sat, "east", NEW_BLUE)
    sat.say("start")
    (journal,) = sat.journals
    pieces = json.loads(bytes(journal.parsed().header.pieces))
    assert pieces == {
        KNOWN_RED: {"kind": "rake", "id": "rake.red", "colour": "red"},
        NEW_BLUE: {"kind": "rake", "id": "rake.blue", "colour": "blue"},
    }


def test_a_tag_is_read_once_and_told_once(reads: MockType) -> None:
    sat = stranger((KNOWN_RED, RED))
    sat.say("quick-rake")
    tap(sat, "north", KNOWN_RED)
    for _ in range(3):
        tap(sat, "east", NEW_BLUE)
    sat.say("start")
    assert sat.phase == "playing"
    assert sat.table.status().troubles == (f"tag {NEW_BLUE} {LEARNED}",)
    assert uids_of(reads) == [NEW_BLUE]


def test_of_a_whole_box_the_first_tag_is_told_and_at_the_start_how_many_there_are() -> None:
    sat = stranger()
    tokens = [piece.id for piece in PIECES if piece.id.startswith("token.")]
    sat.board.readers.names |= {f"04EE00000000{n:02X}": one for n, one in enumerate(tokens)}
    sat.say("quick-rake")
    for uid, place in ((NEW_BLUE, "east"), (NEW_RED, "north")):
        tap(sat, place, uid)
    for n in range(len(tokens)):
        tap(sat, "deck", f"04EE00000000{n:02X}")
    assert sat.table.status().troubles == (f"tag {NEW_BLUE} {LEARNED}",)
    sat.say("start")
    assert sat.table.status().troubles[1:] == (
        "44 tags are taken as the pieces that they say they are, until the table ends; enrol them "
        "to keep that",
    )


def test_tags_of_a_reader_that_is_back_are_learned_too() -> None:
    sat = stranger()
    sat.board.readers.fail("east")
    sat.board.readers.lay("east", NEW_BLUE)
    sat.wait(100)
    sat.board.readers.restore("east")
    sat.wait(100)
    assert sat.table.status().troubles[-1] == f"tag {NEW_BLUE} {LEARNED}"


# ------------------------------------------------------------------------- what is refused


def test_a_piece_that_has_a_tag_gets_no_second_one() -> None:
    sat = stranger((KNOWN_RED, RED))
    sat.say("quick-rake")
    tap(sat, "north", NEW_RED)
    (refused,) = [one for one in sat.outputs if isinstance(one, Refused)]
    why = (
        f"unknown tag {NEW_RED} on north: it says it is 'rake.red', but that piece has tag "
        f"{KNOWN_RED}; take it away, or enrol it instead"
    )
    assert refused == Refused(why=why, place="north", ruling="T2")
    assert sat.sides == {}
    tap(sat, "north", KNOWN_RED)
    assert sat.sides == {"north": RED}


def test_of_two_tags_with_one_name_the_first_is_taken() -> None:
    sat = stranger()
    sat.say("quick-rake")
    sat.board.readers.names[NAMELESS] = RED
    tap(sat, "north", NEW_RED)
    tap(sat, "east", NAMELESS)
    assert sat.sides == {"north": RED}
    assert f"but that piece has tag {NEW_RED}" in sat.refusals[-1]


def test_a_name_that_no_set_has_is_told() -> None:
    sat = stranger()
    sat.board.readers.names[NAMELESS] = "token.mars.rover"
    tap(sat, "west", NAMELESS)
    assert sat.refusals == [
        f"unknown tag {NAMELESS} on west: it says it is 'token.mars.rover', which no set of this "
        "table has; take it away, or enrol it first"
    ]
    assert sat.table.status().troubles == ()


def without_name(sat: Sat) -> None:
    """The tag bears none."""


def gone(sat: Sat) -> None:
    sat.board.readers.names[NAMELESS] = RED
    sat.board.readers.lift("north", NAMELESS)


@pytest.mark.parametrize("happens", [without_name, gone])
def test_a_tag_without_a_name_is_as_unknown_as_ever(happens: Callable[[Sat], None]) -> None:
    sat = stranger()
    sat.board.readers.lay("north", NAMELESS)
    happens(sat)
    sat.wait(100)
    line = f"unknown tag {NAMELESS} on north: take it away, or enrol it first"
    assert sat.refusals == [line]
    assert sat.table.status().troubles == ()


class DumbReaders:
    """Readers that cannot read names, as those of another maker's board may be."""

    def __init__(self, inner: VirtualReaders) -> None:
        self._inner = inner

    @property
    def places(self) -> tuple[str, ...]:
        return self._inner.places

    def poll(self) -> Batch:
        return self._inner.poll()

    def wake_ms(self) -> int:
        return self._inner.wake_ms()

    def lying(self, place: str) -> tuple[str, ...]:
        return self._inner.lying(place)


class WrappedReaders(DumbReaders):
    """The same, but it says round what it is."""

    def __init__(self, inner: VirtualReaders) -> None:
        super().__init__(inner)
        self.inner: Readers = inner


@pytest.mark.parametrize(("kind", "sides"), [(DumbReaders, {}), (WrappedReaders, {"north": RED})])
def test_a_board_without_names_refuses_as_ever_and_one_round_another_asks_that(
    kind: type[DumbReaders], sides: dict[str, str], mocker: MockerFixture
) -> None:
    board = VirtualBoard(ManualClock(1000))
    truly = board.readers
    truly.names[NEW_RED] = RED
    mocker.patch.object(VirtualBoard, "readers", kind(truly))
    sat = Sat(register=Register(PIECES), board=board)
    sat.say("quick-rake")
    truly.lay("north", NEW_RED)
    sat.wait(100)
    assert sat.sides == sides
    refused = f"unknown tag {NEW_RED} on north: take it away, or enrol it first"
    assert sat.refusals == ([] if sides else [refused])


# ---------------------------------------------------------------------------- never asked


def test_known_tags_are_never_asked(reads: MockType) -> None:
    sat = stranger((KNOWN_RED, RED))
    sat.board.readers.names[KNOWN_RED] = BLUE
    sat.say("quick-rake")
    tap(sat, "north", KNOWN_RED)
    assert sat.sides == {"north": RED}
    assert uids_of(reads) == []


def test_in_a_game_no_tag_is_asked_nor_after_it_until_the_lobby_is_back(reads: MockType) -> None:
    sat = stranger((KNOWN_RED, RED), ("04000000000002", BLUE))
    sat.say("quick-rake")
    tap(sat, "north", KNOWN_RED)
    tap(sat, "east", "04000000000002")
    sat.say("start")
    tap(sat, "south", NEW_START)
    unknown = f"unknown tag {NEW_START} on south: take it away, or enrol it first"
    assert sat.refusals == [unknown]
    sat.wait(4000)
    tap(sat, "east", "04000000000002")
    assert sat.phase == "over"
    tap(sat, "deck", NEW_START)
    assert uids_of(reads) == []
    sat.wait(3000)
    sat.say("lobby")
    tap(sat, "south", NEW_START)
    assert uids_of(reads) == [NEW_START]


def test_while_tags_are_enrolled_none_is_learned(reads: MockType) -> None:
    sat = stranger()
    sat.table.point("north", "ask")
    tap(sat, "north", NEW_RED)
    assert uids_of(reads) == []
    sat.table.point("", "")
    sat.say("quick-rake")
    tap(sat, "north", NEW_RED)
    assert sat.sides == {"north": RED}


# ------------------------------------------------------------------------------ the register


def test_a_register_that_learned_is_another_and_the_old_one_stays() -> None:
    register = Register(PIECES, [(KNOWN_RED, RED)])
    more = register.learned(NEW_BLUE, BLUE)
    assert register.entries == ((KNOWN_RED, RED),)
    assert more.entries == ((KNOWN_RED, RED), (NEW_BLUE, BLUE))
    assert more == Register(PIECES, [(NEW_BLUE, BLUE), (KNOWN_RED, RED)])
    assert more.digest != register.digest


@pytest.mark.parametrize(
    ("uid", "piece_id"),
    [(KNOWN_RED, BLUE), (NEW_RED, RED), (NEW_RED, "rake.mars"), ("04FF", BLUE)],
)
def test_a_register_learns_nothing_that_clashes(uid: str, piece_id: str) -> None:
    with pytest.raises(RegisterError):
        Register(PIECES, [(KNOWN_RED, RED)]).learned(uid, piece_id)
