"""Other ways to play: three sets of 12 rounds, with suits swapped between them (R121 to R126)."""

from __future__ import annotations

import pytest
from meadow.games.game import Sound
from meadow.games.sweet_takes.facts import SetBegan, SetEnded, SetOpened, SuitsSwapped
from meadow.games.sweet_takes.state import Score

from tests.games.sweet_takes.scene import (
    FIVE,
    SUITS,
    TRACKER,
    TWO,
    Scene,
    dealt,
    setup,
    unscanned,
)
from tests.games.sweet_takes.whole_games import east_has_more_cards, north_has_more_cards, two

THREE_SUITS = ("purple-rings", "pink-buttons", "yellow-bears")


def three_sets(**more: object) -> Scene:
    return Scene(setup(TWO, sets=3, **more))


def first_set_over(**more: object) -> Scene:
    """North 74, east 70."""
    return two(three_sets(**more), north="1 2", east="3 4")


# ------------------------------------------------------------------------ from set to set


@pytest.mark.rule("R121")
def test_three_sets_of_12_rounds_are_played_instead_of_one() -> None:
    scene = three_sets()
    for number in (1, 2, 3):
        two(scene, north="1 2", east="3 4")
        assert scene.said_now(SetEnded)[0].set == number
        assert scene.phase == ("between" if number < 3 else "over")
        if number < 3:
            assert scene.sounds_now() == ["set-end"]
            scene.say("start")
    assert [score.points for score in scene.result.totals] == [222, 210]
    assert len(scene.result.sets) == 3


@pytest.mark.rule("R121", "T4")
def test_between_sets_all_sides_show_that_the_set_is_over_and_start_opens_the_next() -> None:
    scene = first_set_over()
    assert scene.cues() == {"north": "set-over", "east": "set-over", "deck": "start-here"}
    scene.say("start")
    assert scene.last == (SetOpened(set=2),)
    assert (scene.phase, scene.view()["set"]) == ("dealing", 2)
    assert scene.cues() == {"north": "deal", "deck": "scan"}


@pytest.mark.rule("R122")
def test_after_a_set_all_cards_are_collected_and_dealt_anew() -> None:
    scene = first_set_over().say("start")
    seats = scene.view()["seats"]
    assert [(s["hand"], s["stash"], s["face_up"], s["face_down"]) for s in seats] == [
        (0, 0, [], 0),
        (0, 0, [], 0),
    ]
    scene.tap("purple 1")
    assert (scene.refusal, scene.view()["seats"][0]["hand"]) == ("", 1)


@pytest.mark.rule("S8")
def test_the_next_set_is_led_by_whoever_holds_the_turn_tracker() -> None:
    """Nobody is asked. East leads round 12 and both win: north, the last in turn order, has it."""
    scene = first_set_over(leader="north").say("start").deal()
    assert scene.said_now(SetBegan) == [SetBegan(set=2, suits=THREE_SUITS, leader="north")]
    assert scene.on_turn == "north"
    scene = first_set_over(leader="east").say("start").deal()
    assert scene.on_turn == "east"


@pytest.mark.rule("S8")
@pytest.mark.parametrize("seat", TWO)
def test_between_sets_nobody_is_named_to_lead(seat: str) -> None:
    scene = first_set_over().say("start")
    before = scene.state
    assert scene.say("leader", seat).refusal == (
        "who leads is settled: the light says who is on turn"
    )
    assert (scene.ruling, scene.state) == ("S8", before)
    assert scene.touch(seat, TRACKER).last == ()


@pytest.mark.rule("R123")
def test_between_and_after_sets_the_total_is_shown() -> None:
    scene = first_set_over()
    seats = scene.view()["seats"]
    assert [(seat["points"], seat["total"]) for seat in seats] == [(74, 74), (70, 70)]
    scene.say("start")
    seats = scene.view()["seats"]
    assert [(seat["points"], seat["total"]) for seat in seats] == [(0, 74), (0, 70)]
    two(scene, north="3 4", east="1 9")
    seats = scene.view()["seats"]
    assert [(seat["points"], seat["total"]) for seat in seats] == [(70, 144), (67, 137)]


@pytest.mark.rule("R121", "S21")
def test_unscanned_the_next_set_begins_at_start() -> None:
    scene = unscanned("north", "east", sets=3)
    scene.rounds(north="purple 1-10, yellow 1 2", east="yellow 3 4, pink 1-10")
    assert scene.phase == "between"
    scene.say("start")
    assert scene.last == (
        SetOpened(set=2),
        SetBegan(set=2, suits=THREE_SUITS, leader="north"),
        Sound("begin"),
    )
    assert [(seat["hand"], seat["stash"]) for seat in scene.view()["seats"]] == [(9, 3), (9, 3)]
    assert scene.play("purple 1").refusal == ""


# ------------------------------------------------------------------------------- swapping


@pytest.mark.rule("R122", "S16")
def test_between_sets_suits_can_be_swapped_for_unused_ones() -> None:
    scene = first_set_over().say("swap", "pink-buttons", "blue-worms")
    suits = ("purple-rings", "yellow-bears", "blue-worms")
    assert scene.last == (SuitsSwapped(suits=suits), Sound("leader"))
    scene.say("start").tap("pink 1")
    assert scene.refusal == "pink-buttons are not in use: this card goes back to the box"
    assert scene.tap("blue 1").refusal == ""
    assert scene.view()["suits"] == list(suits)


@pytest.mark.rule("R122")
def test_several_suits_can_be_swapped_at_once_or_all_be_named() -> None:
    scene = first_set_over()
    scene.say("swap", "pink-buttons", "blue-worms", "purple-rings", "white-swirls")
    assert scene.view()["suits"] == ["yellow-bears", "white-swirls", "blue-worms"]
    scene.say("suits", "green-bursts", "pink-buttons", "blue-worms")
    assert scene.view()["suits"] == ["pink-buttons", "green-bursts", "blue-worms"]


@pytest.mark.rule("R122", "R85")
@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("swap",), "swap needs suits in pairs: swap OLD NEW"),
        (("swap", "pink-buttons"), "swap needs suits in pairs: swap OLD NEW"),
        (
            ("swap", "blue-worms", "pink-buttons"),
            "'blue-worms' is not in use: in use are purple-rings, pink-buttons, yellow-bears",
        ),
        (("swap", "pink-buttons", "purple-rings"), "'purple-rings' is in use already"),
        (
            ("swap", "pink-buttons", "red-roses"),
            "there is no suit 'red-roses': suits are purple-rings, pink-buttons, yellow-bears, "
            "white-swirls, green-bursts, blue-worms (R79)",
        ),
        (("suits", "pink-buttons"), "2 players use 3 suits, 1 are chosen (R85)"),
        (("suits", *SUITS.values()), "2 players use 3 suits, 6 are chosen (R85)"),
        (
            ("suits", "yellow-bears", "purple-rings", "pink-buttons"),
            "in use already: yellow-bears, purple-rings, pink-buttons",
        ),
        (
            ("suits", "pink-buttons", "pink-buttons", "blue-worms"),
            "the suit pink-buttons is listed twice",
        ),
    ],
)
def test_suits_that_do_not_fit_are_refused(words: tuple[str, ...], why: str) -> None:
    scene = first_set_over()
    before = scene.state
    scene.say(*words)
    assert (scene.refusal, scene.ruling, scene.state) == (why, "R122", before)


@pytest.mark.rule("S16")
def test_with_5_players_all_six_suits_are_in_use_and_none_can_be_swapped() -> None:
    scene = Scene(setup(FIVE, sets=3)).deal()
    while scene.phase == "playing":
        scene.play(sorted(scene.legal_cards())[0])
    before = scene.state
    scene.say("swap", "pink-buttons", "blue-worms")
    assert scene.refusal == "all suits are in use: there is none to swap for"
    assert (scene.ruling, scene.state) == ("S16", before)


@pytest.mark.rule("R122")
def test_suits_are_not_swapped_within_a_set() -> None:
    scene = dealt("north:", "east:", sets=3)
    before = scene.state
    scene.say("swap", "pink-buttons", "blue-worms")
    assert scene.refusal == "the lit seat is on turn: it plays a card on the deck reader"
    assert (scene.ruling, scene.state) == ("T16", before)


@pytest.mark.rule("T16")
def test_a_card_on_the_deck_reader_between_sets_is_refused() -> None:
    scene = first_set_over()
    before = scene.state
    assert scene.tap("purple 1").refusal == "the set is over: say Start for the next one"
    assert (scene.ruling, scene.state) == ("T16", before)


# ------------------------------------------------------------------------------ who wins


@pytest.mark.rule("R123")
def test_the_highest_overall_score_wins() -> None:
    scene = first_set_over().say("start")
    two(scene, north="5 10", east="1 2").say("start")
    two(scene, north="5 10", east="3 4")
    assert [score.points for score in scene.result.totals] == [74 + 62 + 62, 70 + 74 + 70]
    assert (scene.result.winners, scene.result.decided_by) == (("east",), "points")


@pytest.mark.rule("R124")
def test_in_a_tie_after_3_sets_the_most_points_in_the_third_set_win() -> None:
    scene = first_set_over().say("start")
    two(scene, north="1 4", east="2 3").say("start")
    two(scene, north="3 4", east="1 2")
    assert [score.points for score in scene.result.totals] == [216, 216]
    assert scene.result.sets[2] == (Score("north", 70, 12, 0), Score("east", 74, 12, 0))
    assert (scene.result.winners, scene.result.decided_by) == (("east",), "last-set")


@pytest.mark.rule("R125", "S7")
def test_still_tied_the_most_cards_of_the_third_set_win() -> None:
    """Over all sets north has more cards, 37 to 35; in the third east has, 13 to 11."""
    scene = north_has_more_cards(three_sets()).say("start")
    north_has_more_cards(scene).say("start")
    east_has_more_cards(scene)
    assert [score.points for score in scene.result.totals] == [195, 195]
    assert [score.cards for score in scene.result.totals] == [37, 35]
    assert [score.cards for score in scene.result.sets[2]] == [11, 13]
    assert (scene.result.winners, scene.result.decided_by) == (("east",), "cards")


@pytest.mark.rule("R126", "S6")
def test_if_the_tie_still_is_not_broken_the_players_share_the_victory() -> None:
    scene = three_sets()
    for number in (1, 2, 3):
        two(scene, north="1 4", east="2 3")
        if number < 3:
            scene.say("start")
    assert (scene.result.winners, scene.result.decided_by) == (("north", "east"), "shared")
    assert scene.result.outcome == "shared"


@pytest.mark.rule("R123", "T14")
def test_a_game_broken_off_counts_what_was_played_and_shows_it() -> None:
    """Set 1: 74 and 70; set 2: east takes purple 7 with the 9, 2 + 1."""
    scene = first_set_over().say("start").deal("north: purple 7", "east: purple 9")
    scene.play("purple 7", "purple 9").say("end")
    assert [score.points for score in scene.result.totals] == [74, 73]
    seats = scene.view()["seats"]
    assert [(seat["points"], seat["total"]) for seat in seats] == [(0, 74), (3, 73)]
    assert scene.view()["set"] == 2


@pytest.mark.rule("R123", "T14")
def test_a_game_ended_between_or_while_dealing_shows_the_sets_that_were_played() -> None:
    between = first_set_over().say("end")
    dealing = first_set_over().say("start").tap("purple 1").say("end")
    for scene in (between, dealing):
        assert [score.points for score in scene.result.totals] == [74, 70]
        assert [seat["total"] for seat in scene.view()["seats"]] == [74, 70]
        assert len(scene.result.sets) == 1
