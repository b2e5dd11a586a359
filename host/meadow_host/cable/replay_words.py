"""The words that bring a lobby to the set-up of a journal's game.

The one place here that names the games; what it finds is tried in a lobby of this program, so a
set-up that no words can bring about is told before a table hears any.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

import msgspec
from meadow.games.game import Refused, SetupError
from meadow.games.package import Package
from meadow.games.sweepers.setup import Setup as SweepersSetup
from meadow.games.sweet_takes.setup import Setup as SweetTakesSetup
from meadow.journal.lines import JournalError
from meadow.journal.read import Journal
from meadow.pieces.kinds import Rake
from meadow.table.lobby import HANDS, Lobby, LobbyState, LobbyStep

Word = tuple[str, ...]
"""A word and its arguments."""


class Joining(NamedTuple):
    """How a table gets to a set-up: the words that choose the game, those for seats without a
    rake, the rake (its id) to be laid on each side, and the words about who sits there."""

    choosing: tuple[Word, ...]
    seats: tuple[Word, ...]
    rakes: Mapping[str, str]
    about: tuple[Word, ...]


def joining(journal: Journal, package: Package, readers: Collection[str]) -> Joining:
    """How to get to the set-up of this game at a table with readers at these places.

    Raises `JournalError` where no words do.
    """
    setup = journal.setup(package.setup_type)
    found = Joining(
        choosing=_CHOOSING.get(package.name, _one_word)(setup, package),
        seats=tuple([("seat", seat.side) for seat in setup.seats if not seat.rake]),
        rakes={seat.side: seat.rake for seat in setup.seats if seat.rake},
        about=tuple(_about(setup)),
    )
    came = _tried(found, journal, package, setup, readers)
    if came != msgspec.to_builtins(setup):
        what = ", ".join(sorted(key for key, value in came.items() if value != _of(setup, key)))
        raise JournalError(journal.path, 1, f"no words bring a table to this set-up ({what})")
    return found


def _of(setup: Any, key: str) -> Any:
    return msgspec.to_builtins(setup).get(key)


def _sweepers(setup: SweepersSetup, package: Package) -> tuple[Word, ...]:
    words: list[Word] = [(setup.mode.value,), (f"referee-{setup.referee.value}",)]
    words += [(f"way-{way.lower()}",) for way in setup.ways]
    if setup.pairs is not None:
        sides = [side for pair in setup.pairs for side in (pair.older, pair.younger)]
        words.append(("pairs", *sides))
    return tuple(words)


def _sweet_takes(setup: SweetTakesSetup, package: Package) -> tuple[Word, ...]:
    sets = "one-set" if setup.sets == 1 else "three-sets"
    words: list[Word] = [("sweet-takes",), (sets,), (f"deal-{setup.deal.value}",)]
    return (*words, ("suits", *setup.suits))


def _one_word(setup: Any, package: Package) -> tuple[Word, ...]:
    """Any other game: by the word that opens it."""
    return ((min(package.opening_words),),)


_CHOOSING: Mapping[str, Callable[[Any, Package], tuple[Word, ...]]] = MappingProxyType(
    {"sweepers": _sweepers, "sweet-takes": _sweet_takes}
)
_HAND_WORDS = {hand: word for word, hand in HANDS.items()}


def _about(setup: Any) -> list[Word]:
    words: list[Word] = []
    for seat in setup.seats:
        words += [("age", seat.side, str(seat.age_rank))] if seat.age_rank else []
        words += [("hand", seat.side, _HAND_WORDS[seat.hand])] if seat.hand else []
    leader = getattr(setup, "leader", "")
    return [*words, *([("leader", leader)] if leader else [])]


def _tried(
    found: Joining, journal: Journal, package: Package, setup: Any, readers: Collection[str]
) -> dict[str, Any]:
    """The set-up that comes of it, as plain values."""
    lobby, state = Lobby({package.name: package}, readers), LobbyState()
    pieces = {piece.id: piece for piece in journal.pieces.values()}

    def after(step: LobbyStep) -> LobbyState:
        for output in step.outputs:
            if isinstance(output, Refused):
                why = f"a table would refuse this set-up: {output.why}"
                raise JournalError(journal.path, 1, why)
        return step.state

    for word in (*found.choosing, *found.seats):
        state = after(lobby.said(state, word[0], word[1:]))
    for side, rake in found.rakes.items():
        state = after(lobby.laid(state, side, pieces.get(rake, Rake(rake, ""))))
    for word in found.about:
        state = after(lobby.said(state, word[0], word[1:]))
    everybody = tuple([seat.participant for seat in setup.seats])
    boxed = tuple([pieces[piece_id] for piece_id in sorted(pieces)])
    own = journal.settings(package.settings_type)
    try:
        _, made = lobby.setup(state, everybody, boxed, lambda _: own)
    except (SetupError, ValueError) as error:
        why = f"a table would refuse this set-up: {error}"
        raise JournalError(journal.path, 1, why) from error
    plain: dict[str, Any] = msgspec.to_builtins(made)
    return plain
