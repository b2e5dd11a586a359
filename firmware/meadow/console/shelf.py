"""The games that were saved, in words for people: when, what was played, who sat where, the end.

Of each journal its first and last bytes are looked at (`meadow.console.glance`), once for as long
as the file stays the same, and of a folder only as many as a page shows. Knows no particular game.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from meadow.console.glance import Glance, glance
from meadow.console.journals import Listed, listed
from meadow.console.plainly import plainly
from meadow.games.package import Package, Recalls
from meadow.journal.files import explain
from meadow.journal.lines import Header, JournalError
from meadow.telling.words import Words

MOST_SHOWN = 40
"""So many are told at once; older ones are asked for."""

_UNFIT = (msgspec.MsgspecError, ValueError, RecursionError)


class Saved(NamedTuple):
    """A journal on the shelf. ``began`` is in UTC (ISO 8601), ``what`` the game and how it was
    chosen, ``seats`` where somebody sat, ``ended`` how it ended, "" for a game without an end;
    ``simulated`` is whether its journal says that bots played it, or no real table; older ones do
    not; ``trouble`` says why nothing of this is known."""

    name: str
    size: int
    began: str = ""
    what: str = ""
    seats: tuple[str, ...] = ()
    ended: str = ""
    simulated: bool = False
    trouble: str = ""


class Shelf:
    """The journals of the folder of the table that runs now. Reads: for a thread beside a loop."""

    def __init__(
        self, folder: Callable[[], Path | None], packages: Callable[[], Mapping[str, Package]]
    ) -> None:
        """``folder`` gives None where there is none yet; ``packages`` the games that are known."""
        self.folder = folder
        self._packages = packages
        self._looked_at: dict[Listed, Saved] = {}
        self._lock = threading.Lock()

    def page(self, before: str = "") -> tuple[list[Saved], bool]:
        """The newest journals, or those older than the one of this name, the newest first; and
        whether there are older ones still. Raises OSError."""
        folder = self.folder()
        if folder is None:
            return [], False
        found = listed(folder, before, MOST_SHOWN + 1)
        shown, packages = found[:MOST_SHOWN], self._packages()
        with self._lock:  # whoever asks at the same time has what was looked at just now
            if len(self._looked_at) > 10 * MOST_SHOWN:
                self._looked_at.clear()
            for one in shown:
                if one not in self._looked_at:
                    self._looked_at[one] = _saved(folder, one, packages)
            return [self._looked_at[one] for one in shown], len(found) > MOST_SHOWN


def described(header: Header, package: Package | None) -> tuple[str, tuple[str, ...]]:
    """What was played in words, and where somebody sat: as much as can be known of it."""
    if package is None:
        return header.game, ()
    try:
        setup = msgspec.json.decode(header.setup, type=package.setup_type)
    except _UNFIT:
        return package.title, ()
    if not isinstance(package, Recalls):
        return package.title, ()
    choices, seats = package.recall(setup, package.settings_type())
    return plainly(package.describe(choices)), tuple([seat.side for seat in seats])


def _saved(folder: Path, one: Listed, packages: Mapping[str, Package]) -> Saved:
    saved = Saved(one.name, one.size)
    try:
        seen: Glance = glance(folder, one.name)
    except JournalError as error:
        return saved._replace(trouble=error.why)
    except OSError as error:
        return saved._replace(trouble=f"cannot be read: {explain(error)}")
    header, result = seen
    package = packages.get(header.game)
    what, seats = described(header, package)
    ended = "" if result is None else _ended(result, package)
    return saved._replace(
        began=header.began,
        what=what,
        seats=seats,
        ended=ended,
        simulated=header.counts is False,
    )


def _ended(result: Mapping[str, Any], package: Package | None) -> str:
    """How it ended; a result that is none of its game's says only that it did."""
    try:
        fits = None if package is None else msgspec.convert(result, package.result_type)
    except _UNFIT:
        fits = None
    return "ended" if fits is None else plainly(Words({}).result(msgspec.to_builtins(fits)))
