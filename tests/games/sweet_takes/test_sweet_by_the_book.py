"""The core and a second referee, written from the rulebook alone, agree over seeded games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest
from meadow.games.game import Finished, Output, Placed, Refused, Said, Step
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.facts import (
    BreachFound,
    CardsCollected,
    RoundPlayed,
    SetBegan,
    SetEnded,
    SweetTakesResult,
)
from meadow.games.sweet_takes.setup import Deal, DealOrder, Setup
from meadow.games.sweet_takes.state import State

from tests.games.sweet_takes.rulebook import Book, Card, Laid, Taken, collect, ending, must_match
from tests.games.sweet_takes.scene import FIVE, SUITS, cards, setup

SLICE_SEEDS = range(200)
SOAK_SEEDS = range(2000)


def some_setup(players: int, chance: Random, deal: Deal) -> tuple[Setup, dict[int, int]]:
    """A set-up with so many players, and what its cards count."""
    fall = chance.choice(([11 - value for value in range(1, 11)], [1] * 10, [3, 1, 2, 0, 9] * 2))
    points = dict(zip(range(1, 11), fall, strict=True))
    seats = chance.choice(list(combinations(FIVE, players)))
    made = setup(
        seats,
        cards=cards(points),
        suits=tuple(chance.sample(list(SUITS.values()), players + 1)),
        leader=chance.choice(seats),
        sets=chance.choice((1, 1, 1, 3)),
        deal=deal,
        deal_order=chance.choice(list(DealOrder)),
        follow_depth=chance.choice((2, 2, 2, 1, 3, 4, 5)),
    )
    return made, points


class Table:
    """The core with the book beside it, and a clock."""

    def __init__(self, made: Setup, chance: Random) -> None:
        self.game = SweetTakes()
        self.chance = chance
        self.setup = made
        self.card_of = {card.id: Card(card.suit, card.value) for card in made.cards}
        self.id_of = {card: name for name, card in self.card_of.items()}
        self.now_ms = 0
        self.outputs: tuple[Output, ...] = ()
        self.state = self._took(self.game.begin(made))

    def _took(self, step: Step[State]) -> State:
        self.outputs = step.outputs
        return step.state

    def lay(self, card: Card, place: str = "deck") -> None:
        self.now_ms += 1000
        placed = Placed(self.now_ms, place, self.id_of[card])
        self.state = self._took(self.game.advance(self.state, placed))

    def say(self, word: str) -> None:
        self.state = self._took(self.game.advance(self.state, Said(self.now_ms, word)))

    @property
    def refused(self) -> bool:
        return any(isinstance(output, Refused) for output in self.outputs)

    def legal(self) -> set[Card]:
        """The cards that the core takes on the deck reader."""
        (move,) = [m for m in self.game.legal(self.state) if (m.do, m.at) == ("place", "deck")]
        return {self.card_of[name] for name in move.pieces}


def deal_by_the_book(table: Table, book: Book) -> None:
    """Shuffle the suits in use; 9 to each hand, then 3 to each stash."""
    suits = {table.setup.index.suits[suit] for suit in table.state.suits}
    pack = [card for card in table.id_of if card.suit in suits]
    table.chance.shuffle(pack)
    turns = [(seat, pile) for pile in ["hand"] * 9 + ["stash"] * 3 for seat in book.seats]
    if table.setup.deal_order is DealOrder.BLOCKS:
        turns.sort(key=lambda turn: book.seats.index(turn[0]))
    for (seat, pile), card in zip(turns, pack, strict=False):
        getattr(book.players[seat], pile).add(card)
        if table.setup.deal is Deal.SCANNED:
            table.lay(card)


def collected(table: Table) -> list[Taken]:
    facts = [output for output in table.outputs if isinstance(output, CardsCollected)]
    assert [fact.order for fact in facts] == list(range(1, len(facts) + 1))
    return [
        Taken(
            fact.seat,
            table.card_of[fact.face_up],
            frozenset(table.card_of[name] for name in fact.face_down),
        )
        for fact in facts
    ]


def play_set(table: Table, book: Book) -> None:
    """Play to the end of a set; core and book agree on every card, round and score."""
    while not book.over:
        allowed = book.allowed()
        assert table.legal() == allowed
        if table.chance.random() < 0.2:
            refuse_another(table, allowed)
        card = table.chance.choice(sorted(allowed))
        taken = book.play(card)
        table.lay(card)
        assert not table.refused
        assert collected(table) == taken
        if taken:
            assert_next(table, book)


def refuse_another(table: Table, allowed: set[Card]) -> None:
    """Any card of the box that may not be played is refused."""
    other = table.chance.choice(sorted(set(table.id_of) - allowed))
    before = table.state
    table.lay(other)
    assert table.refused
    assert table.state is before


def assert_next(table: Table, book: Book) -> None:
    (ended,) = [output for output in table.outputs if isinstance(output, RoundPlayed)]
    winners = list(dict.fromkeys(taken.seat for taken in collect(book.history[-1])))
    assert (ended.round, list(ended.winners)) == (len(book.history), winners)
    assert ended.leader == book.on_turn


def assert_scores(table: Table, book: Book, points: dict[int, int]) -> None:
    (ended,) = [output for output in table.outputs if isinstance(output, SetEnded)]
    assert {
        score.seat: (score.points, score.face_up, score.face_down) for score in ended.scores
    } == {
        seat: (player.score(points), len(player.up), len(player.down))
        for seat, player in book.players.items()
    }
    collected_cards = Counter(
        card for player in book.players.values() for card in (*player.up, *player.down)
    )
    assert set(collected_cards.values()) == {1}
    assert collected_cards.total() == 12 * len(book.seats)


def assert_ending(table: Table, books: Sequence[Book], points: dict[int, int]) -> str:
    """The winners are the book's; gives what decided."""
    (result,) = [output.result for output in table.outputs if isinstance(output, Finished)]
    assert isinstance(result, SweetTakesResult)
    by_book = ending(books, points)
    assert {score.seat: score.points for score in result.totals} == by_book.points
    assert list(result.winners) == by_book.winners
    return result.decided_by


def play_game(players: int, seed: int) -> str:
    """A scanned game by the seed; gives what decided it."""
    chance = Random(f"{players} {seed}")
    made, points = some_setup(players, chance, Deal.SCANNED)
    table = Table(made, chance)
    seats = [seat.side for seat in made.seats]
    leader, books = made.leader, []
    for number in range(1, made.sets + 1):
        book = Book(seats, leader, made.follow_depth)
        deal_by_the_book(table, book)
        began = [output for output in table.outputs if isinstance(output, SetBegan)]
        assert [(one.set, one.leader) for one in began] == [(number, leader)]
        play_set(table, book)
        assert_scores(table, book, points)
        books.append(book)
        leader = book.on_turn
        if number < made.sets:
            table.say("start")
    return assert_ending(table, books, points)


@pytest.mark.rule("R81", "R99", "R105", "R109", "R113", "R117", "R118", "R119", "S3", "S5")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_core_and_book_agree_on_every_card_round_and_score(players: int) -> None:
    decided = {play_game(players, seed) for seed in SLICE_SEEDS}
    assert "points" in decided


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_core_and_book_agree_over_two_thousand_games(players: int) -> None:
    decided = Counter(play_game(players, seed) for seed in SOAK_SEEDS)
    assert {"points", "cards", "shared"} <= set(decided), decided


# -------------------------------------------------------------------------- unscanned


def play_unscanned(players: int, seed: int) -> int:
    """Players who often forget to follow; gives how many breaches there were."""
    chance = Random(f"unscanned {players} {seed}")
    made, points = some_setup(players, chance, Deal.UNSCANNED)
    table = Table(made, chance)
    leader, books, breaches = made.leader, [], 0
    for number in range(1, made.sets + 1):
        book = Book([seat.side for seat in made.seats], leader, made.follow_depth)
        deal_by_the_book(table, book)
        breaches += forgetful_set(table, book, number)
        assert_scores(table, book, points)
        books.append(book)
        leader = book.on_turn
        if number < made.sets:
            table.say("start")
    assert_ending(table, books, points)
    return breaches


def forgetful_set(table: Table, book: Book, number: int) -> int:
    """One set in which cards are often played that do not follow; gives how many were found."""
    chance = table.chance
    found: set[tuple[int, str]] = set()
    while not book.over:
        seat = book.on_turn
        player = book.players[seat]
        some = must_match(player.hand, book.middle, book.depth) if chance.random() < 0.7 else ()
        card = chance.choice(sorted(some or player.hand | player.stash))
        stash = card in player.stash
        if stash and (seat == "five" or chance.random() < 0.3):
            table.say("stash")
            table.lay(card)
        else:
            table.lay(card, seat if stash else "deck")
        taken = book.play(card)
        told = [output for output in table.outputs if isinstance(output, BreachFound)]
        assert not found & {(one.round, one.seat) for one in told}, "told twice"
        assert all(one.set == number for one in told)
        found |= {(one.round, one.seat) for one in told}
        assert collected(table) == taken
        if taken:
            assert_next(table, book)
    assert found == book.breaches()
    return len(found)


@pytest.mark.rule("S21", "S3")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_hindsight_core_and_book_find_the_same_breaches(players: int) -> None:
    assert sum(play_unscanned(players, seed) for seed in SLICE_SEEDS) > 100


@pytest.mark.soak
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_in_hindsight_core_and_book_find_the_same_breaches_in_many_games(players: int) -> None:
    assert sum(play_unscanned(players, seed) for seed in SOAK_SEEDS) > 1000


# -------------------------------------------------------------- the book itself, by hand


def laid(*cards_of: str) -> list[Laid]:
    """ "north purple 7" ... in turn order."""
    words = [one.split() for one in cards_of]
    return [Laid(seat, Card(suit, int(value)), False) for seat, suit, value in words]


def test_the_book_follows_the_starting_then_the_secondary_suit() -> None:
    middle = laid("north purple 7", "east purple 2", "south pink 3")
    hand = {Card("pink", 1), Card("pink", 9), Card("blue", 5)}
    assert must_match(hand, middle) == {Card("pink", 1), Card("pink", 9)}
    assert must_match(hand | {Card("purple", 1)}, middle) == {Card("purple", 1)}
    assert must_match({Card("blue", 5)}, middle) == {Card("blue", 5)}


def test_the_book_collects_in_the_order_of_the_rulebook() -> None:
    middle = laid("north purple 7", "east pink 2", "south purple 9", "west pink 1")
    assert collect(middle) == [
        Taken("south", Card("purple", 9), frozenset({Card("purple", 7)})),
        Taken("east", Card("pink", 2), frozenset({Card("pink", 1)})),
    ]
