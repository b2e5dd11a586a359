"""A journal in plain words: what its header says, a line for each line, how it ends.

Library first: `meadow journal show` is a thin command over it. Knows no terminal.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from meadow.journal.lines import JournalError, Kind, Line
from meadow.journal.printable import printable
from meadow.journal.read import BAD_JSON, Journal, parse_journal, read_bytes, split_lines
from meadow.journal.recover import whole_lines
from meadow.telling.sentences import NAMES
from meadow.telling.telling import Entry, Telling, groups
from meadow.telling.times import time_text
from meadow.telling.words import Told, Words

from meadow_host.calling import program


@dataclass(frozen=True)
class Opened:
    """A journal and its words. ``torn`` says what is wrong with its end, or is empty."""

    journal: Journal
    words: Words
    torn: str

    @property
    def counts(self) -> Mapping[str, int]:
        """How many lines of each kind there are."""
        return Counter(line.kind.value for line in self.journal.lines)


@dataclass(frozen=True)
class Shown:
    """One line in plain words, and its body as plain values without what is hidden."""

    line: Line
    told: Told
    body: Any

    @property
    def is_fact(self) -> bool:
        """Whether it tells what happened in the game's terms, the end included."""
        tag = self.body.get("type", "")
        return self.line.kind is Kind.OUTPUT and (tag.startswith("fact.") or tag == "finished")


def open_journal(path: Path, reveal: bool = False) -> Opened:
    """Read a journal, as far as it is whole. ``reveal`` names cards that nobody may know.

    Raises `JournalError` for what is no journal, or is damaged before its end.
    """
    data = read_bytes(path)
    torn = ""
    try:
        journal = parse_journal(data, path)
    except JournalError:
        whole = whole_lines(data, path)
        cut = len(split_lines(data)) - len(whole)
        if not cut:
            raise
        journal = parse_journal(b"".join(whole), path)
        lines = "its last line is" if cut == 1 else f"its last {cut} lines are"
        torn = f"torn: {lines} cut off or damaged"
    return Opened(journal, Words(journal.pieces, reveal), torn)


def shown_lines(opened: Opened) -> Iterator[Shown]:
    """Every line after the header. Raises `JournalError` for a body that is no JSON object."""
    telling = Telling(opened.words)
    for group in groups(_entries(opened)):
        telling.begin(group)
        for line, body in group:
            try:
                told = telling.line(line, body)
            except (KeyError, TypeError) as error:
                raise _untold(opened, line, error) from error
            yield Shown(line, told, telling.words.hidden(line.kind, body))


def _entries(opened: Opened) -> Iterator[Entry]:
    for line in opened.journal.lines:
        try:
            yield Entry(line, msgspec.json.decode(line.body, type=dict[str, Any]))
        except BAD_JSON as error:
            raise _untold(opened, line, error) from error


def _untold(opened: Opened, line: Line, error: Exception) -> JournalError:
    why = f"cannot be told in words: {error}; was it written by another version?"
    return opened.journal.error(line, why)


def heading(opened: Opened) -> list[str]:
    """What the header says, in lines for people."""
    header = opened.journal.header
    setup = msgspec.json.decode(header.setup)
    setup = setup if isinstance(setup, dict) else {"setup": setup}
    ids = {piece.id for piece in opened.journal.pieces.values()}
    lines = [
        f"{opened.journal.path}",
        f"{header.game}, rules {header.rules}, table {header.table}, began {header.began}, "
        f"firmware {header.firmware}",
    ]
    chosen = [
        _choice(name, value)
        for name, value in setup.items()
        if value not in (None, [], "", *ids) and _is_plain(value)
    ]
    seats = [_seat(seat) for seat in setup.get("seats", ()) if isinstance(seat, dict)]
    lines += filter(None, (", ".join(chosen), "; ".join(seats)))
    return list(map(printable, lines))


def ending(opened: Opened) -> list[str]:
    """How many lines there are, how it ended, and what to do if it did not; for people."""
    journal, counts = opened.journal, opened.counts
    kinds = ", ".join([_number(count, kind) for kind, count in counts.items()])
    number = _number(len(journal.lines) + 1, "line")
    lines = [f"{number}: the header, {kinds or 'and nothing else'}"]
    if journal.finished and journal.end is not None:
        result = msgspec.json.decode(journal.end.result, type=dict[str, Any])
        lines.append(f"finished: {opened.words.result(result)}")
    else:
        last = f" after {time_text(journal.lines[-1].at_ms)}" if journal.lines else ""
        lines.append(f"unfinished: it breaks off{last}, or is still being played")
    if opened.torn:
        lines.append(f"{opened.torn}; {mend(journal.path)}")
    return list(map(printable, lines))


def mend(path: Path) -> str:
    """What to do with a journal that is torn."""
    return f"mend it: {program()} journal recover {shlex.quote(str(path))}"


def pages(opened: Opened, shown: Iterator[Shown], lines_a_page: int = 500) -> Iterator[str]:
    """The whole journal as text for people, in parts of many lines."""
    yield "\n".join(heading(opened)) + "\n"
    width = max(len("line"), len(str(len(opened.journal.lines) + 1)))
    yield f"{'line':>{width}}  {'time':>10}  {'who':<8}  what (→ is what came of it)"
    while page := [text_of(one, width) for one in islice(shown, lines_a_page)]:
        yield "\n".join(page)
    yield "\n" + "\n".join(ending(opened))


def text_of(shown: Shown, width: int) -> str:
    """One line for people; ``width`` of the line number."""
    line, told = shown.line, shown.told
    arrow = "→ " if line.kind is Kind.OUTPUT else ""
    when = f"{line.number:>{width}}  {time_text(line.at_ms):>10}"
    return printable(f"{when}  {told.who:<8}  {arrow}{told.what}")


def as_values(opened: Opened, shown: Iterator[Shown]) -> dict[str, Any]:
    """The journal as one JSON document; what is hidden is left out."""
    journal, header = opened.journal, opened.journal.header
    end = journal.end if journal.finished else None
    return {
        "path": str(journal.path),
        "game": header.game,
        "rules": header.rules,
        "format": header.format,
        "table": header.table,
        "firmware": header.firmware,
        "began": header.began,
        "setup": header.setup,
        "finished": journal.finished,
        "result": end.result if end else None,
        "torn": opened.torn,
        "counts": opened.counts,
        "lines": [
            {
                "line": one.line.number,
                "at_ms": one.line.at_ms,
                "kind": one.line.kind,
                "source": one.line.source,
                "who": one.told.who,
                "what": one.told.what,
                "body": one.body,
            }
            for one in shown
        ],
    }


def _number(count: int, name: str) -> str:
    return f"{count} {name}{'' if count == 1 else 's'}"


def _seat(seat: Mapping[str, Any]) -> str:
    more = [str(seat["rake"]).replace("rake.", "") + " rake"] if seat.get("rake") else []
    more += [f"age rank {seat['age_rank']}"] if seat.get("age_rank") else []
    more += [f"{seat['hand']} hand"] if seat.get("hand") else []
    return f"{seat.get('side', '?')}: {', '.join(more)}" if more else str(seat.get("side", "?"))


def _is_plain(value: Any) -> bool:
    is_list = isinstance(value, list) and all(isinstance(one, str | int) for one in value)
    return isinstance(value, str | int) or is_list


def _choice(name: str, value: Any) -> str:
    unit = " ms" if name.endswith("_ms") else ""
    values = value if isinstance(value, list) else [value]
    listed = " and ".join(NAMES.get(str(one), str(one)) for one in values)
    return f"{name.removesuffix('_ms').replace('_', ' ')} {listed}{unit}"
