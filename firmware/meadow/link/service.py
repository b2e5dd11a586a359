"""Service mode, an explicit switch: a laptop injects what the readers report, and speaks to the
moment, so that tests and replays run on a table with nobody at it.

A game that was injected into bears a note in its journal. Knows the calls and the readers that can
be injected into; it must not know pieces or games.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.boards import Board
from meadow.journal.lines import Source
from meadow.link.answers import AnyAnswer, Code, Done
from meadow.link.calls import Inject, SayAt
from meadow.link.desk import Asks
from meadow.link.device import Client, Handler, Refusal
from meadow.link.injected import (
    MOST_AHEAD_MS,
    InjectedBoard,
    InjectedReaders,
    InjectError,
)
from meadow.table.plain import plain
from meadow.table.table import Table

SERVICE_LINE = (
    "service mode (--service): whoever has the cable can inject tags and speak for players; start "
    "without it for real games"
)
"""What a table in service mode says at its start."""
NOTE = "service mode: sightings or words were injected over the cable"

_OFF = "this table is not in service mode: start meadowd with --service"


class Service:
    """Answers the calls of service mode, or refuses them where the switch is off."""

    def __init__(self, desk: Asks, is_on: bool) -> None:
        self._desk = desk
        self._is_on = is_on
        self._readers: InjectedReaders | None = None

    def wrap(self, board: Board) -> Board:
        """The board of the table that begins, so that it can be injected into; the board itself
        where the switch is off."""
        if not self._is_on:
            return board
        wrapped = InjectedBoard(board)
        self._readers = wrapped.readers
        return wrapped

    def handlers(self) -> Mapping[type[Any], Handler]:
        """For `Device.handle`."""
        return {Inject: self._inject, SayAt: self._say_at}

    def _inject(self, client: Client, call: Inject) -> AnyAnswer:
        self._check()

        def injected(table: Table) -> None:
            if self._readers is not None:
                self._readers.inject(call.kind, call.place, call.uid, call.at_ms)
                table.note(NOTE)

        try:
            self._desk.ask(injected)
        except InjectError as error:
            raise Refusal(Code.BAD, str(error)) from error
        return Done()

    def _say_at(self, client: Client, call: SayAt) -> AnyAnswer:
        self._check()
        word, args = plain(call.word), tuple([plain(text) for text in call.args])

        def said(table: Table) -> None:
            now_ms = table.now_ms
            if not now_ms <= call.at_ms <= now_ms + MOST_AHEAD_MS:
                what = f"a word can be said from {now_ms} to {now_ms + MOST_AHEAD_MS} ms"
                raise Refusal(Code.BAD, f"{what}, not at {call.at_ms} ms")
            table.loop.say(word, args, Source.LINK, call.at_ms)
            table.note(NOTE)

        self._desk.ask(said)
        return Done()

    def _check(self) -> None:
        if not self._is_on:
            raise Refusal(Code.SERVICE, _OFF)
