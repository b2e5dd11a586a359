"""docs/pieces.md is true: its examples are loaded, its messages are those that come."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.pieces.kinds import COMMAND_WORDS, SuitCard, TurnTracker
from meadow.pieces.register import load_register
from meadow.pieces.sets import PieceSetError, parse_set

PAGE = (Path(__file__).parents[2] / "docs" / "pieces.md").read_text(encoding="utf-8")
SET_EXAMPLE, SUITS_EXAMPLE, TAGS_EXAMPLE = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_set_on_the_page_holds_what_the_page_says() -> None:
    picnic = parse_set(SET_EXAMPLE, "picnic.toml")
    assert picnic.title == "The picnic box"
    assert [piece.id for piece in picnic.pieces] == [
        "token.moss.acorn",
        "token.moss.honeycomb",
        "token.snow.acorn",
        "token.snow.honeycomb",
        "token.sand.acorn",
        "token.sand.honeycomb",
        "token.moss.acorn.2",
        "token.snow.acorn.2",
        "token.snow.acorn.3",
        "treat.moss.acorn",
        "treat.moss.honeycomb",
        "treat.snow.acorn",
        "treat.snow.honeycomb",
        "treat.moss.acorn.gold",
        "rake.red",
        "rake.blue",
        "command.start",
        "command.snap",
    ]


def test_the_suit_cards_on_the_page_are_those_the_page_says() -> None:
    assert parse_set(SUITS_EXAMPLE, "berries.toml").pieces == (
        SuitCard("card.red-currants.1", "red-currants", 1, 7),
        SuitCard("card.red-currants.2", "red-currants", 2, 5),
        SuitCard("card.red-currants.3", "red-currants", 3, 2),
        SuitCard("card.red-currants.4", "red-currants", 4, 1),
        SuitCard("card.sloes.1", "sloes", 1, 7),
        SuitCard("card.sloes.2", "sloes", 2, 5),
        SuitCard("card.sloes.3", "sloes", 3, 2),
        SuitCard("card.sloes.4", "sloes", 4, 1),
        TurnTracker("tracker"),
    )


@pytest.mark.rule("S17")
def test_the_warning_on_the_page_is_the_one_that_comes() -> None:
    odd = parse_set(SUITS_EXAMPLE.replace("3 = 2", "3 = 6"), "berries.toml")
    assert re.findall(r"^meadowd: warning: (.*)$", PAGE, re.MULTILINE) == list(odd.warnings)


def test_the_messages_on_suit_cards_on_the_page_are_those_that_come() -> None:
    wrong = SUITS_EXAMPLE.replace("3 = 2\n4 = 1\n", "4 = 1\n5 = 0\n")
    with pytest.raises(PieceSetError) as caught:
        parse_set(wrong, "berries.toml")
    shown = re.findall(r"^berries\.toml:.*$", PAGE, re.MULTILINE)
    assert list(caught.value.messages) == shown


def test_the_register_on_the_page_fits_the_set_on_the_page(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    path.write_text(TAGS_EXAMPLE, encoding="utf-8")
    register = load_register(path, [parse_set(SET_EXAMPLE, "picnic.toml")])
    assert register.entries == (
        ("04A2B3C4D5E6F7", "token.moss.acorn"),
        ("04A2B3C4D5E6F8", "rake.red"),
    )


def test_the_messages_on_the_page_are_those_that_come() -> None:
    wrong = SET_EXAMPLE.replace('["moss", "snow"] ', '["moss", "snwo"] ')
    wrong = wrong.replace('colour = "red"', 'color = "red"')
    with pytest.raises(PieceSetError) as caught:
        parse_set(wrong, "picnic.toml")
    shown = re.findall(r"^picnic\.toml:.*$", PAGE, re.MULTILINE)
    assert list(caught.value.messages) == shown


def test_the_page_lists_every_command_word() -> None:
    listed = re.findall(r"`([a-z-]+)`", PAGE[PAGE.index("The words of command cards") :])
    assert tuple(listed[: len(COMMAND_WORDS)]) == COMMAND_WORDS
