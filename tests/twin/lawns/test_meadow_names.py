"""Sets of pieces choose their ids: a piece may be called like a place, a seat, a card's handle."""

from __future__ import annotations

import pytest
from meadow.pieces.kinds import AnyPiece, Rake, StashToken, SuitCard, TreatCard
from meadow.pieces.register import Register
from meadow.pieces.sets import default_sets, pieces_of
from meadow_host.twin.meadow.ground import FLOOR, PILE, ZONES
from meadow_host.twin.meadow.world import World
from msgspec.structs import replace

from tests.twin.lawns.lawn import ACORN, NUT, TREATS, bare
from tests.twin.lawns.table import played

PLACES = (*ZONES, FLOOR)
OTHERS = ("north", "east", "south", "west", "five", "beside", "tray", "held.north", "falling")
HANDLES = tuple([f"card-{number}" for number in range(1, 200)])


def _called(ids: tuple[str, ...], *kinds: type[AnyPiece]) -> tuple[AnyPiece, ...]:
    """All pieces; those of these kinds are called so, one after the other, as far as this goes."""
    left = iter(ids)
    return tuple(
        [
            replace(piece, id=next(left, piece.id)) if isinstance(piece, kinds) else piece
            for piece in pieces_of(default_sets())
        ]
    )


AWKWARD = {
    "tokens as places": _called((*PLACES, *OTHERS), StashToken),
    "cards as places": _called((*PLACES, *OTHERS), TreatCard),
    "tokens as handles": _called(HANDLES, StashToken),
    "cards as handles": _called(HANDLES[1::2], TreatCard, SuitCard),
    "rakes as all that": _called(("north", "card-1", "deck", "card-144"), Rake),
}


@pytest.mark.parametrize("pieces", AWKWARD.values(), ids=AWKWARD)
def test_every_piece_has_a_handle_of_its_own_and_no_card_goes_by_an_id(
    pieces: tuple[AnyPiece, ...],
) -> None:
    world = World(pieces)
    ids = {piece.id for piece in pieces}
    handles = {piece: world.handles.of(piece) for piece in ids}
    assert len(set(handles.values())) == len(pieces) == 161
    for piece, handle in handles.items():
        assert world.handles.piece(handle) == piece
        assert handle == piece or handle not in ids
        for name in (piece, handle):
            assert world.take("f", name) == ""
            hold = world.hold("f")
            assert hold is not None
            assert hold.piece == piece
            world.pointer("f", "cancel", 0, 0)


@pytest.mark.parametrize("pieces", AWKWARD.values(), ids=AWKWARD)
def test_a_piece_is_laid_in_a_place_though_another_is_called_the_same(
    pieces: tuple[AnyPiece, ...],
) -> None:
    last: dict[type[AnyPiece], str] = {type(piece): piece.id for piece in pieces}
    card, token = last[TreatCard], last[StashToken]
    for place in PLACES:
        world = World(pieces)
        piece = card if place.startswith("hand") else token
        assert world.take("f", piece) == ""
        assert world.put("f", place) == ""
        assert world.where(piece).place == place


@pytest.mark.parametrize("name", [*PLACES, *OTHERS, "card-1", "card-144"])
def test_a_card_is_covered_whatever_it_is_called(name: str) -> None:
    world = World(_called((name,), TreatCard))
    assert world.take("f", name) == ""
    assert world.put("f", "cards.north", up=True) == ""
    for called in (name, world.handles.of(name)):
        assert world.take("f", ACORN) == ""
        assert world.cover("f", called) == ""
        assert world.where(ACORN).on == name


def test_only_tokens_are_laid_on_cards_and_on_nothing_else() -> None:
    world = bare()
    for card in TREATS[:2]:
        world.take("f", card)
        world.put("f", "cards.north", up=True)
    world.take("f", TREATS[0])
    assert world.cover("f", TREATS[1]) == "only tokens are laid on cards"
    world.pointer("f", "cancel", 0, 0)
    world.take("f", ACORN)
    assert world.cover("f", NUT) == f"tokens are laid on cards, and {NUT} is none"
    assert world.cover("f", "cards.north") == "there is no piece 'cards.north' here"
    assert world.put("f", TREATS[0]).startswith(f"there is no place {TREATS[0]!r}: it is one of ")
    hold = world.hold("f")
    assert hold is not None
    assert hold.piece == ACORN


@pytest.mark.parametrize("name", AWKWARD)
def test_bots_play_with_such_pieces_too(name: str) -> None:
    pieces = AWKWARD[name]
    uids = [(f"04{number:012X}", piece.id) for number, piece in enumerate(pieces)]
    game = played("quick-paws", seed=1, register=Register(pieces, uids))
    assert game.outcome in {"won", "lost-time"}
    assert game.deeds["covered"] > 10
    assert game.deeds["covered-wrong"] == 0
    cards = [piece.id for piece in pieces if isinstance(piece, TreatCard)]
    assert sorted(game.sitting.world.at(PILE)) == sorted(cards)
