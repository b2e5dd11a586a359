"""What is to be seen of a game of Sweet Takes: its seats and the middle, from the public view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from meadow.telling.words import Words

from meadow_host.scene import SideShown

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "dealing": "dealing",
        "leading": "who last ate a sweet?",
        "playing": "playing",
        "between": "the set is over",
        "over": "game over",
    }
)

ROUNDS = 12


def sides(game: Mapping[str, Any], words: Words) -> list[SideShown]:
    """The seats that are played, with the card that each has in the middle."""
    plays = game.get("plays") or game.get("last_round", ())
    played = {play["seat"]: play for play in plays}
    return [_seat(seat, game, played.get(seat["seat"]), words) for seat in game.get("seats", ())]


def _seat(
    seat: Mapping[str, Any], game: Mapping[str, Any], play: Mapping[str, Any] | None, words: Words
) -> SideShown:
    name = str(seat["seat"])
    lines = [f"hand {seat['hand']}, stash {seat['stash']}"]
    collected = len(seat["face_up"]) + seat["face_down"]
    if collected or game.get("sets_done"):
        lines.append(f"{_counted(seat['total'], 'point')}, {_counted(collected, 'card')}")
    notes = ["on turn"] if name == game.get("on_turn") else []
    if name == game.get("leader") and game.get("phase") != "over":
        notes.append("leads")
    return SideShown(
        name=name,
        plays=True,
        lines=tuple(lines),
        open=(_played(play, words),) if play else (),
        notes=tuple(notes),
    )


def _counted(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def _played(play: Mapping[str, Any], words: Words) -> str:
    card = words.value("card", play["card"])
    return f"{card} (stash)" if play["source"] == "stash" else card


def centre(game: Mapping[str, Any], words: Words) -> list[str]:
    """The phase, the round, and which suits bind."""
    phase = str(game.get("phase", ""))
    lines = [PHASES.get(phase, phase)]
    if game.get("sets", 1) > 1:
        lines[0] += f", set {game['set']} of {game['sets']}"
    if phase == "dealing":
        lines.append(f"a card for {game['deal_to']}'s {game['deal_pile']}")
    elif phase == "leading":
        lines.append("lay the turn tracker there")
    elif phase == "playing":
        lines.append(f"round {game['round']} of {ROUNDS}")
        lines.append(f"{game['on_turn']} is on turn")
        lines += suits(game, words)
    elif phase == "over":
        result = {name: game.get(name, "") for name in ("game", "outcome", "winners")}
        lines.append(words.result(result))
    if game.get("breaches"):
        count = len(game["breaches"])
        lines.append(f"{count} breach{'' if count == 1 else 'es'} of following found")
    return lines


def suits(game: Mapping[str, Any], words: Words) -> list[str]:
    """Which suits bind, once cards lie in the middle."""
    return [
        f"{which} suit: {words.value('suit', game[key])}"
        for which, key in (("starting", "starting_suit"), ("secondary", "secondary_suit"))
        if game.get(key)
    ]
