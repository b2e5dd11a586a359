"""Serial ports in memory, for the place where pyserial opens one: a table's, or another's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import serial
from meadow.clock import ManualClock
from meadow.link.answers import Welcome
from meadow.link.device import Device
from msgspec.structs import replace

from tests.cable.wires import WELCOME, Wire


class TwinPort:
    """What is used of a `serial.Serial`; ``answer`` gives what comes back for what is written."""

    def __init__(self, answer: Callable[[bytes], bytes], lost_after: int = -1) -> None:
        self.written = b""
        self.is_open = True
        self._answer = answer
        self._coming = b""
        self._left = lost_after

    @property
    def in_waiting(self) -> int:
        self._must_be_there()
        return len(self._coming)

    def read(self, size: int = 1) -> bytes:
        self._must_be_there()
        read, self._coming = self._coming[:size], self._coming[size:]
        return read

    def write(self, data: bytes) -> int:
        self._must_be_there()
        self._left -= 1
        self.written += data
        self._coming += self._answer(data)
        return len(data)

    def close(self) -> None:
        self.is_open = False

    def _must_be_there(self) -> None:
        if self._left == 0:
            raise serial.SerialException("device reports readiness to read but returned no data")


def table_port(**changes: Any) -> TwinPort:
    """The port of a table that welcomes everybody; ``changes`` of `WELCOME`."""
    welcome: Welcome = replace(WELCOME, **changes)
    wire = Wire(Device(ManualClock(), lambda: welcome), ManualClock())

    def answer(data: bytes) -> bytes:
        wire.send(data)
        return b"".join(iter(lambda: wire.receive(0), b""))

    return TwinPort(answer)


def opening(ports: Mapping[str, TwinPort | Exception]) -> Callable[..., TwinPort]:
    """Stands for `serial.serial_for_url`; others than these are not there."""

    def open_one(name: str, **settings: Any) -> TwinPort:
        found = ports.get(name, serial.SerialException(2, f"could not open port {name}"))
        if isinstance(found, Exception):
            raise found
        return found

    return open_one


def listed(device: str, vid: int | None = None, **more: Any) -> SimpleNamespace:
    """A port as `serial.tools.list_ports.comports` lists it."""
    about = {"product": None, "description": "n/a", "hwid": "n/a", **more}
    return _Listed(device=device, vid=vid, **about)


class _Listed(SimpleNamespace):
    def __lt__(self, other: Any) -> bool:
        return bool(self.device < other.device)
