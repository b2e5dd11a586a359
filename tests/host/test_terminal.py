"""What the commands share: bars that show only where they should, errors as one line."""

from __future__ import annotations

import io
import time

import pytest
from meadow_host import terminal
from meadow_host.evening import HangsError
from meadow_host.replay_many import Found
from meadow_host.terminal import Bar
from pytest_mock import MockerFixture

from tests.host.calls import meadow


class FakeTerminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def shown(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, after_s: float) -> str:
    """What a bar writes that comes to 3 of 10."""
    monkeypatch.setattr("sys.stderr", stream)
    monkeypatch.setattr(terminal, "BAR_AFTER_S", after_s)
    monkeypatch.setenv("TERM", "xterm")
    with Bar("replaying", 10) as bar:
        bar.at(3)
        deadline_s = time.monotonic() + after_s + 5
        while "30%" not in stream.getvalue() and after_s == 0 and time.monotonic() < deadline_s:
            time.sleep(0.01)
    return stream.getvalue()


def test_what_takes_long_has_a_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    written = shown(FakeTerminal(), monkeypatch, after_s=0)

    assert "replaying" in written
    assert "30%" in written
    assert written.endswith("\x1b[2K")  # and is gone at the end


def test_what_is_quick_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    assert shown(FakeTerminal(), monkeypatch, after_s=30) == ""


def test_without_a_terminal_there_is_no_bar(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal, "BAR_AFTER_S", 0)
    stream = io.StringIO()
    monkeypatch.setattr("sys.stderr", stream)
    with Bar("replaying", 10) as bar:
        time.sleep(0.05)
        bar.at(5)

    assert stream.getvalue() == ""


def test_a_game_that_hangs_fails_in_one_line(
    mocker: MockerFixture, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.chdir(tmp_path_factory.mktemp("hangs"))
    mocker.patch("meadow_host.commands.play_evening", side_effect=HangsError("it hangs"))

    done = meadow("run", "--seed", 3)

    assert (done.code, done.err) == (1, "meadow: seed 3: it hangs; its journal is in games\n")


def test_ctrl_c_is_one_line_in_every_command(mocker: MockerFixture) -> None:
    mocker.patch("meadow_host.commands.replay_all", side_effect=KeyboardInterrupt)
    mocker.patch("meadow_host.commands.find_journals", return_value=Found([], []))

    done = meadow("replay", "games")

    assert (done.code, done.out, done.err) == (130, "", "meadow: stopped\n")
