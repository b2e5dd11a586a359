"""A serial line of a given speed between two pseudo-terminals: every byte takes its time.

Ten bits a byte, both ways at once, as on a UART. For benches that want a real `meadowd` behind it.
"""

from __future__ import annotations

import contextlib
import os
import select
import threading
import time
import tty
from collections.abc import Iterator
from typing import NamedTuple

BITS_A_BYTE = 10
CHUNK = 32
"""Bytes that are let through together; at 115,200 baud 2.8 ms."""


class SlowLine(NamedTuple):
    """The names of its two ends."""

    table: str
    laptop: str


@contextlib.contextmanager
def slow_line(baud: int) -> Iterator[SlowLine]:
    """Such a line for as long as this lasts."""
    ends = [os.openpty() for _ in range(2)]
    for pair in ends:
        for descriptor in pair:
            tty.setraw(descriptor)
    (table, table_port), (laptop, laptop_port) = ends
    for source, sink in ((table, laptop), (laptop, table)):
        threading.Thread(target=_pump, args=(source, sink, baud), daemon=True).start()
    try:
        yield SlowLine(os.ttyname(table_port), os.ttyname(laptop_port))
    finally:
        for descriptor in (table_port, laptop_port, table, laptop):
            os.close(descriptor)


def own_time_s(count: int, baud: int) -> float:
    """How long so many bytes take on such a line, whatever is done."""
    return count * BITS_A_BYTE / baud


def _pump(source: int, sink: int, baud: int) -> None:
    """Hand on what comes, no faster than the line; ends when either end is closed."""
    # Nothing has gone over it yet: a thread that starts late must not make up for that.
    free_s, was_idle = 0.0, True
    with contextlib.suppress(OSError):
        while True:
            data = os.read(source, CHUNK)
            # While bytes wait, the line goes on without a gap, however late this thread wakes.
            began_s = time.monotonic() if was_idle else free_s
            free_s = began_s + own_time_s(len(data), baud)
            time.sleep(max(0.0, free_s - time.monotonic()))
            os.write(sink, data)
            was_idle = not select.select([source], [], [], 0)[0]
