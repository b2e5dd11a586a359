"""The arguments of `meadow enrol` and `meadow register`; heavy things are imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_common import Overwrite, done, path_if_any, path_of
from meadow_host.cli_port import BAUD, Baud, Json, Port
from meadow_host.terminal import MistakeError, reported

register_app = typer.Typer(
    rich_markup_mode=None,
    no_args_is_help=True,
    help="Take a register of tags out of a table, or put one into a table.toml.",
)


def register(app: typer.Typer) -> None:
    """Add these commands to `meadow`."""
    app.command()(enrol)
    register_app.command("export")(export_register)
    register_app.command("import")(import_register)
    app.add_typer(register_app, name="register")


@reported
def enrol(
    table: Annotated[str, typer.Argument(metavar="TABLE_TOML", help="The table's settings.")],
    sets: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME", help="Only this set; repeat it.", show_default="all"),
    ] = None,
    pieces: Annotated[
        list[str] | None,
        typer.Option(
            "--piece", metavar="ID", help="Only this piece, also if it has a tag; repeat it."
        ),
    ] = None,
    at: Annotated[
        str | None,
        typer.Option(
            metavar="PLACE",
            help="Lay tokens and rakes here: a side, or deck for everything.",
            show_default="from tray to tray",
        ),
    ] = None,
    in_order: Annotated[
        bool,
        typer.Option(
            "--in-order", help="Pieces may follow one another fast: their order is as asked."
        ),
    ] = False,
    write_names: Annotated[
        bool,
        typer.Option("--write-names", help="Write each piece's name on its tag, for other tables."),
    ] = False,
    flash: Annotated[
        bool, typer.Option("--flash", help="Write all to the table at the end, without asking.")
    ] = False,
    port: Port = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Bind the tags of a box to its pieces, one after another, at the table.

    It asks for a piece and the table's light says where to lay it: rakes and tokens in the trays,
    cards on the deck reader. Every tag is saved at once, so stop whenever you like (quit or
    Ctrl-C): the same command goes on. While it asks you can type undo, skip, back, move and quit.
    The table must be in its lobby. docs/enrolling.md tells it step by step.

    \b
    Examples
      meadow enrol table.toml
      meadow enrol table.toml --set sweepers --at north
      meadow enrol table.toml --piece rake.red
      meadow enrol table.toml --write-names --flash
    """
    from meadow_host.cable.enrol_command import Wishes, enrol_box
    from meadow_host.cli_cable import program

    wishes = Wishes(sets or (), pieces or (), at or "", in_order, write_names, flash, as_json)
    done(enrol_box(path_of(table, "TABLE_TOML"), wishes, port, baud, program("enrol")))


@reported
def export_register(
    context: typer.Context,
    file: Annotated[
        str | None,
        typer.Argument(
            metavar="[FILE]", help="The file to write, .csv or .toml; else it is shown."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="TABLE_TOML",
            help="Take it from here.",
            show_default="from the table on the cable",
        ),
    ] = None,
    force: Overwrite = False,
    port: Port = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Take the register out of a table: which tag sits in which piece.

    A file that ends in .csv can be opened by spreadsheets: two columns, uid and piece.

    \b
    Examples
      meadow register export box.csv
      meadow register export register.toml --port /dev/ttyUSB0
      meadow register export box.csv --from table.toml
    """
    from meadow_host.cable.register_command import export
    from meadow_host.cli_cable import program

    named = context.get_parameter_source("port")
    # MEADOW_PORT is set once for all commands, and no wish of this one.
    if source is not None and named is not None and named.name == "COMMANDLINE":
        raise MistakeError("--from and --port name two registers: give one of them")
    into = path_if_any(file, "FILE")
    where = path_if_any(source, "--from")
    export(into, where, force, port, baud, program("register export"), as_json)


@reported
def import_register(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A register: .csv or .toml.")],
    table: Annotated[str, typer.Argument(metavar="TABLE_TOML", help="The table's settings.")],
    replace: Annotated[
        bool, typer.Option("--replace", help="Where the two differ, the file is right.")
    ] = False,
    as_json: Json = False,
) -> None:
    """Merge a register into that of a table.toml.

    What both say stays, what is new is added. Where they differ each difference is told in one
    line, and nothing is changed unless you say --replace. Flash the table afterwards.

    \b
    Examples
      meadow register import box.csv table.toml
      meadow register import other/register.toml table.toml --replace
    """
    from meadow_host.cable.register_command import import_into

    import_into(path_of(file, "FILE"), path_of(table, "TABLE_TOML"), replace, as_json)
