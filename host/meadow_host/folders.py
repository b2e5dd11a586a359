"""Folders that options name: there and fit to be written into, before anything begins."""

from __future__ import annotations

import os
from pathlib import Path

from meadow.journal.files import explain

from meadow_host.terminal import MistakeError


def make_folder(folder: Path, option: str) -> None:
    """Make it, if it is not there. Raises `MistakeError` where that cannot be, and for one into
    which nothing can be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError as error:
        raise MistakeError(f"{option}: {folder} is a file; name a folder") from error
    except OSError as error:
        raise MistakeError(f"{option}: {folder} cannot be made: {explain(error)}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise MistakeError(f"{option}: {folder} is not yours to write into; name another folder")
