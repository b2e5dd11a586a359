"""Beeps become switches of a buzzer at the right moments, and it is never left on."""

from __future__ import annotations

from unittest.mock import Mock, call

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.games.cues import Beep, Flash
from meadow.lights.spans import MEADOW
from meadow.sounds.buzzer import Buzzer, BuzzerError
from meadow.sounds.player import LIGHT_PLACE, Player
from pytest_mock import MockerFixture

BEEPS = {
    "one": Beep((100,), light="beat"),
    "two": Beep((100, 50, 200), light="go"),
    "long": Beep((1000,), light="halt"),
    "urgent": Beep((300,), light="fault", priority=9),
    "mild": Beep((70,), light="join", priority=1),
    "keen": Beep((80,), light="back", priority=2),
}


class Listener:
    """A player whose buzzer is listened to: (at_ms, on) of every switch."""

    def __init__(self, quiet: bool = False) -> None:
        self.heard: list[tuple[int, bool]] = []
        self.now_ms = 0
        self.player = Player(self, BEEPS, quiet)

    def set(self, on: bool) -> None:
        if not self.heard or on is not self.heard[-1][1]:  # off again is heard by nobody
            self.heard.append((self.now_ms, on))

    def run(self, until_ms: int, step_ms: int = 10) -> None:
        """Tick every ``step_ms`` up to and including ``until_ms``."""
        while self.now_ms <= until_ms:
            self.player.tick(self.now_ms)
            self.now_ms += step_ms
        self.now_ms = until_ms

    def sounds(self) -> list[tuple[int, int]]:
        """(from_ms, to_ms) of every time it was on."""
        starts = [at_ms for at_ms, on in self.heard if on]
        ends = [at_ms for at_ms, on in self.heard[1:] if not on]
        return list(zip(starts, ends, strict=True))


@pytest.fixture
def table() -> Listener:
    return Listener()


@pytest.fixture
def buzzer(mocker: MockerFixture) -> Mock:
    fake: Mock = mocker.create_autospec(Buzzer, instance=True)
    return fake


def test_the_lights_speak_where_everyone_looks() -> None:
    assert LIGHT_PLACE == MEADOW


def test_before_anything_sounds_the_buzzer_is_told_to_be_off(table: Listener) -> None:
    table.run(100)
    assert table.heard == [(0, False)]


def test_a_beep_goes_on_off_on_off_at_its_times(table: Listener) -> None:
    table.run(0)
    assert table.player.play("two", 0) is None
    table.run(1000)
    assert table.sounds() == [(0, 100), (150, 350)]


def test_playing_alone_switches_nothing(table: Listener) -> None:
    table.player.play("two", 0)
    assert table.heard == []


def test_it_says_when_it_has_to_be_called_next(table: Listener) -> None:
    player = table.player
    assert player.next_ms(0) == 0  # the buzzer is to be told that it is off
    player.tick(0)
    assert player.next_ms(0) == 5000  # to be told so again
    player.play("two", 1000)
    wakes = []
    now_ms = 1000
    while now_ms < 12_000:
        player.tick(now_ms)
        wakes.append(now_ms)
        now_ms = player.next_ms(now_ms)
    assert wakes == [1000, 1100, 1150, 1350, 6350, 11_350]


def test_a_second_beep_waits_for_the_first_with_silence_between(table: Listener) -> None:
    table.run(0)
    table.player.play("one", 0)
    table.player.play("two", 10)
    table.run(1000)
    assert table.sounds() == [(0, 100), (160, 260), (310, 510)]


def test_a_beep_of_higher_priority_cuts_off_the_one_that_sounds(table: Listener) -> None:
    table.run(0)
    table.player.play("long", 0)
    table.run(200)
    table.player.play("urgent", 200)
    table.run(2000)
    assert table.sounds() == [(0, 200), (260, 560)]


def test_in_a_pause_of_a_beep_a_higher_one_begins_at_once(table: Listener) -> None:
    table.run(0)
    table.player.play("two", 0)
    table.run(120)
    table.player.play("urgent", 120)
    table.run(2000)
    assert table.sounds() == [(0, 100), (120, 420)]


def test_of_those_that_wait_the_most_urgent_comes_first(table: Listener) -> None:
    table.run(0)
    for cue in ("urgent", "one", "mild", "keen"):
        table.player.play(cue, 0)
    table.run(3000)
    assert table.sounds() == [(0, 300), (360, 440), (500, 570), (630, 730)]


def test_more_than_three_do_not_wait(table: Listener) -> None:
    table.run(0)
    for cue in ("urgent", "one", "two", "keen", "mild"):
        table.player.play(cue, 0)
    table.run(3000)
    # keen, mild, then "one", which came before "two"; "two" is dropped.
    assert [end - start for start, end in table.sounds()] == [300, 80, 70, 100]


def test_the_same_beep_does_not_wait_twice(table: Listener) -> None:
    table.run(0)
    for _ in range(5):
        table.player.play("one", 0)
    table.run(3000)
    assert table.sounds() == [(0, 100), (160, 260)]


def test_a_beep_that_would_come_more_than_a_second_late_is_dropped(table: Listener) -> None:
    table.run(0)
    table.player.play("long", 0)
    table.player.play("two", 0)  # would begin at 1060
    table.run(100)
    table.player.play("one", 100)  # begins at 1060: 960 ms late
    table.run(3000)
    assert table.sounds() == [(0, 1000), (1060, 1160)]


def test_a_late_tick_skips_what_is_over(table: Listener) -> None:
    table.run(0)
    table.player.play("two", 0)
    table.player.tick(0)
    table.now_ms = 5000
    table.player.tick(5000)
    assert table.heard == [(0, False), (0, True), (5000, False)]
    assert table.player.next_ms(5000) == 10_000


def test_a_sound_without_a_beep_is_heard_and_told_once(table: Listener) -> None:
    table.run(0)
    table.player.play("mystery", 0)
    table.player.play("mystery", 0)
    line = "the sound 'mystery' has no beep: it sounds as one short beep"
    assert table.player.tick(0) == (line,)
    assert table.player.tick(10) == ()
    table.now_ms = 10
    table.run(2000)
    assert [end - start for start, end in table.sounds()] == [200, 200]


def test_another_game_brings_its_own_beeps(table: Listener) -> None:
    table.run(0)
    table.player.set_beeps({"one": Beep((30,), light="beat")})
    table.player.play("one", 0)
    table.run(500)
    assert table.sounds() == [(0, 30)]


# ------------------------------------------------------------------------------ quiet mode


def test_in_quiet_mode_the_lights_say_the_same_and_the_buzzer_is_silent() -> None:
    table = Listener(quiet=True)
    assert table.player.play("two", 0) == Flash("meadow", "go")
    assert table.player.play("urgent", 0) == Flash("meadow", "fault")
    table.run(2000)
    assert table.heard == [(0, False)]


def test_quiet_mode_silences_what_sounds_and_can_be_left(table: Listener) -> None:
    table.run(0)
    table.player.play("long", 0)
    table.player.play("one", 0)
    table.run(200)
    table.player.set_quiet(True)
    table.run(1500)
    assert table.player.quiet
    assert table.sounds() == [(0, 200)]
    table.player.set_quiet(False)
    assert table.player.play("one", 1500) is None
    table.run(2000)
    assert table.sounds() == [(0, 200), (1500, 1600)]


# ------------------------------------------------------------------------- a broken buzzer


def test_a_buzzer_that_fails_is_told_once_and_told_to_be_off(buzzer: Mock) -> None:
    player = Player(buzzer, BEEPS)
    player.tick(0)
    buzzer.set.side_effect = [BuzzerError("pin 26 is busy"), None]
    player.play("long", 10)
    assert player.tick(10) == ("the buzzer failed: pin 26 is busy; the lights speak for it",)
    assert buzzer.set.call_args_list == [call(False), call(True), call(False)]
    assert not player.healthy


def test_while_the_buzzer_is_broken_the_lights_speak_for_it(buzzer: Mock) -> None:
    player = Player(buzzer, BEEPS)
    buzzer.set.side_effect = BuzzerError("no answer")
    player.tick(0)
    assert player.play("two", 100) == Flash("meadow", "go")


def test_off_is_tried_ever_more_rarely_until_it_works(buzzer: Mock) -> None:
    player = Player(buzzer, BEEPS)
    player.tick(0)
    player.play("one", 0)
    failing = BuzzerError("no answer")
    # On, off at once, off again after 0.5 and 1.5 s; then it works.
    buzzer.set.side_effect = [failing, failing, failing, failing, None]
    told = [(now_ms, line) for now_ms in range(0, 5000, 10) for line in player.tick(now_ms)]
    assert told == [
        (0, "the buzzer failed: no answer; the lights speak for it"),
        (0, "the buzzer may be stuck on: no answer"),
        (3500, "the buzzer is back after 3.5 s"),
    ]
    assert [entry.args[0] for entry in buzzer.set.call_args_list] == [
        False, True, False, False, False, False,
    ]  # fmt: skip
    assert player.healthy
    assert player.play("one", 5000) is None


def test_a_buzzer_that_fails_while_nothing_sounds_is_noticed_without_a_sound(buzzer: Mock) -> None:
    player = Player(buzzer, BEEPS)
    for now_ms in range(0, 12_000, 100):
        player.tick(now_ms)
    assert buzzer.set.call_args_list == [call(False)] * 3  # at 0, 5 and 10 s
    buzzer.set.side_effect = BuzzerError("no answer")
    told = [(now_ms, *player.tick(now_ms)) for now_ms in range(12_000, 20_000, 100)]
    assert [one for one in told if len(one) > 1] == [
        (15_000, "the buzzer failed: no answer; the lights speak for it")
    ]
    assert all(entry == call(False) for entry in buzzer.set.call_args_list)


def test_while_it_is_broken_the_next_call_is_the_next_attempt(buzzer: Mock) -> None:
    player = Player(buzzer, BEEPS)
    buzzer.set.side_effect = BuzzerError("no answer")
    player.tick(0)
    assert player.next_ms(0) == 500


def test_closing_switches_it_off_even_in_the_middle_of_a_beep(table: Listener) -> None:
    table.run(0)
    table.player.play("long", 0)
    table.player.play("one", 0)
    table.run(100)
    assert table.player.close(100) == ()
    table.run(3000)
    assert table.sounds() == [(0, 100)]


def test_closing_survives_a_broken_buzzer(buzzer: Mock) -> None:
    player = Player(buzzer, BEEPS)
    player.tick(0)
    buzzer.set.side_effect = BuzzerError("no answer")
    assert player.close(10) == ("the buzzer failed: no answer; the lights speak for it",)


@given(
    st.lists(
        st.tuples(st.integers(0, 400), st.sampled_from([*sorted(BEEPS), "mystery", ""])),
        max_size=40,
    )
)
def test_whatever_is_played_it_never_sounds_longer_than_its_longest_beep_and_ends_silent(
    plays: list[tuple[int, str]],
) -> None:
    table = Listener()
    for wait_ms, cue in plays:
        table.run(table.now_ms + wait_ms)
        if cue:
            table.player.play(cue, table.now_ms)
    table.run(table.now_ms + 6000)
    assert table.heard[-1][1] is False
    # The loop ticks every 10 ms, so a switch may come that much late.
    assert all(end - start <= 1000 + 10 for start, end in table.sounds())
    assert table.player.next_ms(table.now_ms) > table.now_ms
