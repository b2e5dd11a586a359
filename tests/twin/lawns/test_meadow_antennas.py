"""The meadow over a board: what lies on trays and deck reader is read, by fakes and by chips."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from meadow.clock import ManualClock
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow_host.twin.faulty import Fault, FaultyBoard
from meadow_host.twin.meadow.antennas import join
from meadow_host.twin.meadow.ground import at_side
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.virtual import PLACES, VirtualBoard

from tests.twin.lawns.lawn import ACORN, NUT, RED, TREATS, bare, pull, with_tokens

REGISTER = made_up_register(default_sets())
CARD = TREATS[0]


def uid(piece: str) -> str:
    found = REGISTER.uid_of(piece)
    assert found is not None
    return found


@pytest.fixture
def silicon() -> Iterator[SiliconBoard]:
    board = SiliconBoard()
    yield board
    board.close()


def read(board: SiliconBoard | FaultyBoard, place: str, wait_ms: int = 200) -> list[str]:
    """What a reader of chips sees after a while."""
    until_ms = board.clock.now_ms() + wait_ms
    while board.clock.now_ms() < until_ms:
        board.readers.poll()
        board.clock.sleep_ms(1)
    return list(board.readers.lying(place))


def test_a_token_raked_into_a_tray_is_laid_on_the_virtual_reader_and_lifted_again() -> None:
    world, board = with_tokens(at_side("east", 0, -30)), VirtualBoard(ManualClock())
    antennas = join(world, REGISTER, board)

    pull(world, at_side("east", 0, -60), at_side("east", 0, 30), facing="east")
    assert board.readers.there("east") == (uid(ACORN),)

    world.take("f", ACORN)
    assert board.readers.there("east") == ()
    assert antennas.changes == 2


@pytest.mark.parametrize(
    ("place", "reader"),
    [
        ("deck", "deck"),
        ("tray.north", "north"),
        ("tray.east", "east"),
        ("tray.south", "south"),
        ("tray.west", "west"),
    ],
)
def test_each_tray_and_the_deck_reader_has_its_antenna(place: str, reader: str) -> None:
    world, board = bare(), VirtualBoard(ManualClock())
    join(world, REGISTER, board)

    world.take("f", RED)
    world.put("f", place)

    there = {one: board.readers.there(one) for one in PLACES if board.readers.there(one)}
    assert there == {reader: (uid(RED),)}


@pytest.mark.parametrize("place", ["cards.north", "hand.north", "beside.north", "box", "pile"])
def test_nothing_senses_what_lies_elsewhere(place: str) -> None:
    world, board = bare(), VirtualBoard(ManualClock())
    antennas = join(world, REGISTER, board)

    world.take("f", CARD)
    assert world.put("f", place) == ""

    assert antennas.changes == 0


def test_a_piece_that_goes_from_reader_to_reader_is_lifted_before_it_is_laid() -> None:
    world, board = bare(), VirtualBoard(ManualClock())
    join(world, REGISTER, board)
    world.move(RED, Lie("tray.north", *at_side("north", 0, 40)))

    world.move(RED, Lie("deck", 340, 340))

    assert board.readers.there("north") == ()
    assert board.readers.there("deck") == (uid(RED),)


def test_what_lies_there_already_when_they_are_joined_is_laid_too() -> None:
    world, board = bare(), VirtualBoard(ManualClock())
    world.move(ACORN, Lie("tray.south", *at_side("south", 0, 40)))

    join(world, REGISTER, board)

    assert board.readers.there("south") == (uid(ACORN),)


def test_chips_read_the_tokens_in_a_tray_through_the_real_drivers(silicon: SiliconBoard) -> None:
    spots = [at_side("north", along, -20) for along in (-31.0, 0.0, 31.0)]
    world = with_tokens(*spots)
    join(world, REGISTER, silicon)
    assert read(silicon, "north") == []

    pull(world, at_side("north", 0, -50), at_side("north", 0, 30), facing="north")
    assert len(world.at("tray.north")) == 3
    assert sorted(read(silicon, "north")) == sorted(map(uid, world.at("tray.north")))

    world.take("f", ACORN)
    world.put("f", "box")
    assert uid(ACORN) not in read(silicon, "north")


def test_a_heap_of_tokens_is_too_high_for_the_antenna(silicon: SiliconBoard) -> None:
    world = bare()
    join(world, REGISTER, silicon)
    tokens = [piece for piece in world.at("box") if piece.startswith("token.")][:30]
    for token in tokens:
        world.move(token, Lie("tray.west", *at_side("west", 0, 40)))

    seen = read(silicon, "west", 1500)

    assert 10 <= len(seen) < 30
    assert uid(tokens[0]) in seen
    assert uid(tokens[-1]) not in seen


def test_a_deaf_reader_does_not_see_what_lies_there(silicon: SiliconBoard) -> None:
    board = FaultyBoard(silicon)
    world = bare()
    join(world, REGISTER, board)
    board.begin(Fault.DEAF, "east")
    world.move(ACORN, Lie("tray.east", *at_side("east", 0, 40)))
    world.move(NUT, Lie("tray.west", *at_side("west", 0, 40)))

    assert read(board, "west") == [uid(NUT)]
    assert read(board, "east") == []
