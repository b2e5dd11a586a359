"""Games of Sweet Takes by simulated players in one line each, and what an operator does to them."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from random import Random

from meadow.games.sweet_takes.setup import Deal, DealOrder, Setup
from meadow_host.twin.players.sweet_takes import CardSkill
from meadow_host.twin.players.sweet_takes.bare import CardGame
from meadow_host.twin.players.sweet_takes.company import LOOK_MS

from tests.games.sweet_takes.scene import FIVE, SUITS, setup

CAREFUL = CardSkill().flawless()
CLUMSY = CardSkill(revoke=0.3, out_of_turn=0.15, two_at_once=0.2, deal_twice=0.15, deal_unused=0.15)
"""People at whose table everything goes wrong."""

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
    return bool(table.steps) and table.now_ms - table.steps[-1][0].at_ms >= LOOK_MS


class Comparison:
    """Compares every hand and stash of the world with the table's, once all have looked."""

    def __init__(self) -> None:
        self.made = 0
        """How often."""

    def watch(self, game: CardGame) -> None:
        state, world = game.table.state.core, game.players.world
        if not all_know(game) or state.phase.value in ("between", "over"):
            return
        self.made += 1
        index = state.setup.index
        for number, seat in enumerate(index.seats):
            hand, stash = world.hand(seat), world.stash(seat)
            assert (len(hand), len(stash)) == state.left(number)
            if state.scanned:
                assert {card.id for card in hand} == set(index.ids(state.hands[number]))
                assert {card.id for card in stash} == set(index.ids(state.stashes[number]))
