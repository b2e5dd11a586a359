"""Plays a journal's game again on simulated silicon, and compares the facts that come of it.

The tags of its sightings are laid on simulated antennas and lifted, its words are said; drivers,
sweep, presence and loop are those of a real table. Knows no terminal and no particular game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from meadow.boards import BoardError
from meadow.games.game import PUBLIC, Lying, Said
from meadow.games.package import Package
from meadow.journal.lines import JournalError, Kind, Line, Source
from meadow.journal.read import Journal
from meadow.journal.write import Status
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow.table.loop import Loop
from meadow.table.order import Happening
from meadow.table.retelling import begin_play, input_of
from meadow.table.sitting import Sitting

from meadow_host.facts_compared import NEAR_MS, Told, compare, difference_of, told_of
from meadow_host.replay_found import Difference, Tell
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.deeds import Deed, Do, Doer, with_lifts_early

WARM_UP_MS = 300
"""Until all readers are set up, and what lies there at the beginning has been seen."""
AFTER_MS = 200

_SIGHTINGS = msgspec.json.Decoder(Arrived | Left | Failed | Back)


class SiliconReplay:
    """One game on silicon. As the other replays: `run`, then ``compared`` and `view`."""

    def __init__(self, journal: Journal, package: Package, lines: Sequence[Line]) -> None:
        """Raises `SetupError` and `JournalError`."""
        self._journal = journal
        self._lines = lines
        self._package = package
        self._uids = {piece.id: uid for uid, piece in journal.pieces.items()}
        self._play = begin_play(journal, package)
        self.compared = 0
        self._result: Any = None

    @property
    def result(self) -> Any:
        """The result that came out, as plain values; None while the game goes on."""
        return self._result if self._play.over else None

    def view(self) -> Mapping[str, Any]:
        return self._play.view(PUBLIC)

    def run(self, tell: Tell) -> Difference | None:
        """The first facts that differ; None when all are the same."""
        expected = [one for line in self._lines for one in told_of(line)]
        try:
            board = SiliconBoard()
        except BoardError as error:
            why = f"the level silicon needs the vendor packages (make setup): {error}"
            raise JournalError(self._journal.path, 0, why) from error
        try:
            got = self._play_on(board)
        finally:
            board.close()
        different = compare(expected, got)
        if different is None:
            self.compared = len(expected)
            return None
        return difference_of(self._lines, *different)

    def _play_on(self, board: SiliconBoard) -> list[Told]:
        clock = board.clock
        for place, uid in self._lying_first():
            board.lay(place, uid)
        until_ms = clock.now_ms() + WARM_UP_MS
        while clock.now_ms() < until_ms:
            board.readers.poll()
        began_ms = clock.now_ms()
        record = _Record()
        taker = _Taker(Sitting(self._package, self._play, record, began_ms))
        loop = Loop(clock, board.readers, taker, taker)
        for line in self._lines:
            if line.kind is Kind.INPUT and line.source is Source.TABLE:
                taker.sitting.told(input_of(self._journal, line), line.source)
        doer = Doer(board, loop, lambda word, args: loop.say(word, args, Source.OPERATOR))
        last_ms = min(self._lines[-1].at_ms, self._journal.lasted_ms) if self._lines else 0
        lain = [Deed(began_ms, Do.LAY, place, uid) for place, uid in self._lying_first()]
        deeds = with_lifts_early([*lain, *self._deeds(began_ms)])
        doer.run([deed for deed in deeds if deed not in lain], began_ms + last_ms + AFTER_MS)
        taker.sitting.take()
        came = [msgspec.json.decode(raw, type=Line) for raw in record.raws]
        for line in came:
            if line.kind is Kind.END:
                self._result = msgspec.json.decode(line.body)["result"]
        return [
            one._replace(number=0)
            for line in came
            for one in told_of(line)
            if one.at_ms <= last_ms + NEAR_MS
        ]

    def _lying_first(self) -> list[tuple[str, str]]:
        """Place and UID of what lay there when the game began."""
        lying: list[tuple[str, str]] = []
        for line in self._lines:
            if line.kind is Kind.INPUT and line.source is Source.TABLE:
                happened = input_of(self._journal, line)
                if isinstance(happened, Lying):
                    lying += [(happened.place, self._uids[piece]) for piece in happened.pieces]
        return lying

    def _deeds(self, began_ms: int) -> list[Deed]:
        deeds = []
        for line in self._lines:
            at_ms = began_ms + line.at_ms
            if line.kind is Kind.SIGHTING:
                deeds.append(_deed(at_ms, self._journal.body(line, _SIGHTINGS)))
            elif line.kind is Kind.INPUT and line.source in (Source.OPERATOR, Source.LINK):
                said = input_of(self._journal, line)
                if isinstance(said, Said):
                    deeds.append(Deed(at_ms, Do.SAY, "", said.word, said.args))
        return deeds


def _deed(at_ms: int, sighting: Sighting) -> Deed:
    place = sighting.place
    if isinstance(sighting, Arrived):
        return Deed(at_ms, Do.LAY, place, sighting.uid)
    if isinstance(sighting, Left):
        return Deed(at_ms, Do.LIFT, place, sighting.uid)
    if isinstance(sighting, Back):
        return Deed(at_ms, Do.PLUG, place, args=sighting.uids)
    return Deed(at_ms, Do.UNPLUG, place)


class _Record:
    """A journal in memory."""

    def __init__(self) -> None:
        self.raws: list[bytes] = []

    def append(self, raw: bytes) -> None:
        self.raws.append(raw)

    def status(self) -> Status:
        return Status(len(self.raws), 0, "")

    def close(self, timeout_s: float = 5.0) -> Status:
        return self.status()


class _Taker:
    """What the loop drives: the game alone, with nothing shown."""

    def __init__(self, sitting: Sitting) -> None:
        self.sitting = sitting

    @property
    def delivered_ms(self) -> int:
        return self.sitting.delivered_ms

    @property
    def next_alarm_ms(self) -> int | None:
        return self.sitting.next_alarm_ms

    def deliver(self, happening: Happening) -> None:
        if isinstance(happening, Sighting):
            self.sitting.saw(happening)
        else:
            self.sitting.heard(happening)

    def ring_until(self, at_ms: int) -> None:
        self.sitting.ring_until(at_ms)

    def show(self, now_ms: int) -> None:
        self.sitting.take()

    def next_show_ms(self, now_ms: int) -> int:
        return now_ms + 1000
