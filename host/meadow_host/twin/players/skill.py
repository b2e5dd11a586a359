"""How fast and how careful a simulated player is: plain numbers, nothing else.

Times are medians in milliseconds of a log-normal spread; rates are chances from 0 to 1, each
per occasion named with it. Knows no game and no table.
"""

from __future__ import annotations

import math
from random import Random
from typing import Annotated

import msgspec

Median = Annotated[int, msgspec.Meta(ge=1, le=120_000)]
Rate = Annotated[float, msgspec.Meta(ge=0.0, le=1.0)]
Factor = Annotated[float, msgspec.Meta(gt=0.0, le=10.0)]

LEAST_MS = 120
"""No human movement is shorter."""


class Skill(msgspec.Struct, frozen=True):
    """One player. The defaults are a family that has played a few times.

    Times in milliseconds, medians:
    ``react_ms``   until a change at the table is acted on; until then hands finish what they do;
    ``search_ms``  finding a token on the meadow; ``rake_ms`` raking it over the own edge;
    ``pick_ms``    rake down, token lifted from a tray; ``cover_ms`` laying it on its card;
    ``return_ms``  putting a stray back on the meadow; ``turn_ms`` turning up a card;
    ``scan_ms``    passing a card over the deck reader; ``lay_ms`` laying a token in a check;
    ``speak_ms``   laying the rake where it speaks; ``hold_ms`` how long beyond the 300 ms
    asked for it lies there;
    ``give_up_ms`` looking for a token in vain until "Stop!"; ``examine_ms`` looking over cards;
    ``help_ms``    finding a mate's token and pushing it towards the mate;
    ``forget_ms``  how long a forgotten stray stays forgotten;
    ``spread``     the sigma of the logarithm of every time.

    Factors on searching and raking:
    ``hurry`` while the sand runs, ``crowd`` for each opponent raking for themselves,
    ``far`` from the opposite edge, ``near`` from the own, ``other_hand`` in way C.

    Rates of mistakes:
    ``wrong_token``  a raked token is a similar one (same item or same background), each raking;
    ``overlook``     not seeing that a token is wrong, each such token and each look;
    ``extra``        another token falls along, each raking;
    ``astray``       a token falls off a side that is not the own one, each raking;
    ``corner``       the token falls off a corner, where nothing senses it, each raking;
    ``forget``       a stray is forgotten for a while, each stray;
    ``knock_off``    a covered token slides off its card into the tray, each covering;
    ``shout_early``  claiming with cards left to cover (referee check), each covering;
    ``slip``         a rake that should speak is lifted before its 300 ms, each claim;
    ``needless_stop`` "Stop!" without reason, each covering;
    ``lay_together`` all tokens at once in a check or inventory, each laying (a habit: it harms
    only with a wrong token among them); ``lay_extra`` one token too many, each laying;
    ``lift_early``   a token taken up again before the end of its check, each token laid;
    ``deal_twice``   the card just scanned is scanned once more, each scan;
    ``deal_wrong``   a card that is not asked for is scanned, each scan;
    ``help_knock``   a helper makes a token fall at the mate's side, each help.
    """

    react_ms: Median = 350
    search_ms: Median = 5200
    rake_ms: Median = 3000
    pick_ms: Median = 800
    cover_ms: Median = 700
    return_ms: Median = 1000
    turn_ms: Median = 500
    scan_ms: Median = 650
    lay_ms: Median = 600
    speak_ms: Median = 400
    hold_ms: Median = 120
    give_up_ms: Median = 7000
    examine_ms: Median = 2500
    help_ms: Median = 1200
    forget_ms: Median = 9000
    spread: Annotated[float, msgspec.Meta(ge=0.0, le=2.0)] = 0.4

    hurry: Factor = 0.55
    crowd: Factor = 1.2
    far: Factor = 1.3
    near: Factor = 0.75
    other_hand: Factor = 1.25

    wrong_token: Rate = 0.08
    overlook: Rate = 0.5
    extra: Rate = 0.09
    astray: Rate = 0.05
    corner: Rate = 0.02
    forget: Rate = 0.15
    knock_off: Rate = 0.015
    shout_early: Rate = 0.02
    slip: Rate = 0.06
    needless_stop: Rate = 0.005
    lay_together: Rate = 0.25
    lay_extra: Rate = 0.03
    lift_early: Rate = 0.03
    deal_twice: Rate = 0.02
    deal_wrong: Rate = 0.01
    help_knock: Rate = 0.05


MISTAKES = (
    "wrong_token",
    "overlook",
    "extra",
    "astray",
    "corner",
    "forget",
    "knock_off",
    "shout_early",
    "slip",
    "needless_stop",
    "lay_extra",
    "lift_early",
    "deal_twice",
    "deal_wrong",
    "help_knock",
)
"""The fields of `Skill` that are rates of mistakes."""


def flawless(skill: Skill) -> Skill:
    """The same player without any mistake."""
    return msgspec.structs.replace(skill, **dict.fromkeys(MISTAKES, 0.0))


def takes_ms(rng: Random, median_ms: float, spread: float) -> int:
    """How long a movement takes this time: log-normal, whole milliseconds, never under 120."""
    return max(LEAST_MS, round(median_ms * math.exp(spread * rng.gauss(0.0, 1.0))))
