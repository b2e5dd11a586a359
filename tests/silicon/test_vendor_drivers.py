"""The unmodified vendor drivers on simulated silicon do what they are known to do on a Pi.

Figures at SPI 1 MHz and 25 us a transfer; public reports are named where there are any.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any, NamedTuple

import pytest
from meadow_host.twin.silicon.classic import Classic1K
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.ntag import Ntag
from meadow_host.twin.silicon.pi import SimulatedPi
from meadow_host.twin.silicon.picc import Picc

from tests.silicon.vendors import load

REQA = 0x26
RESET_PIN = 22
"""BCM 25 by its number on the header."""


class Poll(NamedTuple):
    """What a call gave, and what it cost."""

    result: Any
    ms: float
    transfers: int


@pytest.fixture
def pi() -> Iterator[SimulatedPi]:
    with installed(SimulatedPi()) as simulated:
        yield simulated


@pytest.fixture
def mfrc522(pi: SimulatedPi) -> Any:
    """mfrc522 0.0.7"""
    return import_module("mfrc522").MFRC522(pin_rst=RESET_PIN)


@pytest.fixture
def pirc522(pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch) -> Any:
    """pi-rc522 2.3.0"""
    return load(monkeypatch, "pi-rc522", "pirc522").RFID(pin_irq=None)


@pytest.fixture
def python522(pi: SimulatedPi, monkeypatch: pytest.MonkeyPatch) -> Any:
    """mfrc522-python 0.0.9"""
    return load(monkeypatch, "mfrc522-python", "mfrc522").MFRC522(pin_rst=RESET_PIN)


def poll(pi: SimulatedPi, call: Callable[[], Any]) -> Poll:
    before_ns, transfers = pi.clock.now_ns, pi.transfers
    result = call()
    return Poll(result, (pi.clock.now_ns - before_ns) / 1e6, pi.transfers - transfers)


def lay(pi: SimulatedPi, *tags: Picc) -> None:
    for tag in tags:
        pi.lay(tag, "north")
    pi.clock.sleep_ms(5)


def classic(uid: str) -> Picc:
    return Classic1K(bytes.fromhex(uid))


def ntag(uid: str) -> Picc:
    return Ntag(bytes.fromhex(uid))


# mfrc522 0.0.7 -----------------------------------------------------------------------------


def test_mfrc522_polls_an_empty_field_in_82_5_ms_and_2013_transfers(
    pi: SimulatedPi, mfrc522: Any
) -> None:
    # Its wait loop never looks at the timer interrupt, so it always reads 2000 times.
    empty = poll(pi, lambda: mfrc522.MFRC522_Request(REQA))

    assert empty.result == (mfrc522.MI_ERR, 0)
    assert (round(empty.ms, 1), empty.transfers) == (82.5, 2013)


def test_mfrc522_polls_five_empty_readers_in_413_ms(pi: SimulatedPi) -> None:
    kind = import_module("mfrc522").MFRC522
    readers = [
        kind(bus=wiring.bus, device=wiring.device, pin_rst=RESET_PIN)
        for wiring in pi.wiring.values()
    ]

    def sweep() -> None:
        for reader in readers:
            reader.MFRC522_Request(REQA)

    assert round(poll(pi, sweep).ms) == 413


def test_mfrc522_sees_a_still_tag_every_other_poll(pi: SimulatedPi, mfrc522: Any) -> None:
    # miguelbalboa/rfid#437, ondryaso/pi-rc522#55: the read leaves it READY, REQA drops it.
    lay(pi, classic("01020304"))

    seen = []
    for _ in range(6):
        status, _bits = mfrc522.MFRC522_Request(REQA)
        seen.append(status == mfrc522.MI_OK and mfrc522.MFRC522_Anticoll()[0] == mfrc522.MI_OK)

    assert seen == [True, False, True, False, True, False]


def test_mfrc522_reads_a_four_byte_uid_with_its_check_byte(pi: SimulatedPi, mfrc522: Any) -> None:
    lay(pi, classic("01020304"))
    mfrc522.MFRC522_Request(REQA)

    assert mfrc522.MFRC522_Anticoll() == (mfrc522.MI_OK, [1, 2, 3, 4, 4])
    assert mfrc522.MFRC522_SelectTag([1, 2, 3, 4, 4]) == 0x08


def test_mfrc522_cuts_a_seven_byte_uid_so_two_tags_can_share_an_id(
    pi: SimulatedPi, mfrc522: Any
) -> None:
    ids = []
    for tag in (ntag("04112233445566"), ntag("041122778899aa")):
        lay(pi, tag)
        mfrc522.MFRC522_Request(REQA)
        ids.append(bytes(mfrc522.MFRC522_Anticoll()[1]).hex())
        pi.lift(tag)

    assert ids == ["88041122bf", "88041122bf"]


def test_mfrc522_never_sees_two_tags(pi: SimulatedPi, mfrc522: Any) -> None:
    lay(pi, classic("01020304"), classic("05020304"))

    for _ in range(6):
        status, _bits = mfrc522.MFRC522_Request(REQA)
        if status == mfrc522.MI_OK:
            status, _uid = mfrc522.MFRC522_Anticoll()
        assert status != mfrc522.MI_OK


def test_mfrc522_takes_the_collision_of_two_kinds_of_tag_for_no_tag(
    pi: SimulatedPi, mfrc522: Any
) -> None:
    lay(pi, classic("01020304"), ntag("04112233445566"))

    assert mfrc522.MFRC522_Request(REQA)[0] == mfrc522.MI_ERR


def test_mfrc522_picks_a_uart_pin_for_reset_once_pins_go_by_bcm_number(pi: SimulatedPi) -> None:
    # Trap 4 of the notes: BCM 15 is RXD.
    gpio = import_module("RPi.GPIO")
    gpio.setmode(gpio.BCM)
    import_module("mfrc522").MFRC522()

    assert pi.pins[15].driven is True
    assert pi.pins[25].driven is None


def test_mfrc522_closed_lets_go_of_every_readers_reset(pi: SimulatedPi, mfrc522: Any) -> None:
    assert pi.pins[25].driven is True

    mfrc522.Close_MFRC522()

    assert pi.pins[25].driven is None


# pi-rc522 2.3.0 ----------------------------------------------------------------------------


def test_pi_rc522_polls_an_empty_field_in_82_5_ms_and_2013_transfers(
    pi: SimulatedPi, pirc522: Any
) -> None:
    empty = poll(pi, pirc522.request)

    assert empty.result == (True, None)
    assert (round(empty.ms, 1), empty.transfers) == (82.5, 2013)


def test_pi_rc522_sees_a_still_tag_every_other_poll(pi: SimulatedPi, pirc522: Any) -> None:
    # ondryaso/pi-rc522#55
    lay(pi, classic("01020304"))

    assert [pirc522.read_id() for _ in range(4)] == [[1, 2, 3, 4], None] * 2


def test_pi_rc522_reads_a_seven_byte_uid(pi: SimulatedPi, pirc522: Any) -> None:
    lay(pi, ntag("04112233445566"))

    assert bytes(pirc522.read_id()).hex() == "04112233445566"


def test_pi_rc522_takes_a_four_byte_uid_that_begins_with_88_for_half_a_long_one(
    pi: SimulatedPi, pirc522: Any
) -> None:
    # DarkFlippers/unleashed-firmware#1075 is the same mistake.
    lay(pi, classic("88020304"))

    assert pirc522.read_id() is None


def test_pi_rc522_never_sees_two_tags(pi: SimulatedPi, pirc522: Any) -> None:
    lay(pi, ntag("04112233445566"), ntag("04112277889900"))

    assert [pirc522.read_id() for _ in range(6)] == [None] * 6


# mfrc522-python 0.0.9 ----------------------------------------------------------------------


def test_mfrc522_python_polls_an_empty_field_in_17_3_ms_and_33_transfers(
    pi: SimulatedPi, python522: Any
) -> None:
    # The timer ends it after 15.5 ms, looked at once a (Linux) millisecond.
    empty = poll(pi, lambda: python522.Request(REQA))

    assert empty.result == (python522.MI_ERR, 0)
    assert (round(empty.ms, 1), empty.transfers) == (17.3, 33)


def test_mfrc522_python_sees_a_still_tag_every_other_poll(pi: SimulatedPi, python522: Any) -> None:
    lay(pi, classic("01020304"))

    seen = []
    for _ in range(4):
        status, _bits = python522.Request(REQA)
        seen.append(status == python522.MI_OK and python522.Anticoll()[0] == python522.MI_OK)

    assert seen == [True, False, True, False]


def test_mfrc522_python_cuts_a_seven_byte_uid(pi: SimulatedPi, python522: Any) -> None:
    lay(pi, ntag("04112233445566"))
    python522.Request(REQA)

    assert bytes(python522.Anticoll()[1]).hex() == "88041122bf"


def test_mfrc522_python_never_sees_two_tags(pi: SimulatedPi, python522: Any) -> None:
    lay(pi, classic("01020304"), classic("05020304"))

    for _ in range(6):
        status, _bits = python522.Request(REQA)
        if status == python522.MI_OK:
            status, _uid = python522.Anticoll()
        assert status != python522.MI_OK
