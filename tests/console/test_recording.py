"""A journal's game as a recording: its states, its sentences and its lights."""

from __future__ import annotations

import base64
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from meadow.console.changes import patched
from meadow.console.recording import recorded
from meadow.games.game import Said
from meadow.games.package import load_packages
from meadow.journal.lines import JournalError, Kind, Source, encode_line
from meadow.journal.read import parse_journal
from meadow.settings.schema import Settings

from tests.console.pawed import file_of, pawed

Json = dict[str, Any]
PATH = Path("000007-sweepers.jsonl")


@pytest.fixture(scope="module")
def recording() -> Json:
    return recorded(parse_journal(file_of(pawed()), PATH), load_packages(), Settings())


def state_at(recording: Json, at_ms: int) -> Json:
    state: Json = {}
    for moment in recording["moments"]:
        if moment["at_ms"] <= at_ms:
            state = patched(state, moment["patch"])
    return state


def frame_at(recording: Json, at_ms: int) -> list[bytes]:
    """The pixels that are shown then."""
    film = recording["film"]
    number = sum(shown_ms <= at_ms for shown_ms in film["at_ms"]) - 1
    size = 3 * film["pixels"]
    frame = base64.b64decode(film["rgb"])[number * size : (number + 1) * size]
    return [frame[3 * pixel : 3 * pixel + 3] for pixel in range(film["pixels"])]


def sentences(recording: Json) -> list[str]:
    return [line["text"] for moment in recording["moments"] for line in moment["lines"]]


def test_it_says_which_game_it_is(recording: Json) -> None:
    assert recording["name"] == "000007-sweepers.jsonl"
    assert recording["game"] == "Sweepers"
    assert recording["began"] == "2030-01-02T03:04:05Z"
    assert recording["finished"] is True


def test_the_states_follow_the_game(recording: Json) -> None:
    side = state_at(recording, 0)["game"]["sides"][0]
    assert (side["side"], side["cards"]) == ("north", 0)
    # Six cards dealt, a tenth of a second each; then the flip.
    game = state_at(recording, 1200)["game"]
    assert game["phase"] == "playing"
    assert game["sides"][0]["tray"] == [{"token": "token.brook.hazelnut", "verdict": "match"}]
    game = state_at(recording, 2500)["game"]
    assert (game["sides"][0]["covered"], game["sides"][0]["open"]) == (1, ["treat.brook.acorn"])
    end = state_at(recording, recording["ends_ms"])
    assert (end["phase"], end["game"]["winners"]) == ("over", ["north"])


def test_the_sentences_come_at_their_moments(recording: Json) -> None:
    told = sentences(recording)
    assert told.index("north: flips the sand timer") < told.index("north: covers hazelnut on brook")
    assert told[-1] == "the operator gives the victory to north"
    loud = [line["text"] for one in recording["moments"] for line in one["lines"] if line["loud"]]
    assert "three! Round 1 begins" in loud


def test_the_lights_are_those_of_the_moment(recording: Json) -> None:
    moments = range(3000, 3700, 100)
    # A stray in north's tray blinks at both ends of the place. Nobody sits at south: all that is
    # seen there is the sand, amber at half brightness.
    assert len({frame_at(recording, at_ms)[3] for at_ms in moments}) > 1
    assert {frame_at(recording, at_ms)[40] for at_ms in moments} == {bytes([0x80, 0x3B, 0])}
    # Before the flip south is dark.
    assert frame_at(recording, 300)[40] == bytes(3)


def test_frames_come_in_order_and_each_is_another(recording: Json) -> None:
    film = recording["film"]
    assert film["at_ms"] == sorted(film["at_ms"])
    size = 3 * film["pixels"]
    rgb = base64.b64decode(film["rgb"])
    frames = [rgb[start : start + size] for start in range(0, len(rgb), size)]
    assert len(frames) == len(film["at_ms"])
    assert all(one != other for one, other in pairwise(frames))


def test_a_game_without_an_end_is_recorded_as_far_as_it_goes() -> None:
    journal = parse_journal(file_of(pawed(ends=False)), PATH)
    recording = recorded(journal, load_packages(), Settings())
    assert recording["finished"] is False
    assert state_at(recording, recording["ends_ms"])["phase"] == "playing"


def test_a_night_without_a_happening_costs_no_night_of_film() -> None:
    journal = pawed(ends=False)
    seq = msgspec.json.decode(journal.lines[-1])["seq"] + 1
    late_ms = 40 * 3_600_000
    journal.lines.append(
        encode_line(seq, late_ms, Kind.INPUT, Source.OPERATOR, Said(late_ms, "award", ("north",)))
    )
    recording = recorded(parse_journal(file_of(journal), PATH), load_packages(), Settings())
    assert len(recording["film"]["at_ms"]) < 3000
    assert recording["ends_ms"] == late_ms + 3000


def test_a_game_that_is_not_installed_is_one_line() -> None:
    journal = parse_journal(file_of(pawed()), PATH)
    with pytest.raises(JournalError, match="which is not installed here") as caught:
        recorded(journal, {}, Settings())
    assert "\n" not in str(caught.value)
