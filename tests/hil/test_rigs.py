"""The rigs at the other end of a cable: a table at a port, and a tester who is told what to do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow.bundle.load import load_table
from meadow.games.package import load_packages
from meadow.journal.read import read_journal
from meadow.link.answers import LyingAre, StatusIs
from meadow.link.calls import GetLying, GetStatus
from meadow.table.status import Phase
from meadow_host.cable.detect import connect
from meadow_host.hil import hands as hands_module
from meadow_host.hil.ear import Ear
from meadow_host.hil.hands import PromptedHands
from meadow_host.hil.opening import Asked, open_rig
from meadow_host.hil.rig import Can, RigError
from meadow_host.hil.sim import SimRig, SimTable
from meadow_host.hil.table import TableUnderTest
from pytest_mock import MockerFixture

from tests.cable.pty_cable import RunningTable
from tests.hil.ending import finished
from tests.hil.sweeping import Sweeping
from tests.table.sat import REGISTER

PACKAGES = load_packages()
RED = REGISTER.uid_of("rake.red") or ""


def asked(table: str, folder: Path) -> Asked:
    """As the options of pytest say it, with nobody at a terminal."""
    return Asked(
        table=table,
        baud=115_200,
        settings=None,
        register=None,
        patient=False,
        folder=folder,
        prompt=None,
        worker="",
    )


@pytest.fixture
def in_service(tmp_path: Path) -> Iterator[RunningTable]:
    """`meadowd` in service mode, with its cable plugged in."""
    running = RunningTable(tmp_path, "--service")
    yield running
    running.close()


# ------------------------------------------------------------------------- a table at a port


def test_a_table_in_service_mode_is_played_on_through_its_port(
    in_service: RunningTable, tmp_path: Path
) -> None:
    """And it can play that game again from its journal; the port is free afterwards."""
    rig = open_rig(asked(in_service.port, tmp_path))
    try:
        assert {Can.INJECTION, Can.FRAMES, Can.UNPLUG, Can.LOGS} <= rig.can
        assert Can.MANUAL_TIME not in rig.can
        assert rig.versions["table id"] == "meadow"
        assert rig.versions["service mode"] == "on"
        rig.begin()
        table = TableUnderTest(rig, tmp_path)
        game = Sweeping(table, "quick-paws", "referee-live")
        game.flip()
        for pairs in zip(game.decks["north"], game.decks["south"], strict=True):
            for side, pair in zip(game.decks, pairs, strict=True):
                game.covers(side, pair)
        assert finished(table)["outcome"] == "won"
    finally:
        rig.close()
    (path,) = in_service.journals.glob("*.jsonl")
    assert read_journal(path).finished


def test_a_table_that_is_neither_in_service_mode_nor_attended_cannot_be_tested(
    tmp_path: Path,
) -> None:
    running = RunningTable(tmp_path)
    try:
        with pytest.raises(RigError, match="is not in service mode, and there is no terminal"):
            open_rig(asked(running.port, tmp_path))
    finally:
        running.close()


def test_what_a_test_left_behind_is_tidied_before_the_next(
    in_service: RunningTable, tmp_path: Path
) -> None:
    rig = open_rig(asked(in_service.port, tmp_path))
    try:
        rig.begin()
        table = TableUnderTest(rig, tmp_path)
        Sweeping(table, "quick-paws")
        table.lay("east", "token.bark.acorn")
        table.unplug("west")
        table.wait_for("paused", why="reader")
        rig.begin()
        after = TableUnderTest(rig, tmp_path)
        after.wait_until("west is well", lambda: not any(after.status().readers.values()))
        assert (after.phase, after.view()["lobby"]["seats"]) == ("lobby", [])
        assert after.lying()["east"] == ()
        assert after.outputs == []
    finally:
        rig.close()


def test_a_table_is_left_in_its_lobby_with_nothing_made_up_on_it(
    in_service: RunningTable, tmp_path: Path
) -> None:
    rig = open_rig(asked(in_service.port, tmp_path))
    rig.begin()
    table = TableUnderTest(rig, tmp_path)
    Sweeping(table, "quick-paws")
    table.lay("east", "token.bark.acorn")
    rig.close()
    client = connect(in_service.port, 115_200, "the next")
    try:
        lying = client.call(GetLying(), LyingAre).lying
        assert client.call(GetStatus(), StatusIs).phase is Phase.LOBBY
        assert {place: tuple(uids) for place, uids in lying.items() if uids} == {}
    finally:
        client.close()


# ---------------------------------------------------------------------------- a tester's hands


class Attendant:
    """Does on the twin what the prompt says, and notes it."""

    def __init__(self, sim: SimTable) -> None:
        self.sim = sim
        self.prompts: list[str] = []
        self.is_lazy = False

    def __call__(self, line: str) -> None:
        self.prompts.append(line)
        readers = self.sim.board.readers
        if self.is_lazy:
            return
        if line.startswith("lay"):
            readers.lay(line.split()[-1], RED)
        elif line.startswith("lift"):
            readers.lift(line.split()[-1], RED)
        elif line.startswith("pull"):
            readers.fail(line.split()[-1])
        elif line.startswith("put"):
            readers.restore("south")
        else:
            readers.lift("north", RED)
        self.sim.run(100)


@pytest.fixture
def sim(tmp_path: Path) -> SimTable:
    return SimRig(load_table(None, PACKAGES), PACKAGES, tmp_path).sim


def test_a_tester_is_told_what_to_do_and_it_goes_on_once_the_table_noticed(sim: SimTable) -> None:
    ear, tester = Ear(sim.client), Attendant(sim)
    hands = PromptedHands(ear, tester)
    hands.lay("north", RED, "rake.red")
    hands.unplug("south")
    hands.plug("south")
    hands.lift("north", RED, "rake.red")
    hands.lay("north", RED, "rake.red")
    hands.clear()
    assert tester.prompts == [
        "lay rake.red on north",
        "pull the plug of the reader at south",
        "put the plug of the reader at south back",
        "lift rake.red from north",
        "lay rake.red on north",
        "take everything off north",
    ]
    assert sim.table.lying()["north"] == ()


def test_what_is_told_while_a_tester_is_awaited_is_heard_by_the_test(sim: SimTable) -> None:
    ear = Ear(sim.client)
    PromptedHands(ear, Attendant(sim)).lay("north", RED, "rake.red")
    kinds = [type(told).__name__ for told in ear.listen(0)]
    assert "SightingIs" in kinds
    assert "NewsAre" in kinds


def test_a_tester_who_does_nothing_fails_the_test_with_what_was_to_be_done(
    sim: SimTable, mocker: MockerFixture
) -> None:
    mocker.patch.object(hands_module, "TESTER_S", 0.05)
    tester = Attendant(sim)
    tester.is_lazy = True
    with pytest.raises(RigError, match="did not notice it within 0 s: lay rake"):
        PromptedHands(Ear(sim.client), tester).lay("north", RED, "rake.red")
