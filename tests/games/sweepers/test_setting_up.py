"""Who may sit where and play with what: what a set-up must be like (R6 to R16, T4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from meadow.games.game import Seat, SetupError
from meadow.games.package import ChoiceError
from meadow.games.sweepers import PACKAGE
from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.package import Choices
from meadow.games.sweepers.setup import Mode, Referee, Setup

from tests.games.sweepers.scene import Scene, cards, setup, stash, tokens


def why_not(game_setup: Setup) -> str:
    with pytest.raises(SetupError) as caught:
        Sweepers().begin(game_setup)
    return str(caught.value)


def seated(*seats: Seat, **more: Any) -> Setup:
    return Setup(mode=Mode.STASH, seats=seats, tokens=tokens(), cards=cards(), **more)


# ------------------------------------------------------------------------ who sits where


@pytest.mark.rule("R9")
def test_each_player_has_a_side_of_their_own() -> None:
    four = Scene(setup(("north", "east", "south", "west")))
    assert four.phase == "dealing"
    shared = seated(Seat("north", "rake.red"), Seat("north", "rake.blue"))
    assert why_not(shared) == "two players on the north side: each needs one of their own (R9)"


@pytest.mark.rule("R9", "T1")
def test_nobody_sits_at_a_corner() -> None:
    why = "nobody can sit at 'corner': sides are north, east, south, west (R9)"
    assert why_not(setup(("north", "corner"))) == why


@pytest.mark.rule("R9", "W1")
@pytest.mark.parametrize(
    ("sides", "mode", "why"),
    [
        (
            ("north", "east", "south", "west", "five"),
            Mode.STASH,
            "That's My Stash! is for 2 to 4 players, 5 joined (W1)",
        ),
        (
            ("north", "east", "south", "west", "five"),
            Mode.PAWS,
            "Quick Paws is for 1 to 4 players, 5 joined (W1)",
        ),
        (("north",), Mode.STASH, "That's My Stash! is for 2 to 4 players, 1 joined (W1)"),
        ((), Mode.PAWS, "Quick Paws is for 1 to 4 players, 0 joined (W1)"),
    ],
)
def test_there_are_two_to_four_players(sides: Sequence[str], mode: Mode, why: str) -> None:
    assert why_not(setup(sides, mode=mode)) == why


@pytest.mark.rule("R15")
def test_each_player_takes_one_rake() -> None:
    shared = seated(Seat("north", "rake.red"), Seat("south", "rake.red"))
    assert why_not(shared) == "one rake is bound to two sides (R15)"


@pytest.mark.rule("R15", "T3")
def test_spare_rakes_are_out_of_play() -> None:
    scene = stash("north", "south")
    for place in ("deck", "east", "north"):
        scene.place(place, "rake.east")
        assert scene.refusal == "rake.east is no piece of this game: take it away"
        scene.lift(place, "rake.east")
    assert scene.phase == "playing"


@pytest.mark.rule("R15")
def test_a_player_without_a_rake_may_play_by_the_console() -> None:
    scene = Scene(seated(Seat("north", "rake.north"), Seat("south"))).deal_in_order()
    scene.say("start").wait(2000)
    assert scene.phase == "playing"


# ------------------------------------------------------------------------ enough pieces


@pytest.mark.rule("R11", "W21")
def test_a_set_with_too_few_cards_for_the_players_is_refused() -> None:
    assert why_not(setup(cards=cards(27))) == (
        "the set has 27 Treat cards; 4 players need 28: play with fewer players or a larger set"
    )
    assert Scene(setup(cards=cards(28))).phase == "dealing"


@pytest.mark.rule("R23", "W21")
def test_a_set_in_which_a_card_has_no_token_is_refused() -> None:
    assert why_not(setup(tokens=tokens()[1:])) == (
        "the set has 1 Treat card(s) of acorn on moss but 0 Stash token(s): "
        "add tokens or leave the card out"
    )


@pytest.mark.rule("W21")
def test_two_pieces_with_the_same_id_are_refused() -> None:
    doubled = setup(tokens=(*tokens(), tokens()[0]))
    assert why_not(doubled) == "two pieces of the set have the same id"


# --------------------------------------------------------------------------- choosing


def chosen(*words: str) -> Choices:
    choices: Choices | None = None
    for word in words:
        choices = PACKAGE.choose(choices, word)
    assert choices is not None
    return choices


def why_not_chosen(*words: str) -> str:
    choices = chosen(*words[:-1])
    with pytest.raises(ChoiceError) as caught:
        PACKAGE.choose(choices, words[-1])
    return caught.value.why


@pytest.mark.rule("T4")
def test_command_cards_choose_mode_referee_and_ways() -> None:
    assert chosen("thats-my-stash") == Choices(Mode.STASH)
    assert chosen("quick-paws", "referee-check", "way-a", "way-b", "way-c") == Choices(
        Mode.PAWS, Referee.CHECK, ("A", "B", "C")
    )
    assert PACKAGE.opening_words == {"thats-my-stash", "quick-paws"}


@pytest.mark.rule("T4", "R75", "R76", "R78")
def test_ways_that_exclude_each_other_are_refused() -> None:
    assert why_not_chosen("quick-paws", "way-a", "way-d") == "way D does not go with way A"
    assert why_not_chosen("quick-paws", "way-d", "way-a") == "way A does not go with way D"
    assert why_not_chosen("quick-paws", "way-d", "way-b") == "way B does not go with way D"
    assert why_not_chosen("quick-paws", "way-b", "way-d") == "way D does not go with way B"
    assert chosen("quick-paws", "way-d", "way-c").ways == ("C", "D")
    assert chosen("thats-my-stash", "way-b", "way-a").ways == ("A", "B")


@pytest.mark.rule("T4", "R78")
def test_way_d_is_rounds_of_quick_paws() -> None:
    why = "way D is rounds of Quick Paws: choose Quick Paws first"
    assert why_not_chosen("thats-my-stash", "way-d") == why
    assert chosen("quick-paws", "way-d", "thats-my-stash").ways == ()
    assert why_not(setup(ways=("D",))) == (
        "way D is rounds of Quick Paws: choose Quick Paws for it (R78)"
    )


@pytest.mark.rule("T4")
def test_a_way_or_a_referee_alone_chooses_no_game() -> None:
    with pytest.raises(ChoiceError) as caught:
        PACKAGE.choose(None, "way-a")
    assert caught.value.why == "choose That's My Stash! or Quick Paws first"


@pytest.mark.rule("T4", "R75", "R76")
def test_way_b_after_a_takes_from_six() -> None:
    scene = Scene(setup(("north", "south"), ways=("A", "B"), ages=(1, 2))).deal_in_order()
    assert scene.phase == "taking"
    scene.scan(6)
    assert len(scene.side("north").deck) == 7
    assert len(scene.side("south").deck) == 5
