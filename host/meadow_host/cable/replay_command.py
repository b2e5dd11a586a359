"""What `meadow replay --on` does, between its arguments and the library.

Imported only when the command runs.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from meadow.bundle.load import load_bundle, load_table
from meadow.games.package import Package, load_packages
from meadow.journal.printable import printable
from meadow.journal.read import Journal, read_journal
from meadow.pieces.register import Register
from meadow.telling.times import time_text

from meadow_host.cable.client import Client
from meadow_host.cable.comparing import in_force
from meadow_host.cable.detect import connected
from meadow_host.cable.replay_on import PlayedOn, replay_on
from meadow_host.cable.replay_why import other_settings
from meadow_host.replay_many import NoJournalsError, find_journals
from meadow_host.replay_report import difference_lines, difference_values
from meadow_host.terminal import Bar, MistakeError, document, out


def replay_on_table(
    paths: Sequence[Path], port: str, baud: int, program: str, register: Path | None, as_json: bool
) -> bool:
    """Have the table at a port play these journals again, each as long as it took.

    Raises `JournalError`, `CableError`, `TomlError` and `MistakeError`.
    """
    try:
        found = find_journals(paths)
    except NoJournalsError as error:
        raise MistakeError("; ".join(error.messages)) from error
    journals = [read_journal(path) for path in found.journals]
    packages, began_s = load_packages(), time.monotonic()
    with connected(port, baud, program) as client:
        tags = register_of_table(client, packages, register)
        played, hints = [], []
        for journal in journals:
            played.append(_play(client, journal, tags, packages))
            hints.append(other_settings(client, journal) if played[-1].difference else "")
    is_same = all(one.difference is None for one in played)
    if as_json:
        seconds = round(time.monotonic() - began_s, 1)
        values = [_values(journal, one) for journal, one in zip(journals, played, strict=True)]
        document({"identical": is_same, "on": port, "seconds": seconds, "journals": values})
        return is_same
    for journal, one, hint in zip(journals, played, hints, strict=True):
        for line in [*_lines(journal, one), *([f"  {hint}"] if hint else [])]:
            out(printable(line))
    out(_summary(port, played))
    return is_same


def register_of_table(
    client: Client, packages: Mapping[str, Package], named: Path | None
) -> Register:
    """Which tag sits in which piece at a table: as a file says, or as the table itself does; made
    up, as it does too, where neither says. Raises `TomlError` and `CableError`."""
    if named is None:
        bundle = in_force(client)
        if bundle is not None:
            return load_bundle(bundle, packages, client.port, in_use=True).register
    return load_table(None, packages, register=named).register


def _play(
    client: Client, journal: Journal, register: Register, packages: Mapping[str, Package]
) -> PlayedOn:
    with Bar(f"playing {journal.path.name}", journal.lasted_ms) as bar:
        return replay_on(client, journal, register, packages, lambda done, total: bar.at(done))


def _lines(journal: Journal, played: PlayedOn) -> list[str]:
    difference = played.difference
    if difference is None:
        state = "finished" if played.finished else "as far as it goes"
        return [f"{journal.path}: identical, {played.facts} facts, {state}"]
    where = f"{journal.path}:{difference.line_number}"
    return [f"{where}: differs at {time_text(difference.at_ms)}", *difference_lines(difference)]


def _summary(port: str, played: Sequence[PlayedOn]) -> str:
    facts = sum(one.facts for one in played)
    same = sum(one.difference is None for one in played)
    many = "1 journal" if len(played) == 1 else f"{len(played)} journals"
    if same < len(played):
        return f"replay: NOT identical (on {port}: {same} of {many})"
    return f"replay: identical (on {port}: {many}, {facts} facts)"


def _values(journal: Journal, played: PlayedOn) -> dict[str, Any]:
    return {
        "path": str(journal.path),
        "game": journal.header.game,
        "identical": played.difference is None,
        "facts": played.facts,
        "finished": played.finished,
        "difference": difference_values(played.difference),
    }
