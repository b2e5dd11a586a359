"""docs/hardware.md is true: its pins, its message and its options are those there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.daemon import _parser
from meadow.pins.load import PinsError, default_pins, default_pins_text, parse_pins
from meadow.pins.text import pin_map

PAGE = (Path(__file__).parents[2] / "docs" / "hardware.md").read_text(encoding="utf-8")


def test_the_pins_on_the_page_are_those_of_the_file() -> None:
    rows = re.findall(r"^\| (?:readers|NeoPixel|buzzer|reset).*? \| (.*?) \|", PAGE, re.MULTILINE)
    told = [int(number) for row in rows for number in re.findall(r"\b\d+\b(?!\d)", row)]
    assert set(pin_map(default_pins())) <= set(told)


def test_the_message_on_the_page_is_the_one_that_comes() -> None:
    (line,) = re.findall(r"^pins\.toml:63: .*$", PAGE, re.MULTILINE)
    with pytest.raises(PinsError) as caught:
        parse_pins(default_pins_text().replace("pin = 12", "pin = 10"), "pins.toml")
    assert caught.value.messages[0] == line


def test_the_options_on_the_page_are_those_of_meadowd() -> None:
    told = set(re.findall(r"`(--[a-z]+)[ `]", PAGE.split("## `meadowd`")[1]))
    assert told == set(re.findall(r"--[a-z]+", _parser().format_help())) - {"--help"}
