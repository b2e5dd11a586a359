"""After a restart in mid-game the table knows what is played, and the lobby is as it was."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from meadow.games.package import load_packages
from meadow.games.sweepers.package import SweepersSettings
from meadow.games.sweet_takes.package import SweetTakesSettings
from meadow.settings.schema import Settings

from tests.table.sat import Sat, begun

PACKAGES = load_packages()


def lobby(sat: Sat) -> dict[str, Any]:
    told: dict[str, Any] = sat.table.view("public")["lobby"]
    return told


def restarted(sat: Sat) -> Sat:
    other = Sat(PACKAGES, settings=SETTINGS)
    other.table.resume(sat.journals[-1].parsed())
    other.wait(1000)
    return other


SETTINGS = Settings(
    games={"sweepers": SweepersSettings(), "sweet-takes": SweetTakesSettings(follow_depth=3)}
)


@pytest.mark.parametrize(
    ("said", "choices"),
    [
        ("quick-paws, way-a, way-c, referee-check", "Quick Paws, referee check, way A, way C"),
        ("thats-my-stash", "That's My Stash!"),
        ("thats-my-stash, way-b, pairs south north", "That's My Stash!, way B"),
        ("sweet-takes", "Sweet Takes"),
        ("sweet-takes, three-sets, deal-unscanned", "Sweet Takes, 3 sets, unscanned"),
        (
            "sweet-takes, suits blue-worms white-swirls pink-buttons, leader south",
            "Sweet Takes, suits blue-worms white-swirls pink-buttons",  # S9: the leader is asked
        ),
    ],
)
def test_all_that_was_chosen_and_who_joined_is_known_after_a_restart(
    said: str, choices: str
) -> None:
    sat = Sat(PACKAGES, settings=SETTINGS)
    words = [one.split() for one in said.split(", ")]
    seats = [["seat", "south"], ["age", "north", "2"], ["age", "south", "1"]]
    opening, *more = words
    sat.say(*opening)
    sat.tap("north", "rake.red")
    for word in [*seats, *more]:
        sat.say(*word)
    sat.say("start")
    assert (sat.phase, sat.refusals) == ("playing", [])
    other = restarted(sat)
    assert lobby(other)["choices"] == choices
    assert lobby(other)["seats"] == [
        {"side": "north", "rake": "rake.red", "age_rank": 2},
        {"side": "south", "age_rank": 1},
    ]
    assert lobby(other) == lobby(sat)


def test_the_next_game_begins_as_the_one_before_the_restart() -> None:
    sat = Sat(PACKAGES)
    for word in ("quick-paws", "way-a", "seat north", "start"):
        sat.say(*word.split())
    other = restarted(sat)
    other.say("end", wait_ms=4000)
    other.say("lobby", wait_ms=4000)
    other.say("start")
    assert (other.phase, other.refusals) == ("playing", [])
    first, second = sat.journals[-1].parsed(), other.journals[-1].parsed()
    setup_type = PACKAGES["sweepers"].setup_type
    before, after = (msgspec.to_builtins(one.setup(setup_type)) for one in (first, second))
    assert before == after


def test_a_game_that_cannot_say_what_led_to_it_is_named_all_the_same() -> None:
    sat = begun()
    other = Sat()
    other.table.resume(sat.journals[-1].parsed())
    other.wait(1000)
    told = lobby(other)
    assert (told["game"], told["title"], told["choices"]) == ("quick-rake",) + ("Quick Rake",) * 2
    assert (told["chosen"], told["seats"]) == ([], [])
    other.say("end", wait_ms=4000)
    other.say("lobby")
    assert (other.phase, lobby(other)["game"], lobby(other)["choices"]) == ("lobby", "", "")
