"""A finger that goes up beyond the edge has pulled its rake there, however quick it was."""

from __future__ import annotations

import pytest
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.person import Person

from tests.table.sat import YELLOW
from tests.twin.table.seated import Seated

TOKEN = "token.moss.acorn"
X = 20.0
BEHIND_MM = 24.0
EDGE = 285.0
"""Where fingers go up: beyond the edge of south, before its tray's antenna."""


@pytest.fixture
def seated() -> Seated:
    return Seated()


def _pulls(seated: Seated, person: Person, from_y: float, to_y: float = EDGE - BEHIND_MM) -> None:
    """All that a finger did comes at once, but for its going up."""
    assert seated.people.rake(person, 0, X, from_y, 0.0, "south") == ""
    for part in range(1, 11):
        y = from_y + (to_y - from_y) * part / 10
        assert seated.people.move(person, 0, X, y, 0.0, False) == ""


def _flicks(seated: Seated, person: Person, from_y: float = 100.0) -> None:
    seated.world.move(TOKEN, Lie("meadow", X, from_y + BEHIND_MM))
    _pulls(seated, person, from_y)
    assert seated.people.up(person, 0, X, EDGE) == ""


@pytest.mark.parametrize("from_y", [60.0, 100.0, 150.0, 200.0])
def test_a_token_that_is_flicked_over_the_edge_falls_into_the_tray(
    seated: Seated, from_y: float
) -> None:
    _flicks(seated, seated.sits("south"), from_y)
    assert seated.place(YELLOW) == "held.south"
    seated.wait(500)
    assert seated.place(TOKEN) == "tray.south"
    assert seated.place(YELLOW) == "beside.south"


def test_moves_that_come_late_and_at_once_pull_a_token_off_too(seated: Seated) -> None:
    person = seated.sits("south")
    seated.world.move(TOKEN, Lie("meadow", X, 144.0))
    assert seated.people.rake(person, 0, X, 120, 0.0, "south") == ""
    for y in (125, 130, 135, 140):
        seated.people.move(person, 0, X, y, 0.0, False)
        seated.wait(20)
    seated.wait(150)  # nothing comes, and then all
    for y in range(145, 266, 5):
        seated.people.move(person, 0, X, y, 0.0, False)
    assert seated.people.up(person, 0, X, EDGE) == ""
    seated.wait(500)
    assert seated.place(TOKEN) == "tray.south"


def test_a_finger_that_goes_up_on_the_meadow_leaves_the_rake_where_it_was_pulled(
    seated: Seated,
) -> None:
    person = seated.sits("south")
    _pulls(seated, person, 0, 120)
    assert seated.people.up(person, 0, X, 120 + BEHIND_MM) == ""
    seated.wait(400)
    assert seated.place(YELLOW) == "meadow"
    assert abs(seated.world.where(YELLOW).y - 120) < 3


def test_a_rake_that_is_there_is_let_go_at_once(seated: Seated) -> None:
    person = seated.sits("south")
    assert seated.people.rake(person, 0, X, 220, 0.0, "south") == ""
    for y in range(220, 262):
        seated.people.move(person, 0, X, y, 0.0, False)
        seated.wait(16)
    seated.wait(300)
    assert seated.people.up(person, 0, X, EDGE) == ""
    assert seated.place(YELLOW) == "beside.south"


def test_a_pull_that_does_not_get_there_ends_after_a_third_of_a_second(seated: Seated) -> None:
    person = seated.sits("south")
    _flicks(seated, person, -100.0)
    seated.wait(280)
    assert seated.place(YELLOW) == "held.south"
    seated.wait(60)
    assert seated.place(YELLOW) == "beside.south"
    assert person.pointers == set()


def test_what_cannot_be_laid_there_is_told_later_and_the_hand_is_empty(seated: Seated) -> None:
    heard: list[str] = []
    person = seated.people.come("aaaaaaaa", hears=heard.append)
    assert seated.people.sit(person, ["south"]) == ""
    seated.world.move(YELLOW, Lie("meadow", X, 0.0))
    assert seated.people.down(person, 0, X, 0) == ""  # a hand, that may lay it anywhere
    assert seated.people.move(person, 0, X, 100, None, False) == ""
    assert seated.people.up(person, 0, 1e9, 0) == ""
    seated.wait(400)
    assert heard == ["(1000000000.0, 0) is no point of the table"]
    assert seated.place(YELLOW) == "meadow"
    assert person.pointers == set()


def test_after_it_is_up_a_finger_moves_nothing_until_it_comes_down_anew(seated: Seated) -> None:
    person = seated.sits("south")
    _flicks(seated, person)
    assert seated.people.move(person, 0, -200, 0, None, False) == ""
    assert seated.people.up(person, 0, -200, 0) == ""
    seated.wait(500)
    assert (seated.place(TOKEN), seated.place(YELLOW)) == ("tray.south", "beside.south")


def test_a_finger_that_comes_down_anew_has_the_rake_at_once(seated: Seated) -> None:
    person = seated.sits("south")
    _flicks(seated, person)
    seated.wait(50)
    assert seated.people.rake(person, 0, -100, 0, 0.0, "south") == ""
    seated.wait(500)
    rake = seated.world.where(YELLOW)
    assert (rake.place, round(rake.x), round(rake.y)) == ("held.south", -100, 0)
    assert seated.place(TOKEN) == "meadow"
    # so has another finger of the same person
    seated.people.up(person, 0, -100, 0)
    _flicks(seated, person)
    assert seated.people.rake(person, 1, -100, 50, 0.0, "south") == ""
    assert seated.people.up(person, 1, -100, 50) == ""
    assert seated.place(YELLOW) == "meadow"


def test_another_hand_takes_a_rake_that_its_finger_has_let_go(seated: Seated) -> None:
    anna, bert = seated.sits("south"), seated.sits("north")
    _pulls(seated, anna, 0, 200)
    assert seated.people.up(anna, 0, X, 200 + BEHIND_MM) == ""
    seated.wait(50)
    assert seated.people.down(bert, 0, X, round(seated.world.where(YELLOW).y)) == ""
    assert seated.place(YELLOW) == "held.north"
    seated.wait(500)
    assert seated.place(YELLOW) == "held.north"
    seated.people.cancel(bert, 0)
    # by a tap as well
    _flicks(seated, anna)
    assert seated.people.lay(bert, YELLOW, "beside.north") == ""
    assert seated.place(YELLOW) == "beside.north"


def test_whoever_leaves_in_mid_pull_lets_go_at_once(seated: Seated) -> None:
    person = seated.sits("south")
    _flicks(seated, person)
    seated.people.go(person)
    assert seated.place(YELLOW) == "beside.south"
    seated.wait(500)
    assert seated.place(TOKEN) == "meadow"


def test_a_rake_speaks_at_once_though_its_pull_goes_on(seated: Seated) -> None:
    person = seated.sits("south")
    _flicks(seated, person)
    assert seated.people.speak(person, "south", "deck") == ""
    assert seated.place(YELLOW) == "deck"
    seated.wait(2000)
    assert seated.place(YELLOW) == "beside.south"
