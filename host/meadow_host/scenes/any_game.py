"""What is to be seen of whatever is played, from the public view of a table or a session.

The one place of the scenes that names the games; of a game that is not here, the lights and the
phase are shown.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, NamedTuple

from meadow.games.game import Cue
from meadow.telling.words import Words

from meadow_host.scene import SideShown
from meadow_host.scenes import sweepers, sweet_takes

SIDES = ("north", "east", "south", "west", "five")
"""All seats of a table, clockwise; the fifth is the corner between west and north (S20)."""

View = Mapping[str, Any]


class _Shows(NamedTuple):
    sides: Callable[[View, Words], list[SideShown]]
    centre: Callable[[View, Words], list[str]]


_GAMES: Mapping[str, _Shows] = MappingProxyType(
    {
        "sweepers": _Shows(sweepers.sides, sweepers.centre),
        "sweet-takes": _Shows(sweet_takes.sides, sweet_takes.centre),
    }
)


def sides_of(
    view: View, cues: Mapping[str, Cue], words: Words, rakes: Mapping[str, str]
) -> dict[str, SideShown]:
    """Every seat of the table by name, played or not; ``rakes`` seat -> colour of its rake."""
    game: View = view.get("game", {})
    shows = _GAMES.get(game.get("game", ""))
    playing = {side.name: side for side in shows.sides(game, words)} if shows else {}
    joined = {} if game else {seat["side"] for seat in view.get("lobby", {}).get("seats", ())}
    return {
        name: replace(
            playing.get(name) or SideShown(name, plays=name in joined),
            rake=rakes.get(name, ""),
            cue=cues[name].name if name in cues else "",
        )
        for name in SIDES
    }


def centre_of(view: View, words: Words) -> tuple[str, ...]:
    """What the middle of the meadow says: the phase, and who is at it."""
    game: View = view.get("game", {})
    if not game:
        lobby = view.get("lobby", {})
        joined = len(lobby.get("seats", ()))
        return (lobby.get("title") or "choose a game", f"{joined} joined") if lobby else ()
    if view.get("counting"):
        return (f"{view['counting']} ...", "the game goes on")
    if view.get("paused"):
        return ("paused", str(view["paused"]))
    shows = _GAMES.get(game.get("game", ""))
    return tuple(shows.centre(game, words)) if shows else (str(game.get("phase", "")),)
