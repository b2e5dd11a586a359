"""Serial ports of a laptop: opened by any name or URL that pyserial knows, errors told apart.

Knows pyserial, and nothing of what is said over the line.
"""

from __future__ import annotations

import errno
import time
from typing import Protocol

import serial
from meadow.link.port import BAUD, Port

from meadow_host.cable.client import LineError

_CHUNK = 4096


class _TimedPort(Port, Protocol):
    """A port whose patience can be set for each read."""

    timeout: float | None


class SerialTransport:
    """A `meadow_host.cable.client.Transport` over pyserial."""

    def __init__(self, name: str, port: _TimedPort) -> None:
        self._name = name
        self._port = port

    @property
    def name(self) -> str:
        return self._name

    def send(self, data: bytes) -> None:
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise LineError(
                f"{self._name}: nothing takes what is sent; is the table on?"
            ) from error
        except (OSError, TypeError, ValueError) as error:
            raise LineError(_lost(self._name)) from error

    def receive(self, timeout_s: float) -> bytes:
        try:
            self._port.timeout = timeout_s
            received = self._port.read(1)
            if received:
                received += self._port.read(min(self._port.in_waiting, _CHUNK))
        except (OSError, TypeError, ValueError) as error:
            raise LineError(_lost(self._name)) from error
        return received

    def close(self) -> None:
        try:
            self._port.close()
        except OSError:
            time.sleep(0)  # it is gone already; there is nothing to release


def open_port(name: str, baud: int = BAUD) -> SerialTransport:
    """Open a port. Raises `LineError` with one plain line that says what to do."""
    try:
        port: _TimedPort = serial.serial_for_url(
            name, baudrate=baud, timeout=0, write_timeout=3, exclusive=True
        )
    except (OSError, ValueError) as error:
        raise LineError(f"{name}: {why_not_opened(error)}") from error
    return SerialTransport(name, port)


def why_not_opened(error: Exception) -> str:
    """Missing, forbidden, busy or wrong: each with what to do."""
    number = getattr(error, "errno", None)
    text = str(error)
    if number == errno.ENOENT:
        return "there is no such port: plug the cable in; meadow detect lists the ports"
    if number == errno.EACCES:
        return "you may not use it: add yourself to the group dialout, then log in again"
    if number == errno.EBUSY or "exclusively lock" in text:
        return "another program has it: end that first"
    return f"it cannot be opened: {' '.join(text.split())}"


def _lost(name: str) -> str:
    return f"{name}: the port was lost; plug the cable in again and run the same command again"
