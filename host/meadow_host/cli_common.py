"""What the arguments of several commands share. Light, for `meadow --help`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meadow_host.terminal import FAILED, MistakeError

Json = Annotated[bool, typer.Option("--json", help="One JSON document instead of text.")]


def done(went_well: bool) -> None:
    """End the command with the exit code for what did not go well."""
    if not went_well:
        raise typer.Exit(FAILED)


def path_of(text: str, name: str) -> Path:
    """The path that an argument names. Raises `MistakeError` for an empty one."""
    if not text:
        raise MistakeError(f"{name}: the name is empty; name a file or a folder")
    return Path(text)
