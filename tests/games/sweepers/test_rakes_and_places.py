"""What a rake says, by phase, and what is refused: places, pieces, times (T1, T3, T16, R42)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from meadow.games.game import Alarm, Placed, Refused, Removed
from meadow.games.sweepers.facts import CardCovered, StopCalled
from meadow.games.sweepers.setup import Mode, Referee

from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id

DEALING = "the cards are being dealt: pass the next one over the deck reader"
READY = "lay a rake on the deck reader to count to three"
FLIP = "the oldest player's rake in the own tray flips the timer"
TAKING = "way B: scan the top card of the younger player's deck"
STOPPED = "play stands still: a rake on the deck reader counts to three"
LAYING = "the lit side lays its tokens and ends with its rake"
BETWEEN = "the round is over: say Start for the next one"
OVER = "the game is over"


def _dealing() -> Scene:
    return Scene(setup(("north", "south")))


def _taking() -> Scene:
    return Scene(setup(("north", "south"), ways=("B",), ages=(1, 2))).deal_in_order()


def _ready() -> Scene:
    return _dealing().deal_in_order()


def _ready_paws() -> Scene:
    return Scene(setup(("north", "south"), Mode.PAWS, ages=(1, 2))).deal_in_order()


def _stopped() -> Scene:
    return stash("north", "south").rake("north", "deck")


def _inventory() -> Scene:
    return stash("north", "south", referee=Referee.CHECK).rake("north", "deck")


def _between() -> Scene:
    scene = paws("north", "south", ways=("D",))
    for design in range(6):
        scene.cover("north", design).cover("south", design + 6)
    return scene


def _over() -> Scene:
    return stash("north", "south").say("end")


@pytest.mark.rule("T16", "T6")
@pytest.mark.parametrize(
    ("game", "phase", "in_tray", "on_deck"),
    [
        (_dealing, "dealing", DEALING, DEALING),
        (_taking, "taking", TAKING, TAKING),
        (_ready, "ready", READY, ""),
        (_ready_paws, "ready", "the oldest player flips the timer: north", FLIP),
        (_stopped, "stopped", STOPPED, ""),
        (_inventory, "inventory", LAYING, LAYING),
        (_between, "between", BETWEEN, BETWEEN),
        (_over, "over", OVER, OVER),
    ],
    ids=["dealing", "way B", "ready", "ready paws", "stopped", "inventory", "between", "over"],
)
def test_a_rake_that_has_nothing_to_say_in_a_phase_is_refused(
    game: Callable[[], Scene], phase: str, in_tray: str, on_deck: str
) -> None:
    scene = game()
    assert scene.phase == phase
    before = scene.state
    scene.place("south", "rake.south")
    assert scene.refusal == in_tray
    scene.lift("south", "rake.south")
    assert scene.heard() == ()
    assert scene.state is before
    if on_deck:
        scene.place("deck", "rake.south")
        assert scene.refusal == on_deck
        assert scene.state is before


@pytest.mark.rule("R42", "T16")
@pytest.mark.parametrize("referee", [Referee.LIVE, Referee.CHECK])
def test_anothers_rake_in_ones_own_tray_is_refused(referee: Referee) -> None:
    scene = stash("north", "south", referee=referee)
    before = scene.state
    scene.place("north", "rake.south")
    assert scene.last == (
        Refused(why="this rake belongs to the south side", place="north", ruling="R42"),
    )
    assert scene.wait(1000).heard() == ()
    scene.lift("north", "rake.south").place("west", "rake.south")
    assert scene.refusal == "this rake belongs to the south side"
    assert scene.state is before


@pytest.mark.rule("R42", "R15")
@pytest.mark.parametrize("place", ["north", "east", "deck"])
def test_a_rake_of_another_set_is_refused(place: str) -> None:
    scene = stash("north", "south")
    before = scene.state
    scene.place(place, "rake.purple")
    assert scene.refusal == "rake.purple is no piece of this game: take it away"
    assert scene.state is before


@pytest.mark.rule("T16", "R27")
def test_playing_live_two_rakes_on_one_tray_say_nothing() -> None:
    scene = stash("north", "south")
    scene.place("north", "rake.north")
    assert scene.heard() == ()
    scene.place("north", "rake.south")
    assert scene.refusal == "this rake belongs to the south side"
    scene.cover("north", 0)
    assert len(scene.facts(CardCovered)) == 1


@pytest.mark.rule("T16")
def test_a_rake_carried_from_the_tray_to_the_deck_reader_speaks_there() -> None:
    scene = stash("north", "south")
    scene.place("south", "rake.south").wait(500)
    scene.place("deck", "rake.south")
    assert scene.facts(StopCalled) == [StopCalled(side="south")]


@pytest.mark.rule("T3")
def test_the_console_can_say_all_that_a_rake_says_in_live() -> None:
    by_rake = _ready().rake("north", "deck").wait(500).rake("south", "deck").three()
    by_word = _ready().say("start").wait(500).say("stop").say("start").wait(2000)
    assert by_rake.state.phase == by_word.state.phase
    assert by_rake.state.sides == by_word.state.sides
    by_rake.rake("south", "deck").three()
    by_word.say("stop", "south").say("start").wait(2000)
    assert by_rake.state.sides == by_word.state.sides
    assert by_word.facts(StopCalled) == [StopCalled(side="south")]
    flipped = _ready_paws().rake("north")
    said = _ready_paws().say("flip", "north")
    assert flipped.state == said.state


@pytest.mark.rule("T3", "T16")
def test_a_word_that_means_nothing_here_is_refused() -> None:
    scene = stash("north", "south")
    before = scene.state
    scene.say("stash")
    assert scene.refusal.startswith("'stash' means nothing here; words are ask, award, deal, ")
    scene.say("start")
    assert scene.refusal == "play is going on"
    scene.say("flip")
    assert scene.refusal == "no timer to flip: play is going on"
    scene.say("stashed", "north")
    assert scene.refusal == "the table itself shouts Stashed! in referee live"
    scene.say("done", "north")
    assert scene.refusal == "nobody lays tokens: play is going on"
    assert scene.state is before


@pytest.mark.rule("T1")
@pytest.mark.parametrize("place", ["corner", "floor", "meadow", ""])
def test_nothing_is_sensed_but_the_four_trays_and_the_deck_reader(place: str) -> None:
    scene = stash("north", "south")
    before = scene.state
    scene.lay(place, 0)
    assert scene.refusal == f"there is no place {place!r}"
    assert scene.state is before


@pytest.mark.rule("T1", "T12")
def test_each_of_the_five_readers_tells_its_tokens_apart() -> None:
    scene = stash()
    for design, place in enumerate(("north", "east", "south", "west", "deck")):
        scene.lay(place, 30 + design)
    trays = [[lay.token for lay in side.tray] for side in scene.state.sides]
    assert trays == [[token_id(30)], [token_id(31)], [token_id(32)], [token_id(33)]]
    assert scene.state.elsewhere == (("deck", token_id(34)),)


@pytest.mark.rule("T2", "T6")
@pytest.mark.parametrize("place", ["north", "west", "deck"])
def test_a_treat_card_laid_anywhere_in_play_is_refused(place: str) -> None:
    scene = stash("north", "south")
    before = scene.state
    scene.place(place, card_id(20))
    why = "no card is asked for: play is going on"
    assert scene.refusal == (
        why if place == "deck" else "Treat cards are read at the deck reader only"
    )
    assert scene.state is before


@pytest.mark.rule("T1", "T2")
def test_a_token_that_lies_in_two_places_is_where_it_was_seen_last() -> None:
    scene = stash("north", "south")
    scene.lay("south", 30).lay("north", 30)
    assert scene.side("south").tray == ()
    assert [lay.token for lay in scene.side("north").tray] == [token_id(30)]
    scene.pick("south", 30)  # the late confirmation that it left
    assert [lay.token for lay in scene.side("north").tray] == [token_id(30)]


@pytest.mark.rule("T1")
def test_a_token_lifted_where_none_lay_changes_nothing() -> None:
    scene = stash("north", "south").lay("north", 0)
    core = scene.session.game
    for place in ("north", "south", "west", "deck"):
        assert core.advance(scene.state, Removed(5000, place, token_id(30))).state == scene.state


@pytest.mark.rule("T7")
def test_time_that_runs_backwards_is_refused() -> None:
    scene = stash("north", "south").wait(5000).lay("north", 0)
    before = scene.full
    for late in (Placed(6999, "north", token_id(30)), Removed(0, "north", token_id(0))):
        scene.send(late)
        assert scene.refusal == f"time ran backwards: {late.at_ms} ms after 7000 ms"
        assert scene.full is before


@pytest.mark.rule("T7")
def test_a_beep_before_its_time_or_unasked_is_refused() -> None:
    scene = _ready().rake("north", "deck")
    before = scene.full
    scene.send(Alarm(999, "count"))
    assert scene.refusal == "no alarm 'count' is due"
    scene.send(Alarm(1000, "sand"))
    assert scene.refusal == "no alarm 'sand' is due"
    assert scene.full.core is before.core
