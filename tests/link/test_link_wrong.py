"""The cable tells what is out of order in the words that the operators' page has."""

from __future__ import annotations

import msgspec
import pytest
from meadow.clock import ManualClock
from meadow.link.answers import SlotsAre, StatusIs
from meadow.link.asking import Asking
from meadow.link.calls import GetStatus
from meadow.link.clients import Client, Writer
from meadow.link.frames import MOST_BYTES
from meadow.link.messages import Answer, encode_message
from meadow.table.status import Phase
from meadow.table.table import Table
from meadow.table.wrong import Wrong
from pytest_mock import MockerFixture

from tests.link.test_link_console import AtOnce
from tests.table.sat import Sat


def told_by(table: Table, mocker: MockerFixture) -> StatusIs:
    """What the table answers to a laptop that asks how it is."""
    client = mocker.create_autospec(Client, instance=True)
    client.line = mocker.Mock(dropped=0)
    asking = Asking(AtOnce(table), Writer(ManualClock()), SlotsAre)
    told = asking.handlers()[GetStatus](client, GetStatus())
    assert isinstance(told, StatusIs)
    return told


@pytest.mark.parametrize(
    ("broken", "means", "do"),
    [
        (
            ["east"],
            "the game waits for it, and its clock stands still",
            "see that its plug and its wires sit; it is back by itself, or go on without it",
        ),
        (
            [],
            "the game goes on without it",
            "see that its plug and its wires sit; it is back by itself",
        ),
    ],
)
def test_oddities_resets_and_failures_go_over_the_cable_in_words(
    mocker: MockerFixture, broken: list[str], means: str, do: str
) -> None:
    table = Sat().table
    status = msgspec.structs.replace(
        table.status(),
        phase=Phase.PLAYING,
        readers={"north": "", "east": "no chip answers [VersionReg reads 00h]"},
        oddities={"north": "it hears noise: take it away"},
        mended={"north": "its supply dips"},
    )
    mocker.patch.object(table, "status", return_value=status)
    mocker.patch.object(table, "view", return_value={"broken": broken})
    told = told_by(table, mocker)
    assert told.mended == {"north": "its supply dips"}
    assert told.wrong == (
        Wrong("east", "The reader of East does not answer", means, do, "no chip answers"),
        Wrong("north", "The reader of North: it hears noise", "the game goes on", "take it away"),
    )


def test_however_much_is_wrong_the_answer_fits_into_a_frame(mocker: MockerFixture) -> None:
    table = Sat().table
    places = ("north", "east", "south", "west", "deck")
    status = msgspec.structs.replace(
        table.status(),
        readers=dict.fromkeys(places, "w" * 200),
        troubles=tuple([f"trouble {number:02} {'t' * 288}" for number in range(20)]),
        lights="l" * 200,
        buzzer="b" * 200,
        journal_trouble="j" * 200,
    )
    mocker.patch.object(table, "status", return_value=status)
    told = told_by(table, mocker)
    assert [line[:10] for line in told.troubles] == [f"trouble {n}" for n in range(10, 20)]
    assert len(encode_message(Answer(1 << 31, 1 << 31, told))) <= MOST_BYTES
