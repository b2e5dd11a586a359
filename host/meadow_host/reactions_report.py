"""The times of a game's cards as lines for people, as CSV and as JSON. Knows no terminal."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import msgspec
from meadow.telling.times import time_text
from meadow.telling.words import Words

from meadow_host.reactions import CardTime, Reactions

MARKS = MappingProxyType(
    {
        "stop": "Stop! was called meanwhile; that time is included",
        "paused": "the game was paused meanwhile; that time is taken out, and a token that "
        "came then is dated to the end of the pause",
        "void": "a reader failed in this round, so it counts for no trial",
        "reopened": "the token came off this card, which was open again",
        "operator": "the operator decided meanwhile",
    }
)
_HEADING = ("side", "round", "card", "revealed", "to arrival", "to covering", "strays", "")
_NUMBERS = frozenset({1, 3, 4, 5, 6})


def lines(path: Path, found: Reactions, words: Words) -> list[str]:
    """A table with a heading, and what its marks mean; or why there is none."""
    if found.why_not:
        return [f"{path}: {found.why_not}"]
    rows = [_row(one, words) for one in found.cards]
    marks = [f"{name}: {what}" for name, what in MARKS.items() if _is_used(name, found.cards)]
    return [
        f"{path}: reveal to arrival in the tray, arrival to covering, in ms",
        "",
        *_aligned([_HEADING, *rows]),
        *(["", *marks] if marks else []),
    ]


def as_csv(found: Reactions, words: Words) -> str:
    """A line a card under a heading; times in ms, empty for what did not happen, marks 0 or 1."""
    made = io.StringIO()
    writer = csv.writer(made, lineterminator="\n")
    writer.writerow(CardTime.__struct_fields__)
    for one in found.cards:
        values = _values(one, words).values()
        writer.writerow([int(value) if isinstance(value, bool) else value for value in values])
    return made.getvalue().rstrip("\n")


def as_values(path: Path, found: Reactions, words: Words) -> dict[str, Any]:
    """All of it as one JSON document."""
    return {
        "path": str(path),
        "measured": not found.why_not,
        "why_not": found.why_not,
        "cards": [_values(one, words) for one in found.cards],
    }


def _values(one: CardTime, words: Words) -> dict[str, Any]:
    values: dict[str, Any] = msgspec.structs.asdict(one)
    return {**values, "card": words.value("card", one.card)}


def _row(one: CardTime, words: Words) -> tuple[str, ...]:
    times = ["-" if value is None else str(value) for value in (one.arrived_ms, one.covered_ms)]
    marks = ", ".join(name for name in MARKS if getattr(one, name))
    card, revealed = words.value("card", one.card), time_text(one.at_ms)
    return (one.side, str(one.round), card, revealed, *times, str(one.strays), marks)


def _is_used(name: str, cards: Iterable[CardTime]) -> bool:
    return any(getattr(one, name) for one in cards)


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if column in _NUMBERS else cell.ljust(width)
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
