"""The lobby: choosing a game and joining it (T4, T5, T16), as a pure function of what happens.

It knows games by their packages alone and readers by their places. It must not know time,
devices, or how any game is played.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple

import msgspec

from meadow.games.cues import Flash
from meadow.games.game import Cue, Move, Output, Refused, Seat, SetupError, Sound
from meadow.games.package import ChoiceError, Package
from meadow.games.session import DECK
from meadow.pieces.kinds import AnyPiece, CommandCard, Rake
from meadow.table.choosing import choosing

HANDS: Mapping[str, str] = {"dominant": "dominant", "other": "other", "none": ""}
SEAT_CARD = "seat-"
"""The Seat cards say ``seat-north`` and so on."""


class LobbyState(msgspec.Struct, frozen=True):
    """What is chosen and who joined. ``seats`` are clockwise, without participants."""

    game: str = ""
    choices: Any = None
    seats: tuple[Seat, ...] = ()


class LobbyStep(NamedTuple):
    """The new state, the one-off outputs and flashes of reaching it."""

    state: LobbyState
    outputs: tuple[Output, ...] = ()
    flashes: tuple[Flash, ...] = ()


class LobbyError(Exception):
    """The installed games cannot share a lobby; the message is one plain line."""


class _No(Exception):
    """Why something is refused; it never leaves this module."""

    def __init__(self, why: str, place: str = "", ruling: str = "") -> None:
        super().__init__(why)
        self.refused = Refused(why=why, place=place, ruling=ruling)


_replace = msgspec.structs.replace


class Lobby:
    """The lobby of a table with these games. Stateless: the state is passed."""

    def __init__(self, packages: Mapping[str, Package], readers: Collection[str]) -> None:
        """``readers`` are the places that have one. Raises `LobbyError` when two games open with
        the same word, or with a word of ours.
        """
        self._packages = packages
        self._trays = frozenset(readers) - {DECK}
        self._words: dict[str, Callable[[LobbyState, tuple[str, ...]], LobbyState]] = {
            "seat": self._seat,
            "leave": self._leave,
            "age": self._age,
            "hand": self._hand,
            "end": self._end,
        }
        self._opens: dict[str, Package] = {}
        for package in packages.values():
            for word in package.opening_words:
                if word in self._words or word == "start":
                    raise LobbyError(f"{package.name} opens with {word!r}, a word of the lobby")
                if word in self._opens:
                    other = self._opens[word].name
                    raise LobbyError(f"{package.name} and {other} both open with {word!r}")
                self._opens[word] = package

    # ------------------------------------------------------------------ what happens

    def laid(
        self, state: LobbyState, place: str, piece: AnyPiece | None, uid: str = ""
    ) -> LobbyStep:
        """A piece came to lie on a place; None for a tag no one enrolled."""
        if isinstance(piece, CommandCard) and place == DECK:
            return self.said(state, piece.word)
        try:
            return self._laid(state, place, piece, uid)
        except _No as no:
            return LobbyStep(state, (no.refused,))
        except ChoiceError as error:
            return LobbyStep(state, (Refused(why=error.why, place=place, ruling=error.ruling),))

    def said(self, state: LobbyState, word: str, args: tuple[str, ...] = ()) -> LobbyStep:
        """A word of the operator or of a command card."""
        try:
            new = self._said(state, word, args)
        except _No as no:
            return LobbyStep(state, (no.refused,))
        except ChoiceError as error:
            return LobbyStep(state, (Refused(why=error.why, ruling=error.ruling),))
        joined = {seat.side for seat in new.seats} - {seat.side for seat in state.seats}
        flashes = tuple([Flash(side, "join") for side in sorted(joined)])
        return LobbyStep(new, (Sound("join"),), flashes)

    def setup(
        self,
        state: LobbyState,
        participants: tuple[str, ...],
        pieces: tuple[AnyPiece, ...],
        settings: Callable[[Package], Any],
    ) -> tuple[Package, Any]:
        """The game chosen and its set-up, one participant id a seat.

        Raises `SetupError`, one plain line, when it cannot begin so.
        """
        package = self.package(state)
        if package is None:
            raise SetupError("no game is chosen: " + self._how_to_choose())
        pairs = zip(state.seats, participants, strict=True)
        seats = tuple([_replace(seat, participant=who) for seat, who in pairs])
        return package, package.setup(state.choices, seats, pieces, settings(package))

    # --------------------------------------------------------------------- what lasts

    def package(self, state: LobbyState) -> Package | None:
        """The game chosen."""
        return self._packages[state.game] if state.game else None

    def opens(self, word: str) -> bool:
        """Whether this word chooses a game."""
        return word in self._opens

    def cues(self, state: LobbyState) -> Mapping[str, Cue]:
        """place -> cue: who may join where, or that a game is to be chosen."""
        if not state.game:
            return {"meadow": Cue("idle"), DECK: Cue("choose")}
        taken = {seat.side for seat in state.seats}
        places = self._packages[state.game].seat_places
        return {place: Cue("joined" if place in taken else "free") for place in places}

    def view(
        self,
        state: LobbyState,
        played: Package | None = None,
        settings: Callable[[Package], Any] | None = None,
    ) -> Mapping[str, Any]:
        """What anyone may know, as plain values; for the words see `meadow.table.choosing`.

        A game that is ``played`` is named even if nothing is known of what led to it.
        """
        package = self.package(state)
        shown = package or played
        title = shown.title if shown else ""
        return {
            "game": shown.name if shown else "",
            "title": title,
            "choices": package.describe(state.choices) if package else title,
            **choosing(package, state.choices, settings)._asdict(),
            "seats": [msgspec.to_builtins(seat) for seat in state.seats],
        }

    def legal(self, state: LobbyState) -> tuple[Move, ...]:
        """What would be accepted now (a word may still not go with what is chosen)."""
        choose = [Move("say", word) for word in sorted(self._opens)]
        package = self.package(state)
        if package is None:
            return tuple(choose)
        more = [Move("say", word) for word in sorted(package.words) if word not in self._opens]
        taken = tuple([seat.side for seat in state.seats])
        free = tuple([place for place in package.seat_places if place not in taken])
        seats = [Move("say", "seat", free)] if free else []
        own = [Move("say", word, taken) for word in ("leave", "age", "hand") if taken]
        rakes = [Move("place", place) for place in package.seat_places if place in self._trays]
        return (*choose, *more, *seats, *own, *rakes, Move("say", "start"), Move("say", "end"))

    # ----------------------------------------------------------------------- joining

    def _laid(self, state: LobbyState, place: str, piece: AnyPiece | None, uid: str) -> LobbyStep:
        if piece is None:
            why = f"unknown tag {uid} on {place}: take it away, or enrol it first"
            raise _No(why, place, "T2")
        if isinstance(piece, CommandCard):
            why = f"the command card {piece.word!r} speaks on the deck reader only"
            raise _No(why, place, "T4")
        if isinstance(piece, Rake):
            package, side = self._chosen(state, place), place
            if place not in package.seat_places or place not in self._trays:
                raise _No(f"a rake joins on a player's own tray, not on {place}", place, "T16")
            new = _with_rake(state, package, place, piece.id)
        else:
            side = self._seat_for(state, place, piece)
            choices = self._packages[state.game].choose_by_piece(state.choices, side, piece)
            new = _replace(state, choices=choices)
        return LobbyStep(new, (Sound("join"),), (Flash(side, "join"),))

    def _seat_for(self, state: LobbyState, place: str, piece: AnyPiece) -> str:
        """For whom a piece lies there: for the seat of that tray; on the deck reader for the seat
        that has no tray (T5). It must have joined.

        The deck reader needs no memory of who was named last: a seat with a tray lays the piece
        there, so only the seat without one can be meant.
        """
        package = self.package(state)
        seats = package.seat_places if package else ()
        at_deck = [side for side in seats if side not in self._trays]
        meant = at_deck if place == DECK else [side for side in seats if side == place]
        if not meant:
            raise _No(f"{piece.id} is of no use yet: choose a game, join, then start", place, "T16")
        joined = [side for side in meant if _seat_of(state, side) is not None]
        if len(joined) == 1:
            return joined[0]
        which = " or ".join(joined or meant)
        if joined:
            why = f"{piece.id} on the deck reader may be for {which}: say it by a word of the game"
        elif place == DECK:
            why = f"nobody has joined at {which}: say seat {which} first, or use a player's tray"
        else:
            why = f"nobody has joined at {which}: lay a rake there first, or say seat {which}"
        raise _No(why, place, "T5")

    def _seat(self, state: LobbyState, args: tuple[str, ...]) -> LobbyState:
        (side,) = _counted("seat", args, "a side")
        package = self._chosen(state, "")
        if side not in package.seat_places:
            places = ", ".join(package.seat_places)
            raise _No(f"{package.title} has no seat {side!r}: its seats are {places}", ruling="T5")
        if _seat_of(state, side) is not None:
            raise _No(f"{side} has joined already", side, "T5")
        return _replace(state, seats=_clockwise(package, (*state.seats, Seat(side))))

    def _leave(self, state: LobbyState, args: tuple[str, ...]) -> LobbyState:
        (side,) = _counted("leave", args, "a side")
        seat = _joined(state, side)
        return _replace(state, seats=tuple([other for other in state.seats if other != seat]))

    def _age(self, state: LobbyState, args: tuple[str, ...]) -> LobbyState:
        side, rank = _counted("age", args, "a side and a rank")
        most = len(self._chosen(state, "").seat_places)
        ranks = [str(number) for number in range(most + 1)]
        if rank not in ranks:
            why = f"an age rank is 1 for the oldest up to {most}, or 0 for none, not {rank!r}"
            raise _No(why, ruling="W9")
        return _with_seat(state, _replace(_joined(state, side), age_rank=int(rank)))

    def _hand(self, state: LobbyState, args: tuple[str, ...]) -> LobbyState:
        side, hand = _counted("hand", args, "a side and a hand")
        if hand not in HANDS:
            raise _No(f"a hand is {' or '.join(HANDS)}, not {hand!r}")
        return _with_seat(state, _replace(_joined(state, side), hand=HANDS[hand]))

    # ---------------------------------------------------------------------- choosing

    def _said(self, state: LobbyState, word: str, args: tuple[str, ...]) -> LobbyState:
        if word.startswith(SEAT_CARD) and not args:
            word, args = "seat", (word.removeprefix(SEAT_CARD),)
        if word in self._words:
            return self._words[word](state, args)
        chosen = self.package(state)
        opened = self._opens.get(word)
        if opened is not None:
            choices = opened.choose(state.choices if opened is chosen else None, word, args)
            seats = tuple([seat for seat in state.seats if seat.side in opened.seat_places])
            return LobbyState(opened.name, choices, seats)
        if chosen is not None and word in chosen.words:
            return _replace(state, choices=chosen.choose(state.choices, word, args))
        if chosen is None and any(word in package.words for package in self._packages.values()):
            raise _No(f"{word!r} goes with a game: first {self._how_to_choose()}", ruling="T4")
        about = f"with {chosen.title} chosen" if chosen else "before a game is chosen"
        raise _No(f"{word!r} means nothing {about}", ruling="T4")

    def _end(self, state: LobbyState, args: tuple[str, ...]) -> LobbyState:
        """Nothing is chosen any more; who sits where is kept."""
        _counted("end", args, "")
        return LobbyState(seats=state.seats)

    def _chosen(self, state: LobbyState, place: str) -> Package:
        if not state.game:
            raise _No("first " + self._how_to_choose(), place, "T5")
        return self._packages[state.game]

    def _how_to_choose(self) -> str:
        return f"choose a game by its card or word: {', '.join(sorted(self._opens))}"


def _with_rake(state: LobbyState, package: Package, side: str, rake: str) -> LobbyState:
    """Bind a rake to a side: join, or move there with all that is known of the player (T5)."""
    there = _seat_of(state, side)
    if there is not None and there.rake == rake:
        return state
    if there is not None and there.rake:
        raise _No(f"{side} has a rake already: each side has one", side, "T5")
    before = next((seat for seat in state.seats if seat.rake == rake), None)
    mover = before or Seat(side, rake)
    if there is not None:
        age_rank, hand = there.age_rank or mover.age_rank, there.hand or mover.hand
        mover = _replace(mover, age_rank=age_rank, hand=hand)
    seats = tuple([seat for seat in state.seats if seat not in (before, there)])
    return _replace(
        state, seats=_clockwise(package, (*seats, _replace(mover, side=side, rake=rake)))
    )


def _clockwise(package: Package, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(sorted(seats, key=lambda seat: package.seat_places.index(seat.side)))


def _seat_of(state: LobbyState, side: str) -> Seat | None:
    return next((seat for seat in state.seats if seat.side == side), None)


def _joined(state: LobbyState, side: str) -> Seat:
    seat = _seat_of(state, side)
    if seat is None:
        raise _No(f"nobody has joined at {side!r}", ruling="T5")
    return seat


def _with_seat(state: LobbyState, new: Seat) -> LobbyState:
    seats = tuple([new if seat.side == new.side else seat for seat in state.seats])
    return _replace(state, seats=seats)


def _counted(word: str, args: tuple[str, ...], needs: str) -> tuple[str, ...]:
    """The arguments of a word, if they are as many as it needs."""
    if len(args) != (0 if not needs else 1 + needs.count(" and ")):
        raise _No(
            f"{word} needs {needs or 'nothing'} after it, given: {' '.join(args) or 'nothing'}"
        )
    return args
