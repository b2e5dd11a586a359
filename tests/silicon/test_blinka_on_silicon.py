"""Unmodified Blinka and neopixel on simulated Pis: frames in wire order, pins, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import pytest
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.models import PiModel
from meadow_host.twin.silicon.pi import SimulatedPi

BOARDS = {
    PiModel.PI_3B_PLUS: "RASPBERRY_PI_3B_PLUS",
    PiModel.PI_4B: "RASPBERRY_PI_4B",
    PiModel.ZERO_2_W: "RASPBERRY_PI_ZERO_2_W",
    PiModel.PI_5: "RASPBERRY_PI_5",
}


@contextmanager
def strip(pi: SimulatedPi, pixels: int, order: str = "GRB", pin: str = "D12") -> Iterator[Any]:
    """An unmodified NeoPixel object on a Pi; its pin is let go at the end."""
    with installed(pi):
        board, neopixel = import_module("board"), import_module("neopixel")
        made = neopixel.NeoPixel(
            getattr(board, pin), pixels, auto_write=False, pixel_order=getattr(neopixel, order)
        )
        try:
            yield made
        finally:
            made.pin.deinit()


@pytest.mark.parametrize("model", list(PiModel))
def test_blinka_knows_which_pi_it_is_on(model: PiModel) -> None:
    with installed(SimulatedPi(model=model)):
        assert import_module("board").board_id == BOARDS[model]


@pytest.mark.parametrize("model", list(PiModel))
def test_a_frame_leaves_in_wire_order_green_first(model: PiModel) -> None:
    pi = SimulatedPi(model=model)
    with strip(pi, 4) as pixels:
        pixels[0], pixels[3] = (255, 128, 1), (3, 2, 1)
        pixels.show()

    assert pi.strip.last is not None
    assert pi.strip.last.data.hex() == "80ff01" + "000000" * 2 + "020301"
    assert (pi.strip.last.bcm, pi.strip.count) == (12, 1)


@pytest.mark.parametrize("model", list(PiModel))
@pytest.mark.parametrize("pixels", [2, 3])
def test_a_strip_with_white_sends_four_bytes_a_pixel(model: PiModel, pixels: int) -> None:
    # Three times four bytes divide by three: Blinka then takes them for four pixels of three.
    pi = SimulatedPi(model=model)
    with strip(pi, pixels, "GRBW") as made:
        made[1] = (10, 20, 30, 40)
        made.show()

    assert pi.strip.last is not None
    assert pi.strip.last.data.hex() == "00000000" + "140a1e28" + "00000000" * (pixels - 2)


def test_a_pi_5_sends_whole_words_only() -> None:
    pi = SimulatedPi(model=PiModel.PI_5)
    with strip(pi, 1) as pixels:
        pixels.fill((1, 2, 3))
        pixels.show()

    assert pi.strip.last is not None
    assert pi.strip.last.data.hex() == "020103" + "00"


def test_a_pi_5_lets_a_millisecond_pass_between_frames() -> None:
    pi = SimulatedPi(model=PiModel.PI_5)
    with strip(pi, 60) as pixels:
        pixels.show()
        pixels.show()

    # 60 pixels of 24 bits at 1.25 us each, then the silence.
    first, second = pi.strip.frames
    assert second.at_ns - first.at_ns == 1_800_000 + 1_000_000


def test_a_pi_5_without_its_pio_device_is_refused() -> None:
    pi = SimulatedPi(model=PiModel.PI_5)
    pi.refused.add("/dev/pio0")
    with strip(pi, 4) as pixels, pytest.raises(RuntimeError, match="open PIO device"):
        pixels.show()


def test_show_takes_time_on_the_clock_of_the_pi_not_on_ours() -> None:
    # Blinka sleeps a millisecond for each 100 bytes begun; Linux oversleeps by 60 us.
    pi = SimulatedPi()
    with strip(pi, 60) as pixels:
        before_us = pi.clock.now_us
        pixels.show()
        assert pi.clock.now_us - before_us == 2060

        before_us = pi.clock.now_us
        pixels.show()
        assert pi.clock.now_us - before_us == 2060


def test_a_pin_without_pwm_is_refused() -> None:
    with (
        strip(SimulatedPi(), 4, pin="D26") as pixels,
        pytest.raises(RuntimeError, match="code -11"),
    ):
        pixels.show()


def test_a_strip_without_permission_is_refused() -> None:
    pi = SimulatedPi()
    pi.refused.add("/dev/mem")
    with strip(pi, 4) as pixels, pytest.raises(RuntimeError, match="running with sudo"):
        pixels.show()


def test_the_ws281x_library_does_not_know_the_pi_5() -> None:
    pi = SimulatedPi(model=PiModel.PI_5)
    with installed(pi):
        ws: Any = import_module("_rpi_ws281x")
        state = ws.ws2811_init(ws.new_ws2811_t())

        assert (state, ws.ws2811_get_return_t_str(state)) == (
            -3,
            "Hardware revision is not supported",
        )


@pytest.mark.parametrize("model", list(PiModel))
def test_a_digital_output_drives_its_pin_and_lets_it_float_afterwards(model: PiModel) -> None:
    pi = SimulatedPi(model=model)
    with installed(pi):
        board, digitalio = import_module("board"), import_module("digitalio")
        buzzer = digitalio.DigitalInOut(board.D26)
        buzzer.switch_to_output(value=False)
        edges = pi.pins.record(26)
        buzzer.value = True
        pi.clock.sleep_ms(80)
        buzzer.value = False
        buzzer.deinit()

    assert [edge.high for edge in edges] == [True, False]
    assert edges[1].at_ns - edges[0].at_ns == 80_000_000
    assert pi.pins[26].driven is None


def test_a_line_that_somebody_has_is_busy() -> None:
    pi = SimulatedPi()
    with installed(pi):
        board, digitalio = import_module("board"), import_module("digitalio")
        first = digitalio.DigitalInOut(board.D26)
        with pytest.raises(OSError, match="busy"):
            digitalio.DigitalInOut(board.D26)
        first.deinit()


def test_gpio_without_permission_is_refused() -> None:
    pi = SimulatedPi()
    pi.refused.add("/dev/gpiochip0")
    with installed(pi):
        board, digitalio = import_module("board"), import_module("digitalio")
        with pytest.raises(PermissionError, match="gpio group"):
            digitalio.DigitalInOut(board.D26)
