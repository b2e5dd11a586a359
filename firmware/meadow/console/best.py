"""The best times of this day at this table: of each kind of game the best one.

Known from the results that come while the table runs, and from the journals of the same day before
that. A time holds no person. It knows no particular game: which results count for their time the
telling says. For one thread.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec

from meadow.console import journals
from meadow.console.publish import Heard
from meadow.games.game import Finished, Undone
from meadow.journal.lines import End, JournalError, Kind, check_line, decode_header, decode_line
from meadow.journal.wall import now_utc
from meadow.table.status import Phase
from meadow.telling.sentences import NAMES, TIMED

MOST_SHOWN = 4
MOST_JOURNALS = 300
HEAD_BYTES, TAIL_BYTES = 256 * 1024, 64 * 1024
ROUNDS = "D"
"""Games of rounds are not compared: their time is that of the last round."""

Json = dict[str, Any]


class Times:
    """Keeps the times, each with the moment at which it was known (ISO 8601 in UTC)."""

    def __init__(self, now: Callable[[], str] = now_utc) -> None:
        self._now = now
        self._best: dict[str, tuple[int, str]] = {}
        self._unsure: Mapping[str, Any] | None = None
        """The result of the game that is over but lies there still: undo may take it back."""

    def heard(self, heard: Iterable[Heard]) -> None:
        """What happened at the table."""
        for one in heard:
            for output in one.news.outputs:
                if isinstance(output, Finished):
                    self._unsure = msgspec.to_builtins(output.result)
                elif isinstance(output, Undone):
                    self._unsure = None

    def at(self, phase: Phase) -> None:
        """The table does this now: a game that is cleared away counts."""
        if phase is Phase.LOBBY and self._unsure is not None:
            self.add(self._unsure, self._now())
            self._unsure = None

    def add(self, result: Mapping[str, Any], when: str) -> None:
        """A result that stands."""
        kind = kind_of(result)
        if not kind:
            return
        time_ms = int(result["time_ms"])
        had = self._best.get(kind)
        if had is None or had[1][:10] < when[:10] or time_ms < had[0]:
            self._best[kind] = (time_ms, when)

    def since(self, midnight: str) -> list[Json]:
        """The best since then, kind by kind."""
        shown = [
            {"what": kind, "ms": time_ms}
            for kind, (time_ms, when) in sorted(self._best.items())
            if when >= midnight
        ]
        return shown[:MOST_SHOWN]


def kind_of(result: Mapping[str, Any]) -> str:
    """What games it may be compared with, in words; "" if its time counts for nothing."""
    ways = list(result.get("ways", ()))
    is_timed = (result.get("game"), result.get("outcome")) in TIMED and "time_ms" in result
    if not is_timed or result.get("void") or ROUNDS in ways:
        return ""
    mode = str(result.get("mode") or result["game"])
    players = len(result.get("sides", ()))
    parts = [NAMES.get(mode, mode), *[f"way {way}" for way in ways]]
    if result.get("referee") == "check":
        parts.append("check")
    if players:
        parts.append("1 player" if players == 1 else f"{players} players")
    return ", ".join(parts)


def results_of(folder: Path, midnight: str) -> Iterator[tuple[Mapping[str, Any], str]]:
    """The results in the journals that began since then, and when. Raises OSError."""
    for listed in journals.listed(folder)[:MOST_JOURNALS]:
        found = journals.opened(folder, listed.name)
        if found is None:
            continue
        file, size = found
        with file:
            head = file.read(HEAD_BYTES).partition(b"\n")
            file.seek(max(0, size - TAIL_BYTES))
            tail = file.read(TAIL_BYTES).split(b"\n")
        try:
            began = decode_header(head[0] + head[1], listed.name).began
        except JournalError:
            continue  # whoever replays it is told
        if began < midnight:
            return  # so are all before it
        if (result := _result(tail)) is not None:
            yield result, began


def _result(tail: list[bytes]) -> Mapping[str, Any] | None:
    """The result that the last end among these lines tells; None for none."""
    for raw in reversed(tail):
        if b'"end"' not in raw or not check_line(raw + b"\n"):
            continue
        try:
            line = decode_line(raw + b"\n")
            if line.kind is Kind.END:
                end = msgspec.json.decode(line.body, type=End)
                result: Mapping[str, Any] | None = msgspec.json.decode(
                    end.result, type=dict[str, Any] | None
                )
                return result
        except msgspec.MsgspecError:
            continue
    return None
