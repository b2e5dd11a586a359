"""How a player handles cards: scanning, turning up, setting aside, gathering. Without looking.

A face-down card is taken by where it lies, never by what it shows.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from meadow_host.twin.players.goals import Do, Goal
from meadow_host.twin.players.hands import Hands
from meadow_host.twin.players.memory import Deed, Memory
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.whereabouts import Whereabouts
from meadow_host.twin.players.world import (
    ASIDE,
    DECK_READER,
    PILE,
    READER,
    Kind,
    Spot,
)


class Scanned(NamedTuple):
    """A card on the deck reader: where it came from, where it goes if it is accepted."""

    card: str
    origin: Spot
    back_under: bool
    goes_to: Spot
    under: bool
    asked: tuple[Any, ...]


class Cards:
    """One player's dealings with cards; ``acts`` is what a body can do with them."""

    def __init__(self, world: Whereabouts, hands: Hands, sight: Sight, memory: Memory) -> None:
        self._world = world
        self._hands = hands
        self._sight = sight
        self._memory = memory
        self._deck = Spot(Kind.DECK, sight.me)
        self._face_up = Spot(Kind.FACE_UP, sight.me)
        self._scanned: Scanned | None = None
        self._last = ""
        self.acts: dict[Do, Callable[[Goal], None]] = {
            Do.SCAN: self._scan,
            Do.TAKE_CARD: self._take_card,
            Do.TURN: self._turn,
            Do.TURN_ALL: self._turn_all,
            Do.SET_ASIDE: self._set_aside,
            Do.COLLECT: self._collect,
            Do.SAY_START: self._say_start,
        }

    # ----------------------------------------------------------------------- scanning

    def _scan(self, goal: Goal) -> None:
        """Lay a card on the deck reader, not always the right one (T6)."""
        asks = self._asked_for()
        if asks is None or self._world.at(DECK_READER):
            return
        origin, goes_to, under = asks
        if not self._world.at(origin):
            return  # an undo took back more than hands can put right
        memory, skill = self._memory, self._memory.skill
        memory.deeds[Deed.SCANNED] += 1
        card = self._world.at(origin)[-1]
        decks = [d for d in self._decks() if d != origin]
        last_spot = self._world.where(self._last) if self._last else PILE
        if memory.chance(skill.deal_twice) and last_spot in decks:
            memory.deeds[Deed.DEALT_TWICE] += 1
            card, origin = self._last, last_spot
        elif memory.chance(skill.deal_wrong) and decks:
            memory.deeds[Deed.DEALT_WRONG] += 1
            origin = memory.rng.choice(decks)
            card = self._world.at(origin)[-1]
        # A refused card goes back to where it lay; one of the pile goes under it, so that the
        # next one is tried.
        back_under = origin == PILE or card != self._world.at(origin)[-1]
        asked = self._sight.asked_card
        self._scanned = Scanned(card, origin, back_under, goes_to, under, asked)
        memory.scans = True
        self._world.move(card, DECK_READER)
        self._hands.place(READER, card)

    def _asked_for(self) -> tuple[Spot, Spot, bool] | None:
        """From where the card comes that is asked for, where it goes, and whether under."""
        game = self._sight.game
        if self._sight.phase == "dealing":
            for side in self._sight.sides:
                self._take_back_undone(side, PILE)
            return PILE, Spot(Kind.DECK, game["deal_to"]), False
        if self._sight.phase == "taking":
            younger = Spot(Kind.DECK, game["take_from"])
            self._take_back_undone(game["take_for"], younger)
            return younger, Spot(Kind.DECK, game["take_for"]), False
        if self._sight.phase == "drawing":
            if not self._world.at(PILE):
                self._world.pile_from_aside()
            # The first drawn stays on top (W19).
            return PILE, Spot(Kind.DECK, game["draw_for"]), True
        return None

    def _take_back_undone(self, side: str, to: Spot) -> None:
        """A deck higher than the table has it: that dealing or taking was undone (T14)."""
        deck = self._world.at(Spot(Kind.DECK, side))
        while len(deck) > self._sight.sides[side]["cards"]:
            self._world.move(deck[-1], to)

    def _decks(self) -> list[Spot]:
        decks = [Spot(Kind.DECK, side) for side in self._sight.sides]
        return [deck for deck in decks if self._world.at(deck)]

    def _take_card(self, goal: Goal) -> None:
        """Lift the card; it goes on if the table asks for the next one, else back."""
        scanned = self._scanned
        self._memory.scans = False
        if scanned is None:
            return
        self._scanned = None
        if self._sight.asked_card != scanned.asked:
            self._world.move(scanned.card, scanned.goes_to, bottom=scanned.under)
            self._last = scanned.card
        else:
            self._world.move(scanned.card, scanned.origin, bottom=scanned.back_under)
        self._hands.lift(READER, scanned.card)

    # ------------------------------------------------------------------- the own cards

    def _turn(self, goal: Goal) -> None:
        deck = self._world.at(self._deck)
        if deck:
            self._memory.rake_was_heard = False
            self._world.move(deck[-1], self._face_up)

    def _turn_all(self, goal: Goal) -> None:
        while self._world.at(self._deck):
            self._turn(goal)

    def _set_aside(self, goal: Goal) -> None:
        """The cards left over from the check (R52)."""
        self._memory.checked = False
        for card in self._sight.uncovered(self._sight.me):
            self._memory.deeds[Deed.SET_ASIDE] += 1
            self._world.move(card, ASIDE)

    # ------------------------------------------------------------------- between rounds

    def _collect(self, goal: Goal) -> None:
        self._world.collect()

    def _say_start(self, goal: Goal) -> None:
        self._hands.say("start")
