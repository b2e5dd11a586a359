"""A hand that deals: card after card over the deck reader, then to whoever the table asks for (T6).

As people deal, but without their having to drag each card. It waits for what the table makes of a
card, and gives up when that is refused. It must not know who wants it to deal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from meadow.pieces.kinds import SuitCard, TreatCard

from meadow_host.twin.meadow.ground import ASIDE, BOX, DECK, PILE, cards_of, hand_of
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.eyes import SharedEyes

NEXT_MS = 180
"""From handing one card over to laying the next on the reader."""
REFUSED_MS = 1_500
"""A card of which the table has made nothing by then is refused."""

Game = Mapping[str, Any]


class Asked(NamedTuple):
    """What the table waits for: a card from a place, for another; ``mark`` is another after each
    card that was taken."""

    source: str
    to: str
    mark: tuple[object, ...]
    under: bool = False
    held_up: bool = False


class Dealer:
    """Deals at one meadow."""

    def __init__(self, world: World, eyes: SharedEyes) -> None:
        self._world = world
        self._eyes = eyes
        self.left = 0
        """So many cards are still to be dealt, if the table asks for so many."""
        self._card = ""
        self._asked = Asked("", "", ())
        self._due_ms = 0

    def deal(self, count: int) -> str:
        """Deal so many; 0 stops after the card that is under way."""
        if count and self._wanted() is None:
            return "the table asks for no card now"
        self.left = count
        return ""

    def turn(self) -> int | None:
        """What is due; gives when there is more."""
        now_ms = self._world.now_ms
        if self._card:
            self._wait(now_ms)
        if not self._card and self.left and now_ms >= self._due_ms:
            self._lay(now_ms)
        return self._due_ms if self._card or self.left else None

    # ------------------------------------------------------------------------- inside

    def _lay(self, now_ms: int) -> None:
        """The next card comes over the reader."""
        wanted = self._wanted()
        if wanted is None:
            self.left = 0
            return
        self._prepare(wanted)
        card = self._top(wanted.source)
        if not card:
            self.left = 0
            return
        self.left -= 1
        self._card, self._asked, self._due_ms = card, wanted, now_ms + REFUSED_MS
        self._move(card, DECK, up=False)

    def _wait(self, now_ms: int) -> None:
        """Hand it over once the table has taken it; back with it if the table does not."""
        lies = self._world.lying.lie(self._card).place == DECK
        wanted, asked = self._wanted(), self._asked
        taken = wanted is None or wanted.mark != asked.mark
        if lies and taken:
            self._move(self._card, asked.to, up=asked.held_up, under=asked.under)
        elif lies and now_ms < self._due_ms:
            return
        elif lies:
            self._move(self._card, asked.source, up=False, under=True)
            self.left = 0
        self._card, self._due_ms = "", now_ms + NEXT_MS

    def _move(self, card: str, place: str, *, up: bool, under: bool = False) -> None:
        world = self._world
        world.move(card, lie_in(world.lying, card, place, None, None, up), under=under)

    def _top(self, place: str) -> str:
        """The card on top of those that lie face down; "" for none."""
        lying = self._world.lying
        cards = [
            piece for piece in lying.at(place) if lying.is_card(piece) and not lying.lie(piece).up
        ]
        return cards[-1] if cards else ""

    def _prepare(self, wanted: Asked) -> None:
        """Cards that are not played with go into the box; set-aside ones are drawn again (W2), and
        all of Sweet Takes are gathered before a set."""
        if wanted.source != PILE:
            return
        world, game = self._world, self._eyes.game
        if "suits" in game and not any(seat["hand"] + seat["stash"] for seat in game["seats"]):
            self._gather(game)
        if not world.at(PILE):
            for card in tuple(world.at(ASIDE)):
                self._move(card, PILE, up=False)
            world.shuffle(PILE)
        kind = SuitCard if "suits" in game else TreatCard
        for card in tuple(world.at(PILE)):
            piece = world.lying.pieces[card]
            if not isinstance(piece, kind) or (
                isinstance(piece, SuitCard) and piece.suit not in game["suits"]
            ):
                self._move(card, BOX, up=False)

    def _gather(self, game: Game) -> None:
        """All cards of a set that begins, wherever the one before left them, into the pile."""
        world = self._world
        pieces = [world.lying.pieces[card] for card in world.lying.pieces]
        cards = [one for one in pieces if isinstance(one, SuitCard) and one.suit in game["suits"]]
        scattered = [one.id for one in cards if world.lying.lie(one.id).place != PILE]
        for card in scattered:
            self._move(card, PILE, up=False)
        if scattered:
            world.shuffle(PILE)

    def _wanted(self) -> Asked | None:
        """What the table asks for."""
        game = self._eyes.game
        phase = game.get("phase", "")
        if self._eyes.view().get("paused"):
            return None
        if phase == "dealing" and "seats" in game:
            count = sum(seat["hand"] + seat["stash"] for seat in game["seats"])
            held_up = game["deal_pile"] == "hand"
            to = (hand_of if held_up else cards_of)(game["deal_to"])
            return Asked(PILE, to, (game["set"], count), held_up=held_up)
        if phase == "dealing":
            return Asked(PILE, cards_of(game["deal_to"]), (_cards(game),))
        if phase == "taking":
            # A card that is taken changes hands: whose turn it is next tells that it was.
            pair = (game["take_from"], game["take_for"])
            return Asked(cards_of(pair[0]), cards_of(pair[1]), pair)
        if phase == "drawing":
            return Asked(PILE, cards_of(game["draw_for"]), (_cards(game),), under=True)
        return None


def _cards(game: Game) -> int:
    return sum(side["cards"] for side in game["sides"])
