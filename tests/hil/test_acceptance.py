"""Acceptance of a table, whatever is played on it: lobby, light at each place, buzzer, readers."""

from __future__ import annotations

import pytest
from meadow.games.game import Refused, Sound
from meadow.games.sweepers.facts import PlayBegan
from meadow_host.hil.table import TableUnderTest

from tests.hil.sweeping import COUNTDOWN_MS, Sweeping
from tests.hil.taking import Taking

PLACES = ("north", "east", "south", "west", "deck")
HANDOVER_MS = 300
"""After a change the light of before may still fade."""
FADE_MS = 5000
"""A flash of the test before lasts so long at most."""
NEAR_MS = 60


def test_a_word_that_means_nothing_is_refused(table: TableUnderTest) -> None:
    table.say("nonsense")
    refused = table.wait_for(Refused)
    assert refused.body["why"] == "'nonsense' means nothing before a game is chosen"
    assert table.phase == "lobby"


def test_all_readers_answer(table: TableUnderTest) -> None:
    assert dict(table.status().readers) == dict.fromkeys(PLACES, "")


@pytest.mark.parametrize("place", PLACES)
def test_a_rake_is_read_at_each_place(table: TableUnderTest, place: str) -> None:
    rake = next(piece.id for piece in table.rig.register.pieces if piece.id.startswith("rake"))
    table.lay(place, rake)
    uid = table.uid_of(rake)
    table.wait_until("it lies there", lambda: table.lying()[place] == (uid,))
    table.lift(place, rake)
    table.wait_until("it is gone", lambda: table.lying()[place] == ())


@pytest.mark.needs("unknown_tags")
def test_a_tag_that_nobody_enrolled_is_refused(table: TableUnderTest) -> None:
    table.lay("east", "04FEEDFACE0001")
    refused = table.wait_for(Refused, place="east")
    assert "unknown tag 04FEEDFACE0001 on east" in str(refused.body["why"])


@pytest.mark.needs("unplug")
def test_a_reader_that_fails_in_the_lobby_is_told_and_heard(table: TableUnderTest) -> None:
    table.unplug("west")
    table.wait_for(Sound, cue="fault")
    assert table.status().readers["west"] != ""
    table.plug("west")
    table.wait_for(Sound, cue="back")
    table.wait_until("west is well", lambda: table.status().readers["west"] == "")


# --------------------------------------------------------------------------------------- light


@pytest.mark.needs("frames")
@pytest.mark.parametrize("place", PLACES)
def test_the_light_of_a_place_is_at_that_place_and_nowhere_else(
    table: TableUnderTest, place: str
) -> None:
    table.point(place)
    table.wait_until("other light has faded", lambda: list(table.lit(700)) == [place], FADE_MS)
    assert list(table.lit()) == [place]
    table.point("")


@pytest.mark.needs("frames")
def test_the_light_of_the_fifth_seat_is_at_its_corner(table: TableUnderTest) -> None:
    game = Taking(table, "deal-unscanned", seats=("north", "five"))
    game.plays("north", "hand", game.hands["north"][0])
    table.advance(2000)
    lit = table.lit()
    assert lit["five"] == len(table.rig.spans["five"])
    assert set(lit) == {"north", "five", "deck"}, "north leads, five is on turn"


@pytest.mark.needs("frames")
def test_the_sand_lights_the_whole_ring(table: TableUnderTest) -> None:
    """North and south show their open cards on top of it."""
    Sweeping(table, "quick-paws").flip()
    table.advance(HANDOVER_MS)
    for place in ("east", "west", "deck", "five"):
        light = table.light(place)
        assert len(light) == len(table.rig.spans[place])
        assert all(any(colour) for colour in light), place


# -------------------------------------------------------------------------------------- buzzer


@pytest.mark.needs("beeps")
def test_three_is_counted_with_three_beeps(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    table.advance(1000)  # what was dealt has sounded
    before = len(table.beeps)
    table.tap("deck", game.rakes["north"])
    for cue in ("count", "count", "go"):
        table.wait_for(Sound, cue=cue, within_ms=COUNTDOWN_MS)
    table.wait_until("three beeps", lambda: len(table.beeps) == before + 3)


@pytest.mark.needs("beeps", "punctual")
def test_three_is_counted_with_a_beep_a_second(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    table.advance(1000)  # what was dealt has sounded
    before = len(table.beeps)
    table.tap("deck", game.rakes["north"])
    table.wait_for(PlayBegan, within_ms=COUNTDOWN_MS)
    table.advance(1000)
    one, two, three = table.beeps[before : before + 3]
    for beep, length_ms in ((one, 120), (two, 120), (three, 600)):
        assert abs(beep.length_ms - length_ms) < NEAR_MS
    assert abs(two.at_ms - one.at_ms - 1000) < NEAR_MS
    assert abs(three.at_ms - two.at_ms - 1000) < NEAR_MS


@pytest.mark.needs("manual_time")
def test_three_is_counted_to_the_millisecond(table: TableUnderTest) -> None:
    game = Sweeping(table, "thats-my-stash")
    table.advance(1000)
    before = len(table.beeps)
    table.tap("deck", game.rakes["north"])
    table.advance(4000)
    one, two, three = table.beeps[before : before + 3]
    assert (two.at_ms - one.at_ms, three.at_ms - two.at_ms) == (1000, 1000)
    assert [one.length_ms, two.length_ms, three.length_ms] == [120, 120, 600]
