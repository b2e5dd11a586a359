"""Stop! with referee check: everybody's Treat cards are checked; and when Stop! may be said.

Ruling T13, and what T16, W6, W10 and W19 say about it.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest
from meadow.games.sweepers.facts import (
    CheckBegan,
    EarlyShout,
    InventoryTaken,
    LayAgain,
    PlayResumed,
    StopCalled,
    TokenChecked,
)

from tests.games.sweepers.hands import (
    TWIN,
    boxed,
    boxed_paws,
    boxed_with_twin,
    collect,
    empty,
    failed_check,
    hand_in,
)
from tests.games.sweepers.scene import Scene, paws, setup, stash, token_id


def ids(*designs: int) -> tuple[str, ...]:
    return tuple(token_id(design) for design in designs)


def north_has(*designs: int) -> Scene:
    """North and south play, north has raked these off; north says Stop! and lays first."""
    return collect(boxed("north", "south"), "north", designs).rake("north", "deck")


# ------------------------------------------------------------------------ the order


@pytest.mark.rule("T13", "R37", "R38")
def test_each_side_in_turn_lays_its_tokens_clockwise_from_the_caller() -> None:
    scene = boxed("north", "east", "south", "west").rake("south", "deck")
    assert scene.facts(StopCalled) == [StopCalled(side="south")]
    assert scene.phase == "inventory"
    assert scene.cues() == {"south": "lay", "west": "next", "north": "next", "east": "next"}
    for side in ("south", "west", "north", "east"):
        scene.rake(side)
    assert [fact.side for fact in scene.facts(CheckBegan)] == ["south", "west", "north", "east"]
    assert scene.phase == "stopped"


@pytest.mark.rule("T13", "T3")
def test_when_the_caller_is_not_known_the_first_seat_begins() -> None:
    scene = boxed("east", "south").say("stop")
    assert scene.facts(StopCalled) == [StopCalled(side="")]
    assert scene.cues()["east"] == "lay"


@pytest.mark.rule("T13", "T16")
def test_only_the_lit_sides_rake_ends_its_turn() -> None:
    scene = boxed("north", "south").rake("south", "deck").rake("north")
    assert scene.refusal == "the lit side lays its tokens and ends with its rake"
    assert scene.rake("north", "deck").refusal == scene.refusal != ""
    assert scene.facts(InventoryTaken) == []


@pytest.mark.rule("T13", "R41")
def test_once_finished_play_goes_on_at_three() -> None:
    scene = boxed("north", "south").rake("south", "deck").rake("south").rake("north").three()
    assert scene.phase == "playing"
    assert len(scene.facts(PlayResumed)) == 1


@pytest.mark.rule("T13", "T9")
def test_the_tray_must_be_empty_first() -> None:
    scene = collect(boxed("north", "south"), "north", (0,)).lay("north", 1).rake("north", "deck")
    assert scene.cues()["north"] == "empty-tray"
    scene.rake("north")
    assert scene.refusal == "empty this tray first, then lay the tokens"
    scene.pick("north", 1)
    hand_in(scene, "north", (0, 1)).rake("north")
    assert scene.facts(InventoryTaken) == [InventoryTaken(side="north", tokens=ids(0, 1), back=())]


# ----------------------------------------------------------------- what goes back


@pytest.mark.rule("T13", "R39")
def test_a_mismatched_token_goes_back_to_the_meadow() -> None:
    scene = hand_in(north_has(0, 30, 2), "north", (0, 30, 2)).rake("north")
    assert scene.facts(InventoryTaken) == [
        InventoryTaken(side="north", tokens=ids(0, 30, 2), back=ids(30))
    ]
    assert "mistake" in scene.sounds_now()


@pytest.mark.rule("T13", "R40")
def test_with_no_mistake_nothing_goes_back() -> None:
    scene = hand_in(north_has(0, 1, 2), "north", (0, 1, 2)).rake("north")
    assert scene.facts(InventoryTaken) == [
        InventoryTaken(side="north", tokens=ids(0, 1, 2), back=())
    ]
    assert "right" in scene.sounds_now()


@pytest.mark.rule("T13")
def test_allowed_are_the_first_n_plus_one_cards_of_the_deck() -> None:
    scene = hand_in(north_has(0, 1, 3), "north", (0, 1, 3)).rake("north")
    assert scene.facts(InventoryTaken)[0].back == ()
    scene = hand_in(north_has(0, 1, 4), "north", (0, 1, 4)).rake("north")
    assert scene.facts(InventoryTaken)[0].back == ids(4)


@pytest.mark.rule("T13")
def test_more_cards_are_allowed_if_more_were_known_to_be_open() -> None:
    scene = hand_in(north_has(0, 1, 2), "north", (0, 1, 2)).rake("north").rake("south")
    empty(scene, "north").three().rake("north", "deck")
    hand_in(scene, "north", (0, 3)).rake("north")
    assert scene.facts(InventoryTaken)[2].back == ()
    scene.rake("south")
    empty(scene, "north").three().rake("north", "deck")
    hand_in(scene, "north", (3, 4)).rake("north")
    assert scene.facts(InventoryTaken)[4].back == ids(4)


@pytest.mark.rule("T13", "W19")
def test_cards_proven_by_a_check_are_known_to_be_open() -> None:
    scene = failed_check(boxed("north", "south"), "north", range(5), (40, 41))
    scene.scan(20).scan(21).three().rake("north", "deck")
    hand_in(scene, "north", (20, 4)).rake("north")
    assert scene.facts(InventoryTaken)[0].back == ()
    scene.rake("south")
    empty(scene, "north").three().rake("north", "deck")
    hand_in(scene, "north", (21, 4)).rake("north")
    assert scene.facts(InventoryTaken)[2].back == ids(21)


@pytest.mark.rule("T13")
@pytest.mark.parametrize("order", [(0, 1, 2, 3), (3, 2, 1, 0), (2, 0, 3, 1)])
@pytest.mark.parametrize("apart_ms", [0, 400])
def test_tokens_may_be_laid_in_any_order_for_they_are_judged_when_the_rake_ends_it(
    order: tuple[int, ...], apart_ms: int
) -> None:
    scene = hand_in(north_has(0, 1, 2, 3), "north", order, apart_ms)
    assert scene.said_now(TokenChecked) == []
    assert scene.cues()["north"] == "lay"
    scene.rake("north")
    assert scene.facts(LayAgain) == []
    assert scene.facts(InventoryTaken) == [
        InventoryTaken(side="north", tokens=ids(*order), back=())
    ]


@pytest.mark.rule("T13", "R13")
def test_laying_a_token_tells_nobody_whether_a_hidden_card_wants_it() -> None:
    def heard(design: int) -> object:
        scene = north_has(0).lay("north", design)
        return scene.last, scene.cues()

    assert heard(6) == heard(30) == heard(1)


@pytest.mark.rule("T13", "W8", "T9")
def test_what_went_back_has_to_be_seen_again_before_a_claim() -> None:
    scene = hand_in(north_has(0, 1, 2, 3, 4, 5, 40), "north", (0, 1, 2, 3, 4, 5, 40))
    scene.rake("north").rake("south")
    empty(scene, "north").three().claim("north")
    assert scene.facts(EarlyShout) == [EarlyShout(side="north", seen=6, needed=7)]
    scene.cover("north", 6).claim("north")
    assert scene.phase == "checking"


@pytest.mark.rule("T13", "T9")
def test_tokens_shown_in_an_inventory_have_been_seen() -> None:
    scene = boxed("north", "south").rake("south", "deck").rake("south")
    hand_in(scene, "north", range(7)).rake("north")
    empty(scene, "north").three().claim("north")
    assert scene.facts(EarlyShout) == []
    assert scene.phase == "checking"


# ---------------------------------------------------------------- where the token is


def after_inventory(caller: str, south_has: tuple[int, ...] = ()) -> Scene:
    """North has covered card 0 and misses token 1; both have shown their tokens."""
    scene = collect(collect(boxed("north", "south"), "north", (0,)), "south", south_has)
    scene.rake(caller, "deck")
    for side in ("north", "south") if caller == "north" else ("south", "north"):
        hand_in(scene, side, (0,) if side == "north" else south_has)
        empty(scene.rake(side), side)
    return scene


@pytest.mark.rule("T13", "R36")
def test_a_token_never_seen_is_on_the_meadow_a_corner_or_the_floor() -> None:
    assert after_inventory("north").cues() == {
        "north": "stop",
        "south": "stop",
        "meadow": "not-seen",
        "deck": "rake-here",
    }


@pytest.mark.rule("T13")
def test_the_table_lights_the_tray_in_which_the_missing_token_lies() -> None:
    scene = after_inventory("north").lay("south", 1)
    assert scene.cues()["south"] == "look-tray"
    assert "meadow" not in scene.cues()


@pytest.mark.rule("T13")
def test_the_console_can_ask_for_any_side() -> None:
    scene = after_inventory("south").lay("north", 7)
    assert scene.cues()["north"] == "look-tray"
    scene.say("ask", "north")
    assert scene.cues()["north"] == "stop"
    assert scene.cues()["meadow"] == "not-seen"
    scene.lay("south", 1)
    assert scene.cues()["south"] == "look-tray"


@pytest.mark.rule("T13")
def test_the_console_asks_only_while_play_stands_still_and_only_for_players() -> None:
    assert after_inventory("north").say("ask", "west").refusal == (
        "ask: 'west' is not in play; sides are north, south"
    )
    assert boxed("north", "south").say("ask", "north").refusal == (
        "call Stop! first: play is going on"
    )


@pytest.mark.rule("T13", "W21")
def test_a_token_on_anothers_card_was_last_known_in_that_stash() -> None:
    scene = boxed_with_twin(1)
    for design in (6, 13, 5, 12, 4, 11, 3, 10, 2, 9, 1, 8, 0):
        scene.scan(design)
    scene.place("deck", TWIN).lift("deck", TWIN).three()
    collect(collect(scene, "south", (1,)), "north", (0,)).rake("north", "deck")
    empty(hand_in(scene, "north", (0,)).rake("north"), "north")
    empty(hand_in(scene, "south", (1,)).rake("south"), "south")
    assert scene.cues()["south"] == "look-stash"
    assert "meadow" not in scene.cues()
    scene.lay("south", 1)
    assert scene.cues()["south"] == "look-tray"


# ------------------------------------------------------------------ when, and the cost


@pytest.mark.rule("W6")
def test_a_needless_stop_costs_nothing() -> None:
    scene = hand_in(north_has(0, 1), "north", (0, 1)).rake("north").rake("south")
    empty(scene, "north").three()
    assert scene.side("north").cards == stash("north", "south").side("north").cards
    collect(scene, "north", range(2, 7)).claim("north")
    assert scene.phase == "checking"


@pytest.mark.rule("T16", "T7")
def test_stop_while_counting_for_the_first_time_takes_the_countdown_back() -> None:
    scene = Scene(setup(("north", "south"))).deal_in_order().rake("north", "deck").wait(1500)
    scene.rake("south", "deck")
    assert scene.phase == "ready"
    assert scene.facts(StopCalled) == []
    assert scene.wait(5000).phase == "ready"
    assert scene.three().phase == "playing"


@pytest.mark.rule("T16", "T13")
def test_stop_while_counting_again_needs_no_second_inventory() -> None:
    scene = boxed("north", "south").rake("south", "deck").rake("south").rake("north")
    scene.rake("north", "deck").wait(1999).rake("south", "deck")
    assert scene.phase == "stopped"
    assert [fact.side for fact in scene.facts(StopCalled)] == ["south", "south"]
    assert scene.wait(5000).phase == "stopped"
    assert scene.three().phase == "playing"


@pytest.mark.rule("W6", "T13", "W7")
@pytest.mark.parametrize("new", [paws, boxed_paws])
def test_stop_does_not_stop_the_sand_in_quick_paws_and_takes_no_inventory(
    new: Callable[..., Scene],
) -> None:
    scene = new("north", "south").wait(30_000).rake("south", "deck")
    assert scene.phase == "stopped"
    assert scene.facts(CheckBegan) == []
    assert scene.session.alarms(scene.full)["sand"] == 90_000
    assert scene.wait(59_999).phase == "stopped"
    scene.wait(1)
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"
    assert scene.result.time_ms == 90_000


@pytest.mark.rule("W6", "T7", "W7")
def test_the_sand_runs_on_while_counting_to_three_again() -> None:
    scene = paws("north", "south").wait(88_500).rake("south", "deck").rake("south", "deck")
    assert scene.phase == "counting"
    scene.wait(1500)
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"


@pytest.mark.rule("T13", "W23", "T16")
def test_in_quick_paws_a_signal_that_lies_is_heard_before_stop() -> None:
    scene = boxed_paws("north", "south").cover("north", 0).place("north", "rake.north").wait(200)
    scene.rake("south", "deck")
    assert scene.refusal == "a rake claims in its own tray: it is heard first"
    scene.wait(100).rake("south", "deck")
    assert scene.phase == "stopped"
    assert scene.side("north").open == ()


@pytest.mark.rule("T13", "T8")
def test_with_referee_live_nobody_has_to_lay_anything() -> None:
    scene = stash("north", "south").rake("south", "deck")
    assert scene.phase == "stopped"
    assert scene.facts(CheckBegan) == []
