"""A small core for the tests of the session: it counts tokens and records all it is told."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec
from meadow.games.game import (
    Alarm,
    Cue,
    Fact,
    Finished,
    Input,
    Lying,
    Move,
    Output,
    Placed,
    ReaderBack,
    ReaderFailed,
    Refused,
    Removed,
    Result,
    Said,
    Sound,
    Step,
)

RAKES = ("rake-red", "rake-blue")


class Counted(Fact, frozen=True, tag="fact.counted"):
    piece: str


class Uncounted(Fact, frozen=True, tag="fact.uncounted"):
    piece: str


class Judged(Fact, frozen=True, tag="fact.judged"):
    pieces: tuple[str, ...]


class Rang(Fact, frozen=True, tag="fact.rang"):
    pass


class Awarded(Fact, frozen=True, tag="fact.awarded"):
    side: str


class SwitchedOff(Fact, frozen=True, tag="fact.switched-off"):
    side: str


class TallyResult(Result, frozen=True, tag="tally"):
    winner: str


class Tally(msgspec.Struct, frozen=True):
    """``lying``: place -> pieces as the core was told; ``times`` of all it was told."""

    bell_ms: int
    lying: tuple[tuple[str, tuple[str, ...]], ...] = ()
    counted: tuple[str, ...] = ()
    unjudged: tuple[str, ...] = ()
    times: tuple[int, ...] = ()
    off: tuple[str, ...] = ()
    void: bool = False
    down: tuple[str, ...] = ()
    rang: bool = False
    over: bool = False


class TallyGame:
    """Tokens (``token-...``) count when laid; rakes are buttons; ``alien`` is refused."""

    name: ClassVar[str] = "tally"
    rules_version: ClassVar[int] = 1
    overrules: ClassVar[frozenset[str]] = frozenset({"award"})

    def begin(self, setup: int) -> Step[Tally]:
        return Step(Tally(bell_ms=setup), (Sound("hello"),))

    def advance(self, state: Tally, happened: Input) -> Step[Tally]:
        new, outputs = self._advance(state, happened)
        return Step(msgspec.structs.replace(new, times=(*state.times, happened.at_ms)), outputs)

    def _advance(self, state: Tally, happened: Input) -> Step[Tally]:
        replace = msgspec.structs.replace
        refused: tuple[Output, ...] = (Refused(why="not now"),)
        match happened:
            case Placed(place=place, piece=piece):
                pieces = (*dict(state.lying).get(place, ()), piece)
                state = replace(state, lying=_with(state, place, pieces))
                if piece.startswith("alien"):
                    return Step(state, refused)
                if piece.startswith("rake"):
                    return Step(state, ())
                return Step(
                    replace(state, counted=(*state.counted, piece)), (Counted(piece=piece),)
                )
            case Removed(place=place, piece=piece):
                pieces = tuple([p for p in dict(state.lying).get(place, ()) if p != piece])
                state = replace(state, lying=_with(state, place, pieces))
                if piece in state.counted:
                    counted = tuple([p for p in state.counted if p != piece])
                    return Step(replace(state, counted=counted), (Uncounted(piece=piece),))
                return Step(state, ())
            case Lying(place=place, pieces=pieces):
                lying = _with(state, place, pieces)
                unjudged = tuple([p for _, there in lying for p in there if p[0] == "t"])
                return Step(replace(state, lying=lying, unjudged=unjudged), ())
            case Said(word="pause"):
                return Step(state, ())
            case Said(word="resume"):
                new = replace(state, counted=state.unjudged, unjudged=())
                if new.counted == state.counted:
                    return Step(new, ())
                return Step(new, (Judged(pieces=new.counted),))
            case Said(word="award", args=(side,)):
                result = Finished(TallyResult(winner=side))
                return Step(replace(state, over=True), (Awarded(side=side), result, Sound("won")))
            case Said(word="off", args=(side,)) if side in ("north", "east"):
                return Step(replace(state, off=(*state.off, side)), (SwitchedOff(side=side),))
            case ReaderFailed(place=place):
                down = tuple(sorted({*state.down, place}))
                return Step(replace(state, void=True, down=down), ())
            case ReaderBack(place=place):
                down = tuple([other for other in state.down if other != place])
                return Step(replace(state, down=down), ())
            case Alarm(name="bell"):
                return Step(replace(state, rang=True), (Rang(), Sound("bell")))
        return Step(state, refused)

    def lights(self, state: Tally) -> Mapping[str, Cue]:
        return {"meadow": Cue("sand", ends_ms=state.bell_ms, span_ms=90_000), "north": Cue("open")}

    def alarms(self, state: Tally) -> Mapping[str, int]:
        return {} if state.rang or state.over else {"bell": state.bell_ms}

    def view(self, state: Tally, audience: str) -> Mapping[str, Any]:
        return {"counted": list(state.counted)}

    def legal(self, state: Tally) -> tuple[Move, ...]:
        return (Move("place", "north", ("token-1",)),)

    def cards(self, state: Tally) -> tuple[str, ...]:
        return ("card-one",)

    def buttons(self, state: Tally) -> tuple[str, ...]:
        return RAKES


def _with(
    state: Tally, place: str, pieces: tuple[str, ...]
) -> tuple[tuple[str, tuple[str, ...]], ...]:
    lying = dict(state.lying)
    lying[place] = pieces
    return tuple(sorted((name, there) for name, there in lying.items() if there))
