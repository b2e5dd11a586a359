"""`meadow doctor`: what it finds on a table that is well, and on ones that are not."""

from __future__ import annotations

import json

import pytest
from meadow.doctor import Findings, examine
from meadow.nfc.chips import Trouble
from meadow_host.examination import told
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.ntag import Ntag

from tests.boards.on_pi import board_on
from tests.host.calls import meadow


def examined(board: SiliconBoard) -> Findings:
    return examine(board, board.wiring, 1500)


def test_a_table_that_is_well_is_told_in_full() -> None:
    with board_on(pixels=60) as board:
        board.lay("east", "04A1B2C3D4E501")
        findings = examined(board)
    assert findings.troubles == ()
    lines = told(findings, True)
    assert lines[2] == "  east   well: MFRC522 2.0, gain 33 dB, 04A1B2C3D4E501"
    assert "  12 (32)  the strip (GRB)" in lines
    assert lines[-1] == "doctor: nothing wrong was found"
    assert 20 <= findings.sweep.transfers <= 45
    assert 1 <= findings.sweep.ms <= 3
    # 60 pixels: 1 mA each and 20 mA for each full colour; the test is at 60 of 255.
    assert (findings.current.test_ma, findings.current.white_ma) == (907, 3660)


def test_the_test_of_the_lights_shows_red_green_blue_white_and_dark_within_the_limit() -> None:
    with board_on(pixels=3) as board:
        examine(board, board.wiring, 25)
        shown = [frame.data[:3].hex() for frame in board.pi.strip.frames]
    # Three pixels draw 3 mA dark, so 22 are left: 14.1 mA a colour, but three times 14.1 for white.
    assert shown == ["003c00", "3c0000", "00003c", "1f1f1f", "000000", "000000"]


def test_what_is_wrong_is_named_with_what_to_do() -> None:
    with board_on() as board:
        board.pi.unplug("north")
        board.pi.refused.update(("/dev/mem", "/dev/gpiochip0"))
        findings = examined(board)
        lines = told(findings, True)
    assert [line.partition(":")[0] for line in findings.troubles] == [
        "reader north",
        "strip",
        "buzzer",
    ]
    assert findings.readers[0].trouble.startswith(Trouble.MISSING)
    assert lines[1].startswith("  north  WRONG: no known chip, gain 33 dB, no tags")
    assert "doctor: 3 things are wrong" in lines
    assert "sudo usermod -aG gpio NAME" in lines[-1]


def test_a_tag_that_comes_and_goes_is_told() -> None:
    tag = Ntag(bytes.fromhex("04A1B2C3D4E501"))
    with board_on() as board:
        now_us = board.pi.clock.now_us
        board.pi.lay(tag, "west")
        board.pi.lift(tag, at_us=now_us + 700_000)
        board.pi.lay(tag, "west", at_us=now_us + 900_000)
        findings = examined(board)
    assert findings.troubles == (
        "reader west: a tag comes and goes: lay it flat and in the middle, or raise the gain",
    )


@pytest.mark.parametrize("board", ["silicon", "virtual"])
def test_the_command_works_without_hardware(board: str) -> None:
    called = meadow("doctor", "--board", board, "--no-outputs", "--json")
    assert called.code == 0
    values = json.loads(called.out)
    assert [one["place"] for one in values["readers"]] == [
        "north",
        "east",
        "south",
        "west",
        "deck",
    ]
    assert values["troubles"] == []


def test_a_board_that_is_not_there_is_one_line() -> None:
    called = meadow("doctor", "--board", "pie")
    assert called.code == 2
    assert "there is no board 'pie'" in called.err
    called = meadow("doctor", "--board", "pi")
    assert called.code == 1
    assert "this is no Raspberry Pi" in called.err
