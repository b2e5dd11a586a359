"""Compares the facts of a game played again with those of its journal: in order, within 50 ms.

For replays in which time passes otherwise than it did: on silicon, on a table. Knows no game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec
from meadow.journal.lines import Kind, Line

from meadow_host.replay_found import Difference

NEAR_MS = 50
"""So much may a fact be dated otherwise; facts nearer than that may swap."""


class Told(NamedTuple):
    """A fact without its times, as JSON with sorted keys and lists."""

    at_ms: int
    text: str
    number: int
    """Its line in the journal, 0 for one that came of the replay."""


def told_of(line: Line) -> list[Told]:
    """The fact of a line, if it is one."""
    body = msgspec.json.decode(line.body)
    is_fact = line.kind is Kind.OUTPUT and str(body.get("type", "")).startswith("fact.")
    if not is_fact:
        return []
    text = msgspec.json.encode(_timeless(body), order="sorted").decode()
    return [Told(line.at_ms, text, line.number)]


def _timeless(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _timeless(one) for key, one in value.items() if not key.endswith("_ms")}
    if isinstance(value, list):  # their order is often that of inputs, which may swap
        return sorted([_timeless(one) for one in value], key=msgspec.json.encode)
    return value


def compare(
    expected: Sequence[Told], got: Sequence[Told]
) -> tuple[Told | None, Told | None] | None:
    """The first that has no counterpart within `NEAR_MS`; None when each has one."""
    left = list(got)
    for one in expected:
        near = [o for o in left if o.text == one.text and abs(o.at_ms - one.at_ms) <= NEAR_MS]
        if not near:
            rest = [o for o in left if o.at_ms >= one.at_ms - NEAR_MS]
            return one, rest[0] if rest else None
        left.remove(near[0])
    return (None, left[0]) if left else None


def difference_of(lines: Sequence[Line], wanted: Told | None, came: Told | None) -> Difference:
    """A difference between facts, as of a journal with these lines; what came too much stands at
    the line it came before."""
    one = wanted or came
    assert one is not None
    later = [line.number for line in lines if line.at_ms >= one.at_ms]
    number = one.number or (later[0] if later else len(lines) + 1)
    texts = [f"at {told.at_ms} ms: {told.text}" if told else "" for told in (wanted, came)]
    return Difference(number, one.at_ms, *texts)
