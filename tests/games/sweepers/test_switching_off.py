"""A side with a broken reader is switched off, in whatever phase: the others go on (T15)."""

from __future__ import annotations

import pytest
from meadow.games.sweepers.facts import (
    CardOpened,
    CheckBegan,
    CheckEnded,
    InventoryTaken,
    Penalised,
    SideSwitchedOff,
    TeamRevealed,
    TokenStrayed,
)
from meadow.games.sweepers.setup import DealOrder, Mode

from tests.games.sweepers.hands import (
    NORTH_SOUTH,
    boxed,
    boxed_paws,
    collect,
    cover_round,
    hand_in,
    last_turn,
    last_turn_checked,
)
from tests.games.sweepers.phases import PHASES, checking, claimed, drawing, taking
from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id

THREE = ("north", "east", "south")
GOING_ON = [phase for phase in PHASES if phase != "over"]


@pytest.mark.rule("T15")
@pytest.mark.parametrize("phase", GOING_ON)
def test_a_side_can_be_switched_off_in_every_phase(phase: str) -> None:
    scene = PHASES[phase]().say("off", "north")
    assert scene.said_now(SideSwitchedOff) == [SideSwitchedOff(side="north")]
    # In the check two of its tokens still lie there: strays now.
    assert scene.cues()["north"] == ("stray" if phase == "checking" else "off")
    assert scene.rake("north").refusal == "the north side is switched off"
    assert scene.say("off", "north").refusal == "the north side is switched off already"


@pytest.mark.rule("T15")
@pytest.mark.parametrize("phase", GOING_ON)
def test_with_the_last_side_switched_off_the_game_is_ended(phase: str) -> None:
    scene = PHASES[phase]().say("off", "north").say("off", "south")
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "ended"
    assert scene.result.winners == ()


@pytest.mark.rule("T15", "T12")
@pytest.mark.parametrize("place", ["east", "west", "deck"])
@pytest.mark.parametrize("phase", GOING_ON)
def test_a_broken_reader_that_play_does_not_need_can_be_passed_over(phase: str, place: str) -> None:
    scene = PHASES[phase]().fail(place).say("start")
    assert scene.refusal == (f"the reader of {place} does not answer: mend it, or say: off {place}")
    before = scene.state
    scene.say("off", place)
    assert scene.refusal == ""
    assert scene.state is before
    assert scene.say("start").sounds_now() == ["count"]


# ---------------------------------------------------------------------- before play


@pytest.mark.rule("T15", "T6")
def test_dealing_goes_on_with_the_sides_that_are_left() -> None:
    scene = Scene(setup(THREE)).scan(0).scan(1).scan(2).say("off", "east")
    lit = []
    for design in range(3, 15):
        lit.append(next(place for place, cue in scene.cues().items() if cue == "deal"))
        scene.scan(design)
    assert lit == ["north", "south"] * 6
    assert scene.phase == "ready"
    assert [side.size for side in scene.state.sides] == [7, 1, 7]


@pytest.mark.rule("T15", "T6")
@pytest.mark.parametrize("order", list(DealOrder))
def test_dealing_is_done_when_only_the_side_switched_off_lacked_cards(order: DealOrder) -> None:
    scene = Scene(setup(NORTH_SOUTH, deal_order=order))
    for design in range(13 if order is DealOrder.CLOCKWISE else 7):
        scene.scan(design)
    assert scene.say("off", "south").phase == "ready"
    assert scene.side("north").size == 7


@pytest.mark.rule("T15", "T6")
def test_dealing_deck_by_deck_passes_over_a_side_switched_off() -> None:
    scene = Scene(setup(THREE, deal_order=DealOrder.BLOCKS)).say("off", "east")
    for design in range(14):
        scene.scan(design)
    assert scene.phase == "ready"
    assert [side.size for side in scene.state.sides] == [7, 0, 7]


@pytest.mark.rule("T15", "W9")
@pytest.mark.parametrize("side", NORTH_SOUTH)
def test_way_b_passes_over_a_pair_of_which_one_is_switched_off(side: str) -> None:
    scene = taking().say("off", side)
    assert scene.phase == "ready"
    scene = Scene(setup(ways=("B",), ages=(1, 2, 3, 4))).deal_in_order().say("off", "south")
    assert scene.cues()["west"] == "give"
    assert scene.scan(21).phase == "ready"
    assert Scene(setup(ways=("B",), ages=(1, 2, 3, 4))).say("off", "west").phase == "dealing"


@pytest.mark.rule("T15", "W3")
def test_the_oldest_who_is_left_flips_the_timer() -> None:
    scene = Scene(setup(mode=Mode.PAWS, ages=(1, 3, 2, 4))).deal_in_order().say("off", "north")
    assert scene.cues() == {"north": "off", "east": "ready", "south": "flip", "west": "ready"}
    assert scene.rake("east").refusal == "the oldest player flips the timer: south"
    assert scene.rake("south").phase == "playing"


@pytest.mark.rule("T15", "R19")
def test_on_three_only_sides_in_play_reveal_a_card() -> None:
    scene = Scene(setup(THREE)).deal_in_order().say("off", "east").three()
    assert [fact.side for fact in scene.facts(CardOpened)] == ["north", "south"]


# ----------------------------------------------------------------------- while playing


@pytest.mark.rule("T15", "T12")
def test_what_lies_in_the_tray_of_a_side_switched_off_is_a_stray() -> None:
    scene = stash(*THREE).lay("east", 7).say("off", "east").lay("east", 8)
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="east", token=token_id(8))]
    assert [token for _, token in scene.state.elsewhere] == [token_id(7), token_id(8)]
    assert scene.cues()["east"] == "stray"
    scene.pick("east", 7).pick("east", 8)
    assert scene.cues()["east"] == "off"


@pytest.mark.rule("T15", "R62")
def test_the_team_reveals_when_it_waited_only_for_the_side_switched_off() -> None:
    scene = paws(*THREE).cover("north", 0).cover("south", 14).say("off", "east")
    assert len(scene.said_now(TeamRevealed)) == 1
    assert [fact.card for fact in scene.said_now(CardOpened)] == [card_id(1), card_id(15)]


@pytest.mark.rule("T15", "R70")
def test_the_team_wins_when_only_the_side_switched_off_lacked_tokens() -> None:
    scene = last_turn().cover("north", 6).wait(5000).say("off", "south")
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T15", "R62", "W23")
def test_in_check_too_the_team_waits_no_longer_for_a_side_switched_off() -> None:
    scene = cover_round(boxed_paws(*NORTH_SOUTH), 0).claim("north").say("off", "south")
    assert [fact.card for fact in scene.said_now(CardOpened)] == [card_id(1)]
    scene = last_turn_checked().claim("north").say("off", "south")
    assert [fact.side for fact in scene.facts(CheckBegan)] == ["north"]
    assert hand_in(scene, "north", range(7)).rake("north").phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "won"


@pytest.mark.rule("T15", "W23", "T16")
def test_in_check_a_side_switched_off_while_stopped_holds_nobody_back_at_three() -> None:
    scene = cover_round(boxed_paws(*NORTH_SOUTH), 0).claim("north").rake("north", "deck")
    scene.say("off", "south").three()
    assert scene.phase == "playing"
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T15", "R62")
def test_in_live_a_side_switched_off_while_stopped_holds_nobody_back_at_three() -> None:
    scene = paws(*NORTH_SOUTH).cover("north", 0).rake("north", "deck").say("off", "south").three()
    assert scene.side("north").open == (card_id(1),)


# ------------------------------------------------------------------------- claims, checks


@pytest.mark.rule("T15", "W10", "W26")
def test_a_shout_goes_with_its_side_and_the_next_one_is_the_first() -> None:
    scene = stash(*THREE)
    for number, side in enumerate(THREE):
        collect(scene, side, range(7 * number, 7 * number + 6))
    scene.cover("north", 6).wait(200).cover("east", 13).say("off", "north").wait(250)
    assert scene.phase == "playing"
    scene.cover("south", 20).wait(1)
    assert scene.result is not None
    assert scene.result.winners == ("east", "south")
    assert scene.result.time_ms == 200


@pytest.mark.rule("T15", "W10", "W26")
def test_of_two_shouts_that_are_left_the_earlier_is_the_first() -> None:
    scene = stash(*THREE)
    for number, side in enumerate(THREE):
        collect(scene, side, range(7 * number, 7 * number + 6))
    scene.cover("north", 6).wait(100).cover("south", 20).wait(100).cover("east", 13)
    scene.say("off", "north").wait(151)
    assert scene.result is not None
    assert scene.result.winners == ("east", "south")
    assert scene.result.time_ms == 100


@pytest.mark.rule("T15", "W10")
def test_when_the_only_shout_goes_with_its_side_play_goes_on() -> None:
    scene = collect(stash(*THREE), "north", range(7)).say("off", "north").wait(1000)
    assert scene.phase == "playing"
    collect(scene, "east", range(7, 14)).wait(251)
    assert scene.result is not None
    assert scene.result.winners == ("east",)


@pytest.mark.rule("T15", "W10")
def test_in_check_when_the_only_claim_goes_with_its_side_play_goes_on_at_three() -> None:
    scene = claimed().say("off", "south")
    assert scene.phase == "stopped"
    assert scene.session.alarms(scene.full) == {}
    assert scene.three().phase == "playing"
    assert collect(scene, "north", range(7)).claim("north").wait(2000).phase == "checking"


@pytest.mark.rule("T15", "T13")
def test_an_inventory_passes_over_a_side_switched_off() -> None:
    scene = boxed(*THREE).rake("north", "deck").say("off", "east")
    assert scene.cues() == {"north": "lay", "east": "off", "south": "next"}
    scene.say("off", "north")
    assert scene.cues() == {"north": "off", "east": "off", "south": "lay"}
    scene.rake("south")
    assert [fact.side for fact in scene.facts(InventoryTaken)] == ["south"]
    assert scene.phase == "stopped"


def two_claimants() -> Scene:
    scene = boxed(*THREE)
    for side, designs in (("north", range(7)), ("south", range(14, 21))):
        collect(scene, side, designs).place(side, f"rake.{side}")
    return scene.wait(300).lift("north", "rake.north").lift("south", "rake.south")


@pytest.mark.rule("T15", "R47")
def test_a_claimant_switched_off_in_its_check_gets_no_verdict_and_the_next_is_checked() -> None:
    scene = two_claimants().lay("north", 0).say("off", "north")
    assert scene.facts(CheckEnded) == []
    hand_in(scene, "south", range(14, 21)).rake("south")
    assert scene.result is not None
    assert scene.result.winners == ("south",)


@pytest.mark.rule("T15", "R47")
def test_a_claimant_switched_off_before_its_check_is_not_checked() -> None:
    scene = hand_in(two_claimants().say("off", "south"), "north", range(6)).rake("north")
    assert scene.facts(Penalised) == [Penalised(side="north", draws=1)]
    assert [fact.side for fact in scene.facts(CheckBegan)] == ["north"]


@pytest.mark.rule("T15", "R49")
def test_a_claimant_switched_off_after_it_was_found_right_has_not_won() -> None:
    scene = hand_in(two_claimants(), "north", range(7)).rake("north").say("off", "north")
    assert scene.rake("south").facts(Penalised) == [Penalised(side="south", draws=7)]


@pytest.mark.rule("T15", "R55")
def test_when_the_only_claimant_is_switched_off_nobody_is_penalised() -> None:
    scene = checking().say("off", "north")
    assert scene.facts(CheckEnded) == []
    assert scene.facts(Penalised) == []
    assert scene.phase == "stopped"
    assert scene.three().phase == "playing"


@pytest.mark.rule("T15", "R72")
def test_the_rest_of_the_team_wins_without_a_side_switched_off_in_the_check() -> None:
    scene = last_turn_checked().claim("north").claim("south").say("off", "north")
    hand_in(scene, "south", range(7, 14)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.winners == ("south",)


@pytest.mark.rule("T15", "R53")
def test_a_side_switched_off_draws_no_cards() -> None:
    scene = drawing().say("off", "north")
    assert scene.phase == "stopped"
    assert scene.three().phase == "playing"


# --------------------------------------------------------------------------- later rounds


@pytest.mark.rule("T15", "W11")
def test_a_side_switched_off_stays_out_in_the_next_rounds_of_way_d() -> None:
    scene = Scene(setup(NORTH_SOUTH, Mode.PAWS, ways=("D",))).begin().say("off", "south")
    collect(scene, "north", range(6)).say("start")
    for design in range(7):
        scene.scan(design)
    assert scene.phase == "ready"
    assert scene.cues()["south"] == "off"
    assert scene.rake("north").phase == "playing"
