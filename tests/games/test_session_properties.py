"""Whatever happens, the session and its core agree about the world, and nothing is lost."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.games.game import (
    Alarm,
    Input,
    Lying,
    Placed,
    ReaderBack,
    ReaderFailed,
    Refused,
    Removed,
    Said,
)
from meadow.games.session import Session

from tests.games.tally import Tally, TallyGame

PLACES = st.sampled_from(["north", "east", "deck"])
PIECES = st.sampled_from(["token-1", "token-2", "token-3", "rake-red", "rake-blue", "alien-1"])
WORDS = st.sampled_from(
    [
        ("undo",),
        ("undo",),
        ("pause",),
        ("pause", "restart"),
        ("start",),
        ("stop",),
        ("award", "north"),
        ("off", "north"),
        ("off", "nowhere"),
        ("resume",),
        ("nonsense", "a", "b"),
    ]
)
STEPS = st.lists(
    st.tuples(
        st.integers(0, 1500),
        st.one_of(
            st.tuples(st.just("lay"), PLACES, PIECES),
            st.tuples(st.just("lift"), PLACES, PIECES),
            st.tuples(st.just("lying"), PLACES, st.lists(PIECES, max_size=3, unique=True)),
            st.tuples(st.just("say"), WORDS, st.none()),
            st.tuples(st.just("fail"), PLACES, st.none()),
            st.tuples(st.just("back"), PLACES, st.none()),
            st.tuples(st.just("alarm"), st.sampled_from(["bell", "session.count"]), st.none()),
        ),
    ),
    max_size=40,
)


def _input(at_ms: int, what: str, first: object, second: object) -> Input:
    match what, first, second:
        case "lay", str(place), str(piece):
            return Placed(at_ms, place, piece)
        case "lift", str(place), str(piece):
            return Removed(at_ms, place, piece)
        case "lying", str(place), list(pieces):
            return Lying(at_ms, place, tuple(pieces))
        case "say", (str(word), *args), _:
            return Said(at_ms, word, tuple(str(arg) for arg in args))
        case "fail", str(place), _:
            return ReaderFailed(at_ms, place)
        case "back", str(place), _:
            return ReaderBack(at_ms, place)
    return Alarm(at_ms, str(first))


@settings(max_examples=300, deadline=None)
@given(STEPS)
def test_after_any_inputs_the_core_knows_exactly_what_lies_where(
    steps: list[tuple[int, tuple[str, object, object]]],
) -> None:
    session: Session[Tally] = Session(TallyGame())
    state, _ = session.begin(5000)
    at_ms = 0
    for wait_ms, (what, first, second) in steps:
        at_ms += wait_ms
        before = state
        state, outputs = session.advance(state, _input(at_ms, what, first, second))
        lying = tuple(sorted((place, there) for place, there in state.lying if there))
        assert state.core.lying == lying
        assert state.core.down == tuple(sorted(state.down))
        pieces = [piece for _, there in lying for piece in there]
        assert len(pieces) == len(set(pieces)), "a piece lies in two places"
        times = state.core.times
        assert list(times) == sorted(times), "the core's time ran backwards"
        if what == "say" and len(outputs) == 1 and isinstance(outputs[0], Refused):
            assert state.core.counted == before.core.counted
            assert (state.pause, state.finished) == (before.pause, before.finished)


@settings(max_examples=100, deadline=None)
@given(STEPS)
def test_undo_said_often_enough_leads_back_to_the_beginning(
    steps: list[tuple[int, tuple[str, object, object]]],
) -> None:
    session: Session[Tally] = Session(TallyGame())
    state, _ = session.begin(5000)
    at_ms = 0
    for wait_ms, (what, first, second) in steps:
        at_ms += wait_ms
        state, _ = session.advance(state, _input(at_ms, what, first, second))
    for _ in range(len(steps)):
        state, _ = session.advance(state, Said(at_ms, "undo"))
    assert state.past is None
    assert (state.core.counted, state.core.rang, state.core.over) == ((), False, False)
