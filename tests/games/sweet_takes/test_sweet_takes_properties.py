"""Whatever happens: random games of every size and deal keep what `always` says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, note, settings
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
from meadow.games.sweet_takes.setup import DECK, SEATS, Deal, Setup
from meadow.games.sweet_takes.speech import READERS
from meadow.games.sweet_takes.state import Phase

from tests.games.sweet_takes.always import watched
from tests.games.sweet_takes.nonsense import WORDS
from tests.games.sweet_takes.walks import KINDS, Walk, any_setup, dealt, wander
from tests.games.walks import SLICE, SOAK, Choices, assert_replays, legal_inputs

SETUPS = st.builds(any_setup, st.sampled_from(KINDS), st.integers(0, 10_000))
STEPS = st.sampled_from((20, 60, 120, 250))
STREAMS = st.binary(min_size=1500, max_size=1500)


def _told(walk: Walk) -> Walk:
    """The walk's inputs are shown if the test fails."""
    note("\n".join(map(repr, walk.inputs)))
    return walk


def _walk(setup: Setup, steps: int, stream: bytes) -> Walk:
    """A walk that is checked at every input."""
    walk = Walk(setup, Choices(stream))
    watched(walk)
    try:
        return wander(dealt(walk), steps)
    finally:
        _told(walk)


# -------------------------------------------------------------------- whatever happens


@pytest.mark.rule("R88", "R90", "R101", "S15")
@settings(SLICE, max_examples=60)
@given(SETUPS, STEPS, STREAMS)
def test_whatever_happens_the_rules_hold(setup: Setup, steps: int, stream: bytes) -> None:
    _walk(setup, steps, stream)


@pytest.mark.soak
@SOAK
@given(SETUPS, STEPS, STREAMS)
def test_whatever_happens_the_rules_hold_at_length(setup: Setup, steps: int, stream: bytes) -> None:
    _walk(setup, steps, stream)


# ----------------------------------------------------------------------- the same again


def _assert_undo_leads_to_the_beginning(walk: Walk) -> None:
    while walk.full.past is not None:
        walk.say("undo")
    assert walk.core == walk.session.begin(walk.setup).state.core
    assert not walk.full.finished
    walk.say("undo")
    assert isinstance(walk.outputs[-1][0], Refused)


@SLICE
@given(SETUPS, STEPS, STREAMS)
def test_the_same_inputs_give_the_same_bytes_and_undo_leads_back_to_the_beginning(
    setup: Setup, steps: int, stream: bytes
) -> None:
    walk = _told(wander(dealt(Walk(setup, Choices(stream))), steps))
    assert_replays(walk)
    _assert_undo_leads_to_the_beginning(walk)


# ------------------------------------------------------------------------- legal moves


def _inputs_of_listed_kinds(walk: Walk) -> Iterator[Input]:
    """Every card of the box, rake and tracker on every reader; words with one argument or none."""
    cards = [card.id for card in walk.setup.cards]
    for piece in (*walk.setup.index.rakes, walk.setup.tracker or "tracker.x", *cards):
        for place in READERS:
            yield Placed(walk.now_ms, place, piece)
    yield Said(walk.now_ms, "undo")
    yield Said(walk.now_ms, "pause")
    for word in WORDS:
        if word in ("undo", "pause", "swap", "suits"):
            continue  # the session's own; what takes several arguments is tried below
        yield Said(walk.now_ms, word)
        for arg in (*SEATS, DECK, "nobody", *(cards if word in ("play", "deal") else ())):
            yield Said(walk.now_ms, word, (arg,))


def _refuses(walk: Walk, happened: Input) -> bool:
    """Whether the state refuses an input, or does nothing at all with it."""
    state, outputs = walk.session.advance(walk.full, happened)
    idle = not outputs and (state.core, state.pause, state.off) == (
        walk.full.core,
        walk.full.pause,
        walk.full.off,
    )
    return idle or any(isinstance(output, Refused) for output in outputs)


def _assert_exactly_the_legal_moves_are_accepted(walk: Walk) -> None:
    if walk.full.pause is not None:
        return  # overrules are accepted then too, and cards are adopted
    walk.wait(300)  # no card is two at once with one before
    lying = {piece for _, piece in walk.lying()}
    legal = legal_inputs(walk)
    swaps = {said for said in legal if isinstance(said, Said) and said.word == "swap"}
    for happened in {*_inputs_of_listed_kinds(walk), *legal} - swaps:
        if isinstance(happened, Placed) and happened.piece in lying:
            continue
        assert _refuses(walk, happened) is (happened not in legal), happened
    in_use = walk.session.view(walk.full, "public")["game"]["suits"]
    for said in swaps:
        for out in in_use:
            assert not _refuses(walk, Said(walk.now_ms, "swap", (out, *said.args)))


@pytest.mark.rule("R99", "R105", "S12", "S13", "S22")
@SLICE
@given(SETUPS, STEPS, STREAMS)
def test_exactly_the_legal_moves_are_accepted(setup: Setup, steps: int, stream: bytes) -> None:
    walk = dealt(Walk(setup, Choices(stream)))
    for _ in range(steps // 20):
        _told(wander(walk, 20))
        _assert_exactly_the_legal_moves_are_accepted(walk)


# --------------------------------------------------------------------- garbage on the core

TEXTS = st.one_of(
    st.sampled_from((*SEATS, DECK, "card.purple-rings.1", "card.pink-buttons.2", "tracker")),
    st.sampled_from(WORDS),
    st.text(max_size=5),
)
TIMES = st.integers(-1000, 10**12)
LISTS = st.lists(TEXTS, max_size=4).map(tuple)
GARBAGE = st.one_of(
    st.builds(Placed, TIMES, TEXTS, TEXTS),
    st.builds(Removed, TIMES, TEXTS, TEXTS),
    st.builds(Lying, TIMES, TEXTS, LISTS),
    st.builds(Said, TIMES, TEXTS, LISTS),
    st.builds(ReaderFailed, TIMES, TEXTS),
    st.builds(ReaderBack, TIMES, TEXTS),
    st.builds(Alarm, TIMES, TEXTS),
)


@SLICE
@given(SETUPS, STEPS, STREAMS, st.lists(GARBAGE, max_size=40))
def test_the_bare_core_takes_any_input_without_raising(
    setup: Setup, steps: int, stream: bytes, garbage: list[Any]
) -> None:
    walk = wander(dealt(Walk(setup, Choices(stream))), steps // 4)
    game, state = walk.session.game, walk.core
    for happened in garbage:
        after, outputs = game.advance(state, happened)
        if any(isinstance(output, Refused) for output in outputs):
            assert after == state
            assert len(outputs) == 1
        state = after
        game.view(state, "public")
        game.lights(state)
        game.legal(state)
        game.cards(state)
        assert msgspec.json.decode(msgspec.json.encode(state), type=type(state)) == state


# ------------------------------------------------------------------- how deep walks go

SEEDS = range(4)


def test_walks_of_fixed_seeds_reach_every_phase_and_every_kind_of_fact() -> None:
    phases: dict[Deal, set[Phase]] = {}
    facts: set[str] = set()
    for seed in SEEDS:
        for number, kind in enumerate(KINDS):
            walk = Walk(any_setup(kind, seed), Choices.seeded(seed * 100 + number, 4000))
            watching = watched(walk)
            wander(walk, 700)
            phases.setdefault(kind[1], set()).update(watching.phases)
            facts |= {type(output).__name__ for given in walk.outputs for output in given}

    assert phases == {Deal.SCANNED: set(Phase), Deal.UNSCANNED: set(Phase) - {Phase.DEALING}}
    assert facts >= {
        *("CardGiven", "LeaderNamed", "SetBegan", "StashAnnounced", "CardPlayed", "PlayWithdrawn"),
        *("CardsCollected", "RoundPlayed", "BreachFound", "SetEnded", "SuitsSwapped", "SetOpened"),
        *("GameEnded", "Overruled", "ReaderSwitchedOff", "Undone", "Finished", "Refused"),
    }


SOAK_SEEDS = range(150)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind[0]}-{kind[1]}")
def test_many_games_of_every_kind_keep_the_rules(kind: tuple[int, Deal]) -> None:
    for seed in SOAK_SEEDS:
        walk = Walk(any_setup(kind, seed), Choices.seeded(seed, 4000))
        watched(walk)
        for _ in range(30):
            wander(walk, 20)
            _assert_exactly_the_legal_moves_are_accepted(walk)
        assert_replays(walk)
        _assert_undo_leads_to_the_beginning(walk)
