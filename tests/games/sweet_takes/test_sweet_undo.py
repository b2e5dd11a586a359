"""Undo, pauses, readers that fail, and a restart in a game of Sweet Takes (T14, T15)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec
import pytest
from meadow.games.game import Fact, Paused, Resumed, Undone
from meadow.games.session import Session, SessionState
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.facts import (
    BreachFound,
    CardGiven,
    CardPlayed,
    CardsCollected,
    GameEnded,
    LeaderNamed,
    Overruled,
    PlayWithdrawn,
    ReaderSwitchedOff,
    RoundPlayed,
    SetBegan,
    SetEnded,
    SetOpened,
    StashAnnounced,
    SuitsSwapped,
)
from meadow.games.sweet_takes.setup import Setup
from meadow.games.sweet_takes.state import State

from tests.games.sweet_takes.scene import (
    TRACKER,
    TWO,
    Scene,
    card_id,
    dealt,
    setup,
    unscanned,
)
from tests.games.sweet_takes.whole_games import two

Before = Callable[[], Scene]
Does = Callable[[Scene], Scene]


def playing() -> Scene:
    """North has led the purple 7; east is on turn."""
    scene = dealt("north: purple 7, yellow 1, no pink | yellow 2", "east: purple 9 1, pink 3")
    return scene.play("purple 7")


def nearly_dealt(leader: str = "north") -> Scene:
    scene = Scene(setup(TWO, leader=leader))
    while len(scene.facts(CardGiven)) < 23:
        scene.tap(
            f"{['purple', 'pink', 'yellow'][len(scene.facts(CardGiven)) % 3]} "
            f"{len(scene.facts(CardGiven)) // 3 + 1}"
        )
    return scene


def last_card() -> Scene:
    """All but the last card of the set are played."""
    scene = dealt("north:", "east:")
    for _ in range(23):
        scene.play(sorted(scene.legal_cards())[0])
    return scene


def first_of_three() -> Scene:
    return two(Scene(setup(TWO, sets=3)), north="1 2", east="3 4")


def denied() -> Scene:
    """Unscanned: east has denied that it has purple."""
    return unscanned(*TWO).play("purple 7", "pink 9", "yellow 1", "yellow 2", "purple 8")


UNDONE: Mapping[str, tuple[type[Fact], Before, Does]] = {
    "a dealt card": (CardGiven, lambda: Scene(setup(TWO)), lambda s: s.tap("purple 1")),
    "the last dealt card": (SetBegan, nearly_dealt, lambda s: s.tap("yellow 8")),
    "a leader": (LeaderNamed, lambda: Scene(setup(TWO)), lambda s: s.touch("east", TRACKER)),
    "the leader who begins": (
        SetBegan,
        lambda: nearly_dealt(leader="").tap("yellow 8"),
        lambda s: s.touch("east", TRACKER),
    ),
    "a play": (CardPlayed, playing, lambda s: s.tap("purple 9")),
    "a play from the stash": (
        CardPlayed,
        lambda: playing().play("purple 1"),
        lambda s: s.play("yellow 2"),
    ),
    "a round": (CardsCollected, playing, lambda s: s.play("purple 9")),
    "a round and who leads": (RoundPlayed, playing, lambda s: s.play("purple 1")),
    "two at once": (
        PlayWithdrawn,
        lambda: playing().play("purple 9").wait(100),
        lambda s: s.tap("purple 1"),
    ),
    "a set": (SetEnded, last_card, lambda s: s.play(sorted(s.legal_cards())[0])),
    "the game": (GameEnded, last_card, lambda s: s.play(sorted(s.legal_cards())[0])),
    "a swap": (
        SuitsSwapped,
        first_of_three,
        lambda s: s.say("swap", "pink-buttons", "blue-worms"),
    ),
    "the next set": (SetOpened, first_of_three, lambda s: s.say("start")),
    "the stash that was said": (StashAnnounced, lambda: unscanned(*TWO), lambda s: s.say("stash")),
    "a breach": (BreachFound, denied, lambda s: s.play("purple 2")),
    "award": (Overruled, playing, lambda s: s.say("award", "north")),
    "end": (GameEnded, playing, lambda s: s.say("end")),
    "off": (ReaderSwitchedOff, playing, lambda s: s.say("off", "north")),
}


@pytest.mark.rule("T14")
@pytest.mark.parametrize("name", UNDONE)
def test_undo_goes_back_to_before_the_last_input_that_gave_a_fact_and_pauses(name: str) -> None:
    kind, table, does = UNDONE[name]
    scene = table()
    state, view = scene.state, scene.view("referee")
    does(scene)
    assert scene.state != state
    given = [type(output) for output in scene.outputs if isinstance(output, Fact)]
    assert kind in given[-10:]
    scene.say("undo")
    assert [type(fact) for fact in scene.last if isinstance(fact, Fact)] == [Undone, Paused]
    assert scene.state == state
    assert scene.view("referee") == view
    assert scene.paused == "undo"


@pytest.mark.rule("T14")
def test_scores_piles_and_the_turn_come_back_exactly() -> None:
    scene = playing().play("purple 9").play("pink 3", "yellow 1")
    assert scene.points() == {"north": 10, "east": 2 + 1 + 8}
    assert scene.face_up("east") == ["purple 9", "pink 3"]
    assert scene.face_down("east") == ["purple 7"]
    scene.say("undo")
    assert scene.points() == {"north": 0, "east": 3}
    assert (scene.face_up("east"), scene.face_down("east")) == (["purple 9"], ["purple 7"])
    assert (scene.on_turn, scene.leader, scene.view()["round"]) == ("north", "east", 2)
    scene.say("undo").say("undo")
    assert scene.points() == {"north": 0, "east": 0}
    assert (scene.face_up("east"), scene.face_down("east")) == ([], [])
    assert (scene.on_turn, scene.leader, scene.view()["round"]) == ("east", "north", 1)


@pytest.mark.rule("T14")
def test_undo_again_and_again_leads_back_to_the_first_card_that_was_dealt() -> None:
    scene = playing().play("purple 9", "pink 3")
    while scene.full.past is not None:
        scene.say("undo")
    assert scene.state == Scene(setup(TWO)).state
    assert scene.say("undo").refusal == "there is nothing to undo"


@pytest.mark.rule("T14")
def test_an_undone_card_counts_when_it_is_laid_again_after_three() -> None:
    scene = playing().wait(1000)
    scene.lay("purple 9").say("undo")
    scene.take("purple 9").lay("purple 9")
    assert scene.refusal == (
        "the game is paused: a rake on the deck reader goes on, then lay this card again"
    )
    scene.three()
    assert scene.paused == ""
    assert scene.facts(Resumed) == [Resumed(paused_ms=2000)]
    assert scene.on_turn == "east"
    assert scene.take("purple 9").last == ()
    assert scene.lay("purple 9").said_now(CardPlayed)[0].card == card_id("purple 9")


@pytest.mark.rule("T14", "R83")
@pytest.mark.parametrize("place", ["deck", "north"])
def test_in_a_pause_played_cards_may_be_tidied_away(place: str) -> None:
    """Only what can still be dealt or played must be laid again."""
    scene = playing().play("purple 9").say("pause")
    assert scene.tap("purple 7", place).last == ()
    assert scene.tap("white 1", place).last == ()
    assert scene.tap("pink 3", place).ruling == "T14"
    over = two(Scene(setup(TWO, sets=3)), north="1 2", east="3 4").say("pause")
    assert over.tap("purple 7", place).last == ()


@pytest.mark.rule("T14")
def test_in_a_pause_the_turn_tracker_must_be_laid_again_only_while_it_names_who_leads() -> None:
    scene = Scene(setup(TWO, leader="")).say("pause").touch("east", TRACKER)
    assert scene.ruling == "T14"
    dealt_out = Scene(setup(TWO, leader="")).deal().say("pause").touch("east", TRACKER)
    assert dealt_out.ruling == "T14"
    assert playing().say("pause").touch("east", TRACKER).last == ()


@pytest.mark.rule("T14", "T16")
def test_while_paused_no_card_counts_and_a_rake_goes_on_at_three() -> None:
    scene = playing().say("pause")
    assert scene.cues()["deck"] == "paused"
    assert scene.play("purple 9").ruling == "T14"
    assert scene.touch("north", "rake.north").refusal == (
        "the game is paused: lay a rake on the deck reader to go on"
    )
    scene.touch("deck", "rake.east").wait(1999)
    assert scene.paused == "operator"
    scene.wait(1)
    assert (scene.paused, scene.on_turn) == ("", "east")
    assert scene.play("purple 9").refusal == ""


@pytest.mark.rule("T14")
def test_award_and_end_hold_in_a_pause() -> None:
    assert playing().say("pause").say("award", "east").result.winners == ("east",)
    assert playing().say("pause").say("end").result.outcome == "ended"


# --------------------------------------------------------------------------- readers, T15


@pytest.mark.rule("T15")
@pytest.mark.parametrize("place", ["deck", "north", "west"])
def test_a_reader_that_fails_pauses_the_game_with_a_cue(place: str) -> None:
    scene = playing().fail(place)
    assert scene.sounds_now() == ["pause", "fault"]
    assert scene.cues()[place] == "fault"
    assert scene.touch("deck", "rake.north").refusal == (
        f"the reader of {place} does not answer: mend it, or say: off {place}"
    )
    scene.mend(place).lying(place)
    scene.three()
    assert scene.play("purple 9").refusal == ""


@pytest.mark.rule("T15")
def test_play_goes_on_without_a_reader_that_the_operator_switched_off() -> None:
    scene = playing().fail("deck").say("off", "deck").say("start").wait(2000)
    assert (scene.paused, scene.on_turn) == ("", "east")
    assert scene.say("play", card_id("purple 9")).said_now(CardPlayed)[0].seat == "east"
    away = playing().fail("west").say("off", "west").three()
    assert away.cues()["west"] == "off"
    assert away.play("purple 9").refusal == ""


# ----------------------------------------------------------------------------- a restart


@pytest.mark.rule("T14")
def test_after_a_restart_the_same_inputs_give_the_same_game_and_it_goes_on() -> None:
    scene = playing().play("purple 9", "pink 3")
    raw = msgspec.json.encode(scene.full)
    session: Session[State] = Session(SweetTakes())
    written = msgspec.json.decode(msgspec.json.encode(scene.setup), type=Setup)
    full: SessionState[State] = session.begin(written).state
    for happened in scene.inputs:
        full, _ = session.advance(full, happened)
    assert msgspec.json.encode(full) == raw
    assert msgspec.json.decode(msgspec.json.encode(full.core), type=State) == scene.state
    scene.full = full
    scene.say("pause", "restart").lying("deck", card_id("pink 3"))
    assert (scene.paused, scene.on_turn) == ("restart", "north")
    scene.three()
    assert scene.play("yellow 1").refusal == ""
