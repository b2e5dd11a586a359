"""`meadow doctor`: what it finds on a table that is well, and on ones that are not."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from meadow.boards import default_wiring
from meadow.clock import ManualClock
from meadow.doctor import Findings, examine
from meadow.nfc.chips import Trouble
from meadow.pins.load import default_pins_text
from meadow_host.examination import told
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.noise import Noise, read_at
from meadow_host.twin.silicon.ntag import Ntag
from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.virtual import VirtualBoard

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
    assert lines[1] == "  north  WRONG: no known chip, 1 reset"
    assert "doctor: 3 things are wrong" in lines
    assert "sudo usermod -aG gpio NAME" in lines[-1]


def test_what_ails_several_readers_is_told_once() -> None:
    pi = SimulatedPi()
    pi.disable_spi(0)
    pi.disable_spi(1)
    with board_on(pi=pi) as board:
        findings = examined(board)
        lines = told(findings, False)
    (trouble,) = findings.troubles
    assert trouble == (
        "readers north, east, south, west, deck: there is no such SPI device: put dtparam=spi=on "
        "and dtoverlay=spi1-3cs into /boot/firmware/config.txt and restart "
        "[/dev/spidev0.0: No such file or directory; /dev/spidev0.1: No such file or directory; "
        "/dev/spidev1.0: No such file or directory; /dev/spidev1.1: No such file or directory; "
        "/dev/spidev1.2: No such file or directory]"
    )
    assert "doctor: 1 thing is wrong" in lines


def test_readers_that_ail_from_different_things_are_told_apart() -> None:
    with board_on() as board:
        board.pi.unplug("north")
        board.pi.unplug("deck")
        board.pi.port("west").fault = OSError(5, "Input/output error")
        troubles = examined(board).troubles
    assert [trouble.partition(":")[0] for trouble in troubles] == [
        "readers north, deck",
        "reader west",
    ]
    assert troubles[0].endswith("[VersionReg reads 00h]")
    assert troubles[1].endswith("[Input/output error]")


def test_where_no_transfers_are_counted_none_are_told() -> None:
    board = VirtualBoard(ManualClock())
    lines = told(examine(board, default_wiring(), 1500, outputs=False), False)
    assert "  a sweep takes 0.0 ms" in lines


def test_a_tag_that_comes_and_goes_is_told() -> None:
    tag = Ntag(bytes.fromhex("04A1B2C3D4E501"))
    with board_on() as board:
        now_us = board.pi.clock.now_us
        board.pi.lay(tag, "west")
        board.pi.lift(tag, at_us=now_us + 700_000)
        board.pi.lay(tag, "west", at_us=now_us + 900_000)
        findings = examined(board)
    assert findings.troubles == (
        "reader west: a tag comes and goes: lay it flat, in the middle and apart from metal, or "
        "raise gain_db in pins.toml",
    )


def test_a_tag_that_is_read_badly_is_told_with_how_badly() -> None:
    with board_on() as board:
        board.lay("south", "04A1B2C3D4E501", read_at(0.8))
        board.lay("north", "04A1B2C3D4E502")
        findings = examined(board)
    (trouble,) = findings.troubles
    told = re.fullmatch(
        "reader south: 04A1B2C3D4E501 is read only ([0-9]+) times of 30: lay it flat, in the "
        r"middle and apart from metal, or raise gain_db in pins\.toml",
        trouble,
    )
    assert told is not None
    assert 5 <= int(told[1]) <= 25
    north, _, south, *_ = findings.readers
    assert north.read == (1.0,)
    assert south.read == (int(told[1]) / 30,)


def test_noise_that_spoils_answers_is_told_where_a_tag_lies() -> None:
    with board_on() as board:
        board.pi.make_noise("deck", Noise(bit_errors=0.002, bursts_hz=50))
        board.lay("deck", "04A1B2C3D4E501")
        (trouble,) = examined(board).troubles
    assert trouble.startswith("reader deck: 04A1B2C3D4E501 is read only ")


def test_where_no_tag_is_read_the_report_says_what_to_do_if_one_lies_there() -> None:
    with board_on() as board:
        for place in ("east", "south", "west"):
            board.lay(place, f"04A1B2C3D4E5{board.readers.places.index(place):02X}")
        board.pi.unplug("deck")
        lines = told(examined(board), False)
    assert (
        "  no tags on north: where one lies, lay it flat and in the middle; if it is still not "
        "read, raise gain_db in pins.toml, or replace tag or reader"
    ) in lines


@pytest.mark.parametrize("board", ["silicon", "virtual"])
def test_the_command_works_without_hardware(board: str) -> None:
    called = meadow("doctor", "--board", board, "--no-outputs", "--json")
    values = json.loads(called.out)
    # A simulated table runs in real time, so on a busy machine a sweep is truly too slow.
    troubles = [line for line in values["troubles"] if "a sweep takes" not in line]
    assert (called.code, troubles) == (1 if values["troubles"] else 0, [])
    assert [one["place"] for one in values["readers"]] == [
        "north",
        "east",
        "south",
        "west",
        "deck",
    ]


def test_files_that_are_wrong_are_told_a_line_for_each_fault(tmp_path: Path) -> None:
    pins = tmp_path / "pins.toml"
    pins.write_text(default_pins_text().replace("pin = 12", "pin = 10").replace("= 26", "= 14"))
    called = meadow("doctor", "--board", "virtual", "--pins", str(pins))
    assert (called.code, called.out) == (2, "")
    first, second = called.err.splitlines()
    assert first.startswith(f"meadow: {pins}:63: strip.pin: ")
    assert second.startswith(f"meadow: {pins}:67: buzzer.pin: ")


def test_a_board_that_is_not_there_is_one_line() -> None:
    called = meadow("doctor", "--board", "pie")
    assert called.code == 2
    assert "there is no board 'pie'" in called.err
    called = meadow("doctor", "--board", "pi")
    assert called.code == 1
    assert "this is no Raspberry Pi" in called.err
