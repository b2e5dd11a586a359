"""What is to be seen of a game of Sweepers: its sides and the middle, from the public view."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from meadow.telling.words import Words

from meadow_host.scene import SideShown

PHASES: Mapping[str, str] = MappingProxyType(
    {
        "dealing": "dealing",
        "taking": "way B: cards change hands",
        "ready": "ready",
        "counting": "on three ...",
        "playing": "playing",
        "claimed": "Stashed!",
        "stopped": "Stop!",
        "inventory": "Stop! Tokens are shown",
        "checking": "checking",
        "drawing": "drawing penalty cards",
        "between": "round over",
        "over": "game over",
    }
)


def sides(game: Mapping[str, Any], words: Words) -> list[SideShown]:
    """The sides that are played."""
    claim = "card covered" if game.get("mode") == "quick-paws" else "Stashed!"  # W23
    counted = game.get("referee") != "check"  # T9
    return [_side(side, words, claim, counted) for side in game.get("sides", ())]


def _side(side: Mapping[str, Any], words: Words, claim: str, counted: bool) -> SideShown:
    notes = [
        text
        for key, text in (
            ("claimed", claim),
            ("held", "clear the tray first"),
            ("off", "switched off"),
        )
        if side.get(key)
    ]
    return SideShown(
        name=str(side["side"]),
        plays=True,
        covered=int(side.get("covered", 0)),
        cards=int(side.get("cards", 0)),
        counted=counted,
        open=tuple([words.value("card", card) for card in side.get("open", ())]),
        tray=tuple(
            [
                (words.value("token", lay["token"]), str(lay["verdict"]))
                for lay in side.get("tray", ())
            ]
        ),
        notes=tuple(notes),
    )


def centre(game: Mapping[str, Any], words: Words) -> list[str]:
    """The phase, and who is at it."""
    phase = str(game.get("phase", ""))
    lines = [PHASES.get(phase, phase)]
    if phase == "counting":
        lines[0] = f"{game.get('count', '')} ..."
    lines += at_it(game, words)
    if game.get("void"):
        lines.append("void: a reader failed")
    return lines


def at_it(game: Mapping[str, Any], words: Words) -> list[str]:
    """Who is at it, or who has won."""
    for key, text in (
        ("deal_to", "a card for {}"),
        ("draw_for", "a card for {}"),
        ("laying", "{} lays tokens"),
        ("caller", "called by {}"),
    ):
        if game.get(key):
            return [text.format(game[key])]
    if game.get("take_from"):
        return [f"from {game['take_from']} to {game['take_for']}"]
    if game.get("phase") == "over":
        return [words.result({name: game.get(name, "") for name in ("game", "outcome", "winners")})]
    return []
