"""What the levels of a replay share: how far it is, and the first line that differs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

Tell = Callable[[int, int], None]
"""Told now and then how many lines were compared, and of how many."""


@dataclass(frozen=True)
class Difference:
    """The first line that differs: its number in the file (from 1), its time, both texts.

    At the level of the table the texts are whole lines, at that of the rules the bodies of
    outputs and ends alone; empty when there is no such line.
    """

    line_number: int
    at_ms: int
    expected: str
    got: str
