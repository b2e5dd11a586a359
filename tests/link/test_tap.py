"""A watched board hands everything through; its watchers are told what is another than before."""

from __future__ import annotations

from meadow.clock import ManualClock
from meadow.link.tap import TappedBoard, Watcher
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture


def test_what_a_strip_is_sent_again_goes_to_the_strip_alone(mocker: MockerFixture) -> None:
    inner = VirtualBoard(ManualClock())
    watcher = mocker.create_autospec(Watcher, instance=True)
    board = TappedBoard(inner, watcher)
    dark, lit = bytes(180), bytes([9] * 180)
    for frame in (dark, dark, lit, lit, dark):
        board.strip.show(frame)
    assert [frame for _, frame in inner.strip.frames] == [dark, dark, lit, lit, dark]
    assert watcher.showed.call_args_list == [mocker.call(one) for one in (dark, lit, dark)]


def test_a_buzzer_that_is_told_again_to_be_off_is_told_to_nobody(mocker: MockerFixture) -> None:
    inner = VirtualBoard(ManualClock())
    watcher = mocker.create_autospec(Watcher, instance=True)
    board = TappedBoard(inner, watcher)
    switch = mocker.spy(inner.buzzer, "set")
    for on in (False, False, True, False, False):
        board.buzzer.set(on)
    assert [one.args[0] for one in switch.call_args_list] == [False, False, True, False, False]
    assert watcher.beeped.call_args_list == [mocker.call(one) for one in (False, True, False)]
