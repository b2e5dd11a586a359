"""A serial port of the table: opened again whenever it was lost, frames in and frames out.

Two threads a port: one reads and answers, one writes, so that what is told unasked goes out at
once. Nobody waits for a cable but these two. Beside board.py and nfc/mfrc522.py the only module
that touches a vendor package: pyserial.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import NamedTuple, Protocol

import serial

from meadow.link.answers import Missed
from meadow.link.device import Client, Device, MakeTold
from meadow.link.frames import MOST_BYTES, Deframer, frame_of
from meadow.link.messages import Told, encode_message

BAUD = 115_200
READ_S = 0.2
"""So soon a thread notices that it shall end."""
WRITE_S = 2.0
"""A frame that is not taken within this time has nobody to read it."""
AGAIN_S = 0.5
MOST_WAITING = 256
"""What is told unasked and waits for the line; more is missed, and counted."""


class Port(Protocol):
    """What is used of a `serial.Serial`."""

    @property
    def in_waiting(self) -> int: ...

    def read(self, size: int = ..., /) -> bytes: ...

    def write(self, data: bytes, /) -> int | None: ...

    def close(self) -> None: ...


OpenPort = Callable[[], Port]
"""Opens the port. Raises OSError or ValueError."""


def open_serial(name: str, baud: int = BAUD) -> Port:
    """A serial port by its path, or by any URL that pyserial knows.

    Raises OSError (`serial.SerialException` is one) or ValueError.
    """
    port: Port = serial.serial_for_url(
        name, baudrate=baud, timeout=READ_S, write_timeout=WRITE_S, exclusive=True
    )
    return port


class _Telling(NamedTuple):
    client: Client
    make: MakeTold


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
        self._queue: queue.SimpleQueue[bytes | _Telling | None] = queue.SimpleQueue()
        self._port: Port | None = None
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

    def tell(self, client: Client, make: MakeTold) -> bool:
        if self._port is None or self._queue.qsize() >= MOST_WAITING:
            return False
        self._queue.put(_Telling(client, make))
        return True

    def close(self) -> None:
        """End both threads and release the port."""
        self._ending.set()
        self._queue.put(None)
        for thread in self._threads:
            thread.join(WRITE_S + READ_S)
        self._let_go()

    # --------------------------------------------------------------------------- reading

    def _read(self) -> None:
        while not self._ending.is_set():
            port = self._port or self._opened()
            if port is None:
                self._ending.wait(AGAIN_S)
                continue
            try:
                received = port.read(1)
                if received:
                    received += port.read(min(port.in_waiting, MOST_BYTES))
            except (OSError, TypeError, ValueError) as error:  # pyserial: a port closed meanwhile
                self._lost(error)
                continue
            for content in self._frames.feed(received):
                answer = self._device.answer(content, self)
                if answer is not None:
                    self._queue.put(answer)

    def _opened(self) -> Port | None:
        try:
            port = self._open_port()
        except (OSError, ValueError) as error:
            self._tell_trouble(f"cannot be opened: {_why(error)}; it is tried again")
            return None
        self._port = port
        self._frames = Deframer()
        self._tell_trouble("")
        return port

    def _lost(self, error: Exception) -> None:
        if not self._ending.is_set():
            self._tell_trouble(f"was lost: {_why(error)}; it is opened again once it is there")
        self._let_go()
        self._ending.wait(AGAIN_S)

    def _let_go(self) -> None:
        port, self._port = self._port, None
        if port is not None:
            try:
                port.close()
            except OSError as error:
                self._tell_trouble(f"cannot be closed: {_why(error)}")

    def _tell_trouble(self, trouble: str) -> None:
        if trouble != self._trouble:
            self._say(f"--link {self.name}: {trouble or 'open again'}")
            self._trouble = trouble

    # --------------------------------------------------------------------------- writing

    def _write(self) -> None:
        while (item := self._queue.get()) is not None:
            for content in self._contents(item) if isinstance(item, _Telling) else (item,):
                self._send(content)

    def _send(self, content: bytes) -> None:
        port = self._port
        if port is None:
            return
        try:
            port.write(frame_of(content))
        except serial.SerialTimeoutException:
            self._forget_waiting()  # nobody reads: what waits behind it would only be stale
        except (OSError, TypeError, ValueError):
            self._forget_waiting()  # the port is gone, and the reading thread tells that

    def _contents(self, telling: _Telling) -> list[bytes]:
        client = telling.client
        bodies = [telling.make()]
        if client.missed:
            bodies.insert(0, Missed(client.missed))
            client.missed = 0
        contents = []
        for body in bodies:
            client.told += 1
            content = encode_message(Told(client.number, client.told, body))
            if len(content) > MOST_BYTES:
                content = encode_message(Told(client.number, client.told, Missed(1)))
            contents.append(content)
        return contents

    def _forget_waiting(self) -> None:
        while not self._queue.empty():
            item = self._queue.get()
            if item is None:
                self._queue.put(None)
                return
            if isinstance(item, _Telling):
                item.client.missed += 1


def _why(error: Exception) -> str:
    text = " ".join(str(error).split())
    return text or type(error).__name__
