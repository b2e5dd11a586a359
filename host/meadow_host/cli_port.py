"""The options of every command that calls a table: which port, and how fast."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_common import Json as Json

PORT_VARIABLE = "MEADOW_PORT"
"""The port of all commands that name none."""
SLOWEST, FASTEST = 300, 4_000_000

Port = Annotated[
    str | None,
    typer.Option(
        "--port",
        metavar="NAME",
        envvar=PORT_VARIABLE,
        help="Where the table is: a port, or a URL as socket://HOST:NUMBER, rfc2217://HOST:NUMBER.",
        show_default="the one table that is plugged in",
    ),
]
Baud = Annotated[
    int,
    typer.Option(
        "--baud",
        metavar="N",
        min=SLOWEST,
        max=FASTEST,
        help="Bits a second, as meadowd has it; without meaning on the table's own USB port.",
    ),
]
BAUD = 115_200
"""`meadow.link.port.BAUD`, which is not imported for `meadow --help`."""
