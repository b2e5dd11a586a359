"""States and anticollision of tags: ISO/IEC 14443-3, sections 6.2 to 6.5."""

from __future__ import annotations

import pytest
from meadow_host.twin.silicon.air import AirBits, Heard, crc_a, odd_parity, reply_delay_ns
from meadow_host.twin.silicon.picc import Picc, State, cascade_levels

LATE_NS = 10_000_000


class Dialogue:
    """Speaks to one tag; answers are hex without parity and CRC, empty for silence."""

    def __init__(self, tag: Picc) -> None:
        self.tag = tag
        tag.gain_power(self, 0)

    def short(self, command: int) -> str:
        return self._say(Heard(bytes([command]), 7))

    def whole(self, frame: str, *, clean: bool = True) -> str:
        data = bytes.fromhex(frame)
        return self._say(Heard(data, len(data) * 8, clean))

    def crc(self, frame: str) -> str:
        return self.whole(frame + crc_a(bytes.fromhex(frame)).hex())

    def known(self, command: str, bits: str) -> str:
        """ANTICOLLISION with known bits, first one first; the bits of the answer."""
        nvb = (2 + len(bits) // 8) << 4 | len(bits) % 8
        packed = int(bits[::-1], 2).to_bytes((len(bits) + 7) // 8, "little")
        data = bytes.fromhex(command) + bytes([nvb]) + packed
        answer = self.tag.hear(Heard(data, 16 + len(bits)), LATE_NS)
        return "" if answer is None else bits_of(answer.air)

    def _say(self, frame: Heard) -> str:
        answer = self.tag.hear(frame, LATE_NS)
        return "" if answer is None else bytes_of(answer.air).hex()


def bits_of(air: AirBits) -> str:
    return "".join(str(air.bits >> position & 1) for position in range(air.size))


def bytes_of(air: AirBits) -> bytes:
    data = bytearray()
    for position in range(0, air.size, 9):
        byte = air.bits >> position & 0xFF
        if position + 9 <= air.size:
            assert air.bits >> position + 8 & 1 == odd_parity(byte)
        data.append(byte)
    return bytes(data)


def four() -> Dialogue:
    return Dialogue(Picc(bytes.fromhex("01020304"), sak=0x08))


def state_of(dialogue: Dialogue) -> State:
    return dialogue.tag.state


def select_four(dialogue: Dialogue) -> None:
    assert dialogue.crc("93700102030404") == "08b6dd"


# Power -------------------------------------------------------------------------------------


def test_a_tag_in_no_field_is_off_and_hears_nothing() -> None:
    tag = Picc(bytes(4))

    assert tag.state is State.POWER_OFF
    assert tag.hear(Heard(b"\x26", 7), LATE_NS) is None


@pytest.mark.parametrize(("start_us", "answers"), [(999, False), (1000, True)])
def test_a_tag_hears_once_it_is_powered_up(start_us: int, answers: bool) -> None:
    tag = Picc(bytes(4), power_up_us=1000)
    tag.gain_power("field", 0)

    assert (tag.hear(Heard(b"\x26", 7), start_us * 1000) is not None) is answers


def test_losing_the_field_forgets_the_state_even_halt() -> None:
    dialogue = four()
    dialogue.short(0x26)
    select_four(dialogue)
    dialogue.crc("5000")
    assert state_of(dialogue) is State.HALT

    dialogue.tag.lose_power(dialogue)
    assert state_of(dialogue) is State.POWER_OFF
    dialogue.tag.gain_power(dialogue, 0)
    assert dialogue.short(0x26) == "0400"


def test_a_tag_in_two_fields_lives_on_in_the_other() -> None:
    dialogue = four()
    dialogue.tag.gain_power("another", 0)
    dialogue.short(0x26)

    dialogue.tag.lose_power("another")

    assert state_of(dialogue) is State.READY


# Requests ----------------------------------------------------------------------------------


@pytest.mark.parametrize("request_code", [0x26, 0x52])
def test_idle_hears_reqa_and_wupa(request_code: int) -> None:
    dialogue = four()

    assert dialogue.short(request_code) == "0400"
    assert state_of(dialogue) is State.READY


def test_halt_hears_wupa_alone() -> None:
    dialogue = four()
    dialogue.short(0x26)
    select_four(dialogue)
    assert dialogue.crc("5000") == ""

    assert dialogue.short(0x26) == ""
    assert state_of(dialogue) is State.HALT
    assert dialogue.short(0x52) == "0400"
    assert state_of(dialogue) is State.READY_STAR


@pytest.mark.parametrize("request_code", [0x26, 0x52])
def test_ready_that_hears_a_request_goes_back_to_idle_unanswered(request_code: int) -> None:
    dialogue = four()
    dialogue.short(0x26)

    assert dialogue.short(request_code) == ""
    assert state_of(dialogue) is State.IDLE


@pytest.mark.parametrize("request_code", [0x26, 0x52])
def test_active_that_hears_a_request_goes_back_to_idle_unanswered(request_code: int) -> None:
    dialogue = four()
    dialogue.short(0x26)
    select_four(dialogue)

    assert dialogue.short(request_code) == ""
    assert state_of(dialogue) is State.IDLE


def test_starred_states_go_back_to_halt() -> None:
    dialogue = four()

    def request() -> str:
        return dialogue.short(0x26)

    def nonsense() -> str:
        return dialogue.whole("00112233")

    for spoil in (request, nonsense):
        dialogue.short(0x26)
        select_four(dialogue)
        dialogue.crc("5000")
        dialogue.short(0x52)
        assert state_of(dialogue) is State.READY_STAR
        assert spoil() == ""
        assert state_of(dialogue) is State.HALT
        dialogue.short(0x52)
        select_four(dialogue)
        assert state_of(dialogue) is State.ACTIVE_STAR
        assert spoil() == ""
        assert state_of(dialogue) is State.HALT
        dialogue.tag.lose_power(dialogue)
        dialogue.tag.gain_power(dialogue, 0)


def test_a_request_of_eight_bits_is_none() -> None:
    assert four().whole("26") == ""


# Anticollision and select ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("uid", "levels"),
    [
        ("01020304", ["0102030404"]),
        ("88020304", ["880203048d"]),  # a genuine UID may begin like a cascade tag
        ("04112233445566", ["88041122bf", "3344556644"]),
        ("04112233445566778899", ["88041122bf", "88334455aa", "6677889900"]),
    ],
)
def test_long_uids_are_cut_into_cascade_levels(uid: str, levels: list[str]) -> None:
    assert [level.hex() for level in cascade_levels(bytes.fromhex(uid))] == levels


def test_a_uid_of_five_bytes_is_none() -> None:
    with pytest.raises(ValueError, match="4, 7 or 10 bytes, not 5"):
        Picc(bytes(5))


@pytest.mark.parametrize(
    ("uid", "atqa"), [("01020304", "0400"), ("04112233445566", "4400"), ("04" * 10, "8400")]
)
def test_the_atqa_tells_the_size_of_the_uid(uid: str, atqa: str) -> None:
    assert Dialogue(Picc(bytes.fromhex(uid))).short(0x26) == atqa


def test_a_ten_byte_uid_is_selected_over_three_levels() -> None:
    dialogue = Dialogue(Picc(bytes.fromhex("04112233445566778899"), sak=0x20))
    dialogue.short(0x26)

    assert dialogue.whole("9320") == "88041122bf"
    assert dialogue.crc("937088041122bf")[:2] == "04"
    assert dialogue.whole("9520") == "88334455aa"
    assert dialogue.crc("957088334455aa")[:2] == "04"
    assert dialogue.whole("9720") == "6677889900"
    assert dialogue.crc("97706677889900")[:2] == "20"
    assert state_of(dialogue) is State.ACTIVE


def test_a_tag_answers_with_the_bits_that_the_reader_does_not_know_yet() -> None:
    dialogue = four()  # 01h is 1000 0000 on the air.
    dialogue.short(0x26)

    assert dialogue.known("93", "100")[:6] == "00000" + "0"  # rest of 01h, its parity
    assert dialogue.known("93", "10000000" + "01")[:7] == "000000" + "0"
    assert state_of(dialogue) is State.READY


def test_a_tag_of_another_uid_is_silent_and_falls_back() -> None:
    dialogue = four()
    dialogue.short(0x26)

    assert dialogue.known("93", "101") == ""
    assert state_of(dialogue) is State.IDLE


def test_a_tag_can_be_told_to_stay_ready_instead() -> None:
    dialogue = Dialogue(Picc(bytes.fromhex("01020304"), drops_unmatched=False))
    dialogue.short(0x26)

    assert dialogue.known("93", "101") == ""
    assert state_of(dialogue) is State.READY


def test_selecting_another_uid_drops_a_ready_tag() -> None:
    dialogue = four()
    dialogue.short(0x26)

    assert dialogue.crc("93700102030505") == ""
    assert state_of(dialogue) is State.IDLE


def test_a_level_out_of_turn_drops_a_ready_tag() -> None:
    dialogue = Dialogue(Picc(bytes.fromhex("04112233445566")))
    dialogue.short(0x26)

    assert dialogue.whole("9520") == ""
    assert state_of(dialogue) is State.IDLE


@pytest.mark.parametrize("spoiled", ["937001020304040000", "93700102030404"])
def test_a_select_without_a_right_crc_drops_a_ready_tag(spoiled: str) -> None:
    dialogue = four()
    dialogue.short(0x26)

    assert dialogue.whole(spoiled) == ""
    assert state_of(dialogue) is State.IDLE


def test_an_anticollision_whose_nvb_is_not_its_length_drops_a_ready_tag() -> None:
    dialogue = four()
    dialogue.short(0x26)

    assert dialogue.whole("9330") == ""
    assert state_of(dialogue) is State.IDLE


def test_a_spoiled_frame_drops_a_ready_tag() -> None:
    dialogue = four()
    dialogue.short(0x26)

    assert dialogue.whole("9320", clean=False) == ""
    assert state_of(dialogue) is State.IDLE


@pytest.mark.parametrize(("last_bit", "periods"), [(1, 1236 - 64 + 34), (0, 1172 + 34)])
def test_answers_begin_on_one_bit_grid_whatever_the_last_bit(last_bit: int, periods: int) -> None:
    # 6.2.1.1: 1236 or 1172 periods after the last pause, which lies 64 periods earlier in a 1.
    assert reply_delay_ns(last_bit) == pytest.approx(periods / 13.56e6 * 1e9, abs=1)
