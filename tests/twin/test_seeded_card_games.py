"""Games of Sweet Takes by simulated players, by the seed: each is right by the second referee.

Their mistakes, and an operator who takes back and pauses, must change nothing of that: twelve
rounds, every card collected once, scores that add up, and the same again when played again.
"""

from __future__ import annotations

from collections import Counter
from itertools import product

import pytest
from meadow.games.sweet_takes.setup import Deal
from meadow_host.twin.players.sweet_takes.bare import CardGame, play_cards

from tests.twin.card_ledger import Ledger, assert_plays_again
from tests.twin.card_parlour import CLUMSY, Comparison, Operator, any_setup

KINDS = tuple(product(Deal, (1, 3)))
"""Scanned or not, one set or three."""
SLICE_SEEDS = range(9)
SOAK_SEEDS = range(100, 600)
"""500 of each kind: 2,000 games for each number of players."""


def play_by_seed(players: int, deal: Deal, sets: int, seed: int) -> str:
    """A game; every third with an operator, every third by clumsy players. What decided it."""
    made = any_setup(players, deal, sets, seed)
    operator = Operator(seed) if seed % 3 == 0 else None
    skill = CLUMSY if seed % 3 == 1 else None
    game = play_cards(made, seed, skill, watch=operator.watch if operator else None)
    assert_plays_again(game, made)
    return Ledger(game, made).result.decided_by


@pytest.mark.rule("R81", "R92", "R107", "R116", "R117", "R118", "R119")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("deal", "sets"), KINDS)
def test_a_seeded_game_is_right_by_the_second_referee(deal: Deal, sets: int, players: int) -> None:
    for seed in SLICE_SEEDS:
        play_by_seed(players, deal, sets, seed)


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize(("deal", "sets"), KINDS)
def test_every_seeded_game_is_right_by_the_second_referee(
    deal: Deal, sets: int, players: int
) -> None:
    decided = Counter(play_by_seed(players, deal, sets, seed) for seed in SOAK_SEEDS)
    assert decided["points"] > 400


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("deal", Deal)
def test_players_hold_what_the_table_knows_whatever_is_taken_back(deal: Deal, seed: int) -> None:
    operator = Operator(seed, undo=0.06, pause=0.03)
    made = any_setup(2 + seed % 4, deal, 3 if seed % 2 else 1, seed)

    compared = Comparison()

    def watch(game: CardGame) -> None:
        compared.watch(game)
        operator.watch(game)

    game = play_cards(made, seed, CLUMSY, watch=watch)
    Ledger(game, made)
    assert len(operator.undone) > 5
    assert compared.made > 50
