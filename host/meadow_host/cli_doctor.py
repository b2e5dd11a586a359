"""The arguments of `meadow doctor`; heavy things are imported inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meadow_host.cli_common import Json, done


def doctor(
    board: Annotated[
        str, typer.Option(metavar="NAME", help="Which board: pi, silicon, faulty or virtual.")
    ] = "pi",
    settings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="table.toml.", show_default="all defaults")
    ] = None,
    pins: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="pins.toml.", show_default="the one that comes with it"),
    ] = None,
    outputs: Annotated[
        bool, typer.Option(help="Light the strip and beep.", show_default=False)
    ] = True,
    as_json: Json = False,
) -> None:
    """Examine a table, device by device, and say what is wrong and what to do.

    Each reader's chip, gain, tags and resets, how long a sweep takes, the strip in red, green,
    blue and white, a beep, the current, and the pins. Lay a token on each tray to see it read.
    Exit code 1 if something is wrong. End meadowd first: only one program can have the devices.

    \b
    Examples
      meadow doctor
      meadow doctor --board silicon --json
    """
    from meadow_host import examination

    done(examination.examine_board(board, settings, pins, outputs, as_json))
