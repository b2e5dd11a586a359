"""The ladder of a reader's health: soft reset, hard reset, report, and back."""

from __future__ import annotations

from meadow.nfc.health import Health, HealthSettings, News, State, Step

SETTINGS = HealthSettings()


def well(now_ms: int = 0) -> Health:
    health = Health(SETTINGS, now_ms)
    assert health.step(now_ms) is Step.SET_UP
    assert health.done(Step.SET_UP, now_ms) is News.MENDED
    return health


def failed(now_ms: int = 1000) -> Health:
    """A reader that was reported at ``now_ms`` + 13."""
    health = well()
    health.fault("gone", now_ms)
    assert health.done(Step.RESET, now_ms) is News.NONE
    assert health.fault("gone", now_ms + 2) is News.NONE
    assert health.done(Step.HOLD, now_ms + 2) is News.NONE
    assert health.done(Step.RELEASE, now_ms + 3) is News.NONE
    assert health.fault("gone", now_ms + 13) is News.FAILED
    return health


def test_a_reader_is_set_up_at_once_and_checked_every_quarter_of_a_second() -> None:
    health = well()
    assert health.reads
    assert health.step(249) is Step.NOTHING
    assert health.step(250) is Step.CHECK
    assert health.done(Step.CHECK, 250) is News.NONE
    assert health.step(499) is Step.NOTHING
    assert health.step(500) is Step.CHECK


def test_a_fault_is_met_with_a_soft_reset_first() -> None:
    health = well()
    assert health.fault("forgot", 1000) is News.NONE
    assert health.state is State.MENDING
    assert health.step(1000) is Step.RESET
    health.done(Step.RESET, 1000)
    assert health.step(1001) is Step.NOTHING
    assert health.step(1002) is Step.SET_UP
    assert health.done(Step.SET_UP, 1002) is News.MENDED
    assert health.reads
    assert (health.soft_resets, health.hard_resets) == (1, 0)
    assert health.why == ""


def test_if_that_does_not_help_the_reset_pin_is_pulled() -> None:
    health = well()
    health.fault("forgot", 1000)
    health.done(Step.RESET, 1000)
    assert health.fault("forgot", 1002) is News.NONE
    assert health.step(1002) is Step.HOLD
    health.done(Step.HOLD, 1002)
    assert health.step(1003) is Step.RELEASE
    health.done(Step.RELEASE, 1003)
    assert health.step(1012) is Step.NOTHING
    assert health.step(1013) is Step.SET_UP
    assert health.done(Step.SET_UP, 1013) is News.MENDED
    assert (health.soft_resets, health.hard_resets) == (1, 1)


def test_if_that_does_not_help_either_it_is_reported_once_and_only_probed() -> None:
    health = failed()
    assert health.state is State.FAILED
    assert health.why == "gone"
    for now_ms in range(1263, 10_000, 250):
        assert health.step(now_ms - 1) is Step.NOTHING
        assert health.step(now_ms) is Step.PROBE
        assert health.fault("gone", now_ms) is News.NONE


def test_it_returns_by_itself() -> None:
    health = failed()
    assert health.done(Step.PROBE, 1263) is News.NONE
    assert health.step(1263) is Step.RESET
    health.done(Step.RESET, 1263)
    assert health.step(1265) is Step.SET_UP
    assert health.done(Step.SET_UP, 1265) is News.RETURNED
    assert health.reads
    assert health.why == ""


def test_one_that_answers_the_probe_but_cannot_be_set_up_is_probed_on() -> None:
    health = failed()
    health.done(Step.PROBE, 1263)
    health.done(Step.RESET, 1263)
    assert health.fault("forgot", 1265) is News.NONE
    assert health.state is State.FAILED
    assert health.step(1515) is Step.PROBE


def test_one_that_needs_soft_resets_again_and_again_is_reset_hard_then_reported() -> None:
    health = well()
    for now_ms in (1000, 1100, 1200):
        assert health.fault("stuck", now_ms) is News.NONE
        assert health.step(now_ms) is Step.RESET
        health.done(Step.RESET, now_ms)
        health.done(Step.SET_UP, now_ms + 2)
    assert health.fault("stuck", 1300) is News.NONE
    assert health.step(1300) is Step.HOLD
    health.done(Step.HOLD, 1300)
    health.done(Step.RELEASE, 1301)
    health.done(Step.SET_UP, 1311)
    assert health.reads
    assert health.fault("stuck", 1400) is News.FAILED


def test_one_that_needs_a_soft_reset_now_and_then_stays_in_use() -> None:
    health = well()
    for now_ms in range(1000, 60_000, 900):
        assert health.fault("forgot", now_ms) is News.NONE
        assert health.step(now_ms) is Step.RESET
        health.done(Step.RESET, now_ms)
        assert health.done(Step.SET_UP, now_ms + 2) is News.MENDED


def test_a_reader_that_is_missing_from_the_start_is_reported() -> None:
    health = Health(SETTINGS, 0)
    assert health.fault("gone", 0) is News.NONE
    assert health.step(0) is Step.HOLD
    health.done(Step.HOLD, 0)
    health.done(Step.RELEASE, 1)
    assert health.fault("gone", 11) is News.FAILED


def test_an_empty_reader_is_refreshed_every_ten_minutes() -> None:
    health = well()
    assert not health.stale(599_999)
    assert health.stale(600_000)
    assert health.refresh(600_000)
    assert health.step(600_000) is Step.RESET
    assert not health.refresh(600_000)
    health.done(Step.RESET, 600_000)
    health.done(Step.SET_UP, 600_002)
    assert not health.stale(600_003)


def test_refreshing_can_be_switched_off() -> None:
    assert not Health(HealthSettings(refresh_s=0), 0).stale(10**12)


def test_one_whose_neighbour_was_reset_hard_starts_anew_unless_it_has_failed() -> None:
    health = well()
    health.was_reset(1000)
    assert not health.reads
    assert health.step(1009) is Step.NOTHING
    assert health.step(1010) is Step.SET_UP
    assert health.done(Step.SET_UP, 1010) is News.MENDED
    gone = failed()
    gone.was_reset(1100)
    assert gone.step(1200) is Step.NOTHING
