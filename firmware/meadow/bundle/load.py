"""Makes a table's configuration of its files: settings, sets of pieces, register.

Gives `Configuration`, from a bundle (`load_bundle`) or from files on a disk (`load_table`): the
same checks, and every mistake of every file in one error. The games' own checks are among them.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import NamedTuple

from meadow.bundle.bundle import Bundle
from meadow.bundle.gather import gather_files, read_file
from meadow.games.package import Package, SettingTrouble, settings_troubles
from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import Register, made_up_register, register_of, register_problems
from meadow.pieces.sets import (
    DEFAULT_SETS,
    PieceSet,
    default_set,
    default_sets,
    pieces_of,
    set_clashes,
    set_of,
)
from meadow.settings.load import named_register, named_sets, pieces_problems, settings_of
from meadow.settings.raised import raised
from meadow.settings.schema import SETTINGS_FILE, Settings, TableSettings
from meadow.tomlfile.checked import right_part
from meadow.tomlfile.document import (
    Document,
    Problem,
    TomlError,
    decode_document,
    meant,
    parse_document,
    shown_text,
)
from meadow.tomlfile.lines import KeyPath

Packages = Mapping[str, Package]
"""game -> what it brings."""


class ConfigurationError(TomlError):
    """A table cannot be used so; ``messages`` is all that is wrong with all its files."""


class Configuration(NamedTuple):
    """All a table is told by its files, found right.

    ``warnings`` are lines for its owner, as ``file:line: ...``: allowed, but hardly meant.
    ``is_made_up``: no register is named, so every piece has the made-up tag of simulations.
    """

    settings: Settings
    sets: tuple[PieceSet, ...]
    register: Register
    warnings: tuple[str, ...]
    is_made_up: bool


def load_bundle(
    bundle: Bundle,
    packages: Packages,
    label: str = "",
    *,
    hardware: str = "",
    in_use: bool = False,
) -> Configuration:
    """The configuration in a bundle.

    ``label`` is the path of its table.toml in messages; the other files are told as beside it.
    ``hardware`` is the revision that ``table.hardware`` must name, "" for any.
    ``in_use``: a table has it in use already, so what was right once is no mistake, but raised to
    what is right now, with a warning. Raises `ConfigurationError`, and `PackageError` for a game
    that is broken.
    """
    name = label or SETTINGS_FILE
    try:
        table = decode_document(bundle.files[SETTINGS_FILE], name)
    except TomlError as error:
        raise ConfigurationError(error.problems) from error
    problems: list[Problem] = []
    named = named_sets(table)
    register = named_register(table)
    for key, file in [*named, *([register] if register else [])]:
        if file not in bundle.files and file not in DEFAULT_SETS:
            problems.append(table.problem(key, f"{shown_text(file)} is not in the bundle"))
    wanted = {SETTINGS_FILE, *[file for _, file in named], register[1] if register else ""}
    if not pieces_problems(table):
        what = f"is in the bundle, but {name} does not name it"
        extra = [file for file in bundle.files if file not in wanted]
        problems += [Problem(beside(label, file), 0, "", what) for file in extra]
    sets = [_File(beside(label, file), bundle.files.get(file), key, file) for key, file in named]
    bound = register and _File(beside(label, register[1]), bundle.files.get(register[1]))
    loading = _Loading(table, packages, hardware, problems, in_use)
    return loading.configuration(sets, bound)


def load_table(
    path: str | os.PathLike[str] | None,
    packages: Packages,
    *,
    sets: Sequence[str | os.PathLike[str]] = (),
    register: str | os.PathLike[str] | None = None,
    hardware: str = "",
    in_use: bool = False,
) -> Configuration:
    """The configuration of a table.toml on a disk and the files it names; all defaults without.

    ``sets`` and ``register`` are files that go before those it names. ``hardware``, ``in_use`` and
    the errors are those of `load_bundle`; the defaults are for any revision.
    """
    problems: list[Problem] = []
    if path is None:
        hardware = ""
    table = parse_document("", "the default settings")
    chosen = [_read(one, problems) for one in sets]
    bound = None if register is None else _read(register, problems)
    if path is not None:
        gathered = gather_files(path, with_sets=not sets, with_register=register is None)
        if gathered.document is None:
            raise ConfigurationError([*gathered.problems, *problems])
        table = gathered.document
        problems = [*gathered.problems, *problems]
        label = os.fspath(path)
        if not sets:
            chosen = [
                _File(beside(label, file), gathered.files.get(file), key, file)
                for key, file in named_sets(table)
            ]
        if register is None and (named := named_register(table)):
            bound = _File(beside(label, named[1]), gathered.files.get(named[1]))
    loading = _Loading(table, packages, hardware, problems, in_use)
    return loading.configuration(chosen, bound)


def beside(label: str, file: str) -> str:
    """A file beside the table.toml of that path, as people see it."""
    return str(PurePath(label).parent / file) if label else file


class _File(NamedTuple):
    """A file to load: ``name`` in messages, ``content`` None when it cannot be had, which is told
    already; ``key`` is where it is named, and ``word`` how."""

    name: str
    content: bytes | None
    key: KeyPath | None = None
    word: str = ""


def _read(path: str | os.PathLike[str], problems: list[Problem]) -> _File:
    try:
        return _File(os.fspath(path), read_file(path))
    except TomlError as error:
        problems += error.problems
        return _File(os.fspath(path), None)


def _lack(count: int) -> str:
    """What to do where the sets suffice, and only tags are missing."""
    pieces = "1 piece of the sets has" if count == 1 else f"{count} pieces of the sets have"
    return f"; {pieces} no tag yet: enrol the rest"


class _Loading:
    """One loading: what is wrong is gathered until the end. ``problems``: found before."""

    def __init__(
        self,
        table: Document,
        packages: Packages,
        hardware: str,
        problems: list[Problem],
        in_use: bool,
    ) -> None:
        self._table, told = raised(table) if in_use else (table, ())
        self._packages = packages
        self._hardware = hardware
        self._problems = problems
        self._warnings = [str(one) for one in told]

    def configuration(self, files: Sequence[_File], bound: _File | None) -> Configuration:
        """Raises `ConfigurationError`."""
        settings = self._settings()
        sets = self._sets(files)
        register = self._register(bound, sets)
        if sets is not None:
            self._ask_games(sets, register)
        if self._problems or settings is None or sets is None or register is None:
            first = [one for one in self._problems if one.file == self._table.name]
            others = [one for one in self._problems if one.file != self._table.name]
            raise ConfigurationError([*first, *others])
        warnings = [line for one in sets for line in one.warnings] + self._warnings
        return Configuration(settings, sets, register, tuple(warnings), bound is None)

    def _settings(self) -> Settings | None:
        types = {name: package.settings_type for name, package in self._packages.items()}
        which = right_part(self._table, ("table",), TableSettings)
        if which and self._hardware not in ("", which.hardware):
            what = f"{shown_text(which.hardware)} is not the hardware revision of this table"
            allowed = f"allowed: {shown_text(self._hardware)}, as pins.toml has it"
            self._problems.append(self._table.problem(("table", "hardware"), what, allowed))
        try:
            return settings_of(self._table, types)
        except TomlError as error:
            self._problems += error.problems
            return None

    def _sets(self, files: Sequence[_File]) -> tuple[PieceSet, ...] | None:
        """The sets; None when not all of them are there and right."""
        looked = [(file.key, self._look_at(file)) for file in files]
        if not files and not pieces_problems(self._table):
            looked = [(None, one) for one in default_sets()]
        right = [(key, one) for key, one in looked if one is not None]
        found = [one for _, one in right]
        clashes = set_clashes(found)
        for clash in clashes:
            key = right[clash.second][0]
            if key is None:
                problem = Problem("pieces", 0, "", clash.what, clash.allowed)
            else:
                problem = self._table.problem(key, clash.what, clash.allowed)
            self._problems.append(problem)
        are_all = len(found) == len(looked) and not pieces_problems(self._table)
        return tuple(found) if are_all and not clashes else None

    def _look_at(self, file: _File) -> PieceSet | None:
        """A set, if it is right."""
        if file.word in DEFAULT_SETS:
            return default_set(file.word)
        if file.content is None:
            return None
        try:
            return set_of(decode_document(file.content, file.name))
        except TomlError as error:
            self._problems += error.problems
            return None

    def _register(self, bound: _File | None, sets: tuple[PieceSet, ...] | None) -> Register | None:
        if bound is None:
            return None if sets is None else made_up_register(sets)
        if bound.content is None:
            return None
        try:
            document = decode_document(bound.content, bound.name)
            if sets is not None:
                return register_of(document, pieces_of(sets))
            self._problems += register_problems(document)
        except TomlError as error:
            self._problems += error.problems
        return None

    # ------------------------------------------------------------------------- the games

    def _ask_games(self, sets: tuple[PieceSet, ...], register: Register | None) -> None:
        """What the games say: of settings with all pieces, of pieces with those that have tags."""
        pieces = pieces_of(sets)
        tagged = pieces
        if register is not None:
            have = {piece_id for _, piece_id in register.entries}
            tagged = tuple([piece for piece in pieces if piece.id in have])
        for name in sorted(self._packages):
            self._ask(self._packages[name], pieces, tagged)

    def _ask(
        self, package: Package, pieces: tuple[AnyPiece, ...], tagged: tuple[AnyPiece, ...]
    ) -> None:
        section = ("games", package.name)
        # What is wrong with a key is told already; the others are looked at all the same.
        settings = right_part(self._table, section, package.settings_type)
        if settings is None:
            return
        for trouble in settings_troubles(package, settings, pieces):
            if trouble.key:
                self._problems.append(self._of_game((*section, *trouble.key), trouble))
        in_all = {trouble.what for trouble in settings_troubles(package, settings, pieces)}
        for trouble in settings_troubles(package, settings, tagged):
            if not trouble.key:
                lack = "" if trouble.what in in_all else _lack(len(pieces) - len(tagged))
                self._warnings.append(f"{package.title}: {trouble.what}{lack}")

    def _of_game(self, path: KeyPath, trouble: SettingTrouble) -> Problem:
        value = self._table.get(path)
        hint = meant(value, trouble.known) if isinstance(value, str) else ""
        what = f"{trouble.what}, {hint}" if hint else trouble.what
        allowed = f"allowed: {', '.join(trouble.known)}" if trouble.known else ""
        return self._table.problem(path, what, allowed)
