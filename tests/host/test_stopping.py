"""What Ctrl-C does: once, and again when the end takes too long."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from meadow_host.stopping import Interrupts
from pytest_mock import MockerFixture


@pytest.fixture(autouse=True)
def as_it_was() -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_is_heard_once_and_again_when_the_end_takes_too_long(mocker: MockerFixture) -> None:
    clock = mocker.patch("meadow_host.stopping.time.monotonic", return_value=100.0)
    Interrupts().listen()

    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)
    clock.return_value = 103.0
    signal.raise_signal(signal.SIGINT)
    clock.return_value = 103.1
    with pytest.raises(KeyboardInterrupt):
        signal.raise_signal(signal.SIGINT)


def test_a_program_that_is_over_hears_no_ctrl_c() -> None:
    interrupts = Interrupts()
    interrupts.listen()
    interrupts.leave()

    signal.raise_signal(signal.SIGINT)

    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


def test_what_a_shell_runs_in_the_background_goes_on_ignoring_it() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    Interrupts().listen()

    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
