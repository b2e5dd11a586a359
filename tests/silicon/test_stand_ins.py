"""The stand-ins for spidev and RPi.GPIO answer and refuse as the real ones do, and go again."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.models import PiModel
from meadow_host.twin.silicon.pi import SimulatedPi

NAMES = ("spidev", "RPi", "RPi.GPIO", "gpiod", "_rpi_ws281x")


@pytest.fixture
def pi() -> Iterator[SimulatedPi]:
    with installed(SimulatedPi()) as simulated:
        yield simulated


@pytest.fixture
def spi(pi: SimulatedPi) -> Any:
    device = import_module("spidev").SpiDev()
    device.open(0, 0)
    device.max_speed_hz = 1_000_000
    return device


@pytest.fixture
def gpio(pi: SimulatedPi) -> Any:
    return import_module("RPi.GPIO")


def test_stand_ins_are_there_within_and_gone_afterwards() -> None:
    before = {name: sys.modules.get(name) for name in NAMES}
    chip_before = os.environ.get("BLINKA_FORCECHIP")

    with installed(SimulatedPi()):
        first = import_module("spidev")
        assert all(name in sys.modules for name in NAMES)
        assert os.environ["BLINKA_FORCECHIP"] == "BCM2XXX"

    assert {name: sys.modules.get(name) for name in NAMES} == before
    assert os.environ.get("BLINKA_FORCECHIP") == chip_before
    with installed(SimulatedPi()):
        assert import_module("spidev") is not first


def test_each_simulated_pi_gets_a_vendor_package_of_its_own() -> None:
    versions = []
    for version in (0x91, 0x92):
        with installed(SimulatedPi(version=version)):
            reader = import_module("mfrc522").MFRC522(pin_rst=22)
            versions.append(reader.Read_MFRC522(reader.VersionReg))

    assert versions == [0x91, 0x92]


# spidev ------------------------------------------------------------------------------------


def test_xfer2_writes_what_came_in_over_the_list_that_went_out(spi: Any) -> None:
    sent = [0xEE, 0x00]

    came = spi.xfer2(sent)

    assert came is sent
    assert sent == [0x00, 0x92]


def test_xfer2_leaves_other_sequences_alone(spi: Any) -> None:
    assert spi.xfer2((0xEE, 0x00)) == [0x00, 0x92]
    assert spi.xfer2(b"\xee\x00") == [0x00, 0x92]


def test_spi_that_is_not_switched_on_has_no_file(pi: SimulatedPi) -> None:
    pi.disable_spi(1)

    with pytest.raises(FileNotFoundError) as raised:
        import_module("spidev").SpiDev().open(1, 2)
    assert (raised.value.errno, raised.value.filename) == (errno.ENOENT, "/dev/spidev1.2")


def test_spi_without_permission_is_refused(pi: SimulatedPi) -> None:
    pi.refused.add("/dev/spidev0.1")

    with pytest.raises(PermissionError):
        import_module("spidev").SpiDev(0, 1)


def test_a_closed_device_is_a_bad_file(spi: Any) -> None:
    spi.close()

    for use in (lambda: spi.xfer2([0, 0]), lambda: setattr(spi, "max_speed_hz", 1000)):
        with pytest.raises(OSError, match="Bad file descriptor"):
            use()


@pytest.mark.parametrize(
    ("values", "error"), [([], TypeError), ([1.5], TypeError), ([0] * 4097, OverflowError)]
)
def test_what_cannot_be_sent_is_refused(spi: Any, values: list[Any], error: type) -> None:
    with pytest.raises(error):
        spi.xfer2(values)


def test_a_transfer_can_fail(pi: SimulatedPi, spi: Any) -> None:
    pi.port("north").fault = OSError(errno.EIO, os.strerror(errno.EIO))

    with pytest.raises(OSError, match="Input/output error"):
        spi.xfer2([0xEE, 0x00])


def test_without_a_speed_the_clock_is_too_fast_for_the_chip(pi: SimulatedPi) -> None:
    assert import_module("spidev").SpiDev(0, 0).xfer2([0xEE, 0x00]) == [0, 0]


# RPi.GPIO ----------------------------------------------------------------------------------


def test_pins_need_a_numbering_and_keep_it(gpio: Any) -> None:
    with pytest.raises(RuntimeError, match="set pin numbering mode"):
        gpio.setup(22, gpio.OUT)

    gpio.setmode(gpio.BOARD)
    assert gpio.getmode() == gpio.BOARD == 10
    with pytest.raises(ValueError, match="different mode"):
        gpio.setmode(gpio.BCM)


def test_board_numbers_are_pins_of_the_header(pi: SimulatedPi, gpio: Any) -> None:
    gpio.setmode(gpio.BOARD)
    gpio.setup(22, gpio.OUT)
    gpio.output(22, 0)

    assert not pi.pins[25].high
    with pytest.raises(ValueError, match="channel sent is invalid"):
        gpio.setup(1, gpio.OUT)


def test_an_output_must_be_set_up(gpio: Any) -> None:
    gpio.setmode(gpio.BCM)

    with pytest.raises(RuntimeError, match="not been set up as an OUTPUT"):
        gpio.output(25, 1)


def test_cleanup_without_a_channel_floats_every_pin(pi: SimulatedPi, gpio: Any) -> None:
    # Trap 4 of the notes: one reader closed, all resets let go.
    gpio.setmode(gpio.BCM)
    gpio.setup([24, 25], gpio.OUT, initial=1)

    gpio.cleanup(24)
    assert (pi.pins[24].driven, pi.pins[25].driven) == (None, True)
    assert gpio.getmode() == gpio.BCM
    gpio.cleanup()

    assert pi.pins[25].driven is None
    assert gpio.getmode() is None


def test_edges_call_back(pi: SimulatedPi, gpio: Any) -> None:
    gpio.setmode(gpio.BCM)
    gpio.setup(24, gpio.IN, pull_up_down=gpio.PUD_UP)
    calls: list[int] = []
    gpio.add_event_detect(24, gpio.FALLING, callback=calls.append)

    for high in (False, True, False):
        pi.pins.pull(24, up=high)
    gpio.remove_event_detect(24)
    pi.pins.pull(24, up=True)
    pi.pins.pull(24, up=False)

    assert calls == [24, 24]


@pytest.mark.parametrize(("model", "version"), [(PiModel.PI_4B, "0.7.1"), (PiModel.PI_5, "0.7.2")])
def test_on_a_pi_5_rpi_lgpio_stands_in_its_place(model: PiModel, version: str) -> None:
    with installed(SimulatedPi(model=model)):
        assert version == import_module("RPi.GPIO").VERSION
