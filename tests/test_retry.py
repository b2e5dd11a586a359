"""When a failed device is tried again and when it is spoken of."""

from __future__ import annotations

from meadow.retry import Retry


def test_a_device_that_works_may_always_be_used_and_is_no_news() -> None:
    retry = Retry()
    assert not retry.failing
    assert retry.may_try(0)
    assert retry.worked(0) is None


def test_only_the_first_failure_is_news() -> None:
    retry = Retry()
    assert retry.failed(100)
    assert not retry.failed(600)
    assert retry.failing


def test_the_wait_doubles_from_half_a_second_to_eight() -> None:
    retry = Retry()
    waits_ms, now_ms = [], 0
    for _ in range(7):
        retry.failed(now_ms)
        waits_ms.append(retry.next_ms - now_ms)
        now_ms = retry.next_ms
    assert waits_ms == [500, 1000, 2000, 4000, 8000, 8000, 8000]


def test_it_is_not_tried_before_its_time() -> None:
    retry = Retry()
    retry.failed(100)
    assert not retry.may_try(599)
    assert retry.may_try(600)


def test_its_return_is_news_with_the_time_it_was_away_and_the_next_failure_begins_anew() -> None:
    retry = Retry()
    retry.failed(100)
    retry.failed(600)
    assert retry.worked(1600) == 1500
    assert not retry.failing
    assert retry.failed(2000)
    assert retry.next_ms == 2500
