"""The cards of every set, kept as the table has them: dealt anew, played, taken back by an undo.

People see what the table believes and put the cards there. It must not know how they choose.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from random import Random
from typing import Any

from meadow.pieces.kinds import SuitCard

from meadow_host.twin.players.sweet_takes.world import HAND, STASH, CardWorld

HAND_SIZE, STASH_SIZE = 9, 3

Game = Mapping[str, Any]
"""The public view of a game."""


class Sets:
    """The cards of each set of one game."""

    def __init__(self, box: Iterable[SuitCard], seats: Sequence[str], rng: Random) -> None:
        self._box = tuple(box)
        self._seats = tuple(seats)
        self._rng = rng
        self._worlds: dict[int, CardWorld] = {}

    def keep_up(self, game: Game) -> CardWorld:
        """The cards of the set that is played, as the table has them now."""
        world = self._worlds.get(game["set"])
        if world is None or (world.suits != tuple(game["suits"]) and game["phase"] != "between"):
            world = self._shuffled(game)
        if game["phase"] == "dealing":
            count = sum(seat[HAND] + seat[STASH] for seat in game["seats"])
            while len(world.dealt) > count:
                world.undo_deal()
        if game["phase"] in ("leading", "playing"):
            self._keep_up_with_plays(world, game)
        return world

    def _keep_up_with_plays(self, world: CardWorld, game: Game) -> None:
        """What was not taken, or taken back, goes back; a card may also have been played by a
        word of the operator, or have counted after all.
        """
        count = max(0, game["round"] - 1) * len(self._seats) + len(game["plays"])
        lately = [play["card"] for play in (*game["last_round"], *game["plays"])]
        played = world.played
        while len(played) > count or (played and played[-1].card.id not in lately):
            world.undo_play()
        if len(played) < count:
            for card in lately:
                held = world.where(card)
                if held is not None:
                    world.play(held.seat, held.pile, held.card)

    def _shuffled(self, game: Game) -> CardWorld:
        """A new set, in which the cards may be dealt without the table."""
        world = CardWorld(self._box, game["suits"], self._seats, self._rng)
        self._worlds[game["set"]] = world
        if game["deal"] == "unscanned":
            for pile, size in ((HAND, HAND_SIZE), (STASH, STASH_SIZE)):
                for _ in range(size):
                    for seat in self._seats:
                        world.deal(seat, pile)
        return world
