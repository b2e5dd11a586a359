"""Plays Sweepers on the fixture ``table``: joins, deals, covers, claims, hands in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from meadow.games.sweepers.facts import (
    CardCovered,
    CardDealt,
    PlayBegan,
    TimerFlipped,
    TokenChecked,
    TokenMatched,
)
from meadow_host.hil.table import TableUnderTest

from tests.hil.box import Box, Pair

SIDES = ("north", "south")
CLAIM_MS = 400
"""A rake that claims must lie 300 ms (T16)."""
COUNTDOWN_MS = 4000
APART_MS = 400
"""Tokens laid sooner one after the other are one group, which fits or does not (T9)."""


class Sweeping:
    """Two players, north and south, six cards each (way A)."""

    def __init__(self, table: TableUnderTest, *words: str) -> None:
        """Joined, dealt and ready."""
        self.table = table
        self.box = Box(table.rig.register)
        self.rakes = dict(zip(SIDES, self.box.rakes, strict=False))
        self.decks = {"north": self.box.pairs[:6], "south": self.box.pairs[6:12]}
        self.spare = self.box.pairs[12:]
        with table.step("join"):
            self._join(*words, "way-a")
        with table.step("deal"):
            self._deal()

    def _join(self, *words: str) -> None:
        table = self.table
        for word in words:
            table.say(word)
        for side, rake in self.rakes.items():
            table.tap(side, rake)
        table.wait_until("both have joined", lambda: self._joined() == list(SIDES))
        table.start()
        table.wait_until("the game begins", lambda: table.phase == "playing")

    def _joined(self) -> list[str]:
        return [seat["side"] for seat in self.table.view()["lobby"]["seats"]]

    def _deal(self) -> None:
        """The first card of a deck is the first to be revealed: it is dealt last."""
        for number in reversed(range(6)):
            for side in SIDES:
                self.table.tap("deck", self.decks[side][number].card)
                self.table.wait_for(CardDealt, side=side, count=6 - number)

    def on_three(self, side: str = "north") -> None:
        """That's My Stash!: a rake on the deck reader, and three beeps."""
        with self.table.step("on three"):
            self.table.tap("deck", self.rakes[side])
            self.table.wait_for(PlayBegan, within_ms=COUNTDOWN_MS, round=1)

    def flip(self, side: str = "north") -> None:
        """Quick Paws: a rake in the own tray flips the sand."""
        with self.table.step("flip"):
            self.table.tap(side, self.rakes[side])
            self.table.wait_for(TimerFlipped, side=side)

    def covers(self, side: str, *pairs: Pair) -> None:
        """Referee live: each token is raked off, seen, and laid on its card."""
        for pair in pairs:
            self.table.lay(side, pair.token)
            self.table.wait_for(TokenMatched, side=side, token=pair.token, card=pair.card)
            self.table.lift(side, pair.token)
            self.table.wait_for(CardCovered, side=side, token=pair.token, card=pair.card)

    def collects(self, side: str, tokens: Iterable[str]) -> None:
        """Referee check: each token is raked off and laid on a card, and nobody says a word."""
        for token in tokens:
            self.table.tap(side, token)

    def claims(self, side: str) -> None:
        """The rake lies in the own tray long enough to be heard."""
        self.table.tap(side, self.rakes[side], for_ms=CLAIM_MS)

    def hands_in(self, side: str, tokens: Sequence[str], fits: Sequence[bool] = ()) -> None:
        """Lays the tokens to be checked, one by one, and ends it with the rake."""
        with self.table.step(f"{side} hands in"):
            for token, fit in zip(tokens, fits or [True] * len(tokens), strict=True):
                self.table.advance(0 if all(fits) else APART_MS)
                self.table.lay(side, token)
                self.table.wait_for(TokenChecked, side=side, token=token, fits=fit)
            self.table.tap(side, self.rakes[side])

    def takes_back(self, side: str, tokens: Iterable[str]) -> None:
        """Lifts the tokens out of the tray again."""
        for token in tokens:
            self.table.lift(side, token)

    def tokens(self, side: str) -> list[str]:
        """The tokens of a side's cards, in the order of revealing."""
        return [pair.token for pair in self.decks[side]]
