"""One game in progress, from sightings to journal lines and outputs, without I/O and clock.

The live loop and the replay both use it, so what is replayed cannot differ from what was
played. It is on the path of every replayed line, so it is kept lean. It knows no device, no
file and no particular game; times are milliseconds since the game began.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from meadow.games.game import (
    Alarm,
    Cue,
    Finished,
    Game,
    Input,
    Lying,
    Move,
    Output,
    Placed,
    ReaderBack,
    ReaderFailed,
    Refused,
    Removed,
    Said,
)
from meadow.games.session import DECK, Session, SessionState
from meadow.journal.lines import Kind, Source
from meadow.journal.maker import LineMaker
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow.pieces.kinds import AnyPiece, CommandCard

# Looked up once: an enum takes long over it (before Python 3.12), and there may be many lines.
_SIGHTING, _INPUT, _OUTPUT = Kind.SIGHTING, Kind.INPUT, Kind.OUTPUT
_BY_SIGHTING = Source.SIGHTING

PieceOf = Callable[[str], AnyPiece | None]
"""The piece of a tag UID, None if no one enrolled it."""


class Played(NamedTuple):
    """What came of it: the journal's next lines (newline included) and the one-off outputs."""

    lines: list[bytes]
    outputs: list[Output]


def refused_by_the_table(piece: AnyPiece | None, uid: str, place: str) -> Refused | None:
    """What the table itself answers to a tag that arrived there; the game is not told of it.

    None if the game is to be told.
    """
    if piece is None:
        why = f"unknown tag {uid} on {place}: take it away, or enrol it first"
        return Refused(why=why, place=place, ruling="T2")
    if isinstance(piece, CommandCard) and place != DECK:
        why = f"the command card {piece.word!r} speaks on the deck reader only"
        return Refused(why=why, place=place, ruling="T4")
    return None


class Play:
    """Plays one game. Feed it in the order of time, then `take` what came of it."""

    def __init__(
        self, game: Game[Any], piece_of: PieceOf, setup: Any, lines: LineMaker | None = None
    ) -> None:
        """Begins the game. Raises `SetupError` when it cannot be played so."""
        self._session = Session(game)
        self._piece_of = piece_of
        self._maker = LineMaker() if lines is None else lines
        self._lines: list[bytes] = []
        self._outputs: list[Output] = []
        self._rung: dict[str, int] = {}
        self.state: SessionState[Any]
        self.state, outputs = self._session.begin(setup)
        self._gave(0, Source.TABLE, outputs)
        self._alarm = self._soonest()

    # ------------------------------------------------------------------ what goes in

    def saw(self, sighting: Sighting) -> None:
        """A reader noticed something; alarms due by then ring first."""
        at_ms, place = sighting.at_ms, sighting.place
        self.ring_until(at_ms)
        self._lines.append(self._maker.line(at_ms, _SIGHTING, _BY_SIGHTING, sighting))
        if isinstance(sighting, Arrived):
            self._arrived(at_ms, place, sighting.uid)
        elif isinstance(sighting, Left):
            piece = self._piece_of(sighting.uid)
            if piece is not None and not isinstance(piece, CommandCard):
                self._give(Removed(at_ms, place, piece.id), _BY_SIGHTING)
        elif isinstance(sighting, Failed):
            self._give(ReaderFailed(at_ms, place), _BY_SIGHTING)
        elif isinstance(sighting, Back):
            self._give(ReaderBack(at_ms, place), _BY_SIGHTING)
            self._give(Lying(at_ms, place, self.pieces_of(sighting.uids)), _BY_SIGHTING)

    def told(self, happened: Input, source: Source) -> None:
        """An input that is no sighting: a word, or what the table itself found lying.

        Alarms due by then ring first.
        """
        self.ring_until(happened.at_ms)
        self._give(happened, source)

    def ring_until(self, at_ms: int) -> None:
        """Give the alarms that are due at or before this moment, each at its due time."""
        while self._alarm is not None and self._alarm[0] <= at_ms:
            due_ms, name, asked_ms = self._alarm
            self._rung[name] = asked_ms
            self._give(Alarm(due_ms, name), Source.ALARM)

    def note(self, at_ms: int, source: Source, body: msgspec.Struct | msgspec.Raw) -> None:
        """A line for people stands here in the journal: it changes nothing."""
        self._lines.append(self._maker.line(at_ms, Kind.NOTE, source, body))

    # ----------------------------------------------------------------- what comes out

    def take(self) -> Played:
        """The lines and outputs since the last call, in their order."""
        played = Played(self._lines, self._outputs)
        self._lines, self._outputs = [], []
        return played

    @property
    def next_alarm_ms(self) -> int | None:
        """When the next alarm is due."""
        return None if self._alarm is None else self._alarm[0]

    @property
    def over(self) -> bool:
        """Whether the game is finished (an undo can still open it again)."""
        return self.state.finished

    def cues(self) -> Mapping[str, Cue]:
        """place -> cue, as the state wants it."""
        return self._session.lights(self.state)

    def view(self, audience: str) -> Mapping[str, Any]:
        """What an audience may know, as plain values."""
        return self._session.view(self.state, audience)

    def legal(self) -> tuple[Move, ...]:
        """What the state would accept now."""
        return self._session.legal(self.state)

    def pieces_of(self, uids: tuple[str, ...]) -> tuple[str, ...]:
        """The ids of the game's pieces among these tags; unknown tags and commands left out."""
        pieces = [self._piece_of(uid) for uid in uids]
        return tuple([p.id for p in pieces if p is not None and not isinstance(p, CommandCard)])

    # ------------------------------------------------------------------------ inside

    def _arrived(self, at_ms: int, place: str, uid: str) -> None:
        piece = self._piece_of(uid)
        refused = refused_by_the_table(piece, uid, place)
        if refused is not None:
            self._gave(at_ms, _BY_SIGHTING, (refused,))
        elif isinstance(piece, CommandCard):
            self._give(Said(at_ms, piece.word), _BY_SIGHTING)
        elif piece is not None:
            self._give(Placed(at_ms, place, piece.id), _BY_SIGHTING)

    def _give(self, happened: Input, source: Source) -> None:
        """Let the session have an input, and write down both it and what it gave."""
        was_finished = self.state.finished
        self._lines.append(self._maker.line(happened.at_ms, _INPUT, source, happened))
        self.state, outputs = self._session.advance(self.state, happened)
        if outputs:
            self._gave(happened.at_ms, source, outputs)
        if was_finished and not self.state.finished:
            self._lines.append(self._maker.end(happened.at_ms, None))
        self._alarm = self._soonest()

    def _gave(self, at_ms: int, source: Source, outputs: tuple[Output, ...]) -> None:
        for output in outputs:
            self._lines.append(self._maker.line(at_ms, _OUTPUT, source, output))
        for output in outputs:
            if isinstance(output, Finished):
                self._lines.append(self._maker.end(at_ms, output.result))
        self._outputs += outputs

    def _soonest(self) -> tuple[int, str, int] | None:
        """When the next alarm rings, its name, and the time its state asked for.

        An alarm that rang and is asked for again no later is left out, so that a core that
        forgets to clear one cannot hang the table.
        """
        state, rung = self.state, self._rung
        alarms = self._session.alarms(state)
        if rung:
            for name in [name for name in rung if name not in alarms]:
                del rung[name]
        soonest: tuple[int, str, int] | None = None
        for name, asked_ms in alarms.items():
            if rung and asked_ms <= rung.get(name, -1):
                continue
            alarm = (max(asked_ms, state.at_ms), name, asked_ms)
            if soonest is None or alarm < soonest:
                soonest = alarm
        return soonest
