"""The bench of Sweet Takes and its peers: here it is only seen to run, and to measure games."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest
from meadow.games.game import Finished, Placed, Refused
from meadow.games.sweet_takes.facts import SweetTakesResult
from pytest_mock import MockerFixture

from tests.bench import laps, many_journals, peers, plain, sweet_takes, tricks

FAKE_RLCARD = """
class Env:
    def reset(self):
        self.left = 3
        return {"legal_actions": {4: None, 5: None}}, 0
    def is_over(self):
        return not self.left
    def step(self, action):
        assert action in (4, 5)
        self.left -= 1
        return {"legal_actions": {4: None, 5: None}}, 0
def make(name):
    assert name == "bridge"
    return Env()
"""


@pytest.fixture
def brief(mocker: MockerFixture) -> None:
    mocker.patch.object(laps, "LAPS", 1)
    mocker.patch.object(laps, "LAP_S", 0)
    mocker.patch.object(sweet_takes, "RECORDED", 2)
    mocker.patch.object(many_journals, "SEEDS", 1)


@pytest.fixture
def no_peers(mocker: MockerFixture, tmp_path: Path) -> None:
    mocker.patch.object(peers, "PYTHON", tmp_path / "python")


@pytest.mark.usefixtures("brief", "no_peers")
def test_all_of_sweet_takes_is_measured_where_no_peer_is_to_be_had(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert tricks.main(["--json", "--journals", "3"]) == 0

    told = json.loads(capsys.readouterr().out)
    moves = {pace["name"]: pace["moves"] for pace in told["paces"]}
    assert moves == {
        "ours: playouts from a dealt state": 48,
        "ours: checked replays, dealing too": 96,
        "a plain Python script": 48,
    }
    assert all(0 < pace["median"] <= pace["best"] for pace in told["paces"])
    (missing,) = told["missing"]
    assert missing.startswith("left out: oh_hell; oh_hell, 12 tricks; hearts; bridge: ")
    assert missing.endswith("No such file or directory")
    targets = {figure["name"]: figure["target"] for figure in told["figures"]}
    assert targets == {
        "journals replayed: table level": 300,
        "journals replayed: rules level": 0,
    }
    assert told["many"]["journals"] == 3
    assert told["many"]["told"].startswith("replay: identical (table: 3 journals, ")
    assert told["many"]["late_mb"] > 0


def test_a_peer_plays_for_so_long_as_it_is_told_and_counts_its_moves(tmp_path: Path) -> None:
    (tmp_path / "rlcard.py").write_text(FAKE_RLCARD)
    about = tmp_path / "rlcard-1.2.0.dist-info" / "METADATA"
    about.parent.mkdir()
    about.write_text("Metadata-Version: 2.1\nName: rlcard\nVersion: 1.2.0\n")
    start = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); sys.argv[1:] = ['bridge']; "
    run = f"import runpy; runpy.run_path({str(peers.PLAYOUTS)!r}, run_name='__main__')"

    peer = peers.Peer([sys.executable, "-c", start + run])
    lap = peer.run(0)
    peer.close()

    assert peer.version == "rlcard 1.2.0"
    assert lap[:2] == (1, 3)
    assert lap.seconds > 0


def test_a_peer_that_does_not_start_says_why_in_one_line() -> None:
    with pytest.raises(peers.PeerError, match=r"^ModuleNotFoundError: No module named 'pyspiel'$"):
        peers.Peer([sys.executable, "-c", "print(end=''); import pyspiel"])


@pytest.mark.skipif(not peers.PYTHON.is_file(), reason="`make bench-tricks` fetches the peers")
def test_the_pinned_peers_play_whole_games(mocker: MockerFixture) -> None:
    mocker.patch.object(laps, "LAPS", 1)
    mocker.patch.object(laps, "LAP_S", 0)

    with peers.running() as others:
        moves = {pace.name: pace.moves for pace in laps.in_turn(others.runners)}

    assert not others.missing
    assert moves["open_spiel 2.0.2 oh_hell, 12 tricks"] == 4 + 48
    assert moves["open_spiel 2.0.2 hearts"] in (52, 64), "three cards are passed or none"
    assert set(moves) >= {"open_spiel 2.0.2 oh_hell", "rlcard 1.2.0 bridge"}


def test_the_plain_script_plays_by_the_rules_and_scores_as_the_core_does() -> None:
    game_setup = sweet_takes.setup()
    for seed in range(20):
        played = plain.playout(Random(seed))
        names = {
            (suit, value): f"card.{game_setup.suits[suit]}.{value}" for suit, value in plain.DECK
        }
        dealt = sweet_takes.Recording(game_setup)
        for turn in range(9):
            for seat in range(4):
                dealt.lay(names[played.deck[9 * seat + turn]])
        for turn in range(3):
            for seat in range(4):
                dealt.lay(names[played.deck[36 + 3 * seat + turn]])
        for cards in played.rounds:
            for card in cards:
                dealt.lay(names[card])

        told = [output for outputs in dealt.outputs for output in outputs]
        assert not [output for output in told if isinstance(output, Refused)]
        finished = dealt.outputs[-1][-1]
        assert isinstance(finished, Finished)
        assert isinstance(finished.result, SweetTakesResult)
        assert [score.points for score in finished.result.totals] == played.points
        if finished.result.decided_by != "shared":
            assert finished.result.winners == tuple([sweet_takes.FOUR[n] for n in played.winners])


def test_a_checked_replay_fails_at_the_first_output_that_differs() -> None:
    recording = sweet_takes.Player().record()
    assert sweet_takes.check(sweet_takes.setup(), recording) == 96

    recording.inputs[50] = Placed(51_000, "deck", "card.blue-worms.1")
    with pytest.raises(AssertionError, match=r"^a replay differs at Placed\(at_ms=51000, "):
        sweet_takes.check(sweet_takes.setup(), recording)


def test_ratios_say_how_many_times_another_our_playouts_make() -> None:
    table = tricks.table([laps.Pace(tricks.OURS, 6000, 5000, 48), laps.Pace("x", 3000, 2900, 24)])

    assert " ".join(table[1].split()) == "ours: playouts from a dealt state 6,000 5,000 288,000"
    assert " ".join(table[2].split()) == "x 3,000 2,900 72,000 2.00 x 4.00 x"
