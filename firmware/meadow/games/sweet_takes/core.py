"""The rules core of Sweet Takes: which rule an input meets. Pure and total.

The rules are in the phases' modules; this one only hands inputs on.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, ClassVar

from meadow.games.game import (
    PAUSE,
    RESUME,
    Cue,
    Input,
    Move,
    Placed,
    Said,
    Step,
)
from meadow.games.sweet_takes import dealing, playing, speech, views
from meadow.games.sweet_takes.at_once import after_pause
from meadow.games.sweet_takes.lights import lights_of
from meadow.games.sweet_takes.moves import laid_again, legal_moves
from meadow.games.sweet_takes.setup import Setup, check_setup
from meadow.games.sweet_takes.state import Phase, State, Stepped, new_set, refused

_PLAYING = Phase.PLAYING  # an enum's look-up of a member takes as long as making a struct


def _placed(state: State, placed: Placed) -> Stepped:
    """A piece that is no card of the box."""
    index = state.setup.index
    piece = placed.piece
    if piece == state.setup.tracker:
        return dealing.tracker_placed(state, placed.place)
    if piece in index.rakes:
        return speech.rake_placed(state, placed)
    why = f"{piece} is no piece of this game: take it away"
    return refused(state, why, placed.place, "T6")


class SweetTakes:
    """The rules core of Sweet Takes, one set or three."""

    name: ClassVar[str] = "sweet-takes"
    rules_version: ClassVar[int] = 1
    overrules: ClassVar[frozenset[str]] = frozenset({"award"})

    def begin(self, setup: Setup) -> Stepped:
        """The first state: dealing. Raises `SetupError` when it cannot be played so."""
        check_setup(setup)
        index = setup.index
        nothing = (0,) * index.players
        leader = index.number_of_seat[setup.leader] if setup.leader else -1
        state = State(
            setup=setup,
            phase=Phase.DEALING,
            suits=tuple(sorted(index.suits.index(suit) for suit in setup.suits)),
            hands_dealt=nothing,
            stashes_dealt=nothing,
            face_up=nothing,
            face_down=nothing,
            leader=leader,
        )
        return dealing.go_on(new_set(state))

    def advance(self, state: State, happened: Input) -> Stepped:
        """The state after an input; an illegal one gives `Refused` and the same state."""
        if isinstance(happened, Placed):
            card = state.setup.index.number_of.get(happened.piece)
            if card is None:
                return _placed(state, happened)
            if state.phase is _PLAYING:  # nearly all inputs, so without a detour
                return playing.card_placed(state, card, happened.at_ms, happened.place)
            return speech.card_placed(state, card, happened)
        if isinstance(happened, Said) and happened.word != PAUSE:
            if happened.word == RESUME:
                return Step(after_pause(state), ())
            return speech.said(state, happened)
        # What lies on a reader unjudged, what is lifted (S15), a pause: all mean nothing here.
        return Step(state, ())

    def lights(self, state: State) -> Mapping[str, Cue]:
        return lights_of(state)

    def alarms(self, state: State) -> Mapping[str, int]:
        """None: nothing in Sweet Takes is a matter of time."""
        return {}

    def view(self, state: State, audience: str) -> Mapping[str, Any]:
        return views.view(state, audience)

    def legal(self, state: State) -> tuple[Move, ...]:
        return legal_moves(state)

    def cards(self, state: State) -> Collection[str]:
        return laid_again(state)

    def buttons(self, state: State) -> tuple[str, ...]:
        return state.setup.index.rakes
