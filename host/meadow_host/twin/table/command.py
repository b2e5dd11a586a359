"""What `meadow table` does: the table's daemon with a meadow round it, until Ctrl-C.

It knows a terminal, and options; what a table and a meadow are is in other modules.
"""

from __future__ import annotations

import argparse
import random
import shlex
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import typer
from meadow.alone import TakenError, alone_in
from meadow.bundle.bundle import BundleError
from meadow.console.listen import ConsoleError, address_text, listen
from meadow.daemon import run as run_daemon
from meadow.daemon_config import foreseen
from meadow.daemon_life import STOPPING
from meadow.daemon_options import Address, parser
from meadow.games.package import PackageError, load_packages
from meadow.journal.printable import quoted

from meadow_host.calling import as_called
from meadow_host.folders import make_folder
from meadow_host.terminal import FailedError, MistakeError, err, out
from meadow_host.twin.meadow.ground import FIVE, SIDES

if TYPE_CHECKING:
    from meadow_host.twin.cord import Cord

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
    bots: tuple[str, ...]
    skill: str
    words: tuple[str, ...]
    cable: Path | None
    service: bool


def run(wishes: Wishes) -> bool:
    """Run a table until a signal ends it; gives whether all went well. Raises `FailedError`,
    `MistakeError` and `TomlError`, before anything is told."""
    _check_libraries(wishes.board)
    from meadow_host.twin.meadow.bots.skills import SKILLS
    from meadow_host.twin.table.around import BOARDS, BotsWanted, MeadowAround

    if wishes.skill not in SKILLS:
        raise MistakeError(f"--skill is one of {', '.join(SKILLS)}, not {quoted(wishes.skill)}")
    if wishes.board not in BOARDS:
        raise MistakeError(f"--board is {' or '.join(BOARDS)}, not {quoted(wishes.board)}")
    _check_words(wishes.words, wishes.bots)
    options = parser().parse_args(_arguments(wishes))
    games = _games_folder(options)
    for option, folder in (("--folder", wishes.folder), ("--config", wishes.config)):
        if folder is not None:
            make_folder(folder, option)
    _check_alone(games)
    port = _free_port(wishes)
    seed = random.randrange(SEEDS) if wishes.seed is None else wishes.seed
    bots = BotsWanted(wishes.bots, wishes.skill, wishes.words)
    options.console = Address(wishes.host, port)
    with _cable(wishes.cable) as cord:
        _tell(wishes, address_text(wishes.host, port), seed)
        options.link = [] if cord is None else [cord.table_port]
        around = MeadowAround(seed, _say, bots, cord)
        try:
            return run_daemon(options, _say, around) == 0
        finally:
            for one in STOPPING:
                signal.signal(one, signal.SIG_IGN)  # who is impatient must not spoil a good end
            around.close()


def _tell(wishes: Wishes, address: str, seed: int) -> None:
    """Where everything is."""
    out(f"The meadow is at {address}meadow")
    out(f"The scoreboard is at {address}static/board.html")
    out(f"The console is at {address}static/console.html; Ctrl-C ends all. The seed is {seed}.")
    if wishes.shows_code:
        _show_code(f"{address}meadow")
    if wishes.cable is not None:
        port = shlex.quote(str(wishes.cable))
        out(as_called(f"The cable is at {wishes.cable}: meadow status --port {port}"))


@contextmanager
def _cable(name: Path | None) -> Iterator[Cord | None]:
    """A cable of this name, for as long as this lasts. Raises `FailedError`."""
    if name is None:
        yield None
        return
    try:
        from meadow_host.twin.cord import Cord, CordError  # needs pseudo-terminals
    except ImportError as error:
        raise FailedError("--cable: this system has no pseudo-terminals") from error
    try:
        cord = Cord(name)
    except CordError as error:
        raise FailedError(f"--cable: {error}") from error
    try:
        yield cord
    finally:
        cord.close()


def seats_of(text: str, players: int) -> tuple[str, ...]:
    """Where bots sit, by the option. Raises `MistakeError`."""
    seats = ("north", "south") if players == 2 else (*SIDES, FIVE)[:players]
    if text in ("all", "none"):
        return seats if text == "all" else ()
    named = tuple(text.replace(",", " ").split())
    for seat in named:
        if seat not in (*SIDES, FIVE):
            raise MistakeError(f"--bots is all, none, or sides as north,east, not {quoted(text)}")
    return named


def _arguments(wishes: Wishes) -> list[str]:
    """The arguments of `meadowd`."""
    # A meadow that begins anew knows nothing of where the pieces of a game before were.
    arguments = ["--board", wishes.board, "--new"]
    for name, path in (
        ("--settings", wishes.settings),
        ("--config", wishes.config),
        ("--journals", wishes.folder),
    ):
        arguments += [] if path is None else [name, str(path)]
    if wishes.shows_code:
        arguments.append("--hide-pin")  # players look at this window
    return [*arguments, "--service"] if wishes.service else arguments


def _check_words(words: tuple[str, ...], bots: tuple[str, ...]) -> None:
    """Whether bots at these seats can choose by these. Raises `FailedError` and `MistakeError`."""
    if not words:
        return
    from meadow_host.twin.table.asking import why_not

    try:
        why = why_not(words, bots, load_packages())
    except PackageError as error:
        raise FailedError(str(error)) from error
    if why:
        raise MistakeError(f"--game: {why}")


def _games_folder(options: argparse.Namespace) -> Path:
    """Where the daemon will keep games. Raises `FailedError`, `PackageError` and
    `TomlError`."""
    try:
        return foreseen(options).folder
    except BundleError as error:
        raise FailedError(f"--config: {error}") from error


def _check_alone(folder: Path) -> None:
    """Raises `FailedError`; the daemon looks once more, and keeps the folder."""
    try:
        with alone_in(folder):
            return
    except TakenError as error:
        why = "another table keeps its games in this folder: end it, or give --folder another"
        raise FailedError(f"{folder}: {why}") from error


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
    typer.echo(f"\nScan this with a phone to sit down at the meadow ({address}):")
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
