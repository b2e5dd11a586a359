"""All scenes by game, and where their recordings lie."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from meadow.games.game import Input, Output

from tests.playthroughs import (
    card_table_scenes,
    paws_scenes,
    stash_scenes,
    table_scenes,
    trick_scenes,
)
from tests.playthroughs.recorder import Recorder

FOLDER = Path(__file__).resolve().parent


class Play(Protocol):
    """A scene that was played, of any game."""

    setup: Any
    recorder: Recorder
    inputs: list[Input]
    outputs: list[Output]


Scenes = tuple[Callable[[], Play], ...]

SCENES: Mapping[str, Scenes] = MappingProxyType(
    {
        "sweepers": (*stash_scenes.SCENES, *paws_scenes.SCENES, *table_scenes.SCENES),
        "sweet-takes": (*trick_scenes.SCENES, *card_table_scenes.SCENES),
    }
)
"""game -> the scenes that make its recordings."""


class Recorded(NamedTuple):
    """A scene that was played, and the file its recording belongs in."""

    file: Path
    play: Play

    @property
    def game(self) -> str:
        return self.file.parent.name

    @property
    def text(self) -> str:
        return self.play.recorder.text()


def file_of(game: str, scene: Callable[[], Play]) -> Path:
    """``puffs_turn`` of sweepers is recorded in sweepers/puffs-turn.play."""
    return FOLDER / game / f"{scene.__name__.replace('_', '-')}.play"


def play_all() -> tuple[Recorded, ...]:
    """Play every scene."""
    return tuple(
        [
            Recorded(file_of(game, scene), scene())
            for game, scenes in SCENES.items()
            for scene in scenes
        ]
    )


def first_difference(file: Path, recorded: str, now: str) -> str:
    """One line that says where a recording and its scene part, "" if they do not."""
    before, after = recorded.split("\n"), now.split("\n")
    for number in range(max(len(before), len(after))):
        expected = before[number] if number < len(before) else "the end"
        got = after[number] if number < len(after) else "the end"
        if expected != got:
            where = f"{file.relative_to(FOLDER.parent.parent)}:{number + 1}"
            return f"{where} differs: expected {expected!r}, got {got!r}"
    return ""
