"""Whole games at a meadow in one line, with journals in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import NamedTuple

from meadow.games.game import Finished
from meadow.games.package import load_packages
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.pieces.register import Register, made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.schema import Settings
from meadow.table.status import News
from meadow_host.evening import guests_of, invitation
from meadow_host.twin.meadow.bots.skills import SKILLS, Ability
from meadow_host.twin.meadow.ground import SIDES
from meadow_host.twin.meadow.sitting import Sitting
from meadow_host.twin.meadow.world import World

from tests.table.sat import WALL, MemoryJournal

REGISTER = made_up_register(default_sets())


class Game(NamedTuple):
    """A game that was played to its end."""

    sitting: Sitting
    journal: MemoryJournal
    outcome: str
    deeds: Counter[str]


def everybody(skill: str) -> dict[str, Ability]:
    return dict.fromkeys(SIDES, SKILLS[skill])


def sit(seed: int, journals: list[MemoryJournal], register: Register = REGISTER) -> Sitting:
    """A table with a meadow where nobody has done anything yet."""

    def open_journal(header: Header, after: Journal | None) -> MemoryJournal:
        journals.append(MemoryJournal(header, after))
        return journals[-1]

    return Sitting(seed, load_packages(), Settings(), register, open_journal, lambda: WALL)


def played(
    words: str,
    seed: int,
    skill: str = "practised",
    players: int = 0,
    abilities: Mapping[str, Ability] | None = None,
    register: Register = REGISTER,
    meddle: Callable[[World], None] = lambda world: None,
) -> Game:
    """Play a game to its end. Once cards are open somebody ``meddle``s with the pieces."""
    journals: list[MemoryJournal] = []
    outcomes: list[str] = []
    meddlers = [meddle]
    sitting = sit(seed, journals, register)

    def hear(news: News) -> None:
        sides = sitting.eyes.view().get("game", {}).get("sides", ())
        if meddlers and any(side["open"] for side in sides):
            meddlers.pop()(sitting.world)
        outcomes.extend(
            str(getattr(output.result, "outcome", ""))
            for output in news.outputs
            if isinstance(output, Finished)
        )

    sitting.table.listen(hear)
    invited = invitation(
        words.split(),
        load_packages(),
        lambda package: guests_of(seed, register, package, players),
    )
    sitting.play(invited, abilities or everybody(skill))
    deeds: Counter[str] = Counter()
    for player in sitting.players.stats if sitting.players else ():
        deeds.update(player.deeds)
    return Game(sitting, journals[-1], outcomes[-1], deeds)
