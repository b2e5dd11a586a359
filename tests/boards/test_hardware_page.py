"""docs/hardware.md is true: its pins, its message and its options are those there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.boards import default_wiring
from meadow.daemon_options import parser
from meadow.doctor import examine
from meadow.pins.load import PinsError, default_pins, default_pins_text, parse_pins
from meadow.pins.text import pin_map
from meadow_host.examination import told
from meadow_host.twin.silicon.board import SiliconBoard

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "hardware.md").read_text(encoding="utf-8")


def test_the_pins_on_the_page_are_those_of_the_file() -> None:
    rows = re.findall(r"^\| (?:readers|NeoPixel|buzzer|reset).*? \| (.*?) \|", PAGE, re.MULTILINE)
    told = [int(number) for row in rows for number in re.findall(r"\b\d+\b(?!\d)", row)]
    assert set(pin_map(default_pins())) <= set(told)


def test_the_message_on_the_page_is_the_one_that_comes() -> None:
    (line,) = re.findall(r"^pins\.toml:63: .*$", PAGE, re.MULTILINE)
    with pytest.raises(PinsError) as caught:
        parse_pins(default_pins_text().replace("pin = 12", "pin = 10"), "pins.toml")
    assert caught.value.messages[0] == line


def test_the_report_on_the_page_is_what_meadow_doctor_tells() -> None:
    (sample,) = re.findall(r"```\n(readers\n.*?)```", PAGE, re.DOTALL)
    board = SiliconBoard(default_wiring())
    try:
        told_now = told(examine(board, default_wiring(), 1500), True)
    finally:
        board.close()
    figures = re.compile(r"\d+(\.\d+)?")
    now = [figures.sub("0", line) for line in told_now]
    lines = [figures.sub("0", line) for line in sample.splitlines() if line.strip() != "..."]
    assert len(lines) == 8
    untrue = [one for one in lines if not any(n.startswith(one.removesuffix("...")) for n in now)]
    assert untrue == []


def test_the_service_runs_meadowd_with_options_that_there_are() -> None:
    assert "hardware/meadowd.service" in PAGE
    service = (ROOT / "hardware" / "meadowd.service").read_text(encoding="utf-8")
    (command,) = re.findall(r"^ExecStart=/opt/meadow-table/\.venv/bin/meadowd (.*)$", service, re.M)
    assert parser().parse_args(command.split()).board == "pi"


def test_the_options_on_the_page_are_those_of_meadowd() -> None:
    told = set(re.findall(r"`(--[a-z-]+)[ `]", PAGE.split("## `meadowd`")[1]))
    assert told == set(re.findall(r"--[a-z-]+", parser().format_help())) - {"--help"}
