"""Follows a game through its journal lines and keeps the latest events, told in words.

Knows no terminal and no table: it is fed with lines as they are written.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any

import msgspec

from meadow.games.game import Output
from meadow.journal.lines import Kind, Line, Source, decode_line
from meadow.telling.taken_back import TakenBack
from meadow.telling.telling import Entry, Telling, groups
from meadow.telling.words import Body, Told, Words

KEPT = 100

_DULL = frozenset({"sound", "fact.card-dealt", "fact.card-given"})
"""What the picture itself shows, or what would drown the rest."""

_LOUD = frozenset(
    {
        "finished",
        "refused",
        "fact.play-began",
        "fact.stashed",
        "fact.early-shout",
        "fact.stop-called",
        "fact.check-ended",
        "fact.penalised",
        "fact.round-ended",
        "fact.time-ran-out",
        "fact.set-began",
        "fact.set-ended",
        "fact.play-withdrawn",
        "fact.breach-found",
        "fact.paused",
        "fact.undone",
    }
)
_UNDONE = "fact.undone"
_SPOKEN = frozenset({Source.OPERATOR, Source.LINK})


@dataclass(frozen=True)
class Event:
    """Something that happened, told in words; ``loud`` if it matters more than most.

    ``divides``: nothing happened, a game ends here and another begins.
    """

    at_ms: int
    text: str
    loud: bool = False
    divides: bool = False


class Chronicle:
    """The latest events, oldest first, and the last sound."""

    def __init__(self, words: Words, listener: Callable[[Event], None] | None = None) -> None:
        self._words = words
        self._telling = Telling(words)
        self._taken_back = TakenBack()
        self._listener = listener
        self.events: deque[Event] = deque(maxlen=KEPT)
        self.sound = ""
        self._sound_at_ms = 0
        self._waiting: Event | None = None

    def take_lines(self, raws: Iterable[bytes], shown: Collection[str] = ()) -> None:
        """Lines of a journal, as they were written; all that came of one happening at once.

        ``shown`` are the ids of cards that are open to whoever listens.
        """
        for group in groups(map(_entry, raws)):
            self._telling.begin(group, shown)
            told = [self._telling.line(line, body) for line, body in group]
            back = self._taken_back.take(group, list(map(str, told)))
            for (line, body), one in zip(group, told, strict=True):
                if body["type"] == _UNDONE and back:
                    one = one._replace(what=f"{one.what}; taken back: {back}")
                if line.kind in (Kind.INPUT, Kind.OUTPUT):
                    self._take(line, body, one)
        self._tell_waiting()

    def take_outputs(self, at_ms: int, outputs: Iterable[Output]) -> None:
        """Outputs that stand in no journal: those of the lobby."""
        self.take_bodies(at_ms, map(msgspec.to_builtins, outputs))

    def take_bodies(self, at_ms: int, bodies: Iterable[Body]) -> None:
        """The same as plain values."""
        for body in bodies:
            self._add(at_ms, str(body["type"]), self._words.output(body), body)

    def say(self, at_ms: int, text: str, loud: bool = False) -> None:
        """Something else that people should know."""
        self._event(Event(at_ms, text, loud))

    def begin(self) -> None:
        """Another game begins: a line divides it from the one before, if there was one."""
        self._telling, self._taken_back = Telling(self._words), TakenBack()
        if self.events:
            self._event(Event(0, "", divides=True))

    def sound_at(self, at_ms: int, lasts_ms: int) -> str:
        """The last sound, if it was made so short a time before."""
        return self.sound if self._sound_at_ms <= at_ms < self._sound_at_ms + lasts_ms else ""

    def _take(self, line: Line, body: Body, told: Told) -> None:
        if line.kind is Kind.OUTPUT:
            self._waiting = None
            self._add(line.at_ms, str(body["type"]), told, body)
            return
        self._tell_waiting()
        event = Event(line.at_ms, str(told))
        if line.source in _SPOKEN:
            self._event(event)
        elif body["type"] == "placed":
            self._waiting = event

    def _add(self, at_ms: int, tag: str, told: Told, body: Body) -> None:
        if tag == "sound":
            self.sound, self._sound_at_ms = str(body["cue"]), at_ms
        if tag not in _DULL:
            self._event(Event(at_ms, str(told), loud=tag in _LOUD))

    def _tell_waiting(self) -> None:
        """Tell what was laid, if nothing came of it that is to be told instead."""
        if self._waiting is not None:
            self._event(self._waiting)
            self._waiting = None

    def _event(self, event: Event) -> None:
        self.events.append(event)
        if self._listener is not None:
            self._listener(event)


def _entry(raw: bytes) -> Entry:
    line = decode_line(raw)
    return Entry(line, msgspec.json.decode(line.body, type=dict[str, Any]))
