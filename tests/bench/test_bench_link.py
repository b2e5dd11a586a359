"""The bench of the cable: a pull beside a game never holds the game up, and all is measured."""

from __future__ import annotations

import json

import pytest
from pytest_mock import MockerFixture

from tests.bench import link, link_flash, link_game
from tests.bench.link_game import Beside, Pass, beside_a_pull, long_log, share


def test_a_pull_costs_a_usual_pass_of_a_running_game_less_than_a_millisecond() -> None:
    beside = beside_a_pull(size=3_000_000, rounds=1, alone_s=0.5)
    alone, pulling = [[one.cost_ms for one in passes] for passes in beside[:2]]
    assert len(pulling) > 10
    assert share(pulling, 0.5) - share(alone, 0.5) < 1


def test_a_long_journal_is_as_long_as_it_shall_be() -> None:
    assert len(long_log(123_456)) == 123_456
    assert long_log(200).startswith(b'{"seq":0,"at_ms":0,')


def test_the_cost_of_a_pass_is_what_it_took_and_was_late_but_not_what_it_had_no_core() -> None:
    assert Pass(took_ms=0.5, late_ms=2.0, waited_ms=1.5).cost_ms == 1.0
    assert Pass(took_ms=0.5, late_ms=0.0, waited_ms=9.0).cost_ms == 0.0


def test_a_share_of_values_is_counted_from_the_least() -> None:
    values = [float(number) for number in range(100, 0, -1)]
    assert (share(values, 0.5), share(values, 0.99), share(values, 1)) == (51.0, 100.0, 100.0)


def test_all_that_is_promised_of_the_cable_is_measured(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    passes = [Pass(0.2, 0.1, 0.0), Pass(0.3, 0.1, 0.1)]
    mocker.patch.object(link_game, "beside_a_pull", return_value=Beside(passes, passes, [5.0]))
    mocker.patch.object(
        link_game,
        "told_after",
        side_effect=[link_game.Told([28.0, 30.0], 0.0), link_game.Told([90.0, 95.0], 55.0)],
    )
    mocker.patch.object(link_flash, "figures", return_value=[])

    assert link.main(["--json"]) == 0

    figures = json.loads(capsys.readouterr().out)["figures"]
    targets = {figure["name"].strip(): figure["target"] for figure in figures if figure["target"]}
    assert targets == {
        "a pull costs a pass, usually": 1,
        "99 of 100 passes": 1,
        "a word until it is told, 99 of 100": 50,
    }
    assert figures[-1]["beside"] == "its bytes take 55 ms of that"
