"""The books of a game of Sweet Takes that was played at a bare table, kept by the second referee.

From the facts of the game alone it plays every set again by `rulebook.Book` and compares: what
was followed, who collected what in which order, who led next, scores, winners, breaches.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple, TypeVar

import msgspec
from meadow.games.game import Fact, Finished, Input, Output, Placed, Said, Undone
from meadow.games.session import Session
from meadow.games.sweet_takes.facts import (
    BreachFound,
    CardGiven,
    CardPlayed,
    CardsCollected,
    PlayWithdrawn,
    RoundPlayed,
    SetBegan,
    SetEnded,
    SweetTakesResult,
)
from meadow.games.sweet_takes.setup import Deal, Setup
from meadow_host.twin.players.sweet_takes.bare import CardGame

from tests.games.sweet_takes.rulebook import Book, Card, Taken, collect, ending

POINTS = {value: 11 - value for value in range(1, 11)}
OF_SESSION = ("fact.paused", "fact.resumed", "fact.undone")

F = TypeVar("F", bound=Fact)
_encode = msgspec.json.encode


class Step(NamedTuple):
    """An input that gave facts of the game."""

    happened: Input
    outputs: tuple[Output, ...]

    def fact(self, kind: type[F]) -> F | None:
        return next((output for output in self.outputs if isinstance(output, kind)), None)


def facts_of(game: CardGame, kind: type[F]) -> list[F]:
    """All facts of a kind, also those that were undone later."""
    outputs = [output for _, outputs in game.table.steps for output in outputs]
    return [output for output in outputs if isinstance(output, kind)]


def result_of(game: CardGame) -> SweetTakesResult:
    """The result of a game that is over."""
    outputs = [output for _, given in game.table.steps for output in given]
    result = [output.result for output in outputs if isinstance(output, Finished)][-1]
    assert isinstance(result, SweetTakesResult)
    return result


def what_holds(game: CardGame) -> list[Step]:
    """The steps that gave facts, less those that were undone or withdrawn."""
    held: list[Step] = []
    for happened, outputs in game.table.steps:
        if any(isinstance(output, Undone) for output in outputs):
            held.pop()
        elif any(isinstance(o, Fact) and _tag(o) not in OF_SESSION for o in outputs):
            held.append(Step(happened, outputs))
    counted: list[Step] = []
    for step in held:
        if step.fact(PlayWithdrawn):
            at = max(n for n, one in enumerate(counted) if one.fact(CardPlayed))
            del counted[at]
        else:
            counted.append(step)
    return counted


def _tag(fact: Fact) -> str:
    return str(type(fact).__struct_config__.tag)


def _sets_of(steps: Sequence[Step]) -> Iterator[list[Step]]:
    """The steps of each set, its deal included, up to its end."""
    part: list[Step] = []
    for step in steps:
        part.append(step)
        if step.fact(SetEnded):
            yield part
            part = []


class Ledger:
    """One game checked. Raises AssertionError with the first thing that is not by the book."""

    def __init__(self, game: CardGame, setup: Setup) -> None:
        self._setup = setup
        self._card_of = {card.id: Card(card.suit, card.value) for card in setup.cards}
        sets = list(_sets_of(what_holds(game)))
        assert len(sets) == setup.sets
        self.books = [self._play(number, steps) for number, steps in enumerate(sets, 1)]
        by_book = ending(self.books, POINTS)
        self.result = result_of(game)
        assert {score.seat: score.points for score in self.result.totals} == by_book.points
        assert list(self.result.winners) == by_book.winners
        view = game.table.view()["game"]
        assert {seat["seat"]: seat["total"] for seat in view["seats"]} == by_book.points

    def _play(self, number: int, steps: Sequence[Step]) -> Book:
        plays = [(step, fact) for step in steps if (fact := step.fact(CardPlayed))]
        book = Book(self._setup.index.seats, plays[0][1].seat, self._setup.follow_depth)
        for began in [step.fact(SetBegan) for step in steps]:
            assert began is None or (began.set, began.leader) == (number, book.on_turn)
        self._deal(book, steps)
        collected: Counter[Card] = Counter()
        for step, fact in plays:
            assert fact.seat == book.on_turn
            assert fact.round == len(book.history) + 1
            card = self._card_of[fact.card]
            assert (card in book.players[fact.seat].stash) == (fact.source == "stash")
            if self._setup.deal is Deal.SCANNED:
                assert card in book.allowed(), f"round {fact.round}: {card}"
            taken = book.play(card)
            assert self._taken(step) == taken
            collected.update(card for one in taken for card in (one.up, *one.down))
            self._check_round(step, book, bool(taken))
        assert collected == Counter(self._card_of[fact.card] for _, fact in plays)
        assert collected.total() == 12 * len(book.seats)
        assert max(collected.values()) == 1
        assert book.over
        self._check_scores(steps[-1], book)
        self._check_breaches(steps, book)
        return book

    def _deal(self, book: Book, steps: Sequence[Step]) -> None:
        """As the cards were scanned; unscanned, as they are played in the end."""
        for step in steps:
            given, played = step.fact(CardGiven), step.fact(CardPlayed)
            if given:
                pile = getattr(book.players[given.seat], given.pile)
                pile.add(self._card_of[_card_in(step.happened)])
                assert len(pile) == given.count
            elif played and self._setup.deal is Deal.UNSCANNED:
                player = book.players[played.seat]
                getattr(player, played.source).add(self._card_of[played.card])
        assert {len(player.hand) for player in book.players.values()} == {9}
        assert {len(player.stash) for player in book.players.values()} == {3}

    def _taken(self, step: Step) -> list[Taken]:
        facts = [output for output in step.outputs if isinstance(output, CardsCollected)]
        assert [fact.order for fact in facts] == list(range(1, len(facts) + 1))
        return [
            Taken(
                fact.seat,
                self._card_of[fact.face_up],
                frozenset(self._card_of[name] for name in fact.face_down),
            )
            for fact in facts
        ]

    def _check_round(self, step: Step, book: Book, is_over: bool) -> None:
        ended = step.fact(RoundPlayed)
        assert (ended is not None) == is_over
        if ended is not None:
            winners = list(dict.fromkeys(taken.seat for taken in collect(book.history[-1])))
            assert (ended.round, list(ended.winners)) == (len(book.history), winners)
            assert ended.leader == book.on_turn

    def _check_scores(self, last: Step, book: Book) -> None:
        ended = last.fact(SetEnded)
        assert ended is not None
        shown = {s.seat: (s.points, s.face_up, s.face_down) for s in ended.scores}
        assert shown == {
            seat: (player.score(POINTS), len(player.up), len(player.down))
            for seat, player in book.players.items()
        }

    def _check_breaches(self, steps: Sequence[Step], book: Book) -> None:
        outputs = [output for step in steps for output in step.outputs]
        told = [(o.round, o.seat) for o in outputs if isinstance(o, BreachFound)]
        assert len(told) == len(set(told)), "a breach is told twice"
        expected = book.breaches() if self._setup.deal is Deal.UNSCANNED else set()
        assert set(told) == expected


def _card_in(happened: Input) -> str:
    if isinstance(happened, Said):
        return happened.args[0]
    assert isinstance(happened, Placed)
    return happened.piece


def assert_plays_again(game: CardGame, setup: Setup) -> None:
    """The inputs, written and read, give the same outputs and state, byte for byte."""
    table = game.table
    session = Session(table.session.game)
    state, first = session.begin(msgspec.json.decode(_encode(setup), type=Setup))
    assert _encode(first) == _encode(table.begun)
    for happened, outputs in table.steps:
        again = msgspec.json.decode(_encode(happened), type=type(happened))
        state, came = session.advance(state, again)
        assert _encode(came) == _encode(outputs)
    assert _encode(state) == _encode(table.state)
