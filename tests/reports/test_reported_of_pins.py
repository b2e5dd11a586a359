"""What people have reported of pins, strips and clocks: refused by name, or told what to do."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from meadow.boards import BoardError
from meadow.doctor import examine
from meadow.nfc.sightings import Arrived, Left
from meadow.pins.load import PinsError, default_pins_text, parse_pins
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.models import PiModel
from meadow_host.twin.silicon.pi import SimulatedPi
from pytest_mock import MockerFixture

from tests.boards.on_pi import board_on
from tests.nfc.silicon_bench import silicon

HARDWARE_PAGE = (Path(__file__).parents[2] / "docs" / "hardware.md").read_text(encoding="utf-8")
PROJECT_FILE = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
A = "04A1B2C3D4E580"


@pytest.mark.report("rpi_ws281x#419")
def test_a_buzzer_on_the_pwm_of_the_strip_is_refused_and_a_tone_elsewhere_is_harmless() -> None:
    for pin in (13, 19):
        with pytest.raises(PinsError) as caught:
            parse_pins(default_pins_text().replace("pin = 26", f"pin = {pin}"), "pins.toml")
        assert (
            f"pins.toml:67: buzzer.pin: pin {pin} shares the PWM with the strip on line 63; "
            "allowed: a pin without PWM, as 26; else the strip flickers"
        ) in caught.value.messages

    with board_on(changes={'kind = "active"': 'kind = "passive"'}, pixels=2) as board:
        board.buzzer.set(True)
        board.strip.show(bytes([1, 2, 3, 4, 5, 6]))
        board.pi.clock.sleep_ms(50)
        assert board.frame() == bytes([1, 2, 3, 4, 5, 6])


@pytest.mark.report("Blinka#747")
def test_a_pi_5_drives_its_strip_though_the_usual_library_does_not_know_it(
    mocker: MockerFixture,
) -> None:
    with board_on(PiModel.PI_5, pixels=2) as board:
        board.strip.show(bytes([1, 2, 3, 4, 5, 6]))
        board.pi.clock.sleep_ms(20)
        assert board.frame() == bytes([1, 2, 3, 4, 5, 6])
    mocker.patch("meadow_host.twin.silicon.fakes.gpio.RPI_LGPIO", "0.7.1")
    with pytest.raises(
        BoardError, match=r"uninstall it and take rpi-lgpio \(docs/hardware\.md, step 3\)"
    ):
        SiliconBoard(pi=SimulatedPi(model=PiModel.PI_5))
    assert "adafruit-blinka-raspberry-pi5-neopixel" in PROJECT_FILE.lower()

    with installed(SimulatedPi(model=PiModel.PI_5)):
        ws: Any = import_module("_rpi_ws281x")
        state = ws.ws2811_init(ws.new_ws2811_t())
        assert ws.ws2811_get_return_t_str(state) == "Hardware revision is not supported"


@pytest.mark.report("raspberrypi/linux#2094")
@pytest.mark.parametrize("drift", [1.6, 0.625])
def test_readers_read_on_when_the_core_clock_takes_their_spi_clock_along(drift: float) -> None:
    with silicon() as ours:
        (lying,) = ours.lay("north", A)
        (arrived,) = ours.run(300)
        assert isinstance(arrived, Arrived)
        for place in ours.pi.wiring:
            ours.pi.port(place).drift = drift
        assert ours.run(1000) == []
        ours.pi.lift(lying)
        (left,) = ours.run(300)
        assert isinstance(left, Left)
        ours.lay("deck", A)
        (arrived,) = ours.run(300)
        assert isinstance(arrived, Arrived)
        assert all(one.trouble == "" for one in ours.readers.report())


@pytest.mark.report("raspberrypi/linux#2094")
def test_doctor_names_core_freq_where_the_bus_is_slow_and_the_page_has_it() -> None:
    with board_on() as board:
        for place in board.pi.wiring:
            board.pi.port(place).drift = 0.1
        findings = examine(board, board.wiring, 1500, outputs=False)
    (trouble,) = findings.troubles
    assert trouble.startswith("sweep: a sweep takes ")
    assert "set core_freq (docs/hardware.md)" in trouble
    assert "core_freq=250" in HARDWARE_PAGE
