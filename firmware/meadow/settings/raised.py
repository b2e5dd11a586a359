"""Raises to what is seen lights that were set darker when tables still allowed it.

Settings that are new are refused (`meadow.settings.load`). A table that has such in use must start
all the same: nobody may be there to mend them. It must not know where they are kept.
"""

from __future__ import annotations

from typing import Any

from meadow.lights.power import DIMMEST, least_ma
from meadow.settings.load import strip_pixels
from meadow.settings.schema import StripSettings
from meadow.tomlfile.document import Document, Problem, shown_text

_BRIGHTNESS = ("strip", "brightness")
_CURRENT = ("strip", "max_current_ma")
_PIXELS = ("strip", "pixels")


def raised(table: Document) -> tuple[Document, tuple[Problem, ...]]:
    """The document of a table.toml with no less light than is seen, and what was raised.

    Whatever else is wrong in it stays so.
    """
    told: list[Problem] = []
    brightness = table.get(_BRIGHTNESS)
    if _is_less(brightness, DIMMEST):
        what = f"{shown_text(brightness)} would hardly be seen"
        told.append(table.problem(_BRIGHTNESS, what, f"it is taken for {DIMMEST}, the least"))
        table = table.having(_BRIGHTNESS, DIMMEST)
    pixels, current_ma = strip_pixels(table), table.get(_CURRENT)
    named = _PIXELS if current_ma is None else _CURRENT
    current_ma = StripSettings().max_current_ma if current_ma is None else current_ma
    if pixels and isinstance(current_ma, int) and _is_less(current_ma, least_ma(pixels)):
        what = f"{pixels} pixels on {current_ma} mA would hardly be seen"
        done = f"it is taken for {least_ma(pixels)} mA, the least"
        told.append(table.problem(named, what, done))
        table = table.having(_CURRENT, least_ma(pixels))
    return table, tuple(told)


def _is_less(value: Any, least: float) -> bool:
    """Whether it is such a number; one below 0 was never allowed."""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return is_number and 0 <= value < least
