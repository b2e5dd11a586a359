"""Plays a journal again through the same code and compares every line with what is written.

Library first: `meadow replay` is a thin command over it. Knows no terminal and no particular
game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any, Protocol

import msgspec
from meadow.games.game import PUBLIC, Finished, Output, Result, SetupError
from meadow.games.package import Package, load_packages
from meadow.games.session import Session
from meadow.journal.lines import JournalError, Kind, Line, OutputDigest, encode_body
from meadow.journal.read import Journal, read_journal
from meadow.nfc.sightings import Arrived
from meadow.table.play import Played, refused_by_the_table
from meadow.table.retelling import begin_play, feed, input_of, package_of, sighting_of

from meadow_host.levels import Level
from meadow_host.replay_found import Difference, Tell

__all__ = [
    "Difference",
    "Level",
    "Replayed",
    "replay",
    "replay_file",
]

TELL_EVERY = 4096
"""So many lines pass between two calls of a replay's listener."""


@dataclass(frozen=True)
class Replayed:
    """What a replay found.

    ``lines`` were compared and found equal (on silicon: facts); ``counts`` all lines replayed,
    by kind; ``at_ms`` the time of the last; ``result`` the game's result as it came out of the
    replay, as plain values, None while unfinished; ``view`` the public view of the state at the
    end of what was replayed.
    """

    path: Path
    game: str
    level: Level
    lines: int
    counts: Mapping[str, int]
    at_ms: int
    finished: bool
    result: Any
    view: Mapping[str, Any]
    difference: Difference | None

    @property
    def identical(self) -> bool:
        return self.difference is None


def replay_file(
    path: Path | str,
    level: Level = Level.TABLE,
    until_ms: int | None = None,
    packages: Mapping[str, Package] | None = None,
    tell: Tell | None = None,
) -> Replayed:
    """Replay one journal. Raises `JournalError`, one line, when it cannot be replayed."""
    return replay(read_journal(path), level, until_ms, packages, tell)


def replay(
    journal: Journal,
    level: Level = Level.TABLE,
    until_ms: int | None = None,
    packages: Mapping[str, Package] | None = None,
    tell: Tell | None = None,
) -> Replayed:
    """Replay a journal that was read, up to and with ``until_ms`` if it is given.

    A journal that breaks off is compared as far as it goes. Raises `JournalError` for a game or
    rules this program does not have, and for lines whose bodies it cannot read.
    """
    package = package_of(journal, load_packages() if packages is None else packages)
    lines = journal.lines
    if until_ms is not None:
        lines = list(takewhile(lambda line: line.at_ms <= until_ms, lines))
    try:
        replaying = _player(level)(journal, package, lines)
    except SetupError as error:
        raise JournalError(journal.path, 1, f"the game cannot begin: {error}") from error
    difference = replaying.run(tell or _tell_nobody)
    result = replaying.result
    finished = journal.finished and len(lines) == len(journal.lines) and result is not None
    return Replayed(
        path=journal.path,
        game=journal.header.game,
        level=level,
        lines=replaying.compared,
        counts={kind.value: count for kind, count in Counter([x.kind for x in lines]).items()},
        at_ms=lines[-1].at_ms if lines else 0,
        finished=finished,
        result=msgspec.json.decode(encode_body(result)) if finished else None,
        view=replaying.view(),
        difference=difference,
    )


class _Replay(Protocol):
    """What plays the lines again."""

    compared: int

    @property
    def result(self) -> Any: ...

    def view(self) -> Mapping[str, Any]: ...

    def run(self, tell: Tell) -> Difference | None: ...


def _player(level: Level) -> Callable[[Journal, Package, Sequence[Line]], _Replay]:
    if level is Level.SILICON:
        from meadow_host.silicon_replay import SiliconReplay  # with the vendor packages

        return SiliconReplay
    return _RulesReplay if level is Level.RULES else _TableReplay


class _TableReplay:
    """Sightings and words go in; all lines must come out as they are written."""

    def __init__(self, journal: Journal, package: Package, lines: Sequence[Line]) -> None:
        self._journal = journal
        self._lines = lines
        self._play = begin_play(journal, package)
        self._result: Result | None = None
        self.compared = 0

    @property
    def result(self) -> Result | None:
        """The result that came out; None while the game goes on."""
        return self._result if self._play.over else None

    def view(self) -> Mapping[str, Any]:
        return self._play.view(PUBLIC)

    def run(self, tell: Tell) -> Difference | None:
        journal, play, lines = self._journal, self._play, self._lines
        difference = self._compare(play.take())
        for index, line in enumerate(lines):
            if difference is not None:
                return difference
            if index >= self.compared:  # else it followed from an earlier one, and was equal
                feed(play, journal, line)
                made = play.take()
                if made.lines:
                    difference = self._compare(made)
            if index % TELL_EVERY == 0:
                tell(index, len(lines))
        if difference is None and lines:
            play.ring_until(lines[-1].at_ms)
            difference = self._compare(play.take())
        if difference is None and self.compared < len(lines):
            return self._differs(self.compared, b"")
        return difference

    def _compare(self, played: Played) -> Difference | None:
        """Compare the next lines that the play made with those that are written.

        More of them than are written is no difference: the journal breaks off there.
        """
        made, first = played.lines, self.compared
        for output in played.outputs:
            if isinstance(output, Finished):
                self._result = output.result
        written = self._journal.raws[first : first + len(made)]
        self.compared = first + len(written)
        if made == written:
            return None
        for index, (old, new) in enumerate(zip(written, made, strict=False), first):
            if old != new:
                self.compared = index
                return self._differs(index, new)
        return None

    def _differs(self, index: int, got: bytes) -> Difference:
        line = self._journal.lines[index]
        return Difference(line.number, line.at_ms, _text(self._journal.raws[index]), _text(got))


class _RulesReplay:
    """Every input goes to the session; outputs and ends must be as they are written."""

    def __init__(self, journal: Journal, package: Package, lines: Sequence[Line]) -> None:
        self._journal = journal
        self._lines = lines
        self._session = Session(package.game)
        self._state, outputs = self._session.begin(journal.setup(package.setup_type))
        self._digest = OutputDigest()
        self._result: Result | None = None
        self._waiting: list[bytes] = []
        """The bodies of the outputs and ends that must come next."""
        self._expect(outputs)
        self.compared = 0

    @property
    def result(self) -> Result | None:
        """The result that came out; None while the game goes on."""
        return self._result if self._state.finished else None

    def view(self) -> Mapping[str, Any]:
        return self._session.view(self._state, PUBLIC)

    def run(self, tell: Tell) -> Difference | None:
        for index, line in enumerate(self._lines):
            written = bytes(line.body) if line.kind in (Kind.OUTPUT, Kind.END) else b""
            got = self._waiting.pop(0) if self._waiting else b""
            if got != written:
                return Difference(line.number, line.at_ms, _text(written), _text(got))
            if line.kind is Kind.SIGHTING:
                self._see(line)
            elif line.kind is Kind.INPUT:
                self._advance(line)
            self.compared += 1
            if index % TELL_EVERY == 0:
                tell(index, len(self._lines))
        return None

    def _see(self, line: Line) -> None:
        """What the table refuses by itself (an unknown tag): the rules are not told of it."""
        seen = sighting_of(self._journal, line)
        if isinstance(seen, Arrived):
            piece = self._journal.pieces.get(seen.uid)
            refused = refused_by_the_table(piece, seen.uid, seen.place)
            if refused is not None:
                self._expect((refused,))

    def _advance(self, line: Line) -> None:
        was_finished = self._state.finished
        happened = input_of(self._journal, line)
        self._state, outputs = self._session.advance(self._state, happened)
        self._expect(outputs)
        if was_finished and not self._state.finished:
            self._waiting.append(encode_body(self._digest.end(None)))

    def _expect(self, outputs: Sequence[Output]) -> None:
        """These outputs come next, and an end with each result, as `meadow.table.play` writes."""
        for output in outputs:
            body = encode_body(output)
            self._digest.add(body)
            self._waiting.append(body)
        for output in outputs:
            if isinstance(output, Finished):
                self._result = output.result
                self._waiting.append(encode_body(self._digest.end(output.result)))


def _tell_nobody(done: int, total: int) -> None:
    """The listener when nobody listens."""


def _text(raw: bytes) -> str:
    return raw.decode("utf-8", "replace").rstrip("\n")
