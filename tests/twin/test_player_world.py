"""The physical table: pieces are moved, never made or lost, and hands can do only so much."""

from __future__ import annotations

from random import Random

import pytest
from meadow_host.twin.players import BareTable
from meadow_host.twin.players.sight import HiddenError, Sight
from meadow_host.twin.players.world import (
    ASIDE,
    DECK_READER,
    FLOOR,
    MEADOW,
    PILE,
    Kind,
    Spot,
    World,
    WorldError,
)

from tests.twin.parlour import setup

ACORN = "token.moss.acorn"
NUT = "token.moss.hazelnut"
CARD = "treat.moss.acorn"
NORTH_HAND = Spot(Kind.HAND, "north")
NORTH_TRAY = Spot(Kind.TRAY, "north")
NORTH_CARDS = Spot(Kind.FACE_UP, "north")


def world() -> World:
    table = setup(sides=("north", "south"))
    return World(table.tokens, table.cards, table.seats, Random(1))


def test_all_begins_on_the_meadow_in_the_pile_and_beside_the_players() -> None:
    new = world()

    assert len(new.at(MEADOW)) == 42
    assert len(new.at(PILE)) == 36
    assert new.at(Spot(Kind.BESIDE, "north")) == ["rake.red"]
    assert new.at(Spot(Kind.BESIDE, "south")) == ["rake.blue"]
    new.audit()


def test_a_piece_is_where_it_was_moved_and_nowhere_else() -> None:
    moved = world()

    moved.move(ACORN, NORTH_TRAY)
    moved.move(ACORN, NORTH_HAND)

    assert moved.where(ACORN) == NORTH_HAND
    assert list(moved.at(NORTH_TRAY)) == []
    assert len(moved.at(MEADOW)) == 41
    moved.audit()


def test_a_hand_holds_one_thing_so_the_rake_goes_down_before_a_token_is_picked_up() -> None:
    holding = world()
    holding.move("rake.red", NORTH_HAND)

    with pytest.raises(WorldError, match=r"the hand of north holds rake\.red"):
        holding.move(ACORN, NORTH_HAND)


def test_a_token_lies_only_on_a_card_that_is_face_up_and_free() -> None:
    table = world()
    with pytest.raises(WorldError, match=f"{ACORN} cannot be laid on {CARD}"):
        table.move(ACORN, Spot(Kind.CARD, CARD))

    table.move(CARD, NORTH_CARDS)
    table.move(ACORN, Spot(Kind.CARD, CARD))

    assert table.on_card(CARD) == ACORN
    with pytest.raises(WorldError, match=f"{NUT} cannot be laid on {CARD}"):
        table.move(NUT, Spot(Kind.CARD, CARD))


@pytest.mark.parametrize(
    ("piece", "spot"),
    [(ACORN, PILE), (CARD, MEADOW), (CARD, NORTH_HAND), ("rake.red", FLOOR), ("rake.red", ASIDE)],
)
def test_no_piece_goes_where_its_kind_does_not_belong(piece: str, spot: Spot) -> None:
    with pytest.raises(WorldError, match=piece):
        world().move(piece, spot)


def test_a_piece_that_is_not_there_cannot_be_moved() -> None:
    with pytest.raises(WorldError, match=r"no piece 'token\.lost'"):
        world().move("token.lost", MEADOW)


def test_the_audit_finds_a_piece_that_is_lost() -> None:
    robbed = world()
    lying = robbed.at(MEADOW)
    assert isinstance(lying, list)
    lying.remove(ACORN)

    with pytest.raises(WorldError, match=f"lost or misplaced.*{ACORN}"):
        robbed.audit()


def test_the_audit_finds_a_piece_that_is_in_two_places() -> None:
    doubled = world()
    lying = doubled.at(MEADOW)
    assert isinstance(lying, list)
    lying.append(ACORN)

    with pytest.raises(WorldError, match=f"{ACORN} is at .* and at "):
        doubled.audit()


def test_gathering_brings_all_tokens_back_and_shuffles_all_cards() -> None:
    used = world()
    before = list(used.at(PILE))
    used.move(CARD, NORTH_CARDS)
    used.move(ACORN, Spot(Kind.CARD, CARD))
    used.move(NUT, FLOOR)

    used.collect()

    assert len(used.at(MEADOW)) == 42
    assert sorted(used.at(PILE)) == sorted(before)
    assert list(used.at(PILE)) != before
    used.audit()


def test_set_aside_cards_become_the_pile() -> None:
    table = world()
    for card in list(table.at(PILE)):
        table.move(card, ASIDE)

    table.pile_from_aside()

    assert len(table.at(PILE)) == 36
    assert not table.at(ASIDE)


# --------------------------------------------------------------------------------- sight


@pytest.mark.parametrize("spot", [PILE, ASIDE, DECK_READER, Spot(Kind.DECK, "north")])
def test_nobody_sees_what_a_card_shows_that_lies_face_down(spot: Spot) -> None:
    table = world()
    table.move(CARD, spot)
    north = Sight("north", table, BareTable(setup()))

    with pytest.raises(HiddenError, match=f"north cannot see {CARD}"):
        north.design(CARD)
    with pytest.raises(HiddenError, match=f"north cannot see {CARD}"):
        north.fits(ACORN, CARD)


def test_everybody_sees_a_card_that_is_turned_up_and_the_token_on_it() -> None:
    table = world()
    table.move(CARD, NORTH_CARDS)
    table.move(ACORN, Spot(Kind.CARD, CARD))
    south = Sight("south", table, BareTable(setup()))

    assert south.design(CARD) == ("moss", "acorn")
    assert south.on_card(CARD) == ACORN
    assert south.uncovered("north") == []


def test_where_a_card_lies_is_not_told_as_if_it_were_a_token() -> None:
    with pytest.raises(HiddenError, match=f"{CARD} is no token"):
        Sight("south", world(), BareTable(setup())).spot(CARD)
