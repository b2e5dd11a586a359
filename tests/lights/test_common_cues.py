"""The cues every game shares, as whole frames drawn by hand (clockwise from the corner NW)."""

from __future__ import annotations

from meadow.games.cues import Flash
from meadow.games.game import Cue
from meadow.lights.stage import Stage

from tests.lights.pictures import letters


def test_the_lobby_shows_who_has_joined_where_one_can_and_where_a_card_is_awaited() -> None:
    stage = Stage()
    free = dict.fromkeys(("east", "south", "west"), Cue("free"))
    stage.set_cues({**free, "north": Cue("joined"), "deck": Cue("choose"), "meadow": Cue("idle")})
    assert letters(stage.frame(0)) == (
        "G.."  # the head of the dot that runs round the meadow
        "GG........GG"  # north: joined, its ends green and still
        "BB........BB"  # east: free, its ends swell and sink
        "W....W"  # deck: a wave inward, lay a card here
        "BB........BB"  # south
        "BB....ggggBB"  # west, over the tail of the dot
        "gGG"
    )


def test_a_reader_that_failed_shows_where_and_the_deck_that_play_is_paused() -> None:
    stage = Stage()
    stage.set_cues({"east": Cue("fault"), "deck": Cue("paused")})
    assert letters(stage.frame(0)) == "." * 15 + "R..........." + "..YY.." + "." * 27
    # Half way the red dot is at the other end.
    assert letters(stage.frame(800)) == "." * 15 + "...........R" + "..yy.." + "." * 27


def test_a_refusal_blinks_twice_on_the_place_and_gives_it_back() -> None:
    stage = Stage()
    stage.set_cues({"south": Cue("joined")})
    stage.flash(Flash("south", "refused"), 5000)
    seen = [letters(stage.frame(5000 + t))[33:45] for t in (0, 360, 720, 1080)]
    assert seen == ["R" * 12, "." * 12, "R" * 12, "GG........GG"]


def test_a_fault_is_seen_over_a_refusal() -> None:
    stage = Stage()
    stage.set_cues({"south": Cue("fault")})
    stage.flash(Flash("south", "refused"), 0)
    assert letters(stage.frame(400))[33:45] == ".R.........."


def test_an_undo_runs_to_and_fro_before_every_player() -> None:
    stage = Stage()
    stage.flash(Flash("meadow", "undo"), 0)
    assert letters(stage.frame(0)) == "BB............." * 4
    assert letters(stage.frame(800)) == ".............BB" * 4
    assert letters(stage.frame(1560)) == ".BB............" * 4
    assert letters(stage.frame(1600)) == "." * 60


def test_quiet_beats_of_a_countdown_are_seen_on_every_side_beside_its_steps() -> None:
    stage = Stage()
    stage.set_cues({"deck": Cue("count", 2, 3)})
    stage.flash(Flash("meadow", "beat"), 0)
    assert letters(stage.frame(0)) == (
        ".....WWWWW....."  # north
        ".....WWWWW...."  # east
        "WWWW"  # two of the three steps on the deck
        "..WWWWW....."  # south
        ".....WWWWW....."  # west
    )
    assert letters(stage.frame(250)) == "." * 29 + "WWWW" + "." * 27
