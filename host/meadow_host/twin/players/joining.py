"""Guests at a whole table: they choose a game, join, start, play, tidy up.

They look at the lobby before every movement, so they also cope with a game that was just over,
with choices left from before and with a card that was refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

import msgspec
from meadow.games.game import Seat
from meadow.pieces.kinds import AnyPiece, CommandCard

from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.parties import PARTIES, Company, Gather, Occasion, Skills
from meadow_host.twin.players.skill import Skill, takes_ms

READER = "deck"


class Guest(msgspec.Struct, frozen=True):
    """Who sits where with which rake, "" without one; ``age_rank`` 1 is the oldest, 0 not given."""

    side: str
    rake: str = ""
    age_rank: int = 0


class Invitation(msgspec.Struct, frozen=True):
    """What they want to play, by the words of the lobby (T4), the game's own first; and who comes.

    The game must be one of `parties.PARTIES`.
    """

    words: tuple[str, ...]
    guests: tuple[Guest, ...]


class _Step(NamedTuple):
    """Lay a piece on a place and take it away again, or (without a place) say a word."""

    piece: str
    place: str = ""
    args: tuple[str, ...] = ()


class Guests:
    """Drives a table from its lobby to the end of one game. The same interface as `Players`."""

    def __init__(
        self,
        invitation: Invitation,
        pieces: Iterable[AnyPiece],
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        skills: Skills = None,
        parties: Mapping[str, Gather] = PARTIES,
    ) -> None:
        """``pieces`` are all that the table knows; ``skills`` one for all or one a side;
        ``parties`` who plays which game.
        """
        self._invitation = invitation
        self._pieces = tuple(pieces)
        self._hands = hands
        self._eyes = eyes
        self._rng = rng
        self._skills = skills
        self._parties = parties
        self._pace = skills if isinstance(skills, Skill) else Skill()
        self._cards = {p.word: p.id for p in self._pieces if isinstance(p, CommandCard)}
        self._to_choose = list(invitation.words[1:])
        self._is_fresh = False
        self._lying: _Step | None = None
        self._due_ms: int | None = None
        self.players: Company | None = None
        """The players, once a game has begun."""

    @property
    def done(self) -> bool:
        """Whether the game is over and all is tidied up."""
        if self.players is None:
            return False
        view = self._eyes.view()
        return view.get("game", {}).get("phase") == "over" and self.players.next_ms() is None

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        return self.players.next_ms() if self.players else self._due_ms

    def act(self, now_ms: int) -> None:
        """Do all that is due; call it at `next_ms` and after every change at the table."""
        if self.players is not None:
            self.players.act(now_ms)
        elif self._due_ms is None:
            self._due_ms = now_ms + self._takes_ms()
        elif self._due_ms <= now_ms:
            self._due_ms = now_ms + self._takes_ms()
            self._move(now_ms)

    # ------------------------------------------------------------------------- inside

    def _takes_ms(self) -> int:
        return takes_ms(self._rng, self._pace.return_ms, self._pace.spread)

    def _move(self, now_ms: int) -> None:
        if self._lying is not None:
            self._hands.lift(self._lying.place, self._lying.piece)
            self._lying = None
            return
        view = self._eyes.view()
        if view["phase"] == "playing":
            self._sit_down(view, now_ms)
            return
        step = self._next_step(view)
        if step.place:
            self._hands.place(step.place, step.piece)
            self._lying = step
        else:
            self._hands.say(step.piece, *step.args)

    def _next_step(self, view: Mapping[str, Any]) -> _Step:
        lobby = view["lobby"]
        if view["phase"] != "lobby" or (lobby["game"] and not self._is_fresh):
            self._is_fresh = view["phase"] == "lobby"
            return self._word("end")  # clear the last game, then its choices
        self._is_fresh = True
        if not lobby["game"]:
            return self._word(self._invitation.words[0])
        if self._to_choose:
            return self._word(self._to_choose.pop(0))
        return self._joining(lobby["seats"]) or self._word("start")

    def _word(self, word: str) -> _Step:
        """By its command card, else by the operator."""
        card = self._cards.get(word)
        return _Step(card, READER) if card else _Step(word)

    def _joining(self, seats: list[dict[str, Any]]) -> _Step | None:
        """Who is not yet where they want to be, or how old is not said yet."""
        there = {seat["side"]: seat for seat in seats}
        wanted = {guest.side for guest in self._invitation.guests}
        for side in there:
            if side not in wanted:
                return _Step("leave", args=(side,))
        for guest in self._invitation.guests:
            seat = there.get(guest.side, {})
            if not seat and not guest.rake:
                return self._seat(guest.side)
            if seat.get("rake", "") != guest.rake:
                if seat.get("rake"):
                    return _Step("leave", args=(guest.side,))
                return _Step(guest.rake, guest.side)
            if seat.get("age_rank", 0) != guest.age_rank:
                return _Step("age", args=(guest.side, str(guest.age_rank)))
        return None

    def _seat(self, side: str) -> _Step:
        """By a Seat card, else by the operator (T5)."""
        card = self._cards.get(f"seat-{side}")
        return _Step(card, READER) if card else _Step("seat", args=(side,))

    def _sit_down(self, view: Mapping[str, Any], now_ms: int) -> None:
        """The game has begun: from now on they play."""
        ages = {guest.side: guest.age_rank for guest in self._invitation.guests}
        seats = [
            Seat(seat["side"], seat.get("rake", ""), age_rank=ages[seat["side"]])
            for seat in view["lobby"]["seats"]
        ]
        occasion = Occasion(seats, self._pieces, self._invitation.words, self._skills)
        gather = self._parties[view["lobby"]["game"]]
        self.players = gather(occasion, self._hands, self._eyes, self._rng)
        self.players.act(now_ms)
