"""Decides which slot a start begins on, from what state.json says and what the slots hold.

Pure; it must not know files. A table never begins on less than a whole configuration while there is
one, and tries nothing whose beginning could not be noted: what ends the program is tried once only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import msgspec

from meadow.settings.slot_files import Held
from meadow.settings.slot_state import Kept, Slot, Trial, other

UNHEALTHY = "the table did not report healthy after the restart"
"""Why a trial is rolled back that was begun and never confirmed."""

_FACTORY = "the factory's settings"
_ONCE_HEALTHY = "kept once the table is healthy"


class Decision(NamedTuple):
    """What to begin on. ``kept`` is what is to be noted, ``give`` the slot, ``told`` what to say.

    ``is_sure`` is False when the disk did not let all be read: then nothing is to be noted.
    """

    kept: Kept
    give: Slot
    told: tuple[str, ...] = ()
    is_sure: bool = True


def decide(kept: Kept, held: Mapping[Slot, Held], *, may_try: bool = True) -> Decision:
    """Which slot to begin on, for what state.json says.

    A trial that was begun has failed if nobody confirmed it; one that is marked begins, unless
    ``may_try`` is False: then no trial can be noted.
    """
    told: tuple[str, ...] = ()
    if kept.trial is Trial.BEGUN:
        told = (f"{_named(kept.trial_slot)} rolled back: {UNHEALTHY}",)
        kept = kept.back(UNHEALTHY)
    elif kept.trial is Trial.MARKED:
        fault = _fault(kept.trial_slot, kept.trial_sha256, held)
        if not fault and may_try:
            line = f"{_named(kept.trial_slot)} on trial: {_ONCE_HEALTHY}"
            return Decision(kept.begun(), kept.trial_slot, (line,))
        if not fault:
            told = (f"{_named(kept.trial_slot)} not tried: that could not be noted",)
        elif held[kept.trial_slot].is_unreadable:
            told = (f"{fault}; not tried this time",)
        elif held[kept.trial_slot].sha256:
            # Another flash went over it and was cut short before its own mark: no fault of it.
            told, kept = (f"{fault}; not tried",), kept.without_trial()
        else:
            told, kept = (f"{fault}; rolled back",), kept.back(fault)
    fault = _fault(kept.active, kept.active_sha256, held)
    if not fault:
        return Decision(kept, kept.active, told)
    return _fall_back(kept, fault, held, told, may_try)


def rebuild(trouble: str, held: Mapping[Slot, Held], *, may_try: bool = True) -> Decision:
    """Which slot to begin on when state.json says nothing; ``trouble`` goes on from its name.

    Of two whole slots the newer is tried, and the older is what a failed trial goes back to: the
    newer may never have been started.
    """
    lost = f"state.json {trouble}"
    whole = sorted((one.number, slot) for slot, one in held.items() if one.sha256)
    if not whole:
        slots = "; ".join([f"slot {slot} {one.trouble}" for slot, one in held.items()])
        is_sure = not any(one.is_unreadable for one in held.values())
        return Decision(Kept(), "", (f"{lost}; {slots}; going on with {_FACTORY}",), is_sure)
    older, newer = whole[0][1], whole[-1][1]
    kept = Kept(active=older, active_sha256=held[older].sha256)
    if older == newer or not may_try:
        return Decision(kept, older, (f"{lost}; going on with slot {older}",))
    line = f"{lost}; slot {newer}, the newer, is on trial: {_ONCE_HEALTHY}"
    return Decision(kept.marked(newer, held[newer].sha256, ()).begun(), newer, (line,))


def _fall_back(
    kept: Kept, fault: str, held: Mapping[Slot, Held], told: tuple[str, ...], may_try: bool
) -> Decision:
    """The active slot is not what was kept."""
    spare = other(kept.active)
    sha256 = held[spare].sha256
    failed = Kept(rolled_back=fault, rolled_back_sha256=kept.active_sha256)
    if sha256 and (kept.previous, kept.previous_sha256) == (spare, sha256):
        kept = msgspec.structs.replace(failed, active=spare, active_sha256=sha256)
        return Decision(kept, spare, (*told, f"{fault}; going on with slot {spare}, kept before"))
    if sha256 and may_try:  # it never proved healthy, but is whole
        line = f"{fault}; slot {spare} is on trial: {_ONCE_HEALTHY}"
        return Decision(failed.marked(spare, sha256, ()).begun(), spare, (*told, line))
    line = f"{fault}; going on with {_FACTORY}: flash the table again"
    if sha256 or held[kept.active].is_unreadable or held[spare].is_unreadable:
        return Decision(kept, "", (*told, line), False)
    return Decision(failed, "", (*told, line))


def _fault(slot: Slot, sha256: str, held: Mapping[Slot, Held]) -> str:
    """Why a slot cannot be begun on; "" when it holds what it should."""
    if not slot or held[slot].sha256 == sha256:
        return ""
    return f"slot {slot} {held[slot].trouble or 'holds something else than was noted'}"


def _named(slot: Slot) -> str:
    return f"slot {slot}" if slot else _FACTORY
