"""The players' names: bounded, cleaned, gone with their game."""

from __future__ import annotations

import pytest
from meadow.console.names import Names, NamesError
from meadow.console.states import Viewer, state_of
from meadow.games.package import load_packages
from meadow.table.status import Phase

from tests.table.sat import Sat


def given(name: str) -> str:
    """What is shown of a name."""
    names = Names()
    names.give({"north": name}, public=True)
    return str(names.of(Viewer.SPECTATOR)["names"].get("north", ""))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("  Ann   Lee ", "Ann Lee"),
        ("A\x00n\x1bn\x07", "Ann"),
        ("Ann\nLee\tX", "Ann Lee X"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>"),
        ("a" * 40, "a" * 40),
        ("\u202eevil\u202c", "evil"),
        ("\u200b\u2066x", "x"),
        ("Zoe\u0308", "Zoë"),
        ("李小龙 🎉", "李小龙 🎉"),
        ("\ud800x", "x"),
        ("", ""),
        (" \n ", ""),
        ("\u3164", ""),
        ("\u2800\u2800", ""),
        ("\u115f \u1160\uffa0\U0001d159", ""),
        ("\u0301\u0308", ""),
        ("\u0301 \ufe0f\u034f", ""),
        ("\u3164\u0301", ""),
        ("\u200b \u2066", ""),
        ("\u0301Ann", "Ann"),
        ("Ann\u3164Lee", "Ann Lee"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("नीला", "नीला"),
    ],
)
def test_a_name_is_shown_without_what_cannot_be_seen(name: str, shown: str) -> None:
    assert given(name) == shown


@pytest.mark.parametrize("length", [41, 399, 401, 10_000])
def test_a_name_that_is_too_long_is_refused_and_the_others_stay(length: int) -> None:
    names = Names()
    names.give({"north": "Ann"}, public=False)
    with pytest.raises(NamesError, match=f"40 characters at most, and one has {length}"):
        names.give({"north": "Bo", "east": "a" * length}, public=True)
    assert names.of(Viewer.OPERATOR) == {"names": {"north": "Ann"}, "names_public": False}


def test_there_are_no_more_names_than_seats() -> None:
    with pytest.raises(NamesError, match="9 names: a table has 8 seats at most"):
        Names().give({f"seat-{number}": "x" for number in range(9)})


def test_nor_are_there_more_when_they_come_one_by_one() -> None:
    names = Names()
    for number in range(8):
        names.give({f"seat-{number}": "x"})
    with pytest.raises(NamesError, match="9 names: a table has 8 seats at most"):
        names.give({"seat-8": "x"})
    names.give({"seat-0": "", "seat-8": "y"})
    assert len(names.of(Viewer.OPERATOR)["names"]) == 8


def test_a_name_that_is_given_leaves_the_others_as_they_are() -> None:
    names = Names()
    names.give({"north": "Ann", "east": "Bo"}, public=True)
    names.give({"east": "Cy"})
    names.give({"south": "Di"})
    names.give({"north": " "})
    assert names.of(Viewer.SPECTATOR) == {"names": {"east": "Cy", "south": "Di"}}


def test_who_may_see_them_is_said_without_a_name_and_stays_when_one_is_given() -> None:
    names = Names()
    names.give({"north": "Ann"})
    names.give({}, public=True)
    names.give({"east": "Bo"})
    assert names.of(Viewer.SPECTATOR) == {"names": {"north": "Ann", "east": "Bo"}}
    names.give({}, public=False)
    assert names.of(Viewer.OPERATOR) == {
        "names": {"north": "Ann", "east": "Bo"},
        "names_public": False,
    }


def test_who_sits_nowhere_has_no_name() -> None:
    names = Names()
    names.seats = ("north", "south")
    with pytest.raises(NamesError, match="there is no seat 'nobody': it is one of north, south"):
        names.give({"north": "Ann", "nobody": "x"}, public=True)
    assert names.of(Viewer.OPERATOR) == {"names": {}, "names_public": False}
    names.give({"north": "Ann", "nobody": ""})
    assert names.of(Viewer.OPERATOR)["names"] == {"north": "Ann"}


def test_spectators_see_them_only_if_the_operator_chose_so() -> None:
    names = Names()
    names.give({"north": "Ann"}, public=False)
    assert names.of(Viewer.SPECTATOR) == {"names": {}}


def test_names_given_in_the_lobby_hold_for_the_game_and_go_when_it_is_cleared_away() -> None:
    names = Names()
    names.give({"north": "Ann"}, public=True)
    shown = []
    for phase in (Phase.LOBBY, Phase.PLAYING, Phase.OVER, Phase.PLAYING, Phase.OVER, Phase.LOBBY):
        names.at(phase)
        shown.append(names.of(Viewer.OPERATOR)["names"].get("north", ""))
    assert shown == ["Ann", "Ann", "Ann", "Ann", "Ann", ""]
    assert names.of(Viewer.OPERATOR) == {"names": {}, "names_public": False}


def test_only_operators_are_told_how_old_somebody_is_and_with_which_hand_they_play() -> None:
    sat = Sat(load_packages())
    for said in (("quick-paws",), ("seat", "north"), ("age", "north", "1")):
        sat.say(*said)
    sat.say("hand", "north", "other")
    seats = {viewer: state_of(sat.table, viewer, ())["lobby"]["seats"] for viewer in Viewer}
    assert seats == {
        Viewer.SPECTATOR: [{"side": "north"}],
        Viewer.OPERATOR: [{"side": "north", "age_rank": 1, "hand": "other"}],
    }
