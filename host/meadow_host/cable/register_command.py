"""What `meadow register export` and `import` do, between their arguments and the library.

Imported only when a command runs.
"""

from __future__ import annotations

from pathlib import Path

from meadow.bundle.gather import read_file
from meadow.bundle.load import load_bundle
from meadow.games.package import load_packages
from meadow.pieces.register import Register

from meadow_host.cable.client import Client
from meadow_host.cable.comparing import in_force
from meadow_host.cable.detect import connected
from meadow_host.cable.enrol_exchange import is_csv, merge, read_bindings, register_file
from meadow_host.cable.enrol_files import Keeper, load_files
from meadow_host.calling import as_called
from meadow_host.terminal import FailedError, MistakeError, document, out
from meadow_host.writing import write_whole


def export(
    file: Path | None,
    source: Path | None,
    force: bool,
    port: str | None,
    baud: int,
    program: str,
    as_json: bool,
) -> None:
    """Write a register to a file, or show it. Raises `MistakeError`, `FailedError`, `TomlError`
    and `CableError`."""
    if file is not None and file.exists() and not force:  # before a table is asked for it
        raise MistakeError(f"{file}: is there already; name another, or --force writes over it")
    if source is not None:
        register = load_files(source).register
    else:
        with connected(port, baud, program) as client:
            register = _register_of(client)
    if file is not None:
        write_whole(file, register_file(register, file.name), force)
    if as_json:
        tags = [{"uid": uid, "piece": piece} for uid, piece in register.entries]
        document({"file": str(file) if file else None, "tags": tags})
    elif file is None:
        out(register_file(register, "").rstrip("\n"))
    else:
        kind = "CSV" if is_csv(file.name) else "TOML"
        out(f"{file}: {_tags(len(register.entries))} written, as {kind}")


def import_into(file: Path, table: Path, replace: bool, as_json: bool) -> None:
    """Merge a file into the register of a table.toml. Raises `TomlError`, nothing changed."""
    files = load_files(table)
    bindings = read_bindings(read_file(file), str(file), files.register.pieces)
    merged = merge(files.register, bindings, str(file), replace=replace)
    Keeper(files).keep(merged.register)
    have = len(merged.register.entries)
    if as_json:
        document(
            {
                "register": str(files.file),
                "added": merged.added,
                "replaced": merged.replaced,
                "tags": have,
            }
        )
        return
    replaced = f", {merged.replaced} others taken out" if merged.replaced else ""
    out(f"{files.file}: {_tags(merged.added)} added{replaced}; it has {have} now")
    if merged.added:
        out(as_called(f"write it to the table: meadow flash {table}"))


def _tags(count: int) -> str:
    return f"{count} tag{'' if count == 1 else 's'}"


def _register_of(client: Client) -> Register:
    """The register in force on a table. Raises `FailedError` when it has none."""
    bundle = in_force(client)
    if bundle is None:
        raise FailedError("this table has no register of its own: it was started on its defaults")
    loaded = load_bundle(bundle, load_packages(), in_use=True)
    if loaded.is_made_up:
        what = "this table's settings name no register"
        raise FailedError(f"{what}: every piece has the made-up tag of simulations")
    return loaded.register
