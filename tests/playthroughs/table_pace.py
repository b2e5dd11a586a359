"""A scene as hands at a table would play it: the journal of what readers see and who speaks.

On the bare rules core a touch takes no time, and what follows may follow at once. A reader must see
a piece, and make sure that it is gone; and what came first within 50 ms nobody can tell. So each
input of a scene keeps its distance from what happened before it, unless that is too short for a
table: then it comes later, and all that follows too. Knows the chips' times, but no chip.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from meadow.games.game import (
    Alarm,
    AnyInput,
    Input,
    Lying,
    Placed,
    ReaderBack,
    ReaderFailed,
    Removed,
    Said,
)
from meadow.games.package import Package
from meadow.journal.lines import Header, Source, encode_header, make_header
from meadow.journal.read import Journal, parse_journal
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow.pieces.kinds import AnyPiece, Rake, TurnTracker
from meadow.table.play import Play
from meadow_host.facts_compared import NEAR_MS

from tests.playthroughs.readable import input_line


class Pace(NamedTuple):
    """What a table needs.

    ``touch_ms`` from the date of a piece's arrival to that of its leaving: it lies for 60 ms, so
    that it is surely seen, and is told as gone 100 ms after it is lifted.
    ``apart_ms`` between two inputs of which one must come first: a fact may be dated 50 ms
    otherwise. What is laid, or lifted, together may be so.
    """

    touch_ms: int = 160
    apart_ms: int = 60


TABLE = Pace()


class Timed(NamedTuple):
    """An input of a scene, and when it happens at a table. Of alarms, about when."""

    happened: AnyInput
    at_ms: int


class TableGame:
    """A scene's game at a table."""

    def __init__(self, package: Package, setup: Any, inputs: Iterable[Input]) -> None:
        """``inputs`` as the scene gave them to the session, its alarms among them."""
        self._package = package
        self._setup = setup
        self._inputs = [one for one in inputs if isinstance(one, AnyInput)]
        laid = [one.piece for one in self._inputs if isinstance(one, Placed)]
        pieces = _pieces(setup, laid)
        self._uids = {piece.id: uid_of(piece) for piece in pieces}
        self._pieces = {uid_of(piece): piece for piece in pieces}

    def timed(self, moves: Mapping[str, int], pace: Pace = TABLE) -> list[Timed]:
        """All inputs. ``moves``: input, as it stands in the recording -> how much later it comes
        (sooner, if negative).
        """
        play = self._play()
        timed: list[Timed] = []
        now_ms = scene_ms = 0
        before: Input | None = None
        laid_ms: dict[str, int] = {}
        for happened in self._inputs:
            at_ms = now_ms + max(happened.at_ms - scene_ms, _gap_ms(before, happened, pace))
            if isinstance(happened, Alarm):
                if (due_ms := play.next_alarm_ms) is None:
                    continue  # it rang already
                at_ms = due_ms
                play.ring_until(at_ms)
            else:
                if isinstance(happened, Removed):
                    at_ms = max(at_ms, laid_ms.get(happened.piece, -1) + pace.touch_ms)
                at_ms += moves.get(input_line(happened), 0)
                self._tell(play, happened, at_ms)
            timed.append(Timed(happened, at_ms))
            if isinstance(happened, Placed):
                laid_ms[happened.piece] = at_ms
            now_ms, scene_ms, before = at_ms, happened.at_ms, happened
        return timed

    def journal(self, timed: Sequence[Timed], path: Path) -> Journal:
        """The journal of this game with its inputs at these times; alarms ring by themselves."""
        play = self._play()
        for happened, at_ms in sorted(timed, key=lambda one: one.at_ms):
            if not isinstance(happened, Alarm):
                self._tell(play, happened, at_ms)
        play.ring_until(max(at_ms for _, at_ms in timed) + NEAR_MS)
        lines = play.take().lines
        return parse_journal(b"".join([self._header, *lines]), path)

    def _play(self) -> Play:
        return Play(self._package.game, self._pieces.get, self._setup)

    @cached_property
    def _header(self) -> bytes:
        header: Header = make_header(
            game=self._package.name,
            rules=self._package.game.rules_version,
            table="meadow",
            firmware="0",
            began="2025-11-30T14:05:09Z",
            setup=self._setup,
            settings=self._package.settings_type(),
            pieces=self._pieces,
        )
        return encode_header(header)

    def _tell(self, play: Play, happened: AnyInput, at_ms: int) -> None:
        if isinstance(happened, Said):
            play.told(Said(at_ms, happened.word, happened.args), Source.OPERATOR)
        elif not isinstance(happened, ReaderBack):  # what lies there follows
            play.saw(self._sighting(happened, at_ms))

    def _sighting(self, happened: AnyInput, at_ms: int) -> Sighting:
        if isinstance(happened, Placed):
            return Arrived(at_ms, happened.place, self._uids[happened.piece])
        if isinstance(happened, Removed):
            return Left(at_ms, happened.place, self._uids[happened.piece])
        if isinstance(happened, ReaderFailed):
            return Failed(at_ms, happened.place, "unplugged")
        assert isinstance(happened, Lying), f"no table sees {happened}"
        return Back(at_ms, happened.place, tuple([self._uids[one] for one in happened.pieces]))


def uid_of(piece: AnyPiece) -> str:
    """A made-up tag for a piece: rakes have tags with 4 bytes, all else such with 7."""
    digits = hashlib.sha256(piece.id.encode()).hexdigest().upper()
    return f"1{digits[:7]}" if isinstance(piece, Rake) else f"04{digits[:4]}1{digits[5:12]}"


def _gap_ms(before: Input | None, happened: Input, pace: Pace) -> int:
    if before is None or (isinstance(before, ReaderBack) and isinstance(happened, Lying)):
        return 0
    together = type(before) is type(happened) and isinstance(happened, Placed | Removed)
    return 0 if together else pace.apart_ms


def _pieces(setup: Any, laid: Iterable[str]) -> list[AnyPiece]:
    """The pieces of a game, and what else its players lay: no one asks what kind that is."""
    rakes = [Rake(seat.rake, "red") for seat in setup.seats]
    own: list[AnyPiece] = [*getattr(setup, "tokens", ()), *setup.cards, *rakes]
    known = {piece.id for piece in own}
    return [*own, *[TurnTracker(name) for name in sorted(set(laid) - known)]]
