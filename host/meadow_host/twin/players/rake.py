"""How a player handles the own rake: taking it, laying it down, and speaking with it (T16).

Whether it is the moment to speak is decided elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable

from meadow_host.twin.players.goals import Do, Goal, Pace
from meadow_host.twin.players.hands import Hands
from meadow_host.twin.players.memory import Deed, Memory
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.whereabouts import Whereabouts
from meadow_host.twin.players.world import READER, Kind, Spot


class OwnRake:
    """The rake of the player of one side; ``acts`` is what a body can do with it.

    Who joined without a rake lets the operator say what it would say (T3).
    """

    def __init__(
        self, world: Whereabouts, hands: Hands, sight: Sight, memory: Memory, pace: Pace
    ) -> None:
        self._me = sight.me
        self._world = world
        self._hands = hands
        self._sight = sight
        self._memory = memory
        self._pace = pace
        self._rake = world.rakes.get(self._me, "")
        self._hand = Spot(Kind.HAND, self._me)
        self._beside = Spot(Kind.BESIDE, self._me)
        self.acts: dict[Do, Callable[[Goal], None]] = {
            Do.COUNT: self._count,
            Do.FLIP: self._flip,
            Do.STOP: self._stop,
            Do.CLAIM: self._claim,
            Do.END: self._end,
            Do.LIFT_RAKE: self._lift,
        }

    def take(self) -> None:
        """Take it in hand, wherever somebody has left it: what lies on a reader is lifted first, so
        that the table hears of it."""
        if not self._rake:
            return
        if self._world.where(self._rake).kind not in (Kind.HAND, Kind.TRAY, Kind.READER):
            self._world.move(self._rake, self._hand)

    def lay_down(self) -> None:
        """Lay it down beside, so that the hand is free (R27)."""
        if self._rake and self._world.where(self._rake) == self._hand:
            self._world.move(self._rake, self._beside)

    def _speak(self, place: str, word: str, *args: str, slips: bool = False) -> None:
        """The rake on a place, or the word instead of it."""
        if not self._rake:
            self._memory.rake_was_heard = True
            self._hands.say(word, *args)
            return
        on_reader = place == READER
        self._world.move(self._rake, Spot(Kind.READER) if on_reader else Spot(Kind.TRAY, place))
        self._memory.rake_lies_ms = self._pace.hold_ms(slips)
        self._memory.rake_was_heard = not slips
        self._hands.place(place, self._rake)

    def _lift(self, goal: Goal) -> None:
        spot = self._world.where(self._rake)
        self._world.move(self._rake, self._beside)
        self._hands.lift(READER if spot.kind is Kind.READER else spot.who, self._rake)

    def _count(self, goal: Goal) -> None:
        self._speak(READER, "start")

    def _flip(self, goal: Goal) -> None:
        self._speak(self._me, "flip", self._me)

    def _stop(self, goal: Goal) -> None:
        memory = self._memory
        memory.deeds[Deed.STOPS] += 1
        memory.deeds[Deed.NEEDLESS_STOPS] += not goal.what
        memory.panics = False
        self._speak(READER, "stop", self._me)

    def _claim(self, goal: Goal) -> None:
        memory, sight = self._memory, self._sight
        memory.deeds[Deed.CLAIMS] += 1
        cards_left = sight.uncovered(self._me) or (not sight.is_team and sight.my_deck_size)
        memory.deeds[Deed.SHOUTS] += bool(cards_left)
        memory.shouts = False
        slips = memory.chance(memory.skill.slip)
        memory.deeds[Deed.SLIPS] += slips
        self._speak(self._me, "stashed", self._me, slips=slips)

    def _end(self, goal: Goal) -> None:
        memory = self._memory
        memory.deeds[Deed.LAYINGS] += 1
        memory.checked = self._sight.phase == "checking"
        self._speak(self._me, "done", self._me)
