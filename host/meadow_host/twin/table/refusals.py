"""What the table refuses, and whom at the meadow that concerns: whoever laid what was refused.

A word of the operator's or of a laptop's concerns nobody here, whatever comes of it: who said it is
answered there. It must not know how people are told, nor why anything is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from meadow.console.plainly import plainly
from meadow.console.states import Viewer, shown_to
from meadow.games.game import Refused
from meadow.journal.lines import Kind, Source, decode_line
from meadow.pieces.kinds import CommandCard, SuitCard, TreatCard
from meadow.table.status import News
from meadow.table.table import Table
from meadow.telling.words import Words

from meadow_host.twin.meadow.ground import DECK, SIDES
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.people import People
from meadow_host.twin.table.person import Person
from meadow_host.twin.table.showing import Showing

_SIDE = re.compile(rf"\b({'|'.join(SIDES)})\b")
_OFF = re.compile(r"say: off \w+")
_SPOKEN = (Source.OPERATOR, Source.LINK)


class Refusal(NamedTuple):
    """A line for all, and where; ``piece`` is what was laid there, "" where that is not known."""

    why: str
    place: str
    piece: str


def refusals_of(table: Table, news: News) -> list[Refusal]:
    """Those that pieces on readers brought about. In the loop's thread. They name only cards that
    all may see."""
    refused = [output for output in news.outputs if isinstance(output, Refused)]
    if not refused:
        return []
    pieces = table.pieces()
    cards = [one.id for one in pieces.values() if isinstance(one, SuitCard | TreatCard)]
    words = Words(pieces).knowing(shown_to(table, Viewer.SPECTATOR, cards))
    found = list(_in_lines(news.lines))
    told = [body for body, _ in found]
    # In the lobby, and where a card speaks to the table itself, no line tells of it.
    spoken = {id(output) for output in news.spoken}
    bodies = [msgspec.to_builtins(one) for one in refused if id(one) not in spoken]
    found += [(body, "") for body in bodies if body not in told]
    return [
        Refusal(
            for_players(plainly(words.output(body).what.removeprefix("refused: "))),
            str(body.get("place", "")),
            piece,
        )
        for body, piece in found
    ]


def for_players(why: str) -> str:
    """A refusal as a person at the table reads it: sides as their signs call them, and no words,
    which only operators can say."""
    why = _OFF.sub("let an operator go on without it", why)
    return _SIDE.sub(lambda found: found.group().title(), why)


def _in_lines(lines: Iterable[bytes]) -> Iterable[tuple[Mapping[str, Any], str]]:
    """The refusals in lines of a journal, each with the piece by which it came."""
    piece = ""
    for line in map(decode_line, lines):
        if line.kind not in (Kind.INPUT, Kind.OUTPUT):
            continue
        body: Mapping[str, Any] = msgspec.json.decode(line.body)
        if line.kind is Kind.INPUT:
            piece = str(body["piece"]) if body["type"] == "placed" else ""
        elif body["type"] == "refused" and line.source not in _SPOKEN:
            yield body, piece


class Concerned:
    """Tells each refusal to whom it concerns. In the meadow's thread."""

    def __init__(
        self, world: World, people: People, showing: Showing, home_of: Callable[[str], str]
    ) -> None:
        """``home_of`` gives the seat that holds a card, "" for none."""
        self._world, self._people = world, people
        self._showing, self._home_of = showing, home_of

    def tell(self, refusal: Refusal) -> None:
        for person in self.whom(refusal):
            person.hears(refusal.why)

    def whom(self, refusal: Refusal) -> list[Person]:
        """Who laid it, else whose place it is; of what lies on the deck reader and is nobody's,
        all who sit."""
        place = refusal.place or DECK
        shown_by = self._showing.shown_at(place)
        by = shown_by.get(refusal.piece, "") or self._home_of(refusal.piece)
        if by:
            names = {by}
        elif not refusal.piece and shown_by:
            names = set(shown_by.values())
        elif refusal.place in SIDES:
            names = {refusal.place}
        elif refusal.place or self._lies_a_command:
            return [person for person in self._people if person.seats]
        else:
            return []
        return [one for one in self._people if names & {one.name, *one.seats}]

    @property
    def _lies_a_command(self) -> bool:
        """Whether a hand left a command card on the deck reader."""
        pieces = self._world.lying.pieces
        return any(isinstance(pieces[one], CommandCard) for one in self._world.at(DECK))
