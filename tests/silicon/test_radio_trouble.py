"""Tags that come and go in mid-frame, weak ones, noise, and antennas that hear each other's."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.noise import Grip, Noise, at_mm, read_at
from meadow_host.twin.silicon.pi import SimulatedPi, Wiring
from meadow_host.twin.silicon.picc import Picc, State
from meadow_host.twin.silicon.registers import Reg

from tests.silicon.raw import Raw, one_reader

BIT_US = 9.44
UID = "01020304"


def tag(uid: str = UID) -> Picc:
    return Picc(bytes.fromhex(uid))


# Coming and going --------------------------------------------------------------------------


def test_a_tag_needs_its_power_up_time_and_then_answers() -> None:
    raw = one_reader()
    raw.pi.lay(Picc(bytes.fromhex(UID), power_up_us=5000), "north")
    raw.send("26", last_bits=7)
    raw.wait_us(1000)
    assert raw.fifo() == ""

    raw.wait_us(5000)
    assert raw.reqa() == "0400"


def test_tags_come_and_go_when_they_were_told_to() -> None:
    raw = one_reader()
    came = tag()
    now_us = raw.pi.clock.now_us
    raw.pi.lay(came, "north", at_us=now_us + 5000)
    raw.pi.lift(came, at_us=now_us + 9000)

    states = []
    for step_us in (4999, 2, 3998, 2):
        raw.wait_us(step_us)
        states.append(came.state.value)

    assert states == ["POWER-OFF", "IDLE", "IDLE", "POWER-OFF"]


def test_a_tag_that_comes_in_the_middle_of_a_frame_does_not_answer_it() -> None:
    raw = one_reader()
    late = Picc(bytes.fromhex(UID), power_up_us=0)
    raw.send("26", last_bits=7)
    raw.pi.lay(late, "north", at_us=raw.pi.clock.now_us + 40)
    raw.wait_us(1000)

    assert late.state is State.IDLE
    assert raw.fifo() == ""
    assert raw.reqa() == "0400"


def test_a_tag_that_leaves_in_the_middle_of_its_answer_breaks_it_off() -> None:
    raw = one_reader()
    leaver = tag()
    raw.pi.lay(leaver, "north")
    raw.wait_us(2000)
    raw.reqa()
    raw.send("9320")
    # 19 bits out (start and two bytes), 88.9 us, the start bit, one byte and four bits.
    raw.pi.lift(leaver, at_us=raw.pi.clock.now_us + 19 * BIT_US + 88.9 + (1 + 9 + 4.5) * BIT_US)
    raw.wait_us(3000)

    assert raw.fifo() == "0102"
    assert raw.read(Reg.CONTROL) & 0x07 == 4
    assert raw.read(Reg.COM_IRQ) & 0x20 == 0x20


def test_a_tag_that_leaves_before_its_answer_is_not_heard() -> None:
    raw = one_reader()
    leaver = tag()
    raw.pi.lay(leaver, "north")
    raw.wait_us(2000)
    raw.send("26", last_bits=7)
    raw.pi.lift(leaver, at_us=raw.pi.clock.now_us + 120)
    raw.wait_us(3000)

    assert raw.fifo() == ""
    assert raw.read(Reg.COM_IRQ) & 0x20 == 0


def test_the_field_switched_off_takes_the_power_and_the_answer() -> None:
    raw = one_reader()
    lying = tag()
    raw.pi.lay(lying, "north")
    raw.wait_us(2000)
    raw.send("26", last_bits=7)
    raw.wait_us(75.5 + 88.9 + 5.5 * BIT_US)
    raw.pi.readers["north"].write(Reg.TX_CONTROL, 0x80)
    raw.wait_us(3000)

    assert lying.state is State.POWER_OFF
    assert raw.read(Reg.CONTROL) & 0x07 == 4
    assert raw.fifo() == "04"


def test_a_tag_lies_in_one_place_only() -> None:
    pi = SimulatedPi()
    lying = tag()
    pi.lay(lying, "north")

    with pytest.raises(ValueError, match="01020304 lies somewhere already"):
        pi.lay(lying, "south")
    pi.lift(lying)
    with pytest.raises(ValueError, match="01020304 lies nowhere"):
        pi.lift(lying)


def test_two_tags_with_one_uid_speak_as_one() -> None:
    raw = one_reader()
    raw.pi.lay(tag(), "north")
    raw.pi.lay(tag(), "north")
    raw.wait_us(2000)

    assert raw.reqa() == "0400"
    assert raw.exchange("9320") == "0102030404"
    assert raw.read(Reg.ERROR) == 0


# Weak tags ---------------------------------------------------------------------------------


def heard_of(raw: Raw, polls: int, *, power_cycle: bool = True) -> int:
    """How many of so many REQAs to a fresh tag bring its ATQA whole."""
    heard = 0
    for _ in range(polls):
        if power_cycle:
            raw.write(Reg.TX_CONTROL, 0x80)
            raw.write(Reg.TX_CONTROL, 0x83)
            raw.wait_us(1100)
        raw.send("26", last_bits=7)
        raw.wait_us(500)
        heard += raw.fifo() == "0400" and raw.read(Reg.ERROR) == 0
    return heard


def test_a_tag_at_the_edge_is_read_as_often_as_told() -> None:
    raw = one_reader(seed=1)
    raw.pi.lay(tag(), "north", grip=read_at(0.7))

    assert 650 <= heard_of(raw, 1000) <= 750


def test_the_same_seed_gives_the_same_chance() -> None:
    def pattern(seed: int) -> list[int]:
        raw = one_reader(seed=seed)
        raw.pi.lay(tag(), "north", grip=read_at(0.5))
        return [heard_of(raw, 1) for _ in range(40)]

    assert pattern(3) == pattern(3)
    assert pattern(3) != pattern(4)


def test_more_gain_hears_more() -> None:
    # 9.3.2.22, RxGain: 33 dB after reset, 18 dB, 48 dB.
    raw = one_reader()
    raw.pi.lay(tag(), "north", grip=Grip(margin_db=0))
    assert 20 <= heard_of(raw, 60) <= 40

    raw.write(Reg.RF_CFG, 0x00)
    assert heard_of(raw, 20) == 0
    raw.write(Reg.RF_CFG, 0x70)
    assert heard_of(raw, 20) == 20


@pytest.mark.parametrize(
    ("distance_mm", "powers", "heard"),
    [(0, True, 1.0), (27, True, 1.0), (35, True, 0.5), (40, False, 0.1875)],
)
def test_distance_weakens_answers_and_at_last_the_power(
    distance_mm: float, powers: bool, heard: float
) -> None:
    grip = at_mm(distance_mm)

    assert grip.powers is powers
    assert grip.heard(33) == pytest.approx(heard)


def test_a_tag_without_power_is_off() -> None:
    raw = one_reader()
    lying = tag()
    raw.pi.lay(lying, "north", grip=at_mm(45))

    assert raw.reqa() == ""
    assert lying.state is State.POWER_OFF


def test_a_tag_that_mishears_falls_back_silently() -> None:
    raw = one_reader()
    lying = tag()
    raw.pi.lay(lying, "north", grip=Grip(hears=0.0))
    raw.wait_us(2000)

    assert raw.reqa() == ""
    assert lying.state is State.IDLE


# Noise -------------------------------------------------------------------------------------


def test_bit_errors_spoil_some_answers_and_some_look_like_collisions() -> None:
    raw = one_reader(seed=2)
    raw.pi.lay(tag(), "north")
    raw.pi.make_noise("north", Noise(bit_errors=0.01))
    seen = []
    for _ in range(300):
        raw.write(Reg.TX_CONTROL, 0x80)
        raw.write(Reg.TX_CONTROL, 0x83)
        raw.wait_us(1100)
        raw.send("26", last_bits=7)
        raw.wait_us(500)
        seen.append((raw.fifo(), raw.read(Reg.ERROR)))

    assert 200 < seen.count(("0400", 0)) < 280
    assert any(error & 0x08 for _, error in seen)
    assert any(error & 0x02 for _, error in seen)
    assert any(answer == "" for answer, _ in seen)  # The tag misheard.


def test_bursts_look_like_answers_at_their_rate_while_the_receiver_is_open() -> None:
    raw = one_reader(seed=5)
    raw.pi.make_noise("north", Noise(bursts_hz=100))
    false_answers = 0
    for _ in range(500):
        raw.send("26", last_bits=7)
        raw.wait_us(2000)
        false_answers += bool(raw.read(Reg.COM_IRQ) & 0x20)

    # 500 times 1.9 ms of listening, 100 bursts a second.
    assert 70 <= false_answers <= 120


def test_a_closed_receiver_takes_no_noise_and_idle_time_costs_nothing() -> None:
    raw = one_reader()
    raw.pi.make_noise("north", Noise(bursts_hz=1000))
    raw.write(Reg.COM_IRQ, 0x7F)

    raw.pi.clock.sleep_ms(24 * 3600 * 1000)

    assert raw.read(Reg.COM_IRQ) & 0x20 == 0


# Neighbours --------------------------------------------------------------------------------


def neighbours(loss_db: float, *, powers: bool) -> tuple[Raw, Raw]:
    pi = SimulatedPi({"north": Wiring(0, 0), "east": Wiring(0, 1)})
    pi.couple("north", hears="east", loss_db=loss_db, powers=powers)
    north, east = Raw(pi, "north"), Raw(pi, "east")
    north.field_on()
    east.field_on()
    pi.lay(tag(), "east")
    pi.clock.sleep_ms(2)
    return north, east


def test_a_neighbour_near_enough_reads_anothers_tag() -> None:
    north, east = neighbours(10, powers=True)

    assert north.reqa() == "0400"
    assert east.reqa() == ""  # The tag was READY for north, so it fell back.
    assert east.reqa() == "0400"


def test_a_neighbour_too_far_does_not() -> None:
    north, east = neighbours(40, powers=False)

    assert north.reqa() == ""
    assert east.wupa() == ""  # It did hear north, and mistook the first request for east's.


def test_parted_neighbours_reach_no_tag_that_is_laid_from_then_on() -> None:
    pi = SimulatedPi({"north": Wiring(0, 0), "east": Wiring(0, 1)})
    pi.couple("north", hears="east", loss_db=10, powers=True)
    pi.part("north", hears="east")
    north, east = Raw(pi, "north"), Raw(pi, "east")
    north.field_on()
    east.field_on()
    pi.lay(tag(), "east")
    pi.clock.sleep_ms(2)

    assert north.reqa() == ""
    assert east.reqa() == "0400"


def test_an_answer_to_one_reader_is_heard_by_a_neighbour_that_listens() -> None:
    north, east = neighbours(0, powers=False)
    north.write(Reg.COMMAND, 0x08)
    assert east.reqa() == "0400"

    assert north.fifo() == "0400"


def test_frames_of_two_readers_at_once_garble_each_other() -> None:
    north, east = neighbours(0, powers=True)
    for raw in (north, east):
        raw.write(Reg.FIFO_LEVEL, 0x80)
        raw.write(Reg.FIFO_DATA, 0x26)
        raw.write(Reg.COMMAND, 0x0C)
    north.write(Reg.BIT_FRAMING, 0x87)
    east.write(Reg.BIT_FRAMING, 0x87)
    north.wait_us(2000)

    assert (north.fifo(), east.fifo()) == ("", "")
