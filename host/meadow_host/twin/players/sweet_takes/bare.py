"""A game of Sweet Takes played on a bare session in virtual time, for tests and statistics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import NamedTuple

from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.setup import Setup
from meadow.games.sweet_takes.state import State
from meadow.pieces.kinds import TurnTracker

from meadow_host.twin.players.bare_table import AnyBareTable, go_on
from meadow_host.twin.players.sweet_takes.choosing import Chooser
from meadow_host.twin.players.sweet_takes.company import CardPlayers
from meadow_host.twin.players.sweet_takes.skill import CardSkill

LONGEST_MS = 60 * 60_000


class NoEnd(Exception):
    """A game came to no end; the message says where it stood."""


class CardGame(NamedTuple):
    """A bare table and the players who sit at it."""

    table: AnyBareTable[State]
    players: CardPlayers


Watch = Callable[[CardGame], None]
"""Called after every movement; it may also do something at the table, as an operator would."""


def sit_down(
    setup: Setup,
    seed: int,
    skill: CardSkill | None = None,
    choosers: Mapping[str, Chooser] | None = None,
    table: AnyBareTable[State] | None = None,
) -> CardGame:
    """The players of a set-up at a bare table. Raises `SetupError`."""
    table = table or AnyBareTable(SweetTakes(), setup)
    tracker = TurnTracker(setup.tracker) if setup.tracker else None
    players = CardPlayers(
        setup.seats, setup.cards, (), tracker, table, table, Random(seed), choosers, skill
    )
    players.act(0)
    return CardGame(table, players)


def play_on(game: CardGame, watch: Watch | None = None) -> CardGame:
    """Play to the end of the game. Raises `NoEnd` when it lasts an hour or nobody does anything."""
    table, players = game
    while not table.state.finished:
        if not go_on(table, players) or table.now_ms > LONGEST_MS:
            raise NoEnd(f"{table.now_ms} ms: {table.view()}")
        if watch is not None:
            steps = len(table.steps)
            watch(game)
            if len(table.steps) != steps and not table.state.finished:
                players.act(table.now_ms)
    return game


def play_cards(
    setup: Setup,
    seed: int,
    skill: CardSkill | None = None,
    choosers: Mapping[str, Chooser] | None = None,
    watch: Watch | None = None,
) -> CardGame:
    """Play a game to its end: the same set-up, seed, skill and choosers give the same game."""
    return play_on(sit_down(setup, seed, skill, choosers), watch)
