"""The meadow round life after life of a table: what lies there, and who sits there, stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from meadow.boards import BoardError
from meadow.daemon_files import Files, read_files
from meadow.daemon_options import parser
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.around import MeadowAround
from meadow_host.twin.table.board import WorkedBoard
from meadow_host.twin.virtual import VirtualBoard

from tests.table.sat import RED, REGISTER


def _files(folder: Path, *words: str) -> Files:
    return read_files(parser().parse_args(["--journals", str(folder), *words]))


@pytest.fixture
def around() -> Iterator[MeadowAround]:
    around = MeadowAround(1, lambda line: None)
    yield around
    around.close()


def _there(board: object, place: str) -> tuple[str, ...]:
    """What truly lies on an antenna of the twin's board."""
    assert isinstance(board, WorkedBoard)
    board.readers.poll()
    virtual = board.inner.inner
    assert isinstance(virtual, VirtualBoard)
    return virtual.readers.there(place)


def _done(around: MeadowAround, deed: Callable[[], object]) -> None:
    """Have something done in the meadow's thread, and wait for it."""
    done = Event()
    around.room().living.do(deed)
    around.room().living.do(done.set)
    assert done.wait(5)


def test_what_lies_on_an_antenna_lies_on_the_next_lifes_board_too(
    around: MeadowAround, tmp_path: Path
) -> None:
    files = _files(tmp_path)
    first = around.open_board("virtual", files)
    room = around.room()
    _done(around, lambda: room.world.move(RED, Lie("tray.west", -290.0, 0.0)))
    uid = REGISTER.uid_of(RED)
    assert _there(first, "west") == (uid,)
    first.close()
    second = around.open_board("virtual", files)
    assert _there(second, "west") == (uid,)
    assert around.room() is room
    _done(around, lambda: room.world.move(RED, Lie("box", -380.0, 380.0)))
    assert _there(second, "west") == ()


def test_other_pieces_are_another_meadow(around: MeadowAround, tmp_path: Path) -> None:
    around.open_board("virtual", _files(tmp_path)).close()
    before = around.room()
    rakes = tmp_path / "rakes.toml"
    rakes.write_text('[set]\nname = "rakes"\n\n[[rake]]\ncolour = "pink"\n')
    around.open_board("virtual", _files(tmp_path, "--pieces", str(rakes))).close()
    assert around.room() is not before
    assert list(around.room().world.lying.pieces) == ["rake.pink"]


def test_no_meadow_lies_on_a_board_that_is_no_twins(around: MeadowAround, tmp_path: Path) -> None:
    with pytest.raises(BoardError, match="no meadow can lie on the board 'pi': silicon or virtual"):
        around.open_board("pi", _files(tmp_path))
