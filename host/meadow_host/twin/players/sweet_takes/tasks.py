"""What is to be done next at a table of Sweet Takes: a function of what everybody sees.

Nobody's cards are needed for that, so it knows none.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, NamedTuple

from meadow_host.twin.players.sweet_takes.reach import DECK


class Do(StrEnum):
    """One movement of somebody at the table."""

    LIFT = "lift"  # what was only shown, refused or taken back: up again
    CARRY = "carry"  # a card of the stash goes on from its tray to the middle (S21)
    COLLECT = "collect"  # the winners take the round's cards
    GO_ON = "go-on"  # after a pause
    DEAL = "deal"
    NAME_LEADER = "name-leader"
    PLAY = "play"
    OPEN_SET = "open-set"


class Task(NamedTuple):
    """A movement; for whom: the seat and its pile that gets the card, or the seat on turn.

    ``turn`` tells a turn from all others: set, round, cards played in it.
    """

    do: Do
    seat: str = ""
    pile: str = ""
    turn: tuple[int, int, int] = (0, 0, 0)


def next_task(view: Mapping[str, Any], lying: Mapping[str, str]) -> Task | None:
    """The next movement, None while there is nothing to do.

    ``view`` is the public view of the table, ``lying`` what players have laid: piece -> place.
    """
    game = view.get("game")
    if game is None:
        return None
    if lies_wrong(game, lying):
        return Task(Do.LIFT)
    if view.get("paused"):
        return None if view.get("counting") or view.get("broken") else Task(Do.GO_ON)
    if to_be_carried(game, lying):
        return Task(Do.CARRY)
    phase = game["phase"]
    if phase == "dealing":
        return Task(Do.DEAL, game["deal_to"], game["deal_pile"])
    if phase == "leading":
        return Task(Do.NAME_LEADER)
    if lying and not game["plays"]:
        return Task(Do.COLLECT)
    if phase == "playing":
        turn = (game["set"], game["round"], len(game["plays"]))
        return Task(Do.PLAY, game["on_turn"], turn=turn)
    return Task(Do.OPEN_SET) if phase == "between" else None


def lies_wrong(game: Mapping[str, Any], lying: Mapping[str, str]) -> list[str]:
    """All but the cards of this round: and if none is played in it yet, of the round before.

    Once the game is over nobody collects the cards of a round that was broken off.
    """
    if game["phase"] == "over" and game["plays"]:
        return list(lying)
    played = {play["card"] for play in game["plays"] or game["last_round"]}
    return [piece for piece in lying if piece not in played]


def to_be_carried(game: Mapping[str, Any], lying: Mapping[str, str]) -> list[str]:
    """What was played from the stash and lies on its seat's tray still (S21)."""
    return [piece for piece, place in lying.items() if place != DECK]
