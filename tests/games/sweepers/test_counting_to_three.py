""" "Three!": the countdown, the first cards, and everyone at once (R17 to R19, T7)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue
from meadow.games.sweepers.facts import (
    CardOpened,
    PlayBegan,
    PlayResumed,
    TokenMatched,
    TokenStrayed,
)
from meadow.games.sweepers.setup import Mode

from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id


def ready(*sides: str) -> Scene:
    return Scene(setup(sides or ("north", "south"))).deal_in_order()


def steps(scene: Scene) -> list[Cue]:
    lights = scene.session.lights(scene.full)
    return [lights[side] for side in ("north", "south")]


@pytest.mark.rule("T7", "R19")
def test_everybody_counts_to_three_in_beeps_and_lights_one_second_apart() -> None:
    scene = ready()
    assert scene.cues() == {"north": "ready", "south": "ready", "deck": "rake-here"}
    assert scene.rake("north", "deck").sounds_now() == ["count"]
    assert steps(scene) == [Cue("count", 1, 3), Cue("count", 1, 3)]
    assert scene.wait(999).heard() == ()
    assert scene.wait(1).sounds_now() == ["count"]
    assert steps(scene) == [Cue("count", 2, 3), Cue("count", 2, 3)]
    assert scene.wait(999).heard() == ()
    assert scene.phase == "counting"
    assert scene.wait(1).sounds_now() == ["go"]
    assert scene.phase == "playing"
    assert steps(scene) == [Cue("open", 0, 7), Cue("open", 0, 7)]


@pytest.mark.rule("R19", "T7")
def test_on_three_each_reveals_the_top_card_and_not_before() -> None:
    scene = ready("north", "east", "south", "west")
    scene.rake("west", "deck").wait(1999)
    assert scene.facts(CardOpened) == []
    scene.wait(1)
    assert scene.said_now(PlayBegan) == [PlayBegan(round=1)]
    assert scene.said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(0)),
        CardOpened(side="east", card=card_id(7)),
        CardOpened(side="south", card=card_id(14)),
        CardOpened(side="west", card=card_id(21)),
    ]
    assert scene.state.began_ms == 2000


@pytest.mark.rule("T16", "T3", "T7")
@pytest.mark.parametrize("by", ["north", "south", "start"])
def test_any_rake_or_start_on_the_deck_reader_counts_to_three(by: str) -> None:
    scene = ready()
    if by == "start":
        scene.say("start")
    else:
        scene.rake(by, "deck")
    assert scene.sounds_now() == ["count"]
    assert scene.wait(2000).phase == "playing"


@pytest.mark.rule("T16", "T7")
def test_a_rake_on_the_deck_reader_stops_the_countdown() -> None:
    scene = ready()
    scene.rake("north", "deck").wait(1500)
    assert scene.rake("south", "deck").sounds_now() == ["stop"]
    assert scene.phase == "ready"
    scene.wait(5000)
    assert scene.phase == "ready"
    assert scene.facts(CardOpened) == []
    scene.three()
    assert scene.phase == "playing"


@pytest.mark.rule("T16")
def test_a_rake_must_be_lifted_before_it_speaks_again() -> None:
    scene = ready()
    scene.place("deck", "rake.north").wait(500)
    scene.place("deck", "rake.north")
    assert scene.refusal == "rake.north lies there already"
    assert scene.phase == "counting"
    scene.wait(1500)
    assert scene.phase == "playing"
    scene.wait(5000)
    assert scene.phase == "playing"
    scene.lift("deck", "rake.north")
    assert scene.heard() == ()
    scene.place("deck", "rake.north")
    assert scene.phase == "stopped"


@pytest.mark.rule("T16")
def test_while_counting_a_rake_in_its_own_tray_says_nothing() -> None:
    scene = ready()
    scene.rake("north", "deck").rake("north")
    assert scene.refusal == "counting to three"
    scene.say("start")
    assert scene.refusal == "counting to three"
    assert scene.wait(2000).phase == "playing"


@pytest.mark.rule("W3", "T16", "R60")
def test_quick_paws_needs_no_countdown_the_flip_reveals_all_first_cards() -> None:
    scene = Scene(setup(("north", "south"), mode=Mode.PAWS, ages=(2, 1))).deal_in_order()
    assert scene.cues() == {"north": "ready", "south": "flip"}
    scene.rake("south", "deck")
    assert scene.refusal == "the oldest player's rake in the own tray flips the timer"
    scene.say("start")
    assert scene.refusal == "the oldest player's rake in the own tray flips the timer"
    scene.rake("north")
    assert scene.refusal == "the oldest player flips the timer: south"
    assert scene.facts(CardOpened) == []
    scene.rake("south")
    assert scene.phase == "playing"
    assert scene.said_now(CardOpened) == [
        CardOpened(side="north", card=card_id(0)),
        CardOpened(side="south", card=card_id(7)),
    ]


@pytest.mark.rule("R18")
def test_everyone_plays_at_once() -> None:
    scene = stash()
    for side, design in (("west", 21), ("north", 0), ("south", 14), ("east", 7)):
        scene.lay(side, design)
        assert scene.said_now(TokenMatched) == [
            TokenMatched(side=side, token=token_id(design), card=card_id(design))
        ]
    for side, design in (("east", 7), ("south", 14), ("west", 21), ("north", 0)):
        scene.pick(side, design)
        assert scene.said_now(CardOpened) == [CardOpened(side=side, card=card_id(design + 1))]


# ------------------------------------------------------------------ what lies there before


@pytest.mark.rule("T14", "T16", "R10")
def test_tokens_that_lie_in_trays_before_three_are_judged_at_three() -> None:
    scene = ready()
    scene.lay("north", 0).lay("south", 1).lay("east", 2).lay("deck", 3)
    assert scene.facts(TokenMatched) == []
    assert scene.facts(TokenStrayed) == []
    scene.three()
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]
    assert scene.said_now(TokenStrayed) == [
        TokenStrayed(place="east", token=token_id(2)),
        TokenStrayed(place="deck", token=token_id(3)),
        TokenStrayed(place="south", token=token_id(1)),
    ]
    assert scene.cues() == {"north": "match", "south": "stray", "east": "stray", "deck": "stray"}


@pytest.mark.rule("T14", "T16")
def test_a_token_that_was_taken_away_before_three_is_not_judged() -> None:
    scene = ready()
    scene.lay("north", 20).lay("east", 21).rake("north", "deck").wait(1000)
    scene.pick("north", 20).pick("east", 21).wait(1000)
    assert scene.phase == "playing"
    assert scene.facts(TokenStrayed) == []


@pytest.mark.rule("T14", "T16", "W3")
def test_tokens_that_lie_in_trays_before_the_timer_is_flipped_are_judged_then() -> None:
    scene = Scene(paws("north", "south").setup).deal_in_order()
    scene.lay("north", 0).lay("south", 30).lay("west", 31).flip()
    assert scene.facts(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]
    assert scene.facts(TokenStrayed) == [
        TokenStrayed(place="west", token=token_id(31)),
        TokenStrayed(place="south", token=token_id(30)),
    ]


@pytest.mark.rule("R41", "T7")
def test_after_stop_play_resumes_on_the_third_beep() -> None:
    scene = stash("north", "south").rake("south", "deck")
    assert scene.rake("north", "deck").sounds_now() == ["count"]
    assert scene.wait(1000).sounds_now() == ["count"]
    assert scene.phase == "counting"
    assert scene.wait(1000).sounds_now() == ["go"]
    assert scene.said_now(PlayResumed) == [PlayResumed()]
    assert scene.side("north").open == (card_id(0),)
