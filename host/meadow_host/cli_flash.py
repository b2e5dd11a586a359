"""The arguments of `meadow flash` and `meadow rollback`; heavy things are imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_cable import program
from meadow_host.cli_common import done, path_of
from meadow_host.cli_port import BAUD, Baud, Json, Port
from meadow_host.terminal import reported

Force = Annotated[
    bool, typer.Option("--force", help="Even during a game: it is paused, and taken up again.")
]


def register(app: typer.Typer) -> None:
    """Add these commands to `meadow`."""
    app.command()(flash)
    app.command()(rollback)


@reported
def flash(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A table.toml.")],
    port: Port = None,
    baud: Baud = BAUD,
    force: Force = False,
    rename: Annotated[
        bool, typer.Option("--rename", help="Even onto a table with another id: it gets this one.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Show what would change, and send nothing.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Write a table.toml and the files it names to a table.

    All is checked first, here and on the table. Only what differs is sent. The table writes it
    beside what it has, reads it back, starts on it, and keeps it once it is healthy; else it goes
    back to what it had and says why. A pulled cable does no harm: plug it in again, or give the
    same command again, and it goes on where it stopped.

    Exit code 0 if the table keeps it or has it already, 1 if it does not, 2 for a mistake in the
    files.

    \b
    Examples
      meadow flash table.toml --dry-run
      meadow flash table.toml
      meadow flash table.toml --port /dev/ttyUSB0 --json
    """
    from meadow_host.cable import flash_command

    wishes = flash_command.Wishes(force, rename, as_json)
    do = flash_command.show_flash if dry_run else flash_command.flash_file
    done(do(path_of(file, "FILE"), port, baud, program("flash"), wishes))


@reported
def rollback(
    port: Port = None, baud: Baud = BAUD, force: Force = False, as_json: Json = False
) -> None:
    """Let a table go back to the settings before the last flash.

    They are tried as after a flash, and kept once the table is healthy. Given twice, it returns.

    \b
    Examples
      meadow rollback
      meadow rollback --port /dev/ttyUSB0
    """
    from meadow_host.cable import flash_command

    done(
        flash_command.roll_table_back(port, baud, program("rollback"), force=force, as_json=as_json)
    )
