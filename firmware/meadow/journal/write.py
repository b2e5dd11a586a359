"""Writes the journal of a game while it is played, from a thread of its own.

The loop hands over lines and never waits. A line's fsync begins at most 200 ms after it was
handed over, as long as the disk keeps up; when the disk fails, the game goes on in memory, the
trouble is said at once, and all that is missing is written when the disk is back. All lines
stay in memory until the journal is closed: as many bytes again as the file has, about 150 a
line, so under 1 MB for a usual game. Knows no game.
"""

from __future__ import annotations

import contextlib
import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from meadow.clock import Clock, MonotonicClock
from meadow.journal.files import DiskFiles, Files, explain
from meadow.journal.lines import Header, encode_header
from meadow.journal.read import Journal
from meadow.journal.save import Saver, next_path

__all__ = ["BOUND_MS", "JournalWriter", "Status", "next_path"]

BOUND_MS = 200
"""The promise: within this time of `JournalWriter.append` a line's fsync begins."""

PASS_MS = 100
"""How often the thread looks for lines. Half the bound: the rest is for a busy machine."""

FIRST_RETRY_MS = 200
LAST_RETRY_MS = 5000
"""After a failure the thread tries again, each time after twice as long, up to this."""

HUNG_MS = 2000
"""A write or an fsync that takes longer than this is a trouble by itself."""


class Status(NamedTuple):
    """How the journal stands.

    ``saved_seq`` the number of the last line known to be on the disk (fsynced), 0 when only
    the header is, -1 when nothing is; ``pending`` how many lines, the header included, are not
    known to be there; ``trouble`` one line for people, empty while all is well.
    """

    saved_seq: int
    pending: int
    trouble: str


def _nobody(trouble: str) -> None:
    """The listener when nobody listens; `JournalWriter.status` tells as much."""


class JournalWriter:
    """Writes one journal. One thread appends; `status` may be asked from any.

    ``on_trouble`` is called, from the writer's thread, once whenever the trouble changes: with
    a line for people, or with "" when it is over and everything is saved. It must return soon
    and not raise. A disk that hangs without an error shows in `status` only.
    """

    def __init__(
        self,
        path: Path,
        header: Header,
        on_trouble: Callable[[str], None] = _nobody,
        *,
        after: Journal | None = None,
        files: Files | None = None,
        clock: Clock | None = None,
    ) -> None:
        """Begin a new journal, or go on ``after`` the last line of one that was just read.

        It never writes over another file: if there is one of that name, the journal takes the
        next free number (see `path`).
        """
        files = DiskFiles() if files is None else files
        content = encode_header(header)
        good = 0
        if after is not None:
            content = after.header_raw + b"".join(after.raws)
            good = len(content)
        saver = Saver(path, header.game, content, files, good=good)
        self._saver = saver
        self._on_trouble = on_trouble
        self._clock = MonotonicClock() if clock is None else clock
        self._queue: deque[bytes] = deque()
        self._appended = saver.lines
        self._trouble = ""
        self._busy_since_ms: int | None = None
        self._closing = threading.Event()
        self._give_up_ms = 0
        # A daemon: a disk that never answers must not keep the program from ending.
        self._thread = threading.Thread(target=self._run, name="journal", daemon=True)
        self._thread.start()

    @property
    def path(self) -> Path:
        """Where the journal lies, or will once the disk lets it."""
        return self._saver.path

    def append(self, raw: bytes) -> None:
        """Hand over the next line, newline included. Never waits for the disk.

        Raises ValueError after `close`.
        """
        if self._closing.is_set():
            raise ValueError("the journal is closed: this line would be lost")
        self._appended += 1
        self._queue.append(raw)

    def status(self) -> Status:
        """How far the journal is saved, at this moment."""
        saved = self._saver.saved_lines  # before the other count, which only grows
        return Status(saved - 1, self._appended - saved, self._trouble or self._hung())

    def close(self, timeout_s: float = 5.0) -> Status:
        """Save what is left, for at most that time, and end the thread. May be called again.

        Gives the last status: with ``pending`` above 0 those lines are lost when the program
        ends, and ``trouble`` says why.
        """
        if not self._closing.is_set():
            self._give_up_ms = self._clock.now_ms() + int(timeout_s * 1000)
            self._closing.set()
        self._thread.join(timeout_s)
        return self.status()

    def _hung(self) -> str:
        since_ms = self._busy_since_ms
        if since_ms is None or self._clock.now_ms() - since_ms < HUNG_MS:
            return ""
        return _said(self.path, "the disk does not answer; if that stays so put in another")

    # ------------------------------------------------------------ the writer's thread

    def _run(self) -> None:
        ended = False
        try:
            self._keep_saving()
            ended = True
        finally:
            if not ended:  # a fault in this program; never let it look like a saved game
                self._trouble = _said(self.path, "its writer has stopped; restart the table")

    def _keep_saving(self) -> None:
        retry_ms = FIRST_RETRY_MS
        while True:
            closing = self._closing.is_set()  # asked first: what came before it is in the queue
            began_ms = self._clock.now_ms()
            saved = self._save(began_ms, closing)
            if saved:
                if closing:
                    break
                retry_ms = FIRST_RETRY_MS
                self._rest(began_ms + PASS_MS)
            elif closing:
                if self._clock.now_ms() >= self._give_up_ms:
                    break
                self._clock.sleep_ms(PASS_MS)
            else:
                self._rest(began_ms + retry_ms)
                retry_ms = min(2 * retry_ms, LAST_RETRY_MS)
        with contextlib.suppress(OSError):  # what is saved was fsynced; closing adds nothing
            self._saver.close()

    def _rest(self, until_ms: int) -> None:
        """Wait for that moment or for `close`; not at all when the disk is slower than that."""
        self._closing.wait(max(0, until_ms - self._clock.now_ms()) / 1000)

    def _save(self, now_ms: int, closing: bool) -> bool:
        """One try to bring all there is onto the disk; whether that worked."""
        raws = [self._queue.popleft() for _ in range(len(self._queue))]
        if raws:
            self._saver.add(raws)
        if self._saver.saved_lines == self._saver.lines and not closing:
            return True  # when closing, see once more that the file is still there
        self._busy_since_ms = now_ms
        try:
            self._saver.save()
        except OSError as error:
            self._tell(_said(self.path, explain(error)))
            return False
        finally:
            self._busy_since_ms = None
        self._tell("")
        return True

    def _tell(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._trouble = trouble
            self._on_trouble(trouble)


def _said(path: Path, why: str) -> str:
    return f"{path}: not saved, the game goes on in memory: {why}"
