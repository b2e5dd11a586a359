"""The session round a core: adoption, pause, undo (T14) and failing readers (T15)."""

from __future__ import annotations

from meadow.games.game import (
    Alarm,
    Cue,
    Lying,
    Move,
    Paused,
    ReaderFailed,
    Resumed,
    Sound,
    Undone,
)
from pytest_mock import MockerFixture

from tests.games.sitting import Sitting, facts, why
from tests.games.tally import Awarded, Counted, Judged, Rang, TallyGame, Uncounted


def test_a_piece_placed_is_passed_to_the_core_with_its_time() -> None:
    sitting = Sitting()
    assert sitting.lay(250, "token-1") == (Counted(piece="token-1"),)
    assert sitting.state.core.times == (250,)
    assert sitting.state.lying == (("north", ("token-1",)),)


def test_time_running_backwards_is_refused_and_changes_nothing() -> None:
    sitting = Sitting()
    sitting.lay(250, "token-1")
    before = sitting.state
    outputs = sitting.lay(249, "token-2")
    assert why(outputs) == "time ran backwards: 249 ms after 250 ms"
    assert sitting.state is before


def test_a_piece_that_lies_there_already_is_refused() -> None:
    sitting = Sitting()
    sitting.lay(10, "token-1")
    before = sitting.state
    assert why(sitting.lay(20, "token-1")) == "token-1 lies there already"
    assert sitting.state is before


def test_a_piece_carried_quickly_leaves_its_old_place_as_it_arrives() -> None:
    sitting = Sitting()
    sitting.lay(10, "token-1", "north")
    outputs = sitting.lay(500, "token-1", "east")
    assert outputs == (Uncounted(piece="token-1"), Counted(piece="token-1"))
    assert sitting.state.core.lying == (("east", ("token-1",)),)
    assert sitting.lift(620, "token-1", "north") == ()
    assert sitting.state.core.lying == (("east", ("token-1",)),)


def test_undo_takes_back_both_halves_of_a_quick_carry() -> None:
    sitting = Sitting()
    sitting.lay(10, "token-1", "north")
    sitting.lay(500, "token-1", "east")
    sitting.say(900, "undo")
    assert sitting.state.core.counted == ("token-1",)
    assert sitting.view["can_undo"]
    sitting.say(950, "undo")
    assert sitting.counted == ()
    assert not sitting.view["can_undo"]


# ------------------------------------------------------------------------------ pause


def test_the_operator_can_pause_and_three_beeps_resume() -> None:
    sitting = Sitting()
    assert sitting.say(1000, "pause") == (Paused(why="operator"), Sound("pause"))
    assert sitting.lay(5000, "rake-red", "deck") == (Sound("count"),)
    assert sitting.session.lights(sitting.state)["deck"] == Cue("count", 1, 3)
    assert sitting.session.alarms(sitting.state) == {"session.count": 6000}
    assert sitting.give(Alarm(6000, "session.count")) == (Sound("count"),)
    assert sitting.session.lights(sitting.state)["deck"] == Cue("count", 2, 3)
    assert sitting.give(Alarm(7000, "session.count")) == (Resumed(paused_ms=6000), Sound("go"))
    assert sitting.view["paused"] == ""


def test_while_paused_the_cores_time_stands_still() -> None:
    sitting = Sitting(bell_ms=10_000)
    sitting.say(4000, "pause")
    assert sitting.session.alarms(sitting.state) == {}
    assert sitting.session.lights(sitting.state)["meadow"] == Cue(
        "sand", span_ms=90_000, left_ms=6000
    )
    sitting.count_to_three(50_000)
    assert sitting.session.alarms(sitting.state) == {"bell": 58_000}
    assert sitting.session.lights(sitting.state)["meadow"] == Cue(
        "sand", ends_ms=58_000, span_ms=90_000
    )
    assert facts(sitting.give(Alarm(58_000, "bell"))) == [Rang()]
    assert sitting.state.core.times[-1] == 10_000


def test_an_alarm_before_its_time_is_refused() -> None:
    sitting = Sitting(bell_ms=10_000)
    assert why(sitting.give(Alarm(9999, "bell"))) == "no alarm 'bell' is due"
    assert facts(sitting.give(Alarm(10_000, "bell"))) == [Rang()]


def test_pieces_that_move_during_a_pause_are_judged_at_three() -> None:
    sitting = Sitting()
    sitting.lay(100, "token-1")
    sitting.say(1000, "pause")
    assert sitting.lay(2000, "token-2") == ()
    assert sitting.lift(2100, "token-1") == ()
    assert sitting.counted == ("token-1",)
    outputs = sitting.count_to_three(3000)
    assert outputs == (Resumed(paused_ms=4000), Sound("go"), Judged(pieces=("token-2",)))


def test_a_card_passed_over_the_deck_reader_in_a_pause_is_answered_not_swallowed() -> None:
    sitting = Sitting()
    sitting.say(100, "pause")
    outputs = sitting.lay(200, "card-one", "deck")
    assert why(outputs).startswith("the game is paused: a rake on the deck reader goes on")
    assert sitting.state.pause is not None


def test_a_rake_on_a_tray_does_not_end_a_pause() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    outputs = sitting.lay(2000, "rake-red", "north")
    assert why(outputs) == "the game is paused: lay a rake on the deck reader to go on"
    assert sitting.view["counting"] == 0


def test_a_rake_laid_in_a_pause_is_known_to_the_core_too() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    sitting.lay(2000, "rake-red", "deck")
    assert sitting.state.core.lying == (("deck", ("rake-red",)),)


def test_a_second_rake_while_counting_stops_the_count() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    sitting.lay(2000, "rake-red", "deck")
    assert sitting.lay(2500, "rake-blue", "deck") == (Sound("stop"),)
    assert sitting.session.alarms(sitting.state) == {}
    assert sitting.view["paused"] == "operator"


def test_start_counts_and_stop_stops_the_count() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    assert sitting.say(2000, "start") == (Sound("count"),)
    assert sitting.say(2500, "stop") == (Sound("stop"),)
    assert why(sitting.say(2600, "stop")) == "the game is paused already"


def test_pause_while_counting_stops_the_count() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    sitting.say(2000, "start")
    assert sitting.say(2500, "pause", "restart") == (Paused(why="restart"), Sound("pause"))
    assert sitting.session.alarms(sitting.state) == {}
    assert why(sitting.say(2600, "pause")) == "the game is paused already"


def test_no_one_can_say_resume() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    assert why(sitting.say(2000, "resume")) == "play resumes on three: say start"


def test_an_overrule_in_a_pause_can_end_the_game() -> None:
    sitting = Sitting()
    sitting.say(1000, "pause")
    assert facts(sitting.say(2000, "award", "east")) == [Awarded(side="east")]
    assert sitting.state.finished
    assert sitting.view["paused"] == ""
    assert why(sitting.say(3000, "pause")) == "the game is over"


# ------------------------------------------------------------------------------- undo


def test_undo_goes_back_before_the_last_input_that_gave_a_fact_and_pauses() -> None:
    sitting = Sitting()
    sitting.lay(100, "token-1")
    sitting.lay(200, "token-2")
    sitting.lay(300, "rake-red", "east")  # gives no fact
    outputs = sitting.say(5000, "undo")
    assert outputs == (Undone(to_ms=200), Paused(why="undo"), Sound("undo"))
    assert sitting.counted == ("token-1",)


def test_undo_can_be_said_again_and_again() -> None:
    sitting = Sitting()
    sitting.lay(100, "token-1")
    sitting.lay(200, "token-2")
    sitting.say(5000, "undo")
    assert sitting.say(6000, "undo") == (Undone(to_ms=100), Paused(why="undo"), Sound("undo"))
    assert sitting.counted == ()
    assert why(sitting.say(7000, "undo")) == "there is nothing to undo"


def test_what_lies_on_readers_is_never_undone() -> None:
    sitting = Sitting()
    sitting.lay(100, "token-1")
    sitting.say(5000, "undo")
    assert sitting.state.core.lying == (("north", ("token-1",)),)
    outputs = sitting.count_to_three(6000)
    assert facts(outputs) == [Resumed(paused_ms=3000), Judged(pieces=("token-1",))]


def test_after_undo_the_cores_time_is_that_of_the_undone_input() -> None:
    sitting = Sitting(bell_ms=10_000)
    sitting.lay(4000, "token-1")
    sitting.say(9000, "undo")
    sitting.count_to_three(20_000)
    assert sitting.session.alarms(sitting.state) == {"bell": 28_000}


def test_undo_takes_back_the_end_of_a_game() -> None:
    sitting = Sitting()
    sitting.say(1000, "award", "north")
    sitting.say(2000, "undo")
    assert not sitting.state.finished
    assert sitting.view["paused"] == "undo"


def test_a_refused_input_is_nothing_to_undo() -> None:
    sitting = Sitting()
    sitting.lay(100, "alien")
    assert why(sitting.say(200, "undo")) == "there is nothing to undo"


def test_adoption_is_nothing_to_undo() -> None:
    sitting = Sitting()
    sitting.give(Lying(0, "north", ("token-1",)))
    assert sitting.state.core.unjudged == ("token-1",)
    assert why(sitting.say(200, "undo")) == "there is nothing to undo"


def test_a_piece_that_lies_elsewhere_by_adoption_has_left_its_old_place() -> None:
    sitting = Sitting()
    sitting.lay(0, "token-1", "north")
    sitting.give(Lying(10, "east", ("token-1", "token-2")))
    assert sitting.state.core.lying == (("east", ("token-1", "token-2")),)


def test_undo_of_a_bell_lets_it_ring_again() -> None:
    sitting = Sitting(bell_ms=1000)
    sitting.give(Alarm(1000, "bell"))
    sitting.say(1500, "undo")
    sitting.count_to_three(2000)
    assert sitting.session.alarms(sitting.state) == {"bell": 4000}


def test_a_paused_game_tells_what_it_would_accept() -> None:
    sitting = Sitting()
    sitting.lay(100, "token-1")
    sitting.say(1000, "pause")
    moves = {(move.do, move.at): move.pieces for move in sitting.session.legal(sitting.state)}
    assert moves == {
        ("place", "deck"): ("rake-red", "rake-blue"),
        ("say", "start"): (),
        ("say", "undo"): (),
    }
    sitting.give(ReaderFailed(2000, "north"))
    moves = {(move.do, move.at): move.pieces for move in sitting.session.legal(sitting.state)}
    assert moves == {("say", "off"): ("north",), ("say", "undo"): ()}


def test_what_holds_in_a_pause_is_told_too_if_the_game_would_accept_it(
    mocker: MockerFixture,
) -> None:
    sitting = Sitting()
    offers = (
        Move("place", "north", ("token-1",)),
        Move("say", "bell"),
        Move("say", "award", ("north",)),
        Move("say", "off", ("north", "south")),
        Move("say", "end"),
    )
    mocker.patch.object(TallyGame, "legal", return_value=offers)
    sitting.say(1000, "pause")
    held = [move for move in sitting.session.legal(sitting.state) if move.do == "say"]
    assert held == [Move("say", "start"), *offers[2:]]
    sitting.give(ReaderFailed(2000, "north"))
    held = [move for move in sitting.session.legal(sitting.state) if move.do == "say"]
    assert held == [Move("say", "off", ("north",)), offers[2], offers[4]]
