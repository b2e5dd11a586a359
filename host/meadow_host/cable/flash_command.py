"""What `meadow flash`, `rollback` and `diff --port` do, between arguments and library.

Imported only when a command runs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from meadow.bundle.bundle import Bundle
from meadow.bundle.gather import gather
from meadow.bundle.load import Configuration, load_bundle, load_table
from meadow.games.package import Package, load_packages
from meadow.link.answers import StatusIs, Welcome
from meadow.link.calls import GetStatus
from meadow.link.offered import Meant, not_meant
from meadow.table.status import Phase
from meadow.tomlfile.document import TomlError

from meadow_host.cable.client import Client
from meadow_host.cable.comparing import Differences, differences
from meadow_host.cable.detect import connected, find_table
from meadow_host.cable.errors import LineError
from meadow_host.cable.flash import Flashed, Outcome, Watcher, flash, roll_back
from meadow_host.cable.ports import SerialTransport, open_port, slow_s
from meadow_host.cable.status import identity_line
from meadow_host.cable.steady import SteadyLine
from meadow_host.configuring.compare import lines
from meadow_host.terminal import Bar, StoppedError, document, err, out

_SHORT = 12
_STOPPED = "the table goes on as it was, and the same command goes on where this one stopped"
_STOPPED_LATE = "the table may try it all the same; the same command tells whether it is kept"


class Wishes(NamedTuple):
    """The options of a flash."""

    force: bool = False
    rename: bool = False
    as_json: bool = False


class Loaded(NamedTuple):
    """A table.toml with its files, found right."""

    bundle: Bundle
    configuration: Configuration
    packages: Mapping[str, Package]

    @property
    def meant(self) -> Meant:
        """Which table it is for."""
        table = self.configuration.settings.table
        return Meant(table.id, table.hardware)


def load(file: Path) -> Loaded:
    """Read a table.toml and the files it names, all of them right. Raises `TomlError`: all that
    is wrong."""
    packages = load_packages()
    try:
        bundle = gather(file)
    except TomlError:
        load_table(file, packages)  # tells what is wrong with the other files too
        raise
    return Loaded(bundle, load_bundle(bundle, packages, str(file)), packages)


def flash_file(file: Path, port: str | None, baud: int, program: str, wishes: Wishes) -> bool:
    """Flash a table.toml and the files it names; gives whether the table keeps them.

    Raises `TomlError` before anything is sent, and `CableError`.
    """
    loaded = _told(load(file))
    watcher = _Telling()
    began_s = time.monotonic()
    try:
        with _steady(port, baud, program) as line, watcher:
            welcome = line.client.welcome
            err(f"{line.client.port}: {identity_line(welcome)}")
            flashed = flash(
                line,
                loaded.bundle,
                loaded.meant,
                force=wishes.force,
                rename=wishes.rename,
                watcher=watcher,
                baud=baud,
            )
            name = line.client.port
    except KeyboardInterrupt as error:
        raise StoppedError(_STOPPED_LATE if watcher.is_late else _STOPPED) from error
    took_s = time.monotonic() - began_s
    if wishes.as_json:
        table = loaded.meant.table
        document({"file": str(file), "port": name, "table": table, **_values(flashed)})
    else:
        _tell_flashed(file, loaded.meant.table, flashed, took_s)
    return flashed.outcome is not Outcome.ROLLED_BACK


def show_flash(file: Path, port: str | None, baud: int, program: str, wishes: Wishes) -> bool:
    """Tell what a flash would change, and send nothing; gives whether the table would take it."""
    loaded = _told(load(file))
    with connected(port, baud, program) as client:
        found = differences(client, loaded.bundle, loaded.configuration, loaded.packages)
        refusal = _refusal(client, loaded.meant, wishes)
        if wishes.as_json:
            document({**_differences_values(file, client, found), "refusal": refusal})
        else:
            _tell_differences(file, client.welcome, found)
            for one in found.files:
                size = f", {one.size} bytes" if one.change != "removed" else ""
                out(f"{one.name}: {one.change}{size}")
            out(f"the table would refuse it: {refusal}" if refusal else "nothing was sent")
    return not refusal


def roll_table_back(
    port: str | None, baud: int, program: str, *, force: bool, as_json: bool
) -> bool:
    """Let the table go back to the settings before; gives whether it keeps them."""
    try:
        with _steady(port, baud, program) as line, _Telling() as watcher:
            name, welcome = line.client.port, line.client.welcome
            flashed = roll_back(line, force=force, watcher=watcher)
    except KeyboardInterrupt as error:
        raise StoppedError("meadow status shows how the table is") from error
    if as_json:
        document({"port": name, **_values(flashed)})
    elif flashed.outcome is Outcome.KEPT:
        which = flashed.digest[:_SHORT] or "those it was first started on"
        out(f"{welcome.table or 'the table'}: back on the settings before ({which})")
    else:
        _tell_rolled_back(welcome.table, flashed)
    return flashed.outcome is Outcome.KEPT


def compare_with_table(
    file: Path, port: str | None, baud: int, program: str, as_json: bool
) -> bool:
    """Tell what differs between the table and a table.toml; gives whether nothing does."""
    loaded = load(file)
    with connected(port, baud, program) as client:
        found = differences(client, loaded.bundle, loaded.configuration, loaded.packages)
        if as_json:
            document(_differences_values(file, client, found))
        else:
            _tell_differences(file, client.welcome, found)
    return found.are_none


def _steady(port: str | None, baud: int, program: str) -> SteadyLine:
    name = find_table(program, baud) if port is None else port

    def open_line() -> SerialTransport:
        try:
            return open_port(name, baud)
        except LineError:
            if port is not None:
                raise
            # Plugged in again it may go by another name.
            return open_port(find_table(program, baud), baud)

    return SteadyLine(open_line, program, slow_s=slow_s(baud))


def _refusal(client: Client, meant: Meant, wishes: Wishes) -> str:
    """Why the table would not take it, "" if it would."""
    welcome = client.welcome
    here = Meant(welcome.table, welcome.hardware)
    refused = not_meant(meant, here, named=welcome.named, rename=wishes.rename)
    if refused is not None:
        return refused.why
    status = client.call(GetStatus(), StatusIs, wait_s=4.0)
    if not status.slots.flashable:
        return "it has no folder for settings that are flashed: start meadowd with --config FOLDER"
    is_playing = status.phase is Phase.PLAYING and not wishes.force
    return "a game is going on; wait until it is over, or give --force" if is_playing else ""


# ------------------------------------------------------------------------------ telling


class _Telling(Watcher):
    """Shows a bar while blocks are sent, and a line for whatever else takes long."""

    def __init__(self) -> None:
        self._bar: Bar | None = None
        self.is_late = False
        """Whether all is there, so that the table may have been told to start on it."""

    def __enter__(self) -> _Telling:
        return self

    def __exit__(self, *error: object) -> None:
        self._end()

    def wanted(self, names: tuple[str, ...], received: int, size: int) -> None:
        self._end()
        self.is_late = False
        if not names:
            err("all files are there already; the table writes them to its other slot")
            return
        rest = f", going on after {received}" if received else ""
        err(f"to send: {', '.join(names)} ({size} bytes{rest})")
        self._bar = Bar("flashing", size).__enter__()

    def sent(self, received: int, size: int) -> None:
        if self._bar is not None:
            self._bar.at(received)

    def checking(self) -> None:
        self._end()
        self.is_late = True

    def trying(self) -> None:
        self._end()
        err("the table starts on it; it is kept once the table is healthy")

    def lost(self, why: str) -> None:
        self._end()
        err(f"{why} (waiting for it)")

    def restarted(self) -> None:
        self._end()
        err("the table was started anew meanwhile; going on")

    def _end(self) -> None:
        bar, self._bar = self._bar, None
        if bar is not None:
            bar.__exit__(None, None, None)


def _told(loaded: Loaded) -> Loaded:
    for warning in loaded.configuration.warnings:
        err(f"warning: {warning}")
    if loaded.configuration.is_made_up:
        err(
            "warning: no register is named, so the table knows made-up tags alone; meadow enrol "
            "binds real ones"
        )
    return loaded


def _tell_flashed(file: Path, table: str, flashed: Flashed, took_s: float) -> None:
    if flashed.outcome is Outcome.SAME:
        out(f"{file}: in force on {table} already; nothing was sent")
    elif flashed.outcome is Outcome.KEPT:
        what = f"{flashed.sent_bytes} bytes in {took_s:.1f} s, {flashed.digest[:_SHORT]}"
        out(f"{file}: flashed, read back, tried and kept by {table} ({what})")
    else:
        _tell_rolled_back(table, flashed)


def _tell_rolled_back(table: str, flashed: Flashed) -> None:
    which = f" ({flashed.digest[:_SHORT]})" if flashed.digest else ""
    err(f"meadow: rolled back: {flashed.reason}; {table} goes on with the settings before{which}")


def _tell_differences(file: Path, welcome: Welcome, found: Differences) -> None:
    table = welcome.table or "the table"
    if found.on_defaults:
        err(f"{table} runs on no table.toml of its own, so this compares with the defaults")
    for line in lines(found.changes):
        out(line)
    count = found.changes.count
    which = f"{count} difference{'' if count == 1 else 's'}" if count else "no difference"
    out(f"{file}: {which} from {table}")


def _values(flashed: Flashed) -> dict[str, Any]:
    return {**flashed._asdict(), "outcome": flashed.outcome.value}


def _differences_values(file: Path, client: Client, found: Differences) -> dict[str, Any]:
    return {
        "file": str(file),
        "port": client.port,
        "table": client.welcome.table,
        "same": found.are_none,
        "on_defaults": found.on_defaults,
        "changes": found.changes,
        "files": found.files,
    }
