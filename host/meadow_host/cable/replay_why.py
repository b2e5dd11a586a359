"""Why a game came out otherwise on a table: whether its own settings of the game are others.

Reads the header of the journal that the table wrote meanwhile. Knows no terminal.
"""

from __future__ import annotations

from typing import Any

import msgspec
from meadow.journal.lines import JournalError, decode_header
from meadow.journal.read import Journal
from meadow.link.answers import BytesAre
from meadow.link.calls import ReadLog

from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError
from meadow_host.cable.logs import ENDING, list_logs

_MOST_BYTES = 1_000_000
"""No header is longer."""


def other_settings(client: Client, journal: Journal) -> str:
    """Which settings of this game differ on the table that just played it, in one line; "" if
    none do, or the table does not tell."""
    try:
        names = [entry.name for entry in list_logs(client) if entry.name.endswith(ENDING)]
        header = decode_header(_first_line(client, names[-1]), names[-1]) if names else None
    except (CableError, JournalError):
        return ""  # it is only a hint
    if header is None or header.game != journal.header.game:
        return ""
    there: dict[str, Any] = msgspec.json.decode(header.settings)
    here: dict[str, Any] = msgspec.json.decode(journal.header.settings)
    differing = [
        f"{key} is {_shown(there.get(key))} there, {_shown(here.get(key))} in the journal"
        for key in sorted(there.keys() | here.keys())
        if there.get(key) != here.get(key)
    ]
    what = f"the table's settings of {header.game} are others"
    return f"{what}: {'; '.join(differing)}" if differing else ""


def _first_line(client: Client, name: str) -> bytes:
    read = b""
    while b"\n" not in read and len(read) < _MOST_BYTES:
        data = client.call(ReadLog(name, len(read)), BytesAre).data
        if not data:
            break
        read += data
    return read[: read.find(b"\n") + 1]


def _shown(value: Any) -> str:
    return msgspec.json.encode(value).decode()
