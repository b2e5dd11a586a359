"""Finds the antenna gain of a reader: enough for a tag where it lies, and no more than that.

It must not know registers, nor where the figures are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meadow.nfc.chip_settings import GAINS
from meadow.nfc.iso14443a import FALL_BACK, Glance, Program, glance, selects

LOOKS = 30


def read_share(uid: str, looks: int = LOOKS) -> Program[float]:
    """The share (0 to 1) of looks for one tag that see it."""
    frames = selects(uid)
    seen = 0
    for _ in range(looks):
        yield FALL_BACK
        seen += (yield from glance(frames)) is Glance.SEEN
    return seen / looks


def measure(
    set_gain: Callable[[int], None], converse: Callable[[Program[float]], float], uid: str
) -> Mapping[int, float]:
    """Gain in dB -> the share of looks that see a tag which lies on the reader.

    ``set_gain`` and ``converse`` are of the reader under test; its gain is whoever calls this to
    set again. Raises `ChipFault`.
    """
    shares = {}
    for gain_db in GAINS:
        set_gain(gain_db)
        shares[gain_db] = converse(read_share(uid))
    return shares


def advise(shares: Mapping[int, float]) -> int | None:
    """The gain to set: one step above the lowest that never misses, if that never misses either.

    The step is for tags that lie worse than the one measured; more would only hear neighbours
    (trap 7). None if every gain misses: the tag lies too far away, or on metal.
    """
    sure = [gain_db for gain_db in sorted(shares) if shares[gain_db] == 1.0]
    if not sure:
        return None
    above = [gain_db for gain_db in sure if gain_db > sure[0]]
    return above[0] if above else sure[0]
