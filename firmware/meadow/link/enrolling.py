"""The calls by which a laptop enrols tags: point at a place, read and write the name on a tag.

Pointing ends by itself when whoever points is no writer any more, so that a table is never left
mute. Names are read and written in the loop's thread, between two passes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from meadow.link.answers import AnyAnswer, Code, Done, TagNameIs
from meadow.link.calls import Point, ReadTag, WriteTag
from meadow.link.desk import Asks
from meadow.link.device import Client, Handler, Refusal, Writer
from meadow.nfc.sightings import Readers
from meadow.nfc.tag_names import TagNames, tag_names_of
from meadow.nfc.type2 import TagError
from meadow.table.pointing import PlayingError, PointError
from meadow.table.status import Phase
from meadow.table.table import Table

T = TypeVar("T")


class Enrolling:
    """Answers the calls of an enrolment."""

    def __init__(self, desk: Asks, writer: Writer) -> None:
        self._desk = desk
        self._writer = writer
        self._names: TagNames | None = None
        self._pointing: Client | None = None

    def attach(self, readers: Readers) -> None:
        """These are the readers of the table that runs now."""
        self._names = tag_names_of(readers)

    def handlers(self) -> Mapping[type[Any], Handler]:
        """For `Device.handle`."""
        return {Point: self._point, ReadTag: self._read, WriteTag: self._write}

    def look(self, table: Table) -> None:
        """End a pointing whose writer is gone; from the loop's thread, after every pass."""
        if table.pointed and not self._writer.is_held_by(self._pointing):
            table.point("")

    def _point(self, client: Client, call: Point) -> AnyAnswer:
        self._pointing = client
        try:
            self._desk.ask(lambda table: table.point(call.place, call.cue))
        except PlayingError as error:
            raise Refusal(Code.GAME, str(error)) from error
        except PointError as error:
            raise Refusal(Code.BAD, str(error)) from error
        return Done()

    def _read(self, client: Client, call: ReadTag) -> AnyAnswer:
        name = self._with_names(call.place, lambda names: names.read_name(call.place, call.uid))
        return TagNameIs(name or "")

    def _write(self, client: Client, call: WriteTag) -> AnyAnswer:
        self._with_names(
            call.place, lambda names: names.write_name(call.place, call.uid, call.name)
        )
        return Done()

    def _with_names(self, place: str, do: Callable[[TagNames], T]) -> T:
        """What is done with a tag's name, in the lobby. Raises `Refusal`."""
        names = self._names
        if names is None:
            what = "the readers of this board cannot reach the memory of a tag"
            raise Refusal(Code.MISSING, f"{what}: enrol without the names")

        def done(table: Table) -> T:
            if table.phase is not Phase.LOBBY:
                what = "a game is on the table, and a tag's memory would hold it up"
                raise Refusal(Code.GAME, f"{what}: wait until it is over")
            if place not in table.lying():
                raise Refusal(Code.BAD, f"there is no reader {place!r}: name one of the table's")
            return do(names)

        try:
            return self._desk.ask(done)
        except (TagError, ValueError) as error:
            raise Refusal(Code.TAG, " ".join(str(error).split())) from error
