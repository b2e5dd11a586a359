"""Undo (T14): back to before the last fact, again and again; what lies on readers stays."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import pytest
from meadow.games.game import Fact, Paused, Undone
from meadow.games.sweepers.facts import (
    CardCovered,
    CardDealt,
    CardDrawn,
    CardOpened,
    CardReopened,
    CardTaken,
    CheckEnded,
    EarlyShout,
    InventoryTaken,
    LayAgain,
    Overruled,
    Penalised,
    PlayBegan,
    PlayResumed,
    RoundEnded,
    SideSwitchedOff,
    Signalled,
    Stashed,
    StopCalled,
    TeamRevealed,
    TimeRanOut,
    TimerFlipped,
    TokenChecked,
    TokenMatched,
    TokenReturned,
    TokenStrayed,
)
from meadow.games.sweepers.state import State

from tests.games.sweepers import phases
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
from tests.games.sweepers.phases import PHASES
from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id

Before = Callable[[], Scene]
Does = Callable[[Scene], Scene]


def cards_only(state: State) -> State:
    """The state but for what lies on readers, which undo never takes back."""
    replace = msgspec.structs.replace
    sides = tuple(replace(side, tray=(), rake_ms=-1) for side in state.sides)
    return replace(state, sides=sides, elsewhere=(), waiting=(), standing=False)


def game_of(scene: Scene) -> Mapping[str, object]:
    """What the referee sees of the session."""
    return scene.session.view(scene.full, "referee")


def counted(*sides: str) -> Scene:
    return Scene(setup(sides)).deal_in_order().rake("north", "deck").wait(1999)


def seventh_check() -> Scene:
    scene = collect(boxed(*NORTH_SOUTH), "north", range(7)).claim("north")
    return hand_in(scene, "north", range(7))


def mixed() -> Scene:
    return collect(boxed(*NORTH_SOUTH), "north", range(7)).claim("north").lay("north", 0)


UNDONE: Mapping[str, tuple[type[Fact], Before, Does]] = {
    "dealing": (CardDealt, phases.dealing, lambda s: s.scan(1)),
    "way B": (CardTaken, phases.taking, lambda s: s.scan(7)),
    "the flip": (TimerFlipped, phases.paws_ready, lambda s: s.flip()),
    "three": (PlayBegan, lambda: counted(*NORTH_SOUTH), lambda s: s.wait(1)),
    "three again": (
        PlayResumed,
        lambda: PHASES["counting again"]().wait(1999),
        lambda s: s.wait(1),
    ),
    "a match": (TokenMatched, PHASES["playing, live"], lambda s: s.lay("north", 0)),
    "a stray": (TokenStrayed, PHASES["playing, live"], lambda s: s.lay("north", 1)),
    "a stray lifted": (
        TokenReturned,
        lambda: stash(*NORTH_SOUTH).lay("north", 1),
        lambda s: s.pick("north", 1),
    ),
    "a cover": (
        CardCovered,
        lambda: stash(*NORTH_SOUTH).lay("north", 0),
        lambda s: s.pick("north", 0),
    ),
    "a token that came off": (
        CardReopened,
        lambda: stash(*NORTH_SOUTH).cover("north", 0),
        lambda s: s.lay("south", 0),
    ),
    "a shout": (
        Stashed,
        lambda: collect(stash(*NORTH_SOUTH), "north", range(6)).lay("north", 6),
        lambda s: s.pick("north", 6),
    ),
    "a team reveal": (
        TeamRevealed,
        lambda: paws(*NORTH_SOUTH).cover("north", 0).lay("south", 7),
        lambda s: s.pick("south", 7),
    ),
    "a won round": (
        RoundEnded,
        lambda: last_turn().cover("north", 6).lay("south", 13),
        lambda s: s.pick("south", 13),
    ),
    "the sand": (TimeRanOut, lambda: paws(*NORTH_SOUTH).wait(89_999), lambda s: s.wait(1)),
    "Stop!": (StopCalled, PHASES["playing, live"], lambda s: s.rake("south", "deck")),
    "Stop! in check": (StopCalled, PHASES["playing, check"], lambda s: s.rake("south", "deck")),
    "an inventory": (InventoryTaken, PHASES["inventory"], lambda s: s.rake("south")),
    "an early shout": (EarlyShout, PHASES["playing, check"], lambda s: s.claim("north")),
    "a claim": (
        Stashed,
        lambda: collect(boxed(*NORTH_SOUTH), "north", range(7)),
        lambda s: s.claim("north"),
    ),
    "a signal": (
        Signalled,
        lambda: boxed_paws(*NORTH_SOUTH).cover("north", 0),
        lambda s: s.claim("north"),
    ),
    "a token laid": (TokenChecked, phases.checking, lambda s: s.lay("north", 2)),
    "a mixed group": (LayAgain, mixed, lambda s: s.lay("north", 30)),
    "a right check": (CheckEnded, seventh_check, lambda s: s.rake("north")),
    "a failed check": (Penalised, phases.checking, lambda s: s.rake("north")),
    "a drawn card": (CardDrawn, phases.drawing, lambda s: s.scan(30)),
    "award": (Overruled, PHASES["playing, live"], lambda s: s.say("award", "north")),
    "match": (
        Overruled,
        PHASES["playing, live"],
        lambda s: s.say("match", token_id(30), card_id(0)),
    ),
    "end": (Overruled, PHASES["drawing"], lambda s: s.say("end")),
    "off": (SideSwitchedOff, PHASES["playing, check"], lambda s: s.say("off", "south")),
}


@pytest.mark.rule("T14")
@pytest.mark.parametrize("kind", UNDONE)
def test_undo_goes_back_to_before_the_last_input_that_gave_a_fact(kind: str) -> None:
    fact, before, does = UNDONE[kind]
    scene = before()
    was, heard = scene.state, len(scene.outputs)
    does(scene)
    assert any(isinstance(output, fact) for output in scene.outputs[heard:])
    scene.wait(100).say("undo")
    assert cards_only(scene.state) == cards_only(was)
    assert [type(output) for output in scene.last[:2]] == [Undone, Paused]
    assert game_of(scene)["paused"] == "undo"
    assert scene.session.alarms(scene.full) == {}


@pytest.mark.rule("T14", "T7")
@pytest.mark.parametrize("kind", UNDONE)
def test_after_undo_play_resumes_on_three_where_it_was(kind: str) -> None:
    _, before, does = UNDONE[kind]
    scene = before()
    phase = scene.phase
    does(scene).say("undo").rake("south", "deck").wait(1999)
    assert game_of(scene)["paused"] == "undo"
    scene.wait(1)
    assert game_of(scene)["paused"] == ""
    # An alarm that is undone is due again as soon as the clock runs.
    rings_again = {"three": "playing", "three again": "playing", "the sand": "over"}
    assert scene.phase == rings_again.get(kind, phase)


@pytest.mark.rule("T14")
def test_undo_again_and_again_goes_back_to_the_first_card() -> None:
    scene = stash(*NORTH_SOUTH)
    fresh = Scene(setup(NORTH_SOUTH)).state
    collect(scene, "north", range(7)).wait(251)
    assert scene.phase == "over"
    undone = 0
    while scene.say("undo").refusal == "":
        undone += 1
    assert scene.refusal == "there is nothing to undo"
    # 14 cards dealt, the first three, and for each token its match and its cover.
    assert undone == 14 + 1 + 7 * 2
    assert scene.state == msgspec.structs.replace(fresh, standing=True)
    scene.three().deal_in_order().three()
    assert scene.side("north").open == (card_id(0),)


@pytest.mark.rule("T14")
def test_undo_says_which_moment_it_went_back_to() -> None:
    scene = stash(*NORTH_SOUTH).wait(3000).lay("north", 0).wait(4000).pick("north", 0).wait(2500)
    assert scene.say("undo").said_now(Undone) == [Undone(to_ms=9000)]
    assert scene.say("undo").said_now(Undone) == [Undone(to_ms=5000)]
    assert scene.say("undo").said_now(Undone) == [Undone(to_ms=2000)]
    assert scene.phase == "counting"


@pytest.mark.rule("T14", "T4")
def test_undo_opens_a_finished_game_again_and_it_can_end_otherwise() -> None:
    scene = stash(*NORTH_SOUTH).say("award", "north")
    assert scene.full.finished
    scene.say("undo")
    assert not scene.full.finished
    scene.three().say("award", "south")
    assert scene.result is not None
    assert scene.result.winners == ("south",)


@pytest.mark.rule("T14")
def test_undo_of_ending_the_game_by_mistake_takes_back_nothing_else() -> None:
    scene = stash(*NORTH_SOUTH).cover("north", 0).say("end").say("undo").three()
    assert scene.side("north").done == ((card_id(0), token_id(0)),)
    assert scene.phase == "playing"


@pytest.mark.rule("T14", "R22")
def test_undo_after_a_win_goes_back_to_before_the_last_cover() -> None:
    scene = collect(stash(*NORTH_SOUTH), "north", range(7)).wait(251).say("undo").three()
    assert scene.side("north").open == (card_id(6),)
    assert scene.facts(Stashed)[-1].claimed_ms == 2000
    scene.wait(10_000)
    assert scene.phase == "playing"


# ------------------------------------------------------- what lies is never undone (T14)


@pytest.mark.rule("T14")
def test_what_lies_on_readers_is_adopted_unjudged_and_judged_at_three() -> None:
    scene = stash(*NORTH_SOUTH).lay("north", 0).say("undo")
    assert scene.cues()["north"] == "open"
    scene.rake("south", "deck").wait(1999)
    assert len(scene.facts(TokenMatched)) == 1
    scene.wait(1)
    assert len(scene.facts(TokenMatched)) == 2
    assert scene.cues()["north"] == "match"


@pytest.mark.rule("T14", "T8")
def test_a_token_lifted_before_undo_has_to_be_laid_again() -> None:
    scene = stash(*NORTH_SOUTH).cover("north", 0).say("undo").three()
    assert scene.side("north").open == (card_id(0),)
    assert scene.side("north").tray == ()
    scene.cover("north", 0)
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T14", "T6")
def test_a_card_that_lies_on_the_deck_reader_counts_when_it_is_laid_again() -> None:
    scene = phases.dealing().place("deck", card_id(1)).say("undo").three()
    assert [side.size for side in scene.state.sides] == [1, 0]
    scene.lift("deck", card_id(1)).scan(1)
    assert [side.size for side in scene.state.sides] == [1, 1]


@pytest.mark.rule("T14", "T16")
def test_a_rake_that_lies_since_before_undo_speaks_when_it_is_laid_again() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "north", range(7))
    scene.place("north", "rake.north").wait(300).say("undo").rake("south", "deck").wait(3000)
    assert scene.phase == "playing"
    scene.lift("north", "rake.north").claim("north")
    assert scene.phase == "checking"


@pytest.mark.rule("T14", "T9")
def test_tokens_laid_in_a_check_before_undo_count_at_three() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "north", range(7)).claim("north")
    hand_in(scene, "north", range(7)).say("undo").three()
    assert scene.said_now(TokenChecked) == [
        TokenChecked(side="north", token=token_id(6), fits=True)
    ]
    scene.rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)


@pytest.mark.rule("T14", "T9")
def test_tokens_laid_in_a_check_during_a_pause_count_at_three_as_one_group() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "north", (0, 1, 2, 3, 4, 5, 30)).claim("north")
    hand_in(scene, "north", (0, 1, 2)).wait(1000).say("pause")
    scene.lay("north", 3).lay("north", 30).three()
    assert [fact.fits for fact in scene.said_now(TokenChecked)] == [True, False]
    assert scene.said_now(LayAgain) == [LayAgain(side="north", why="mixed")]
    scene.say("pause").lay("north", 4).three()
    assert scene.said_now(TokenChecked) == []
    assert scene.cues()["north"] == "one-by-one"


@pytest.mark.rule("T14", "T13")
def test_tokens_laid_in_an_inventory_during_a_pause_count_at_three() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "south", (7, 8)).rake("south", "deck").lay("south", 7)
    scene.say("pause").lay("south", 8).three().rake("south")
    assert [fact.tokens for fact in scene.facts(InventoryTaken)] == [(token_id(7), token_id(8))]
    assert scene.side("south").seen == (token_id(7), token_id(8))


@pytest.mark.rule("T14", "T13", "T9", "W8")
def test_tokens_first_seen_in_an_inventory_during_a_pause_have_been_seen() -> None:
    scene = boxed(*NORTH_SOUTH).rake("south", "deck").say("pause")
    for design in range(7, 14):
        scene.lay("south", design)
    scene.three().rake("south").rake("north")
    for design in range(7, 14):
        scene.pick("south", design)
    scene.three().claim("south")
    assert scene.facts(EarlyShout) == []
    assert scene.phase == "checking"


@pytest.mark.rule("T14", "T9")
def test_a_tray_emptied_during_a_pause_is_ready_for_laying() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "north", range(6)).lay("north", 6).claim("north")
    assert scene.cues()["north"] == "empty-tray"
    scene.say("pause").pick("north", 6).three()
    assert scene.cues()["north"] == "lay"


@pytest.mark.rule("T14", "T9", "W8")
def test_in_check_tokens_adopted_in_play_have_been_seen_at_three() -> None:
    scene = collect(boxed(*NORTH_SOUTH), "north", range(6)).say("pause").lay("north", 6).three()
    scene.pick("north", 6).claim("north")
    assert scene.facts(EarlyShout) == []
    assert scene.phase == "checking"


@pytest.mark.rule("T14")
def test_undo_takes_back_switching_a_side_off_with_its_cards_and_tokens() -> None:
    scene = stash(*NORTH_SOUTH).lay("south", 7).say("off", "south").say("undo").three()
    assert scene.side("south").open == (card_id(7),)
    assert scene.cues()["south"] == "match"
    assert scene.state.elsewhere == ()


@pytest.mark.rule("T14", "R62", "W23")
def test_undo_of_a_team_reveal_in_check_takes_back_the_signal_that_made_it() -> None:
    scene = cover_round(boxed_paws(*NORTH_SOUTH), 0).claim("north").claim("south").say("undo")
    scene.three()
    assert scene.side("south").open == (card_id(7),)
    assert scene.side("north").open == ()
    scene.claim("south")
    assert len(scene.facts(TeamRevealed)) == 2


@pytest.mark.rule("T14", "R73")
def test_undo_of_a_lost_check_lets_the_operator_overrule_it() -> None:
    scene = last_turn_checked().claim("north").claim("south")
    hand_in(scene, "north", range(7)).rake("north")
    hand_in(scene, "south", range(7, 13)).rake("south")
    assert scene.result is not None
    assert scene.result.outcome == "lost-mismatch"
    scene.say("undo").three().say("match", token_id(13), card_id(13)).rake("south")
    assert scene.result.outcome == "won"


@pytest.mark.rule("T14", "R78")
def test_undo_of_a_won_round_goes_back_into_it() -> None:
    scene = phases.between().say("undo").three()
    assert scene.phase == "playing"
    assert scene.state.rounds_won == 0
    scene.cover("south", 11)
    assert scene.phase == "between"
    assert scene.state.rounds_won == 1


@pytest.mark.rule("T14", "R78")
def test_undo_of_the_next_round_takes_back_the_start_alone_and_then_the_end_before() -> None:
    scene = phases.between().say("start")
    assert scene.state.round == 2
    scene.say("undo")
    assert (scene.state.round, scene.phase) == (1, "between")
    scene.say("undo")
    assert (scene.state.round, scene.phase) == (1, "playing")


@pytest.mark.rule("T14", "R34")
def test_undo_takes_back_only_one_input_of_several_that_came_together() -> None:
    scene = stash(*NORTH_SOUTH).lay("north", 0).lay("north", 30).pick("north", 30)
    scene.pick("north", 0)
    assert [type(fact) for fact in scene.last if isinstance(fact, Fact)] == [
        CardCovered,
        CardOpened,
    ]
    scene.say("undo").say("undo").three()
    assert scene.side("north").open == (card_id(0),)
    assert len(scene.facts(TokenStrayed)) == 1
