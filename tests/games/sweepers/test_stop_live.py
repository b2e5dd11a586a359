"""Stop! with the table as referee: who called, where to look, and going on (R36 to R41, T13)."""

from __future__ import annotations

import msgspec
import pytest
from meadow.games.game import Cue, Sound
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    Stashed,
    StopCalled,
    TokenMatched,
    TokenStrayed,
)
from meadow.games.sweepers.setup import Mode, Referee

from tests.games.sweepers.scene import (
    Scene,
    card_id,
    paws,
    stash,
    token_id,
    twins,
)


def missing(scene: Scene) -> list[dict[str, str]]:
    """What the console says about the missing tokens."""
    view = scene.session.view(scene.full, "public")["game"]
    return msgspec.convert(view["missing"], list[dict[str, str]])


# ------------------------------------------------------------------------- the call


@pytest.mark.rule("R37", "T13", "T16")
@pytest.mark.parametrize("side", ["north", "east", "south", "west"])
def test_a_rake_on_the_deck_reader_says_stop_and_names_its_caller(side: str) -> None:
    scene = stash().rake(side, "deck")
    assert scene.heard() == (StopCalled(side=side), Sound("stop"))
    assert scene.phase == "stopped"


@pytest.mark.rule("R37", "T3", "T4")
def test_the_operator_or_a_command_card_can_say_stop() -> None:
    scene = stash().say("stop", "west")
    assert scene.heard() == (StopCalled(side="west"), Sound("stop"))
    nameless = stash().say("stop")
    assert nameless.heard() == (StopCalled(side=""), Sound("stop"))
    wrong = stash("north", "south").say("stop", "west")
    assert wrong.refusal == "stop: 'west' is not in play; sides are north, south"
    assert wrong.phase == "playing"


@pytest.mark.rule("R38")
def test_on_stop_every_side_shows_that_the_rakes_are_to_be_put_down() -> None:
    scene = stash().rake("south", "deck")
    cues = scene.cues()
    assert [cues[side] for side in ("north", "east", "south", "west")] == ["stop"] * 4
    assert cues["deck"] == "rake-here"


@pytest.mark.rule("W6", "R37")
def test_stop_is_free_even_when_needless() -> None:
    scene = stash("north", "south").cover("north", 0)
    before = scene.state.sides
    scene.rake("north", "deck").three()
    assert scene.state.sides == before


@pytest.mark.rule("T16")
def test_stopped_play_cannot_be_stopped_again() -> None:
    scene = stash("north", "south").rake("north", "deck").say("stop")
    why = "play stands still: a rake on the deck reader counts to three"
    assert scene.refusal == why
    scene.rake("south")
    assert scene.refusal == why
    scene.scan(30)
    assert scene.refusal == f"no card is asked for: {why}"


@pytest.mark.rule("T16", "T13", "T7")
def test_stop_while_counting_down_stands_still_again_and_names_the_new_caller() -> None:
    scene = stash("north", "south").rake("north", "deck").rake("north", "deck").wait(1999)
    scene.rake("south", "deck")
    assert scene.heard() == (StopCalled(side="south"), Sound("stop"))
    scene.wait(10_000)
    assert scene.phase == "stopped"


@pytest.mark.rule("W10", "T13")
def test_after_a_shout_there_is_nothing_to_stop() -> None:
    scene = stash("north", "south")
    for design in range(7):
        scene.cover("north", design)
    scene.rake("south", "deck")
    assert scene.refusal == "Stashed! is called: nothing to stop"
    scene.wait(251)
    assert scene.phase == "over"


# -------------------------------------------------------------------- where to look


@pytest.mark.rule("T13", "R40")
def test_a_token_not_seen_anywhere_is_looked_for_on_the_meadow() -> None:
    scene = stash("north", "south").rake("north", "deck")
    assert scene.cues()["meadow"] == "not-seen"
    assert missing(scene) == [{"card": card_id(0), "kind": "meadow", "place": "meadow"}]


@pytest.mark.rule("T13", "R39")
@pytest.mark.parametrize("place", ["south", "west", "deck"])
def test_the_tray_in_which_the_missing_token_lies_is_lit(place: str) -> None:
    scene = stash("north", "south").lay(place, 0).rake("north", "deck")
    assert scene.cues()[place] == "look-tray"
    assert "meadow" not in scene.cues()
    assert missing(scene) == [{"card": card_id(0), "kind": "tray", "place": place}]
    scene.pick(place, 0)
    assert scene.cues()["meadow"] == "not-seen"  # back on the meadow


@pytest.mark.rule("T13")
def test_a_token_that_was_put_back_is_looked_for_on_the_meadow() -> None:
    scene = stash("north", "south").cover("south", 0).rake("north", "deck")
    assert scene.cues()["meadow"] == "not-seen"
    assert scene.cues()["south"] == "stop"


@pytest.mark.rule("T13")
def test_another_stray_is_no_place_to_look() -> None:
    scene = stash("north", "south").lay("south", 30).lay("west", 31).rake("north", "deck")
    assert scene.cues() == {
        "north": "stop",
        "south": "stop",
        "west": "stray",
        "deck": "rake-here",
        "meadow": "not-seen",
    }


@pytest.mark.rule("T13", "R36")
def test_nothing_is_missing_when_the_token_lies_in_the_callers_own_tray() -> None:
    scene = stash("north", "south").lay("north", 0).rake("north", "deck")
    assert missing(scene) == []
    assert scene.cues() == {"north": "stop", "south": "stop", "deck": "rake-here"}


@pytest.mark.rule("T13", "R36")
def test_the_console_names_the_card_that_is_looked_for() -> None:
    scene = stash("north", "south").cover("north", 0).rake("north", "deck")
    assert missing(scene) == [{"card": card_id(1), "kind": "meadow", "place": "meadow"}]


@pytest.mark.rule("T13", "T3")
def test_the_console_asks_for_any_side() -> None:
    scene = stash("north", "south").lay("north", 7).say("stop")
    assert scene.cues() == {"north": "stop", "south": "stop", "deck": "rake-here"}
    scene.say("ask", "south")
    assert scene.cues()["north"] == "look-tray"
    scene.say("ask", "north")
    assert scene.cues()["meadow"] == "not-seen"
    scene.say("ask", "west")
    assert scene.refusal == "ask: 'west' is not in play; sides are north, south"
    scene.say("ask")
    assert scene.refusal == "ask needs a side: north, south"


@pytest.mark.rule("T13")
def test_the_console_cannot_ask_while_play_goes_on() -> None:
    scene = stash("north", "south").say("ask", "south")
    assert scene.refusal == "call Stop! first: play is going on"


@pytest.mark.rule("T13", "W4")
def test_each_of_several_open_cards_is_looked_for() -> None:
    scene = stash("north", "south").cover("north", 0)
    scene.lay("south", 0).rake("north", "deck")
    assert missing(scene) == [
        {"card": card_id(1), "kind": "meadow", "place": "meadow"},
        {"card": card_id(0), "kind": "tray", "place": "south"},
    ]
    assert scene.cues()["south"] == "look-tray"
    assert scene.cues()["meadow"] == "not-seen"


@pytest.mark.rule("T13", "W21")
@pytest.mark.parametrize("mode", [Mode.STASH, Mode.PAWS])
def test_the_stash_where_a_token_of_that_design_went_is_lit(mode: Mode) -> None:
    scene = twins(mode)
    scene.cover("south", 0).rake("north", "deck")
    assert scene.cues()["south"] == "look-stash"
    assert missing(scene) == [{"card": card_id(0), "kind": "stash", "place": "south"}]


@pytest.mark.rule("T13", "T11")
def test_a_stashed_token_that_lies_in_a_tray_is_looked_for_there_not_on_its_card() -> None:
    scene = twins().cover("south", 0).rake("north", "deck")
    scene.lay("west", 0)
    assert missing(scene) == [{"card": card_id(0), "kind": "tray", "place": "west"}]
    assert scene.cues()["west"] == "look-tray"
    assert scene.cues()["south"] == "stop"


@pytest.mark.rule("T13", "W6")
def test_quick_paws_the_meadow_pulses_and_the_sand_runs_on() -> None:
    scene = paws("north", "south")
    scene.wait(30_000).rake("north", "deck")
    assert scene.cues()["meadow"] == "not-seen"
    assert scene.session.alarms(scene.full) == {"sand": 90_000, "tick": 80_000}
    scene.rake("north", "deck")
    timer = Cue("timer", ends_ms=90_000, span_ms=90_000)
    assert scene.session.lights(scene.full)["meadow"] == timer
    scene.wait(60_000)
    assert scene.result is not None
    assert (scene.result.outcome, scene.result.time_ms) == ("lost-time", 90_000)


@pytest.mark.rule("T13")
def test_the_lights_that_say_where_to_look_go_out_at_three() -> None:
    scene = stash("north", "south").lay("south", 0).rake("north", "deck").three()
    assert scene.cues() == {"north": "open", "south": "stray"}


# -------------------------------------------------------------------------- going on


@pytest.mark.rule("T16", "R41", "R39")
def test_tokens_that_arrive_while_stopped_are_judged_at_three() -> None:
    scene = stash("north", "south").rake("north", "deck")
    scene.lay("north", 0).lay("south", 30)
    assert scene.heard() == ()
    scene.rake("north", "deck").lay("north", 31).wait(2000)
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]
    assert scene.said_now(TokenStrayed) == [
        TokenStrayed(place="north", token=token_id(31)),
        TokenStrayed(place="south", token=token_id(30)),
    ]


@pytest.mark.rule("T16", "R41")
def test_a_token_that_came_and_went_while_stopped_counts_for_nothing() -> None:
    scene = stash("north", "south").rake("north", "deck")
    scene.lay("north", 0).pick("north", 0).lay("south", 30).pick("south", 30)
    assert scene.heard() == ()
    scene.three()
    assert scene.facts(CardCovered) == []
    assert scene.facts(TokenStrayed) == []
    assert scene.side("north").open == (card_id(0),)


@pytest.mark.rule("T13", "R41", "T8")
def test_a_match_picked_up_while_stopped_is_laid_on_its_card_and_the_next_opens_at_three() -> None:
    scene = stash("north", "south").lay("north", 0).rake("south", "deck")
    scene.pick("north", 0)
    assert scene.said_now(CardCovered) == [
        CardCovered(side="north", card=card_id(0), token=token_id(0))
    ]
    assert scene.side("north").open == ()
    scene.three()
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T16", "T14")
def test_what_was_judged_before_stop_is_not_judged_again_at_three() -> None:
    scene = stash("north", "south").lay("north", 0).lay("south", 30).lay("west", 31)
    scene.rake("north", "deck").lay("south", 32).three()
    assert scene.said_now(TokenMatched) == []
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="south", token=token_id(32))]
    trays = [[lay.token for lay in scene.side(side).tray] for side in ("north", "south")]
    assert trays == [[token_id(0)], [token_id(30), token_id(32)]]
    scene.pick("north", 0)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]


@pytest.mark.rule("T16", "R29")
def test_a_token_that_falls_after_a_cover_made_while_stopped_is_judged_by_the_next_card() -> None:
    scene = stash("north", "south").lay("north", 0).rake("north", "deck")
    scene.pick("north", 0).lay("north", 1).three()
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(1))]
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(1), card=card_id(1))
    ]


@pytest.mark.rule("T8", "R22", "R45")
def test_a_last_card_covered_while_stopped_ends_the_game_without_waiting_for_three() -> None:
    scene = stash("north", "south")
    for design in range(6):
        scene.cover("north", design)
    scene.lay("north", 6).rake("south", "deck").wait(1000).pick("north", 6)
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=3000)]
    scene.wait(251)
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("R62", "R70", "T13")
def test_quick_paws_covers_made_while_stopped_reveal_at_three_but_win_at_once() -> None:
    scene = paws("north", "south")
    for design in range(6):
        scene.lay("north", design).lay("south", design + 7).rake("north", "deck")
        scene.pick("north", design).pick("south", design + 7)
        assert scene.side("north").open == ()
        scene.three()
        assert scene.side("north").open == (card_id(design + 1),)
    scene.lay("north", 6).lay("south", 13).rake("north", "deck").pick("north", 6)
    assert scene.result is None
    scene.pick("south", 13)
    assert scene.result is not None
    assert (scene.result.outcome, scene.result.time_ms) == ("won", 12_000)


@pytest.mark.rule("T15", "R70", "T13")
def test_quick_paws_a_side_switched_off_keeps_no_cover_made_while_stopped_from_winning() -> None:
    scene = paws("north", "south").say("off", "south")
    for design in range(6):
        scene.cover("north", design)
    scene.lay("north", 6).rake("north", "deck").pick("north", 6)
    assert scene.result is not None
    assert scene.result.outcome == "won"


@pytest.mark.rule("T13", "W23", "R37")
def test_quick_paws_in_check_stop_names_the_card_of_a_caller_who_has_not_signalled() -> None:
    scene = paws("north", "south", referee=Referee.CHECK)
    scene.cover("north", 0).claim("north").rake("south", "deck")
    assert missing(scene) == [{"card": card_id(7), "kind": "meadow", "place": "meadow"}]
    assert scene.three().phase == "playing"


@pytest.mark.rule("T13", "R39", "T9")
def test_live_takes_no_inventory_as_every_token_was_judged_when_it_fell() -> None:
    scene = stash("north", "south").rake("north", "deck")
    assert scene.phase == "stopped"
    quick = paws("north", "south", referee=Referee.CHECK).rake("north", "deck")
    assert quick.phase == "stopped"
    boxed = stash("north", "south", referee=Referee.CHECK).rake("north", "deck")
    assert boxed.phase == "inventory"
