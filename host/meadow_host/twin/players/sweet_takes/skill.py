"""How fast and how careful a player of cards is: plain numbers, nothing else.

Times are medians in milliseconds of a log-normal spread; rates are chances from 0 to 1, each
per occasion named with it. Knows no game and no table.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import msgspec

from meadow_host.twin.players.skill import Median, Rate


class Mistake(StrEnum):
    """What may go wrong; the values are the fields of `CardSkill` with their rates."""

    REVOKE = "revoke"
    OUT_OF_TURN = "out_of_turn"
    TWO_AT_ONCE = "two_at_once"
    DEAL_TWICE = "deal_twice"
    DEAL_UNUSED = "deal_unused"


class CardSkill(msgspec.Struct, frozen=True):
    """One player. The defaults are a family that has played a few times.

    Times in milliseconds, medians:
    ``scan_ms``    passing a card over the deck reader; ``think_ms`` choosing a card and laying it;
    ``collect_ms`` taking what lies in the middle; ``lift_ms`` taking up what shall not lie there;
    ``spread``     the sigma of the logarithm of every time.

    Rates of mistakes:
    ``revoke``      a card that does not follow, each play that allows it;
    ``out_of_turn`` somebody else plays, each play (scanned games: in others it would count);
    ``two_at_once`` a second card sticks to the first, each play from the hand;
    ``deal_twice``  the card just dealt is scanned again, each card dealt;
    ``deal_unused`` a card of a suit that is not in use is scanned, each card dealt.

    Habits: ``swap`` a suit is swapped for one in the box, each time between sets; ``sense`` the
    card is chosen with sense, else any that may be played, each play.
    """

    scan_ms: Median = 550
    think_ms: Median = 2600
    collect_ms: Median = 1400
    lift_ms: Median = 500
    spread: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 0.4

    revoke: Rate = 0.02
    out_of_turn: Rate = 0.01
    two_at_once: Rate = 0.01
    deal_twice: Rate = 0.01
    deal_unused: Rate = 0.01

    swap: Rate = 0.5
    sense: Rate = 1.0

    def rate(self, mistake: Mistake) -> float:
        """How often this mistake is made."""
        rate: float = getattr(self, mistake)
        return rate

    def flawless(self) -> CardSkill:
        """The same player without any mistake."""
        return msgspec.structs.replace(self, **dict.fromkeys(Mistake, 0.0))
