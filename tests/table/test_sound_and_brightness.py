"""Sound and brightness while the table runs: the operator changes them until the table ends."""

from __future__ import annotations

import pytest
from meadow.journal.lines import Kind, Note
from meadow.settings.schema import Settings, SoundSettings, StripSettings

from tests.table.sat import RED, Sat, begun, over


def brightest(sat: Sat) -> int:
    """The brightest any channel gets in the next two seconds."""
    sat.board.strip.frames.clear()
    sat.wait(2000)
    return max(max(frame) for _, frame in sat.board.strip.frames)


def test_they_begin_as_the_settings_say() -> None:
    sat = Sat(settings=Settings(sounds=SoundSettings(True), strip=StripSettings(brightness=0.25)))
    assert (sat.table.quiet, sat.table.brightness) == (True, 0.25)


def test_a_table_made_quiet_says_it_with_its_lights_until_it_may_sound_again() -> None:
    sat = Sat()
    sat.table.set_quiet(True)
    sat.say("what?", wait_ms=500)
    assert not sat.board.buzzer.switches
    sat.table.set_quiet(False)
    sat.say("what?", wait_ms=500)
    assert sat.board.buzzer.switches


def test_another_brightness_is_seen_on_the_strip() -> None:
    sat = Sat(frames_hz=30)
    sat.say("quick-rake", wait_ms=2000)
    assert brightest(sat) > 26
    sat.table.set_brightness(0.1)
    sat.wait(100)
    assert brightest(sat) <= 26
    assert sat.table.brightness == 0.1


def test_after_a_restart_the_journal_says_that_the_settings_hold_again() -> None:
    sat = begun(Sat())
    sat.table.set_brightness(0.2)
    sat.wait(100)
    other = Sat()
    other.table.resume(sat.journals[0].parsed())
    other.wait(1000)
    text = "the table was started anew; its lights and sounds are as its settings say"
    assert list(other.journals[0].parsed().notes()) == [
        Note("the brightness is 20 % from here on", brightness=0.2),
        Note(text, brightness=0.5, quiet=False),
    ]


def test_after_a_restart_of_a_table_that_was_set_as_it_is_nothing_is_noted() -> None:
    sat = begun(Sat())
    other = Sat()
    other.table.resume(sat.journals[0].parsed())
    other.wait(1000)
    assert list(other.journals[0].parsed().notes()) == []


def test_what_is_set_in_the_lobby_stands_in_no_note() -> None:
    sat = Sat()
    sat.table.set_brightness(0.2)
    assert list(begun(sat).journals[0].parsed().notes()) == []


def test_what_is_set_after_the_end_makes_no_game_longer() -> None:
    sat = over()
    lines = list(sat.journals[0].lines)
    sat.wait(3_600_000)
    sat.table.set_brightness(0.2)
    sat.table.set_quiet(True)
    sat.say("lobby")
    assert sat.phase == "lobby"
    assert sat.journals[0].lines == lines


def test_it_is_noted_where_an_undo_opens_the_game_again() -> None:
    sat = over()
    sat.wait(5000)
    sat.table.set_brightness(0.2)
    sat.table.set_quiet(True)
    sat.table.set_brightness(0.3)
    sat.wait(5000)
    said_ms = sat.board.clock.now_ms() - sat.table.clock.began_ms
    sat.say("undo")
    assert sat.phase == "playing"
    journal = sat.journals[0].parsed()
    notes = [(line.at_ms, journal.note(line)) for line in journal.lines if line.kind is Kind.NOTE]
    assert notes == [
        (said_ms, Note("the brightness is 30 % from here on", brightness=0.3)),
        (said_ms, Note("the buzzer does not sound from here on", quiet=True)),
    ]
    sat.say("end")
    sat.say("undo")
    assert len(list(sat.journals[0].parsed().notes())) == 2


def in_order(sat: Sat) -> bool:
    """Whether no line of the journal is dated before the one above it, and there is a note."""
    journal = sat.journals[0].parsed()
    times = [line.at_ms for line in journal.lines]
    return times == sorted(times) and any(journal.notes())


def test_a_note_stands_before_no_alarm_that_is_due_sooner() -> None:
    sat = begun(Sat(settle_ms=60))
    began_ms = sat.table.clock.began_ms
    sat.table.loop.run_until(began_ms + 4000 + 59)  # a moment before the alarm of 4 s can ring
    sat.board.clock.sleep_ms(7)
    sat.table.set_brightness(0.2)
    sat.wait(500)
    assert in_order(sat)


def test_nor_before_what_a_reader_has_seen_already_and_holds_back() -> None:
    sat = begun(Sat(settle_ms=60))
    sat.lay("east", RED, wait_ms=55)
    sat.board.clock.sleep_ms(20)
    sat.table.set_brightness(0.2)
    sat.wait(500)
    assert in_order(sat)


def test_after_a_restart_a_note_stands_after_the_last_of_before() -> None:
    sat = begun(Sat())
    sat.say("pause")
    sat.wait(5000)
    sat.table.set_brightness(0.2)
    sat.wait(100)
    other = Sat()
    other.table.resume(sat.journals[0].parsed())
    other.table.note("a laptop plays with it")
    other.wait(1000)
    assert len(list(other.journals[0].parsed().notes())) == 3
    assert in_order(other)


@pytest.mark.parametrize("brightness", [-0.1, 0, 0.04, 1.01, float("nan")])
def test_a_brightness_that_nobody_sees_or_that_is_none_is_refused_and_nothing_changes(
    brightness: float,
) -> None:
    sat = Sat()
    with pytest.raises(ValueError, match=r"it is between 0\.05 and 1"):
        sat.table.set_brightness(brightness)
    assert sat.table.brightness == 0.5
