"""Evenings of simulated games on the virtual board, through the real loop."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest
from meadow.games.package import Package, load_packages
from meadow.journal.read import read_journal
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.load import default_settings
from meadow.settings.schema import Settings
from meadow.telling.words import Words
from meadow_host.audiences import NobodyThere
from meadow_host.evening import Evening, WordsError, guests_of, invitation
from meadow_host.replay import replay_file
from meadow_host.run import DEFAULT_GAMES, Folder, GameTold, play_evening
from meadow_host.scene import Scene, Watchable
from meadow_host.show import open_journal, shown_lines
from meadow_host.twin.players.joining import Guest, Invitation

from tests.examples.quick_rake import QuickRakePackage

BEGAN = "2026-03-07T14:05:09Z"
PACKAGES = load_packages()
REGISTER = made_up_register(default_sets())


def settings() -> Settings:
    return default_settings({name: one.settings_type for name, one in PACKAGES.items()})


def words() -> Words:
    pieces = {uid: REGISTER.piece_of(uid) for uid, _ in REGISTER.entries}
    return Words({uid: piece for uid, piece in pieces.items() if piece is not None})


class Onlooker(NobodyThere):
    """Looks at every step; keeps some scenes."""

    def __init__(self, step_ms: int, keep_every: int = 1) -> None:
        super().__init__(words())
        self.step_ms = step_ms
        self.scenes: list[Scene] = []
        self.longest_ms = 0
        self._keep_every = keep_every
        self._looks = 0

    def look(self, show: Watchable, duration_ms: int) -> None:
        self.longest_ms = max(self.longest_ms, duration_ms)
        self._looks += 1
        if self._looks % self._keep_every == 0:
            self.scenes.append(show.scene(1))


def play(
    folder: Path,
    seed: int,
    games: Sequence[str] = DEFAULT_GAMES,
    onlooker: NobodyThere | None = None,
    frames_hz: int = 1,
) -> list[GameTold]:
    """Play an evening; the journals lie in the folder."""
    folder.mkdir(exist_ok=True)
    into = Folder(folder)
    opens = into.open_journal
    evening = Evening(seed, PACKAGES, settings(), REGISTER, opens, lambda: BEGAN, frames_hz)
    invited = [
        invitation(game.split(), PACKAGES, lambda package: guests_of(seed, REGISTER, package))
        for game in games
    ]
    onlooker = onlooker or NobodyThere(words())
    return play_evening(evening, invited, into, onlooker, words(), settings())


@pytest.mark.parametrize("seed", range(3))
def test_two_games_are_played_to_their_end_and_saved(tmp_path: Path, seed: int) -> None:
    told = play(tmp_path, seed)

    assert [game.title for game in told] == [
        "That's My Stash!, referee check",
        "Quick Paws, referee live",
    ]
    journals = [read_journal(game.writer.path) for game in told]
    assert [journal.path.name for journal in journals] == [
        "000001-sweepers.jsonl",
        "000002-sweepers.jsonl",
    ]
    assert all(journal.finished for journal in journals)
    assert all(game.writer.status().trouble == "" for game in told)
    assert all(game.outcome for game in told)
    assert 60_000 < told[0].game_ms < 600_000


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(100, 300))
def test_any_seed_gives_games_that_end_and_replay(tmp_path: Path, seed: int) -> None:
    for game in play(tmp_path, seed):
        assert replay_file(game.writer.path).identical


@pytest.mark.parametrize(
    "game", ["thats-my-stash way-a way-b", "quick-paws referee-check way-c", "quick-paws way-d"]
)
def test_other_games_can_be_asked_for(tmp_path: Path, game: str) -> None:
    (told,) = play(tmp_path, 5, [game])

    assert read_journal(told.writer.path).finished


def test_the_same_seed_gives_the_same_bytes_however_often_one_looks(tmp_path: Path) -> None:
    games = DEFAULT_GAMES[1:]
    play(tmp_path / "a", 4, games)
    onlooker = Onlooker(step_ms=130, keep_every=50)
    play(tmp_path / "b", 4, games, onlooker, frames_hz=30)
    play(tmp_path / "c", 5, games)

    first, second, third = (
        read_journal(tmp_path / name / "000001-sweepers.jsonl") for name in "abc"
    )
    assert [first.header_raw, *first.raws] == [second.header_raw, *second.raws]
    assert third.raws != first.raws
    assert onlooker.longest_ms <= 130


def test_journals_never_name_a_card_outside_the_facts_of_the_game(tmp_path: Path) -> None:
    for told in play(tmp_path, 2, ["thats-my-stash referee-check way-b"]):
        for shown in shown_lines(open_journal(told.writer.path)):
            if not shown.is_fact:
                assert "treat." not in str(shown.body)
                assert "card a" not in shown.told.what.replace("card arrives", "")


def test_guests_sit_at_all_sides_with_a_rake_and_an_age_each() -> None:
    guests = guests_of(7, REGISTER, PACKAGES["sweepers"])

    assert [guest.side for guest in guests] == ["north", "east", "south", "west"]
    assert len({guest.rake for guest in guests}) == 4
    assert sorted(guest.age_rank for guest in guests) == [1, 2, 3, 4]
    assert guests == guests_of(7, REGISTER, PACKAGES["sweepers"])
    assert guests != guests_of(8, REGISTER, PACKAGES["sweepers"])


GUESTS = (Guest("north", "rake.red", 1),)
MAY_BE_SAID = (
    "write quick-paws or thats-my-stash, then any of: "
    "referee-live, referee-check, way-a, way-b, way-c, way-d; "
    "or sweet-takes, then any of: one-set, three-sets, deal-scanned, deal-unscanned"
)


def guests(package: Package) -> tuple[Guest, ...]:
    return GUESTS


def test_words_choose_a_game() -> None:
    words = ["quick-paws", "referee-check", "way-c", "way-a", "way-c"]
    assert invitation(words, PACKAGES, guests) == (
        Invitation(("quick-paws", "referee-check", "way-c", "way-a"), GUESTS)
    )


@pytest.mark.parametrize(
    ("said", "why"),
    [
        ([], f"name a game; {MAY_BE_SAID}"),
        (["chess"], f"'chess' is no game; {MAY_BE_SAID}"),
        (["way-a"], f"'way-a' goes with a game: name the game first; {MAY_BE_SAID}"),
        (
            ["quick-paws", "way-z"],
            f"'way-z' means nothing with Sweepers chosen; {MAY_BE_SAID}",
        ),
        (["quick-paws", "way-d", "way-a"], "way A does not go with way D"),
        (["thats-my-stash", "way-d"], "way D is rounds of Quick Paws: choose Quick Paws first"),
        (
            ["quick-paws", "seat-north"],
            f"'seat-north': guests choose a game and how it is played, nothing else; {MAY_BE_SAID}",
        ),
        (
            ["sweet-takes", "end"],
            f"'end': guests choose a game and how it is played, nothing else; {MAY_BE_SAID}",
        ),
        (
            ["sweet-takes", "leader", "north"],
            f"'leader' needs more words after it, which guests cannot say; {MAY_BE_SAID}",
        ),
    ],
)
def test_words_that_choose_no_game_are_told(said: list[str], why: str) -> None:
    with pytest.raises(WordsError) as caught:
        invitation(said, PACKAGES, guests)

    assert str(caught.value) == why


def test_a_game_that_the_simulated_players_do_not_know_is_refused_at_once() -> None:
    packages: dict[str, Package] = {**PACKAGES, "quick-rake": QuickRakePackage()}

    with pytest.raises(WordsError) as caught:
        invitation(["quick-rake"], packages, guests)

    assert str(caught.value) == (
        f"'quick-rake' is Quick Rake, which the simulated players cannot play; {MAY_BE_SAID}"
    )
