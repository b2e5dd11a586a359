"""What a game could not begin with is told when the files are read, not only at Start."""

from __future__ import annotations

from typing import Any

import pytest
from meadow.bundle.load import ConfigurationError, load_bundle
from meadow.games.package import (
    ChecksSettings,
    Package,
    PackageError,
    SettingTrouble,
    load_packages,
    settings_troubles,
)
from meadow.pieces.kinds import AnyPiece
from pytest_mock import MockerFixture

from tests.bundle.boxes import CARDS, PICNIC, bundle

GAMES = load_packages()


def told(table: str, **files: str) -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        load_bundle(bundle(table, **files), GAMES)
    return list(caught.value.messages)


def warned(table: str, **files: str) -> tuple[str, ...]:
    return load_bundle(bundle(table, **files), GAMES).warnings


def tags(*pieces: str) -> str:
    return "".join(
        f'[[tag]]\nuid = "{0x04000000 + number:08X}"\npiece = "{piece}"\n'
        for number, piece in enumerate(pieces)
    )


# ---------------------------------------------------------------------------- Sweet Takes


def test_a_misspelt_suit_is_told_with_its_line_and_the_suits_there_are() -> None:
    suits = '[games.sweet-takes]\nsuits = [\n  "bears",\n  "catz",\n  "dogs",\n]\n'
    assert told('[pieces]\nsets = ["c.toml"]\n' + suits, c=CARDS) == [
        'table.toml:6: games.sweet-takes.suits[2]: no card is of the suit catz, did you mean "cats"'
        "?; allowed: bears, cats, dogs, eels"
    ]


def test_suits_of_a_box_that_is_not_there_are_told() -> None:
    table = '[pieces]\nsets = ["p.toml"]\n[games.sweet-takes]\nsuits = ["bears"]\n'
    assert told(table, p=PICNIC) == [
        "table.toml:4: games.sweet-takes.suits[1]: no card is of the suit bears"
    ]


def test_a_suit_that_is_listed_twice_is_told() -> None:
    table = '[pieces]\nsets = ["c.toml"]\n[games.sweet-takes]\nsuits = ["cats", "dogs", "cats"]\n'
    assert told(table, c=CARDS) == [
        "table.toml:4: games.sweet-takes.suits[3]: cats is listed twice"
    ]


def test_fewer_suits_than_two_players_use_are_told() -> None:
    table = '[pieces]\nsets = ["c.toml"]\n[games.sweet-takes]\nsuits = ["cats", "dogs"]\n'
    assert told(table, c=CARDS) == [
        "table.toml:4: games.sweet-takes.suits: 2 suits are too few: 2 players use 3 (R85)"
    ]


def test_mistakes_of_suits_are_told_with_all_others() -> None:
    table = '[strip]\npixels = 1\n[games.sweet-takes]\nsuits = ["x"]\n'
    assert [line.split(": ")[1] for line in told(table)] == [
        "strip.pixels",
        "games.sweet-takes.suits[1]",
    ]


def test_beside_a_key_that_is_wrong_the_others_are_looked_at() -> None:
    lines = told('[games.sweet-takes]\nsuits = ["x"]\nfollow_depth = 9\n')
    assert [line.split(": ")[1] for line in lines] == [
        "games.sweet-takes.suits[1]",
        "games.sweet-takes.follow_depth",
    ]
    lines = told('[games.sweet-takes]\nsuits = "x"\nfollow_depth = 9\n')
    assert [line.split(": ")[1] for line in lines] == [
        "games.sweet-takes.suits",
        "games.sweet-takes.follow_depth",
    ]
    assert len(told("[games]\nsweet-takes = 7\n")) == 1


def test_too_few_suits_in_the_box_are_a_warning_for_there_may_be_other_games() -> None:
    assert warned('[pieces]\nsets = ["c.toml"]\n', c=CARDS) == (
        "Sweet Takes: at most 3 can play: 4 players use 5 suits, 4 are chosen (R85)",
    )
    two = CARDS.replace(', "dogs", "eels"', "")
    assert warned('[pieces]\nsets = ["c.toml"]\n', c=two) == (
        "Sweet Takes: cannot be played: 2 players use 3 suits, 2 are chosen (R85)",
    )


def test_who_names_three_suits_knows_that_two_can_play() -> None:
    table = '[games.sweet-takes]\nsuits = ["blue-worms", "white-swirls", "purple-rings"]\n'
    assert warned(table) == ()


# ------------------------------------------------------------------------------- Sweepers


def test_a_deck_that_is_too_small_is_a_warning() -> None:
    assert warned('[pieces]\nsets = ["p.toml"]\n', p=PICNIC) == (
        "Sweepers: at most 2 can play: the set has 14 Treat cards; 3 players need 21: play with "
        "fewer players or a larger set",
    )


def test_a_card_without_a_token_is_a_warning() -> None:
    more = PICNIC + '[[treat]]\nbackground = "moss"\nitem = "acorn"\n'
    assert warned('[pieces]\nsets = ["p.toml"]\n', p=more) == (
        "Sweepers: cannot be played: the set has 2 Treat card(s) of acorn on moss but 1 Stash "
        "token(s): add tokens or leave the card out",
    )


def test_only_pieces_with_a_tag_can_be_played_with() -> None:
    table = '[pieces]\nregister = "t.toml"\n'
    assert warned(table, t=tags("token.moss.acorn", "treat.moss.acorn")) == (
        "Sweepers: cannot be played: the set has 1 Treat card; 1 player needs 7: play with fewer "
        "players or a larger set; 159 pieces of the sets have no tag yet: enrol the rest",
    )


def test_of_a_game_without_a_single_tag_nothing_is_said() -> None:
    assert warned('[pieces]\nregister = "t.toml"\n', t=tags("rake.red")) == ()
    assert warned('[pieces]\nsets = ["commands"]\n') == ()


# ------------------------------------------------------------------------------ any game


def test_both_games_look() -> None:
    assert [name for name, one in GAMES.items() if isinstance(one, ChecksSettings)] == [
        "sweepers",
        "sweet-takes",
    ]


class Plain:
    """A game that does not look."""

    name = "plain"


class Odd:
    """A game whose look fails."""

    name = "odd"

    def check_settings(
        self, settings: Any, pieces: tuple[AnyPiece, ...]
    ) -> tuple[SettingTrouble, ...]:
        raise KeyError("no such\nthing")


def _package(mocker: MockerFixture, kind: type[Any]) -> Package:
    mock = mocker.Mock(spec=kind(), wraps=kind())
    mock.configure_mock(name=kind.name)
    package: Package = mock
    return package


def test_a_game_need_not_look(mocker: MockerFixture) -> None:
    assert settings_troubles(_package(mocker, Plain), None, ()) == ()


def test_a_look_that_fails_names_the_game(mocker: MockerFixture) -> None:
    with pytest.raises(PackageError) as caught:
        settings_troubles(_package(mocker, Odd), None, ())
    assert str(caught.value) == (
        "the game 'odd' cannot be used: its check of the settings fails with KeyError: "
        "'no such\\nthing'; mend or uninstall it"
    )
