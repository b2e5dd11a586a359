"""The options of `meadowd` and its exit codes. It knows nothing of what they do."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import NoReturn

from meadow.daemon_log import write_line
from meadow.link.port import BAUD

FINE, FAILED, MISTAKE = 0, 1, 2


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
    add("--new", action="store_true", help="do not take up a game that has no end yet")
    return options
