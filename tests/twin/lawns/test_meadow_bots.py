"""Bots at a meadow: they play whole games by the same physics, and see only what people see."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest
from meadow_host.levels import Level
from meadow_host.replay import replay_file
from meadow_host.twin.meadow.bots.company import MeadowPlayers
from meadow_host.twin.meadow.bots.pieces import MeadowPieces
from meadow_host.twin.meadow.bots.skills import SKILLS
from meadow_host.twin.meadow.ground import (
    FLOOR,
    MEADOW,
    PILE,
    SIDES,
    ZONES,
    beside_of,
    reader_of,
)
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.sight import HiddenError
from meadow_host.twin.players.world import Kind, Spot, WorldError
from meadow_host.twin.virtual import PLACES
from pytest_mock import MockerFixture

from tests.twin.lawns.lawn import TOKENS, TREATS
from tests.twin.lawns.table import everybody, played

MODES = (
    ("thats-my-stash", {"stashed"}),
    ("thats-my-stash referee-check", {"stashed"}),
    ("thats-my-stash way-a way-b way-c", {"stashed"}),
    ("quick-paws", {"won", "lost-time"}),
    ("quick-paws referee-check", {"won", "lost-time", "lost-mismatch"}),
    ("quick-paws way-d", {"won", "lost-time"}),
)


@pytest.mark.parametrize(("words", "outcomes"), MODES)
def test_bots_play_every_mode_to_its_end_and_tidy_up(words: str, outcomes: set[str]) -> None:
    game = played(words, seed=1)

    assert game.outcome in outcomes
    assert game.deeds["covered"] > 3
    board, world = game.sitting.board, game.sitting.world
    assert [board.readers.there(place) for place in PLACES] == [()] * 5
    assert sorted(world.at(MEADOW)) == sorted(TOKENS)
    assert sorted(world.at(PILE)) == sorted(TREATS)
    assert [place for place in ZONES if reader_of(place) and world.at(place)] == []


def test_games_take_as_long_as_people_need_and_the_longer_the_less_they_are_practised() -> None:
    minutes = {
        skill: sorted(
            played("thats-my-stash", seed, skill).sitting.ended_ms / 60_000 for seed in range(2)
        )
        for skill in SKILLS
    }

    told = {skill: [f"{one:.1f}" for one in took] for skill, took in minutes.items()}
    assert all(took[0] >= 0.8 and took[-1] <= 10 for took in minutes.values()), told
    assert minutes["expert"][-1] < minutes["practised"][0] < minutes["novice"][0], told


@pytest.mark.parametrize(
    "words", ["thats-my-stash", "quick-paws referee-check", "thats-my-stash referee-check"]
)
def test_their_journals_replay_to_the_same_lines(words: str, tmp_path: Path) -> None:
    journal = played(words, seed=4, skill="novice").journal
    file = tmp_path / "000001-sweepers.jsonl"
    file.write_bytes(journal.header + b"".join(journal.lines))

    for level in (Level.TABLE, Level.RULES):
        assert replay_file(file, level).identical


def test_the_same_seed_plays_the_same_game_and_another_one_another() -> None:
    one, same, other = (played("thats-my-stash", seed).journal.lines for seed in (5, 5, 6))

    assert one == same
    assert one != other


@pytest.mark.parametrize("words", ["thats-my-stash referee-check", "quick-paws"])
def test_no_bot_looks_at_a_card_that_lies_face_down(words: str, mocker: MockerFixture) -> None:
    looks = 0
    design = MeadowPieces.design

    def watched(pieces: MeadowPieces, piece: str) -> object:
        nonlocal looks
        looks += 1
        assert not pieces.is_face_down(piece), piece
        return design(pieces, piece)

    mocker.patch.object(MeadowPieces, "design", watched)

    played(words, seed=2, skill="novice")

    assert looks > 500


def test_a_card_face_down_cannot_be_seen_even_if_a_bot_wanted_to() -> None:
    players = played("thats-my-stash", seed=3).sitting.players
    assert isinstance(players, MeadowPlayers)
    sight = next(iter(players._players.values()))._mind.sight

    with pytest.raises(HiddenError, match="cannot see treat"):
        sight.design(players.pieces.world.at(PILE)[0])


def test_mistakes_of_hands_happen_and_are_put_right() -> None:
    clumsy = played("thats-my-stash", seed=7, skill="novice")

    assert clumsy.deeds["extra"] > 3
    assert clumsy.deeds["returned"] > 5
    assert clumsy.sitting.world.at(FLOOR) == []


def test_two_can_play_and_one_alone_can_practise() -> None:
    assert played("thats-my-stash", seed=2, skill="expert", players=2).outcome == "stashed"
    alone = played("quick-paws", seed=2, skill="expert", players=1)
    assert alone.outcome in {"won", "lost-time"}


@pytest.mark.parametrize("words", ["thats-my-stash", "quick-paws"])
def test_a_rake_that_somebody_left_on_the_meadow_or_the_floor_is_fetched_from_there(
    words: str,
) -> None:
    left: list[str] = []

    def leave_about(world: World) -> None:
        for number, side in enumerate(SIDES):
            for rake in [one for one in world.at(beside_of(side)) if world.lying.is_rake(one)]:
                left.append(rake)
                world.move(rake, [Lie(MEADOW, 20, 20), Lie(FLOOR, 300, 300)][number % 2])

    game = played(words, seed=2, skill="novice", meddle=leave_about)

    assert game.outcome in {"stashed", "won", "lost-time"}
    assert game.deeds["covered"] > 3
    assert len(left) >= 3  # one may lie on a reader, to say something


def test_the_better_player_wins_most_games() -> None:
    abilities = everybody("novice") | {"north": SKILLS["expert"]}

    winners = [
        played("thats-my-stash", seed, abilities=abilities).sitting.eyes.view()["game"]["winners"]
        for seed in range(3)
    ]

    assert winners == [["north"]] * 3


def test_sweet_takes_is_played_with_the_cards_of_the_meadow() -> None:
    game = played("sweet-takes", seed=1, players=5)

    assert game.outcome in {"won", "shared"}
    assert game.sitting.world.steps < 100


def test_cards_are_played_the_faster_and_the_better_the_more_they_are_practised() -> None:
    minutes = {
        skill: played("sweet-takes", 1, skill, players=3).sitting.ended_ms / 60_000
        for skill in SKILLS
    }
    assert minutes["expert"] < minutes["practised"] < minutes["novice"], minutes

    abilities = everybody("novice") | {"north": SKILLS["expert"]}
    points: Counter[str] = Counter()
    for seed in range(6):
        sitting = played("sweet-takes", seed, players=3, abilities=abilities).sitting
        for seat in sitting.eyes.view()["game"]["seats"]:
            points[seat["seat"]] += seat["points"]
    assert points.most_common(1)[0][0] == "north", points


def test_a_piece_that_is_nowhere_is_a_fault_that_is_told() -> None:
    players = played("quick-paws", seed=1, skill="expert").sitting.players
    assert players is not None

    with pytest.raises(WorldError, match=r"there is no piece 'token\.moon\.cheese' here"):
        players.pieces.where("token.moon.cheese")
    with pytest.raises(WorldError, match="cards do not belong on the meadow"):
        players.pieces.move(TREATS[0], Spot(Kind.MEADOW))


@pytest.mark.soak
@pytest.mark.parametrize("skill", list(SKILLS))
@pytest.mark.parametrize("words", [words for words, _ in MODES])
def test_hundreds_of_games_come_to_an_end_and_replay(
    words: str, skill: str, tmp_path: Path
) -> None:
    for seed in range(100, 112):
        journal = played(words, seed, skill).journal
        file = tmp_path / f"{seed}.jsonl"
        file.write_bytes(journal.header + b"".join(journal.lines))
        assert replay_file(file, Level.TABLE).identical, (words, skill, seed)
