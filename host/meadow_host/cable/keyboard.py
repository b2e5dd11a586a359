"""Words that are typed while lines are shown: on a terminal with a prompt, or through a pipe.

On a terminal what is being typed stays at the bottom, whatever is shown meanwhile. Knows nothing
of tables.
"""

from __future__ import annotations

import codecs
import os
import queue
import re
import select
import shutil
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from meadow.journal.printable import printable

from meadow_host.terminal import out

PROMPT = "> "
_CHUNK = 4096
_KEPT = 100
_ESCAPE = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|O.|.)?")
_UP, _DOWN = ("\x1b[A", "\x1bOA"), ("\x1b[B", "\x1bOB")


class Keyboard(Protocol):
    """Where words are typed and lines are shown."""

    @property
    def is_at_end(self) -> bool:
        """Whether nothing more will be typed, and all that was has been given."""
        ...

    def typed(self) -> list[str]:
        """The lines typed since it was last asked. Never waits."""
        ...

    def show(self, line: str) -> None:
        """Show a line."""
        ...


@contextmanager
def keyboard() -> Iterator[Keyboard]:
    """The terminal if there is one on both sides, else whatever the standard input is."""
    try:
        import termios  # Windows has none
    except ImportError:
        yield PipedWords()
        return
    if not (_is_terminal(sys.stdin) and _is_terminal(sys.stdout)):
        yield PipedWords()
        return
    number = sys.stdin.fileno()
    before = termios.tcgetattr(number)
    keys = list(before)
    keys[3] &= ~(termios.ICANON | termios.ECHO)
    terminal = TypedWords(number)
    try:
        termios.tcsetattr(number, termios.TCSADRAIN, keys)
        terminal.show("")
        yield terminal
    finally:
        termios.tcsetattr(number, termios.TCSADRAIN, before)
        terminal.leave()


class PipedWords:
    """Lines of a pipe or a file, or of a terminal that is only on one side."""

    def __init__(self) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self.is_at_end = False
        try:
            number = sys.stdin.fileno()
        except (AttributeError, OSError, ValueError):  # there is none
            self.is_at_end = True
            return
        # Not `sys.stdin.readline`: a thread that waits in it holds a lock the program needs to end.
        threading.Thread(target=self._read, args=(number,), name="words", daemon=True).start()

    def typed(self) -> list[str]:
        found: list[str] = []
        while not self._lines.empty():
            line = self._lines.get()
            if line is None:
                self.is_at_end = True
                break
            found.append(line)
        return found

    def show(self, line: str) -> None:
        out(line)
        sys.stdout.flush()

    def _read(self, number: int) -> None:
        rest = b""
        try:
            while received := os.read(number, _CHUNK):
                *whole, rest = (rest + received).split(b"\n")
                for line in whole:
                    self._lines.put(line.decode("utf-8", "replace"))
        except OSError:
            rest = b""  # the terminal is gone
        if rest:
            self._lines.put(rest.decode("utf-8", "replace"))
        self._lines.put(None)


class Editor:
    """A line that is being typed. Pure: keys in, lines out."""

    def __init__(self) -> None:
        self.text = ""
        self.is_at_end = False
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._past: list[str] = []
        self._at = 0

    def feed(self, keys: bytes) -> list[str]:
        """The lines that these keys end. Ctrl-D on an empty line is the end."""
        lines: list[str] = []
        text = self._decoder.decode(keys)
        spot = 0
        while spot < len(text):
            found = _ESCAPE.match(text, spot)
            key = found.group() if found else text[spot]
            spot += len(key)
            self._press(key, lines)
        return lines

    def _press(self, key: str, lines: list[str]) -> None:
        if key in "\r\n":
            lines.append(self.text)
            if self.text.strip() and self._past[-1:] != [self.text]:
                self._past = [*self._past, self.text][-_KEPT:]
            self.text, self._at = "", len(self._past)
        elif key in "\x7f\x08":
            self.text = self.text[:-1]
        elif key == "\x15":
            self.text = ""
        elif key == "\x17":
            self.text = re.sub(r"\S+\s*$", "", self.text)
        elif key == "\x04":
            self.is_at_end = self.is_at_end or not self.text
        elif key in _UP or key in _DOWN:
            self._recall(-1 if key in _UP else 1)
        elif key.isprintable():
            self.text += key

    def _recall(self, step: int) -> None:
        self._at = min(max(0, self._at + step), len(self._past))
        self.text = self._past[self._at] if self._at < len(self._past) else ""


class TypedWords:
    """A terminal: lines are shown above what is being typed."""

    def __init__(self, number: int) -> None:
        self._number = number
        self._editor = Editor()

    @property
    def is_at_end(self) -> bool:
        return self._editor.is_at_end

    def typed(self) -> list[str]:
        if not select.select([self._number], [], [], 0)[0]:
            return []
        try:
            keys = os.read(self._number, _CHUNK)
        except OSError:
            keys = b""
        lines = self._editor.feed(keys)
        if not keys:
            self._editor.is_at_end = True  # the terminal is gone
        for line in lines:
            self._write(f"\r\x1b[K{PROMPT}{printable(line)}\n")
        self._draw()
        return lines

    def show(self, line: str) -> None:
        if line:
            self._write(f"\r\x1b[K{printable(line)}\n")
        self._draw()

    def leave(self) -> None:
        """Leave the cursor on a line of its own."""
        self._write("\r\x1b[K")

    def _draw(self) -> None:
        room = max(1, shutil.get_terminal_size().columns - len(PROMPT) - 1)
        self._write(f"\r\x1b[K{PROMPT}{self._editor.text[-room:]}")

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()


def _is_terminal(stream: object) -> bool:
    return stream is not None and bool(getattr(stream, "isatty", lambda: False)())
