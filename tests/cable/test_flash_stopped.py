"""What `meadow flash` says when it is stopped with Ctrl-C: true at every moment."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from meadow_host.cable import flash_command
from meadow_host.cable.flash import Watcher
from meadow_host.cable.flash_command import Wishes, flash_file
from meadow_host.terminal import StoppedError
from pytest_mock import MockerFixture

AS_IT_WAS = "the table goes on as it was, and the same command goes on where this one stopped"
MAY_TRY = "the table may try it all the same; the same command tells whether it is kept"


def stopped_after(
    told: Callable[[Watcher], None], folder: Path, mocker: MockerFixture
) -> StoppedError:
    def broken_off(*arguments: object, watcher: Watcher, **more: object) -> None:
        told(watcher)
        raise KeyboardInterrupt

    line = mocker.MagicMock()
    line.__enter__.return_value = line
    line.__exit__.return_value = None
    mocker.patch.object(flash_command, "_steady", return_value=line)
    mocker.patch.object(flash_command, "identity_line", return_value="oak")
    mocker.patch.object(flash_command, "flash", side_effect=broken_off)
    file = folder / "table.toml"
    file.write_text('[table]\nid = "oak"\n')
    with pytest.raises(StoppedError) as stopped:
        flash_file(file, "port", 115_200, "test", Wishes())
    return stopped.value


def blocks(watcher: Watcher) -> None:
    watcher.wanted(("table.toml",), 0, 19)
    watcher.sent(19, 19)


def all_there(watcher: Watcher) -> None:
    blocks(watcher)
    watcher.checking()


def tried(watcher: Watcher) -> None:
    all_there(watcher)
    watcher.trying()


def begun_again(watcher: Watcher) -> None:
    all_there(watcher)
    watcher.lost("the port was lost")
    blocks(watcher)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        (lambda watcher: None, AS_IT_WAS),
        (blocks, AS_IT_WAS),
        (all_there, MAY_TRY),
        (tried, MAY_TRY),
        (begun_again, AS_IT_WAS),
    ],
)
def test_a_flash_that_is_stopped_says_what_becomes_of_the_table(
    told: Callable[[Watcher], None], said: str, tmp_path: Path, mocker: MockerFixture
) -> None:
    assert str(stopped_after(told, tmp_path, mocker)) == said
