"""Sightings that a laptop injects, merged with what the readers truly notice."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.clock import ManualClock
from meadow.link.injected import WHY, InjectedBoard, InjectError
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow_host.twin.virtual import PLACES, VirtualBoard

A, B, C = "04A0000000000A", "04B0000000000B", "04C0000000000C"


class Bench:
    """A virtual board that can be injected into, polled by hand."""

    def __init__(self, settle_ms: int = 0) -> None:
        self.clock = ManualClock(1000)
        self.board = VirtualBoard(self.clock, settle_ms=settle_ms)
        self.readers = InjectedBoard(self.board).readers
        self.settled_ms = -1

    def poll(self, after_ms: int = 0) -> list[Sighting]:
        """What is told by now; nothing of it was settled before."""
        self.clock.sleep_ms(after_ms)
        sightings, settled_ms = self.readers.poll()
        assert all(one.at_ms > self.settled_ms for one in sightings)
        self.settled_ms = settled_ms
        return list(sightings)


def test_a_tag_is_injected_at_once_and_taken_away() -> None:
    bench = Bench()
    bench.readers.inject("arrived", "north", A)
    assert bench.poll() == [Arrived(1000, "north", A)]
    assert bench.readers.lying("north") == (A,)
    bench.readers.inject("left", "north", A)
    assert bench.poll(5) == [Left(1001, "north", A)]
    assert bench.readers.lying("north") == ()


def test_what_is_planned_is_held_until_it_is_due_and_dated_exactly() -> None:
    bench = Bench()
    bench.readers.inject("arrived", "east", A, 1500)
    bench.readers.inject("left", "east", A, 1700)
    assert bench.readers.wake_ms() == 1500
    assert bench.poll(499) == []
    assert bench.poll(100) == [Arrived(1500, "east", A)]
    assert bench.poll(1000) == [Left(1700, "east", A)]


def test_nothing_is_dated_at_or_before_what_is_settled() -> None:
    bench = Bench()
    bench.poll()
    bench.readers.inject("arrived", "north", A)
    assert bench.poll() == []
    assert bench.poll(1) == [Arrived(1001, "north", A)]
    with pytest.raises(InjectError, match="1000 ms is past: the table's clock is at 1001 ms"):
        bench.readers.inject("arrived", "north", B, 1000)
    assert bench.poll(100) == []


def test_true_and_injected_tags_lie_beside_each_other() -> None:
    bench = Bench()
    bench.board.readers.lay("south", A)
    bench.readers.inject("arrived", "south", B)
    assert bench.poll() == [Arrived(1000, "south", A), Arrived(1000, "south", B)]
    assert bench.readers.lying("south") == (A, B)
    bench.board.readers.lift("south", A, 1010)
    assert bench.poll(20) == [Left(1010, "south", A)]
    assert bench.readers.lying("south") == (B,)


def test_a_tag_that_lies_there_truly_and_by_injection_leaves_with_the_last() -> None:
    bench = Bench()
    bench.readers.inject("arrived", "south", A)
    bench.poll()
    bench.board.readers.lay("south", A, 1010)
    assert bench.poll(20) == []
    bench.readers.inject("left", "south", A)
    assert bench.poll(20) == []
    bench.board.readers.lift("south", A, 1045)
    assert bench.poll(20) == [Left(1045, "south", A)]


def test_a_place_failed_by_injection_tells_nothing_until_it_is_back() -> None:
    bench = Bench()
    bench.board.readers.lay("west", A)
    bench.readers.inject("arrived", "west", B)
    bench.poll()
    bench.readers.inject("failed", "west")
    assert bench.poll(1) == [Failed(1001, "west", WHY)]
    assert bench.readers.lying("west") == ()
    bench.board.readers.lift("west", A, 1100)
    bench.board.readers.lay("west", C, 1200)
    bench.readers.inject("left", "west", B)
    bench.board.readers.lay("north", A, 1200)
    assert bench.poll(500) == [Arrived(1200, "north", A)]
    bench.readers.inject("back", "west")
    assert bench.poll(1) == [Back(1502, "west", (C,))]
    assert bench.readers.lying("west") == (C,)


def test_a_reader_is_back_only_when_it_neither_fails_truly_nor_by_injection() -> None:
    bench = Bench()
    bench.readers.inject("arrived", "deck", A)
    bench.poll()
    bench.readers.inject("failed", "deck")
    bench.board.readers.fail("deck", "no answer", 1010)
    assert bench.poll(20) == [Failed(1001, "deck", WHY)]
    bench.readers.inject("back", "deck")
    assert bench.poll(20) == []
    bench.readers.inject("arrived", "deck", B)
    bench.board.readers.restore("deck", 1050)
    assert bench.poll(20) == [Back(1050, "deck", (A, B))]


def test_clearing_takes_back_all_that_was_injected_and_all_that_is_planned() -> None:
    bench = Bench()
    bench.board.readers.lay("north", C)
    bench.readers.inject("arrived", "north", A)
    bench.readers.inject("failed", "north")
    bench.readers.inject("arrived", "north", B, 5000)
    bench.readers.inject("arrived", "east", B, 5000)
    bench.poll(10)
    bench.readers.inject("clear", "north")
    assert bench.poll(10) == [Back(1011, "north", (C,))]
    assert bench.poll(9000) == [Arrived(5000, "east", B)]
    bench.readers.inject("clear", "east")
    assert bench.poll(1) == [Left(10021, "east", B)]


@pytest.mark.parametrize(
    ("call", "line"),
    [
        (("arrived", "five", A), "there is no reader 'five': name north, east, south, west, deck"),
        (("thrown", "north", A), "nothing is injected as 'thrown': arrived, left, failed, back"),
        (("arrived", "north", "candy"), "'candy' is no UID"),
        (("left", "north", A), f"{A} on north does not lie there"),
        (("left", "east", C), f"{C} on east truly lies there: lift it by hand"),
        (("arrived", "east", B), f"{B} lies on east already"),
        (("arrived", "east", C), f"{C} lies on east already"),
        (("back", "east"), "the reader of east has not failed by injection"),
        (("failed", "deck"), "the reader of deck has failed by injection already"),
        (("arrived", "north", A, 61_002), "61002 ms is more than 60000 ms ahead of 1001 ms"),
        (("arrived", "west", B, 1400), "something is planned there for 1500 ms: it is next"),
    ],
)
def test_what_cannot_be_is_refused_in_one_line_and_changes_nothing(
    call: tuple[str, str] | tuple[str, str, str] | tuple[str, str, str, int], line: str
) -> None:
    bench = Bench()
    bench.board.readers.lay("east", C)
    bench.readers.inject("arrived", "east", B)
    bench.readers.inject("failed", "deck")
    bench.readers.inject("arrived", "west", A, 1500)
    bench.poll(1)
    with pytest.raises(InjectError) as caught:
        bench.readers.inject(*call)
    assert line in str(caught.value)
    assert "\n" not in str(caught.value)
    assert bench.poll(10) == []
    assert bench.poll(990) == [Arrived(1500, "west", A)]


def test_too_much_cannot_be_planned() -> None:
    bench = Bench()
    for number in range(1000):
        bench.readers.inject("arrived", "north", A, 2000 + number)
        bench.readers.inject("left", "north", A, 2000 + number)
    with pytest.raises(InjectError, match="2000 sightings are planned already: wait for some"):
        bench.readers.inject("arrived", "east", A, 9000)


_DEEDS = st.lists(
    st.tuples(
        st.sampled_from(("lay", "lift", "fail", "restore", "arrived", "left", "failed", "back")),
        st.sampled_from(PLACES[:2]),
        st.sampled_from((A, B)),
        st.integers(0, 120),
    ),
    max_size=40,
)


@given(_DEEDS, st.sampled_from((0, 20, 60)))
def test_what_is_told_adds_up_to_what_lies_there_whatever_happens(
    deeds: list[tuple[str, str, str, int]], settle_ms: int
) -> None:
    """A tag told as lying was told as come, each reader fails and returns in turn, and after all
    is told exactly that lies there which was laid or injected."""
    bench = Bench(settle_ms)
    told: dict[str, list[str]] = {place: [] for place in PLACES}
    down: set[str] = set()
    injected: dict[str, set[str]] = {place: set() for place in PLACES}

    def hear(sightings: list[Sighting]) -> None:
        for one in sorted(sightings, key=lambda one: one.at_ms):
            if isinstance(one, Arrived):
                assert one.place not in down
                assert one.uid not in told[one.place]
                told[one.place].append(one.uid)
            elif isinstance(one, Left):
                assert one.place not in down
                told[one.place].remove(one.uid)
            elif isinstance(one, Failed):
                assert one.place not in down
                down.add(one.place)
            elif isinstance(one, Back):
                down.remove(one.place)
                told[one.place] = list(one.uids)

    for deed, place, uid, wait_ms in deeds:
        try:
            if deed in ("lay", "lift"):
                getattr(bench.board.readers, deed)(place, uid)
            elif deed in ("fail", "restore"):
                getattr(bench.board.readers, deed)(place)
            else:
                bench.readers.inject(deed, place, uid)
                if deed in ("arrived", "left"):
                    injected[place] ^= {uid}
        except (ValueError, InjectError):
            continue
        hear(bench.poll(wait_ms))
    hear(bench.poll(200))
    for place in PLACES:
        bench.board.readers.restore(place)
        if place in down:
            bench.readers.inject("clear", place)
            injected[place].clear()
    hear(bench.poll(200))
    assert down == set()
    for place in PLACES:
        there = injected[place] | set(bench.board.readers.there(place))
        assert set(told[place]) == there == set(bench.readers.lying(place))
