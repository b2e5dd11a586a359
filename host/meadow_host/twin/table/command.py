"""What `meadow table` does: the table's daemon with a meadow round it, until Ctrl-C.

It knows a terminal, and options; what a table and a meadow are is in other modules.
"""

from __future__ import annotations

import random
import signal
import socket
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import NamedTuple

import typer
from meadow.console.listen import ConsoleError, address_text, listen
from meadow.daemon import run as run_daemon
from meadow.daemon_life import STOPPING
from meadow.daemon_options import Address, parser

from meadow_host.terminal import FailedError, MistakeError, err, out

SEEDS = 1_000_000
NEEDED = {
    "pymunk": "the physics of the meadow",
    "uvicorn": "the web server",
    "mfrc522": "the driver of the readers",
    "adafruit_blinka": "the driver of the lights",
    "neopixel": "the driver of the lights",
}
ON_SILICON = ("mfrc522", "adafruit_blinka", "neopixel")


class Wishes(NamedTuple):
    """The arguments of `meadow table`."""

    board: str
    host: str
    port: int
    seed: int | None
    settings: Path | None
    config: Path | None
    folder: Path | None
    shows_code: bool


def run(wishes: Wishes) -> bool:
    """Run a table until a signal ends it; gives whether all went well. Raises `FailedError` and
    `MistakeError`."""
    _check_libraries(wishes.board)
    from meadow_host.twin.table.around import BOARDS, MeadowAround

    if wishes.board not in BOARDS:
        raise MistakeError(f"--board is {' or '.join(BOARDS)}, not {wishes.board!r}")
    port = _free_port(wishes)
    address = address_text(wishes.host, port)
    seed = random.randrange(SEEDS) if wishes.seed is None else wishes.seed
    around = MeadowAround(seed, _say)
    out(f"The meadow is at {address}meadow")
    out(f"The scoreboard is at {address}static/board.html")
    out(f"The console is at {address}static/console.html; Ctrl-C ends all. The seed is {seed}.")
    if wishes.shows_code:
        _show_code(f"{address}meadow")
    options = parser().parse_args(_arguments(wishes))
    options.console = Address(wishes.host, port)
    try:
        return run_daemon(options, _say, around) == 0
    finally:
        for one in STOPPING:
            signal.signal(one, signal.SIG_IGN)  # who is impatient must not spoil a good end
        around.close()


def _arguments(wishes: Wishes) -> list[str]:
    """The arguments of `meadowd`."""
    arguments = ["--board", wishes.board]
    for name, path in (
        ("--settings", wishes.settings),
        ("--config", wishes.config),
        ("--journals", wishes.folder),
    ):
        arguments += [] if path is None else [name, str(path)]
    return arguments


def _check_libraries(board: str) -> None:
    """Raises `FailedError`."""
    for name, what in NEEDED.items():
        if find_spec(name) is None and (board != "virtual" or name not in ON_SILICON):
            other = "; or take --board virtual" if name in ON_SILICON else ""
            raise FailedError(f"{what} ({name}) is not there: make setup installs it{other}")


def _show_code(address: str) -> None:
    """The address as a code that a phone's camera reads."""
    if find_spec("segno") is None:
        err("table: no code to scan: make setup installs segno, which draws it")
        return
    import segno

    drawn = StringIO()
    segno.make(address, error="m").terminal(drawn, compact=True)
    typer.echo(drawn.getvalue())


def _free_port(wishes: Wishes) -> int:
    """The port, found free. Raises `FailedError`."""
    try:
        listening = listen(wishes.host, wishes.port)
    except (ConsoleError, socket.gaierror) as error:
        raise FailedError(str(error)) from error
    with listening:
        port: int = listening.getsockname()[1]
    return port


def _say(line: str) -> None:
    err(f"table: {line}")
