"""What `meadow init`, `validate`, `diff` and `schema` do, between arguments and library.

Imported only when a command runs.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

from meadow.bundle.gather import gather
from meadow.bundle.load import Configuration, load_table
from meadow.games.package import load_packages
from meadow.tomlfile.document import Problem, TomlError

from meadow_host.calling import as_called
from meadow_host.configuring.compare import compare, lines
from meadow_host.configuring.json_schema import table_schema
from meadow_host.configuring.template import init_text
from meadow_host.terminal import document, err, out
from meadow_host.writing import write_whole


def write_settings(file: Path, force: bool, as_json: bool) -> None:
    """Write a table.toml with all defaults. Raises `MistakeError` for a file that is there."""
    write_whole(file, init_text(load_packages(), file.name), force)
    if as_json:
        document({"file": str(file)})
    else:
        check = as_called(f"check it after changes: meadow validate {shlex.quote(str(file))}")
        out(f"{file}: written, with all defaults; {check}")


def write_schema(file: Path | None, force: bool, as_json: bool) -> None:
    """Show the JSON Schema of table.toml, or write it. Raises `MistakeError` likewise."""
    schema = table_schema(load_packages())
    if file is None:
        document(schema)
        return
    write_whole(file, json.dumps(schema, indent=2, ensure_ascii=False) + "\n", force)
    if as_json:
        document({"file": str(file)})
    else:
        out(f"{file}: written; docs/settings.md says how an editor finds it")


def validate_settings(file: Path, as_json: bool) -> bool:
    """Tell all mistakes of a table.toml and its files; gives whether there is none."""
    try:
        loaded = load_table(file, load_packages())
        digest = gather(file).digest
    except TomlError as error:
        _tell_mistakes(file, error.problems, as_json)
        return False
    if as_json:
        document(_as_values(file, loaded, digest))
        return True
    for warning in loaded.warnings:
        err(f"warning: {warning}")
    out(fine_line(file, loaded))
    return True


def compare_settings(old: Path, new: Path, as_json: bool) -> bool:
    """Tell what differs between two table.toml; gives whether nothing does.

    Raises `TomlError` with the mistakes of both.
    """
    packages = load_packages()
    loaded: list[Configuration] = []
    problems: list[Problem] = []
    for file in (old, new):
        try:
            loaded.append(load_table(file, packages))
        except TomlError as error:
            problems += error.problems
    if problems:
        raise TomlError(dict.fromkeys(problems))
    changes = compare(*loaded)
    if as_json:
        document({"old": str(old), "new": str(new), "same": not changes.count, "changes": changes})
        return not changes.count
    for line in lines(changes):
        out(line)
    out(f"{new}: {_differ(changes.count)} {old}")
    return not changes.count


def fine_line(file: Path, loaded: Configuration) -> str:
    """What a configuration without a mistake is, in one line."""
    pieces = len(loaded.register.pieces)
    names = ", ".join([one.name for one in loaded.sets])
    tags = f"{len(loaded.register.entries)} with a tag"
    if loaded.is_made_up:
        tags = "their tags made up (no register)"
    return (
        f"{file}: fine: table {loaded.settings.table.id}, {_count(len(loaded.sets), 'set')} "
        f"({names}), {_count(pieces, 'piece')}, {tags}"
    )


def _differ(count: int) -> str:
    return f"{_count(count, 'difference')} from" if count else "no difference from"


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _tell_mistakes(file: Path, problems: tuple[Problem, ...], as_json: bool) -> None:
    if as_json:
        values = [{**one._asdict(), "text": str(one)} for one in problems]
        document({"file": str(file), "fine": False, "problems": values})
        return
    for problem in problems:
        out(str(problem))
    err(f"meadow: {file}: {_count(len(problems), 'mistake')}")


def _as_values(file: Path, loaded: Configuration, digest: str) -> dict[str, Any]:
    sets = [
        {"name": one.name, "title": one.title, "pieces": len(one.pieces)} for one in loaded.sets
    ]
    return {
        "file": str(file),
        "fine": True,
        "table": loaded.settings.table.id,
        "hardware": loaded.settings.table.hardware,
        "sets": sets,
        "pieces": len(loaded.register.pieces),
        "tags": None if loaded.is_made_up else len(loaded.register.entries),
        "sha256": digest,
        "warnings": list(loaded.warnings),
    }
