"""What a player can be about to do, and how long it takes. Data and times, no decisions."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import NamedTuple

from meadow_host.twin.players.memory import TO_MEADOW
from meadow_host.twin.players.skill import Skill, takes_ms


class Do(StrEnum):
    """The kinds of things players do; each is one movement."""

    # Cards and beginnings.
    SCAN = "scan"  # lay the card that is asked for on the deck reader
    TAKE_CARD = "take-card"  # lift it, and hand it to where it goes
    COUNT = "count"  # the own rake on the deck reader: on three
    FLIP = "flip"  # the own rake in the own tray: the sand runs
    SAY_START = "say-start"  # the next round
    COLLECT = "collect"  # gather cards and tokens for the next round
    # Playing.
    TURN = "turn"  # turn up the own top card
    RAKE = "rake"
    PICK = "pick"  # take up a token, to be laid ``at``: a card, or as `memory` has it
    PUT = "put"  # lay the token in hand where it was meant for
    SHOW = "show"  # lay a token from a card into the own tray, for the table to see it
    HELP = "help"  # push a mate's token towards the mate
    EXAMINE = "examine"  # look over the own cards
    # Speaking.
    STOP = "stop"  # the own rake on the deck reader: Stop!
    CLAIM = "claim"  # the own rake in the own tray
    LIFT_RAKE = "lift-rake"
    # Checking.
    TURN_ALL = "turn-all"
    LAY = "lay"
    LAY_ALL = "lay-all"
    END = "end"  # the own rake ends the laying
    SET_ASIDE = "set-aside"


class Goal(NamedTuple):
    """One movement to come: what it is, with which piece, where; ``near`` of a token raked."""

    do: Do
    what: str = ""
    at: str = ""
    near: bool = False


FINISHED_ANYWAY = frozenset((Do.RAKE, Do.PICK, Do.PUT))
"""What hands finish if it is all but done when something changes."""

CLAIM_LIES_MS = 300  # T16


class Pace:
    """How long a player takes for each movement."""

    def __init__(self, skill: Skill, rng: Random, slow: float, opponents: int) -> None:
        """``slow`` is a factor on raking (way C); ``opponents`` rake for themselves."""
        self._skill = skill
        self._rng = rng
        self._slow = slow
        self._crowd = skill.crowd**opponents
        self._fixed_ms: dict[Do, int] = {
            Do.SCAN: skill.scan_ms,
            Do.TAKE_CARD: skill.scan_ms // 2,
            Do.COUNT: skill.return_ms,
            Do.FLIP: skill.return_ms,
            Do.SAY_START: skill.return_ms,
            Do.COLLECT: 4 * skill.examine_ms,
            Do.TURN: skill.turn_ms,
            Do.PICK: skill.pick_ms,
            Do.SHOW: skill.lay_ms,
            Do.HELP: skill.help_ms,
            Do.EXAMINE: skill.examine_ms,
            Do.STOP: skill.give_up_ms,
            Do.CLAIM: skill.speak_ms,
            Do.TURN_ALL: 2 * skill.turn_ms,
            Do.LAY: skill.lay_ms,
            Do.LAY_ALL: skill.lay_ms,
            Do.END: skill.lay_ms,
            Do.SET_ASIDE: skill.return_ms,
        }

    def delay_ms(self, goal: Goal, hurry: bool, far: bool) -> int:
        """From wanting it to having done it."""
        skill = self._skill
        if goal.do is Do.RAKE:
            return self.finding_ms(hurry) + self.raking_ms(goal, hurry, far)
        if goal.do is Do.PUT:
            median_ms = skill.return_ms if goal.at == TO_MEADOW else skill.cover_ms
            return takes_ms(self._rng, median_ms, skill.spread)
        return takes_ms(self._rng, self._fixed_ms[goal.do], skill.spread)

    def finding_ms(self, hurry: bool) -> int:
        """Looking for a token on the meadow until it is found."""
        found_ms = takes_ms(self._rng, self._skill.search_ms, self._skill.spread)
        return round(found_ms * self._effort(hurry))

    def raking_ms(self, goal: Goal, hurry: bool, far: bool) -> int:
        """From having found a token to its falling over the edge."""
        skill = self._skill
        distance = skill.near if goal.near else skill.far if far else 1.0
        took_ms = takes_ms(self._rng, skill.rake_ms, skill.spread)
        return round(took_ms * distance * self._effort(hurry))

    def _effort(self, hurry: bool) -> float:
        return self._slow * (self._skill.hurry if hurry else self._crowd)

    def hold_ms(self, slips: bool) -> int:
        """How long a rake lies that speaks, or that slips away before it is heard (T16)."""
        if slips:
            return self._rng.randrange(60, CLAIM_LIES_MS)
        return CLAIM_LIES_MS + takes_ms(self._rng, self._skill.hold_ms, self._skill.spread)

    def reaction_ms(self) -> int:
        """Until a change is acted on."""
        return takes_ms(self._rng, self._skill.react_ms, self._skill.spread)
