"""The bench of the meadow's edge is only seen to run; that it sees lights change is tested."""

from __future__ import annotations

import base64
import json

import pytest
from pytest_mock import MockerFixture

from tests.bench import meadow_edge
from tests.bench.meadow_edge import STEADY_S, Lights, main


def _frame(**pixels: tuple[int, int, int]) -> str:
    rgb = bytearray(180)
    for pixel, colour in pixels.items():
        rgb[3 * int(pixel[1:]) : 3 * int(pixel[1:]) + 3] = bytes(colour)
    return json.dumps({"is": "frame", "at_ms": 1, "rgb": base64.b64encode(rgb).decode()})


def test_a_steady_light_that_changes_is_seen_once_and_one_that_blinks_on_is_not(
    mocker: MockerFixture,
) -> None:
    now = mocker.patch("tests.bench.meadow_edge.time.monotonic", return_value=10.0)
    lights = Lights()
    lights.take(_frame())
    lights.changes.clear()
    now.return_value += STEADY_S + 1
    lights.take(_frame(p33=(90, 0, 0)))  # south
    assert list(lights.changes) == [("south", 11.6)]
    for _ in range(4):
        now.return_value += 0.25
        lights.take(_frame())
        now.return_value += 0.25
        lights.take(_frame(p33=(90, 0, 0)))
    lights.take(json.dumps({"is": "beep", "at_ms": 1, "on": True}))
    assert len(lights.changes) == 1
    lights.take(_frame(p33=(90, 0, 0), p3=(0, 90, 0)))
    assert [side for side, _ in lights.changes] == ["south", "north"]


def test_what_was_measured_is_told(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    measured = mocker.patch.object(meadow_edge, "Measured").return_value
    measured.took_ms, measured.missed = [40.0, 50.0, 60.0], 1
    measured.cpu = {"meadow": 0.021, "MainThread": 0.2}
    assert main([]) == 0
    told = capsys.readouterr().out
    assert "3 falls: median 50 ms" in told
    assert "(at most 100 promised), longest 60 ms; 1 changed no light" in told
    assert told.index("MainThread") < told.index("meadow  ")
