"""The arguments of `meadow simulate`; heavy things are imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_common import Json, done, path_if_any
from meadow_host.terminal import MistakeError


def simulate(
    games: Annotated[int, typer.Option(min=1, max=1_000_000, help="How many are played.")] = 10,
    game: Annotated[
        str, typer.Option(metavar="WORDS", help="What is played, as the table's lobby hears it.")
    ] = "thats-my-stash",
    players: Annotated[
        int | None, typer.Option(min=1, max=5, help="How many sit down.", show_default="4")
    ] = None,
    skill: Annotated[
        str, typer.Option(help="How good they are: novice, practised, expert, or mixed.")
    ] = "practised",
    seed: Annotated[
        int | None,
        typer.Option(help="That of the first game; each has the next.", show_default="at random"),
    ] = None,
    into: Annotated[
        str | None,
        typer.Option(metavar="FOLDER", help="Where the journals go.", show_default="none are kept"),
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="How many processes; 0 for one a core.", show_default=False)
    ] = 0,
    as_json: Json = False,
) -> None:
    """Play many games at a simulated meadow, far faster than life.

    Tokens are pushed, slide and fall by physics; the players' hands have a speed, an aim and a
    delay. Every game is played at a table of its own, from a seed of its own, and its journal is
    like any other: it can be replayed and shown. Exit code 1 if a game came to no end or could not
    be saved.

    \b
    Examples
      meadow simulate
      meadow simulate --games 1000 --into simulated
      meadow simulate --games 200 --game "quick-paws way-a" --skill expert --seed 7
      meadow simulate --game sweet-takes --players 5 --json
    """
    from meadow_host import simulate_command

    if jobs < 0:
        raise MistakeError(f"--jobs is how many processes, 0 for one a core, not {jobs}")
    folder = path_if_any(into, "--into")
    done(simulate_command.run(games, game, players or 0, skill, seed, folder, jobs, as_json))
