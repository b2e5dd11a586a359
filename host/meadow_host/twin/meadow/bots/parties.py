"""Who plays which game at a meadow, how the table is set for it, and hands that lay pieces there.

The one place at the meadow that names the games.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import msgspec
from meadow.pieces.kinds import Rake, StashToken, SuitCard, TreatCard

from meadow_host.twin.meadow import ground
from meadow_host.twin.meadow.bots.company import MeadowPlayers
from meadow_host.twin.meadow.bots.skills import Ability
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.parties import PARTIES, Company, Gather, Occasion
from meadow_host.twin.players.sweet_takes import CardPlayers

READER = "deck"


class WorldHands:
    """The `Hands` of guests and card players at a meadow: they lay pieces over antennas, and take
    them to where such pieces are kept. Words go to the table by ``say``."""

    def __init__(self, world: World, say: Callable[..., None], eyes: Eyes) -> None:
        self._world, self._say, self._eyes = world, say, eyes
        self.cards: CardPlayers | None = None
        """Who plays with cards now: they know which hand a dealt card goes to."""

    def place(self, place: str, piece_id: str) -> None:
        """Raises `RefusedError` for what cannot lie there."""
        where = place if place == READER else ground.tray_of(place)
        up = True if piece_id in self._held_up() else None
        self._world.move(piece_id, lie_in(self._world.lying, piece_id, where, None, None, up))

    def lift(self, place: str, piece_id: str) -> None:
        """Take a piece from there; a rake goes beside its side, a card to whom it belongs."""
        piece = self._world.lying.pieces[piece_id]
        up: bool | None = None
        if isinstance(piece, Rake) and place != READER:
            where = ground.beside_of(place)
        elif isinstance(piece, SuitCard):
            where, up = self._home_of(piece_id)
        else:
            where = ground.BOX
        self._world.move(piece_id, lie_in(self._world.lying, piece_id, where, None, None, up))

    def say(self, word: str, *args: str) -> None:
        self._say(word, *args)

    def _held_up(self) -> frozenset[str]:
        """The cards that somebody holds in hand: laid down, they lie face up."""
        hands = [ground.hand_of(seat) for seat in (*ground.SIDES, ground.FIVE)]
        return frozenset(card for hand in hands for card in self._world.at(hand))

    def _home_of(self, card: str) -> tuple[str, bool | None]:
        """Where a card of Sweet Takes goes from the reader: to the hand or stash it was dealt to,
        or to who won it."""
        held = self.cards.world.where(card) if self.cards is not None else None
        if held is not None:
            in_hand = held.pile == "hand"
            return (ground.hand_of if in_hand else ground.cards_of)(held.seat), in_hand
        for seat in self._eyes.view().get("game", {}).get("seats", ()):
            if card in seat.get("face_up", ()) and seat["seat"] in ground.SIDES:
                return ground.beside_of(seat["seat"]), True
        return ground.ASIDE, None


def set_table(world: World, game: str) -> None:
    """Everything of other games into the box, that of this one laid out: tokens scattered, cards
    shuffled into the pile. Rakes stay where they are."""
    kinds: tuple[type[Any], ...] = {
        "sweepers": (StashToken, TreatCard),
        "sweet-takes": (SuitCard,),
    }.get(game, ())
    pieces = world.lying.pieces
    for piece in pieces.values():
        if isinstance(piece, StashToken | TreatCard | SuitCard):
            place = ground.PILE if isinstance(piece, kinds) else ground.BOX
            at = ground.ZONES[place].middle
            world.move(piece.id, Lie(place, at.x, at.y, up=isinstance(piece, StashToken)))
    world.scatter(
        [p.id for p in pieces.values() if isinstance(p, StashToken) and StashToken in kinds]
    )
    world.shuffle(ground.PILE)


def parties(world: World, hands: WorldHands, abilities: Mapping[str, Ability]) -> dict[str, Gather]:
    """game -> who plays it at this meadow: bots on the sides in ``abilities``. Only tokens need a
    meadow: Sweet Takes is played by the players of any table."""

    def sweepers(occasion: Occasion, _: Hands, eyes: Eyes, rng: Random) -> Company:
        set_table(world, "sweepers")
        hand = "other" if "way-c" in occasion.words else ""
        return MeadowPlayers(
            world,
            [msgspec.structs.replace(seat, hand=hand) for seat in occasion.seats],
            [piece for piece in occasion.pieces if isinstance(piece, StashToken)],
            [piece for piece in occasion.pieces if isinstance(piece, TreatCard)],
            hands,
            eyes,
            rng,
            abilities,
            team="quick-paws" in occasion.words,
        )

    def sweet_takes(occasion: Occasion, _: Hands, eyes: Eyes, rng: Random) -> Company:
        set_table(world, "sweet-takes")
        skills = {side: ability.cards for side, ability in abilities.items()}
        company = PARTIES["sweet-takes"](occasion._replace(skills=skills), hands, eyes, rng)
        hands.cards = company if isinstance(company, CardPlayers) else None
        return company

    return {"sweepers": sweepers, "sweet-takes": sweet_takes}
