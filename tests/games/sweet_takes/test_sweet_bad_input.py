"""What must not be done is refused in one line with a ruling's number, and nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

import pytest
from meadow.games.game import Placed, Sound
from meadow.games.sweet_takes.facts import CardPlayed, ReaderSwitchedOff
from meadow.games.sweet_takes.setup import Deal

from tests.games.sweet_takes.scene import (
    FIVE,
    TRACKER,
    TWO,
    Scene,
    card_id,
    dealt,
    setup,
    unscanned,
)
from tests.games.sweet_takes.whole_games import two

Does = Callable[[Scene], Scene]


def three_players() -> Scene:
    """North has led the purple 7 and east followed; south, then west, are to play."""
    return dealt(
        "north: purple 7 8, pink 2 | yellow 3",
        "east: purple 1 2",
        "south: purple 3, pink 1",
        "west: purple 4, pink 5",
    ).play("purple 7", "purple 1")


def dealing() -> Scene:
    return Scene(setup(TWO)).tap("purple 1")


def leading() -> Scene:
    return Scene(setup(TWO, leader="")).deal()


def between() -> Scene:
    return two(Scene(setup(TWO, sets=3)), north="1 2", east="3 4")


def over() -> Scene:
    return two(Scene(setup(TWO)), north="1 2", east="3 4")


class Bad(NamedTuple):
    """From where, what is done, why it is refused, by which ruling."""

    table: Callable[[], Scene]
    does: Does
    why: str
    ruling: str


TURN = "the lit seat is on turn: it plays a card on the deck reader"
DEALS = "the cards are being dealt: pass the next one over the deck reader"
NEXT = "the set is over: say Start for the next one"
WHO = "who last ate a sweet leads: lay the turn tracker on that tray"

BAD: Mapping[str, Bad] = {
    "a card played twice": Bad(
        three_players,
        lambda s: s.play("purple 7"),
        "this card has been played already",
        "S22",
    ),
    "a card played in an earlier round": Bad(
        lambda: three_players().play("purple 3", "purple 4"),
        lambda s: s.play("purple 4"),
        "this card has been played already",
        "S22",
    ),
    "a card of an unused suit": Bad(
        three_players,
        lambda s: s.play("blue 7"),
        "blue-worms are not in use: this card goes back to the box",
        "R86",
    ),
    "a card of another seat": Bad(
        three_players,
        lambda s: s.play("purple 4"),
        "this is no card of south, who is on turn: take it back",
        "S22",
    ),
    "a card out of turn": Bad(
        lambda: dealt("north: purple 7", "east: purple 1"),
        lambda s: s.play("purple 1"),
        "this is no card of north, who is on turn: take it back",
        "S22",
    ),
    "a second card in a round": Bad(
        three_players,
        lambda s: s.play("purple 8"),
        "one card a round for each: south is on turn, take it back",
        "S22",
    ),
    "a second card in a round, from the stash": Bad(
        three_players,
        lambda s: s.play("yellow 3"),
        "one card a round for each: south is on turn, take it back",
        "S22",
    ),
    "a card that does not follow": Bad(
        three_players,
        lambda s: s.play("pink 1"),
        "south must follow the starting suit, purple-rings, or play from the stash: take it back",
        "R99",
    ),
    "a card on a tray": Bad(
        three_players,
        lambda s: s.play("purple 3", place="south"),
        "cards are played on the deck reader",
        "S20",
    ),
    "an unknown card in mid-round": Bad(
        three_players,
        lambda s: s.touch("deck", "tag.0404"),
        "tag.0404 is no piece of this game: take it away",
        "T6",
    ),
    "a card of another game in mid-round": Bad(
        three_players,
        lambda s: s.touch("south", "treat.moss.acorn"),
        "treat.moss.acorn is no piece of this game: take it away",
        "T6",
    ),
    "a rake on the own tray": Bad(
        three_players,
        lambda s: s.touch("south", "rake.south"),
        f"rakes say nothing in Sweet Takes: {TURN}",
        "T16",
    ),
    "a rake on the deck reader while playing": Bad(
        three_players,
        lambda s: s.touch("deck", "rake.south"),
        f"rakes say nothing in Sweet Takes: {TURN}",
        "T16",
    ),
    "a rake while dealing": Bad(
        dealing,
        lambda s: s.touch("deck", "rake.north"),
        f"rakes say nothing in Sweet Takes: {DEALS}",
        "T16",
    ),
    "a rake of nobody": Bad(
        three_players,
        lambda s: s.touch("deck", "rake.pink"),
        "rake.pink is no piece of this game: take it away",
        "T6",
    ),
    "a card while nobody leads": Bad(leading, lambda s: s.play(s.hand("north")[0]), WHO, "T16"),
    "a card once the game is over": Bad(
        over, lambda s: s.play("purple 1"), "the game is over", "T16"
    ),
    "a word once the game is over": Bad(
        over, lambda s: s.say("award", "north"), "the game is over", "T16"
    ),
    "play while dealing": Bad(dealing, lambda s: s.say("play", card_id("purple 1")), DEALS, "T16"),
    "deal while playing": Bad(
        three_players, lambda s: s.say("deal", card_id("purple 3")), TURN, "T16"
    ),
    "start while playing": Bad(three_players, lambda s: s.say("start"), TURN, "T16"),
    "start while dealing": Bad(dealing, lambda s: s.say("start"), DEALS, "T16"),
    "start while nobody leads": Bad(leading, lambda s: s.say("start"), WHO, "T16"),
    "suits while playing": Bad(three_players, lambda s: s.say("suits"), TURN, "T16"),
    "stash while dealing": Bad(dealing, lambda s: s.say("stash"), DEALS, "T16"),
    "stash between sets": Bad(between, lambda s: s.say("stash"), NEXT, "T16"),
    "a word of another game": Bad(
        three_players,
        lambda s: s.say("way-b"),
        "'way-b' means nothing in Sweet Takes",
        "T4",
    ),
    "a card that is none": Bad(
        three_players,
        lambda s: s.say("play", "purple 3"),
        "'purple 3' is no card of this game, card.purple-rings.1 would be one",
        "T2",
    ),
    "play without a card": Bad(
        three_players,
        lambda s: s.say("play"),
        "play needs one word after it, given: none",
        "T4",
    ),
    "play with two cards": Bad(
        three_players,
        lambda s: s.say("play", "a", "b\n"),
        "play needs one word after it, given: 'a', 'b\\n'",
        "T4",
    ),
    "end with a word": Bad(
        three_players,
        lambda s: s.say("end", "north"),
        "end needs nothing after it, given: 'north'",
        "T4",
    ),
    "award to nobody": Bad(
        three_players,
        lambda s: s.say("award", "five"),
        "nobody plays at 'five'",
        "T14",
    ),
    "off without a reader": Bad(
        three_players,
        lambda s: s.say("off", "five"),
        "there is no reader 'five': north, east, south, west, deck",
        "T15",
    ),
    "off twice": Bad(
        lambda: three_players().say("off", "west"),
        lambda s: s.say("off", "west"),
        "the reader of west is switched off already",
        "T15",
    ),
    "unscanned: a card out of turn": Bad(
        lambda: unscanned(*TWO),
        lambda s: s.play("purple 1", place="east"),
        "north is on turn, not east",
        "S22",
    ),
}


@pytest.mark.rule("S15", "S22", "T6", "T16")
@pytest.mark.parametrize("name", BAD)
def test_it_is_refused_in_one_line_and_nothing_changes(name: str) -> None:
    bad = BAD[name]
    scene = bad.table()
    before = scene.state
    bad.does(scene)
    assert (scene.refusal, scene.ruling) == (bad.why, bad.ruling)
    assert scene.state == before
    assert scene.said_now(CardPlayed) == []
    assert "\n" not in scene.refusal


# --------------------------------------------------------------------- taken back, too late


@pytest.mark.rule("S15")
def test_an_accepted_play_is_final_and_lifting_the_card_means_nothing() -> None:
    scene = three_players().wait(1000)
    scene.lay("purple 3")
    before = scene.state
    assert scene.take("purple 3").last == ()
    assert scene.state == before
    assert scene.on_turn == "west"


@pytest.mark.rule("S15", "T14")
def test_a_card_taken_back_after_others_played_is_in_play_until_the_operator_undoes_it() -> None:
    scene = three_players().wait(1000)
    scene.lay("purple 3").wait(1000)
    scene.lay("purple 4").take("purple 3").wait(1000)
    before = scene.state
    assert scene.tap("purple 3").refusal == "this card has been played already"
    assert (scene.ruling, scene.state) == ("S22", before)
    scene.say("undo").say("undo").three()
    assert scene.on_turn == "south"
    assert "purple 3" in scene.hand("south")
    assert scene.play("purple 3").refusal == ""


@pytest.mark.rule("S15")
def test_a_refused_card_is_taken_back_and_the_player_plays_another() -> None:
    scene = three_players().wait(1000)
    assert scene.lay("pink 1").ruling == "R99"
    scene.wait(1000)
    assert scene.take("pink 1").last == ()
    assert scene.play("purple 3").said_now(CardPlayed)[0].seat == "south"
    assert "pink 1" in scene.hand("south")


@pytest.mark.rule("S15")
def test_a_refusal_makes_no_fact_so_undo_goes_to_the_play_before() -> None:
    scene = three_players().play("pink 1").say("undo")
    assert [play["card"] for play in scene.view()["plays"]] == [card_id("purple 7")]


# ------------------------------------------------------------------------ words and pieces


@pytest.mark.rule("T3", "R98")
def test_the_operator_can_name_a_card_that_is_played() -> None:
    scene = three_players().say("play", card_id("purple 3"))
    assert scene.said_now(CardPlayed)[0].card == card_id("purple 3")
    assert scene.say("play", card_id("pink 5")).ruling == "R99"


@pytest.mark.rule("T15", "T3")
def test_without_the_deck_reader_cards_are_named_by_the_operator() -> None:
    scene = three_players().say("off", "deck")
    assert scene.last == (ReaderSwitchedOff(place="deck"), Sound("ended"))
    assert scene.view()["off"] == ["deck"]
    assert scene.say("play", card_id("purple 3")).refusal == ""


@pytest.mark.rule("T5", "R96")
def test_the_turn_tracker_is_only_passed_on_while_a_set_is_played() -> None:
    scene = three_players()
    before = scene.state
    for place in ("south", "deck"):
        assert scene.touch(place, TRACKER).last == ()
    assert scene.state == before


@pytest.mark.rule("R83", "S20")
def test_cards_of_a_scoring_pile_on_a_tray_mean_nothing_in_a_scanned_game() -> None:
    scene = three_players().play("purple 3", "purple 4")
    assert scene.play("purple 7", place="north").last == ()


@pytest.mark.rule("S22")
def test_a_refusal_does_not_say_whose_card_it_is() -> None:
    """West's card and north's stash card, laid by anybody before their turn."""
    scene = dealt("north: purple 7 | yellow 3", "east: purple 1", "south:", "west: pink 5")
    scene.play("pink 5")
    assert scene.refusal == "this is no card of north, who is on turn: take it back"
    scene.play("purple 7").play("pink 5")
    assert scene.refusal == "this is no card of east, who is on turn: take it back"


@pytest.mark.parametrize("deal", list(Deal))
def test_a_time_before_the_game_is_no_reason_to_fail(deal: Deal) -> None:
    """The session lets none through, but a core is total."""
    scene = Scene(setup(FIVE, deal=deal))
    state = scene.state if deal is Deal.UNSCANNED else scene.deal().state
    card = card_id(sorted(scene.legal_cards())[0])
    outputs = scene.session.game.advance(state, Placed(-5, "deck", card)).outputs
    assert isinstance(outputs[0], CardPlayed)
