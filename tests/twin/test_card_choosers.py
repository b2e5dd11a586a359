"""Which card a simulated player of Sweet Takes plays: what may be played, by what is seen."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from random import Random

import meadow_host.twin.players.sweet_takes
import msgspec
import pytest
from meadow.games.game import Input, Placed, Removed
from meadow.games.sweet_takes.setup import Deal
from meadow.pieces.kinds import SuitCard
from meadow_host.twin.players.sweet_takes import Chooser, Sight, at_random, sensible
from meadow_host.twin.players.sweet_takes.bare import CardGame, play_cards, play_on, sit_down
from meadow_host.twin.players.sweet_takes.choosing import followers

from tests.games.sweet_takes.rulebook import Card, Laid, must_match
from tests.games.sweet_takes.scene import FIVE, FOUR, PLAYERS, THREE, cards, setup
from tests.twin.card_ledger import result_of
from tests.twin.card_parlour import CAREFUL

BOX = {(card.suit, card.value): card for card in cards()}
CHOOSERS = [at_random, sensible]


def any_sight(chance: Random) -> Sight:
    """Some cards in the hand, some in the middle, some backs before the player."""
    box = chance.sample(list(BOX.values()), 14)
    size, lying = chance.randint(0, 9), chance.randint(0, 4)
    stash = chance.randint(0 if size else 1, 3)
    return Sight(tuple(box[:size]), stash, tuple(box[9 : 9 + lying]), 4 - lying)


def by_the_book(sight: Sight, depth: int = 2) -> set[tuple[str, int]]:
    """What the rulebook lets a player play from this hand."""
    middle = [Laid("", Card(card.suit, card.value), False) for card in sight.plays]
    hand = [Card(card.suit, card.value) for card in sight.hand]
    return {(card.suit, card.value) for card in must_match(hand, middle, depth)}


@pytest.mark.rule("R99", "R105", "S3")
@pytest.mark.parametrize("depth", [1, 2, 3])
def test_players_know_which_cards_follow(depth: int) -> None:
    for seed in range(300):
        sight = any_sight(Random(seed))
        may = {(card.suit, card.value) for card in followers(sight, depth)}
        assert may == by_the_book(sight, depth)


@pytest.mark.parametrize("chooser", CHOOSERS)
def test_a_chooser_chooses_only_what_may_be_played(chooser: Chooser) -> None:
    blind = 0
    for seed in range(600):
        chance = Random(seed)
        sight = any_sight(chance)
        card = chooser(sight, chance)
        if card is None:
            assert sight.stash
            blind += bool(sight.hand)
        else:
            assert (card.suit, card.value) in by_the_book(sight)
    assert blind > 20, "the stash is played from while there are cards in the hand too"


@pytest.mark.parametrize("chooser", CHOOSERS)
def test_with_an_empty_hand_the_stash_is_played_and_without_a_stash_the_hand(
    chooser: Chooser,
) -> None:
    purple = BOX["purple-rings", 3]
    assert chooser(Sight((), 2, (purple,), 1), Random(1)) is None
    hand = (BOX["pink-buttons", 1],)
    assert {chooser(Sight(hand, 0, (purple,), 1), Random(n)) for n in range(30)} == {hand[0]}


def test_who_plays_last_takes_as_cheaply_as_possible() -> None:
    hand = tuple([BOX["purple-rings", value] for value in (2, 7, 9)])
    middle = (BOX["purple-rings", 5], BOX["purple-rings", 6])
    assert sensible(Sight(hand, 3, middle, 0), Random(1)) == BOX["purple-rings", 7]
    assert sensible(Sight(hand, 3, middle, 1), Random(1)) == BOX["purple-rings", 9]


def test_who_cannot_take_gives_away_as_little_as_possible() -> None:
    hand = tuple([BOX["purple-rings", value] for value in (7, 8, 9)])
    middle = (BOX["purple-rings", 10],)
    assert sensible(Sight(hand, 0, middle, 0), Random(1)) == BOX["purple-rings", 9]


def test_who_cannot_take_rather_plays_from_the_stash_than_a_card_of_many_points() -> None:
    hand = (BOX["purple-rings", 1], BOX["purple-rings", 2])
    middle = (BOX["purple-rings", 10],)
    played = Counter(sensible(Sight(hand, 1, middle, 0), Random(n)) for n in range(200))
    assert 100 < played[None] < 180
    assert played[None] + played[BOX["purple-rings", 2]] == 200


def mixed(seats: tuple[str, ...], seed: int) -> dict[str, Chooser]:
    """Every other seat plays sensibly; which ones alternates with the seed."""
    return {
        seat: sensible if (number + seed) % 2 else at_random for number, seat in enumerate(seats)
    }


@pytest.mark.parametrize(("players", "games"), [(2, 50), (4, 40)])
def test_sensible_players_beat_random_ones(players: int, games: int) -> None:
    seats = PLAYERS[players]
    points: dict[Chooser, list[int]] = {sensible: [], at_random: []}
    for seed in range(games):
        choosers = mixed(seats, seed)
        game = play_cards(setup(seats, leader=seats[seed % players]), seed, CAREFUL, choosers)
        for total in result_of(game).totals:
            points[choosers[total.seat]].append(total.points)
    average = {chooser: sum(all_) / len(all_) for chooser, all_ in points.items()}
    assert average[sensible] > average[at_random] + 3


# ------------------------------------------------------------------------- what they see


class Spy:
    """A chooser that compares what it is shown with what the table knows of everybody."""

    def __init__(self, seat: str, number: int) -> None:
        self._seat, self._number = seat, number
        self.game: CardGame | None = None
        self.looks = 0

    def __call__(self, sight: Sight, rng: Random) -> SuitCard | None:
        assert self.game is not None
        state = self.game.table.state.core
        index = state.setup.index
        assert {card.id for card in sight.hand} == set(index.ids(state.hands[self._number]))
        assert sight.stash == state.stashes[self._number].bit_count()
        assert [card.id for card in sight.plays] == [index.cards[n].id for n in state.plays]
        assert sight.others == len(index.seats) - 1 - len(state.plays)
        self.looks += 1
        return at_random(sight, rng)


@pytest.mark.rule("R88", "R90")
def test_a_chooser_sees_the_own_hand_the_middle_and_the_number_of_its_stash_cards() -> None:
    spies = {seat: Spy(seat, number) for number, seat in enumerate(FOUR)}
    game = sit_down(setup(FOUR), 3, choosers=spies)
    for spy in spies.values():
        spy.game = game
    play_on(game)
    assert all(spy.looks >= 9 for spy in spies.values())


def played_until_shown(changed_over: bool, seed: int) -> tuple[list[Input], tuple[str, str]]:
    """The play until one of two cards, each in a stash of its own, is laid; and the two."""
    game = sit_down(setup(THREE), seed, CAREFUL)
    pile = game.players.world.pile
    first, second = -1 - 9 * 3, -2 - 9 * 3  # they come to north and east once all hands are full
    hidden = (pile[first].id, pile[second].id)
    if changed_over:
        pile[first], pile[second] = pile[second], pile[first]
    shown: list[int] = []

    def watch(at: CardGame) -> None:
        played = {held.card.id for held in at.players.world.played}
        if not shown and played & set(hidden):
            shown.append(len(at.table.steps) - 1)

    play_on(game, watch)
    return [happened for happened, _ in game.table.steps[: shown[0]]], hidden


def renamed(happened: Input, names: Mapping[str, str]) -> Input:
    if isinstance(happened, Placed | Removed):
        return msgspec.structs.replace(happened, piece=names.get(happened.piece, happened.piece))
    return happened


@pytest.mark.rule("R90")
def test_what_a_stash_card_shows_changes_nothing_until_it_is_played() -> None:
    longest = 0
    for seed in range(12):
        one, (first, second) = played_until_shown(False, seed)
        other, _ = played_until_shown(True, seed)
        names = {first: second, second: first}
        assert one == [renamed(happened, names) for happened in other]
        longest = max(longest, len(one))
    assert longest > 2 * 36 + 20, "the deal and several rounds"


@pytest.mark.parametrize("module", ["choosing", "tasks"])
def test_who_chooses_and_who_sees_what_is_to_be_done_know_no_cards_of_others(module: str) -> None:
    """They import no world, no hands and no eyes."""
    package = Path(meadow_host.twin.players.sweet_takes.__file__).parent
    tree = ast.parse((package / f"{module}.py").read_text(encoding="utf-8"))
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and str(node.module).startswith("meadow_host")
        for alias in node.names
    }
    assert imported <= {"DECK"}


@pytest.mark.rule("R90", "S21")
def test_unscanned_nobody_chooses_among_cards_of_a_stash_either() -> None:
    """Which card of the stash comes is by chance: not always the one that lies first."""
    firsts = 0
    for seed in range(12):
        game = sit_down(setup(FIVE, deal=Deal.UNSCANNED), seed, CAREFUL)
        first = {seat: game.players.world.stash(seat)[0] for seat in FIVE}
        play_on(game)
        blind = [held for held in game.players.world.played if held.pile == "stash"]
        assert len(blind) == 15
        firsts += sum(
            next(held.card for held in blind if held.seat == seat) == first[seat] for seat in FIVE
        )
    assert 8 < firsts < 35, "of 60, about a third"
