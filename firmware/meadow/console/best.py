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
from meadow.console.glance import glance
from meadow.console.publish import Heard
from meadow.games.game import Finished, Undone
from meadow.journal.lines import JournalError
from meadow.journal.wall import now_utc
from meadow.table.status import Phase
from meadow.telling.sentences import NAMES, TIMED

MOST_SHOWN = 4
MOST_JOURNALS = 300
ROUNDS = "D"
"""Games of rounds are not compared: their time is that of the last round."""

Json = dict[str, Any]


class Times:
    """Keeps the times, each with the moment at which it was known (ISO 8601 in UTC)."""

    def __init__(
        self, now: Callable[[], str] = now_utc, by_people: Callable[[], bool] = lambda: True
    ) -> None:
        """``by_people``: whether people alone play the game that is on, or played the last one."""
        self._now, self._by_people = now, by_people
        self._best: dict[str, tuple[int, str]] = {}
        self._unsure: Mapping[str, Any] | None = None
        """The result of the game that is over but lies there still: undo may take it back."""

    def heard(self, heard: Iterable[Heard]) -> None:
        """What happened at the table."""
        for one in heard:
            for output in one.news.outputs:
                if isinstance(output, Finished):
                    counts = self._by_people()
                    self._unsure = msgspec.to_builtins(output.result) if counts else None
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
    """The results in the journals that began since then and count, and when. Raises OSError."""
    for listed in journals.listed(folder)[:MOST_JOURNALS]:
        try:
            header, result = glance(folder, listed.name)
        except JournalError:
            continue  # whoever replays it is told
        if header.began < midnight:
            return  # so are all before it
        if result is not None and header.counts is not False:
            yield result, header.began
