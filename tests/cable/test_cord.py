"""The cable of a table without hardware: bytes both ways, pulled and plugged, and its name."""

from __future__ import annotations

import os
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from meadow_host.cable.errors import LineError
from meadow_host.cable.ports import SerialTransport, open_port
from meadow_host.twin.cord import Cord, CordError


@contextmanager
def laid(name: Path) -> Iterator[tuple[Cord, int]]:
    """A cable, and the table's end of it."""
    cord = Cord(name)
    end = os.open(cord.table_port, os.O_RDWR | os.O_NOCTTY)
    tty.setraw(end)
    try:
        yield cord, end
    finally:
        os.close(end)
        cord.close()


def received(laptop: SerialTransport, count: int) -> bytes:
    data = b""
    for _ in range(200):
        data += laptop.receive(0.05)
        if len(data) >= count:
            break
    return data


def test_bytes_go_both_ways_whatever_they_are(tmp_path: Path) -> None:
    every = bytes(range(256))
    with laid(tmp_path / "my-table") as (_, table):
        laptop = open_port(str(tmp_path / "my-table"), 115_200)
        laptop.send(every)
        os.write(table, every[::-1])
        assert os.read(table, 256) == every
        assert received(laptop, 256) == every[::-1]
        laptop.close()


def test_what_is_longer_than_all_buffers_waits_for_the_one_who_reads(tmp_path: Path) -> None:
    with laid(tmp_path / "my-table") as (_, table):
        laptop = open_port(str(tmp_path / "my-table"), 115_200)
        got = b""
        for number in range(20):
            os.write(table, bytes([number]) * 2000)
            if number >= 3:
                got += received(laptop, 2000)
        got += received(laptop, 40_000 - len(got))
        laptop.close()
    assert got == b"".join([bytes([number]) * 2000 for number in range(20)])


def test_what_is_said_while_nobody_listens_is_lost_and_holds_nobody_up(tmp_path: Path) -> None:
    with laid(tmp_path / "my-table") as (_, table):
        for _ in range(100):
            os.write(table, b"x" * 1000)
        laptop = open_port(str(tmp_path / "my-table"), 115_200)
        laptop.send(b"hello")
        assert os.read(table, 5) == b"hello"
        laptop.close()


def test_a_second_program_finds_the_line_as_the_first_did(tmp_path: Path) -> None:
    with laid(tmp_path / "my-table") as (_, table):
        for said in (b"first", b"other"):
            laptop = open_port(str(tmp_path / "my-table"), 115_200)
            laptop.send(said)
            assert os.read(table, 5) == said
            laptop.close()


def test_pulled_it_is_gone_under_the_program_and_by_its_name_until_it_is_plugged(
    tmp_path: Path,
) -> None:
    name = tmp_path / "my-table"
    with laid(name) as (cord, table):
        laptop = open_port(str(name), 115_200)
        cord.pull()
        with pytest.raises(LineError, match="was lost"):
            received(laptop, 1)
        laptop.close()
        with pytest.raises(LineError, match="there is no such port"):
            open_port(str(name), 115_200)
        cord.plug()
        again = open_port(str(name), 115_200)
        again.send(b"hello")
        assert os.read(table, 5) == b"hello"
        again.close()


def test_its_name_goes_with_it_and_one_left_over_is_replaced(tmp_path: Path) -> None:
    name = tmp_path / "my-table"
    name.symlink_to("/dev/pts/left-over")
    with laid(name):
        assert name.is_char_device()
    assert not name.is_symlink()


def test_a_file_of_that_name_stays_as_it_is(tmp_path: Path) -> None:
    name = tmp_path / "table.toml"
    name.write_text("mine")
    with pytest.raises(CordError, match=r"table\.toml: no cable can be laid there: File exists"):
        Cord(name)
    assert name.read_text() == "mine"
