"""A journal at a glance: its header, and how its game ended, from its first and last bytes.

However long a game was, and however odd a file is, it costs no more than these. Whoever needs all
of a journal, and all of it right, reads it with `meadow.journal.read`. Knows no particular game.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from meadow.console import journals
from meadow.journal.lines import (
    End,
    Header,
    JournalError,
    Kind,
    check_line,
    decode_header,
    decode_line,
)

HEAD_BYTES, TAIL_BYTES = 256 * 1024, 64 * 1024


class Glance(NamedTuple):
    """What the first line says, and the result of the last end; None for a game without one."""

    header: Header
    result: Mapping[str, Any] | None


def glance(folder: Path, name: str) -> Glance:
    """A journal of the folder, looked at so. Raises OSError, and `JournalError` for none."""
    found = journals.opened(folder, name)
    if found is None:
        raise JournalError(name, 0, "there is no such journal")
    file, size = found
    with file:
        head = file.read(HEAD_BYTES).partition(b"\n")
        file.seek(max(0, size - TAIL_BYTES))
        tail = file.read(TAIL_BYTES).split(b"\n")
    return Glance(decode_header(head[0] + head[1], name), _result(tail))


def _result(tail: list[bytes]) -> Mapping[str, Any] | None:
    """The result that the last end among these lines tells; None for none."""
    for raw in reversed(tail):
        if b'"end"' not in raw or not check_line(raw + b"\n"):
            continue
        try:
            line = decode_line(raw + b"\n")
            if line.kind is Kind.END:
                end = msgspec.json.decode(line.body, type=End)
                result: Mapping[str, Any] | None = msgspec.json.decode(
                    end.result, type=dict[str, Any] | None
                )
                return result
        except msgspec.MsgspecError:
            continue
    return None
