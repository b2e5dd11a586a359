"""The arguments of the commands for settings; heavy things are imported inside."""

from __future__ import annotations

from typing import Annotated

import typer

from meadow_host.cli_cable import program
from meadow_host.cli_common import Json, Overwrite, done, path_if_any, path_of
from meadow_host.cli_port import BAUD, Baud, Port
from meadow_host.terminal import MISTAKE, MistakeError


def init(
    file: Annotated[
        str, typer.Argument(metavar="[FILE]", help="The file to write.", show_default=True)
    ] = "table.toml",
    force: Overwrite = False,
    as_json: Json = False,
) -> None:
    """Write a table.toml in which every setting stands, with its default.

    Above each key a comment says what it is for and what is allowed. Change what you need; what
    you leave out keeps its default.

    \b
    Examples
      meadow init
      meadow init my-table/table.toml
    """
    from meadow_host.configuring import commands

    commands.write_settings(path_of(file, "FILE"), force, as_json)


def validate(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A table.toml.")],
    as_json: Json = False,
) -> None:
    """Say every mistake in a table.toml and in the files it names.

    One line each: file, line, key, what is wrong, what is allowed. Exit code 0 if all is fine, 2
    if there are mistakes. Warnings are no mistakes.

    \b
    Example
      meadow validate table.toml
    """
    from meadow_host.configuring import commands

    if not commands.validate_settings(path_of(file, "FILE"), as_json):
        raise typer.Exit(MISTAKE)


def diff(
    files: Annotated[
        list[str],
        typer.Argument(metavar="[OLD] NEW", help="One or two table.toml.", show_default=False),
    ],
    port: Port = None,
    baud: Baud = BAUD,
    as_json: Json = False,
) -> None:
    """Show what differs between two table.toml and the files they name, or a table and one.

    With one file it is compared with what is in force on the table that is plugged in, so it
    says what flashing that file would change.

    Settings as KEY: OLD -> NEW, then light spans, sets of pieces and tags. How a file is written
    does not matter. Exit code 0 if nothing differs, 1 if something does.

    \b
    Examples
      meadow diff table.toml new/table.toml
      meadow diff table.toml
      meadow diff table.toml --port /dev/ttyUSB0
    """
    if len(files) == 1:
        from meadow_host.cable import flash_command

        new = path_of(files[0], "NEW")
        done(flash_command.compare_with_table(new, port, baud, program("diff"), as_json))
        return
    if len(files) > 2:
        raise MistakeError(f"diff takes one file or two, not {len(files)}")
    from meadow_host.configuring import commands

    done(commands.compare_settings(path_of(files[0], "OLD"), path_of(files[1], "NEW"), as_json))


def schema(
    file: Annotated[
        str | None,
        typer.Argument(metavar="[FILE]", help="The file to write; else it is shown."),
    ] = None,
    force: Overwrite = False,
    as_json: Json = False,
) -> None:
    """Write the JSON Schema of table.toml, with which editors check it as you type.

    \b
    Examples
      meadow schema table.schema.json
      meadow schema | less
    """
    from meadow_host.configuring import commands

    commands.write_schema(path_if_any(file, "FILE"), force, as_json)
