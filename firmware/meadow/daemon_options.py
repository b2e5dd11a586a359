"""The options of `meadowd` and its exit codes. It knows nothing of what they do."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NamedTuple, NoReturn

from meadow.daemon_log import write_line
from meadow.link.port import BAUD

FINE, FAILED, MISTAKE = 0, 1, 2


class Address(NamedTuple):
    """Where a server listens: an address or name of this machine, and a port."""

    host: str
    port: int


OFF = Address("", 0)
"""Nowhere."""


class _Parser(argparse.ArgumentParser):
    """Says a mistake in one line, as everything is said."""

    def error(self, message: str) -> NoReturn:
        write_line(f"{message}; meadowd --help lists the options")
        sys.exit(MISTAKE)


def parser() -> argparse.ArgumentParser:
    """All options, each with its help."""
    options = _Parser(
        prog="meadowd",
        description="Runs a Meadow Table until SIGTERM, SIGHUP or Ctrl-C.",
        allow_abbrev=False,
    )
    add = options.add_argument
    add("--board", default="pi", metavar="NAME", help="pi, virtual, silicon, faulty (default: pi)")
    add("--settings", type=Path, metavar="FILE", help="table.toml (default: all defaults)")
    add("--pins", type=Path, metavar="FILE", help="pins.toml (default: the one that comes with it)")
    add(
        "--pieces",
        type=Path,
        metavar="FILE",
        action="append",
        default=[],
        help="a set of pieces; repeat it (default: those that come with it)",
    )
    add("--register", type=Path, metavar="FILE", help="which tag sits in which piece")
    add("--journals", type=Path, metavar="FOLDER", help="where games are saved (default: settings)")
    add(
        "--link",
        metavar="PORT",
        action="append",
        default=[],
        help="a serial port on which a laptop may call; repeat it",
    )
    add(
        "--baud",
        type=int,
        default=BAUD,
        metavar="N",
        help=f"its speed in bits a second (default: {BAUD})",
    )
    add(
        "--config",
        type=Path,
        metavar="FOLDER",
        help="where flashed settings are kept; they go before the files of other options",
    )
    add(
        "--service",
        action="store_true",
        help="let a laptop report tags that are not there: for tests, never for people",
    )
    add(
        "--console",
        type=_address,
        metavar="HOST:PORT",
        help="where browsers find the console, or off (default: settings; without any, off)",
    )
    add(
        "--hide-pin",
        action="store_true",
        help="say where the operator's PIN is kept, and not the PIN, on a terminal too: where "
        "players look at it",
    )
    add("--new", action="store_true", help="do not take up a game that has no end yet")
    return options


def _address(text: str) -> Address:
    """Raises `argparse.ArgumentTypeError`."""
    if text == "off":
        return OFF
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 <= int(port) <= 65_535:
        raise argparse.ArgumentTypeError(
            f"{text!r} is no place to listen: write 0.0.0.0:8080, 127.0.0.1:8080 or off"
        )
    return Address(host, int(port))
