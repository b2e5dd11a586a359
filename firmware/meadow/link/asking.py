"""The calls that ask the table or speak to it: status, view, pieces, what lies where, a word.

Each question is put at the desk, so that the loop's thread answers it between two passes.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from meadow.games.game import PUBLIC
from meadow.journal.lines import Source, encode_body
from meadow.link.answers import (
    AnyAnswer,
    BytesAre,
    ConsoleIs,
    Done,
    LyingAre,
    SlotsAre,
    StatusIs,
    ViewIs,
)
from meadow.link.calls import BLOCK_BYTES, GetLying, GetPieces, GetStatus, GetView, Say
from meadow.link.desk import Asks
from meadow.link.device import Client, Handler, Writer
from meadow.table.table import Table
from meadow.table.wrong import wrongs

MOST_TROUBLES_BYTES = 3000
"""Of the latest troubles: a status has to fit into a frame, above all when much is wrong."""


class Asking:
    """Answers the calls to the table itself."""

    def __init__(
        self,
        desk: Asks,
        writer: Writer,
        slots: Callable[[], SlotsAre],
        console: Callable[[], ConsoleIs] = ConsoleIs,
    ) -> None:
        self._desk = desk
        self._console = console
        self._writer = writer
        self._slots = slots

    def handlers(self) -> Mapping[type[Any], Handler]:
        """For `Device.handle`."""
        return {
            GetStatus: self._status,
            GetView: self._view,
            GetPieces: self._pieces,
            GetLying: self._lying,
            Say: self._say,
        }

    def _status(self, client: Client, call: GetStatus) -> AnyAnswer:
        status, broken, clock_ms = self._desk.ask(
            lambda table: (table.status(), _broken(table), table.now_ms)
        )
        writer = self._writer.client
        return StatusIs(
            phase=status.phase,
            game=status.game,
            at_ms=status.at_ms,
            saved_seq=status.saved_seq,
            pending=status.pending,
            journal_trouble=status.journal_trouble,
            late=status.late,
            troubles=_latest(status.troubles),
            readers=status.readers,
            clock_ms=clock_ms,
            slots=self._slots(),
            writer=writer.program if writer else "",
            dropped=client.line.dropped,
            console=self._console(),
            wrong=wrongs(status, broken),
            mended=status.mended,
        )

    def _view(self, client: Client, call: GetView) -> AnyAnswer:
        return ViewIs(self._desk.ask(lambda table: table.view(call.audience)))

    def _pieces(self, client: Client, call: GetPieces) -> AnyAnswer:
        pieces = self._desk.ask(Table.pieces)
        data = zlib.compress(encode_body(pieces), 9)
        return BytesAre(data[call.offset : call.offset + BLOCK_BYTES], len(data))

    def _lying(self, client: Client, call: GetLying) -> AnyAnswer:
        return LyingAre(self._desk.ask(Table.lying))

    def _say(self, client: Client, call: Say) -> AnyAnswer:
        self._desk.ask(lambda table: table.say(call.word, *call.args, source=Source.LINK))
        return Done()


def _broken(table: Table) -> Collection[str]:
    """The readers that the game waits for."""
    broken: Collection[str] = table.view(PUBLIC).get("broken", ())
    return broken


def _latest(troubles: Sequence[str]) -> tuple[str, ...]:
    """The last of them that fit."""
    left = MOST_TROUBLES_BYTES
    told: list[str] = []
    for line in reversed(troubles):
        left -= len(line.encode("utf-8", "replace"))
        if left < 0:
            break
        told.append(line)
    return tuple(reversed(told))
