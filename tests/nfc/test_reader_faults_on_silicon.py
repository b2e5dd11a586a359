"""Chips that are absent, die, forget, or hang: one plain line, and the others go on."""

from __future__ import annotations

import errno
from collections.abc import Mapping

import pytest
from meadow.nfc.health import HealthSettings
from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow_host.twin.silicon.pi import Wiring

from tests.nfc.silicon_bench import ONE, OWN_RESETS, SiliconBench, silicon

A, B, C = "04A1B2C3D4E580", "04A1B2C3D4E581", "DEADBEEF"


def of(told: list[Sighting], place: str) -> list[Sighting]:
    return [one for one in told if one.place == place]


def plain(failed: Sighting) -> str:
    """The line of a failure, which must be one."""
    assert isinstance(failed, Failed)
    assert failed.why
    assert "\n" not in failed.why
    return failed.why


@pytest.mark.parametrize("wiring", [None, OWN_RESETS])
@pytest.mark.parametrize("idle", [0x00, 0xFF])
def test_a_reader_that_is_unplugged_is_told_and_comes_back_by_itself(
    idle: int, wiring: Mapping[str, Wiring] | None
) -> None:
    with silicon(wiring) as bench:
        (lying, taken) = bench.lay("north", A, B)
        bench.lay("east", C)
        bench.run(200)
        bench.pi.unplug("north", idle=idle)
        told = bench.run(300)
        (failed,) = told
        assert "check its plug" in plain(failed)
        assert bench.readers.lying("north") == ()
        assert bench.readers.lying("east") == (C,)
        bench.pi.lift(taken)
        bench.pi.plug("north")
        assert lying.uid.hex().upper() == A
        (back,) = bench.run(500)
        assert back == Back(back.at_ms, "north", (A,))
        assert bench.report("north").trouble == ""
        assert bench.run(300) == []


@pytest.mark.parametrize("idle", [0x00, 0xFF])
def test_a_reader_that_is_missing_from_the_start_is_told_and_can_be_plugged_in(idle: int) -> None:
    with silicon() as bench:
        bench.pi.unplug("south", idle=idle)
        (failed,) = bench.run(200)
        assert failed.place == "south"
        bench.lay("south", A)
        bench.pi.plug("south")
        (back,) = bench.run(500)
        assert back == Back(back.at_ms, "south", (A,))


def test_a_dead_reader_never_slows_the_others() -> None:
    def sweep_us(bench: SiliconBench) -> float:
        """The longest of 100 slices."""
        longest = 0.0
        for _ in range(100):
            before_us = bench.pi.clock.now_us
            bench.poll()
            longest = max(longest, bench.pi.clock.now_us - before_us)
        return longest

    with silicon(OWN_RESETS) as bench:
        bench.run(50)
        all_well_us = sweep_us(bench)
        bench.pi.unplug("north")
        bench.run(300)
        assert sweep_us(bench) <= all_well_us
        before = bench.pi.port("north").transfers
        bench.run(1000)
        assert bench.pi.port("north").transfers - before <= 5


def test_a_tag_arrives_elsewhere_while_a_reader_dies() -> None:
    with silicon(OWN_RESETS) as bench:
        bench.run(50)
        bench.pi.unplug("north")
        laid_ms = bench.pi.clock.now_ms()
        bench.lay("deck", A)
        told = of(bench.run(200), "deck")
        (arrived,) = told
        assert isinstance(arrived, Arrived)
        assert arrived.at_ms - laid_ms <= 20


def test_an_unknown_version_is_told() -> None:
    with silicon(version=0x15) as bench:
        told = bench.run(200)
        assert len(told) == 5
        assert all("no MFRC522 that is known here" in plain(failed) for failed in told)
        assert all("15h" in plain(failed) for failed in told)


@pytest.mark.parametrize("version", [0x91, 0x88, 0xB2])
def test_older_chips_and_clones_read(version: int) -> None:
    with silicon(version=version) as bench:
        bench.lay("deck", A)
        assert [type(one) for one in bench.run(100)] == [Arrived]
        assert bench.report("deck").version == version


def test_an_spi_error_is_told_and_its_end_too() -> None:
    with silicon() as bench:
        bench.lay("west", A)
        bench.run(100)
        bench.pi.port("west").fault = OSError(errno.EIO, "Input/output error")
        (failed,) = bench.run(300)
        assert failed.place == "west"
        assert "Input/output error" in plain(failed)
        bench.pi.port("west").fault = None
        (back,) = bench.run(500)
        assert back == Back(back.at_ms, "west", (A,))


def test_a_pi_without_its_second_spi_bus_plays_with_the_first() -> None:
    with silicon() as other:
        other.pi.disable_spi(1)
        bench = SiliconBench(other.pi, ReaderSettings(), 33)
        told = bench.run(200)
        assert [failed.place for failed in told] == ["south", "west", "deck"]
        assert all("dtoverlay=spi1-3cs" in plain(failed) for failed in told)
        bench.lay("north", A)
        assert [type(one) for one in bench.run(100)] == [Arrived]


def test_a_pi_that_refuses_spi_says_what_to_do() -> None:
    with silicon() as other:
        other.pi.refused.add("/dev/spidev1.2")
        bench = SiliconBench(other.pi, ReaderSettings(), 33)
        (failed,) = bench.run(200)
        assert failed.place == "deck"
        assert "add its user to the groups spi and gpio" in plain(failed)
        other.pi.refused.clear()
        (back,) = bench.run(600)
        assert isinstance(back, Back)


def test_a_chip_that_forgot_its_settings_is_reset_and_nothing_is_told() -> None:
    # Trap 5: a brown-out resets the chip, its field goes, and all tags fall silent.
    with silicon() as bench:
        bench.lay("deck", A, C)
        bench.run(150)
        for _ in range(5):
            bench.pi.readers["deck"].reset()
            assert bench.run(900) == []
        assert bench.readers.lying("deck") == (A, C)
        assert bench.report("deck").soft_resets == 5
        assert bench.report("deck").trouble == ""


def test_a_chip_that_forgets_all_the_time_is_reported_in_the_end() -> None:
    with silicon() as bench:
        bench.run(50)
        told: list[Sighting] = []
        for _ in range(60):
            bench.pi.readers["deck"].reset()
            told += bench.run(20)
        assert isinstance(told[0], Failed)
        assert bench.report("deck").hard_resets >= 1
        assert {one.place for one in told} == {"deck"}


def test_a_deaf_chip_is_cured_by_a_reset_before_its_tags_are_given_up() -> None:
    # Phoniebox#912, miguelbalboa/rfid#540: settings and version read well, but it hears nothing.
    with silicon() as bench:
        bench.lay("deck", A, B, C)
        bench.run(300)
        chip = bench.pi.readers["deck"]
        field, hear = chip.field, chip.field.hear
        field.hear = lambda modulation: None
        resets = bench.report("deck").soft_resets
        while bench.report("deck").soft_resets == resets:
            bench.poll()
        field.hear = hear
        assert bench.run(1000) == []
        assert len(bench.readers.lying("deck")) == 3


def test_an_empty_tray_is_believed_after_one_reset() -> None:
    with silicon() as bench:
        for _ in range(3):
            (tag,) = bench.lay("deck", A)
            bench.run(150)
            bench.pi.lift(tag)
            assert [type(one) for one in bench.run(200)] == [Left]
        assert bench.report("deck").soft_resets == 3
        assert bench.report("east").soft_resets == 0


def test_an_empty_reader_is_refreshed_as_often_as_set() -> None:
    settings = ReaderSettings(health=HealthSettings(refresh_s=2))
    with silicon(ONE, settings=settings) as bench:
        assert bench.run(5000) == []
        assert bench.report("deck").soft_resets == 2


def test_all_readers_dead_is_told_and_time_goes_on() -> None:
    with silicon() as bench:
        bench.run(50)
        for place in bench.pi.wiring:
            bench.pi.unplug(place)
        assert len(bench.run(400)) == 5
        for place in bench.pi.wiring:
            bench.pi.plug(place)
        assert [type(one) for one in bench.run(600)] == [Back] * 5


def test_closing_switches_all_fields_off() -> None:
    with silicon() as bench:
        bench.run(50)
        bench.pi.unplug("east")
        bench.readers.close()
        for place in ("north", "south", "west", "deck"):
            assert not bench.pi.readers[place].field.on
