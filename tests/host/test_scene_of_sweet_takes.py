"""What people see of a game of Sweet Takes: its state in words, and the picture of five seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from meadow.games.package import load_packages
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.load import default_settings
from meadow.telling.words import Words
from meadow_host.evening import Evening, guests_of, invitation
from meadow_host.run import Folder, play_evening
from meadow_host.scene import Scene
from meadow_host.state_words import state_lines
from meadow_host.view import draw

from tests.host.test_evening import Onlooker

REGISTER = made_up_register(default_sets())
WORDS = Words({uid: piece for uid, _ in REGISTER.entries if (piece := REGISTER.piece_of(uid))})
SEAT = {"hand": 8, "stash": 3, "face_up": [], "face_down": 0, "points": 0, "total": 0}


def view(**more: Any) -> Mapping[str, Any]:
    game = {
        "game": "sweet-takes",
        "phase": "playing",
        "set": 1,
        "sets": 1,
        "round": 2,
        "suits": ["blue-worms", "pink-buttons", "white-swirls"],
        "leader": "east",
        "on_turn": "north",
        "starting_suit": "blue-worms",
        "secondary_suit": "",
        "plays": [],
        "last_round": [],
        "winners": [],
        "outcome": "",
        "sets_done": [],
        "seats": [{**SEAT, "seat": "north"}, {**SEAT, "seat": "east", "hand": 7}],
        "breaches": [],
    }
    return {"game": {**game, **more}, "paused": "", "counting": 0, "broken": []}


def test_a_round_says_who_is_on_turn_and_what_binds() -> None:
    plays = [{"seat": "east", "card": "card.blue-worms.4", "source": "stash"}]

    assert state_lines(view(plays=plays), WORDS) == [
        "Sweet Takes with blue worms, pink buttons, white swirls: playing, round 2 of 12, "
        "north is on turn, starting suit: blue worms",
        "north: hand 8, stash 3; on turn",
        "east: hand 7, stash 3; played blue worms 4 (stash); leads",
    ]


@pytest.mark.parametrize(
    ("total", "cards", "told"),
    [(1, 1, "1 point, 1 card"), (10, 1, "10 points, 1 card"), (1, 2, "1 point, 2 cards")],
)
def test_points_and_cards_are_counted_in_words(total: int, cards: int, told: str) -> None:
    seat = {**SEAT, "seat": "north", "face_up": ["card.blue-worms.10"], "total": total}
    seats = [{**seat, "face_down": cards - 1}]

    assert state_lines(view(seats=seats), WORDS)[1] == f"north: hand 8, stash 3; {told}; on turn"


def test_once_the_game_is_over_nobody_leads() -> None:
    lines = state_lines(
        view(phase="over", on_turn="", outcome="won", winners=["north"], starting_suit=""), WORDS
    )

    assert lines[0].endswith(": game over, sweet victory for north")
    assert lines[2] == "east: hand 7, stash 3"


@pytest.fixture(scope="module")
def scenes(tmp_path_factory: pytest.TempPathFactory) -> list[Scene]:
    """Some moments of a whole game of five."""
    packages = load_packages()
    settings = default_settings({name: one.settings_type for name, one in packages.items()})
    into = Folder(tmp_path_factory.mktemp("five"))
    evening = Evening(4, packages, settings, REGISTER, into.open_journal, lambda: "now", 5)
    words = ["sweet-takes", "deal-unscanned"]
    invited = invitation(words, packages, lambda one: guests_of(4, REGISTER, one, 5))
    onlooker = Onlooker(step_ms=500, keep_every=8)
    play_evening(evening, [invited], into, onlooker, WORDS, settings)
    return onlooker.scenes


@pytest.mark.parametrize(("width", "height"), [(72, 20), (80, 24), (96, 28), (160, 50)])
@pytest.mark.parametrize("colours", [True, False])
def test_no_moment_of_a_game_of_five_overflows_the_terminal(
    scenes: list[Scene], width: int, height: int, colours: bool
) -> None:
    assert any("second." in moment.deck_cue for moment in scenes)
    for moment in scenes:
        lines = draw(moment, width, height, colours)
        assert len(lines) == height
        assert {line.cell_len for line in lines} == {width}
