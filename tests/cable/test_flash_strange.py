"""A table whose program answers what was not asked for: told at once, for waiting is no use."""

from __future__ import annotations

import pytest
from meadow.link.answers import Done, Received
from meadow.link.calls import GetStatus, Offer, RollBack
from meadow_host.cable.errors import StrangeError
from meadow_host.cable.flash import roll_back

from tests.cable.flash_table import Cord, FlashTable, bundle_for, flashed, steady


def test_a_flash_that_is_not_understood_ends_at_once() -> None:
    table = FlashTable()
    cord = Cord(table)
    table.device.handle({Offer: lambda client, call: Done()})
    with pytest.raises(StrangeError, match="answered Done where Wanted was asked for: update the"):
        flashed(cord, bundle_for("oak"))
    assert cord.opened == cord.closed == 1


def test_so_does_a_wait_for_a_trial_that_is_not_understood() -> None:
    table = FlashTable()
    cord = Cord(table)
    table.device.handle({GetStatus: lambda client, call: Received(0)})
    table.device.handle({RollBack: lambda client, call: Done()})
    wrong = "answered Received where StatusIs was asked for"
    with pytest.raises(StrangeError, match=wrong), steady(cord) as line:
        roll_back(line)
    assert cord.opened == cord.closed == 1
