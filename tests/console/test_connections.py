"""Who finds room among the server's connections, told without a network."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
import uvicorn
from meadow.console import connections
from meadow.console.connections import Measured, counted
from pytest_mock import MockerFixture
from uvicorn.server import ServerState

OWN = "127.0.0.1"


async def nothing(scope: Any, receive: Any, send: Any) -> None:
    """Answers nobody."""


class Lines:
    """Connections of a server that may have 64, 8 of them kept for its own computer."""

    def __init__(self, mocker: MockerFixture) -> None:
        mocker.patch.object(connections, "most_connections", return_value=64)
        self.homes = mocker.spy(connections, "home_of")
        self._mocker = mocker
        self.config = uvicorn.Config(nothing, ws=Measured, lifespan="off", log_config=None)
        self.config.load()
        self.state = ServerState()
        self._kind = counted(lambda address: address == OWN)
        self._came = 0

    def loop(self) -> Any:
        loop = self._mocker.Mock(spec=asyncio.AbstractEventLoop)
        loop.time.return_value = float(self._came)
        return loop

    def come(self, address: str) -> Any:
        """One more, from there."""
        self._came += 1
        line = self._kind(self.config, self.state, {}, self.loop())
        transport = self._mocker.Mock(spec=asyncio.Transport)
        transport.get_extra_info.side_effect = {"peername": (address, self._came)}.get
        transport.is_closing.return_value = False
        transport.get_protocol.return_value = line

        def abort() -> None:
            transport.is_closing.return_value = True

        transport.abort.side_effect = abort
        line.connection_made(transport)
        return line


@pytest.fixture
def lines(mocker: MockerFixture) -> Lines:
    return Lines(mocker)


def stay(lines: list[Any]) -> list[bool]:
    return [not line.transport.is_closing() for line in lines]


def test_the_table_s_own_connections_are_not_cut_off_for_phones_and_take_no_place_of_theirs(
    lines: Lines,
) -> None:
    own = [lines.come(OWN) for _ in range(8)]
    phones = [lines.come(f"10.0.0.{number}") for number in range(70)]
    assert stay(own) == [True] * 8
    assert stay(phones) == [True] * 56 + [False] * 14


def test_what_the_table_s_own_computer_has_beyond_its_places_shares_with_all(lines: Lines) -> None:
    own = [lines.come(OWN) for _ in range(11)]
    phones = [lines.come(f"10.0.0.{number}") for number in range(70)]
    assert stay(own) == [True] * 9 + [False] * 2
    assert stay(phones) == [True] * 55 + [False] * 15


def test_where_a_connection_comes_from_is_worked_out_once(lines: Lines) -> None:
    came = [lines.come(f"2001:db8::{number}") for number in range(20)]
    assert lines.homes.call_count == 20
    assert {line.home for line in came} == {"2001:db8::/64"}


def test_a_page_s_socket_is_of_where_its_connection_came_from(lines: Lines) -> None:
    for address, kept in ((OWN, True), ("10.0.0.7", False)):
        socket = Measured(lines.config, lines.state, {}, lines.loop())
        socket.connection_made(lines.come(address).transport)
        assert (socket.home, socket.is_kept) == (address, kept)
