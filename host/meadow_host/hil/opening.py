"""Opens the rig that ``--table`` names. Knows no pytest."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from meadow.bundle.load import Configuration, load_table
from meadow.games.package import PackageError, load_packages
from meadow.tomlfile.document import TomlError, meant

from meadow_host.hil.port import PortRig
from meadow_host.hil.rig import Rig, RigError
from meadow_host.hil.sim import SimRig

RIGS = ("sim", "proc")
"""Those that are no port."""


class Asked(NamedTuple):
    """What the options of pytest say: which table, the files it is told by, and whether minutes
    may be waited for. ``prompt`` tells the tester at the terminal; None if nobody is there.
    ``worker`` names this of several processes that test at the same time, "" for the only one."""

    table: str
    baud: int
    settings: Path | None
    register: Path | None
    patient: bool
    folder: Path
    """Where journals and other files of this session may lie."""
    prompt: Callable[[str], None] | None
    worker: str


def open_rig(asked: Asked) -> Rig:
    """Raises `RigError`, one plain line."""
    try:
        packages = load_packages()
        read: Configuration = load_table(asked.settings, packages, register=asked.register)
    except TomlError as error:
        more = len(error.messages) - 1
        first = error.messages[0] + (f" (and {more} more)" if more else "")
        raise RigError(first) from error
    except PackageError as error:
        raise RigError(str(error)) from error
    kind, _, board = asked.table.partition(":")
    if kind not in RIGS and (hint := meant(kind, RIGS)):
        raise RigError(f"there is no such rig, {hint} A port is named by its path, as ./{kind}")
    if asked.table == "sim":
        return SimRig(read, packages, asked.folder)
    if kind == "proc":
        from meadow_host.hil.process import ProcessRig  # only systems with pseudo-terminals have it

        options = [
            *("--console", "off"),  # nobody looks, and the port may be another's
            *(["--settings", str(asked.settings)] if asked.settings else []),
            *(["--register", str(asked.register)] if asked.register else []),
        ]
        folder = asked.folder / "proc"
        return ProcessRig(board or "virtual", read, folder, options, asked.patient)
    if asked.worker:
        raise RigError(f"{asked.table} cannot be shared: run pytest with -n 0")
    own = asked.settings is None and asked.register is None
    return PortRig(asked.table, asked.baud, read, packages, asked.patient, asked.prompt, own)
