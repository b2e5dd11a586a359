"""Suit cards and the turn tracker in a set of pieces: what comes with the table, what a file may
say, and what is refused."""

from __future__ import annotations

from collections import Counter

import pytest
from meadow.pieces.kinds import SuitCard, TurnTracker
from meadow.pieces.sets import PieceSet, PieceSetError, default_sets, parse_set

HEAD = '[set]\nname = "box"\nsuits = ["red", "blue"]\n'
THREE = HEAD + "[suit_cards]\nvalues = 3\n[suit_cards.points]\n"
"""A set of two suits, to be followed by its points: from line 7 on."""


def _box() -> PieceSet:
    return default_sets()[1]


def _cards(pieces: PieceSet) -> list[SuitCard]:
    return [piece for piece in pieces.pieces if isinstance(piece, SuitCard)]


def _messages(text: str) -> tuple[str, ...]:
    with pytest.raises(PieceSetError) as caught:
        parse_set(text, "box.toml")
    return caught.value.messages


# ------------------------------------------------------------------- the default set


@pytest.mark.rule("R79")
def test_the_box_holds_60_cards_10_in_each_of_6_suits() -> None:
    cards = _cards(_box())
    assert len(cards) == 60
    assert Counter(card.suit for card in cards) == {
        "purple-rings": 10,
        "pink-buttons": 10,
        "yellow-bears": 10,
        "white-swirls": 10,
        "green-bursts": 10,
        "blue-worms": 10,
    }


@pytest.mark.rule("R80")
def test_the_box_holds_one_turn_tracker() -> None:
    others = [piece for piece in _box().pieces if not isinstance(piece, SuitCard)]
    assert others == [TurnTracker("tracker")]


@pytest.mark.rule("R93", "S17")
def test_every_card_has_a_value_and_points_and_low_values_score_more() -> None:
    points = {1: 10, 2: 9, 3: 8, 4: 7, 5: 6, 6: 5, 7: 4, 8: 3, 9: 2, 10: 1}
    cards = _cards(_box())
    for suit in {card.suit for card in cards}:
        assert {card.value: card.points for card in cards if card.suit == suit} == points
    assert SuitCard("card.purple-rings.7", "purple-rings", 7, 4) in cards


@pytest.mark.rule("S17")
def test_the_default_set_says_that_its_points_are_ours_until_the_owner_enters_theirs() -> None:
    note = " ".join(_box().note.split())
    assert "printed on the card and not in the rulebook, so the points are ours" in note
    assert "until the owner of a box enters what its cards show" in note
    assert _box().warnings == ()


# --------------------------------------------------------------------- what a file may say


def test_there_is_one_card_for_each_suit_and_value() -> None:
    assert parse_set(THREE + "1 = 9\n2 = 4\n3 = 0\n", "x").pieces == (
        SuitCard("card.red.1", "red", 1, 9),
        SuitCard("card.red.2", "red", 2, 4),
        SuitCard("card.red.3", "red", 3, 0),
        SuitCard("card.blue.1", "blue", 1, 9),
        SuitCard("card.blue.2", "blue", 2, 4),
        SuitCard("card.blue.3", "blue", 3, 0),
    )


@pytest.mark.rule("S17")
def test_an_owner_enters_the_points_of_ten_values() -> None:
    table = "1 = 20\n2 = 15\n3 = 12\n4 = 10\n5 = 8\n6 = 6\n7 = 4\n8 = 3\n9 = 2\n10 = 1\n"
    one = parse_set(f"{HEAD}[suit_cards.points]\n{table}", "x")
    assert [card.points for card in _cards(one) if card.suit == "blue"] == (
        [20, 15, 12, 10, 8, 6, 4, 3, 2, 1]
    )
    assert one.warnings == ()


def test_the_order_of_the_lines_of_the_table_does_not_matter() -> None:
    one = parse_set(THREE + "3 = 1\n1 = 3\n2 = 2\n", "x")
    assert one == parse_set(THREE + "1 = 3\n2 = 2\n3 = 1\n", "x")


def test_only_the_suits_that_are_named_have_cards() -> None:
    text = HEAD + '[suit_cards]\nsuits = ["blue"]\nvalues = 1\npoints = {1 = 5}\n'
    assert parse_set(text, "x").pieces == (SuitCard("card.blue.1", "blue", 1, 5),)


def test_a_turn_tracker_may_have_an_id_of_its_own() -> None:
    text = '[set]\nname = "box"\n[[tracker]]\nid = "tracker.old"\n'
    assert parse_set(text, "x").pieces == (TurnTracker("tracker.old"),)


# ------------------------------------------------------- points that do not fall: a warning


@pytest.mark.rule("S17")
@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("1 = 3\n2 = 3\n3 = 1\n", "box.toml:8: suit_cards.points.2: counts 3, no less than value "
         "1 with 3"),
        ("1 = 3\n2 = 1\n3 = 2\n", "box.toml:9: suit_cards.points.3: counts 2, no less than value "
         "2 with 1"),
        ("1 = 1\n2 = 2\n3 = 3\n", "box.toml:8: suit_cards.points.2: counts 2, no less than value "
         "1 with 1, and so on at 3"),
    ],
)  # fmt: skip
def test_points_that_do_not_fall_are_allowed_with_one_line_of_warning(
    points: str, said: str
) -> None:
    one = parse_set(THREE + points, "box.toml")
    assert len(one.pieces) == 6
    assert one.warnings == (
        f"{said}; allowed, but on all cards we know of points fall as values rise (S17): "
        "is it right?",
    )


# ------------------------------------------------------------------------ what is refused

NEEDS = "each value from 1 on needs a line VALUE = POINTS, as printed on the card (S17)"
TABLE = "a table [suit_cards.points] with a line VALUE = POINTS a value"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            THREE + "1 = 3\n3 = 1\n",
            f"box.toml:6: suit_cards.points: has no points for value 2; {NEEDS}",
        ),
        (THREE, f"box.toml:6: suit_cards.points: has no points for values 1, 2, 3; {NEEDS}"),
        (
            HEAD + "[suit_cards.points]\n1 = 3\n2 = 2\n3 = 1\n",
            "box.toml:4: suit_cards.points: has no points for values 4, 5, 6, 7, 8, 9, 10; "
            + NEEDS,
        ),
        (
            THREE + "1 = 3\n2 = 2\n3 = 1\nseven = 2\n",
            'box.toml:10: suit_cards.points.seven: "seven" is not a value of a card; '
            "allowed: whole numbers from 1 to suit_cards.values, here 3",
        ),
        (
            THREE + "0 = 4\n1 = 3\n2 = 2\n3 = 1\n",
            'box.toml:7: suit_cards.points.0: "0" is not a value of a card; '
            "allowed: whole numbers from 1 to suit_cards.values, here 3",
        ),
        (
            THREE + "1 = 3\n2 = 2\n3 = 1\n4 = 0\n",
            'box.toml:10: suit_cards.points.4: "4" is not a value of a card; '
            "allowed: whole numbers from 1 to suit_cards.values, here 3",
        ),
        (
            THREE + f"1 = 3\n2 = 2\n3 = 1\n{'9' * 5000} = 0\n",
            f'box.toml:10: suit_cards.points.{"9" * 5000}: "{"9" * 37}..." is not a value of a '
            "card; allowed: whole numbers from 1 to suit_cards.values, here 3",
        ),
        (
            THREE + "1 = 3\n2 = -2\n3 = 1\n",
            "box.toml:8: suit_cards.points.2: -2 is too small; allowed: a whole number from 0 "
            "to 99",
        ),
        (
            THREE + "1 = 3\n2 = 2.5\n3 = 1\n",
            "box.toml:8: suit_cards.points.2: 2.5 is not a whole number; allowed: a whole number "
            "from 0 to 99",
        ),
        (
            THREE + '1 = 3\n2 = "2"\n3 = 1\n',
            'box.toml:8: suit_cards.points.2: "2" is not a whole number; allowed: a whole number '
            "from 0 to 99",
        ),
        (
            THREE + "1.5 = 3\n2 = 2\n3 = 1\n",
            "box.toml:7: suit_cards.points.1: a table is not a whole number; allowed: a whole "
            "number from 0 to 99",
        ),
        (
            THREE + "1 = 1000\n2 = 2\n3 = 1\n",
            "box.toml:7: suit_cards.points.1: 1000 is too big; allowed: a whole number from 0 "
            "to 99",
        ),
        (
            THREE + "1 = 3\n2 = 2\n2 = 1\n",
            "box.toml:9: is not TOML: a key is given twice",
        ),
        (
            HEAD + "[suit_cards]\nvalues = 3\npoints = [3, 2, 1]\n",
            f"box.toml:6: suit_cards.points: a list is not a table; allowed: {TABLE}",
        ),
        (
            HEAD + "[suit_cards]\nvalues = 3\n",
            f"box.toml:4: suit_cards.points: is missing; allowed: {TABLE}",
        ),
        (
            HEAD,
            "box.toml:3: set.suits: these suits have no cards; add [suit_cards.points] with a "
            "line VALUE = POINTS for each value (S17)",
        ),
        (
            HEAD + "[suit_cards]\nvalues = 0\npoints = {1 = 3}\n",
            "box.toml:5: suit_cards.values: 0 is too small; allowed: a whole number from 1 to 20",
        ),
        (
            HEAD + "[suit_cards]\nvalues = 50\npoints = {1 = 3}\n",
            "box.toml:5: suit_cards.values: 50 is too big; allowed: a whole number from 1 to 20",
        ),
        (
            '[set]\nname = "box"\n[suit_cards]\nvalues = 1\npoints = {1 = 3}\n',
            "box.toml:3: suit_cards: has no suits; list them in set.suits, as "
            'suits = ["red", "blue"]',
        ),
        (
            '[set]\nname = "box"\nsuits = ["red", "red"]\n[suit_cards]\nvalues = 1\n'
            "points = {1 = 3}\n",
            'box.toml:3: set.suits: "red" is listed twice',
        ),
        (
            '[set]\nname = "box"\nsuits = ["Red Rings"]\n[suit_cards]\nvalues = 1\n'
            "points = {1 = 3}\n",
            'box.toml:3: set.suits[1]: "Red Rings" does not fit; allowed: small letters, digits '
            "and hyphens, a letter first",
        ),
        (
            HEAD + '[suit_cards]\nsuits = ["red", "bleu"]\nvalues = 1\npoints = {1 = 3}\n',
            'box.toml:5: suit_cards.suits[2]: "bleu" is not known, did you mean "blue"?; '
            "allowed: red, blue",
        ),
        (
            HEAD + '[suit_cards]\nsuits = ["red", "red"]\nvalues = 1\npoints = {1 = 3}\n',
            'box.toml:5: suit_cards.suits: "red" is listed twice',
        ),
        (
            HEAD + "[suit_cards]\nsuits = []\nvalues = 1\npoints = {1 = 3}\n",
            "box.toml:5: suit_cards.suits: has 0 elements; allowed: a list of at least 1 "
            "element, each a text",
        ),
        (
            HEAD + "[suit_cards]\nvalue = 1\npoints = {1 = 3}\n",
            'box.toml:5: suit_cards.value: unknown key, did you mean "values"?; '
            "allowed: points, suits, values",
        ),
        (
            HEAD + "[suit_cards]\nvalues = 1\n[suit_cards.pionts]\n1 = 3\n",
            'box.toml:6: suit_cards.pionts: unknown key, did you mean "points"?; '
            "allowed: points, suits, values",
        ),
        (
            HEAD + "[suitcards.points]\n1 = 3\n",
            'box.toml:4: suitcards: unknown key, did you mean "suit_cards"?; allowed: command, '
            "rake, set, suit_cards, token, tokens, tracker, treat, treats",
        ),
        (
            THREE + '1 = 3\n2 = 2\n3 = 1\n[[tracker]]\nid = "card.blue.2"\n',
            'box.toml:11: tracker[1].id: "card.blue.2" is taken by the piece on line 4; '
            "ids are unique",
        ),
        (
            THREE + '1 = 3\n2 = 2\n3 = 1\n[[rake]]\ncolour = "red"\nid = "card.red.1"\n',
            'box.toml:12: rake[1].id: "card.red.1" is taken by the piece on line 4; ids are unique',
        ),
        (
            '[set]\nname = "box"\n[[tracker]]\n[[tracker]]\n',
            "box.toml:4: tracker[2]: is one too many; a set has one turn tracker (R80)",
        ),
        (
            '[set]\nname = "box"\n[[tracker]]\ncolour = "red"\n',
            "box.toml:4: tracker[1].colour: unknown key; allowed: id",
        ),
        (
            '[set]\nname = "box"\n[tracker]\n',
            "box.toml:3: tracker: is a table; allowed: tables headed [[tracker]]",
        ),
    ],
)
def test_a_mistake_in_suit_cards_names_its_file_line_and_key(text: str, message: str) -> None:
    assert _messages(text) == (message,)


def test_all_mistakes_of_suit_cards_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = '[set]\nname = "box"\nsuits = ["red", "blue", "red"]\n'
    text += "[suit_cards]\nvalues = 5\nsuits = 3\ncopies = 2\n"
    text += "[suit_cards.points]\n1 = 4\n2 = -1\nx = 3\n9 = 1\n[[tracker]]\n[[tracker]]\n"
    where = [message.split(": ")[0:2] for message in _messages(text)]
    assert where == [
        ["box.toml:3", "set.suits"],
        ["box.toml:6", "suit_cards.suits"],
        ["box.toml:7", "suit_cards.copies"],
        ["box.toml:8", "suit_cards.points"],
        ["box.toml:10", "suit_cards.points.2"],
        ["box.toml:11", "suit_cards.points.x"],
        ["box.toml:12", "suit_cards.points.9"],
        ["box.toml:14", "tracker[2]"],
    ]


def test_a_set_that_is_refused_gives_no_warning_beside_what_is_wrong() -> None:
    text = THREE + "1 = 3\n2 = 4\n3 = 1\n[[rake]]\ncolour = 5\n"
    assert _messages(text) == (
        "box.toml:11: rake[1].colour: 5 is not a text in quotes; allowed: small letters, digits "
        "and hyphens, a letter first",
    )
