"""Whatever happens: random games of every mode, referee and way keep what `always` says."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

import msgspec
import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from meadow.games.game import Input, Placed, Refused, Removed, Said
from meadow.games.session import SessionState
from meadow.games.sweepers.setup import DECK, Mode, Referee, Setup
from meadow.games.sweepers.speech import WORDS
from meadow.games.sweepers.state import Phase, State

from tests.games.sweepers.always import settled, unread, watched
from tests.games.sweepers.any_setup import KINDS, any_setup
from tests.games.sweepers.walks import Walk
from tests.games.sweepers.wander import dealt, wander
from tests.games.walks import SLICE, SOAK, Choices, assert_replays, legal_inputs

_encode = msgspec.json.encode

SETUPS = st.builds(any_setup, st.sampled_from(KINDS), st.integers(0, 10_000))
STEPS = st.sampled_from((20, 60, 120, 250, 400))
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


@SLICE
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
    begun = walk.session.begin(walk.setup).state
    assert unread(walk.core) == begun.core
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
    """All that rakes and cards can say, and the words with one argument or none."""
    pieces = (*walk.setup.index.rakes, *[card.id for card in walk.setup.cards])
    for piece in pieces:
        for place in (*walk.setup.index.sides, DECK):
            yield Placed(walk.now_ms, place, piece)
    for word in (*WORDS, "undo", "pause", "sing"):
        if word in ("match", "stray"):
            continue  # overrules name any token and any open card
        yield Said(walk.now_ms, word)
        for arg in (*walk.setup.index.sides, "nobody", walk.setup.cards[0].id):
            yield Said(walk.now_ms, word, (arg,))


class _Answer(NamedTuple):
    """How the state takes an input: whether it refuses it, whether it does anything."""

    refused: bool
    idle: bool


def _answer(walk: Walk, happened: Input) -> _Answer:
    before = walk.full
    state, outputs = walk.session.advance(before, happened)
    return _Answer(
        refused=any(isinstance(output, Refused) for output in outputs),
        idle=not outputs and _but_for_readers(state) == _but_for_readers(before),
    )


def _but_for_readers(state: SessionState[State]) -> object:
    return (state.core, state.pause, state.off, state.finished)


def _sides_may_be_left_out(happened: Input, legal: set[Input]) -> bool:
    """stop and flip name no side when nobody knows whose word it is; pause names a reason."""
    if not isinstance(happened, Said):
        return False
    if happened.word == "pause":
        return Said(happened.at_ms, "pause") in legal
    known = any(isinstance(other, Said) and other.word == happened.word for other in legal)
    extra = happened.args and Said(happened.at_ms, happened.word) in legal
    return known and (not happened.args or bool(extra))


def _is_a_claim_in_a_tie(walk: Walk, happened: Input) -> bool:
    """Whether a claim is simultaneous with the first depends on its time, not on the state."""
    if walk.core.phase is not Phase.CLAIMED:
        return False
    rakes = walk.setup.index.rakes
    return (isinstance(happened, Placed) and happened.piece in rakes) or (
        isinstance(happened, Said) and happened.word == "stashed"
    )


def _assert_exactly_the_legal_moves_are_accepted(walk: Walk) -> None:
    if walk.full.pause is not None:
        return  # overrules are accepted then too, and cards are adopted
    lying = {piece for _, piece in walk.lying()}
    legal = legal_inputs(walk)
    inputs = dict.fromkeys(chain(sorted(legal, key=repr), _inputs_of_listed_kinds(walk)))
    for happened in inputs:
        if isinstance(happened, Placed) and happened.piece in lying:
            continue
        answer = _answer(walk, happened)
        if happened in legal:
            assert not answer.refused, f"{happened} is legal, and refused in {walk.core.phase}"
        elif not answer.refused and not answer.idle and not _is_a_claim_in_a_tie(walk, happened):
            assert _sides_may_be_left_out(happened, legal), (
                f"{happened} is not legal, and accepted in {walk.core.phase}"
            )


@SLICE
@given(SETUPS, STEPS, STREAMS)
def test_exactly_the_legal_moves_are_accepted(setup: Setup, steps: int, stream: bytes) -> None:
    walk = dealt(Walk(setup, Choices(stream)))
    for _ in range(steps // 20):
        _told(wander(walk, 20))
        _assert_exactly_the_legal_moves_are_accepted(walk)


@SLICE
@given(SETUPS, STEPS, STREAMS)
def test_tokens_may_fall_at_any_time(setup: Setup, steps: int, stream: bytes) -> None:
    """Laid where nobody needs it and lifted again, a token changes no card and no claim."""
    walk = _told(wander(dealt(Walk(setup, Choices(stream))), steps))
    before = walk.full
    lying = {piece for _, piece in walk.lying()}
    stashed = {token for side in before.core.sides for _, token in side.done}
    for token in setup.tokens[:5]:
        if token.id in lying or token.id in stashed:
            continue
        state, outputs = walk.session.advance(before, Placed(walk.now_ms, DECK, token.id))
        assert not any(isinstance(output, Refused) for output in outputs)
        state, _ = walk.session.advance(state, Removed(walk.now_ms, DECK, token.id))
        assert settled(state.core) == settled(before.core)


# ------------------------------------------------------------------- how deep walks go

SEEDS = range(5)

_ALL = {Phase.DEALING, Phase.READY, Phase.COUNTING, Phase.PLAYING, Phase.STOPPED, Phase.OVER}
_CLAIMS = {Phase.CLAIMED, Phase.CHECKING, Phase.DRAWING, Phase.INVENTORY}
REACHED = {
    (Mode.STASH, Referee.LIVE): _ALL | {Phase.TAKING},
    (Mode.STASH, Referee.CHECK): _ALL | {Phase.TAKING} | _CLAIMS,
    (Mode.PAWS, Referee.LIVE): _ALL | {Phase.TAKING, Phase.BETWEEN},
    (Mode.PAWS, Referee.CHECK): _ALL | {Phase.TAKING, Phase.BETWEEN, Phase.CHECKING},
}
OUTCOMES = {"stashed", "won", "lost-time", "lost-mismatch", "awarded", "ended"}


def test_walks_of_fixed_seeds_reach_every_phase_and_every_outcome() -> None:
    phases: dict[tuple[Mode, Referee], set[Phase]] = {}
    outcomes: set[str] = set()
    for seed in SEEDS:
        for number, kind in enumerate(KINDS):
            walk = Walk(any_setup(kind, seed), Choices.seeded(seed * 100 + number, 2000))
            watching = watched(walk)
            wander(walk, 500)
            phases.setdefault(kind[:2], set()).update(watching.phases)
            outcomes.add(walk.core.outcome)

    assert phases == REACHED
    assert outcomes - {""} == OUTCOMES


# Seven kinds for every mode and referee: more than a thousand games of each.
SOAK_SEEDS = range(150)


@pytest.mark.soak
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: "-".join(kind))
def test_many_games_of_every_kind_keep_the_rules(kind: tuple[Mode, Referee, str]) -> None:
    for seed in SOAK_SEEDS:
        walk = Walk(any_setup(kind, seed), Choices.seeded(seed, 2000))
        watched(walk)
        for _ in range(25):
            wander(walk, 20)
            _assert_exactly_the_legal_moves_are_accepted(walk)
        assert_replays(walk)
        _assert_undo_leads_to_the_beginning(walk)
