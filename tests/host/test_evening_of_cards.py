"""Evenings of Sweet Takes on the virtual board: played, saved, and replayed line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec
import pytest
from meadow.games.package import load_packages
from meadow.journal.lines import Kind
from meadow.journal.read import Journal, read_journal
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.load import default_settings
from meadow.telling.words import Words
from meadow_host.audiences import NobodyThere
from meadow_host.evening import Evening, guests_of, invitation
from meadow_host.levels import Level
from meadow_host.replay import replay_file
from meadow_host.run import Folder, GameTold, play_evening

PACKAGES = load_packages()
REGISTER = made_up_register(default_sets())
SETTINGS = default_settings({name: one.settings_type for name, one in PACKAGES.items()})
WORDS = Words({uid: piece for uid, _ in REGISTER.entries if (piece := REGISTER.piece_of(uid))})
WAYS = ("", "three-sets", "deal-unscanned", "deal-unscanned three-sets")


def play(folder: Path, seed: int, players: int, games: Sequence[str]) -> list[GameTold]:
    """An evening; its journals lie in the folder."""
    folder.mkdir(exist_ok=True)
    into = Folder(folder)
    evening = Evening(
        seed, PACKAGES, SETTINGS, REGISTER, into.open_journal, lambda: "2026-03-07T14:05:09Z", 1
    )
    invited = [
        invitation(game.split(), PACKAGES, lambda one: guests_of(seed, REGISTER, one, players))
        for game in games
    ]
    return play_evening(evening, invited, into, NobodyThere(WORDS), WORDS, SETTINGS)


def sweet_takes(folder: Path, seed: int, players: int, ways: str) -> Path:
    """A game of Sweet Takes; gives its journal."""
    (told,) = play(folder, seed, players, [f"sweet-takes {ways}"])
    assert told.outcome
    return told.writer.path


def bodies(journal: Journal, kind: str) -> list[bytes]:
    """The bodies of all facts of a kind, as they are written."""
    outputs = [bytes(line.body) for line in journal.lines if line.kind is Kind.OUTPUT]
    return [body for body in outputs if f'"type":"fact.{kind}"'.encode() in body]


@pytest.mark.parametrize("ways", WAYS)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_game_is_played_to_its_end_and_replays_identically(
    tmp_path: Path, players: int, ways: str
) -> None:
    path = sweet_takes(tmp_path, players, players, ways)

    sets = 3 if "three-sets" in ways else 1
    journal = read_journal(path)
    assert journal.finished
    assert journal.path.name == "000001-sweet-takes.jsonl"
    assert len(bodies(journal, "set-ended")) == sets
    assert len(bodies(journal, "round-played")) >= 12 * sets
    assert len(bodies(journal, "card-played")) >= 12 * sets * players
    for level in (Level.TABLE, Level.RULES):
        found = replay_file(path, level)
        assert found.difference is None
        assert found.finished
        assert found.view["game"]["phase"] == "over"
        assert len(found.result["sets"]) == sets
        assert [score["seat"] for score in found.result["totals"]] == [
            seat["seat"] for seat in found.view["game"]["seats"]
        ]
        assert len(found.result["totals"]) == players


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 200))
def test_any_seed_gives_a_game_that_ends_and_replays(tmp_path: Path, seed: int) -> None:
    path = sweet_takes(tmp_path, seed, 2 + seed % 4, WAYS[seed // 4 % 4])
    for level in (Level.TABLE, Level.RULES):
        assert replay_file(path, level).difference is None


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    first, second, third = (
        read_journal(sweet_takes(tmp_path / name, seed, 5, ""))
        for name, seed in (("a", 4), ("b", 4), ("c", 5))
    )
    assert [first.header_raw, *first.raws] == [second.header_raw, *second.raws]
    assert third.raws != first.raws


@pytest.mark.rule("T4", "T5")
def test_both_games_can_be_played_in_one_evening_in_any_order(tmp_path: Path) -> None:
    games = ["sweet-takes deal-unscanned", "quick-paws", "sweet-takes", "thats-my-stash"]
    told = play(tmp_path, 6, 3, games)
    assert [game.title for game in told] == [
        "Sweet Takes, unscanned",
        "Quick Paws",
        "Sweet Takes",
        "That's My Stash!",
    ]
    for game in told:
        assert replay_file(game.writer.path).difference is None


@pytest.mark.rule("S20", "S21", "T4")
def test_the_fifth_seat_joins_by_its_card_and_says_stash_by_the_command_card(
    tmp_path: Path,
) -> None:
    journal = read_journal(sweet_takes(tmp_path, 5, 5, "deal-unscanned"))

    setup = PACKAGES["sweet-takes"].setup_type
    seats = msgspec.json.decode(journal.header.setup, type=setup).seats
    assert [seat.side for seat in seats] == ["north", "east", "south", "west", "five"]
    said = bodies(journal, "stash-announced")
    assert len(said) == 3
    assert all(b'"seat":"five"' in body for body in said)
    arrived = [bytes(line.body) for line in journal.lines if b'"arrived"' in bytes(line.body)]
    stash = str(REGISTER.uid_of("command.stash")).encode()
    assert len([body for body in arrived if stash in body]) == 3
