"""The cable tells where the console is and its PIN, as both are at that moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from meadow.clock import ManualClock
from meadow.link.answers import ConsoleIs, SlotsAre, StatusIs
from meadow.link.asking import Asking
from meadow.link.calls import GetStatus
from meadow.link.clients import Client, Writer
from meadow.table.table import Table
from pytest_mock import MockerFixture

from tests.table.sat import Sat

T = TypeVar("T")


class AtOnce:
    """A desk at which every question is answered at once."""

    def __init__(self, table: Table) -> None:
        self._table = table

    def ask(self, question: Callable[[Table], T]) -> T:
        return question(self._table)


def test_the_status_tells_of_the_console_as_it_is(mocker: MockerFixture) -> None:
    consoles = iter([ConsoleIs(), ConsoleIs("http://192.168.1.20:8080/", "271828")])
    desk, writer = AtOnce(Sat().table), Writer(ManualClock())
    answer = Asking(desk, writer, SlotsAre, lambda: next(consoles)).handlers()[GetStatus]
    client = mocker.create_autospec(Client, instance=True)
    client.line = mocker.Mock(dropped=0)
    told = [answer(client, GetStatus()) for _ in range(2)]
    assert [one.console for one in told if isinstance(one, StatusIs)] == [
        ConsoleIs("", ""),
        ConsoleIs("http://192.168.1.20:8080/", "271828"),
    ]
