"""What an evening of simulated games leaves to say, as lines for people and as JSON."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from meadow.journal.printable import printable
from meadow.telling.chronicle import Event
from meadow.telling.times import time_text

from meadow_host.calling import program
from meadow_host.levels import Level
from meadow_host.replay_many import Outcome
from meadow_host.replay_report import as_values as replay_values
from meadow_host.run import GameTold


def event_line(event: Event) -> str:
    """One event as a plain line."""
    if event.divides:
        return "-" * 60
    return f"{time_text(event.at_ms):>10}  {printable(event.text)}"


def told_lines(games: Sequence[GameTold]) -> list[str]:
    """The games that were played: how each ended, and where its journal lies."""
    lines = []
    for told in games:
        lines.append(f"{told.title}: {told.outcome}")
        if not told.writer.status().pending:
            lines.append(f"  {told.writer.path}")
    return lines


def unsaved_lines(games: Sequence[GameTold]) -> list[str]:
    """A line for each game that could not be saved, with the reason."""
    lines = []
    for number, told in enumerate(games, 1):
        status = told.writer.status()
        if status.pending:
            why = status.trouble or f"{told.writer.path}: not saved in time"
            lines.append(f"game {number} ({told.title}): {why}")
    return lines


def try_next(
    path: Path, seed: int, games: Sequence[str], players: int, settings_file: Path | None
) -> list[str]:
    """What to do with a journal, as commands to copy; the others as they were asked for."""
    name, file = program(), shlex.quote(str(path))
    again = " ".join([f"{name} run --seed {seed}", *[f'--game "{game}"' for game in games]])
    again += f" --players {players}" if players else ""
    if settings_file is not None:
        again += f" --settings {shlex.quote(str(settings_file))}"
    return [
        "Try next:",
        f"  {again}  # the same evening once more",
        f"  {name} journal show {file} --facts",
        f"  {name} replay {file} --watch --speed 10",
        f"  {name} replay {file} --until 1:30",
    ]


def as_values(
    seed: int,
    games: Sequence[GameTold],
    replays: Sequence[tuple[Level, Sequence[Outcome], float]],
) -> dict[str, Any]:
    """All of it as one JSON document."""
    return {
        "seed": seed,
        "games": [
            {
                "title": told.title,
                "outcome": told.outcome,
                "game_ms": told.game_ms,
                "journal": str(told.writer.path),
                "lines": told.writer.status().saved_seq + 1,
                "unsaved_lines": told.writer.status().pending,
                "trouble": told.writer.status().trouble,
            }
            for told in games
        ],
        "replays": [
            replay_values(outcomes, level, None, seconds) for level, outcomes, seconds in replays
        ],
    }
