"""Writes a file that a command was asked for: whole, or not at all. Knows no format."""

from __future__ import annotations

from pathlib import Path

from meadow.journal.files import explain

from meadow_host.terminal import FailedError, MistakeError


def write_whole(file: Path, text: str, force: bool) -> None:
    """Write a file as UTF-8, its line ends as they are; what is there stays unless it is forced.

    Raises `MistakeError` for a file that is there or a name that is none, `FailedError` when the
    disk does not take it: then nothing is left of it, and what was there is as before.
    """
    new = file.with_name(f"{file.name}.new") if file.name else file
    try:
        if file.is_dir():
            raise MistakeError(f"{file}: a folder; name a file")
        if (file.exists() or file.is_symlink()) and not force:
            raise MistakeError(f"{file}: is there already; name another, or --force writes over it")
        try:
            new.write_bytes(text.encode("utf-8"))
            new.replace(file)
        except OSError:
            new.unlink(missing_ok=True)
            raise
    except ValueError as error:
        raise MistakeError(f"{file}: no name of a file: {error}") from error
    except OSError as error:
        raise FailedError(f"{file}: cannot be written: {explain(error)}") from error
