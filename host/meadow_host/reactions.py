"""How long each card of a game of Sweepers took, from its journal: for trials and research.

What is measured (referee live): from the moment a card is revealed to the moment its token is
first seen in the tray, and from there to the moment the token is lifted off it. Nobody sees a
card being turned: the reveal is inferred, as the rules infer it, from the lifting of the match
before (in Quick Paws of the team's last). Time is that of the game: pauses are taken out, and
what was undone never was. In referee check the table does not know when a card is revealed.
Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from meadow.journal.lines import JournalError, Kind
from meadow.journal.read import BAD_JSON, Journal

GAME = "sweepers"

_PAUSED, _RESUMED, _UNDONE = "fact.paused", "fact.resumed", "fact.undone"
_NEVER_UNDONE = frozenset({"lying", "reader-failed", "reader-back"})
"""Inputs that an undo passes over (T14)."""

_replace = msgspec.structs.replace


class CardTime(msgspec.Struct, frozen=True):
    """One card while it was open; a card that is open again (T11) has another.

    All in ms of the game's time. ``revealed_ms`` in the game; ``arrived_ms`` from there to the
    first sight of its token in the tray; ``covered_ms`` from that to the lifting; None for what
    did not happen. ``at_ms`` is the reveal as the journal's lines have it, pauses included.
    ``strays`` were lifted from the side's tray meanwhile.

    Marks: ``stop`` Stop! was called meanwhile, and its time is included; ``paused`` the game was
    paused meanwhile, that time is not included, but what came to lie in the tray then is dated
    to the end of the pause; ``void`` a reader failed in the round (T15); ``reopened`` the card
    was open before; ``operator`` the operator decided meanwhile.
    """

    side: str
    round: int
    card: str
    at_ms: int
    revealed_ms: int
    arrived_ms: int | None = None
    covered_ms: int | None = None
    strays: int = 0
    stop: bool = False
    paused: bool = False
    void: bool = False
    reopened: bool = False
    operator: bool = False


class Reactions(msgspec.Struct, frozen=True):
    """The times of a game, by side and then in their order. ``why_not`` when not measured."""

    sides: tuple[str, ...]
    cards: tuple[CardTime, ...]
    why_not: str = ""


def reactions_of(journal: Journal) -> Reactions:
    """All that a journal can tell. Raises `JournalError` for a game other than Sweepers."""
    header = journal.header
    if header.game != GAME:
        raise JournalError(journal.path, 1, f"times are measured in Sweepers, not in {header.game}")
    try:
        setup = msgspec.json.decode(header.setup, type=dict[str, Any])
        sides = tuple([str(seat["side"]) for seat in setup["seats"]])
        referee = setup["referee"]
    except (*BAD_JSON, KeyError, TypeError) as error:
        raise JournalError(journal.path, 1, f"the set-up: {error}") from error
    if referee == "check":
        why = "not measured in referee check: the table does not know when a card is revealed"
        return Reactions(sides, (), why)
    watch = _Stopwatch()
    for line in journal.lines:
        if line.kind in (Kind.INPUT, Kind.OUTPUT):
            try:
                body = msgspec.json.decode(line.body, type=dict[str, Any])
                watch.take(line.kind, line.at_ms, body)
            except (*BAD_JSON, KeyError, TypeError) as error:
                raise journal.error(line, f"cannot be measured: {error}") from error
    found = sorted(watch.cards(), key=lambda one: sides.index(one.side))
    return Reactions(sides, tuple(found))


class _State(msgspec.Struct, frozen=True):
    """What is known at a moment: ``open`` are the places of the open cards in ``cards``."""

    round: int = 1
    cards: tuple[CardTime, ...] = ()
    open: tuple[int, ...] = ()


class _Stopwatch:
    """Follows a game, line by line, as the session does: its clock, and what is undone."""

    def __init__(self) -> None:
        self._state = _State()
        self._before = _State()
        self._past: list[tuple[_State, int]] = []
        self._can_be_undone = False
        self._offset_ms = 0
        self._paused_ms: int | None = None
        self._void: set[int] = set()
        self._failures = 0

    def cards(self) -> list[CardTime]:
        """All cards so far. A round stays void whatever was undone (T15)."""
        return [_replace(one, void=one.round in self._void) for one in self._state.cards]

    def take(self, kind: Kind, at_ms: int, body: Mapping[str, Any]) -> None:
        """The next line."""
        tag = str(body["type"])
        if kind is Kind.INPUT:
            self._before, self._can_be_undone = self._state, tag not in _NEVER_UNDONE
            self._failures += tag == "reader-failed"
        elif tag == _PAUSED:
            self._paused_ms = self._game_ms(at_ms)
        elif tag == _UNDONE:
            self._undo()
            self._paused_ms = int(body["to_ms"])
        elif tag == _RESUMED:
            self._offset_ms, self._paused_ms = at_ms - self._game_ms(at_ms), None
            for number in self._state.open:
                self._change(number, paused=True)
        elif tag.startswith("fact."):
            if self._can_be_undone:  # one memory an input, of before it
                self._past.append((self._before, self._failures))
                self._can_be_undone = False
            self._fact(tag, at_ms, body)

    def _undo(self) -> None:
        """As it was before; a reader that failed since then makes that round void too (T15)."""
        if self._past:
            self._state, failures = self._past.pop()
            if failures < self._failures:
                self._void.add(self._state.round)

    def _game_ms(self, at_ms: int) -> int:
        return at_ms - self._offset_ms if self._paused_ms is None else self._paused_ms

    def _fact(self, tag: str, at_ms: int, body: Mapping[str, Any]) -> None:
        now_ms, place = self._game_ms(at_ms), str(body.get("side") or body.get("place", ""))
        if tag in ("fact.play-began", "fact.round-opened"):
            self._state = _State(int(body["round"]), self._state.cards)
        elif tag in ("fact.card-opened", "fact.card-reopened"):
            again = tag == "fact.card-reopened"
            self._open(place, str(body["card"]), at_ms, now_ms, again)
        elif tag == "fact.token-matched":
            for number in self._of(place, str(body["card"])):
                one = self._state.cards[number]
                if one.arrived_ms is None:
                    self._change(number, arrived_ms=now_ms - one.revealed_ms)
        elif tag == "fact.card-covered":
            for number in self._of(place, str(body["card"])):
                self._cover(number, now_ms)
        elif tag == "fact.token-returned":
            for number in self._of(place):
                self._change(number, strays=self._state.cards[number].strays + 1)
        elif tag in ("fact.stop-called", "fact.overruled"):
            mark = {"stop": True} if tag == "fact.stop-called" else {"operator": True}
            for number in self._state.open:
                self._change(number, **mark)
        elif tag == "fact.round-void":
            self._void.add(self._state.round)

    def _open(self, side: str, card: str, at_ms: int, now_ms: int, again: bool) -> None:
        state = self._state
        one = CardTime(side, state.round, card, at_ms, now_ms, reopened=again)
        self._state = _replace(
            state, cards=(*state.cards, one), open=(*state.open, len(state.cards))
        )

    def _cover(self, number: int, now_ms: int) -> None:
        one = self._state.cards[number]
        if one.arrived_ms is not None:
            self._change(number, covered_ms=now_ms - one.revealed_ms - one.arrived_ms)
        left = tuple([other for other in self._state.open if other != number])
        self._state = _replace(self._state, open=left)

    def _of(self, side: str, card: str = "") -> Sequence[int]:
        """The open cards of a side, or one of them."""
        cards = self._state.cards
        return [
            number
            for number in self._state.open
            if cards[number].side == side and card in ("", cards[number].card)
        ]

    def _change(self, number: int, **more: Any) -> None:
        cards = list(self._state.cards)
        cards[number] = _replace(cards[number], **more)
        self._state = _replace(self._state, cards=tuple(cards))
