"""The end of a set of 12 rounds: points, the winner, ties (R84, R116 to R120, S6, S17, S18)."""

from __future__ import annotations

import pytest
from meadow.games.game import Finished, Sound
from meadow.games.sweet_takes.facts import GameEnded, SetEnded, SweetTakesResult
from meadow.games.sweet_takes.state import Score

from tests.games.sweet_takes.scene import THREE, TWO, Scene, cards, dealt, setup
from tests.games.sweet_takes.whole_games import east_has_more_cards, three, two

# ----------------------------------------------------------------------------------- points


@pytest.mark.rule("R117", "R118", "S17")
def test_face_up_cards_count_their_points_and_face_down_cards_one_each() -> None:
    """Purple 9 lies face up: 11 - 9 = 2; purple 7 and 2 face down: 1 + 1."""
    scene = dealt("north: purple 7", "east: purple 9", "south: purple 2")
    scene.play("purple 7", "purple 9", "purple 2")
    assert scene.points() == {"north": 0, "east": 4, "south": 0}


@pytest.mark.rule("R93", "R117", "S17")
def test_points_are_those_of_the_owners_table() -> None:
    """The owner's cards: a 9 shows 25 points."""
    scene = dealt("north: purple 7", "east: purple 9", cards=cards(points={9: 25}))
    assert scene.play("purple 7", "purple 9").points() == {"north": 0, "east": 26}


@pytest.mark.rule("R117", "R118")
def test_points_add_up_over_the_rounds() -> None:
    """East: 4 as above, then pink 1 alone: 10; north takes white 4: 7."""
    scene = dealt(
        "north: purple 7, no pink, white 4",
        "east: purple 9, pink 1",
        "south: purple 2, no pink, white 2",
        "west: purple 1, no pink, white 3",
    ).play("purple 7", "purple 9", "purple 2", "purple 1")
    assert scene.points()["east"] == 2 + 3
    scene.play("pink 1", "white 2", "white 3", "white 4")
    assert scene.points() == {"north": 7 + 2, "east": 5 + 10, "south": 0, "west": 0}


# ------------------------------------------------------------------------------- who won


@pytest.mark.rule("R84", "R116", "R119")
def test_most_points_after_12_rounds_win() -> None:
    """North 55 + 10 + 9, east 55 + 8 + 7."""
    scene = two(Scene(setup(TWO)), north="1 2", east="3 4")
    scores = (Score("north", 74, 12, 0), Score("east", 70, 12, 0))
    assert scene.said_now(SetEnded) == [SetEnded(set=1, scores=scores)]
    assert scene.last[-3:] == (
        GameEnded(winners=("north",), decided_by="points"),
        Sound("won"),
        Finished(
            SweetTakesResult(
                outcome="won",
                winners=("north",),
                decided_by="points",
                totals=scores,
                sets=(scores,),
                breaches=0,
            )
        ),
    )
    assert scene.phase == "over"
    assert scene.cues() == {"north": "won", "east": "ended"}


@pytest.mark.rule("R116")
def test_the_game_does_not_end_before_the_12th_round_is_complete() -> None:
    scene = Scene(setup(TWO)).deal()
    for _ in range(23):
        scene.play(sorted(scene.legal_cards())[0])
        assert scene.phase == "playing"
    scene.play(sorted(scene.legal_cards())[0])
    assert scene.phase == "over"


@pytest.mark.rule("R120", "S18")
def test_in_case_of_a_tie_the_most_cards_in_the_scoring_pile_win() -> None:
    """Both have 65 points; north 11 cards, east 12 face up and 1 face down."""
    scene = east_has_more_cards(Scene(setup(TWO)))
    result = scene.result
    assert result.totals == (Score("north", 65, 11, 0), Score("east", 65, 12, 1))
    assert [score.cards for score in result.totals] == [11, 13]
    assert (result.winners, result.decided_by, result.outcome) == (("east",), "cards", "won")


@pytest.mark.rule("R120", "S6")
def test_still_tied_after_most_cards_the_players_share_the_victory() -> None:
    """Both have 55 + 17 points and 12 cards."""
    scene = two(Scene(setup(TWO)), north="1 4", east="2 3")
    assert scene.result.totals == (Score("north", 72, 12, 0), Score("east", 72, 12, 0))
    assert (scene.result.winners, scene.result.decided_by) == (("north", "east"), "shared")
    assert scene.result.outcome == "shared"
    assert scene.cues() == {"north": "won", "east": "won"}


@pytest.mark.rule("S6", "R120")
def test_three_can_share_the_victory() -> None:
    """Everybody has 55 + 15 points and 12 cards."""
    scene = three(Scene(setup(THREE)), north="1 6", east="2 5", south="3 4")
    assert [score.points for score in scene.result.totals] == [70, 70, 70]
    assert scene.result.winners == ("north", "east", "south")
    assert scene.result.decided_by == "shared"


@pytest.mark.rule("S6", "R120")
def test_two_of_three_can_share_the_victory() -> None:
    """North and south 55 + 14, east 55 + 13."""
    scene = three(Scene(setup(THREE)), north="1 7", east="4 5", south="2 6")
    assert [score.points for score in scene.result.totals] == [69, 68, 69]
    assert (scene.result.winners, scene.result.decided_by) == (("north", "south"), "shared")
    assert scene.cues() == {"north": "won", "east": "ended", "south": "won"}


@pytest.mark.rule("R84", "R119")
def test_the_operator_who_ends_the_game_names_no_winner() -> None:
    scene = dealt("north: purple 7", "east: purple 9").play("purple 7", "purple 9").say("end")
    result = scene.result
    assert (result.outcome, result.winners, result.decided_by) == ("ended", (), "")
    assert result.totals == (Score("north", 0, 0, 0), Score("east", 3, 1, 1))
    assert scene.sounds_now() == ["ended"]
    assert scene.cues() == {"north": "ended", "east": "ended"}


@pytest.mark.rule("T14")
def test_award_makes_a_seat_the_winner() -> None:
    scene = dealt("north: purple 7", "east: purple 9").say("award", "north")
    assert (scene.result.outcome, scene.result.winners) == ("awarded", ("north",))
    assert dealt("north:", "east:").say("award", "west").refusal == "nobody plays at 'west'"
