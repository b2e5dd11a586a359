"""Simulated players of Sweet Takes play whole games: finished, repeatable, mistakes survived."""

from __future__ import annotations

import math
from collections import Counter
from functools import cache
from itertools import chain, pairwise

import msgspec
import pytest
from meadow.games.game import Input, Paused, Placed, Refused, Said, Undone
from meadow.games.sweet_takes.facts import (
    CardGiven,
    CardPlayed,
    LeaderNamed,
    PlayWithdrawn,
    SetOpened,
    StashAnnounced,
    SuitsSwapped,
)
from meadow.games.sweet_takes.setup import Deal, DealOrder, Setup
from meadow_host.twin.players.sweet_takes import CardSkill, Mistake
from meadow_host.twin.players.sweet_takes.bare import CardGame, play_cards, play_on, sit_down

from tests.games.sweet_takes.scene import FIVE, FOUR, PLAYERS, THREE, TWO, setup
from tests.twin.card_ledger import Ledger, facts_of
from tests.twin.card_parlour import (
    CAREFUL,
    CLUMSY,
    Comparison,
    Operator,
    Watch,
    all_know,
)

UNSCANNED = Deal.UNSCANNED


def inputs_of(game: CardGame) -> list[Input]:
    return [happened for happened, _ in game.table.steps]


def refusals(game: CardGame) -> Counter[str]:
    """ruling -> how often something was refused by it."""
    outputs = [output for _, given in game.table.steps for output in given]
    return Counter(output.ruling for output in outputs if isinstance(output, Refused))


# --------------------------------------------------------------------- they come to an end


@pytest.mark.parametrize("deal", Deal)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_careful_players_play_a_game_in_which_nothing_is_refused(players: int, deal: Deal) -> None:
    made = setup(PLAYERS[players], deal=deal, leader="")
    compared = Comparison()
    game = play_cards(made, 7, CAREFUL, watch=compared.watch)
    Ledger(game, made)
    assert compared.made >= 24
    assert refusals(game) == Counter()
    assert game.players.mistakes == dict.fromkeys(Mistake, 0)
    assert len(facts_of(game, LeaderNamed)) == 1
    assert 60_000 < game.table.now_ms < 6 * 60_000


@pytest.mark.parametrize("deal", Deal)
@pytest.mark.parametrize("seed", range(4))
def test_the_clumsiest_players_come_to_an_end_too(deal: Deal, seed: int) -> None:
    made = setup(PLAYERS[2 + seed], deal=deal, deal_order=DealOrder.BLOCKS)
    compared = Comparison()
    game = play_cards(made, seed, CLUMSY, watch=compared.watch)
    Ledger(game, made)
    assert compared.made >= 24
    assert sum(game.players.mistakes.values()) > 5


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, same, other = (play_cards(setup(THREE), seed) for seed in (4, 4, 5))
    assert inputs_of(one) == inputs_of(same)
    assert inputs_of(one) != inputs_of(other)


def test_no_movement_is_quicker_than_a_human_one() -> None:
    game = play_cards(setup(THREE), 1, CAREFUL)
    times_ms = sorted({happened.at_ms for happened in inputs_of(game)})
    assert min(b - a for a, b in pairwise(times_ms)) >= 120


@pytest.mark.parametrize("depth", [1, 3, 5])
@pytest.mark.rule("S3")
def test_a_house_rule_that_players_do_not_know_is_learnt_card_by_card(depth: int) -> None:
    made = setup(FIVE, follow_depth=depth)
    refused = 0
    for seed in range(6):
        game = play_cards(made, seed, CAREFUL)
        Ledger(game, made)
        refused += refusals(game)["S3"]
        assert set(refusals(game)) <= {"S3"}
    assert (refused > 0) == (depth > 2)


# -------------------------------------------------------------------------------- mistakes


RATE = 0.1


@cache
def erring(mistake: Mistake) -> list[CardGame]:
    """Games whose players make one mistake at this rate, and no other."""
    skill = msgspec.structs.replace(CAREFUL, **{mistake: RATE})
    return [play_cards(setup(FOUR), seed, skill) for seed in range(10)]


def made_in(games: list[CardGame], mistake: Mistake) -> int:
    assert all(
        sum(game.players.mistakes.values()) == game.players.mistakes[mistake] for game in games
    )
    return sum(game.players.mistakes[mistake] for game in games)


@pytest.mark.parametrize(
    ("mistake", "rulings"),
    [
        (Mistake.REVOKE, {"R99", "R105"}),
        (Mistake.OUT_OF_TURN, {"S22"}),
        (Mistake.DEAL_TWICE, {"T6"}),
        (Mistake.DEAL_UNUSED, {"R86"}),
    ],
)
def test_a_mistake_is_refused_by_its_ruling_each_time(mistake: Mistake, rulings: set[str]) -> None:
    refused = Counter(chain(*[refusals(game).elements() for game in erring(mistake)]))
    assert set(refused) == rulings
    assert refused.total() == made_in(erring(mistake), mistake) > 15


@pytest.mark.rule("S15")
def test_two_cards_at_once_are_both_taken_back_each_time() -> None:
    games = erring(Mistake.TWO_AT_ONCE)
    withdrawn = sum(len(facts_of(game, PlayWithdrawn)) for game in games)
    assert withdrawn == made_in(games, Mistake.TWO_AT_ONCE) > 15
    assert [refusals(game) for game in games] == [Counter()] * 10


@pytest.mark.parametrize(
    ("mistake", "occasions"),
    [
        (Mistake.OUT_OF_TURN, 47),
        (Mistake.TWO_AT_ONCE, 33),
        (Mistake.DEAL_TWICE, 47),
        (Mistake.DEAL_UNUSED, 48),
    ],
)
def test_a_mistake_happens_at_about_its_rate(mistake: Mistake, occasions: int) -> None:
    """Within four standard deviations; after it comes the same occasion again."""
    games = erring(mistake)
    count = occasions * len(games) / (1 - RATE)
    tolerance = 4 * math.sqrt(RATE * (1 - RATE) / count)
    assert abs(made_in(games, mistake) / count - RATE) < tolerance


def test_the_careful_player_has_no_rate_of_mistakes_left() -> None:
    assert [mistake for mistake in Mistake if CAREFUL.rate(mistake)] == []
    assert all(CardSkill().rate(mistake) for mistake in Mistake)
    assert CAREFUL.think_ms == CardSkill().think_ms
    assert CAREFUL.swap == CardSkill().swap


# ----------------------------------------------------------------- undo, pause, the operator


def at_first(phase: str, does: Watch, count: int = 1) -> Watch:
    """Do something the first times that all have looked in a phase, with a card played or dealt."""
    left, compared = [count], Comparison()

    def watch(game: CardGame) -> None:
        view = game.table.view()
        if left[0] and all_know(game) and view["game"]["phase"] == phase and not view["paused"]:
            facts = facts_of(game, CardGiven if phase == "dealing" else CardPlayed)
            if len(facts) >= 5:
                left[0] -= 1
                does(game)
        compared.watch(game)

    return watch


def undo(times: int) -> Watch:
    def watch(game: CardGame) -> None:
        for _ in range(times):
            game.table.say("undo")

    return watch


@pytest.mark.rule("T14")
@pytest.mark.parametrize("times", [1, 4])
@pytest.mark.parametrize(
    ("deal", "phase"),
    [(Deal.SCANNED, "dealing"), (Deal.SCANNED, "playing"), (UNSCANNED, "playing")],
)
def test_players_put_back_what_an_operator_takes_back_and_go_on(
    deal: Deal, phase: str, times: int
) -> None:
    made = setup(THREE, deal=deal)
    game = play_cards(made, 3, CAREFUL, watch=at_first(phase, undo(times)))
    Ledger(game, made)
    assert len(facts_of(game, Undone)) == times
    assert refusals(game) == Counter()


@pytest.mark.rule("T14")
def test_what_lies_in_the_middle_and_was_taken_back_is_lifted_before_play_goes_on() -> None:
    game = play_cards(setup(THREE), 3, CAREFUL, watch=at_first("playing", undo(2)))
    inputs = inputs_of(game)
    at = max(n for n, one in enumerate(inputs) if one == Said(one.at_ms, "undo"))
    started = next(n for n, one in enumerate(inputs[at:], at) if one == Said(one.at_ms, "start"))
    back = [one for one in inputs[at:started] if not isinstance(one, Said)]
    assert [type(one).__name__ for one in back] == ["Removed", "Removed"]


@pytest.mark.rule("T14", "S8")
@pytest.mark.parametrize("deal", Deal)
def test_a_set_that_was_opened_too_early_is_taken_back_with_its_last_card(deal: Deal) -> None:
    made = setup(TWO, sets=3, deal=deal)
    undone: list[int] = []
    compared = Comparison()

    def watch(game: CardGame) -> None:
        opened = facts_of(game, SetOpened)
        if opened and not undone and all_know(game):
            while game.table.view()["game"]["set"] == 2:
                game.table.say("undo")
            game.table.say("undo")
            undone.append(game.table.view()["game"]["round"])
        compared.watch(game)

    game = play_cards(made, 5, CAREFUL, watch=watch)
    Ledger(game, made)
    assert undone == [12]
    assert set(refusals(game)) == set()


@pytest.mark.rule("T14")
def test_a_pause_in_the_middle_of_a_movement_stops_the_hand() -> None:
    """Nothing is laid until play goes on on three, so nothing is refused."""
    game = sit_down(setup(THREE), 6, CAREFUL)

    def watch(at: CardGame) -> None:
        if len(at.table.steps) in (40, 90) and not at.table.view()["paused"]:
            at.table.say("pause")

    play_on(game, watch)
    assert [fact.why for fact in facts_of(game, Paused)] == ["operator", "operator"]
    assert refusals(game) == Counter()


@pytest.mark.parametrize("seed", range(4))
def test_a_restless_operator_ends_no_game(seed: int) -> None:
    made = setup(PLAYERS[2 + seed], sets=3 if seed % 2 else 1)
    operator = Operator(seed, undo=0.06, pause=0.03)
    game = play_cards(made, seed, watch=operator.watch)
    Ledger(game, made)
    assert {"dealing", "playing"} <= set(operator.undone)


@pytest.mark.rule("T15")
@pytest.mark.parametrize(("deal", "place"), [(Deal.SCANNED, "deck"), (UNSCANNED, "east")])
def test_where_a_reader_is_done_without_cards_are_named_to_the_operator(
    deal: Deal, place: str
) -> None:
    made = setup(THREE, deal=deal)

    def off(game: CardGame) -> None:
        game.table.say("off", place)

    phase = "dealing" if deal is Deal.SCANNED else "playing"
    game = play_cards(made, 2, CAREFUL, watch=at_first(phase, off))
    Ledger(game, made)
    inputs = inputs_of(game)
    at = inputs.index(next(one for one in inputs if isinstance(one, Said) and one.word == "off"))
    assert not [one for one in inputs[at:] if isinstance(one, Placed) and one.place == place]
    words = Counter(one.word for one in inputs[at:] if isinstance(one, Said))
    assert words["play"] == (36 if place == "deck" else 0)
    assert (words["stash"] > 0) == (place == "east")


def test_a_card_that_the_operator_names_is_played_for_the_players_too() -> None:
    made = setup(THREE)
    named: list[str] = []

    def name_a_card(game: CardGame) -> None:
        (move, *_) = [m for m in game.table.session.legal(game.table.state) if m.at == "play"]
        named.append(move.pieces[0])
        game.table.say("play", move.pieces[0])

    game = play_cards(made, 2, CAREFUL, watch=at_first("playing", name_a_card, 6))
    Ledger(game, made)
    assert len(named) == 6
    assert refusals(game) == Counter()


# ------------------------------------------------------------------------------ unscanned


@pytest.mark.rule("S20", "S21")
def test_unscanned_a_stash_card_goes_over_the_tray_and_at_the_fifth_seat_after_the_word() -> None:
    made = setup(FIVE, deal=UNSCANNED)
    game = play_cards(made, 1, CAREFUL)
    Ledger(game, made)
    assert [fact.seat for fact in facts_of(game, StashAnnounced)] == ["five"] * 3
    trays = [one.place for one in inputs_of(game) if isinstance(one, Placed)]
    assert Counter(trays) == {"deck": 60, **dict.fromkeys(FOUR, 3)}


def test_unscanned_cards_that_do_not_follow_are_found_in_hindsight() -> None:
    found = 0
    for seed in range(8):
        made = setup(FOUR, deal=UNSCANNED)
        game = play_cards(made, seed, CLUMSY)
        found += Ledger(game, made).result.breaches
        assert set(refusals(game)) <= {"S15"}
    assert found > 30


# ------------------------------------------------------------------------------ three sets


def swaps(made: Setup, skill: CardSkill) -> list[tuple[str, ...]]:
    game = play_cards(made, 8, skill)
    Ledger(game, made)
    return [fact.suits for fact in facts_of(game, SuitsSwapped)]


@pytest.mark.rule("R122", "S16")
def test_between_sets_suits_are_swapped_by_those_who_like_to() -> None:
    always = CardSkill(swap=1.0).flawless()
    first, second = swaps(setup(THREE, sets=3), always)
    assert len(set(first)) == len(set(second)) == 4
    assert first != second
    assert swaps(setup(THREE, sets=3), CardSkill(swap=0.0)) == []
    assert swaps(setup(FIVE, sets=3), always) == [], "with five players all suits are in use"
