"""Plays Sweet Takes on the fixture ``table``: joins, deals, and plays a set of twelve rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from meadow.games.sweet_takes.facts import CardGiven, CardPlayed, RoundPlayed, SetBegan
from meadow_host.hil.table import TableUnderTest

from tests.hil.box import Box

HAND, STASH = 9, 3
APART_MS = 330
"""Two cards that come sooner one after the other were laid at once, and neither counts (S15)."""


class Taking:
    """Two players in three suits: each holds the lowest nine cards of a suit, and in the stash
    three of the third suit. The first seat leads."""

    def __init__(self, table: TableUnderTest, *words: str, seats: Sequence[str]) -> None:
        """Joined, dealt, and the first card is to be played."""
        self.table = table
        self.seats = tuple(seats)
        self.scanned = "deal-unscanned" not in words
        box = Box(table.rig.register)
        self.hands = {seat: list(box.suit(n)[:HAND]) for n, seat in enumerate(seats)}
        third = box.suit(2)
        self.stashes = {
            seat: list(third[STASH * n : STASH * (n + 1)]) for n, seat in enumerate(seats)
        }
        with table.step("join"):
            for word in ("sweet-takes", "one-set", *words):
                table.say(word)
            for seat in seats:
                table.say("seat", seat)
            table.say("leader", seats[0])
            table.wait_until("both have joined", lambda: self._joined() == list(seats))
            table.start()
            table.wait_until("the game begins", lambda: table.phase == "playing")
        if self.scanned:
            with table.step("deal"):
                self._deal()
        table.wait_for(SetBegan, leader=seats[0])

    def _joined(self) -> list[str]:
        return [seat["side"] for seat in self.table.view()["lobby"]["seats"]]

    def _deal(self) -> None:
        for pile, cards in (("hand", self.hands), ("stash", self.stashes)):
            for number in range(len(cards[self.seats[0]])):
                for seat in self.seats:
                    self.table.tap("deck", cards[seat][number])
                    self.table.wait_for(CardGiven, seat=seat, pile=pile, count=number + 1)

    def plays(self, seat: str, source: str, card: str) -> None:
        """A seat plays a card: all on the deck reader, but an unscanned stash on its tray."""
        is_on_tray = source == "stash" and not self.scanned
        self.table.advance(APART_MS)
        self.table.tap(seat if is_on_tray else "deck", card)
        self.table.wait_for(CardPlayed, seat=seat, card=card, source=source)

    def plays_all(self) -> None:
        """All twelve rounds."""
        sources: dict[str, Iterator[tuple[str, str]]] = {
            seat: iter(
                [("hand", card) for card in self.hands[seat]]
                + [("stash", card) for card in self.stashes[seat]]
            )
            for seat in self.seats
        }
        leader = self.seats[0]
        for number in range(1, HAND + STASH + 1):
            order = [leader, *[seat for seat in self.seats if seat != leader]]
            with self.table.step(f"round {number}"):
                for seat in order:
                    self.plays(seat, *next(sources[seat]))
                played = self.table.wait_for(RoundPlayed, round=number)
                leader = str(played.body["leader"])
