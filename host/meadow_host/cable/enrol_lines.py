"""What an enrolment says to people: one plain line for what is asked for, and for what came of it.

Pure; knows no terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from meadow.pieces.kinds import AnyPiece

from meadow_host.cable.enrol_outcomes import (
    Again,
    Ask,
    Bound,
    NotTaken,
    Outcome,
    Reason,
    Skipped,
    TakenBack,
)
from meadow_host.cable.enrol_pieces import plain_name, plain_place

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "undo": "take back the last tag, again and again",
        "skip": "go on without this piece",
        "back": "ask for the piece before this one again",
        "move": "take the tag that another piece has",
        "quit": "stop here; the same command goes on later",
    }
)
"""What can be typed meanwhile."""

MOST_NAMED = 5


def ask_line(ask: Ask) -> str:
    """What is to be laid where."""
    line = f"[{ask.number}/{ask.of}] {plain_place(ask.place)}: {_named(ask.piece)}"
    if ask.uid:
        return f"{line}; it has the tag {ask.uid}: lay another, or type skip"
    if ask.alike > 1:
        return f"{line}; {ask.alike} are alike and may be laid together"
    return line


def outcome_line(outcome: Outcome) -> str:
    """What came of a tag or a word; what to do, if something is to be done."""
    match outcome:
        case Bound(piece, _, uid, None):
            return f"bound: {plain_name(piece)}, tag {uid}"
        case Bound(piece, _, uid, before):
            whose = _named(before) if before else "another piece"
            return f"moved: {plain_name(piece)} has tag {uid} now, {whose} has none"
        case Again(piece):
            return f"that is {_named(piece)} again: nothing changes"
        case Skipped(piece):
            return f"skipped: {plain_name(piece)}"
        case TakenBack(pieces):
            return f"taken back: {_all(pieces)}" if pieces else "taken back: the skip"
        case NotTaken():
            return _not_taken(outcome)


def words_line() -> str:
    """What can be typed, in one line."""
    return "type " + ", ".join([f"{word} ({does})" for word, does in WORDS.items()])


def left_line(pieces: Sequence[str]) -> str:
    """Which pieces have no tag, in one line."""
    more = f" and {len(pieces) - MOST_NAMED} more" if len(pieces) > MOST_NAMED else ""
    return f"without a tag: {', '.join(pieces[:MOST_NAMED])}{more}"


def _not_taken(outcome: NotTaken) -> str:
    match outcome.reason:
        case Reason.HAS_A_PIECE:
            whose = _named(outcome.piece) if outcome.piece else "another piece"
            return (
                f"not taken: this tag sits in {whose}; lay another one, or type move if it sits "
                "in this piece now"
            )
        case Reason.TOGETHER:
            back = f" (taken back: {_all(outcome.taken_back)})" if outcome.taken_back else ""
            return (
                f"not taken: {len(outcome.uids)} tags at once, and nobody knows which is which"
                f"{back}; lift them, then lay one at a time"
            )
        case Reason.ELSEWHERE:
            return (
                f"not taken: it lies on {plain_place(outcome.place)}; lay it on "
                f"{plain_place(outcome.should_be)}, where the light is"
            )
        case Reason.FLICKERS:
            return (
                f"not taken: tag {outcome.uids[0]} was on {plain_place(outcome.place)} before; "
                "lift it, then lay it again"
            )
        case Reason.NOTHING_ASKED:
            return "nothing is asked for any more: all pieces have been seen to"
        case Reason.NOTHING_TO_UNDO:
            return "there is nothing to take back: this is where it began"
        case Reason.NOTHING_TO_MOVE:
            return "there is no tag to move: lay the one that sits in another piece, then type move"
        case Reason.NOTHING_BEFORE:
            return "this is the first piece: there is none before it"


def _named(piece: AnyPiece) -> str:
    return f"{plain_name(piece)} ({piece.id})"


def _all(pieces: Sequence[AnyPiece]) -> str:
    return "; ".join([plain_name(piece) for piece in pieces])
