"""What people have reported of readers: deaf after hours, without settings, on a bus that is held.

First what our firmware makes of it, then that the unmodified vendor's driver has it on the same
silicon.
"""

from __future__ import annotations

import pytest
from meadow.doctor import examine
from meadow.lights.power import Power, estimate_ma
from meadow.nfc.chips import Trouble
from meadow.nfc.health import HealthSettings
from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sightings import Arrived, Back, Failed, Left
from meadow_host.twin.silicon.mfrc522 import Mfrc522
from meadow_host.twin.silicon.picc import Picc
from pytest_mock import MockerFixture

from tests.boards.on_pi import board_on
from tests.nfc.silicon_bench import ONE, OWN_RESETS, silicon
from tests.reports.theirs import MFRC522, PI_RC522, theirs
from tests.silicon.raw import Raw

A, B, C = "04A1B2C3D4E580", "04A1B2C3D4E581", "DEADBEEF"
VERSION = 0x37


def tag(uid: str) -> Picc:
    return Picc(bytes.fromhex(uid))


@pytest.mark.report("Phoniebox#912")
def test_a_reader_is_not_dead_until_its_service_is_restarted() -> None:
    # A chip that lost its settings, its field with them, still gives its version.
    with silicon(ONE) as ours:
        ours.run(200)
        ours.pi.brown_out("deck")
        ours.run(300)
        ours.lay("deck", C)
        (arrived,) = ours.run(100)
        assert isinstance(arrived, Arrived)

    with theirs(PI_RC522) as bench:
        bench.pi.brown_out("deck")
        bench.pi.lay(tag(C), "deck")
        bench.pi.clock.sleep_ms(5)
        assert [bench.sweep() for _ in range(10)] == [[]] * 10
        assert Raw(bench.pi, "deck").read(VERSION) == 0x92
        bench.restart()
        bench.pi.clock.sleep_ms(5)
        assert bench.sweep() == [C]


def deaf_until_reset(chip: Mfrc522, mocker: MockerFixture) -> None:
    """Let a chip hear nothing, though all its registers are well; any reset cures it."""
    reset = chip.reset

    def cure() -> None:
        chip.deaf = False
        reset()

    mocker.patch.object(chip, "reset", side_effect=cure)
    chip.deaf = True


@pytest.mark.report("miguelbalboa/rfid#540")
def test_a_chip_that_has_gone_deaf_reads_new_cards_again(mocker: MockerFixture) -> None:
    settings = ReaderSettings(health=HealthSettings(refresh_s=2))
    with silicon(ONE, settings=settings) as ours:
        ours.run(200)
        deaf_until_reset(ours.pi.readers["deck"], mocker)
        ours.lay("deck", A)
        (arrived,) = ours.run(2000)
        assert isinstance(arrived, Arrived)
        # With a card on it, it is reset before the silence is taken for its removal.
        deaf_until_reset(ours.pi.readers["deck"], mocker)
        assert ours.run(1000) == []
        assert not ours.pi.readers["deck"].deaf

    with theirs(MFRC522) as bench:
        deaf_until_reset(bench.pi.readers["deck"], mocker)
        bench.pi.lay(tag(C), "deck")
        bench.pi.clock.sleep_ms(5)
        assert [bench.sweep() for _ in range(10)] == [[]] * 10
        assert bench.pi.readers["deck"].deaf


@pytest.mark.report("miguelbalboa/rfid#290")
def test_readers_whose_bus_a_clone_holds_are_told_with_what_to_do_and_the_other_bus_goes_on() -> (
    None
):
    with silicon() as ours:
        for place, uid in (("north", A), ("south", B), ("deck", C)):
            ours.lay(place, uid)
        ours.run(200)
        ours.pi.hold_miso("deck")
        told = ours.run(1000)
        assert sorted((type(one), one.place) for one in told if isinstance(one, Failed)) == [
            (Failed, "south"),
            (Failed, "west"),
        ]
        assert len(told) == 2
        for place in ("south", "west"):
            said = ours.report(place).trouble
            assert "another reader on its bus may hold MISO: unplug the others" in said
            assert "\n" not in said
        assert ours.readers.lying("north") == (A,)
        assert ours.readers.lying("deck") == (C,)
        ours.pi.unplug("deck")
        back = [one for one in ours.run(1000) if isinstance(one, Back)]
        assert [(one.place, one.uids) for one in back] == [("south", (B,)), ("west", ())]

    with theirs(MFRC522, OWN_RESETS) as bench:
        bench.pi.lay(tag(C), "south")
        bench.pi.hold_miso("deck")
        bench.pi.clock.sleep_ms(5)
        assert [bench.sweep("south") for _ in range(4)] == [[]] * 4
        bench.pi.unplug("deck")
        assert [bench.sweep("south") for _ in range(2)] == [[C], []]


@pytest.mark.report("miguelbalboa/rfid#290")
@pytest.mark.parametrize("share", [0.5, 0.1, 0.02])
def test_a_bus_that_is_loaded_in_part_makes_up_no_tag_and_loses_none_of_the_other(
    share: float,
) -> None:
    with silicon(OWN_RESETS, seed=3) as ours:
        for place, uid in (("north", A), ("south", B), ("deck", C)):
            ours.lay(place, uid)
        ours.run(200)
        ours.pi.hold_miso("deck", share)
        told = ours.run(5000)
        assert {one.place for one in told} <= {"south", "west"}
        assert {one.uid for one in told if isinstance(one, Arrived | Left)} <= {B}
        failed = [one for one in told if isinstance(one, Failed)]
        assert failed
        assert any(Trouble.BLURRED in one.why for one in failed)


@pytest.mark.report("miguelbalboa/rfid#290")
def test_doctor_names_the_reader_that_holds_the_bus() -> None:
    with board_on() as board:
        board.pi.hold_miso("deck")
        findings = examine(board, board.wiring, 1500)
    assert findings.troubles[0].partition(":")[0] == "readers south, west"
    assert findings.troubles[1:] == (
        "spi 1: of its readers only deck can be read: unplug it; if south or west can be read then,"
        " it holds MISO while it is not selected: replace it",
    )


@pytest.mark.report("rpi_ws281x#186")
def test_readers_whose_supply_dips_as_the_lights_begin_read_on() -> None:
    with silicon() as ours:
        ours.lay("north", A)
        ours.lay("deck", C)
        ours.run(200)
        for place in ours.pi.wiring:
            ours.pi.brown_out(place)
        assert ours.run(1000) == []
        assert (ours.readers.lying("north"), ours.readers.lying("deck")) == ((A,), (C,))
        assert all(one.trouble == "" for one in ours.readers.report())

    with theirs(PI_RC522) as bench:
        bench.pi.lay(tag(C), "deck")
        bench.pi.clock.sleep_ms(5)
        assert bench.sweep() == [C]
        bench.pi.brown_out("deck")
        assert [bench.sweep() for _ in range(6)] == [[]] * 6


@pytest.mark.report("rpi_ws281x#186")
def test_a_supply_that_dips_all_the_time_is_named_and_the_lights_current_is_capped() -> None:
    with silicon(ONE) as ours:
        ours.run(50)
        told = []
        for _ in range(60):
            ours.pi.brown_out("deck")
            told += ours.run(20)
        (failed, *_) = [one for one in told if isinstance(one, Failed)]
        assert "its supply dips; give the lights a supply of their own" in failed.why

    white = bytes([255]) * 180
    assert estimate_ma(white) == 3660
    assert 1400 < estimate_ma(Power(1.0, 1500, 60).apply(white)) <= 1500
