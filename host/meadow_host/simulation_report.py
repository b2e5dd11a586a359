"""What many simulated games leave to say: how they ended, how long they took, and how fast that
went. As lines for people and as JSON.
"""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec
from meadow.telling.times import time_text

from meadow_host.calling import program
from meadow_host.simulation import Plan, Simulated

SHARES = (0.0, 0.1, 0.5, 0.9, 1.0)
"""Of the games, so many took no longer: the shortest, a tenth, half, nine tenths, the longest."""

TOLD = (
    ("raked", "tokens fell over an edge"),
    ("extra", "of these along with another"),
    ("astray", "over somebody else's edge"),
    ("corner", "off a corner, or onto the floor"),
    ("wrong", "rakings at a token that only looks like the one wanted"),
    ("covered", "cards covered"),
    ("stops", "times Stop! was called"),
)
"""The deeds that are told, and how."""


def shares_of(values: Sequence[int]) -> list[int]:
    """The values at `SHARES` of them; none of none."""
    ordered = sorted(values)
    return [ordered[round(share * (len(ordered) - 1))] for share in SHARES] if ordered else []


def speed_of(games: Sequence[Simulated]) -> float:
    """How many times as fast as life, on one core: the table's time by the CPU's."""
    cpu_s = sum(one.cpu_s for one in games)
    return sum(one.table_ms for one in games) / 1000 / cpu_s if cpu_s else 0.0


def report(plan: Plan, games: Sequence[Simulated], seconds: float) -> list[str]:
    """All games together, as lines."""
    ended = [one for one in games if not one.trouble]
    players = f"{plan.players or 4} player{'s' if plan.players != 1 else ''}"
    count = f"{len(games)} game{'s' if len(games) != 1 else ''}"
    lines = [f"{count} of {' '.join(plan.words)}, {players}, {plan.skill}, {_seeds(games)}"]
    outcomes = Counter(one.outcome for one in ended)
    lines.append("  ended   " + ", ".join(f"{word} {n}" for word, n in outcomes.most_common()))
    if ended:
        times = [time_text(at_ms)[:-4] for at_ms in shares_of([one.game_ms for one in ended])]
        lines.append(
            f"  took    {times[2]} in the middle; a tenth under {times[1]}, a tenth over "
            f"{times[3]}; {times[0]} to {times[4]}"
        )
    deeds = _deeds(ended)
    lines += [
        f"  a game  {deeds[name] / len(ended):6.1f} {what}" for name, what in TOLD if deeds[name]
    ]
    speed, steps = speed_of(games), sum(one.steps for one in games)
    table_s, cpu_s = sum(one.table_ms for one in games) / 1000, sum(one.cpu_s for one in games)
    lines.append(
        f"  speed   {speed:.0f} times as fast as life on one core: {table_s:,.0f} s at the table, "
        f"{cpu_s:,.1f} s of a core, {steps:,} steps of physics; all took {seconds:,.1f} s"
    )
    return lines


def trouble_lines(games: Sequence[Simulated]) -> list[str]:
    """A line for each game that was not played to its end, or not saved."""
    return [f"game {one.number} (seed {one.seed}): {one.trouble}" for one in games if one.trouble]


def try_next(folder: Path, games: Sequence[Simulated]) -> list[str]:
    """What to do with the journals, as commands to copy."""
    name, first = program(), shlex.quote(games[0].path)
    return [
        "Try next:",
        f"  {name} replay {shlex.quote(str(folder))}",
        f"  {name} journal show {first} --facts",
    ]


def as_values(plan: Plan, games: Sequence[Simulated], seconds: float) -> dict[str, Any]:
    """All of it as one JSON document."""
    ended = [one for one in games if not one.trouble]
    return {
        "words": list(plan.words),
        "players": plan.players or None,
        "skill": plan.skill,
        "outcomes": dict(Counter(one.outcome for one in ended)),
        "game_ms": dict(zip(map(str, SHARES), shares_of([g.game_ms for g in ended]), strict=False)),
        "deeds": dict(_deeds(ended)),
        "times_as_fast": round(speed_of(games), 1),
        "seconds": round(seconds, 3),
        "games": [msgspec.to_builtins(one) for one in games],
    }


def _deeds(games: Sequence[Simulated]) -> Counter[str]:
    counted: Counter[str] = Counter()
    for one in games:
        counted.update(one.deeds)
    return counted


def _seeds(games: Sequence[Simulated]) -> str:
    first, last = games[0].seed, games[-1].seed
    return f"seed {first}" if first == last else f"seeds {first} to {last}"
