"""The journals of a table, as its end of the cable hands them out; in memory, so that a test can
let them grow, or change, at any moment."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

from meadow.link.answers import AnyAnswer, BytesAre, Code, DigestIs, LogsAre
from meadow.link.calls import DigestLog, FileEntry, ListLogs, ReadLog
from meadow.link.device import Client as Laptop
from meadow.link.device import Handler, Refusal


class Shelf:
    """name -> bytes; ``read`` is which bytes were asked for, as (name, offset)."""

    def __init__(self, **logs: bytes) -> None:
        self.logs = {f"{name}.jsonl": data for name, data in logs.items()}
        self.read: list[tuple[str, int]] = []
        self.a_page = 3
        self.block = 4096

    def handlers(self) -> Mapping[type[Any], Handler]:
        return {ListLogs: self._list, ReadLog: self._read, DigestLog: self._digest}

    def _list(self, laptop: Laptop, call: ListLogs) -> AnyAnswer:
        after = [name for name in sorted(self.logs) if name > call.after]
        page = [FileEntry(name, len(self.logs[name])) for name in after[: self.a_page]]
        return LogsAre(tuple(page), more=len(after) > self.a_page)

    def _read(self, laptop: Laptop, call: ReadLog) -> AnyAnswer:
        self.read.append((call.name, call.offset))
        data = self._data(call.name)
        count = min(call.count, self.block)
        return BytesAre(data[call.offset : call.offset + count], len(data))

    def _digest(self, laptop: Laptop, call: DigestLog) -> AnyAnswer:
        data = self._data(call.name)
        if call.size > len(data):
            raise Refusal(Code.CHANGED, f"{call.name} is shorter")
        return DigestIs(hashlib.sha256(data[: call.size]).hexdigest())

    def _data(self, name: str) -> bytes:
        if name not in self.logs:
            raise Refusal(Code.MISSING, f"there is no journal {name}")
        return self.logs[name]
