"""The PIN of the console: made once, kept in a file that only its owner can read.

Knows no page. The file lies beside what else the table keeps; who can read it may be operator.
"""

from __future__ import annotations

import os
import re
import secrets
from pathlib import Path
from typing import NamedTuple

from meadow.journal.files import NoFileError, explain, open_file

FILE = "console-pin"
DIGITS = 6

_PIN = re.compile(rf"[0-9]{{{DIGITS}}}")


class KeptPin(NamedTuple):
    """The PIN, the file it is kept in, and why it is not, "" if it is."""

    pin: str
    path: Path
    trouble: str


def kept_pin(folder: Path) -> KeptPin:
    """The PIN that is kept in a folder, or a new one. Never raises: one that cannot be kept holds
    until the program ends."""
    path = folder / FILE
    try:
        pin = _read(path) or _made(path)
    except OSError as error:
        why = f"{path}: the PIN cannot be kept: {explain(error)}; it holds until this program ends"
        return KeptPin(_new(), path, why)
    return KeptPin(pin, path, "")


def _read(path: Path) -> str:
    """The PIN in the file; "" for no file, or for one that others could read or that holds none."""
    try:
        file = open_file(path, os.O_RDONLY | os.O_NOFOLLOW)
    except (FileNotFoundError, NoFileError):
        return ""
    try:
        is_own = os.fstat(file).st_mode & 0o077 == 0
        text = os.read(file, 100).decode("ascii", "replace").strip()
    finally:
        os.close(file)
    return text if is_own and _PIN.fullmatch(text) else ""


def _made(path: Path) -> str:
    """A new PIN, in the file from one moment to the next: no power cut leaves half of it."""
    pin = _new()
    path.parent.mkdir(parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.new")
    beside.unlink(missing_ok=True)
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    try:
        os.write(file, f"{pin}\n".encode())
        os.fsync(file)
    finally:
        os.close(file)
    beside.replace(path)
    return pin


def _new() -> str:
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"
