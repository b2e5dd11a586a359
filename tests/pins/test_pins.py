"""pins.toml: the default fits every Pi, and whatever clashes is refused by name and line."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.pins.load import PinsError, default_pins, default_pins_text, load_pins, parse_pins
from meadow.pins.text import pin_map

ROOT = Path(__file__).parents[2]


def complaints(*changes: tuple[str, str]) -> list[str]:
    text = default_pins_text()
    for old, new in changes:
        assert text.count(old) >= 1
        text = text.replace(old, new, 1)
    with pytest.raises(PinsError) as caught:
        parse_pins(text, "pins.toml")
    return list(caught.value.messages)


def test_the_default_wiring_is_that_of_the_documents() -> None:
    assert pin_map(default_pins()) == {
        7: "chip select of east",
        8: "chip select of north",
        9: "MISO of spi 0",
        10: "MOSI of spi 0",
        11: "SCLK of spi 0",
        12: "the strip (GRB)",
        16: "chip select of deck",
        17: "chip select of west",
        18: "chip select of south",
        19: "MISO of spi 1",
        20: "MOSI of spi 1",
        21: "SCLK of spi 1",
        25: "reset of north, east, south, west, deck",
        26: "the buzzer (active)",
    }


def test_the_file_in_hardware_is_the_one_that_is_installed() -> None:
    assert (ROOT / "hardware" / "pins.toml").read_text("utf-8") == default_pins_text()
    assert load_pins(ROOT / "hardware" / "pins.toml") == default_pins()


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (
            ("pin = 12", "pin = 10"),
            "pins.toml:63: strip.pin: a strip on pin 10, the MOSI of spi 0, needs spi 0 for "
            "itself, which has readers (line 9); allowed: 12, 13, 18 or 19, if free",
        ),
        (
            ("pin = 26", "pin = 13"),
            "pins.toml:67: buzzer.pin: pin 13 shares the PWM with the strip on line 63; allowed: "
            "a pin without PWM, as 26; else the strip flickers",
        ),
        (
            ("audio = false", "audio = true"),
            "pins.toml:7: pi.audio: analog audio uses the PWM that drives the strip on line 63; "
            "put dtparam=audio=off into config.txt, and audio = false here",
        ),
        (
            ("pin = 12", "pin = 24"),
            "pins.toml:63: strip.pin: pin 24 cannot drive a strip on a Pi 3, 4 or zero-2-w: it "
            "has no PWM; allowed: 12, 13, 18 or 19, if free",
        ),
        (
            ("pin = 12", "pin = 18"),
            "pins.toml:63: strip.pin: pin 18 for the strip is chip select 0 of spi 1 already, on "
            "line 22; allowed: a pin of its own",
        ),
        (
            ("pin = 12", "pin = 21"),
            "pins.toml:63: strip.pin: pin 21 for the strip is SCLK of spi 1 already, on line 19; "
            "allowed: a pin of its own",
        ),
        (
            ("pin = 26", "pin = 25"),
            "pins.toml:67: buzzer.pin: pin 25 for the buzzer is the reset of north already, on "
            "line 31; allowed: a pin of its own",
        ),
        (
            ("pin = 26", "pin = 14"),
            "pins.toml:67: buzzer.pin: pin 14 for the buzzer belongs to the UART (TXD); allowed: "
            "a pin of 4 to 13, 16 to 27",
        ),
        (
            ("reset = 25", "reset = 3"),
            "pins.toml:31: reader[1].reset: pin 3 for the reset of north belongs to I2C (SCL); "
            "allowed: a pin of 4 to 13, 16 to 27",
        ),
        (
            ('"5"]', '"6"]'),
            'pins.toml:6: pi.models[4]: "6" is not known; allowed: "3", "4", "5" or "zero-2-w"',
        ),
        (
            ("device = 2", "device = 1"),
            "pins.toml:58: reader[5].device: device 1 of spi 1 is west, on line 48; allowed: a "
            "device of its own",
        ),
        (
            ("device = 2", "device = 3"),
            "pins.toml:58: reader[5].device: 3 is too big; allowed: a whole number from 0 to 2",
        ),
        (
            ("device = 1", "device = 2"),
            "pins.toml:37: reader[2].device: spi 0 has no chip select for device 2; allowed: "
            "0 to 1",
        ),
        (
            ("bus = 1\nsclk", "bus = 0\nsclk"),
            "pins.toml:18: spi[2].bus: spi 0 is there already, on line 9; allowed: each bus once",
        ),
        (
            ("mosi = 10", "mosi = 22"),
            "pins.toml:12: spi[1].mosi: MOSI of spi 0 cannot be on pin 22; allowed: 10",
        ),
        (
            ('place = "east"', 'place = "north"'),
            "pins.toml:35: reader[2].place: north has a reader already, on line 27; allowed: one "
            "for each place",
        ),
        (
            ("gain_db = 33", "gain_db = 34"),
            "pins.toml:32: reader[1].gain_db: 34 is not known; allowed: 18, 23, 33, 38, 43 or 48",
        ),
        (
            ("tone_hz", "tone_khz"),
            'pins.toml:69: buzzer.tone_khz: unknown key, did you mean "tone_hz"?; allowed: kind, '
            "pin, tone_hz",
        ),
    ],
    ids=lambda value: value[1] if isinstance(value, tuple) else "",
)
def test_what_cannot_be_is_refused_by_name_and_line(
    change: tuple[str, str], complaint: str
) -> None:
    assert complaint in complaints(change)


def test_a_bus_that_is_there_twice_is_all_that_is_told() -> None:
    assert complaints(("bus = 1\nsclk", "bus = 0\nsclk")) == [
        "pins.toml:18: spi[2].bus: spi 0 is there already, on line 9; allowed: each bus once"
    ]


def test_a_section_whose_name_is_misspelt_is_told_and_not_what_it_seems_to_lack() -> None:
    assert complaints(("[buzzer]", "[buzer]")) == [
        'pins.toml:66: buzer: unknown key, did you mean "buzzer"?; allowed: buzzer, pi, reader, '
        "spi, strip, table"
    ]


def test_a_table_has_a_hardware_revision() -> None:
    assert default_pins().hardware == "rev-1"
    text = default_pins_text()
    assert parse_pins(text.replace('"rev-1"', '"b-2"'), "pins.toml").hardware == "b-2"
    assert parse_pins(text.split("[table]")[0], "pins.toml").hardware == "rev-1"
    assert complaints(('"rev-1"', '"B 2"')) == [
        'pins.toml:72: table.hardware: "B 2" does not fit; '
        "allowed: 1 to 40 small letters, digits and hyphens"
    ]


def test_an_empty_file_is_told_all_that_it_lacks() -> None:
    with pytest.raises(PinsError) as caught:
        parse_pins("", "pins.toml")
    assert list(caught.value.messages) == [
        "pins.toml:1: reader: there is none for north; each side and the deck need one",
        "pins.toml:1: reader: there is none for east; each side and the deck need one",
        "pins.toml:1: reader: there is none for south; each side and the deck need one",
        "pins.toml:1: reader: there is none for west; each side and the deck need one",
        "pins.toml:1: reader: there is none for deck; each side and the deck need one",
        "pins.toml:1: strip.pin: is missing; allowed: a whole number from 0 to 27",
        "pins.toml:1: buzzer.pin: is missing; allowed: a whole number from 0 to 27",
    ]


def test_a_reader_that_is_missing_is_named() -> None:
    text = default_pins_text()
    start, end = text.index('[[reader]]\nplace = "deck"'), text.index("[strip]")
    with pytest.raises(PinsError) as caught:
        parse_pins(text[:start] + text[end:], "pins.toml")
    (message,) = caught.value.messages
    assert message.endswith("reader: there is none for deck; each side and the deck need one")


def test_a_pi_5_drives_a_strip_on_any_free_pin() -> None:
    text = default_pins_text().replace('"3", "4", "zero-2-w", "5"', '"5"')
    assert parse_pins(text.replace("pin = 12", "pin = 24"), "pins.toml").strip.pin == 24


def test_readers_may_have_reset_lines_of_their_own() -> None:
    text = default_pins_text()
    for pin in (22, 23, 24, 27):
        text = text.replace("reset = 25", f"reset = {pin}", 1)
    pins = parse_pins(text, "pins.toml")
    assert [reader.reset for reader in pins.readers] == [22, 23, 24, 27, 25]


def test_a_file_that_is_not_there_is_told() -> None:
    with pytest.raises(PinsError, match=r"nowhere\.toml: cannot be read: No such file"):
        load_pins("nowhere.toml")
