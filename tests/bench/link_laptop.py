"""The laptop's end of `link_game`, in a process of its own: fetches a journal, times what is told.

It takes orders line by line and answers each with a line of JSON. Its first line names the port at
which the table is to listen.
"""

from __future__ import annotations

import json
import os
import pty
import select
import sys
import tempfile
import time
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from meadow.link.answers import Done, NewsAre
from meadow.link.calls import Say, Stream
from meadow_host.cable.client import Client, Transport
from meadow_host.cable.logs import list_logs, pull
from meadow_host.cable.ports import open_port

from tests.bench.slow_line import slow_line

NEWS_S = 2.0
APART_S = 0.02
"""Between two words: each is a pass of its own."""


class Counted:
    """A transport that counts the bytes of both directions."""

    def __init__(self, inner: Transport) -> None:
        self._inner = inner
        self.bytes = 0

    @property
    def name(self) -> str:
        return self._inner.name

    def send(self, data: bytes) -> None:
        self.bytes += len(data)
        self._inner.send(data)

    def receive(self, timeout_s: float) -> bytes:
        data = self._inner.receive(timeout_s)
        self.bytes += len(data)
        return data

    def close(self) -> None:
        self._inner.close()


class DirectCord:
    """A transport over our end of a pseudo-terminal, as fast as that goes."""

    name = "bench"

    def __init__(self, end: int) -> None:
        self._end = end

    def send(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._end, data) :]

    def receive(self, timeout_s: float) -> bytes:
        ready, _, _ = select.select([self._end], [], [], timeout_s)
        return os.read(self._end, 65536) if ready else b""

    def close(self) -> None:
        os.close(self._end)


@contextmanager
def cord(baud: int) -> Iterator[tuple[str, Transport]]:
    """The table's port, and our end of it; of that speed, or of none with 0."""
    if baud:
        with slow_line(baud) as line:
            yield line.table, open_port(line.laptop, baud)
        return
    ours, theirs = pty.openpty()
    tty.setraw(ours)
    tty.setraw(theirs)
    yield os.ttyname(theirs), DirectCord(ours)


def pulled_s(client: Client, name: str) -> float:
    """How long it takes to fetch that journal, as `meadow logs pull` does."""
    (entry,) = [one for one in list_logs(client) if one.name == name]
    with tempfile.TemporaryDirectory() as folder:
        began_s = time.monotonic()
        pull(client, entry, Path(folder), lambda count: None)
        return time.monotonic() - began_s


def latencies_ms(client: Client, count: int) -> list[float]:
    """From the moment a word is sent until the table tells what came of it."""
    client.claim()
    client.watch(Stream.NEWS)
    found = []
    for number in range(count):
        word = f"no-such-word-{number}"
        client.told()
        began_s = time.monotonic()
        client.call(Say(word), Done)
        while not any(isinstance(one, NewsAre) and word in str(one) for one in client.told(0.005)):
            if time.monotonic() > began_s + NEWS_S:
                raise AssertionError(f"the table never told of {word}")
        found.append((time.monotonic() - began_s) * 1000)
        time.sleep(APART_S)
    client.watch()
    return found


def main(baud: int) -> None:
    """Do as told until the orders end."""
    with cord(baud) as (port, transport):
        _answer(port)
        counted = Counted(transport)
        client = Client(counted, "bench")
        client.hello(tries=20)
        _answer("hello")
        for order in sys.stdin:
            what, argument = order.split()
            before = counted.bytes
            if what == "pull":
                _answer([pulled_s(client, argument), counted.bytes - before])
            else:
                _answer([latencies_ms(client, int(argument)), counted.bytes - before])
        client.close()


def _answer(value: object) -> None:
    sys.stdout.write(f"{json.dumps(value)}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main(int(sys.argv[1]))
