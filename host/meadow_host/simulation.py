"""Plays many games of simulated players at a meadow, each from a seed of its own, on several cores.

Every game is one table with one journal, so that any of them can be played again and replayed. It
must not know terminals.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import msgspec
from meadow.bundle.load import Configuration, load_table
from meadow.games.game import Finished
from meadow.games.package import Package, load_packages
from meadow.journal.lines import Header, uncounted
from meadow.journal.read import Journal
from meadow.journal.write import JournalWriter, Status, next_path
from meadow.table.journals import Journaling
from meadow.table.status import News

from meadow_host.evening import check_begins, guests_of, invitation
from meadow_host.processes import in_processes
from meadow_host.run import now_utc
from meadow_host.twin.meadow.bots.skills import SKILLS, Ability
from meadow_host.twin.meadow.sitting import HangsError, Sitting
from meadow_host.twin.players.joining import Guest, Invitation

MIXED = "mixed"
"""Everybody has one of the skills, as the seed decides."""
CHUNK = 8
"""Games that a process is given at a time, at most."""
SAVE_S = 30.0
"""A disk that takes no journal for so long is given up."""


class Plan(NamedTuple):
    """What is played: the lobby's words, how many sit down (0: four), how skilled they are; into
    which folder the journals go (None: nowhere), and the number of the first one."""

    words: tuple[str, ...]
    players: int
    skill: str
    folder: Path | None
    first_number: int = 1


class Simulated(msgspec.Struct, frozen=True):
    """One game that was played.

    ``game_ms`` is how long it took from its start to its end, ``table_ms`` with choosing, joining
    and tidying up, ``cpu_s`` what that cost; ``deeds`` what the players did in all, ``steps`` of
    the meadow's physics. ``trouble`` is one line when it was not played to its end, or not saved.
    """

    number: int
    seed: int
    path: str
    outcome: str = ""
    game_ms: int = 0
    table_ms: int = 0
    cpu_s: float = 0.0
    steps: int = 0
    deeds: Mapping[str, int] = {}
    trouble: str = ""


class Unsaved:
    """A journal that nobody keeps."""

    def __init__(self) -> None:
        self._lines = 0

    def append(self, raw: bytes) -> None:
        self._lines += 1

    def status(self) -> Status:
        return Status(self._lines, 0, "")

    def close(self, timeout_s: float = SAVE_S) -> Status:
        return self.status()


def first_number(folder: Path, game: str) -> int:
    """The number of the next journal in a folder."""
    return int(next_path(folder, game).name.partition("-")[0])


def invited_to(plan: Plan, seed: int, loaded: Configuration) -> Invitation:
    """The guests of one game. Raises `WordsError` for words that choose none, `SetupError` for a
    game that these guests cannot begin."""

    def guests(package: Package) -> tuple[Guest, ...]:
        return guests_of(seed, loaded.register, package, plan.players)

    packages = load_packages()
    invited = invitation(plan.words, packages, guests)
    check_begins(invited, packages, loaded.register, loaded.settings)
    return invited


def abilities_of(skill: str, seed: int, sides: Sequence[str]) -> dict[str, Ability]:
    """side -> how good its player is."""
    rng = Random(f"skills {seed}")
    names = list(SKILLS)
    return {side: SKILLS[rng.choice(names) if skill == MIXED else skill] for side in sides}


def simulate(
    plan: Plan, seeds: Sequence[int], jobs: int = 1, tell: Callable[[int], None] | None = None
) -> list[Simulated]:
    """Play a game from each seed; they come in this order.

    ``tell`` is called with how many are played.
    """
    numbered = list(enumerate(seeds, plan.first_number))
    if min(jobs, len(numbered)) > 1:
        return in_processes(numbered, partial(_chunk, plan), _ended, jobs, CHUNK, tell)
    played: list[Simulated] = []
    for one in _games(plan, numbered):
        played.append(one)
        if tell is not None:
            tell(len(played))
    return played


def _ended(numbered: tuple[int, int]) -> Simulated:
    number, seed = numbered
    why = "the process that played it was ended from outside; try --jobs 1"
    return Simulated(number, seed, "", trouble=why)


def _chunk(plan: Plan, numbered: Sequence[tuple[int, int]]) -> list[Simulated]:
    return list(_games(plan, numbered))


def _games(plan: Plan, numbered: Sequence[tuple[int, int]]) -> Iterator[Simulated]:
    packages = load_packages()
    loaded = load_table(None, packages)
    for number, seed in numbered:
        yield _play(plan, number, seed, packages, loaded)


def _play(
    plan: Plan,
    number: int,
    seed: int,
    packages: Mapping[str, Package],
    loaded: Configuration,
) -> Simulated:
    """One game, its journal saved."""
    writers: list[JournalWriter | Unsaved] = []
    outcomes: list[str] = []

    def open_journal(header: Header, after: Journal | None) -> Journaling:
        if plan.folder is None:
            writers.append(Unsaved())
        else:
            path = plan.folder / f"{number:06d}-{header.game}.jsonl"
            writers.append(JournalWriter(path, uncounted(header), after=after))
        return writers[-1]

    def hear(news: News) -> None:
        for output in news.outputs:
            if isinstance(output, Finished):
                outcomes.append(outcome_of(msgspec.to_builtins(output.result)))

    invited = invited_to(plan, seed, loaded)
    abilities = abilities_of(plan.skill, seed, [guest.side for guest in invited.guests])
    began_s = time.process_time()
    sitting = Sitting(seed, packages, loaded.settings, loaded.register, open_journal, now_utc)
    sitting.table.listen(hear)
    trouble = ""
    try:
        sitting.play(invited, abilities)
    except HangsError as error:
        trouble = str(error)
    finally:
        sitting.close()
        statuses = [writer.close(SAVE_S) for writer in writers]
    cpu_s = time.process_time() - began_s
    unsaved = [status for status in statuses if status.pending]
    if unsaved and not trouble:
        trouble = unsaved[0].trouble or "its journal was not saved in time"
    deeds: Counter[str] = Counter()
    for player in sitting.players.stats if sitting.players is not None else ():
        deeds.update(player.deeds)
    return Simulated(
        number,
        seed,
        path=next((str(one.path) for one in writers if isinstance(one, JournalWriter)), ""),
        outcome=outcomes[-1] if outcomes else "",
        game_ms=sitting.ended_ms,
        table_ms=sitting.clock.now_ms(),
        cpu_s=round(cpu_s, 4),
        steps=sitting.world.steps,
        deeds=dict(deeds),
        trouble=trouble,
    )


def outcome_of(result: Mapping[str, object]) -> str:
    """How a game ended, in the word of its result."""
    outcome = result.get("outcome")
    return outcome if isinstance(outcome, str) and outcome else "finished"
