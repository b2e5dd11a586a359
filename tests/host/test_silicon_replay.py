"""Games played again on simulated silicon: the same facts, and differences told."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow_host.facts_compared import Told, compare
from meadow_host.replay import Level, replay, replay_file
from meadow_host.twin.silicon.deeds import Deed, Do, Doer, with_lifts_early
from pytest_mock import MockerFixture

from tests.console.pawed import noted_late
from tests.host.games import first_line, resealed, save, whole_game


def test_facts_may_be_dated_50_ms_otherwise_and_swap_within_that() -> None:
    expected = [Told(1000, "a", 4), Told(1020, "b", 6), Told(9000, "c", 8)]
    got = [Told(1010, "b", 0), Told(1050, "a", 0), Told(8950, "c", 0)]
    assert compare(expected, got) is None


@pytest.mark.parametrize(
    ("got", "different"),
    [
        ([Told(1051, "a", 0)], (Told(1000, "a", 4), Told(1051, "a", 0))),
        ([Told(1000, "x", 0)], (Told(1000, "a", 4), Told(1000, "x", 0))),
        ([], (Told(1000, "a", 4), None)),
        ([Told(1000, "a", 0), Told(1001, "a", 0)], (None, Told(1001, "a", 0))),
    ],
)
def test_a_fact_that_differs_fails_or_is_too_much_is_found(
    got: list[Told], different: tuple[Told | None, Told | None]
) -> None:
    assert compare([Told(1000, "a", 4)], got) == different


def test_a_tag_is_lifted_98_ms_before_it_is_told_as_gone() -> None:
    deeds = [Deed(1000, Do.LAY, "north", "A"), Deed(3000, Do.LIFT, "north", "A")]
    assert with_lifts_early(deeds) == [deeds[0], Deed(2902, Do.LIFT, "north", "A")]


def test_a_tag_that_is_told_elsewhere_first_is_lifted_before_it_is_laid_there() -> None:
    deeds = [
        Deed(1000, Do.LAY, "north", "A"),
        Deed(3000, Do.LAY, "deck", "A"),
        Deed(3080, Do.LIFT, "north", "A"),
    ]
    assert with_lifts_early(deeds) == [
        Deed(1000, Do.LAY, "north", "A"),
        Deed(2999, Do.LIFT, "north", "A"),
        Deed(3000, Do.LAY, "deck", "A"),
    ]


def test_a_tag_that_is_told_twice_at_once_is_laid_again_when_it_was_lifted() -> None:
    laid = Deed(1000, Do.LAY, "north", "A")
    assert with_lifts_early([laid, Deed(1000, Do.LIFT, "north", "A"), laid]) == [
        laid,
        Deed(1001, Do.LIFT, "north", "A"),
        Deed(1001, Do.LAY, "north", "A"),
    ]


def test_what_lies_on_a_reader_that_comes_back_is_laid_and_lifted_before() -> None:
    deeds = [
        Deed(1000, Do.LAY, "north", "A"),
        Deed(1000, Do.LAY, "north", "B"),
        Deed(1000, Do.LAY, "south", "C"),
        Deed(5000, Do.UNPLUG, "north"),
        Deed(9000, Do.PLUG, "north", args=("B", "C", "D")),
    ]
    assert with_lifts_early(deeds)[3:] == [
        Deed(4974, Do.UNPLUG, "north"),
        Deed(8829, Do.LIFT, "south", "C"),
        Deed(8830, Do.LIFT, "north", "A"),
        Deed(8830, Do.LAY, "north", "C"),
        Deed(8830, Do.LAY, "north", "D"),
        Deed(8830, Do.PLUG, "north"),
    ]


def test_a_plug_is_not_put_back_before_it_is_told_as_pulled() -> None:
    deeds = [Deed(5000, Do.UNPLUG, "north"), Deed(5100, Do.PLUG, "north")]
    assert with_lifts_early(deeds) == [
        Deed(4974, Do.UNPLUG, "north"),
        Deed(5000, Do.PLUG, "north"),
    ]


def test_a_whole_game_gives_its_facts_on_silicon(tmp_path: Path) -> None:
    game = whole_game()
    found = replay_file(save(game, tmp_path / "000001-sweepers.jsonl"), Level.SILICON)
    assert found.difference is None
    assert found.lines == sum(b'"type":"fact.' in line for line in game.lines) > 20
    assert found.view["game"]["phase"] == "over"


def test_a_fact_that_silicon_does_not_give_is_found_on_its_line(tmp_path: Path) -> None:
    game = whole_game()
    number = first_line(game.lines, b"fact.token-matched")
    path = tmp_path / "000001-sweepers.jsonl"
    path.write_bytes(b"".join(resealed(game.lines, number, b'"north"', b'"south"')))
    difference = replay_file(path, Level.SILICON, until_ms=22_000).difference
    assert difference is not None
    assert (difference.line_number, difference.at_ms) == (number, 21300)
    assert '"side":"south"' in difference.expected
    assert '"side":"north"' in difference.got


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(2, 10))
def test_many_games_give_their_facts_on_silicon(tmp_path: Path, seed: int) -> None:
    found = replay_file(save(whole_game(seed), tmp_path / "a.jsonl"), Level.SILICON)
    assert found.difference is None


def test_a_note_after_the_end_is_not_waited_for(mocker: MockerFixture) -> None:
    run = mocker.spy(Doer, "run")
    assert replay(noted_late(20_000), Level.SILICON).identical
    _, deeds, until_ms = run.call_args.args
    assert until_ms - deeds[-1].at_ms < 1000
