"""The arguments of the commands that call a table: detect, status, say, shell, logs.

Heavy things are imported inside, so that `meadow --help` answers at once.
"""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_port import BAUD, Baud, Json, Port
from meadow_host.terminal import FAILED, document, err, out, reported


def register(app: typer.Typer) -> None:
    """Add these commands to `meadow`."""
    app.command()(detect)
    app.command()(status)


@reported
def detect(
    port: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME",
            help="Ask only this port, or URL; repeat it.",
            show_default="all behind which a table may be",
        ),
    ] = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Find the tables that are plugged in.

    Says hello on each serial port behind which a table may be, the likely ones first: a
    Raspberry Pi's own USB port, or the common USB adapters. Nothing is ever sent to Bluetooth,
    modems and what else can be no table. Exit code 1 if none is found.

    \b
    Examples
      meadow detect
      meadow detect --port /dev/ttyUSB0 --baud 9600
      meadow detect --json
    """
    from meadow_host.cable.detect import NOBODY
    from meadow_host.cable.detect import detect as ask_all
    from meadow_host.cable.status import identity_line, identity_values

    found = ask_all(program("detect"), baud, ports=port or ())
    if as_json:
        tables = [identity_values(one.port, one.welcome) for one in found.tables]
        document({"tables": tables, "others": [one._asdict() for one in found.others]})
    else:
        for table in found.tables:
            out(f"{table.port}: {identity_line(table.welcome)}")
        for other in found.others:
            out(f"{other.port} ({other.what}): {other.why}")
    if not found.tables:
        err(f"meadow: {NOBODY}")
        raise typer.Exit(FAILED)


@reported
def status(port: Port = None, baud: Baud = BAUD, as_json: Json = False) -> None:
    """How the table is: what it plays, its readers, its journal, its configuration.

    \b
    Examples
      meadow status
      meadow status --port /dev/ttyUSB0 --json
    """
    from meadow.link.answers import StatusIs
    from meadow.link.calls import GetStatus

    from meadow_host.cable.detect import connected
    from meadow_host.cable.status import status_lines, status_values

    with connected(port, baud, program("status")) as client:
        answer = client.call(GetStatus(), StatusIs)
        if as_json:
            document(status_values(client.port, client.welcome, answer))
        else:
            out("\n".join(status_lines(client.port, client.welcome, answer)))


def program(command: str) -> str:
    """What is told to other people who call the same table: who this is."""
    import socket

    return f"meadow {command} on {socket.gethostname()}"[:200]
