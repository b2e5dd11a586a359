"""Lines that are typed while the program does something else: asked for, never waited for.

Knows the standard input; a pipe or nothing will do as well as a keyboard.
"""

from __future__ import annotations

import os
import queue
import sys
import threading
from collections.abc import Callable, Sequence

_CHUNK = 4096

TypedLines = Callable[[], Sequence[str]]
"""Gives the lines since it was last called."""


def typed_lines() -> TypedLines:
    """The lines of the standard input, from now on."""
    try:
        number = sys.stdin.fileno()
    except (AttributeError, OSError, ValueError):
        return list  # there is none: nothing is ever typed
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()
    # Not `sys.stdin.readline`: a thread that waits in it holds a lock the program needs to end.
    thread = threading.Thread(target=_read, args=(number, lines), name="typed lines", daemon=True)
    thread.start()

    def since_last() -> list[str]:
        found = []
        while not lines.empty():
            found.append(lines.get())
        return found

    return since_last


def _read(number: int, lines: queue.SimpleQueue[str]) -> None:
    rest = b""
    while True:
        try:
            received = os.read(number, _CHUNK)
        except OSError:
            return  # the terminal is gone: nothing more is typed
        *whole, rest = (rest + received).split(b"\n")
        for line in whole:
            lines.put(line.decode("utf-8", "replace"))
        if not received:
            return
