"""The arguments of the commands that call a table: detect, status, say, shell, logs.

Heavy things are imported inside, so that `meadow --help` answers at once.
"""

from __future__ import annotations

import os
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Annotated

import typer

from meadow_host.cli_common import Json
from meadow_host.cli_port import BAUD, PORT_VARIABLE, Baud, Port
from meadow_host.terminal import FAILED, document, err, out, reported

if TYPE_CHECKING:
    from meadow_host.cable.client import Client


def register(app: typer.Typer) -> None:
    """Add these commands to `meadow`."""
    app.command()(detect)
    app.command()(status)
    app.command()(say)
    app.command()(shell)


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
    Raspberry Pi's own USB port, or the common USB adapters; and on the one that MEADOW_PORT
    names. Nothing is ever sent to Bluetooth, modems and what else can be no table. Exit code 1 if
    none is found.

    \b
    Examples
      meadow detect
      meadow detect --port /dev/ttyUSB0 --baud 9600
      meadow detect --json
    """
    from meadow_host.cable.detect import NOBODY
    from meadow_host.cable.detect import detect as ask_all
    from meadow_host.cable.status import identity_line, identity_values

    usual = os.environ.get(PORT_VARIABLE, "")
    found = ask_all(program("detect"), baud, ports=port or (), usual=usual)
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
    """How the table is: what it plays, its readers, what is out of order, its journal and slots.

    \b
    Examples
      meadow status
      meadow status --port /dev/ttyUSB0 --json
    """
    from meadow.link.answers import StatusIs
    from meadow.link.calls import GetStatus

    from meadow_host.cable.shell import table_lines
    from meadow_host.cable.status import status_values

    with connected_table(port, baud, "status") as client:
        if as_json:
            answer = client.call(GetStatus(), StatusIs)
            document(status_values(client.port, client.welcome, answer))
        else:
            out("\n".join(table_lines(client)))


@reported
def say(
    word: Annotated[str, typer.Argument(metavar="WORD", help="A word of the operator.")],
    args: Annotated[
        list[str] | None, typer.Argument(metavar="ARGS...", help="What goes with it, as a side.")
    ] = None,
    port: Port = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Say a word to the table, as the operator does, and tell what came of it.

    Exit code 1 when the table refuses it. docs/for-operators.md has the words.

    \b
    Examples
      meadow say quick-paws
      meadow say seat north
      meadow say start
    """
    from meadow_host.cable.shell import say_once

    with connected_table(port, baud, "say") as client:
        said = say_once(client, word, args or ())
    if as_json:
        document(said._asdict())
    else:
        for line in said.told:
            out(line)
    if said.refused:
        if not as_json:
            err(f"meadow: {said.refused}")
        raise typer.Exit(FAILED)


@reported
def shell(
    port: Port = None,
    baud: Baud = BAUD,
    readers: Annotated[
        bool, typer.Option("--readers", help="Tell every tag that comes or goes, in games too.")
    ] = False,
) -> None:
    """Watch the table live, and say words to it.

    Tells what happens as it happens, in plain words. Type the operator's words, or help, status,
    view, quit; docs/for-operators.md has all words. Cards that nobody may know are not named. If
    the cable is pulled it says so and goes on once the table is there again.

    Words can come through a pipe too, one a line; then it ends after the last, with exit code 1
    if one was refused.

    \b
    Examples
      meadow shell
      meadow shell --port socket://table.local:5000
      echo pause | meadow shell
    """
    from meadow_host.cable.detect import Reconnecting
    from meadow_host.cable.keyboard import PipedWords, keyboard
    from meadow_host.cable.shell import Shell

    table = Reconnecting(port, baud, program("shell"))
    with keyboard() as keys:
        one = Shell(table.connect, keys, every_tag=readers)
        one.run()
        if one.refused and isinstance(keys, PipedWords):
            raise typer.Exit(FAILED)


def program(command: str) -> str:
    """What is told to other people who call the same table: who this is."""
    import socket

    return f"meadow {command} on {socket.gethostname()}"[:200]


def connected_table(port: str | None, baud: int, command: str) -> AbstractContextManager[Client]:
    """A client of the table that is meant, for as long as this lasts; the port is released."""
    from meadow_host.cable.detect import connected

    return connected(port, baud, program(command))
