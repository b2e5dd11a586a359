"""A scoreboard that is told the facts alone, to show that it needs nothing else.

It knows the box and who sits where, and what facts mean; it must not see the state or a view.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import Any

from meadow.games.game import Fact, Output, Paused, Resumed, Undone
from meadow.games.sweet_takes.facts import (
    CardGiven,
    CardPlayed,
    CardsCollected,
    GameEnded,
    LeaderNamed,
    PlayWithdrawn,
    RoundPlayed,
    SetBegan,
    SetEnded,
    SetOpened,
    StashAnnounced,
    SuitsSwapped,
)
from meadow.games.sweet_takes.setup import Setup

_OF_THE_SESSION = (Paused, Resumed, Undone)


class Scoreboard:
    """What can be shown of a game from its facts. ``take`` is given the outputs of each input."""

    def __init__(self, setup: Setup) -> None:
        self._points = {card.id: card.points for card in setup.cards}
        self._seats = [seat.side for seat in setup.seats]
        self._unscanned = setup.deal.value == "unscanned"
        self._past: list[tuple[dict[str, Any], dict[str, Any]]] = []
        self._before_play: dict[str, Any] = {}
        self.shows: dict[str, Any] = {
            "leader": setup.leader,
            "sets_done": [],
            "winners": [],
        }
        self._clear(0)

    def _clear(self, number: int) -> None:
        full = {seat: [9, 3] if self._unscanned else [0, 0] for seat in self._seats}
        nothing = dict.fromkeys(self._seats, 0)
        self.shows.update(set=number, round=0, plays=[], cards=full, points=nothing, said=False)

    def take(self, outputs: Iterable[Output]) -> None:
        facts = [output for output in outputs if isinstance(output, Fact)]
        if any(not isinstance(fact, _OF_THE_SESSION) for fact in facts):
            self._past.append((deepcopy(self.shows), self._before_play))
        for fact in facts:
            self._told(fact)

    def _told(self, fact: Fact) -> None:
        shows = self.shows
        match fact:
            case Undone():
                self.shows, self._before_play = self._past.pop()
            case CardGiven(seat=seat, pile=pile, count=count):
                shows["cards"][seat][pile == "stash"] = count
            case LeaderNamed(seat=seat):
                shows["leader"] = seat
            case SetOpened(set=number):
                self._clear(number)
            case SuitsSwapped(suits=suits):
                shows["suits"] = list(suits)
            case SetBegan(set=number, suits=suits, leader=leader):
                shows.update(set=number, suits=list(suits), leader=leader, round=1)
            case StashAnnounced():
                shows["said"] = True
            case CardPlayed(seat=seat, card=card, source=source):
                self._before_play = deepcopy(shows)
                shows["cards"][seat][source == "stash"] -= 1
                shows["plays"].append([seat, card, source])
                shows["said"] = False
            case PlayWithdrawn():
                self.shows = deepcopy(self._before_play)
            case CardsCollected(seat=seat, face_up=up, face_down=down):
                shows["points"] = dict(shows["points"])
                shows["points"][seat] += self._points[up] + len(down)
            case RoundPlayed(round=number, leader=leader):
                shows.update(round=min(number + 1, 12), leader=leader, plays=[])
            case SetEnded(scores=scores):
                shows["sets_done"] = [*shows["sets_done"], {s.seat: s.points for s in scores}]
            case GameEnded(winners=winners):
                shows["winners"] = list(winners)


def as_shown(view: Any) -> dict[str, Any]:
    """What a view of the game says of the same, for comparison."""
    return {
        "leader": view["leader"],
        "round": view["round"],
        "plays": [[play["seat"], play["card"], play["source"]] for play in view["plays"]],
        "cards": {seat["seat"]: [seat["hand"], seat["stash"]] for seat in view["seats"]},
        "points": {seat["seat"]: seat["points"] for seat in view["seats"]},
        "winners": view["winners"],
        "said": view["stash_said"],
    }


__all__ = ["Scoreboard", "as_shown"]
