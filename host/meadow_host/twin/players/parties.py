"""Who can play which game: what makes simulated players of those who have sat down to it.

The one place in the twin that names the games; a game that is not here cannot be played by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import NamedTuple, Protocol, TypeVar

import msgspec
from meadow.games.game import Seat
from meadow.pieces.kinds import (
    AnyPiece,
    CommandCard,
    StashToken,
    SuitCard,
    TreatCard,
    TurnTracker,
)

from meadow_host.twin.players.company import Players
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.skill import Skill
from meadow_host.twin.players.sweet_takes import CardPlayers, CardSkill


class Company(Protocol):
    """The players of one game, driven by whoever has the table."""

    def act(self, now_ms: int) -> None:
        """Do all that is due; call it at `next_ms` and after every change at the table."""
        ...

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        ...


Skills = Skill | CardSkill | Mapping[str, Skill] | Mapping[str, CardSkill] | None
"""Of all, or one a side; who plays with what they are not skilled in is like everybody."""

_SkillT = TypeVar("_SkillT", Skill, CardSkill)


class Occasion(NamedTuple):
    """What is played and by whom: seats as they joined, all pieces that the table knows, the
    words by which the game was chosen, and how good the players are: at tokens, or at cards.
    """

    seats: Sequence[Seat]
    pieces: Sequence[AnyPiece]
    words: Sequence[str]
    skills: Skills


Gather = Callable[[Occasion, Hands, Eyes, Random], Company]


def _at(kind: type[_SkillT], skills: Skills) -> _SkillT | Mapping[str, _SkillT] | None:
    """How good they are at this; None where only something else is known of them."""
    if isinstance(skills, Mapping):
        return {side: one for side, one in skills.items() if isinstance(one, kind)}
    return skills if isinstance(skills, kind) else None


def _sweepers(occasion: Occasion, hands: Hands, eyes: Eyes, rng: Random) -> Players:
    hand = "other" if "way-c" in occasion.words else ""
    return Players(
        [msgspec.structs.replace(seat, hand=hand) for seat in occasion.seats],
        [piece for piece in occasion.pieces if isinstance(piece, StashToken)],
        [piece for piece in occasion.pieces if isinstance(piece, TreatCard)],
        hands,
        eyes,
        rng,
        _at(Skill, occasion.skills),
        team="quick-paws" in occasion.words,
    )


def _sweet_takes(occasion: Occasion, hands: Hands, eyes: Eyes, rng: Random) -> CardPlayers:
    pieces = occasion.pieces
    return CardPlayers(
        occasion.seats,
        [piece for piece in pieces if isinstance(piece, SuitCard)],
        [piece for piece in pieces if isinstance(piece, CommandCard)],
        next((piece for piece in pieces if isinstance(piece, TurnTracker)), None),
        hands,
        eyes,
        rng,
        skills=_at(CardSkill, occasion.skills),
    )


PARTIES: Mapping[str, Gather] = MappingProxyType(
    {"sweepers": _sweepers, "sweet-takes": _sweet_takes}
)
"""game -> who plays it."""
