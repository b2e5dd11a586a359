"""Words typed while lines are shown: the line that is being typed, and words from a pipe."""

from __future__ import annotations

import pytest
from meadow_host.cable.keyboard import Editor

UP, DOWN = b"\x1b[A", b"\x1b[B"


@pytest.mark.parametrize(
    ("keys", "lines", "left"),
    [
        (b"start\r", ["start"], ""),
        (b"start\nstop\n", ["start", "stop"], ""),
        (b"sta", [], "sta"),
        (b"stt\x7fart\r", ["start"], ""),
        (b"\x7f\x7fa\x08b", [], "b"),
        (b"seat north\x15stop", [], "stop"),
        (b"seat north \x17south", [], "seat south"),
        (b"st\x1b[C\x1b[1;5D\x1bOHop\x01\x07", [], "stop"),
        ("café\r".encode(), ["café"], ""),
        (b"caf\xff\r", ["caf�"], ""),
    ],
)
def test_keys_make_lines(keys: bytes, lines: list[str], left: str) -> None:
    editor = Editor()
    assert editor.feed(keys) == lines
    assert editor.text == left


def test_a_letter_may_come_in_two_parts() -> None:
    editor = Editor()
    first, second = "é".encode()[:1], "é".encode()[1:]
    assert editor.feed(first) == []
    assert editor.feed(second + b"\r") == ["é"]


def test_earlier_lines_can_be_recalled() -> None:
    editor = Editor()
    editor.feed(b"one\r\rtwo\rtwo\r")
    recalled = []
    for key in (UP, UP, UP, DOWN, DOWN, DOWN):
        editor.feed(key)
        recalled.append(editor.text)
    assert recalled == ["two", "one", "one", "two", "", ""]
    assert editor.feed(UP + UP + b"!\r") == ["one!"]


def test_ctrl_d_ends_an_empty_line_only() -> None:
    editor = Editor()
    editor.feed(b"x\x04")
    assert not editor.is_at_end
    editor.feed(b"\x7f\x04")
    assert editor.is_at_end
