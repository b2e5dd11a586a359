"""`meadow`, the command of the laptop: thin commands over the library.

Heavy things are imported inside the commands, so that `meadow --help` answers at once.
"""

from __future__ import annotations

import inspect
from typing import Annotated

import typer

from meadow_host import cli_cable, cli_enrol, cli_flash
from meadow_host.calling import as_called
from meadow_host.cli_common import JournalsFolder, Json, SettingsFile, done, path_if_any, path_of
from meadow_host.cli_doctor import doctor
from meadow_host.cli_logs import logs_app
from meadow_host.cli_port import BAUD, Baud
from meadow_host.cli_replay_on import On, OnRegister, replayed_on
from meadow_host.cli_settings import diff, init, schema, validate
from meadow_host.cli_simulate import simulate
from meadow_host.cli_table import table
from meadow_host.cli_times import times
from meadow_host.levels import Level
from meadow_host.running import run_app
from meadow_host.terminal import MistakeError, out, reported

app = typer.Typer(
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    help="""Meadow Table on a laptop: play simulated games, replay journals, read them.

    \b
    Start with
      meadow run
    and then, on the journals that it leaves behind,
      meadow replay games
      meadow journal show games/000001-sweepers.jsonl

    Exit codes: 0 all is well, 1 something differs or failed, 2 a mistake in the command,
    130 stopped with Ctrl-C, 143 or 129 ended from outside (SIGTERM, SIGHUP).
    """,
)
journal_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Read a journal in plain words, or mend one that is torn.",
)
app.add_typer(journal_app, name="journal")
app.add_typer(logs_app, name="logs")


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        out(f"meadow {version('meadow-table')}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    pass


# ------------------------------------------------------------------------------------ run


@app.command()
@reported
def run(
    seed: Annotated[
        int | None, typer.Option(help="Play the same evening again.", show_default="at random")
    ] = None,
    game: Annotated[
        list[str] | None,
        typer.Option(metavar="WORDS", help="A game, as the table's lobby hears it; repeat it."),
    ] = None,
    players: Annotated[
        int | None, typer.Option(min=1, max=5, help="How many sit down.", show_default="4")
    ] = None,
    speed: Annotated[
        float | None,
        typer.Option(help="Times as fast as life.", show_default="so that it ends soon"),
    ] = None,
    settings: SettingsFile = None,
    folder: JournalsFolder = None,
    plain: Annotated[bool, typer.Option("--plain", help="Lines instead of the picture.")] = False,
    as_json: Json = False,
) -> None:
    """Play simulated games on a table without hardware, then replay their journals.

    Four players join with their rakes and play one "That's My Stash!" with a check after the
    shout, and one "Quick Paws" that the table itself referees. They make mistakes. It ends by
    itself in under half a minute.

    \b
    Words for --game: first the game, then any of the others
      thats-my-stash | quick-paws
      referee-live | referee-check
      way-a  way-b  way-c  way-d    (D only with quick-paws, and not with A or B)
      sweet-takes
      one-set | three-sets
      deal-scanned | deal-unscanned

    \b
    Examples
      meadow run
      meadow run --seed 7 --speed 4
      meadow run --settings table.toml
      meadow run --game "quick-paws way-d" --game "thats-my-stash way-a"
      meadow run --game sweet-takes --players 5
    """
    from meadow_host import commands

    _check_speed(speed)
    into = path_if_any(folder, "--folder")
    file = path_if_any(settings, "--settings")
    done(commands.run_evening(seed, game, players or 0, speed, file, into, plain, as_json))


# --------------------------------------------------------------------------------- replay


@app.command()
@reported
def replay(
    paths: Annotated[
        list[str], typer.Argument(metavar="FILES-OR-FOLDERS...", help="Journals, or folders of.")
    ],
    level: Annotated[
        Level,
        typer.Option(
            help="Feed what the readers saw (table), the game's inputs (rules), or lay tags on "
            "simulated readers and compare the facts (silicon)."
        ),
    ] = Level.TABLE,
    until: Annotated[
        str | None,
        typer.Option(metavar="TIME", help="Stop there and show the state: 90s, 1:30, 90000 (ms)."),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Watch one journal being played.")] = False,
    speed: Annotated[
        float | None,
        typer.Option(help="With --watch: times as fast as it was.", show_default="1"),
    ] = None,
    plain: Annotated[
        bool, typer.Option("--plain", help="With --watch: lines instead of the picture.")
    ] = False,
    jobs: Annotated[
        int, typer.Option(help="How many processes; 0 for as many as pay.", show_default=False)
    ] = 0,
    on: On = None,
    register: OnRegister = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Play journals again and compare every line.

    The same inputs must give the same outputs, byte for byte. If they do not, the first line
    that differs is told: file, line, what was expected (written) and what came now (got).

    \b
    Examples
      meadow replay games
      meadow replay games/000001-sweepers.jsonl --until 1:30
      meadow replay games/000001-sweepers.jsonl --watch --speed 4
      meadow replay games/000001-sweepers.jsonl --on /dev/ttyACM0
    """
    from meadow_host import commands

    named = [path_of(path, "FILES-OR-FOLDERS") for path in paths]
    if on is not None:
        is_plain = level is Level.TABLE and not (until or watch or speed or plain or jobs)
        done(replayed_on(named, on, baud, register, is_plain, as_json))
        return
    until_ms = None if until is None else _time(until, "--until")
    if jobs < 0:
        raise MistakeError(f"--jobs is how many processes, 0 for as many as pay, not {jobs}")
    _check_speed(speed)
    if not watch:
        done(commands.replay_journals(named, level, until_ms, jobs, as_json))
    elif as_json:
        raise MistakeError("--watch shows a picture, so it does not go with --json")
    else:
        done(commands.watch_journal(named, level, until_ms, speed, plain))


@app.command(hidden=True)
@reported
def picture(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The SVG file to write.")],
    seed: Annotated[int, typer.Option(help="Which game.")] = 39,
    at: Annotated[str, typer.Option(metavar="TIME", help="When in it.")] = "1:28.55",
    width: Annotated[int, typer.Option(min=72, max=200, help="Characters a line.")] = 96,
    height: Annotated[int, typer.Option(min=20, max=80, help="Lines.")] = 28,
) -> None:
    """Draw the live view of a moment of Quick Paws as a picture, for the README.

    \b
    Example
      meadow picture docs/terminal-view.svg
    """
    from meadow_host import commands

    done(commands.draw_picture(path_of(file, "FILE"), seed, _time(at, "--at"), width, height))


def _check_speed(speed: float | None) -> None:
    if speed is not None and not 0.01 <= speed <= 10_000:
        raise MistakeError(f"--speed is 0.01 to 10000, not {speed:g}")


def _time(text: str, option: str) -> int:
    from meadow.telling.times import parse_time

    try:
        return parse_time(text)
    except ValueError as error:
        raise MistakeError(f"{option}: {error}") from error


# -------------------------------------------------------------------------------- journal


@journal_app.command("show")
@reported
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A journal.")],
    facts: Annotated[
        bool, typer.Option("--facts", help="Only what happened in the game's terms.")
    ] = False,
    everything: Annotated[
        bool, typer.Option("--all", help="Name cards that nobody may know, too.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Tell a journal in plain words, line by line.

    A card is named once all have seen it, so a game can be read while it is played; --all
    names every card, for the file itself holds everything. An arrow (→) marks what came of it:
    what the table made of the line without one above it. Exit code 1 if the journal is torn.

    \b
    Examples
      meadow journal show games/000001-sweepers.jsonl --facts
      meadow journal show games/000001-sweepers.jsonl | less
    """
    from meadow_host import commands

    done(commands.show_journal(path_of(file, "FILE"), everything, facts, as_json))


@journal_app.command("recover")
@reported
def recover(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A journal.")],
    from_line: Annotated[
        int,
        typer.Option(
            metavar="LINE",
            help="Cut from this line on, whatever stands there.",
            show_default="the first that is cut off or damaged",
        ),
    ] = 0,
    as_json: Json = False,
) -> None:
    """Cut the torn end off a journal, after a crash or a power cut.

    What is cut is kept beside it, in FILE.torn. A journal that is whole is left as it is; one
    that is damaged before its end is an error, unless you say where to cut.

    \b
    Example
      meadow journal recover games/000007-sweepers.jsonl
    """
    from meadow_host import commands

    done(commands.recover_journal(path_of(file, "FILE"), from_line, as_json))


journal_app.command("times")(reported(times))
cli_cable.register(app)
cli_flash.register(app)
cli_enrol.register(app)
for one in (table, simulate, doctor, init, validate, diff, schema):
    app.command()(reported(one))


def main() -> None:
    """The entry point of `meadow`."""
    for one in (app, *[group.typer_instance for group in app.registered_groups]):
        if one is None:
            continue
        for command in one.registered_commands:
            # The examples can be copied, however this program was started.
            command.help = as_called(inspect.getdoc(command.callback) or "")
    app.info.help = as_called(app.info.help or "")
    run_app(app)
