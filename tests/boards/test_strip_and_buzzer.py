"""Strip and buzzer through the vendor packages on every Pi: what leaves on the wire, and when."""

from __future__ import annotations

import pytest
from meadow.lights.strip import StripError
from meadow.sounds.buzzer import BuzzerError
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.models import PiModel

from tests.boards.on_pi import board_on

EVERY_PI = pytest.mark.parametrize("model", list(PiModel), ids=lambda model: model.title)
RGBW = {'order = "GRB" ': 'order = "GRBW" '}
PASSIVE = {'kind = "active"': 'kind = "passive"'}


def sent(board: SiliconBoard, frame: str) -> str:
    board.strip.show(bytes.fromhex(frame))
    board.pi.clock.sleep_ms(20)
    assert board.pi.strip.last is not None
    return board.pi.strip.last.data.hex()


@EVERY_PI
def test_a_frame_leaves_green_first(model: PiModel) -> None:
    with board_on(model, pixels=4) as board:
        assert sent(board, "ff80010000000102030a0b0c") == "80ff010000000201030b0a0c"
        assert board.pi.strip.last is not None
        assert board.pi.strip.last.bcm == 12


@EVERY_PI
@pytest.mark.parametrize("pixels", [3, 4])
def test_a_strip_with_white_gives_it_what_the_colours_share(model: PiModel, pixels: int) -> None:
    with board_on(model, RGBW, pixels) as board:
        dark = "000000" * (pixels - 2)
        shown = sent(board, "ff8001202020" + dark)
        assert shown == "7ffe000100000020" + "00000000" * (pixels - 2)


def test_every_byte_leaves_as_it_came_brightness_is_the_tables() -> None:
    with board_on(pixels=85) as board:
        frame = bytes(range(255))
        wire = "".join(f"{3 * i + 1:02x}{3 * i:02x}{3 * i + 2:02x}" for i in range(85))
        assert sent(board, frame.hex()) == wire


def test_show_returns_at_once_and_the_frame_goes_out_beside_the_loop() -> None:
    with board_on(pixels=60) as board:
        before_us = board.pi.clock.now_us
        board.strip.show(bytes(180))
        assert board.pi.clock.now_us == before_us
        board.pi.clock.sleep_ms(1)
        assert board.pi.strip.count == 1


def test_the_vendors_sleep_after_a_frame_holds_no_reader_up() -> None:
    # Blinka sleeps 2 ms after the 180 bytes of 60 pixels; a sweep of five readers takes 2 ms.
    with board_on(pixels=60) as board:
        for _ in range(10):
            board.readers.poll()
        before_us = board.pi.clock.now_us
        for _ in range(10):
            board.readers.poll()
        without_us = board.pi.clock.now_us - before_us
        before_us = board.pi.clock.now_us
        for number in range(10):
            board.strip.show(bytes([number]) * 180)
            board.readers.poll()
        assert board.pi.clock.now_us - before_us <= without_us + 200
        assert board.pi.strip.count >= 5


def test_of_frames_that_come_too_fast_only_the_newest_goes_out() -> None:
    with board_on(pixels=60) as board:
        for number in range(1, 8):
            board.strip.show(bytes([number]) * 180)
        board.pi.clock.sleep_ms(10)
        assert [frame.data[0] for frame in board.pi.strip.frames] == [7]


def test_a_strip_that_fails_says_so_with_the_next_frame_and_returns_by_itself() -> None:
    with board_on() as board:
        board.pi.refused.add("/dev/mem")
        board.strip.show(bytes([1]) * 9)
        board.pi.clock.sleep_ms(20)
        with pytest.raises(StripError, match="needs root on this Raspberry Pi"):
            board.strip.show(bytes([2]) * 9)
        board.pi.refused.clear()
        board.pi.clock.sleep_ms(600)
        assert board.frame() == bytes([2]) * 9
        board.strip.show(bytes([3]) * 9)


@pytest.mark.parametrize(
    ("model", "path", "says"),
    [
        (PiModel.PI_4B, "/dev/gpiochip0", r"pin 12 may not be used: sudo usermod -aG gpio NAME"),
        (PiModel.PI_5, "/dev/pio0", r"pin 12 needs /dev/pio0: sudo apt full-upgrade"),
    ],
)
def test_what_keeps_the_strip_dark_is_one_line_that_says_what_to_do(
    model: PiModel, path: str, says: str
) -> None:
    with board_on(model) as board:
        board.pi.refused.add(path)
        board.strip.show(bytes(9))
        board.pi.clock.sleep_ms(20)
        with pytest.raises(StripError, match=says) as caught:
            board.strip.show(bytes(9))
        assert "\n" not in str(caught.value)


@EVERY_PI
def test_an_active_buzzer_sounds_while_its_pin_is_high(model: PiModel) -> None:
    with board_on(model) as board:
        edges = board.pi.pins.record(26)
        board.buzzer.set(True)
        board.pi.clock.sleep_ms(80)
        board.buzzer.set(False)
        assert [edge.high for edge in edges] == [True, False]
        assert edges[1].at_ns - edges[0].at_ns == 80_000_000


@EVERY_PI
def test_a_passive_buzzer_is_given_its_tone(model: PiModel) -> None:
    with board_on(model, PASSIVE) as board:
        edges = board.pi.pins.record(26)
        board.buzzer.set(True)
        board.pi.clock.sleep_ms(100)
        board.buzzer.set(False)
        board.pi.clock.sleep_ms(100)
        # 2700 Hz for a tenth of a second.
        assert [edge.high for edge in edges[:4]] == [True, False, True, False]
        assert 538 <= len(edges) <= 542
        assert not board.pi.pins[26].high


@pytest.mark.parametrize("changes", [{}, PASSIVE], ids=["active", "passive"])
def test_a_buzzer_without_permission_says_what_to_do_and_works_once_it_may(
    changes: dict[str, str],
) -> None:
    with board_on(changes=changes) as board:
        board.pi.refused.add("/dev/gpiochip0")
        with pytest.raises(BuzzerError, match="pin 26 may not be used: sudo usermod -aG gpio"):
            board.buzzer.set(True)
        board.pi.refused.clear()
        edges = board.pi.pins.record(26)
        board.buzzer.set(True)
        assert edges[0].high


def test_a_pin_that_another_program_has_is_told() -> None:
    with board_on() as board:
        board.pi.pins[26].holder = "another"
        with pytest.raises(BuzzerError, match="pin 26 is in use by another program"):
            board.buzzer.set(True)
