"""Gathers a bundle from a disk: table.toml and the files it names, read once, bounds kept.

Looks only for the names in table.toml; what the files say is judged in `meadow.bundle.load`.
"""

from __future__ import annotations

import os
import stat
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from meadow.bundle.bundle import MOST_BYTES, MOST_FILE_BYTES, Bundle
from meadow.settings.load import named_register, named_sets, pieces_problems
from meadow.settings.schema import SETTINGS_FILE
from meadow.tomlfile.document import (
    Document,
    Problem,
    TomlError,
    decode_document,
    nearest,
    shown_text,
)
from meadow.tomlfile.lines import KeyPath

MOST_BESIDE = 1000
"""So many files of a folder are looked at for one whose name is nearly that of a missing one."""

Place = tuple[Document, KeyPath]
"""The key that names a file."""


class GatherError(TomlError):
    """The files of a table cannot be gathered; ``messages`` is all that is wrong."""


class Gathered(NamedTuple):
    """The files that could be read, by their names in the bundle, and what is wrong with the rest.

    ``document`` is None when the settings themselves cannot be read.
    """

    files: dict[str, bytes]
    document: Document | None
    problems: list[Problem]


def gather(path: str | os.PathLike[str]) -> Bundle:
    """The bundle of a table.toml and the files it names.

    The file itself may have any name; in the bundle it is `SETTINGS_FILE`. Raises `GatherError`
    with a line for each file that is missing, too large, or no file, and for a name that may not
    be; not for what the files say.
    """
    gathered = gather_files(path)
    problems = list(gathered.problems)
    if gathered.document is not None:
        problems += pieces_problems(gathered.document)
    if problems:
        raise GatherError(problems)
    return Bundle(gathered.files)


def gather_files(
    path: str | os.PathLike[str], *, with_sets: bool = True, with_register: bool = True
) -> Gathered:
    """As much of it as can be read; never raises. Mistakes in ``[pieces]`` are not among the
    problems, for who loads the settings is told them."""
    name = os.fspath(path)
    try:
        content = read_file(path)
        document = decode_document(content, name)
    except TomlError as error:
        return Gathered({}, None, list(error.problems))
    named = list(named_sets(document)) if with_sets else []
    register = named_register(document) if with_register else None
    if register is not None:
        named.append(register)
    files = {SETTINGS_FILE: content}
    problems: list[Problem] = []
    for key, file in named:
        if not file.endswith(".toml"):
            continue  # a set that comes with the program
        try:
            files[file] = read_file(Path(path).parent / file, (document, key))
        except TomlError as error:
            problems += error.problems
    if sum(map(len, files.values())) > MOST_BYTES:
        what = f"the files together are larger than {MOST_BYTES // 1_000_000} MB"
        problems.append(document.problem(("pieces",), what))
    return Gathered(files, document, problems)


def read_file(path: str | os.PathLike[str], named_at: Place | None = None) -> bytes:
    """The bytes of one file of a table. Raises `GatherError`, one line.

    The line is that of the key which names the file, where one does.
    """
    why = ""
    try:
        if not stat.S_ISREG(mode := os.stat(path).st_mode):
            why = "is a folder; name a file" if stat.S_ISDIR(mode) else "is no file"
        else:
            with open(path, "rb") as file:
                content = file.read(MOST_FILE_BYTES + 1)
            if len(content) <= MOST_FILE_BYTES:
                return content
            why = f"is larger than {MOST_FILE_BYTES // 1_000_000} MB, so it is no file for this"
    except (OSError, ValueError) as error:
        why = f"cannot be read: {error.strerror if isinstance(error, OSError) else error}"
        if isinstance(error, FileNotFoundError) and (hint := _hint(Path(path))):
            why += f", {hint}"
    if named_at is None:
        raise GatherError([Problem(os.fspath(path), 0, "", why)])
    document, key = named_at
    raise GatherError([document.problem(key, f"{os.fspath(path)} {why}")])


def _hint(path: Path) -> str:
    """Which of the files beside may be meant, or ""."""
    try:
        beside = list(islice(path.parent.iterdir(), MOST_BESIDE))
        files = [one.stem for one in beside if one.suffix == ".toml" and one.is_file()]
    except OSError:
        return ""
    near = nearest(path.stem, files)
    return "" if near is None else f"did you mean {shown_text(f'{near}.toml')}?"
