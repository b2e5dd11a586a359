"""What a replay found, as lines for people and as JSON. Knows no terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from meadow.journal.printable import printable
from meadow.journal.read import read_journal
from meadow.telling.times import time_text
from meadow.telling.words import Words

from meadow_host import state_words
from meadow_host.calling import as_called
from meadow_host.replay import Level, Replayed
from meadow_host.replay_found import Difference
from meadow_host.replay_many import Outcome

LISTED = 20
"""More journals than this are not told one by one, unless something is wrong with them."""

_WINDOW = 100
_BEFORE = 50
_KINDS = ("sighting", "input", "output")


def report(outcomes: Sequence[Outcome], level: Level, seconds: float) -> list[str]:
    """The lines for people: one a journal, the differences, and the summary at the end."""
    lines: list[str] = []
    for outcome in outcomes:
        if not outcome.identical or len(outcomes) <= LISTED:
            lines += _told(outcome)
    return [*lines, summary(outcomes, level, seconds)]


def wrong_lines(outcomes: Sequence[Outcome]) -> list[str]:
    """The lines for people on what is not identical; none if all is."""
    return [line for outcome in outcomes if not outcome.identical for line in _told(outcome)]


LONG_S = 2.0
"""What took less is not worth the words."""


def summary(outcomes: Sequence[Outcome], level: Level, seconds: float) -> str:
    """The last line: identical or not, and how much was replayed."""
    same = sum(outcome.identical for outcome in outcomes)
    if same < len(outcomes):
        differ = sum(outcome.replayed is not None for outcome in outcomes) - same
        failed = len(outcomes) - same - differ
        parts = [f"{same} identical", f"{differ} different", f"{failed} not replayed"]
        return f"replay: NOT identical: of {_journals(outcomes)} " + ", ".join(parts)
    counts = _counts(outcomes)
    kinds = ", ".join(_number(counts[kind], kind) for kind in ("input", "output"))
    lines = _number(sum(counts.values()), "line")
    took = f"; {seconds:.1f} s" if seconds >= LONG_S else ""
    return f"replay: identical ({level.value}: {_journals(outcomes)}, {lines}, {kinds}{took})"


def as_values(
    outcomes: Sequence[Outcome], level: Level, until_ms: int | None, seconds: float
) -> dict[str, Any]:
    """All of it as one JSON document."""
    return {
        "identical": all(outcome.identical for outcome in outcomes),
        "level": level.value,
        "until_ms": until_ms,
        "seconds": round(seconds, 3),
        "counts": _counts(outcomes),
        "journals": [_values(outcome, until_ms) for outcome in outcomes],
    }


def state_lines(outcome: Outcome, until_ms: int) -> list[str]:
    """The state at a moment, as anyone may know it, in plain words."""
    replayed = outcome.replayed
    if replayed is None:
        return []
    words = Words(read_journal(outcome.path).pieces)
    told = state_words.state_lines(replayed.view, words)
    lines = [f"{outcome.path} at {time_text(until_ms)}:", *[f"  {line}" for line in told]]
    return list(map(printable, lines))


def difference_lines(difference: Difference) -> list[str]:
    """Both texts round the first character that differs, and a mark below it."""
    expected, got = difference.expected, difference.got
    if not expected or not got:
        nothing = "nothing: no such line"
        return [
            f"  expected  {_cut(expected, 0) or nothing}",
            f"  got       {_cut(got, 0) or nothing}",
        ]
    pairs = enumerate(zip(expected, got, strict=False))
    shorter = min(len(expected), len(got))
    same = next((at for at, (old, new) in pairs if old != new), shorter)
    first = max(0, same - _BEFORE)
    mark = same - first + (3 if first else 0)
    return [
        f"  expected  {_cut(expected, first)}",
        f"  got       {_cut(got, first)}",
        f"            {' ' * mark}^",
    ]


def _cut(text: str, first: int) -> str:
    front = "..." if first else ""
    back = "..." if len(text) > first + _WINDOW else ""
    return f"{front}{text[first : first + _WINDOW]}{back}"


def _told(outcome: Outcome) -> list[str]:
    return list(map(printable, _told_raw(outcome)))


def _told_raw(outcome: Outcome) -> list[str]:
    replayed = outcome.replayed
    if replayed is None:
        return [as_called(outcome.error)]
    difference = replayed.difference
    if difference is None:
        state = "finished" if replayed.finished else f"up to {time_text(replayed.at_ms)}"
        what = _number(replayed.lines, "fact" if replayed.level is Level.SILICON else "line")
        return [f"{outcome.path}: identical, {what}, {state}"]
    where = f"{outcome.path}:{difference.line_number}"
    return [f"{where}: differs at {time_text(difference.at_ms)}", *difference_lines(difference)]


def _values(outcome: Outcome, until_ms: int | None) -> dict[str, Any]:
    replayed = outcome.replayed
    values: dict[str, Any] = {
        "path": str(outcome.path),
        "identical": outcome.identical,
        "seconds": round(outcome.seconds, 4),
    }
    if replayed is None:
        return {**values, "error": {"line": outcome.error_line, "message": outcome.error}}
    values |= _replayed_values(replayed)
    return values if until_ms is None else {**values, "view": replayed.view}


def _replayed_values(replayed: Replayed) -> dict[str, Any]:
    return {
        "game": replayed.game,
        "lines": replayed.lines,
        "counts": replayed.counts,
        "at_ms": replayed.at_ms,
        "finished": replayed.finished,
        "result": replayed.result,
        "difference": difference_values(replayed.difference),
    }


def difference_values(difference: Difference | None) -> dict[str, Any] | None:
    """A difference as JSON, None for none."""
    if difference is None:
        return None
    return {
        "line": difference.line_number,
        "at_ms": difference.at_ms,
        "expected": difference.expected,
        "got": difference.got,
    }


def _counts(outcomes: Sequence[Outcome]) -> Counter[str]:
    counts: Counter[str] = Counter(dict.fromkeys(_KINDS, 0))
    for outcome in outcomes:
        if outcome.replayed is not None:
            counts.update(outcome.replayed.counts)
    return counts


def _journals(outcomes: Sequence[Outcome]) -> str:
    return _number(len(outcomes), "journal")


def _number(count: int, name: str) -> str:
    return f"{count:,} {name}{'' if count == 1 else 's'}"
