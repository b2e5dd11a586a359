"""What the arguments of several commands share. Light, for `meadow --help`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meadow_host.terminal import FAILED, MistakeError

Json = Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")]
Overwrite = Annotated[bool, typer.Option("--force", help="Write over a file that is there.")]
SettingsFile = Annotated[
    str | None,
    typer.Option("--settings", metavar="FILE", help="A table.toml, as docs/settings.md describes."),
]
JournalsFolder = Annotated[
    str | None,
    typer.Option(
        "--folder",
        metavar="FOLDER",
        help="Where the journals go.",
        show_default="that of the settings, or games",
    ),
]


def done(went_well: bool) -> None:
    """End the command with the exit code for what did not go well."""
    if not went_well:
        raise typer.Exit(FAILED)


def path_of(text: str, name: str) -> Path:
    """The path that an argument names. Raises `MistakeError` for an empty one."""
    if not text:
        raise MistakeError(f"{name}: the name is empty; name a file or a folder")
    return Path(text)


def path_if_any(text: str | None, name: str) -> Path | None:
    """The path that an argument names, None where it is left out. Raises `MistakeError` for an
    empty one."""
    return None if text is None else path_of(text, name)
