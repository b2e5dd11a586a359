"""The arguments of `meadow table`; heavy things are imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_common import JournalsFolder, SettingsFile, done, path_if_any
from meadow_host.terminal import MistakeError


def table(
    players: Annotated[
        int, typer.Option(min=1, max=5, help="How many play, bots and people together.")
    ] = 4,
    bots: Annotated[
        str,
        typer.Option(
            metavar="SIDES",
            help="Where bots sit while nobody else does: all, none, or sides as north,east.",
        ),
    ] = "all",
    skill: Annotated[
        str, typer.Option(help="How good bots are: novice, practised or expert.")
    ] = "practised",
    game: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help='What bots play while no person sits down: a game and its ways, as "quick-paws '
            'way-a".',
            show_default="nothing",
        ),
    ] = "",
    board: Annotated[
        str, typer.Option(help="silicon: the real drivers over simulated chips; or virtual.")
    ] = "silicon",
    host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="Where it listens.", show_default="127.0.0.1"),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65_535, help="0 for any that is free.")] = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="For phones in the same network, with a code to scan.")
    ] = False,
    seed: Annotated[
        int | None, typer.Option(help="That of all chance.", show_default="at random")
    ] = None,
    settings: SettingsFile = None,
    config: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Where settings are kept that are flashed to it."),
    ] = None,
    folder: JournalsFolder = None,
    cable: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="A cable for meadow flash and all other commands that call a table: its name.",
            show_default="none",
        ),
    ] = None,
    service: Annotated[
        bool,
        typer.Option("--service", help="Over the cable tags may be made up, as tests do."),
    ] = False,
) -> None:
    """Run a table without hardware, with a meadow in the browser to rake on.

    The table is the real program, in real time, on simulated chips. Its page shows the meadow from
    above: drag a rake, and the tokens push each other, fall into a tray, and are read there. The
    operator's console and the scoreboard are those of a real table. Ctrl-C ends it.

    \b
    Examples
      meadow table
      meadow table --lan
      meadow table --bots none
      meadow table --game "quick-paws way-a" --skill expert
      meadow table --settings table.toml --port 9000
      meadow table --cable my-table --config slots
    """
    from meadow_host.twin.table import command

    if lan and host is not None:
        raise MistakeError("--lan listens in every network, so it does not go with --host")
    wishes = command.Wishes(
        board=board,
        host="0.0.0.0" if lan else host or "127.0.0.1",
        port=port,
        seed=seed,
        settings=path_if_any(settings, "--settings"),
        config=path_if_any(config, "--config"),
        folder=path_if_any(folder, "--folder"),
        shows_code=lan,
        bots=command.seats_of(bots, players),
        skill=skill,
        words=tuple(game.split()),
        cable=path_if_any(cable, "--cable"),
        service=service,
    )
    done(command.run(wishes))
