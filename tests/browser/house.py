"""A table with its console as users have it: `meadowd` as a process, its PIN, and hands that lay
pieces over the cable. What opens in a browser is in conftest.py."""

from __future__ import annotations

import contextlib
import os
import pty
import random
import re
import socket
import time
import tty
from collections.abc import Sequence
from pathlib import Path

from meadow.link.answers import Done
from meadow.link.calls import Say
from meadow.pieces.register import Register, made_up_register
from meadow.pieces.sets import default_sets
from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError
from meadow_host.hil.ear import Ear
from meadow_host.hil.hands import InjectingHands
from meadow_host.hil.process import Meadowd, PtyTransport

START_S = 60.0
REGISTER = made_up_register(default_sets())
BACKGROUNDS = ("moss", "brook", "bark", "heather", "sunset", "snow")
TREATS = [
    f"treat.{background}.{item}"
    for item in ("acorn", "hazelnut", "mushroom", "blueberry", "pinecone", "honeycomb")
    for background in BACKGROUNDS
]

_PORTS = range(20_000, 30_000)
"""None that a system gives out by itself, so that a table which is started anew finds its own free
still: those given out begin at 32768."""
_ADDRESS = re.compile(r"the console is at (http://127\.0\.0\.1:(\d+)/)")


def token_of(card: str) -> str:
    """The token that covers a Treat card."""
    return card.replace("treat.", "token.")


def free_port() -> int:
    """One on which nobody listens."""
    while True:
        port = random.choice(_PORTS)
        with contextlib.suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


class House:
    """One table, from its start to its end; it can be started anew at the same address."""

    def __init__(
        self, folder: Path, *, options: Sequence[str] = (), register: Register = REGISTER
    ) -> None:
        """``options`` are more of `meadowd`; by ``register`` hands find the tags of pieces."""
        self._folder, self._options, self._register = folder, options, register
        self._starts = 0
        self.address = ""
        self.start(free_port())

    def start(self, port: int, *, new: bool = True) -> None:
        """Start `meadowd` with its console on a port; ``new`` begins no game again."""
        self._starts += 1
        folder = self._folder / str(self._starts)
        folder.mkdir()
        master, self._slave = pty.openpty()
        tty.setraw(self._slave)
        link = os.ttyname(self._slave)
        self.journals = self._folder / "games"
        options = ["--console", f"127.0.0.1:{port}", "--journals", str(self.journals)]
        options += self._options
        self._meadowd = Meadowd("virtual", folder, options, link, new=new)
        self._log = folder / "meadowd.log"
        self._client = Client(PtyTransport(master, link), "tests")
        try:
            self.address = self._wait_for_console()
            self._client.hello()
        except BaseException:
            self.end()
            raise
        self._hands = InjectingHands(Ear(self._client))

    def _wait_for_console(self) -> str:
        until_s = time.monotonic() + START_S
        while not (found := _ADDRESS.search(self.log)):
            assert self._meadowd.runs, f"meadowd ended; it said: {self.log}"
            assert time.monotonic() < until_s, f"the console does not start: {self.log}"
            time.sleep(0.02)
        return found[1]

    @property
    def log(self) -> str:
        """What `meadowd` said."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def pin(self) -> str:
        """The operator's PIN, as the machine's owner can read it."""
        return (self.journals / "console-pin").read_text().strip()

    def end(self) -> None:
        """End `meadowd`."""
        self._meadowd.end()
        with contextlib.suppress(CableError):
            self._client.close()
        os.close(self._slave)

    def start_again(self, *, new: bool = True) -> None:
        """Another start of the program at the same address."""
        self.start(int(self.address.rstrip("/").rpartition(":")[2]), new=new)

    # ------------------------------------------------------------------- what people do

    def lay(self, place: str, *pieces: str) -> None:
        """Pieces come to lie there, one after the other."""
        self._client.claim()
        for piece in pieces:
            self._hands.lay(place, self._register.uid_of(piece) or piece, piece)

    def lift(self, place: str, *pieces: str) -> None:
        self._client.claim()
        for piece in pieces:
            self._hands.lift(place, self._register.uid_of(piece) or piece, piece)

    def tap(self, place: str, *pieces: str) -> None:
        """Each is laid and lifted again."""
        for piece in pieces:
            self.lay(place, piece)
            self.lift(place, piece)

    def unplug(self, place: str) -> None:
        self._client.claim()
        self._hands.unplug(place)

    def plug(self, place: str) -> None:
        self._client.claim()
        self._hands.plug(place)

    def call(self) -> None:
        """Let the table hear that somebody is at the cable."""
        self._client.claim()

    def say(self, *words: str) -> None:
        """Words over the cable, each with its arguments, as ``"seat north"``."""
        self._client.claim()
        for said in words:
            word, *args = said.split()
            self._client.call(Say(word, tuple(args)), Done)
