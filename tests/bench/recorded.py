"""Games to measure with: played by the simulated players, so inputs come as they do in life."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import NamedTuple

from meadow.games.game import Input, Seat
from meadow.games.package import load_packages
from meadow.games.sweepers.setup import Mode, Referee, Setup
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.pieces.kinds import StashToken, TreatCard
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets, pieces_of
from meadow.settings.schema import Settings
from meadow_host.evening import Evening, guests_of, invitation
from meadow_host.twin.players import Skill, flawless, play_session

from tests.table.sat import WALL, MemoryJournal

SEATS = tuple(
    [
        Seat(side, rake=f"rake.{colour}", age_rank=rank)
        for rank, (side, colour) in enumerate(
            zip(
                ("north", "east", "south", "west"),
                ("red", "blue", "yellow", "green"),
                strict=True,
            ),
            1,
        )
    ]
)
FEW_HZ = 4
"""Frames a second where nobody looks at the lights."""
WORDS = (
    "thats-my-stash referee-live",
    "thats-my-stash referee-check",
    "quick-paws referee-live",
    "quick-paws referee-check",
)


class Game(NamedTuple):
    """A recorded game."""

    setup: Setup
    inputs: list[Input]


def games(seeds: int = 3) -> list[Game]:
    """Whole games of every mode and referee, with four players, with and without mistakes."""
    pieces = pieces_of(default_sets())
    tokens = tuple([piece for piece in pieces if isinstance(piece, StashToken)])
    cards = tuple([piece for piece in pieces if isinstance(piece, TreatCard)])
    played = []
    for mode, referee, seed in product(Mode, Referee, range(seeds)):
        setup = Setup(mode, SEATS, tokens, cards, referee)
        skill = flawless(Skill()) if seed == 0 else None
        played.append(Game(setup, play_session(setup, seed, skill).inputs))
    return played


def evening(seed: int, journals: list[MemoryJournal], frames_hz: int = FEW_HZ) -> Evening:
    """A table with four guests; the journals of what they play are appended."""

    def open_journal(header: Header, after: Journal | None) -> MemoryJournal:
        journals.append(MemoryJournal(header, after))
        return journals[-1]

    register = made_up_register(default_sets())
    return Evening(
        seed, load_packages(), Settings(), register, open_journal, lambda: WALL, frames_hz
    )


def journals(seed: int = 1, games: Sequence[str] = WORDS) -> list[bytes]:
    """The journals of an evening, as files' contents; by default with every mode and referee of
    Sweepers.
    """
    written: list[MemoryJournal] = []
    table = evening(seed, written)
    for words in games:
        invited = invitation(
            words.split(), load_packages(), lambda package: guests_of(seed, table.register, package)
        )
        for _ in table.play(invited):
            pass
    table.close()
    return [journal.header + b"".join(journal.lines) for journal in written]
