"""The files of an enrolment: table.toml, the sets it names, and the register that is kept.

The register is the progress: it is saved whole after every piece, so that whatever happens the
same command goes on where it was. Knows no cable and no terminal.
"""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Any, NamedTuple

from meadow.bundle.bundle import Bundle
from meadow.bundle.gather import GatherError, gather_files, read_file
from meadow.bundle.load import load_bundle
from meadow.games.package import load_packages
from meadow.pieces.register import Register, RegisterError, load_register, save_register
from meadow.pieces.sets import PieceSet, pieces_of
from meadow.settings.load import named_register, pieces_problems
from meadow.tomlfile.document import Problem, parse_document

USUAL_NAME = "register.toml"
"""The register of a table.toml that names none."""

_HEADER = re.compile(r"\ufeff?[ \t]*\[[ \t]*pieces[ \t]*\][ \t]*(#.*)?\r?")
_EMPTY = re.compile(r"""([ \t]*register[ \t]*=[ \t]*)(""|'')(?!["'])""")


class TableFiles(NamedTuple):
    """A table's files, found right: ``sets`` of its pieces, and the register by now.

    ``file`` is where the register is kept, there already or not; ``is_named`` whether table.toml
    names it.
    """

    table: Path
    sets: tuple[PieceSet, ...]
    register: Register
    file: Path
    is_named: bool


def load_files(table: Path) -> TableFiles:
    """The files of a table.toml. A register that is not there yet has no tags.

    Raises `TomlError` with all that is wrong, also when table.toml names no register and cannot be
    made to.
    """
    gathered = gather_files(table, with_register=False)
    document = gathered.document
    if document is None:
        raise GatherError(gathered.problems)
    problems = [*gathered.problems, *pieces_problems(document)]
    if problems:
        raise GatherError(problems)
    named = named_register(document)
    file = table.parent / (named[1] if named else USUAL_NAME)
    files = dict(gathered.files)
    if named:
        files[named[1]] = read_file(file, (document, named[0])) if file.exists() else b""
    loaded = load_bundle(Bundle(files), load_packages(), str(table))
    if named:
        return TableFiles(table, loaded.sets, loaded.register, file, True)
    _text_that_names(table, USUAL_NAME)  # better now than after the first piece
    if file.exists():
        register = load_register(file, loaded.sets)
    else:
        register = Register(pieces_of(loaded.sets))
    return TableFiles(table, loaded.sets, register, file, False)


class Keeper:
    """Saves the register after every change, and lets table.toml name it once it is there."""

    def __init__(self, files: TableFiles) -> None:
        self._files = files
        self._is_named = files.is_named
        self._kept: Register | None = files.register if files.file.exists() else None

    @property
    def named_it(self) -> bool:
        """Whether table.toml was changed, so that it names the register."""
        return self._is_named and not self._files.is_named

    def keep(self, register: Register) -> None:
        """Save it if it is another. Raises `RegisterError`, or `TomlError` for table.toml."""
        if register == self._kept:
            return
        file = self._files.file
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            what = f"cannot be made: {error.strerror}"
            raise RegisterError([Problem(str(file.parent), 0, "", what)]) from error
        save_register(register, file)
        self._kept = register
        if not self._is_named:
            _write(self._files.table, _text_that_names(self._files.table, file.name))
            self._is_named = True


def with_register_key(text: str, register: str, name: str) -> str:
    """The text of a table.toml that names this register, everything else as it was.

    ``name`` stands for the file in messages. Raises `GatherError` when it has to be done by hand.
    """
    before = parse_document(text, name)
    newline = "\r\n" if "\r\n" in text else "\n"
    key = f'register = "{register}"'
    lines = text.split("\n")
    pieces = before.get(("pieces",))
    at = before.line(("pieces", "register")) - 1
    if pieces is None:
        gap = "" if not text or text.endswith("\n") else newline
        changed = f"{text}{gap}{newline if text else ''}[pieces]{newline}{key}{newline}"
    elif isinstance(pieces, dict) and "register" in pieces:
        lines[at] = _EMPTY.sub(lambda found: f'{found[1]}"{register}"', lines[at], count=1)
        changed = "\n".join(lines)
    else:
        if _HEADER.fullmatch(lines[at]):
            lines.insert(at + 1, key + newline.removesuffix("\n"))
        changed = "\n".join(lines)
    wanted: Any = {**before.data, "pieces": {**(pieces or {}), "register": register}}
    if parse_document(changed, name).data != wanted:  # so nothing is ever lost by it
        what = "names no register, and cannot be changed by a program as it is written"
        problem = before.problem(("pieces",), what, f"add to [pieces] yourself: {key}")
        raise GatherError([problem])
    return changed


def _text_that_names(table: Path, register: str) -> str:
    text = read_file(table).decode("utf-8")
    return with_register_key(text, register, str(table))


def _write(file: Path, text: str) -> None:
    """Write all of it or, if that fails, nothing; through links, the file's rights kept."""
    real = file.resolve()
    new = real.with_name(f"{real.name}.new")
    try:
        with new.open("w", encoding="utf-8", newline="") as out:
            out.write(text)
            out.flush()
            os.fsync(out.fileno())
        new.chmod(real.stat().st_mode)
        new.replace(real)
    except OSError as error:
        new.unlink(missing_ok=True)
        what = f"cannot be changed: {error.strerror}"
        raise GatherError([Problem(str(file), 0, "pieces.register", what)]) from error
