"""Which programs and which texts are tested: versions, and the revision in git. No pytest here."""

from __future__ import annotations

import subprocess
from importlib.metadata import version
from pathlib import Path

GIT_S = 5.0


def of_this_program() -> str:
    """The version of the program on this computer."""
    return version("meadow-table")


def git_revision(folder: Path) -> str:
    """The commit that a folder is at, "+" behind it when files are changed; "" outside of git."""
    commit = _git(folder, "rev-parse", "--short=12", "HEAD")
    if not commit:
        return ""
    return commit + ("+" if _git(folder, "status", "--porcelain", "-uno") else "")


def _git(folder: Path, *args: str) -> str:
    command = ["git", "-C", str(folder), *args]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=GIT_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""
