"""A serial port of the table: opened again whenever it was lost, frames in and frames out.

Two threads a port: one reads and answers, one writes, so that what is told unasked goes out at
once. Nobody waits for a cable but these two. Beside board.py and nfc/mfrc522.py the only module
that touches a vendor package: pyserial.
"""

from __future__ import annotations

import errno
import io
import select
import threading
from collections.abc import Callable
from typing import Protocol

import serial

from meadow.journal.printable import printable
from meadow.link.answers import Missed
from meadow.link.clients import Client, MakeTold
from meadow.link.device import Device
from meadow.link.frames import MOST_BYTES, Deframer, frame_of
from meadow.link.messages import Told, encode_message
from meadow.link.outbox import Outbox, Telling

BAUD = 115_200
READ_S = 0.2
"""So soon a thread notices that it shall end."""
WRITE_S = 2.0
"""A line that takes nothing for so long has nobody to read it."""
SLICE_BYTES = 1024
"""So much is given to the port at once: a line of 9,600 baud takes that within `WRITE_S`."""
AGAIN_S = 0.5
CLOSE_S = 5.0
"""So long a thread may take to end: longer than the table may take to answer."""


class Port(Protocol):
    """What is used of a `serial.Serial`."""

    @property
    def in_waiting(self) -> int: ...

    def fileno(self) -> int: ...

    def read(self, size: int = ..., /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


OpenPort = Callable[[], Port]
"""Opens the port. Raises whatever pyserial does."""


def open_serial(name: str, baud: int = BAUD) -> Port:
    """A serial port by its path, or by any URL that pyserial knows.

    Raises OSError (`serial.SerialException` is one), ValueError, or whatever lies below these.
    """
    # pyserial has no time limit for writing over RFC 2217: a lost connection ends that
    write_s = None if name.startswith("rfc2217:") else WRITE_S
    port: Port = serial.serial_for_url(
        name, baudrate=baud, timeout=READ_S, write_timeout=write_s, exclusive=True
    )
    return port


class SerialLine:
    """A `meadow.link.device.Line` over one port, from its beginning to `close`."""

    def __init__(
        self, name: str, device: Device, open_port: OpenPort, say: Callable[[str], None]
    ) -> None:
        """``say`` is told in one line when the port is lost, and when it is back."""
        self.name = name
        self._device = device
        self._open_port = open_port
        self._say = say
        self._frames = Deframer()
        self._outbox = Outbox()
        self._port: Port | None = None
        # Held while the port is written or closed: a number of a file that is closed may be a
        # journal's the next moment.
        self._using = threading.Lock()
        self._trouble = ""
        self._ending = threading.Event()
        self._threads = [
            threading.Thread(target=work, name=f"link {kind}", daemon=True)
            for kind, work in (("reader", self._read), ("writer", self._write))
        ]
        for thread in self._threads:
            thread.start()

    @property
    def dropped(self) -> int:
        return self._frames.dropped

    def tell(self, client: Client, make: MakeTold, latest: bool) -> bool:
        return self._port is not None and self._outbox.tell(client, make, latest)

    def close(self) -> None:
        """End both threads and release the port."""
        self._ending.set()
        self._outbox.end()
        for thread in self._threads:
            thread.join(CLOSE_S)
        self._let_go()

    # --------------------------------------------------------------------------- reading

    def _read(self) -> None:
        try:
            while not self._ending.is_set():
                port = self._port or self._opened()
                if port is None:
                    self._ending.wait(AGAIN_S)
                    continue
                for content in self._frames.feed(self._received(port)):
                    answer = self._device.answer(content, self)
                    if answer is not None:
                        self._outbox.answer(answer)
        finally:
            self._let_go()  # also when it came back at the very end

    def _opened(self) -> Port | None:
        try:
            port = self._open_port()
        except Exception as error:  # noqa: BLE001  below pyserial lies termios, with its own errors
            self._tell_trouble(f"{_why_not_opened(error)}; it is tried again")
            return None
        self._frames = Deframer()
        self._port = port
        self._tell_trouble("")
        return port

    def _received(self, port: Port) -> bytes:
        try:
            received = port.read(1)
            if received:
                received += port.read(min(port.in_waiting, MOST_BYTES))
        except Exception as error:  # noqa: BLE001  as at its opening
            self._tell_trouble(f"was lost: {_plain(error)}; it is opened again once it is there")
            self._let_go()
            self._ending.wait(AGAIN_S)
            return b""
        return received

    def _let_go(self) -> None:
        held = self._using.acquire(timeout=2 * WRITE_S)
        try:
            port, self._port = self._port, None
            if port is not None:
                port.close()
        except Exception as error:  # noqa: BLE001  as at its opening
            self._tell_trouble(f"cannot be closed: {_plain(error)}")
        finally:
            if held:
                self._using.release()

    def _tell_trouble(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._say(f"--link {self.name}: {trouble or 'open'}")
            self._trouble = trouble

    # --------------------------------------------------------------------------- writing

    def _write(self) -> None:
        while (item := self._outbox.take()) is not None:
            taken = self._tell(item) if isinstance(item, Telling) else self._send(item)
            if not taken:
                self._outbox.drop()  # nobody reads: what waits behind it would only be stale

    def _tell(self, telling: Telling) -> bool:
        """Whether the line takes more."""
        client = telling.client
        if not client.streams:
            return True  # it watches no more, or said hello anew
        missed = client.take_missed()
        if missed and not self._told(client, lambda: Missed(missed)):
            client.miss(missed + 1)
            return False
        return self._told(client, telling.make)

    def _told(self, client: Client, make: MakeTold) -> bool:
        """Whether the line takes more. A frame that it did not take may be there in part: its
        number is missing then. What cannot be said at all has none, and is missed."""
        content = self._content(client, client.next_number(), make)
        if content:
            return self._send(content)
        client.unsaid()
        client.miss()
        return True

    def _content(self, client: Client, number: int, make: MakeTold) -> bytes:
        """What the frame holds; nothing when it cannot be told."""
        try:
            content = encode_message(Told(client.number, number, make()))
        except Exception as error:  # noqa: BLE001  whatever a game tells, the line goes on
            self._say(f"--link {self.name}: cannot tell what happened: {_plain(error)}")
            return b""
        return content if len(content) <= MOST_BYTES else b""

    def _send(self, content: bytes) -> bool:
        """Whether the line took it."""
        frame = frame_of(content)
        with self._using:
            port = self._port
            if port is None:
                return False
            try:
                for start in range(0, len(frame), SLICE_BYTES):
                    if not _takes_more(port, self._ending):
                        return False
                    port.write(frame[start : start + SLICE_BYTES])
            except Exception:  # noqa: BLE001  the reading thread meets it too, and tells it
                return False
        return True


def _takes_more(port: Port, ending: threading.Event) -> bool:
    """Whether the port takes something within `WRITE_S`. pyserial itself would wait for that at
    full load, asking again and again."""
    try:
        number = port.fileno()
    except io.UnsupportedOperation:
        return True  # a kind of port that has no file
    for _ in range(round(WRITE_S / READ_S)):
        if select.select([], [number], [], READ_S)[1]:
            return True
        if ending.is_set():
            return False
    return False


def _why_not_opened(error: Exception) -> str:
    number = getattr(error, "errno", None)
    if number == errno.ENOENT:
        return "there is no such port: plug it in, or mend the name"
    if number in (errno.EACCES, errno.EPERM):
        return "may not be used: add the user that runs this to the group dialout"
    if number == errno.EBUSY or "exclusively lock" in str(error):
        return "another program has it: end that (a login prompt: systemctl disable serial-getty@)"
    return f"cannot be opened: {_plain(error)}"


def _plain(error: Exception) -> str:
    text = printable(" ".join(str(error).split()))
    return f"{type(error).__name__}: {text}" if text else type(error).__name__
