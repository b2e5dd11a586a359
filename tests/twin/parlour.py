"""Games played by simulated players, in one line each, with every movement watched."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from meadow.games.game import Fact, Seat
from meadow.games.sweepers.setup import Mode, Referee, Setup
from meadow.pieces.kinds import Design, StashToken, TreatCard
from meadow.pieces.sets import default_sets, pieces_of
from meadow_host.twin.players import BareTable, Deed, Played, Players, Skill
from meadow_host.twin.players.bare import LONGEST_MS, company_at, step_on
from meadow_host.twin.players.world import Kind, World

F = TypeVar("F", bound=Fact)

STASH, PAWS = Mode.STASH, Mode.PAWS
LIVE, CHECK = Referee.LIVE, Referee.CHECK
SIDES = ("north", "east", "south", "west")

CLUMSY = Skill(
    wrong_token=0.3,
    overlook=0.7,
    extra=0.4,
    astray=0.25,
    corner=0.15,
    forget=0.4,
    knock_off=0.2,
    shout_early=0.15,
    slip=0.3,
    needless_stop=0.1,
    lay_together=0.5,
    lay_extra=0.25,
    lift_early=0.25,
    deal_twice=0.2,
    deal_wrong=0.15,
    help_knock=0.4,
)
"""Somebody at whose table everything goes wrong, often at once."""


def setup(
    mode: Mode = STASH,
    referee: Referee = LIVE,
    ways: Sequence[str] = (),
    sides: Sequence[str] = SIDES,
    **more: Any,
) -> Setup:
    """A set-up with the default pieces; the first side is the oldest player's."""
    pieces = pieces_of(default_sets())
    colours = ("red", "blue", "yellow", "green")
    hand = "other" if "C" in ways else ""
    settled: dict[str, Any] = {
        "tokens": tuple([piece for piece in pieces if isinstance(piece, StashToken)]),
        "cards": tuple([piece for piece in pieces if isinstance(piece, TreatCard)]),
        "seats": tuple(
            Seat(side, rake=f"rake.{colours[i]}", age_rank=i + 1, hand=hand)
            for i, side in enumerate(sides)
        ),
        **more,
    }
    return Setup(mode=mode, referee=referee, ways=tuple(ways), **settled)


def with_twins(table: Setup) -> Setup:
    """The same with 18 designs, each on two cards and two tokens, and four decoys."""
    designs = [Design(f"ground{n % 3}", f"fruit{n // 3}") for n in range(18)]
    tokens = [StashToken(f"t{n}.{k}", *d) for n, d in enumerate(designs) for k in (1, 2)]
    decoys = [StashToken(f"decoy{n}", "nowhere", f"fruit{n}") for n in range(4)]
    cards = [TreatCard(f"c{n}.{k}", *d) for n, d in enumerate(designs) for k in (1, 2)]
    return Setup(
        mode=table.mode,
        seats=table.seats,
        tokens=(*tokens, *decoys),
        cards=tuple(cards),
        referee=table.referee,
        ways=table.ways,
    )


class Game(NamedTuple):
    """A game that was played to its end, with the players as they sat there then."""

    table: BareTable
    players: Players

    @property
    def world(self) -> World:
        return self.players.world

    def facts(self, kind: type[F]) -> list[F]:
        outputs = [output for _, outputs in self.table.steps for output in outputs]
        return [output for output in outputs if isinstance(output, kind)]


def watched(
    game_setup: Setup,
    seed: int,
    skill: Skill | None = None,
    watch: Callable[[BareTable, Players], None] | None = None,
) -> Game:
    """Play to the end; ``watch`` is called after every single movement."""
    table = BareTable(game_setup)
    players = company_at(table, game_setup, seed, skill)
    if watch is not None:
        players.watch = lambda: watch(table, players)
    while not table.state.finished:
        step_on(table, players)
        assert table.now_ms < LONGEST_MS, f"{game_setup.mode} {seed}: {players.goals}"
    return Game(table, players)


def nothing_is_lost(table: BareTable, players: Players) -> None:
    """Every piece is in one place, and what the table thinks lies on readers lies there."""
    players.world.audit()
    truth: dict[str, set[str]] = {}
    for spot, pieces in players.world.snapshot().items():
        if spot.kind is Kind.TRAY:
            truth[spot.who] = set(pieces)
        elif spot.kind is Kind.READER:
            truth["deck"] = set(pieces)
    assert {place: set(pieces) for place, pieces in table.state.lying if pieces} == truth


def deeds_of(games: Sequence[Played]) -> Counter[str]:
    """How often everything was done, by all players of all games."""
    counted: Counter[str] = Counter()
    for game in games:
        for player in game.players:
            counted.update(player.deeds)
    return counted


__all__ = ["Deed", "Game", "deeds_of", "nothing_is_lost", "setup", "watched", "with_twins"]
