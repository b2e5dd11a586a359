"""Serial ports of a laptop: which there are, opened by any name or URL, errors told apart.

Knows pyserial, and nothing of what is said over the line.
"""

from __future__ import annotations

import errno
import os
import re
import stat
import time
from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

import serial
from meadow.journal.printable import printable
from meadow.link.calls import BLOCK_BYTES
from meadow.link.port import BAUD, Port
from serial.tools import list_ports

from meadow_host.cable.errors import LineError, WrongPortError

_CHUNK = 4096
_POLL_S = 0.02
"""The port's own patience, set once: some kinds of ports are set up anew whenever it changes."""
_WRITE_S = 3.0
_BAD_URL = ("in the form", "not supported between", "debug|info")
"""What pyserial says, or ought to, of a URL without its host or number."""
_GONE = frozenset({errno.ENODEV, errno.ENXIO, errno.EIO})


class SerialTransport:
    """A `meadow_host.cable.client.Transport` over pyserial."""

    def __init__(self, name: str, port: Port) -> None:
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
        except (OSError, TypeError, ValueError) as error:  # pyserial: a port closed meanwhile
            raise LineError(_lost(self._name)) from error

    def receive(self, timeout_s: float) -> bytes:
        until_s = time.monotonic() + timeout_s
        try:
            while not (received := self._waiting()):
                if time.monotonic() >= until_s:
                    return b""
                received = self._port.read(1)
                if received:
                    return received + self._waiting()
        except (OSError, TypeError, ValueError) as error:
            raise LineError(_lost(self._name)) from error
        return received

    def close(self) -> None:
        try:
            self._port.close()
        except OSError:
            time.sleep(0)  # it is gone already; there is nothing to release

    def _waiting(self) -> bytes:
        count = min(self._port.in_waiting, _CHUNK)
        return self._port.read(count) if count else b""


def slow_s(baud: int) -> float:
    """So long two blocks of a file are on their way at this speed: who asks again sooner only
    makes the line fuller."""
    return 2 * BLOCK_BYTES * 10 / baud


def open_port(name: str, baud: int = BAUD) -> SerialTransport:
    """Open a port. Raises `LineError` with one plain line that says what to do."""
    if not name:
        raise WrongPortError("--port: the name is empty; meadow detect lists the ports")
    try:
        port: Port = serial.serial_for_url(
            name,
            baudrate=baud,
            timeout=_POLL_S,
            # pyserial has none over RFC 2217: a lost connection ends that
            write_timeout=None if name.startswith("rfc2217:") else _WRITE_S,
            exclusive=True,
        )
    except (OSError, ValueError, OverflowError, TypeError, RuntimeError) as error:
        # The last two: what pyserial raises for some URLs, and for what they cannot do.
        raise _not_opened(name, error) from error
    return SerialTransport(name, port)


def _not_opened(name: str, error: Exception) -> LineError:
    """Missing, forbidden, busy or wrong: each with what to do."""
    name = printable(name)
    if "://" in name:
        return _url_not_opened(name, error)
    number, text = getattr(error, "errno", None), str(error)
    other = _other_than_port(name)
    if "Inappropriate ioctl" in text:
        other = other or "a device, but no port"
    if other:
        return WrongPortError(f"{name}: {other}; meadow detect lists the ports")
    if number == errno.ENOENT:
        what = "there is no such port: plug the cable in; meadow detect lists the ports"
    elif number in (errno.EACCES, errno.EPERM):
        what = "you may not use it: sudo usermod -aG dialout $USER, then log out and in again"
    elif number == errno.EBUSY or "exclusively lock" in text:
        what = "another program has it: end that first (a terminal, or another meadow?)"
    elif number in _GONE or "Input/output error" in text:
        what = "nothing is connected there: plug the cable in; meadow detect lists the ports"
    elif "baud" in text.lower() or isinstance(error, OverflowError):
        what = f"it cannot be set to this speed: --baud is {BAUD} unless the table has another"
    else:
        what = f"it cannot be opened: {_inner(text)}; meadow detect lists the ports"
    return LineError(f"{name}: {what}")


def _url_not_opened(name: str, error: Exception) -> LineError:
    text = str(error)
    form = "a URL is as socket://HOST:NUMBER, rfc2217://HOST:NUMBER, or loop://"
    if "invalid URL" in text:
        return WrongPortError(f"{name}: there is no such kind of port; {form}")
    if any(part in text for part in _BAD_URL):
        return WrongPortError(f"{name}: the host or its number is missing or wrong; {form}")
    if "refused" in text:
        return LineError(f"{name}: nobody listens there: is the program on, is the number right?")
    if "RFC2217" in text or "waiting for option" in text:
        return LineError(f"{name}: who listens there does not speak RFC 2217; is it socket://?")
    if "timed out" in text:
        return LineError(f"{name}: it does not answer: is it on, is the address right?")
    return LineError(f"{name}: it cannot be reached: {_inner(text)}")


def _other_than_port(name: str) -> str:
    """What a name leads to instead of a serial port, or "" when it may be one."""
    try:
        mode = os.stat(name).st_mode
    except (OSError, ValueError):
        return ""
    if stat.S_ISDIR(mode):
        return "a folder, not a port"
    if not stat.S_ISCHR(mode):
        return "a file, not a port"
    return ""


def _inner(text: str) -> str:
    """The last, and plainest, of the reasons that pyserial wraps into one another."""
    return " ".join(re.sub(r"^.*\[Errno -?\d+\] ", "", " ".join(text.split())).split())


def _lost(name: str) -> str:
    return f"{name}: the port was lost; plug the cable in again and give the same command again"


# ----------------------------------------------------------------------- which there are


class Likely(Enum):
    """How likely a table is behind a port."""

    YES = "yes"  # an adapter, or a Raspberry Pi itself
    PERHAPS = "perhaps"
    NO = "no"  # it cannot be: nothing is ever sent there


class Candidate(NamedTuple):
    """A port of this laptop; ``what`` it is, in a few words."""

    name: str
    what: str
    likely: Likely


_TABLES: Mapping[int, str] = MappingProxyType(
    {
        0x0525: "a Raspberry Pi's own USB port",  # Linux gadget serial
        0x1D6B: "a Raspberry Pi's own USB port",  # Linux composite gadget
        0x2E8A: "a Raspberry Pi",
        0x0403: "a USB adapter (FTDI)",
        0x10C4: "a USB adapter (CP210x)",
        0x1A86: "a USB adapter (CH340)",
        0x067B: "a USB adapter (PL2303)",
    }
)
"""USB vendor ids behind which a table is likely."""

_OTHERS: Mapping[int, str] = MappingProxyType(
    {
        0x05C6: "a modem",
        0x0BDB: "a modem",
        0x1199: "a modem",
        0x12D1: "a modem",
        0x19D2: "a modem",
        0x1BC7: "a modem",
        0x1E0E: "a modem",
        0x2C7C: "a modem",
        0x1546: "a GPS receiver",
        0x1366: "a debugger",
        0x2341: "an Arduino",  # these begin anew, and may stop what they do, when they are opened
        0x2A03: "an Arduino",
        0x1D50: "a printer's or another maker's board",
        0x2C99: "a 3D printer",
    }
)
"""USB vendor ids behind which no table can be."""

_NEVER = re.compile(r"bluetooth|rfcomm|bthenum|blth|debug-console|wlan-debug", re.IGNORECASE)


def candidates() -> list[Candidate]:
    """The serial ports of this laptop, the likely ones first, each kind in order of name."""
    found = []
    for port in sorted(list_ports.comports()):
        vendor = port.vid
        told = " ".join([port.device, port.description or "", port.hwid or ""])
        if _NEVER.search(told):
            found.append(Candidate(port.device, "Bluetooth or the like", Likely.NO))
        elif vendor in _OTHERS:
            found.append(Candidate(port.device, _OTHERS[vendor], Likely.NO))
        elif vendor in _TABLES:
            found.append(Candidate(port.device, _TABLES[vendor], Likely.YES))
        elif vendor is not None:
            what = " ".join((port.product or "a USB device").split())
            found.append(Candidate(port.device, what, Likely.PERHAPS))
        else:
            found.append(Candidate(port.device, "a built-in port", Likely.PERHAPS))
    order = list(Likely)
    return sorted(found, key=lambda one: order.index(one.likely))
