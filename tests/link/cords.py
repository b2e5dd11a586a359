"""A cord to a port of the table: a pseudo-terminal that can be plugged in, pulled, left unread."""

from __future__ import annotations

import os
import pty
import select
import termios
import time
import tty
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from meadow.link.calls import AnyCall
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Answer, Call, FromTable, Told, decode_from_table, encode_message

PATIENCE_S = 15.0
"""A busy computer takes its time; a test that succeeds never waits so long."""
AGAIN_S = 0.05


def until(done: Callable[[], bool], patience_s: float = PATIENCE_S) -> None:
    """Wait for it. Raises AssertionError when it does not come."""
    end_s = time.monotonic() + patience_s
    while not done():
        assert time.monotonic() < end_s, "it does not come"
        time.sleep(0.002)


class Cord:
    """The laptop's end; ``name`` is the table's port, which is there while it is plugged in."""

    def __init__(self, folder: Path, number: int = 1) -> None:
        self.path = folder / f"port{number}"
        self.name = str(self.path)
        self.client = 100 + number
        self._id = 0
        self._ends: tuple[int, int] | None = None
        self.frames = Deframer()
        self.told: list[Told] = []

    def plug(self) -> Cord:
        ours, theirs = pty.openpty()
        tty.setraw(ours)
        tty.setraw(theirs, termios.TCSANOW)
        self._ends = (ours, theirs)
        self.frames = Deframer()
        self.path.symlink_to(os.ttyname(theirs))
        return self

    def pull(self) -> None:
        """The port is gone; whoever has it open finds that out."""
        ends, self._ends = self._ends, None
        self.path.unlink(missing_ok=True)
        for end in ends or ():
            os.close(end)

    def send(self, data: bytes) -> None:
        assert self._ends is not None
        while data:
            data = data[os.write(self._ends[0], data) :]

    def receive(self, wait_s: float) -> bytes:
        """What comes within that time, b"" for nothing."""
        assert self._ends is not None
        ready, _, _ = select.select([self._ends[0]], [], [], wait_s)
        return os.read(self._ends[0], 65536) if ready else b""

    def fill(self) -> None:
        """Let the table's port be full to the brim."""
        end = os.open(self.name, os.O_WRONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with suppress(BlockingIOError):
            while os.write(end, bytes(4096)):
                continue
        with suppress(BlockingIOError):
            while os.write(end, bytes(1)):
                continue
        os.close(end)

    def call(self, body: AnyCall) -> int:
        """Send a call and do not wait; gives its id."""
        self._id += 1
        self._send_call(self._id, body)
        return self._id

    def heard(self, wait_s: float) -> list[FromTable]:
        """All that the table says within that time, from the first on."""
        contents = self.frames.feed(self.receive(wait_s))
        return [decode_from_table(content) for content in contents]

    def asked(self, body: AnyCall) -> object:
        """The answer to a call, sent again as laptops do: what comes to a port while it is opened
        is lost. What is told meanwhile is kept."""
        call_id = self.call(body)
        for _ in range(round(PATIENCE_S / AGAIN_S)):
            end_s = time.monotonic() + AGAIN_S
            while time.monotonic() < end_s:
                for message in self.heard(AGAIN_S):
                    if isinstance(message, Told):
                        self.told.append(message)
                    elif isinstance(message, Answer) and message.id == call_id:
                        return message.body
            self._send_call(call_id, body)
        raise AssertionError("no answer")

    def _send_call(self, call_id: int, body: AnyCall) -> None:
        self.send(frame_of(encode_message(Call(self.client, call_id, body))))
