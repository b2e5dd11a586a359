"""What a file of pieces says of suit cards: their suits, their values and the points of each (S17).

Reads and judges that section only; knows no piece and no other section.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec

from meadow.tomlfile.checked import checked
from meadow.tomlfile.document import Document, Problem, meant, shown_text
from meadow.tomlfile.lines import KeyPath

SECTION = "suit_cards"
_POINTS: KeyPath = (SECTION, "points")

HIGHEST = 10  # R79
"""The highest value of a suit unless the file says otherwise."""

Highest = Annotated[int, msgspec.Meta(ge=1, le=20)]
Points = Annotated[int, msgspec.Meta(ge=0, le=99)]
PointsTable = Annotated[
    dict[str, Points],
    msgspec.Meta(description="a table [suit_cards.points] with a line VALUE = POINTS a value"),
]


class SuitCards(msgspec.Struct, frozen=True):
    """``[suit_cards]``: every suit with every value from 1 to ``values``; no suits stand for all.

    ``points`` is value, as TOML writes a key -> what the card counts face up.
    """

    points: PointsTable
    suits: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)] | None = None
    values: Highest = HIGHEST


def read_suit_cards(
    document: Document, problems: list[Problem], warnings: list[Problem]
) -> SuitCards | None:
    """The section, None when it is wrong: all that is wrong goes to ``problems``.

    Points that do not fall as the values rise go to ``warnings``: no known box has them, but
    what an owner's cards show is the owner's to say.
    """
    section = checked(document, (SECTION,), SuitCards, problems)
    wrong = _wrong_values(document)
    problems += wrong
    if section is None or wrong:
        return None
    if warning := _not_falling(document, section.points):
        warnings.append(warning)
    return section


def no_points(document: Document) -> Problem:
    """What to tell of a set that lists suits and has no ``[suit_cards]``."""
    allowed = f"add [{SECTION}.points] with a line VALUE = POINTS for each value (S17)"
    return document.problem(("set", "suits"), "these suits have no cards", allowed)


def is_missing(document: Document) -> bool:
    """Whether the file has no such section, nor one that may be meant to be it."""
    return not _has(document.data, SECTION)


def _wrong_values(document: Document) -> list[Problem]:
    """Keys of the table that are no values, and values that are no keys of it.

    Looks at the file itself, so that these are told even when some points are wrong.
    """
    section, table = document.get((SECTION,)), document.get(_POINTS)
    if not isinstance(table, dict):
        return []  # told already
    highest = section.get("values", None if _has(section, "values") else HIGHEST)
    if not _is_highest(highest):
        return []  # told already, and how far the values go is not known
    values = [str(value) for value in range(1, highest + 1)]
    allowed = f"allowed: whole numbers from 1 to {SECTION}.values, here {highest}"
    found = [
        document.problem((*_POINTS, key), f"{shown_text(key)} is not a value of a card", allowed)
        for key in table
        if key not in values
    ]
    absent = [value for value in values if value not in table]
    if absent:
        what = f"has no points for value{'s' if len(absent) > 1 else ''} {', '.join(absent)}"
        allowed = "each value from 1 on needs a line VALUE = POINTS, as printed on the card (S17)"
        found.append(document.problem(_POINTS, what, allowed))
    return found


def _has(table: Mapping[str, Any], key: str) -> bool:
    """Whether the table has this key, or one that may be meant to be it."""
    return any(one == key or meant(one, (key,)) for one in table)


def _is_highest(value: Any) -> bool:
    try:
        msgspec.convert(value, Highest)
    except msgspec.ValidationError:
        return False
    return True


def _not_falling(document: Document, table: Mapping[str, int]) -> Problem | None:
    """A word on the first value that counts no less than the one below it."""
    points = [table[str(value)] for value in range(1, len(table) + 1)]
    rising = [
        value for value in range(2, len(points) + 1) if points[value - 1] >= points[value - 2]
    ]
    if not rising:
        return None
    value = rising[0]
    more = f", and so on at {', '.join(map(str, rising[1:]))}" if rising[1:] else ""
    what = f"counts {points[value - 1]}, no less than value {value - 1} with {points[value - 2]}"
    advice = "allowed, but on all cards we know of points fall as values rise (S17): is it right?"
    return document.problem((*_POINTS, str(value)), what + more, advice)
