"""Simulated players know only what a person at the table could see."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import meadow_host.twin.players
import pytest
from meadow.games.game import REFEREE, Input, Placed, Removed
from meadow.games.sweepers.setup import Mode, Referee, Setup
from meadow_host.twin.players import BareTable, Players
from meadow_host.twin.players.bare import company_at, step_on
from meadow_host.twin.players.world import PILE, Kind

from tests.twin.parlour import CHECK, LIVE, PAWS, STASH, setup

MODES = [(STASH, LIVE), (STASH, CHECK), (PAWS, LIVE), (PAWS, CHECK)]


class RefereesTable(BareTable):
    """A table that shows the referee's view, hidden cards and all, to everybody."""

    def view(self) -> Mapping[str, Any]:
        if self._view is None:
            self._view = self.session.view(self.state, REFEREE)
        return self._view


def inputs_of(table: BareTable, game_setup: Setup, seed: int) -> list[Input]:
    players = company_at(table, game_setup, seed)
    while not table.state.finished:
        step_on(table, players)
    return [happened for happened, _ in table.steps]


@pytest.mark.parametrize(("mode", "referee"), MODES)
def test_players_who_could_see_all_cards_play_no_differently(mode: Mode, referee: Referee) -> None:
    game = setup(mode, referee)

    blind = inputs_of(BareTable(game), game, seed=6)
    seeing = inputs_of(RefereesTable(game), game, seed=6)

    assert blind == seeing


def renamed(happened: Input, names: dict[str, str]) -> Input:
    if isinstance(happened, Placed):
        return Placed(happened.at_ms, happened.place, names.get(happened.piece, happened.piece))
    if isinstance(happened, Removed):
        return Removed(happened.at_ms, happened.place, names.get(happened.piece, happened.piece))
    return happened


def played_until_seen(
    game_setup: Setup, seed: int, swap: bool
) -> tuple[list[Input], tuple[str, str]]:
    """All inputs until one of the first two cards dealt (the last to be turned up) is seen."""
    table = BareTable(game_setup)
    players = company_at(table, game_setup, seed)
    top, second = players.world.at(PILE)[-1], players.world.at(PILE)[-2]
    if swap:
        players.world.move(second, PILE)
    while not table.state.finished and not _seen(players, top, second):
        step_on(table, players)
    return [happened for happened, _ in table.steps], (top, second)


def _seen(players: Players, *cards: str) -> bool:
    return any(players.world.where(card).kind is Kind.FACE_UP for card in cards)


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("mode", "referee"), MODES)
def test_what_a_face_down_card_shows_changes_nothing_until_it_is_turned_up(
    mode: Mode, referee: Referee, seed: int
) -> None:
    """North's and east's bottom cards are exchanged: they play on in the same way."""
    game = setup(mode, referee)

    one, (top, second) = played_until_seen(game, seed, swap=False)
    other, _ = played_until_seen(game, seed, swap=True)

    names = {top: second, second: top}
    assert one == [renamed(happened, names) for happened in other]
    assert len(one) > 100


MIND = ("mind", "playing", "standing", "laying", "memory", "goals")


@pytest.mark.parametrize("module", MIND)
def test_a_mind_gets_nothing_of_the_world_but_through_its_sight(module: str) -> None:
    """The modules that decide import no world, no hands and no eyes."""
    package = Path(meadow_host.twin.players.__file__).parent
    tree = ast.parse((package / f"{module}.py").read_text(encoding="utf-8"))
    imported = {
        (node.module.rpartition(".")[2], alias.name)
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for alias in node.names
    }

    assert {name for source, name in imported if source == "world"} <= {"Kind"}
    assert not {source for source, _ in imported} & {"hands", "body", "cards", "bare", "company"}


def test_the_public_view_that_players_get_has_no_hidden_cards() -> None:
    game = setup(STASH, CHECK)
    table = BareTable(game)
    players = company_at(table, game, 1)
    while table.view()["game"]["phase"] != "playing":
        step_on(table, players)

    shown = table.view()["game"]

    assert "draw_pile" not in shown
    assert [set(side) & {"deck", "done", "seen"} for side in shown["sides"]] == [set()] * 4
