"""What a journal has to be done at a table: what lies there first, and each deed at its time.

Gives deeds in the table's own tags, in the order of time. Pure; knows no cable, and no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from meadow.games.game import Input, Lying, ReaderFailed, Said
from meadow.journal.lines import JournalError, Kind, Line, Source
from meadow.journal.read import Journal
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow.pieces.register import Register
from meadow.table.retelling import input_of, sighting_of


class Do(StrEnum):
    """What is done; all but a word as the call `Inject` names it."""

    LAY = "arrived"
    LIFT = "left"
    FAIL = "failed"
    MEND = "back"
    SAY = "said"


class Deed(NamedTuple):
    """``at_ms`` since the game began; ``what`` a UID or a word, ``args`` what is said with it."""

    at_ms: int
    do: Do
    place: str
    what: str = ""
    args: tuple[str, ...] = ()


class Plan(NamedTuple):
    """``first``: what lies there and which readers fail when the game begins; then the deeds."""

    first: tuple[Deed, ...]
    deeds: tuple[Deed, ...]


def plan(journal: Journal, register: Register) -> Plan:
    """What replays this journal at a table with this register.

    Raises `JournalError` for a piece that has no tag there, and for a game that went on over a
    restart of its table: only that table's own could be replayed.
    """
    planning = _Planning(journal, register)
    for line in journal.lines:
        planning.take(line)
    return Plan(tuple(planning.first), tuple(planning.deeds))


class _Planning:
    def __init__(self, journal: Journal, register: Register) -> None:
        self._journal = journal
        self._register = register
        self._uids: dict[str, str] = {}
        """The table's tag of each tag of the journal that was seen so far."""
        self._lying: dict[str, list[str]] = {}
        self._failed: set[str] = set()
        self._has_begun = False
        self.first: list[Deed] = []
        self.deeds: list[Deed] = []

    def take(self, line: Line) -> None:
        """The next line of the journal."""
        if line.kind is Kind.SIGHTING:
            self._has_begun = True
            self._saw(line, sighting_of(self._journal, line))
        elif line.kind is Kind.INPUT and line.source is Source.TABLE:
            self._found(line, input_of(self._journal, line))
        elif line.kind is Kind.INPUT and line.source in (Source.OPERATOR, Source.LINK):
            self._has_begun = True
            said = input_of(self._journal, line)
            if isinstance(said, Said):
                self.deeds.append(Deed(line.at_ms, Do.SAY, "", said.word, said.args))

    def _found(self, line: Line, happened: Input) -> None:
        """The table itself found something: as the game began, or after a restart."""
        if self._has_begun or line.at_ms or isinstance(happened, Said):
            why = "the table was started anew in mid-game, which no other table can replay"
            raise self._journal.error(line, f"{why}: replay it without --on")
        if isinstance(happened, Lying):
            for piece in happened.pieces:
                self._lay(self.first, 0, happened.place, self._tag_of(line, piece))
        elif isinstance(happened, ReaderFailed):
            self._fail(self.first, 0, happened.place)

    def _saw(self, line: Line, sighting: Sighting) -> None:
        at_ms, place = line.at_ms, sighting.place
        if isinstance(sighting, Arrived):
            self._lay(self.deeds, at_ms, place, self._uid(line, sighting.uid))
        elif isinstance(sighting, Left):
            self._lift(at_ms, place, self._uid(line, sighting.uid))
        elif isinstance(sighting, Failed):
            self._fail(self.deeds, at_ms, place)
        elif isinstance(sighting, Back):
            self._mend(at_ms, place, [self._uid(line, uid) for uid in sighting.uids])

    def _lay(self, deeds: list[Deed], at_ms: int, place: str, uid: str) -> None:
        lying = self._lying.setdefault(place, [])
        if uid not in lying:
            lying.append(uid)
            deeds.append(Deed(at_ms, Do.LAY, place, uid))

    def _lift(self, at_ms: int, place: str, uid: str) -> None:
        """A command card that lay there when the game began is not known to lie there."""
        lying = self._lying.setdefault(place, [])
        if uid in lying:
            lying.remove(uid)
            self.deeds.append(Deed(at_ms, Do.LIFT, place, uid))

    def _fail(self, deeds: list[Deed], at_ms: int, place: str) -> None:
        if place not in self._failed:
            self._failed.add(place)
            deeds.append(Deed(at_ms, Do.FAIL, place))

    def _mend(self, at_ms: int, place: str, uids: list[str]) -> None:
        """What lies there once it is back comes and goes before, while nothing is told."""
        for uid in list(self._lying.get(place, ())):
            if uid not in uids:
                self._lift(at_ms, place, uid)
        for uid in uids:
            self._lay(self.deeds, at_ms, place, uid)
        if place in self._failed:
            self._failed.discard(place)
            self.deeds.append(Deed(at_ms, Do.MEND, place))

    def _uid(self, line: Line, uid: str) -> str:
        """The table's tag for a tag of the journal; the same for one that nobody enrolled."""
        if uid not in self._uids:
            piece = self._journal.pieces.get(uid)
            self._uids[uid] = uid if piece is None else self._tag_of(line, piece.id)
        return self._uids[uid]

    def _tag_of(self, line: Line, piece_id: str) -> str:
        uid = self._register.uid_of(piece_id)
        if uid is None:
            raise self._journal.error(line, f"{piece_id} has no tag on this table: enrol it first")
        return uid


def tags_of(pieces: Mapping[str, str], register: Register, journal: Journal) -> Mapping[str, str]:
    """The table's tag for each of these pieces (whatever they are keyed by). Raises
    `JournalError` for one without."""
    found = {}
    for key, piece_id in pieces.items():
        uid = register.uid_of(piece_id)
        if uid is None:
            why = f"{piece_id} has no tag on this table: enrol it first"
            raise JournalError(journal.path, 1, why)
        found[key] = uid
    return found
