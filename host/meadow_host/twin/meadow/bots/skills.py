"""How good a simulated player is at a meadow: the mind's numbers, those of the hand, and those of
who plays with cards.

Plain numbers, chosen and not measured; `SKILLS` are the three that can be asked for by name.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec

from meadow_host.twin.players.skill import Rate, Skill
from meadow_host.twin.players.sweet_takes import CardSkill

Speed = Annotated[float, msgspec.Meta(gt=0, le=1000)]
Length = Annotated[float, msgspec.Meta(ge=0, le=60)]
Time = Annotated[int, msgspec.Meta(ge=20, le=5000)]


class Touch(msgspec.Struct, frozen=True):
    """A hand with a rake.

    ``pull_mm_s`` how fast it rakes, ``edge_mm_s`` how fast near the edge, ``carry_mm_s`` how fast
    it moves in the air, all medians with the mind's spread halved;
    ``aim_mm`` the sigma of where the rake is set down, ``sway`` that of
    the direction of a pull, in radians;
    ``set_ms`` from setting the rake down to pulling, ``look_ms`` how often the way is looked at
    anew while pulling, ``ahead_mm`` how far ahead; ``plans`` the chance to look for a clear way
    before pulling, else it goes straight to the edge;
    ``notice_ms`` from the fall of the token to holding the rake back;
    ``drops`` the chance that a token laid into a tray misses it and lies on the floor;
    ``tries`` how often a token that slipped away is gone after before it is searched anew.
    """

    pull_mm_s: Speed = 300.0
    edge_mm_s: Speed = 200.0
    carry_mm_s: Speed = 700.0
    aim_mm: Length = 5.0
    sway: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.07
    set_ms: Time = 160
    look_ms: Time = 220
    ahead_mm: Annotated[float, msgspec.Meta(ge=20, le=400)] = 130.0
    plans: Rate = 0.85
    notice_ms: Time = 210
    drops: Rate = 0.02
    tries: Annotated[int, msgspec.Meta(ge=1, le=9)] = 2


class Ability(msgspec.Struct, frozen=True):
    """A whole player. Of the mind's mistakes ``extra``, ``astray``, ``corner`` and ``help_knock``
    are not used: at a meadow they happen by themselves."""

    mind: Skill = Skill()
    touch: Touch = Touch()
    cards: CardSkill = CardSkill()


NOVICE = Ability(
    Skill(
        react_ms=550,
        search_ms=8500,
        pick_ms=1200,
        cover_ms=1050,
        return_ms=1500,
        turn_ms=800,
        scan_ms=900,
        lay_ms=900,
        wrong_token=0.16,
        overlook=0.65,
        forget=0.3,
        knock_off=0.03,
        shout_early=0.04,
        slip=0.12,
        needless_stop=0.015,
        lay_together=0.4,
    ),
    Touch(
        pull_mm_s=250,
        edge_mm_s=240,
        carry_mm_s=420,
        aim_mm=11.0,
        sway=0.16,
        set_ms=280,
        look_ms=450,
        ahead_mm=80,
        plans=0.4,
        notice_ms=380,
        drops=0.06,
        tries=2,
    ),
    CardSkill(
        scan_ms=800,
        think_ms=4200,
        collect_ms=2000,
        lift_ms=800,
        revoke=0.06,
        out_of_turn=0.03,
        two_at_once=0.02,
        deal_twice=0.03,
        deal_unused=0.02,
        sense=0.35,
    ),
)
PRACTISED = Ability()
EXPERT = Ability(
    Skill(
        react_ms=220,
        search_ms=2600,
        pick_ms=480,
        cover_ms=430,
        return_ms=620,
        turn_ms=320,
        scan_ms=480,
        lay_ms=400,
        speak_ms=280,
        give_up_ms=5000,
        examine_ms=1600,
        help_ms=800,
        spread=0.3,
        wrong_token=0.02,
        overlook=0.2,
        forget=0.04,
        knock_off=0.005,
        shout_early=0.005,
        slip=0.02,
        needless_stop=0.001,
        lay_extra=0.01,
        lift_early=0.01,
        deal_twice=0.005,
        deal_wrong=0.002,
    ),
    Touch(
        pull_mm_s=360,
        edge_mm_s=160,
        carry_mm_s=950,
        aim_mm=2.0,
        sway=0.03,
        set_ms=110,
        look_ms=130,
        ahead_mm=170,
        plans=1.0,
        notice_ms=150,
        drops=0.004,
        tries=3,
    ),
    CardSkill(
        scan_ms=380,
        think_ms=1500,
        collect_ms=900,
        lift_ms=350,
        spread=0.3,
        revoke=0.003,
        out_of_turn=0.001,
        two_at_once=0.002,
        deal_twice=0.002,
        deal_unused=0.002,
    ),
)

SKILLS: Mapping[str, Ability] = MappingProxyType(
    {"novice": NOVICE, "practised": PRACTISED, "expert": EXPERT}
)
"""name -> the ability it stands for."""
