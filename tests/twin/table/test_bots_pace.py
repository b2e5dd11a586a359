"""How soon bots take the next step, and that they do not press what nothing comes of."""

from __future__ import annotations

from functools import partial

from meadow_host.twin.table.pace import Pace


def _taken(pace: Pace, seen: object, from_ms: int, until_ms: int) -> list[int]:
    """When a step that is wanted all the time is taken, asked whenever it says that it is due."""
    taken: list[int] = []
    now_ms = from_ms
    while now_ms < until_ms:
        due_ms = pace.take(partial(taken.append, now_ms), seen, now_ms, 1000)
        assert due_ms is not None
        now_ms = due_ms
    return taken


def test_what_nothing_comes_of_is_tried_later_and_later() -> None:
    taken = _taken(Pace(), "the same", 0, 150_000)
    assert taken == [1000, 2000, 4000, 8000, 16_000, 32_000, 62_000, 92_000, 122_000]


def test_when_something_has_changed_it_is_tried_soon() -> None:
    pace = Pace()
    _taken(pace, "the same", 0, 40_000)
    assert _taken(pace, "another", 40_000, 48_000) == [41_000, 42_000, 44_000]
