"""Happenings come out in the order of time, however they came in."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from meadow.journal.lines import Source
from meadow.nfc.sightings import Arrived
from meadow.table.order import Happening, Order, Spoken

PLACES = ("north", "east", "deck")


def test_a_later_happening_waits_until_nothing_earlier_can_come() -> None:
    order = Order(PLACES)
    order.hold([Arrived(120, "north", "01")])
    assert order.release(119, 0) == []
    assert order.next_ms == 120
    order.hold([Arrived(110, "east", "02")])
    assert order.release(120, 0) == [Arrived(110, "east", "02"), Arrived(120, "north", "01")]
    assert order.next_ms is None
    assert order.late == 0


def test_at_equal_times_sightings_go_by_place_then_words_then_arrival() -> None:
    order = Order(PLACES)
    word, more = Spoken(50, "stop"), Spoken(50, "undo", (), Source.LINK)
    order.hold([word, more, Arrived(50, "deck", "01"), Arrived(50, "north", "02")])
    order.hold([Arrived(50, "north", "03")])
    assert order.release(50, 0) == [
        Arrived(50, "north", "02"),
        Arrived(50, "north", "03"),
        Arrived(50, "deck", "01"),
        word,
        more,
    ]


def test_what_comes_too_late_is_dated_to_the_last_delivery_and_counted() -> None:
    order = Order(PLACES)
    order.hold([Arrived(90, "north", "01"), Arrived(100, "east", "02")])
    assert order.release(100, 100) == [Arrived(100, "north", "01"), Arrived(100, "east", "02")]
    assert order.late == 1


happenings = st.lists(
    st.one_of(
        st.builds(
            Arrived,
            st.integers(0, 40),
            st.sampled_from(PLACES),
            st.sampled_from(["01", "02", "03"]),
        ),
        st.builds(Spoken, st.integers(0, 40), st.sampled_from(["stop", "undo"])),
    ),
    max_size=20,
    unique_by=repr,
)


@given(happenings, st.data())
def test_the_order_does_not_depend_on_how_the_polls_fall(
    everything: list[Happening], data: st.DataObject
) -> None:
    expected = Order(PLACES)
    expected.hold(sorted(everything, key=repr))
    wanted = expected.release(1000, 0)

    order = Order(PLACES)
    got: list[Happening] = []
    waiting = sorted(everything, key=repr)
    for settled_ms in range(0, 45, data.draw(st.integers(1, 9))):
        due = [what for what in waiting if what.at_ms <= settled_ms]
        early = data.draw(st.lists(st.sampled_from(waiting), unique_by=repr)) if waiting else []
        coming = [what for what in waiting if what in due or what in early]
        waiting = [what for what in waiting if what not in coming]
        order.hold(coming)
        got += order.release(settled_ms, 0)
    order.hold(waiting)
    got += order.release(1000, 0)
    key = [(what.at_ms, getattr(what, "place", "")) for what in wanted]
    assert [(what.at_ms, getattr(what, "place", "")) for what in got] == key
    assert sorted(map(repr, got)) == sorted(map(repr, everything))
    assert order.late == 0
