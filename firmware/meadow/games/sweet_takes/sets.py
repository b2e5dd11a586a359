"""Between the sets of the three-set game: swapping suits and opening the next (R121, R122)."""

from __future__ import annotations

from collections.abc import Sequence

from meadow.games.game import Sound, Step
from meadow.games.sweet_takes import dealing
from meadow.games.sweet_takes.facts import SetOpened, SuitsSwapped
from meadow.games.sweet_takes.setup import suits_trouble
from meadow.games.sweet_takes.state import State, Stepped, new_set, refused, replace


def swap(state: State, args: Sequence[str]) -> Stepped:
    """``swap OLD NEW [OLD NEW ...]``: suits of the box take the place of suits in use (S16)."""
    index = state.setup.index
    if not args or len(args) % 2:
        return refused(state, "swap needs suits in pairs: swap OLD NEW", ruling="R122")
    if len(state.suits) == len(index.suits):
        return refused(state, "all suits are in use: there is none to swap for", ruling="S16")
    names = [index.suits[suit] for suit in state.suits]
    for old, new in zip(args[::2], args[1::2], strict=True):
        if old not in names:
            why = f"{old!r} is not in use: in use are {', '.join(names)}"
            return refused(state, why, ruling="R122")
        if new in names:
            return refused(state, f"{new!r} is in use already", ruling="R122")
        names[names.index(old)] = new
    return choose(state, names)


def choose(state: State, names: Sequence[str]) -> Stepped:
    """``suits NAME ...``: all suits of the next set."""
    setup = state.setup
    trouble = suits_trouble(names, setup.cards, len(setup.seats))
    if trouble:
        return refused(state, trouble, ruling="R122")
    suits = tuple(sorted(setup.index.suits.index(name) for name in names))
    if suits == state.suits:
        return refused(state, f"in use already: {', '.join(names)}", ruling="R122")
    fact = SuitsSwapped(suits=tuple([setup.index.suits[suit] for suit in suits]))
    return Step(replace(state, suits=suits), (fact, Sound("leader")))


def open_next(state: State) -> Stepped:
    """Start: the cards are collected, shuffled and dealt anew; the tracker's holder leads (S8)."""
    state = new_set(state)
    opened = SetOpened(set=state.set_number)
    step = dealing.go_on(state)
    return Step(step.state, (opened, *step.outputs))
