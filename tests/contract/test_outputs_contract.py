"""What any board's strip and buzzer must do, and how any board is closed."""

from __future__ import annotations

import pytest
from meadow.lights.strip import StripError

from tests.contract.rig import Rig


def test_the_strip_shows_the_frame_it_is_given(rig: Rig) -> None:
    strip = rig.board.strip
    frame = bytes(range(3 * strip.pixels)) if strip.pixels <= 85 else bytes(3 * strip.pixels)
    strip.show(frame)
    rig.wait(50)
    assert rig.frame() == frame


@pytest.mark.parametrize("too_many", [-3, -1, 1, 3])
def test_a_frame_of_the_wrong_length_is_refused_and_not_shown(rig: Rig, too_many: int) -> None:
    strip = rig.board.strip
    strip.show(bytes([7] * 3 * strip.pixels))
    with pytest.raises(StripError, match=rf"{3 * strip.pixels} bytes"):
        strip.show(bytes(3 * strip.pixels + too_many))
    rig.wait(50)
    assert rig.frame() == bytes([7] * 3 * strip.pixels)


def test_the_buzzer_sounds_while_it_is_on(rig: Rig) -> None:
    assert not rig.sounds()
    rig.board.buzzer.set(True)
    assert rig.sounds()
    rig.board.buzzer.set(True)
    assert rig.sounds()
    rig.board.buzzer.set(False)
    assert not rig.sounds()


def test_closing_leaves_the_table_dark_and_silent(rig: Rig) -> None:
    strip = rig.board.strip
    strip.show(bytes([9] * 3 * strip.pixels))
    rig.board.buzzer.set(True)
    rig.board.close()
    assert rig.frame() == bytes(3 * strip.pixels)
    assert not rig.sounds()


def test_closing_twice_is_fine(rig: Rig) -> None:
    rig.board.close()
    rig.board.close()


def test_the_clock_never_goes_back(rig: Rig) -> None:
    before_ms = rig.board.clock.now_ms()
    rig.wait(25)
    rig.board.readers.poll()
    assert rig.board.clock.now_ms() >= before_ms + 25
