"""Sound and brightness while the table runs: the operator changes them until the table ends."""

from __future__ import annotations

import pytest
from meadow.journal.lines import Note
from meadow.settings.schema import Settings, SoundSettings, StripSettings

from tests.table.sat import Sat, begun


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


@pytest.mark.parametrize("brightness", [-0.1, 0, 0.04, 1.01, float("nan")])
def test_a_brightness_that_nobody_sees_or_that_is_none_is_refused_and_nothing_changes(
    brightness: float,
) -> None:
    sat = Sat()
    with pytest.raises(ValueError, match=r"it is between 0\.05 and 1"):
        sat.table.set_brightness(brightness)
    assert sat.table.brightness == 0.5
