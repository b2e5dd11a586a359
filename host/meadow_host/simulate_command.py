"""What `meadow simulate` does, between its arguments and the library."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path

from meadow.bundle.load import load_table
from meadow.games.game import SetupError
from meadow.games.package import load_packages
from meadow.journal.printable import quoted
from meadow.tomlfile.document import meant

from meadow_host import simulation_report
from meadow_host.evening import WordsError
from meadow_host.folders import make_folder
from meadow_host.simulation import MIXED, Plan, first_number, invited_to, simulate
from meadow_host.terminal import Bar, MistakeError, StoppedError, document, err, out
from meadow_host.twin.meadow.bots.skills import SKILLS

SEEDS = 1_000_000


def run(
    games: int,
    words: str,
    players: int,
    skill: str,
    seed: int | None,
    folder: Path | None,
    jobs: int,
    as_json: bool,
) -> bool:
    """Play and tell; whether all games ended and are saved. Raises `MistakeError`."""
    known = (*SKILLS, MIXED)
    if skill not in known:
        hint = meant(skill, known) or "check the word"
        raise MistakeError(
            f"--skill: there is no {quoted(skill)}, {hint}; known: {', '.join(known)}"
        )
    seed = random.SystemRandom().randrange(SEEDS) if seed is None else seed
    plan = Plan(tuple(words.split()), players, skill, folder)
    try:
        invited_to(plan, seed, load_table(None, load_packages()))
    except WordsError as error:
        raise MistakeError(f"--game: {error}") from error
    except SetupError as error:
        raise MistakeError(f"--game: {words} cannot begin: {error}") from error
    if folder is not None:
        make_folder(folder, "--into")
        plan = plan._replace(first_number=first_number(folder, plan.words[0]))
    began_s = time.perf_counter()
    seeds = range(seed, seed + games)
    try:
        with Bar("playing", total=games) as bar:
            played = simulate(plan, seeds, jobs or _cores(), bar.at)
    except KeyboardInterrupt as error:
        kept = f"; what was played is saved in {folder}" if folder else ""
        raise StoppedError(f"the games from seed {seed} on are broken off{kept}") from error
    seconds = time.perf_counter() - began_s
    for line in simulation_report.trouble_lines(played):
        err(f"meadow: {line}")
    if as_json:
        document(simulation_report.as_values(plan, played, seconds))
    else:
        out("\n".join(simulation_report.report(plan, played, seconds)))
        if folder is not None:
            out("\n" + "\n".join(simulation_report.try_next(folder, played)))
    return not any(one.trouble for one in played)


def _cores() -> int:
    has_affinity = hasattr(os, "sched_getaffinity")
    return len(os.sched_getaffinity(0)) if has_affinity else os.cpu_count() or 1
