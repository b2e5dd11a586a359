"""A slow strip never holds the loop up: frames are handed over, only the newest goes out."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from itertools import groupby

import pytest
from meadow.beside import ThreadBeside
from meadow.clock import MonotonicClock
from meadow.lights.handover import HandedStrip
from meadow.lights.strip import StripError

ONE, TWO, THREE = bytes([1] * 6), bytes([2] * 6), bytes([3] * 6)
PATIENCE_S = 10.0
"""A machine too busy for that fails the test."""


class SlowStrip:
    """Takes a frame only when it is let."""

    pixels = 2

    def __init__(self) -> None:
        self.frames: list[bytes] = []
        self.trouble = ""
        self.asked = threading.Event()
        """A frame is on its way."""
        self.may = threading.Semaphore(0)
        self.took = threading.Semaphore(0)

    def show(self, frame: bytes) -> None:
        self.asked.set()
        self.may.acquire()
        trouble = self.trouble
        if not trouble:
            self.frames.append(frame)
        self.took.release()
        if trouble:
            raise StripError(trouble)

    def let(self, frames: int = 1) -> None:
        """Let so many go out, and wait until they are."""
        for _ in range(frames):
            self.may.release()
            assert self.took.acquire(timeout=PATIENCE_S)


def wait_for(condition: Callable[[], bool]) -> None:
    """Until it holds."""
    until_s = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < until_s, "it never came to that"
        time.sleep(0.001)


def refusal(handed: HandedStrip, frame: bytes) -> str:
    """Why a frame was not taken, "" if it was."""
    try:
        handed.show(frame)
    except StripError as error:
        return str(error)
    return ""


@pytest.fixture
def slow() -> SlowStrip:
    return SlowStrip()


@pytest.fixture
def handed(slow: SlowStrip) -> HandedStrip:
    return HandedStrip(slow, ThreadBeside("test", MonotonicClock()))


def test_show_does_not_wait_for_the_strip(slow: SlowStrip, handed: HandedStrip) -> None:
    began_s = time.monotonic()
    handed.show(ONE)
    assert time.monotonic() - began_s < 0.5
    assert slow.frames == []
    slow.may.release()
    slow.may.release()
    handed.close()
    assert slow.frames[-1] == bytes(6)


def test_only_the_newest_frame_waits(slow: SlowStrip, handed: HandedStrip) -> None:
    handed.show(ONE)
    assert slow.asked.wait(PATIENCE_S)
    handed.show(TWO)
    handed.show(THREE)
    slow.let(2)
    slow.may.release()
    handed.close()
    # The first was on its way already; the second never went out.
    assert slow.frames == [ONE, THREE, bytes(6)]
    assert handed.dropped == 1


def test_a_failure_is_raised_by_the_next_show_until_a_frame_gets_through(
    slow: SlowStrip, handed: HandedStrip
) -> None:
    slow.trouble = "no supply"
    handed.show(ONE)
    slow.let()
    wait_for(lambda: refusal(handed, TWO) != "")
    assert refusal(handed, TWO) == "no supply"
    slow.trouble = ""
    slow.let()
    wait_for(lambda: refusal(handed, THREE) == "")
    slow.may.release(3)
    wait_for(lambda: THREE in slow.frames)
    handed.close()
    assert [frame for frame, _ in groupby(slow.frames)] == [TWO, THREE, bytes(6)]


def test_a_frame_that_failed_is_tried_again_without_a_new_one(
    slow: SlowStrip, handed: HandedStrip
) -> None:
    slow.trouble = "no supply"
    handed.show(ONE)
    slow.let()
    slow.trouble = ""
    slow.let()
    slow.may.release()
    handed.close()
    assert slow.frames[0] == ONE


def test_a_strip_that_hangs_does_not_keep_the_table_from_closing(
    slow: SlowStrip, handed: HandedStrip
) -> None:
    handed.show(ONE)
    with pytest.raises(StripError, match="does not take its last frame"):
        handed.close()
    slow.may.release()


def test_a_frame_of_the_wrong_length_is_refused_at_once(handed: HandedStrip) -> None:
    with pytest.raises(StripError, match="6 bytes, not 5"):
        handed.show(bytes(5))
