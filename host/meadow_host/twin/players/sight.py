"""What one player sees: the table's public view and lights, and what lies openly on the table.

This is the only window of a player's mind. It shows no card that lies face down, not even the
player's own, but for how many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from meadow.pieces.kinds import Design

from meadow_host.twin.players.hands import Eyes
from meadow_host.twin.players.whereabouts import Whereabouts
from meadow_host.twin.players.world import (
    ASIDE,
    DECK_READER,
    FLOOR,
    MEADOW,
    SIDES,
    Kind,
    Spot,
)

Side = Mapping[str, Any]
"""One side as the public view has it."""

NO_GAME: Mapping[str, Any] = {"phase": "", "sides": []}


class HiddenError(Exception):
    """A player tried to see what nobody can see: a fault of the simulation."""


class Sight:
    """The table as the player of one side sees it at this moment."""

    def __init__(
        self,
        me: str,
        world: Whereabouts,
        eyes: Eyes,
        goes_on: Callable[[], str] | None = None,
    ) -> None:
        """``goes_on`` gives whose it is to let play go on that stands still; by itself that is
        the caller of Stop!, else the host."""
        self.me = me
        self._goes_on = goes_on
        self._world = world
        self._eyes = eyes
        self._rake = world.rakes.get(me, "")
        self._my_deck = Spot(Kind.DECK, me)
        self._trays = {side: Spot(Kind.TRAY, side) for side in SIDES}
        self._besides = {side: Spot(Kind.BESIDE, side) for side in SIDES}
        self._hands = {side: Spot(Kind.HAND, side) for side in SIDES}
        self._faces = {side: Spot(Kind.FACE_UP, side) for side in SIDES}
        self.look({})

    def look(self, view: Mapping[str, Any]) -> None:
        """Take in the public view of this moment."""
        game = view.get("game", NO_GAME)
        self.game: Mapping[str, Any] = game
        self.phase: str = game["phase"]
        self.paused: str = view.get("paused", "")
        self.counting: bool = bool(view.get("counting"))
        self.broken: Sequence[str] = view.get("broken", ())
        self.sides: dict[str, Side] = {side["side"]: side for side in game["sides"]}
        self.mine: Side = self.sides.get(self.me, {})

    # ------------------------------------------------------------- what the table tells

    @property
    def is_live(self) -> bool:
        """Whether the table judges the tokens (T8)."""
        return bool(self.game["referee"] == "live")

    @property
    def is_team(self) -> bool:
        """Whether this is Quick Paws."""
        return bool(self.game["mode"] == "quick-paws")

    @property
    def is_off(self) -> bool:
        """Whether the own side is switched off (T15)."""
        return bool(self.mine.get("off", False))

    @property
    def host(self) -> str:
        """Who deals and counts when nobody else is asked for it: the first side in play."""
        return next((side for side, shown in self.sides.items() if not shown["off"]), "")

    @property
    def goes_on(self) -> str:
        """Whose it is to let play go on that stands still; "" for none of the players."""
        if self._goes_on is not None:
            return self._goes_on()
        caller = "" if self.paused else str(self.game.get("caller", ""))
        return caller or self.host

    def cue(self, place: str) -> str:
        """What the lights of a place show."""
        return self._eyes.cues().get(place, "")

    def verdict(self, token: str) -> str:
        """What the table thinks of a token in the own tray, as the lights and view show it."""
        for lay in self.mine.get("tray", ()):
            if lay["token"] == token:
                return str(lay["verdict"])
        return ""

    @property
    def open_cards(self) -> Sequence[str]:
        """The own cards that the table takes to be open."""
        cards: Sequence[str] = self.mine.get("open", ())
        return cards

    @property
    def laid(self) -> Sequence[str]:
        """The tokens the side at it has laid in its check or inventory."""
        tokens: Sequence[str] = self.game.get("laid", ())
        return tokens

    @property
    def asked_card(self) -> tuple[Any, ...]:
        """Which Treat card the table waits for; it changes when one was accepted."""
        game = self.game
        dealt = sum(side["cards"] for side in game["sides"])
        whom = game.get("deal_to") or game.get("take_for") or game.get("draw_for")
        return (self.phase, whom, game.get("take_from"), game.get("draws_left"), dealt)

    # ------------------------------------------------------------ what lies on the table

    @property
    def meadow(self) -> list[str]:
        """The tokens on the meadow; a rake may lie there, too."""
        return self._tokens_at(MEADOW)

    @property
    def floor(self) -> list[str]:
        """The tokens that fell off a corner."""
        return self._tokens_at(FLOOR)

    @property
    def on_reader(self) -> Sequence[str]:
        """The pieces on the deck reader; of a card only its back is seen."""
        return self._world.at(DECK_READER)

    @property
    def nobodys_trays(self) -> list[str]:
        """The sides where nobody plays."""
        return [side for side in SIDES if side not in self.sides or self.sides[side]["off"]]

    def tray(self, side: str) -> list[str]:
        """The tokens in a tray."""
        return self._tokens_at(self._trays[side])

    def beside(self, side: str) -> list[str]:
        """The tokens somebody has laid down beside the cards."""
        return self._tokens_at(self._besides[side])

    def _tokens_at(self, spot: Spot) -> list[str]:
        return [piece for piece in self._world.at(spot) if self._world.is_token(piece)]

    def in_hand(self, side: str) -> str:
        """The token in somebody's hand, or ""."""
        for piece in self._world.at(self._hands[side]):
            if self._world.is_token(piece):
                return piece
        return ""

    def rake_spot(self) -> Spot | None:
        """Where the own rake is; None for a player without one."""
        return self._world.where(self._rake) if self._rake else None

    def face_up(self, side: str) -> Sequence[str]:
        """The cards somebody has turned up, in that order."""
        return self._world.at(self._faces[side])

    def on_card(self, card: str) -> str:
        """The token on a card, or ""."""
        return self._world.on_card(card)

    def uncovered(self, side: str) -> list[str]:
        """Somebody's face-up cards without a token."""
        return [card for card in self.face_up(side) if not self._world.on_card(card)]

    def deck_size(self, side: str) -> int:
        return len(self._world.at(Spot(Kind.DECK, side)))

    @property
    def my_deck_size(self) -> int:
        return len(self._world.at(self._my_deck))

    @property
    def is_collected(self) -> bool:
        """Whether all cards are back in the pile."""
        return not self._world.at(ASIDE) and not any(
            self.deck_size(side) or self.face_up(side) for side in self.sides
        )

    def design(self, piece: str) -> Design:
        """What is drawn on a piece. Raises `HiddenError` for a card that lies face down."""
        if self._world.is_face_down(piece):
            raise HiddenError(f"{self.me} cannot see {piece}: it lies face down")
        return self._world.design(piece)

    def fits(self, token: str, card: str) -> bool:
        """Whether a token is the one a face-up card shows (R23)."""
        return self.design(token) == self.design(card)

    def on_meadow_for(self, card: str) -> list[str]:
        """The tokens on the meadow that a face-up card wants."""
        wanted = self._world.tokens_of(self.design(card))
        return [token for token in wanted if self._world.where(token) == MEADOW]

    def is_near(self, token: str, side: str) -> bool:
        """Whether a token on the meadow lies nearest to a side."""
        return self._world.near(token) == side

    def spot(self, token: str) -> Spot:
        """Where a token is: tokens always lie openly."""
        if not self._world.is_token(token):
            raise HiddenError(f"{token} is no token")
        return self._world.where(token)
