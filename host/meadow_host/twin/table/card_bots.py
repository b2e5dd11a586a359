"""Bots that play Sweet Takes at a meadow beside people: they see their own hand and what lies
openly, and lay cards on the deck reader.

Dealing is the dealer's, what becomes of cards on the table the middle's. It must not know other
hands' cards, nor any page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from meadow.pieces.kinds import SuitCard

from meadow_host.twin.meadow.ground import DECK, SIDES, cards_of, hand_of, tray_of
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.skill import takes_ms
from meadow_host.twin.players.sweet_takes.choosing import Sight, chosen_with, followers
from meadow_host.twin.players.sweet_takes.skill import CardSkill
from meadow_host.twin.table.eyes import SharedEyes
from meadow_host.twin.table.middle import Middle

SEEN_MS = 1_200
"""A card that was laid and is not played by then was refused."""

Game = Mapping[str, Any]


class CardBots:
    """Those of some seats."""

    def __init__(
        self,
        world: World,
        eyes: SharedEyes,
        middle: Middle,
        seats: Collection[str],
        seed: Random,
        skill: CardSkill,
    ) -> None:
        """Of ``skill`` counts how long they think and with how much sense: they make no mistakes,
        which people would have to put right."""
        self._world, self._eyes, self._middle, self._rng = world, eyes, middle, seed
        self.seats = seats
        self._skill = skill
        self._turn: tuple[Any, ...] = ()
        """Whose turn is thought about: set, round, how many played."""
        self._tried: set[str] = set()
        self._laid = ""
        self._due_ms = 0

    def act(self) -> int | None:
        """What is due; gives when there is more."""
        game, now_ms = self._eyes.game, self._world.now_ms
        seat = game.get("on_turn", "")
        if game.get("phase") != "playing" or seat not in self.seats or self._is_paused:
            self._turn, self._laid = (), ""
            return None
        turn = (game["set"], game["round"], len(game["plays"]))
        if turn != self._turn:
            self._turn, self._tried, self._laid = turn, set(), ""
            self._due_ms = now_ms + self._thinks_ms()
        if now_ms < self._due_ms:
            return self._due_ms
        if self._laid:
            self._laid = ""  # it was refused, and taken back: try another
            self._due_ms = now_ms + self._thinks_ms()
        elif not game["plays"] and self._middle.is_full:
            self._middle.collect()
        else:
            self._play(seat, game)
        return self._due_ms

    def _thinks_ms(self) -> int:
        return takes_ms(self._rng, self._skill.think_ms, self._skill.spread)

    @property
    def _is_paused(self) -> bool:
        return bool(self._eyes.view().get("paused"))

    def _play(self, seat: str, game: Game) -> None:
        world = self._world
        pieces = world.lying.pieces
        held = [pieces[card] for card in world.at(hand_of(seat))]
        hand = tuple([one for one in held if isinstance(one, SuitCard)])
        stash = [card for card in world.at(cards_of(seat)) if not world.lying.lie(card).up]
        lie = [pieces.get(play["card"]) for play in game["plays"]]
        plays = tuple([one for one in lie if isinstance(one, SuitCard)])
        sight = Sight(hand, len(stash), plays, len(game["seats"]) - len(plays) - 1)
        card = self._chosen(sight)
        if card is not None:
            self._lay(card.id, DECK)
        elif stash:
            scanned = game["deal"] == "scanned" or seat not in SIDES or seat in game["off"]
            self._lay(stash[-1], DECK if scanned else tray_of(seat))
        self._due_ms = world.now_ms + SEEN_MS

    def _chosen(self, sight: Sight) -> SuitCard | None:
        """A card of the hand; None is one of the stash."""
        chosen = chosen_with(self._skill.sense, sight, self._rng)
        if chosen is None or chosen.id not in self._tried:
            return chosen
        for cards in (followers(sight), sight.hand):
            untried = [card for card in cards if card.id not in self._tried]
            if untried:
                return self._rng.choice(untried)
        return None if sight.stash else chosen

    def _lay(self, card: str, place: str) -> None:
        self._laid = card
        self._tried.add(card)
        _move(self._world, card, place, up=True)


def _move(world: World, card: str, place: str, *, up: bool) -> None:
    world.move(card, lie_in(world.lying, card, place, None, None, up))
