"""Bots that play Sweet Takes at a meadow beside people: they see their own hand and what lies
openly, and lay cards on the deck reader.

Dealing is the dealer's. It must not know other hands' cards, nor any page.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from random import Random
from typing import Any

from meadow.pieces.kinds import SuitCard

from meadow_host.twin.meadow.ground import ASIDE, DECK, SIDES, cards_of, hand_of, tray_of
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.skill import takes_ms
from meadow_host.twin.players.sweet_takes.choosing import Sight, followers, sensible
from meadow_host.twin.table.eyes import SharedEyes

THINK_MS, SPREAD = 1_900, 0.35
SEEN_MS = 1_200
"""A card that was laid and is not played by then was refused."""
CARRY_MS = 700
"""What is played from a tray goes on to the middle after so long (S21)."""

Game = Mapping[str, Any]


class CardBots:
    """Those of some seats."""

    def __init__(
        self, world: World, eyes: SharedEyes, seats: Collection[str], seed: Random
    ) -> None:
        self._world, self._eyes, self._rng = world, eyes, seed
        self.seats = seats
        self._turn: tuple[Any, ...] = ()
        """Whose turn is thought about: set, round, how many played."""
        self._tried: set[str] = set()
        self._laid = ""
        self._from = ""
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
            self._due_ms = now_ms + takes_ms(self._rng, THINK_MS, SPREAD)
        if now_ms < self._due_ms:
            return self._due_ms
        if self._laid:
            self._take_back(seat)
        elif not game["plays"] and self._world.at(DECK):
            clear_middle(self._world, game)
        else:
            self._play(seat, game)
        return self._due_ms

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
            self._lay(card.id, DECK, hand_of(seat))
        elif stash:
            scanned = game["deal"] == "scanned" or seat not in SIDES or seat in game["off"]
            self._lay(stash[-1], DECK if scanned else tray_of(seat), cards_of(seat))
        self._due_ms = world.now_ms + SEEN_MS

    def _chosen(self, sight: Sight) -> SuitCard | None:
        """A card of the hand; None is one of the stash."""
        chosen = sensible(sight, self._rng)
        if chosen is None or chosen.id not in self._tried:
            return chosen
        for cards in (followers(sight), sight.hand):
            untried = [card for card in cards if card.id not in self._tried]
            if untried:
                return self._rng.choice(untried)
        return None if sight.stash else chosen

    def _lay(self, card: str, place: str, source: str) -> None:
        self._laid, self._from = card, source
        self._tried.add(card)
        _move(self._world, card, place, up=True)

    def _take_back(self, seat: str) -> None:
        """It was refused: back to where it came from, to try another."""
        card, self._laid = self._laid, ""
        if self._world.lying.lie(card).place in (DECK, tray_of(seat)):
            _move(self._world, card, self._from, up=self._from == hand_of(seat))
        self._due_ms = self._world.now_ms + takes_ms(self._rng, THINK_MS, SPREAD)


def clear_middle(world: World, game: Game) -> None:
    """The cards of the round before go to who won them, or aside."""
    won = {card: seat["seat"] for seat in game.get("seats", ()) for card in seat["face_up"]}
    for card in tuple(world.at(DECK)):
        if isinstance(world.lying.pieces[card], SuitCard):
            place = cards_of(won[card]) if card in won else ASIDE
            _move(world, card, place, up=card in won)


def _move(world: World, card: str, place: str, *, up: bool) -> None:
    world.move(card, lie_in(world.lying, card, place, None, None, up))
