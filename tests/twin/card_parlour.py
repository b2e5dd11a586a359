"""Games of Sweet Takes by simulated players in one line each, and what an operator does to them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from meadow.games.sweet_takes.setup import Deal, DealOrder, Setup
from meadow_host.twin.players.sweet_takes import CardSkill
from meadow_host.twin.players.sweet_takes.bare import CardGame

from tests.games.sweet_takes.scene import FIVE, SUITS, setup

CAREFUL = CardSkill().flawless()
CLUMSY = CardSkill(revoke=0.3, out_of_turn=0.15, two_at_once=0.2, deal_twice=0.15, deal_unused=0.15)
"""People at whose table everything goes wrong."""

LOOKED_MS = 250
"""So long after a movement all players know what the table made of it."""

Watch = Callable[[CardGame], None]


def any_setup(players: int, deal: Deal, sets: int, seed: int) -> Setup:
    """A set-up of this kind; seats, suits, who leads and the order of dealing by the seed."""
    chance = Random(f"set-up {players} {seed}")
    seats = chance.choice(list(combinations(FIVE, players)))
    return setup(
        seats,
        suits=tuple(chance.sample(list(SUITS.values()), players + 1)),
        leader=chance.choice(("", *seats)),
        sets=sets,
        deal=deal,
        deal_order=chance.choice(list(DealOrder)),
    )


class Operator:
    """Takes back or pauses now and then, at moments by the seed."""

    def __init__(self, seed: int, undo: float = 0.02, pause: float = 0.01) -> None:
        self._chance = Random(f"operator {seed}")
        self._undo, self._pause = undo, pause
        self.undone: list[str] = []
        """The phases in which something was taken back."""

    def watch(self, game: CardGame) -> None:
        view = game.table.view()
        if self._chance.random() < self._undo and view["can_undo"]:
            self.undone.append(view["game"]["phase"])
            game.table.say("undo")
        elif self._chance.random() < self._pause and not view["paused"]:
            game.table.say("pause")


def all_know(game: CardGame) -> bool:
    """Whether the players have seen what the table made of all they did."""
    table = game.table
    return bool(table.steps) and table.now_ms - table.steps[-1][0].at_ms >= LOOKED_MS


def holds_what_the_table_knows(game: CardGame) -> None:
    """Every hand and stash of the world is that of the table, once all have looked."""
    state, world = game.table.state.core, game.players.world
    if not all_know(game) or state.phase.value in ("between", "over"):
        return
    index = state.setup.index
    for number, seat in enumerate(index.seats):
        assert (len(world.hand(seat)), len(world.stash(seat))) == state.left(number)
        if state.scanned:
            assert {card.id for card in world.hand(seat)} == set(index.ids(state.hands[number]))
            assert {card.id for card in world.stash(seat)} == set(index.ids(state.stashes[number]))
