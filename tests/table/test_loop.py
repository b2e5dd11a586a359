"""The one loop: order, bounds, wakes. And: the journal does not depend on how the polls fall."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.clock import ManualClock
from meadow.journal.lines import Source
from meadow.nfc.sightings import Arrived, Batch
from meadow.table.loop import Loop
from meadow.table.order import Happening, Spoken
from pytest_mock import MockerFixture

from tests.examples.quick_rake import QuickRakePackage
from tests.games.tally import TallyGame, TallyResult
from tests.table.sat import RED, Sat

FAR_MS = 1 << 60


class Recorder:
    """Takes and shows: records what the loop does, with a single alarm."""

    def __init__(self) -> None:
        self.did: list[Any] = []
        self.delivered_ms = 0
        self.next_alarm_ms: int | None = None
        self.shown_ms: list[int] = []
        self.show_every_ms = FAR_MS

    def deliver(self, happening: Happening) -> None:
        self.ring_until(happening.at_ms)
        self.delivered_ms = happening.at_ms
        self.did.append(happening)

    def ring_until(self, at_ms: int) -> None:
        if self.next_alarm_ms is not None and self.next_alarm_ms <= at_ms:
            self.did.append(("alarm", self.next_alarm_ms))
            self.delivered_ms = self.next_alarm_ms
            self.next_alarm_ms = None

    def show(self, now_ms: int) -> None:
        self.shown_ms.append(now_ms)

    def next_show_ms(self, now_ms: int) -> int:
        return now_ms + self.show_every_ms


class Scripted:
    """Readers that give prepared batches at prepared moments, else nothing new."""

    places = ("north", "east", "south", "west", "deck")

    def __init__(self, clock: ManualClock, batches: dict[int, Batch], lag_ms: int = 0) -> None:
        self._clock = clock
        self._batches = batches
        self._lag_ms = lag_ms

    def poll(self) -> Batch:
        now_ms = self._clock.now_ms()
        return self._batches.pop(now_ms, Batch((), now_ms - self._lag_ms))

    def wake_ms(self) -> int:
        return min(self._batches, default=FAR_MS)

    def lying(self, place: str) -> tuple[str, ...]:
        return ()


def looped(batches: dict[int, Batch], lag_ms: int = 0) -> tuple[Loop, Recorder, ManualClock]:
    clock, recorder = ManualClock(), Recorder()
    return Loop(clock, Scripted(clock, batches, lag_ms), recorder, recorder), recorder, clock


def test_a_sighting_waits_until_nothing_earlier_can_come() -> None:
    late, early = Arrived(40, "north", "01"), Arrived(30, "east", "02")
    loop, recorder, _ = looped({50: Batch((late,), 20), 60: Batch((early,), 40)}, 30)
    loop.run_until(55)
    assert recorder.did == []
    loop.run_until(60)
    assert recorder.did == [early, late]
    assert loop.late == 0


def test_a_word_waits_for_sightings_that_were_earlier() -> None:
    sighting = Arrived(90, "north", "01")
    batches = {100: Batch((), 60), 130: Batch((sighting,), 95), 150: Batch((), 120)}
    loop, recorder, _ = looped(batches, 30)
    loop.run_until(100)
    loop.say("stop", (), Source.OPERATOR)
    loop.run_until(150)
    assert recorder.did == [sighting, Spoken(100, "stop")]


def test_at_equal_times_the_alarm_goes_first() -> None:
    sighting = Arrived(70, "north", "01")
    loop, recorder, _ = looped({80: Batch((sighting,), 75)})
    recorder.next_alarm_ms = 70
    loop.run_until(80)
    assert recorder.did == [("alarm", 70), sighting]


def test_an_alarm_waits_for_what_may_still_be_reported_before_it() -> None:
    sighting = Arrived(60, "north", "01")
    batches = {70: Batch((), 40), 90: Batch((sighting,), 65), 100: Batch((), 80)}
    loop, recorder, _ = looped(batches, 30)
    recorder.next_alarm_ms = 70
    loop.run_until(85)
    assert recorder.did == []
    loop.run_until(100)
    assert recorder.did == [sighting, ("alarm", 70)]


def test_readers_that_never_settle_hold_the_game_up_for_no_longer_than_the_bound() -> None:
    batches = {now_ms: Batch((), 0) for now_ms in range(10, 200, 10)}
    batches[100] = Batch((Arrived(95, "north", "01"),), 0)
    loop, recorder, _ = looped(batches)
    loop.run_until(150)
    assert recorder.did == []
    loop.run_until(160)
    assert recorder.did == [Arrived(95, "north", "01")]


def test_a_sighting_that_comes_too_late_is_dated_to_the_last_delivery_and_counted() -> None:
    first, late = Arrived(40, "north", "01"), Arrived(30, "east", "02")
    loop, recorder, _ = looped({50: Batch((first,), 50), 60: Batch((late,), 60)})
    loop.run_until(60)
    assert recorder.did == [first, Arrived(40, "east", "02")]
    assert loop.late == 1


def test_a_manual_clock_jumps_to_the_next_moment_at_which_something_happens() -> None:
    loop, recorder, clock = looped({5000: Batch((Arrived(5000, "north", "01"),), 5000)})
    recorder.next_alarm_ms = 100_000
    loop.run_until(1_000_000)
    assert recorder.shown_ms == [0, 5000, 100_000, 1_000_000]
    assert clock.now_ms() == 1_000_000


def test_lights_that_move_are_shown_in_time() -> None:
    loop, recorder, _ = looped({})
    recorder.show_every_ms = 250
    loop.run_until(1000)
    assert recorder.shown_ms == [0, 250, 500, 750, 1000]


def test_in_real_time_it_naps_between_passes_and_ends_when_told(mocker: MockerFixture) -> None:
    clock, recorder = ManualClock(), Recorder()
    slept = mocker.spy(clock, "sleep_ms")
    loop = Loop(clock, Scripted(clock, {}), recorder, recorder)
    loop.run(lambda: len(recorder.shown_ms) == 3)
    assert [call.args for call in slept.call_args_list] == [(10,), (10,), (10,)]


def test_with_chips_that_are_asked_all_the_time_it_never_naps(mocker: MockerFixture) -> None:
    clock, recorder = ManualClock(), Recorder()
    readers = Scripted(clock, {})
    mocker.patch.object(readers, "wake_ms", clock.now_ms)
    slept = mocker.spy(clock, "sleep_ms")
    Loop(clock, readers, recorder, recorder).run(lambda: len(recorder.shown_ms) == 5)
    assert slept.call_count == 0


# ------------------------------------------- whatever the lags, the journal is the same


class TallyPackage(QuickRakePackage):
    """Tally as a package: every token, rake and word gives something."""

    name = "tally"
    title = "Tally"
    game: Any = TallyGame()
    setup_type: Any = int
    result_type: Any = TallyResult
    words: Mapping[str, str] = {"tally": "play Tally"}
    opening_words = frozenset({"tally"})

    def setup(self, choices: Any, seats: Any, pieces: Any, settings: Any) -> Any:
        return 700


TOKENS = ("token.moss.acorn", "token.moss.hazelnut", "token.snow.acorn")
PLACES = ("north", "east", "deck")


PIECES = (*TOKENS, RED, "04DEADBEEF0001")
MOMENTS_MS = st.one_of(st.integers(1, 2000), st.integers(690, 710))  # the bell rings at 700
ACTS = st.one_of(
    st.tuples(
        st.just("move"),
        st.sampled_from(PIECES),
        st.sampled_from((*PLACES, "")),
        MOMENTS_MS,
    ),
    st.tuples(
        st.just("say"),
        st.sampled_from(("undo", "pause", "start", "stop", "award")),
        st.just("north"),
        MOMENTS_MS,
    ),
)


def journal_of(
    acts: list[tuple[str, str, str, int]],
    settle_ms: int,
    delays_ms: tuple[int, ...],
    steps_ms: list[int],
) -> list[bytes]:
    """The lines of a game in which these things happen, polled at these steps."""
    sat = Sat({"tally": TallyPackage()}, settle_ms=settle_ms)
    readers = sat.board.readers
    for place, delay_ms in zip(PLACES, delays_ms, strict=True):
        readers.delay(place, delay_ms)
    sat.say("tally", wait_ms=0)
    sat.table.loop.run_until(2000)
    sat.say("start", wait_ms=0)
    for act, piece, place, at_ms in sorted(acts, key=lambda act: act[3]):
        if act == "move":
            uid = sat.uid(piece)
            was_at = next((old for old in PLACES if uid in readers.there(old)), "")
            if was_at:
                readers.lift(was_at, uid, 2000 + at_ms)
            if place and place != was_at:
                readers.lay(place, uid, 2000 + at_ms)
    words = sorted((act for act in acts if act[0] == "say"), key=lambda act: act[3])
    stops = [(2000 + at_ms, word, arg) for _, word, arg, at_ms in words]
    stops += [(2000 + at_ms, "", "") for at_ms in steps_ms]
    for at_ms, word, arg in sorted(stops, key=lambda stop: stop[0]):
        sat.table.loop.run_until(at_ms)
        if word:
            sat.table.say(word, *((arg,) if word == "award" else ()))
    sat.table.loop.run_until(9000)
    assert sat.table.status().late == 0
    return sat.journals[0].lines


@settings(max_examples=60, deadline=None)
@given(
    st.lists(ACTS, max_size=12),
    st.integers(0, 60),
    st.tuples(*[st.integers(0, 60)] * 3),
    st.lists(st.integers(0, 2200), max_size=25),
)
def test_the_journal_does_not_depend_on_delays_and_polls(
    acts: list[tuple[str, str, str, int]],
    settle_ms: int,
    delays_ms: tuple[int, ...],
    steps_ms: list[int],
) -> None:
    at_once = journal_of(acts, 0, (0, 0, 0), [])
    delays_ms = tuple(min(delay_ms, settle_ms) for delay_ms in delays_ms)
    assert journal_of(acts, settle_ms, delays_ms, steps_ms) == at_once
