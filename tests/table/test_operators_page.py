"""docs/for-operators.md is true: its words are those of the code, its ways out of trouble work."""

from __future__ import annotations

import re
from pathlib import Path

from meadow.games.package import load_packages
from meadow.games.sweepers.facts import (
    CardCovered,
    CardDealt,
    CardOpened,
    CardReopened,
    PlayResumed,
    RoundVoid,
    StopCalled,
    TokenMatched,
    TokenStrayed,
)
from meadow.games.sweepers.speech import WORDS
from meadow.table.phases import GUARD_MS

from tests.table.sat import BLUE, RED, REGISTER, Sat

PAGE = (Path(__file__).parents[2] / "docs" / "for-operators.md").read_text(encoding="utf-8")
CARDS = [piece.id for piece in REGISTER.pieces if piece.id.startswith("treat.")]
ACORN, BLUEBERRY = "token.heather.acorn", "token.heather.blueberry"
"""The tokens of the cards that north and south turn up first: the last two of the deal."""


def dealing() -> Sat:
    sat = Sat(load_packages())
    sat.say("thats-my-stash")
    sat.tap("north", RED)
    sat.tap("south", BLUE)
    sat.say("start")
    return sat


def three(sat: Sat) -> Sat:
    """A rake on the deck reader, and the count of three."""
    sat.tap("deck", RED)
    sat.wait(3000)
    sat.news.clear()
    return sat


def playing() -> Sat:
    sat = dealing()
    for card in CARDS[:14]:
        sat.tap("deck", card, 50)
    return three(sat)


def choices(sat: Sat) -> str:
    return str(sat.table.view("public")["lobby"]["choices"])


def test_the_page_has_every_word_of_a_game() -> None:
    table = PAGE.split("In a game:")[1].split("\n\n")[1]
    told = {word for row in re.findall(r"^\| (.*?) \|", table, re.M) for word in words_in(row)}
    assert told == {*WORDS, "undo", "pause"}


def words_in(cell: str) -> list[str]:
    return re.findall(r"`([a-z]+)", cell)


def test_the_page_says_how_long_the_last_game_is_guarded() -> None:
    assert "3 seconds" in PAGE
    assert GUARD_MS == 3000


def test_a_card_that_went_wrong_is_taken_back_by_undo_and_scanned_again() -> None:
    sat = dealing()
    sat.tap("deck", CARDS[0])
    sat.tap("deck", "command.undo")
    three(sat)
    sat.tap("deck", CARDS[0])
    assert sat.facts == [CardDealt(side="north", count=1)]


def test_a_match_that_a_child_took_is_laid_back_and_the_next_card_stays_open() -> None:
    sat = playing()
    sat.tap("north", ACORN)
    assert [type(fact) for fact in sat.facts] == [TokenMatched, CardCovered, CardOpened]
    sat.news.clear()
    sat.lay("north", ACORN)
    assert [type(fact) for fact in sat.facts] == [CardReopened, TokenMatched]
    sat.lift("north", ACORN)
    assert [type(fact) for fact in sat.facts][2:] == [CardCovered]


def test_a_match_that_a_child_took_is_undone_and_the_next_card_is_not_open() -> None:
    sat = playing()
    sat.tap("north", ACORN)
    sat.say("undo")
    sat.lay("north", ACORN)
    three(sat)
    sat.lift("north", ACORN)
    assert [type(fact) for fact in sat.facts] == [CardCovered, CardOpened]


def test_a_token_that_a_child_took_off_a_card_opens_it_by_the_word_stray() -> None:
    sat = playing()
    sat.tap("north", ACORN)
    sat.news.clear()
    sat.say("stray", ACORN)
    assert CardReopened(side="north", card="treat.heather.acorn", token=ACORN) in sat.facts


def test_without_the_deck_reader_words_do_what_cards_and_rakes_did_there() -> None:
    sat = dealing()
    sat.board.readers.fail("deck")
    sat.wait(100)
    assert RoundVoid(place="deck") in sat.facts
    sat.say("off", "deck")
    sat.say("start", wait_ms=3000)
    for card in CARDS[:14]:
        sat.say("deal", card)
    sat.say("start", wait_ms=3000)
    sat.say("stop", "north")
    sat.say("start", wait_ms=3000)
    sat.board.readers.restore("deck")
    sat.tap("deck", BLUE)
    north, south = StopCalled(side="north"), StopCalled(side="south")
    assert sat.facts[-3:] == [north, PlayResumed(), south]
    assert sat.refusals == []


def test_a_side_switched_off_comes_back_by_undo_alone() -> None:
    sat = playing()
    sat.board.readers.fail("south")
    sat.wait(100)
    sat.say("off", "south")
    sat.board.readers.restore("south")
    three(sat)
    sat.tap("south", BLUEBERRY)
    assert sat.facts[0] == TokenStrayed(place="south", token=BLUEBERRY)
    for _ in range(3):  # the lifting, the stray, the switching off
        sat.say("undo")
    three(sat)
    sat.lay("south", BLUEBERRY)
    assert [type(fact) for fact in sat.facts] == [TokenMatched]


def test_after_a_game_the_choices_stay_until_end_is_said_in_the_lobby() -> None:
    sat = Sat(load_packages())
    sat.say("quick-paws")
    sat.say("way-d")
    sat.tap("north", RED)
    sat.say("start")
    sat.say("end")
    sat.say("start")
    assert sat.phase == "over"
    sat.wait(3000)
    sat.say("start")
    assert (sat.phase, sat.sides, choices(sat)) == ("lobby", {"north": RED}, "Quick Paws, way D")
    sat.say("start")
    assert sat.phase == "lobby"
    sat.say("end")
    sat.say("quick-paws")
    assert (sat.sides, choices(sat)) == ({"north": RED}, "Quick Paws")
    sat.wait(3000)
    sat.say("start")
    assert sat.phase == "playing"


def test_an_opening_card_and_the_word_lobby_lead_back_at_once() -> None:
    for word in ("quick-paws", "lobby"):
        sat = dealing()
        sat.say("end")
        sat.say(word)
        assert sat.phase == "lobby"


def test_the_way_back_to_referee_live_is_a_word() -> None:
    sat = Sat(load_packages())
    sat.say("quick-paws")
    sat.tap("deck", "command.referee-check")
    assert choices(sat) == "Quick Paws, referee check"
    sat.say("referee-live")
    assert choices(sat) == "Quick Paws, referee live"
