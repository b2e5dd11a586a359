"""What is wrong with a table at this moment, in an operator's words: what, what it means for the
game, what to do. It is gone as soon as the table knows that it is well again.

Whoever tells it, the pages or the cable, tells it in these words. It says what the table knows and
no more: a reader that hears nothing looks like an empty one. Pure; it knows no page and no
particular game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import msgspec

from meadow.table.status import Phase, TableStatus

DECK = "deck"
LIGHTS, BUZZER, SAVING = "lights", "buzzer", "saving"

Json = dict[str, Any]


class Wrong(msgspec.Struct, frozen=True):
    """One thing: ``about`` a place, or `LIGHTS`, `BUZZER`, `SAVING`. ``do`` is what to do about it,
    ``detail`` what the table's drivers say, for whoever mends it."""

    about: str
    what: str
    means: str
    do: str = ""
    detail: str = ""

    def __str__(self) -> str:
        """All but the detail, in sentences."""
        return " ".join(
            [f"{_first_up(text)}." for text in (self.what, self.means, self.do) if text]
        )


def wrongs(status: TableStatus, broken: Collection[str]) -> tuple[Wrong, ...]:
    """For operators. ``broken`` are the readers that the game waits for."""
    return (*_all(status, broken), *_unsaved(status), *_odd(status))


def wrongs_for_all(status: TableStatus, broken: Collection[str]) -> tuple[Wrong, ...]:
    """What a crowd sees, too: it is told what it means, and not how to mend it."""
    return tuple([Wrong(one.about, one.what, one.means) for one in _all(status, broken)])


def reading(status: TableStatus, lying: Mapping[str, Collection[str]]) -> Json:
    """place -> what its reader reads, for operators: ``lies`` how many tags, ``last_ms`` when one
    came or went last by the table's clock, -1 for never, and ``mended``, why it was reset a moment
    ago."""
    return {
        place: {
            "lies": len(lying[place]),
            "last_ms": status.read_ms.get(place, -1),
            "mended": status.mended.get(place, ""),
        }
        for place in status.readers
    }


def reader_of(place: str) -> str:
    """What people call it."""
    return "the deck reader" if place == DECK else f"the reader of {place.title()}"


def _all(status: TableStatus, broken: Collection[str]) -> Iterator[Wrong]:
    for place, why in status.readers.items():
        if why:
            waits = place in broken and status.phase is Phase.PLAYING
            yield Wrong(
                place,
                f"{_first_up(reader_of(place))} does not answer",
                _without(place, status.phase, waits),
                "see that its plug and its wires sit; it is back by itself"
                + (", or go on without it" if waits else ""),
                plain(why),
            )
    if status.lights:
        yield Wrong(
            LIGHTS,
            "The lights do not work",
            "play goes on; the screens say what they would",
            "see that the strip's plugs sit and its supply is on; it is tried again by itself",
            status.lights,
        )
    if status.buzzer:
        yield Wrong(
            BUZZER,
            "The buzzer does not work",
            "the lights say what it would",
            "see that its plug sits; it is tried again by itself",
            status.buzzer,
        )


def _without(place: str, phase: Phase, waits: bool) -> str:
    """What it means that a reader does not answer."""
    if waits:
        return "the game waits for it, and its clock stands still"
    if phase is Phase.PLAYING:
        return "the game goes on without it"
    if phase is Phase.OVER:
        return "the game is over: nothing waits for it"
    if place == DECK:
        return "no card is heard there; the operator can choose a game and start it"
    return "nobody can join there with a rake; the operator can seat players"


def _unsaved(status: TableStatus) -> Iterator[Wrong]:
    trouble = status.journal_trouble
    if not trouble:
        yield from _foreseen(status)
        return
    path, _, why = trouble.partition(": ")
    advice = why.rpartition("in memory: ")[2]
    yield Wrong(
        SAVING,
        "The game is not being saved",
        "it goes on, and is saved once the disk takes it; do not switch the table off until then",
        advice,
        path,
    )


def _foreseen(status: TableStatus) -> Iterator[Wrong]:
    """What will become of the next game."""
    if status.phase is not Phase.LOBBY:
        return
    if status.room.why:
        means = "it can be played, but it is lost if the disk takes nothing before the table ends"
        yield Wrong(SAVING, "The next game would not be saved", means, status.room.why)
    elif status.room.scarce:
        what, _, advice = status.room.scarce.partition("; ")
        yield Wrong(SAVING, _first_up(what), "games are saved as long as that lasts", advice)


def _odd(status: TableStatus) -> Iterator[Wrong]:
    """What readers that answer find odd."""
    for place, line in status.oddities.items():
        if line and not status.readers.get(place):
            what, _, advice = line.partition(": ")
            name = _first_up(reader_of(place))
            yield Wrong(place, f"{name}: {what}", "the game goes on", advice)


def plain(line: str) -> str:
    """A line of the drivers without what was seen of the chip, which stands in brackets."""
    return line.partition(" [")[0]


def _first_up(text: str) -> str:
    return text[:1].upper() + text[1:]
