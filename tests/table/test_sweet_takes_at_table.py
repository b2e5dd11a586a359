"""Sweet Takes at a whole table: what the strip shows, a crash in mid-game, journals that replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from meadow.clock import ManualClock
from meadow.games.game import Paused
from meadow.games.package import load_packages
from meadow.games.sweet_takes.facts import CardGiven, CardPlayed, SetBegan, StashAnnounced
from meadow.lights.spans import DEFAULT_SPANS, span_pixels
from meadow_host.levels import Level
from meadow_host.replay import replay
from meadow_host.twin.virtual import VirtualBoard

from tests.games.sweet_takes.scene import card_id
from tests.lights.pictures import letters
from tests.table.sat import BLUE, RED, Sat

PACKAGES = load_packages()
SPANS = {span.place: span_pixels(span) for span in DEFAULT_SPANS}


def joined(*words: str) -> Sat:
    """North and east have joined with their rakes, and the fifth seat by its card."""
    sat = Sat(PACKAGES, frames_hz=20)
    sat.tap("deck", "command.sweet-takes")
    for word in words:
        sat.say(word)
    sat.say("suits", "purple-rings", "pink-buttons", "yellow-bears", "white-swirls")
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    sat.tap("deck", "command.seat-five")
    sat.tap("north", "tracker")
    sat.tap("deck", "command.start")
    assert sat.phase == "playing"
    assert sat.refusals == []
    return sat


def unscanned() -> Sat:
    """The cards are dealt by hand, and north leads."""
    return joined("deal-unscanned")


def dealt() -> Sat:
    """North holds purple 1 to 9, east pink 1 to 9, five white 1 to 9; stashes are yellow."""
    sat = joined()
    for number in range(1, 10):
        for colour in ("purple", "pink", "white"):
            sat.tap("deck", card_id(f"{colour} {number}"))
    for number in range(1, 10):
        sat.tap("deck", card_id(f"yellow {number}"))
    assert sat.refusals == []
    assert len([fact for fact in sat.facts if isinstance(fact, SetBegan)]) == 1
    sat.wait(1000)
    return sat


def game(sat: Sat) -> Mapping[str, Any]:
    view: Mapping[str, Any] = sat.table.view("public")["game"]
    return view


def crashed(sat: Sat, lines: int | None = None) -> Sat:
    """Another table takes up what this one played; all lies where it lay."""
    board = VirtualBoard(ManualClock(77_000))
    for place in ("north", "east", "south", "west", "deck"):
        for uid in sat.board.readers.there(place):
            board.readers.lay(place, uid)
    other = Sat(PACKAGES, board=board)
    other.table.resume(sat.journals[-1].parsed(lines))
    other.wait(1000)
    return other


def assert_replays(sat: Sat) -> None:
    journal = sat.journals[-1].parsed()
    for level in (Level.TABLE, Level.RULES):
        assert replay(journal, level, packages=PACKAGES).difference is None


# -------------------------------------------------------------------------------- the strip


def seen(sat: Sat, place: str, for_ms: int = 3000) -> str:
    """The colours that a place shows in a while, each with its letter; "" while it is dark."""
    shown: set[str] = set()
    for _ in range(for_ms // 50):
        sat.wait(50)
        frame = sat.board.strip.frame
        row = b"".join(frame[3 * pixel : 3 * pixel + 3] for pixel in SPANS[place])
        shown |= set(letters(row).upper())
    return "".join(sorted(shown - {"."}))


@pytest.mark.rule("S1", "S20")
def test_the_strip_shows_whose_turn_it_is_and_which_suits_bind() -> None:
    """Warm light breathes where the turn is; on the deck purple is nearest blue or red, and white
    is white. Nobody else is lit, but for the tracker of who leads.
    """
    sat = unscanned()
    sat.wait(3000)
    assert seen(sat, "north") != ""
    assert [seen(sat, place) for place in ("east", "south", "west", "five")] == [""] * 4
    sat.tap("deck", card_id("white 7"))
    sat.wait(2000)
    assert seen(sat, "east") != ""
    assert seen(sat, "five") == ""
    assert seen(sat, "deck") == "W"
    sat.tap("deck", card_id("blue 1"))
    assert sat.refusals == ["blue-worms are not in use: this card goes back to the box"]
    sat.tap("deck", card_id("pink 4"))
    sat.wait(2000)
    assert seen(sat, "east") == ""
    assert seen(sat, "five") != "", "the corner between west and north"
    assert "W" in seen(sat, "deck")
    assert len(seen(sat, "deck")) > 1, "the secondary suit on the other half"


@pytest.mark.rule("R112", "R113")
def test_the_strip_shows_who_collects_until_the_next_card_is_played() -> None:
    sat = unscanned()
    for card in ("white 7", "pink 4", "white 9"):
        sat.tap("deck", card_id(card))
        sat.wait(1000)
    sat.wait(2000)
    assert {place: cue.name for place, cue in sat.table.cues.items()} == {
        "east": "collect",
        "five": "lead-next",
        "deck": "free-lead",
    }
    assert [seen(sat, place) != "" for place in ("north", "east", "five")] == [False, True, True]


# ---------------------------------------------------------------------------------- restart


@pytest.mark.rule("T14")
def test_after_a_crash_in_a_round_the_game_goes_on_and_hands_are_known() -> None:
    sat = dealt()
    sat.lay("deck", card_id("purple 7"))
    sat.wait(1000)
    other = crashed(sat)
    assert other.facts == [Paused(why="restart")]
    assert game(other) == game(sat)
    other.tap("deck", "command.start", wait_ms=1500)
    other.wait(1000)
    assert other.table.view("public")["paused"] == ""
    other.lift("deck", card_id("purple 7"))
    other.tap("deck", card_id("pink 3"))
    other.wait(500)
    other.tap("deck", card_id("purple 1"))
    assert other.refusals == ["one card a round for each: five is on turn, take it back"]
    other.tap("deck", card_id("white 2"))
    assert game(other)["round"] == 2
    assert [fact.seat for fact in other.facts if isinstance(fact, CardPlayed)] == ["east", "five"]
    other.say("end")
    assert_replays(other)


@pytest.mark.rule("T14")
def test_a_card_laid_while_the_table_was_down_is_adopted_and_counts_when_laid_again() -> None:
    sat = dealt()
    sat.tap("deck", card_id("purple 7"))
    sat.board.readers.lay("deck", sat.uid(card_id("pink 3")))
    other = crashed(sat)
    other.say("start", wait_ms=2500)
    assert game(other)["on_turn"] == "east"
    other.lift("deck", card_id("pink 3"))
    other.lay("deck", card_id("pink 3"))
    assert game(other)["on_turn"] == "five"
    assert other.refusals == []


@pytest.mark.rule("T14")
def test_after_a_crash_while_dealing_the_next_card_goes_where_it_would_have_gone() -> None:
    sat = joined()
    for name in ("purple 1", "pink 1", "white 1", "purple 2"):
        sat.tap("deck", card_id(name))
    other = crashed(sat)
    assert (game(other)["deal_to"], game(other)["deal_pile"]) == ("east", "hand")
    other.say("start", wait_ms=2500)
    other.tap("deck", card_id("pink 1"))
    assert other.refusals == ["this card is dealt already: deal the next one"]
    other.tap("deck", card_id("pink 2"))
    assert [fact.seat for fact in other.facts if isinstance(fact, CardGiven)] == ["east"]


@pytest.mark.rule("T14", "S21")
def test_a_crash_between_the_word_stash_and_its_card_forgets_neither() -> None:
    sat = unscanned()
    for card in ("white 7", "pink 4"):
        sat.tap("deck", card_id(card))
        sat.wait(1000)
    sat.tap("deck", "command.stash")
    assert [fact.seat for fact in sat.facts if isinstance(fact, StashAnnounced)] == ["five"]
    other = crashed(sat)
    other.say("start", wait_ms=2500)
    other.tap("deck", card_id("purple 9"))
    (played,) = [fact for fact in other.facts if isinstance(fact, CardPlayed)]
    assert (played.seat, played.source) == ("five", "stash")


def test_a_journal_cut_after_any_line_can_be_taken_up_and_replays() -> None:
    sat = unscanned()
    for card in ("white 7", "pink 4", "white 9", "purple 1"):
        sat.tap("deck", card_id(card))
        sat.wait(500)
    sat.lay("north", card_id("purple 2"))
    sat.lift("north", card_id("purple 2"))
    sat.say("undo")
    sat.say("start", wait_ms=2500)
    whole = len(sat.journals[-1].lines)
    assert whole > 40
    for lines in range(whole + 1):
        other = crashed(sat, lines)
        other.say("start", wait_ms=2500)
        assert other.table.view("public")["paused"] == "", f"cut after {lines} lines"
        other.say("end")
        assert other.phase == "over"
        assert_replays(other)
