"""The arguments of `meadow logs`; heavy things are imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_cable import connected_table
from meadow_host.cli_common import Json, done, path_if_any
from meadow_host.cli_port import BAUD, Baud, Port
from meadow_host.terminal import StoppedError, reported

logs_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="The journals of the games that were played on a table.",
)


@logs_app.command("list")
@reported
def list_logs(port: Port = None, baud: Baud = BAUD, as_json: Json = False) -> None:
    """List the journals that are on the table, oldest first.

    \b
    Examples
      meadow logs list
      meadow logs list --json
    """
    from meadow_host.cable.logs_command import tell_list

    with connected_table(port, baud, "logs list") as client:
        tell_list(client, as_json)


@logs_app.command("pull")
@reported
def pull_logs(
    names: Annotated[
        list[str] | None,
        typer.Argument(metavar="NAMES...", help="Journals, by name or number.", show_default="all"),
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(
            metavar="FOLDER", help="Where they go.", show_default="a folder named as the table"
        ),
    ] = None,
    replay: Annotated[
        bool, typer.Option("--replay", help="Then replay them, as meadow replay does.")
    ] = False,
    port: Port = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Fetch journals from the table.

    Each is checked against the table's own by its SHA-256. A game that is being played comes as
    far as it is, and longer the next time. What broke off goes on where it was. A file that is
    there already is never changed, unless it is the beginning of the same game.

    \b
    Examples
      meadow logs pull
      meadow logs pull 12 13 --into games
      meadow logs pull --replay
    """
    from meadow_host.cable.logs_command import fetch, tell_fetched

    folder = path_if_any(into, "--into")
    try:
        with connected_table(port, baud, "logs pull") as client:
            fetched = fetch(client, names or (), folder)
    except KeyboardInterrupt as error:
        raise StoppedError("what was fetched is kept; the same command goes on there") from error
    done(tell_fetched(fetched, replay, as_json))
