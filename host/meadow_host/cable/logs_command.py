"""What `meadow logs` does, between its arguments (`cli_logs`) and the library.

Imported only when the command runs.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from meadow_host import replay_report
from meadow_host.cable.client import Client, RefusedError
from meadow_host.cable.logs import (
    ENDING,
    LogError,
    Pulled,
    chosen,
    default_folder,
    list_logs,
    make_folder,
    missing_bytes,
    pull,
)
from meadow_host.levels import Level
from meadow_host.replay_many import Outcome, replay_all
from meadow_host.terminal import Bar, document, err, out

_SAID = {
    "new": "new",
    "longer": "longer than before",
    "same": "here already",
    "kept": "longer here than on the table, kept",
}


class Fetched(NamedTuple):
    """The folder, what is there now, and a line for each journal that could not be fetched."""

    folder: Path
    pulled: Sequence[Pulled]
    wrong: Sequence[str]


def tell_list(client: Client, as_json: bool) -> None:
    """List the journals of a table. Raises `CableError`."""
    found = list_logs(client)
    if as_json:
        document({"logs": [{"name": one.name, "bytes": one.size} for one in found]})
        return
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        out(f"{one.name:<{width}}  {_size(one.size):>9}")
    total = _size(sum(one.size for one in found))
    many = "journal" if len(found) == 1 else "journals"
    out(f"{len(found)} {many}, {total}" if found else "there is no journal on this table yet")


def fetch(client: Client, names: Sequence[str], into: Path | None) -> Fetched:
    """Fetch these journals, or all. Raises `CableError` when the line is lost, or for a name that
    is none; what cannot be fetched for another reason does not keep the others from it."""
    folder = default_folder(client.welcome) if into is None else into
    wanted = chosen(list_logs(client), names)
    if wanted:
        make_folder(folder)
    pulled: list[Pulled] = []
    wrong: list[str] = []
    with Bar("fetching", sum(missing_bytes(one, folder) for one in wanted)) as bar:
        done = 0

        def tell(count: int) -> None:
            nonlocal done
            done += count
            bar.at(done)

        for entry in wanted:
            try:
                one = pull(client, entry, folder, tell)
            except (LogError, RefusedError) as error:
                wrong.append(str(error))
            else:
                pulled += [one] if one is not None else []
    return Fetched(folder, pulled, wrong)


def tell_fetched(fetched: Fetched, replay: bool, as_json: bool) -> bool:
    """Tell what was fetched, and replay it if that is wanted; gives whether all is well."""
    paths = [one.path for one in fetched.pulled if one.name.endswith(ENDING)]
    began_s = time.perf_counter()
    outcomes = _replayed(paths) if replay and paths else []
    seconds = time.perf_counter() - began_s
    if as_json:
        replayed = replay_report.as_values(outcomes, Level.TABLE, None, seconds)
        document(_values(fetched) | ({"replay": replayed} if replay else {}))
    else:
        out("\n".join(_lines(fetched)))
        if outcomes:
            out("\n".join(replay_report.report(outcomes, Level.TABLE, seconds)))
    for line in fetched.wrong:
        err(f"meadow: {line}")
    return not fetched.wrong and all(outcome.identical for outcome in outcomes)


def _replayed(paths: Sequence[Path]) -> Sequence[Outcome]:
    with Bar("replaying", len(paths)) as bar:
        return replay_all(paths, Level.TABLE, tell=bar.at)


def _lines(fetched: Fetched) -> list[str]:
    lines = [
        f"{one.path}: {_size(one.size)}, {_SAID[one.was]}"
        for one in fetched.pulled
        if one.was != "same"
    ]
    counts = Counter(one.was for one in fetched.pulled)
    parts = [f"{count} {_SAID[was]}" for was, count in counts.items()]
    parts += [f"{len(fetched.wrong)} not fetched"] if fetched.wrong else []
    where = f" in {fetched.folder}" if fetched.pulled else ""
    return [*lines, f"journals: {', '.join(parts) or 'none on this table yet'}{where}"]


def _values(fetched: Fetched) -> dict[str, Any]:
    logs = [
        {"name": one.name, "path": str(one.path), "was": one.was, "bytes": one.size}
        for one in fetched.pulled
    ]
    return {"folder": str(fetched.folder), "logs": logs, "errors": list(fetched.wrong)}


def _size(count: int) -> str:
    if count < 10_000:
        return f"{count} B"
    return f"{count / 1000:.0f} kB" if count < 10_000_000 else f"{count / 1_000_000:.1f} MB"
