"""The cards that are played at a meadow: who gets those of a round, and which were not taken.

A card that the table refused, or that an operator took back, lies where it was laid or was cleared
to; whoever held it shall have it again. It knows where cards came from and which the table counts
as played, and no rule of a game.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from meadow.pieces.kinds import SuitCard

from meadow_host.twin.meadow.ground import ASIDE, BOX, DECK, PILE, SIDES, cards_of, seat_of, tray_of
from meadow_host.twin.meadow.lying import HELD
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.eyes import SharedEyes

NOT_TAKEN_MS = 600
"""A card that has lain so long and does not count as played was refused, or taken back."""
READERS = (DECK, *map(tray_of, SIDES))
PLAYED_IN = ("dealing", "leading", "playing")
"""While a game is so, cards are in hands."""

MANY = 10
"""Under so many others a card may lie too high over an antenna to be read."""
REFUSED, UNDONE, UNREAD, ASTRAY = "refused", "undone", "unread", "astray"

Game = Mapping[str, Any]
Home = tuple[str, bool]
"""Where a card was before it was laid: a seat's hand or cards; and whether its face is up there."""


class Strayed(NamedTuple):
    """A card that lies somewhere and counts as held still, and by whom. ``how`` it came to be so:
    the table refused it, and ``why``; its play was undone; it lies on a reader that does not read
    it; or it lies where nothing reads it."""

    card: str
    seat: str
    how: str
    why: str


class Middle:
    """The cards of one meadow that are played or shall be. In the meadow's thread."""

    def __init__(self, world: World, eyes: SharedEyes) -> None:
        self._world, self._eyes = world, eyes
        cards = world.lying.pieces.values()
        self._cards = frozenset(card.id for card in cards if isinstance(card, SuitCard))
        self._homes: dict[str, Home] = {}
        self._rounds: dict[int, tuple[str, ...]] = {}
        """round -> the cards that were played in it, as the table has it now."""
        self._set = 0
        self._refused: dict[str, str] = {}
        """card -> why the table refused it, until it is held again, or taken."""
        self._undone: frozenset[str] = frozenset()
        """Those that counted as played once, and are not held again yet."""
        self._away: dict[str, tuple[str, int]] = {}
        """card that is not at home and not played -> where it lies, and since when."""
        self._seen: tuple[object, int] = (None, -1)

    # ------------------------------------------------------------------------- looking

    def turn(self) -> int | None:
        """See what became of the cards; gives when the next one has lain for long."""
        seen = (self._eyes.view(), self._world.changes)
        if seen[0] is not self._seen[0] or seen[1] != self._seen[1]:
            self._seen = seen
            self._look(self._eyes.game)
        now_ms = self._world.now_ms
        dues_ms = [since_ms + NOT_TAKEN_MS for _, since_ms in self._away.values()]
        return min([due_ms for due_ms in dues_ms if due_ms > now_ms], default=None)

    def _look(self, game: Game) -> None:
        if "suits" not in game or game["phase"] not in PLAYED_IN:
            self._homes.clear()
            self._away.clear()
            self._rounds.clear()
            self._refused.clear()
            self._undone = frozenset()
            return
        counted = self._played
        self._note_rounds(game)
        played, before, now_ms = self._played, self._away, self._world.now_ms
        self._undone = (self._undone | counted) - played if self._rounds else frozenset()
        for card in played:
            self._refused.pop(card, None)
        self._away = {}
        for card in self._cards:
            lie = self._world.lying.lie(card)
            if lie.place.startswith("hand.") or (lie.place.startswith("cards.") and not lie.up):
                self._homes[card] = (lie.place, lie.up)
                self._refused.pop(card, None)
                self._undone -= {card}
            elif lie.place in (PILE, BOX):
                self._homes.pop(card, None)
            elif (
                card in self._homes
                and card not in played
                and lie.place != self._homes[card][0]
                and not lie.place.startswith(HELD)
            ):
                same = before.get(card, ("", 0))[0] == lie.place
                self._away[card] = before[card] if same else (lie.place, now_ms)

    def _note_rounds(self, game: Game) -> None:
        if game["set"] != self._set:
            self._set = game["set"]
            self._rounds.clear()
        now = game["round"]
        for later in [one for one in self._rounds if one > now]:
            del self._rounds[later]  # it was undone
        self._rounds[now] = tuple([play["card"] for play in game["plays"]])
        if game["last_round"]:
            self._rounds[now - 1] = tuple([play["card"] for play in game["last_round"]])

    @property
    def _played(self) -> frozenset[str]:
        return frozenset(card for cards in self._rounds.values() for card in cards)

    @property
    def strayed(self) -> tuple[Strayed, ...]:
        """Those that lie somewhere, and count as held still."""
        now_ms = self._world.now_ms
        return tuple(
            [
                Strayed(card, self.home_of(card), *self._how(card, place))
                for card, (place, since_ms) in self._away.items()
                if now_ms >= since_ms + NOT_TAKEN_MS
            ]
        )

    def _how(self, card: str, place: str) -> tuple[str, str]:
        if card in self._refused:
            return REFUSED, self._refused[card]
        if card in self._undone:
            return UNDONE, "its play was undone"
        if place not in READERS:
            return ASTRAY, "it counts as held still"
        if len(self._world.at(place)) > MANY:
            return UNREAD, "too many cards lie on that reader"
        return UNREAD, "no reader has read it: lay it there again"

    def home_of(self, card: str) -> str:
        """The seat that holds a card, or held it before it was laid; "" for none."""
        return seat_of(self._homes[card][0]) if card in self._homes else ""

    def refused(self, card: str, why: str) -> None:
        """The table refused this, where it is a card that somebody holds."""
        if card in self._homes:
            self._refused[card] = why

    @property
    def past(self) -> int:
        """How many cards of rounds that are over lie where the next ones are played."""
        return len(self._past(self._eyes.game))

    @property
    def is_full(self) -> bool:
        """Whether there are such."""
        return self.past > 0

    # -------------------------------------------------------------------------- moving

    def take_back(self, seats: Collection[str]) -> str:
        """What was not taken goes back to the hands of these seats; gives why not, or ""."""
        mine = [one.card for one in self.strayed if one.seat in seats]
        for card in mine:
            self._move(card, *self._homes[card])
        return "" if mine else "every card that you laid was taken: there is none to take back"

    def collect(self) -> str:
        """The cards of the round before go to who won them, or aside; what was refused meanwhile
        goes back to whose it is. Gives why not, or ""."""
        if not any(self._lying()):
            return "nothing lies in the middle"
        game = self._eyes.game
        past = self._past(game)
        if not past and game.get("plays"):
            return "this round is being played: its cards lie there until all have played"
        for one in self.strayed:
            self._move(one.card, *self._homes[one.card])
        won = {card: seat["seat"] for seat in game.get("seats", ()) for card in seat["face_up"]}
        for card in past:
            self._move(card, cards_of(won[card]) if card in won else ASIDE, card in won)
        return ""

    def _past(self, game: Game) -> list[str]:
        """What lies there of rounds that are over; all of it where no round is played."""
        if game.get("phase") not in PLAYED_IN:
            return self._lying()
        now = {play["card"] for play in game.get("plays", ())}
        return [card for card in self._lying() if card in self._played and card not in now]

    def _lying(self) -> list[str]:
        return [card for place in READERS for card in self._world.at(place) if card in self._cards]

    def _move(self, card: str, place: str, up: bool) -> None:
        world = self._world
        world.move(card, lie_in(world.lying, card, place, None, None, up))
