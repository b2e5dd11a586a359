"""The bench measures every speed that is promised; here it is only seen to run."""

from __future__ import annotations

import json

import pytest
from pytest_mock import MockerFixture

from tests.bench import measure, run, startup
from tests.bench.measure import Figure, Timing, a_second, takes

PROMISED = {
    "start-up: meadow --help": 200,
    "rules: core alone": 100_000,
    "rules: session": 100_000,
    "replay: table level": 50_000,
    "loop: a pass, nothing happened": 0.2,
    "loop: a pass with a frame of light": 0.2,
    "loop: a pass with a sighting": 0.2,
    "meadow: a second, 42 tokens, 4 rakes": 333,
    "meadow: the same, looked at 60 times": 333,
    "meadow: games of thats-my-stash": 50,
    "meadow: games of quick-paws": 50,
}


def test_all_that_is_promised_is_measured_and_told_with_the_machine(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch.object(measure, "REPEATS", 1)
    mocker.patch.object(measure, "RUN_S", 0)
    mocker.patch.object(startup, "TIMES", 1)

    assert run.main(["--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    targets = {figure["name"]: figure["target"] for figure in told["figures"] if figure["target"]}
    assert targets == PROMISED
    assert all(figure["best"] > 0 for figure in told["figures"])
    assert set(told["machine"]) == {"cpu", "cores", "system", "python", "msgspec", "load"}


def test_a_speed_is_better_the_more_and_a_duration_the_less() -> None:
    timing = Timing(best_ns=5_000, median_ns=8_000)

    assert a_second("speed", "inputs", timing, 100_000) == Figure(
        "speed", 200_000, 125_000, "inputs/s", 100_000
    )
    assert a_second("speed", "inputs", timing, 200_001).met is False
    assert takes("cost", timing, "us", 5.0).met is True
    assert takes("cost", timing, "us", 4.9).met is False
    assert takes("cost", timing, "ms").best == 0.005
    assert takes("cost", timing, "ms").met is None
