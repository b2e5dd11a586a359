"""Snapshots, numbered changes, and pages that do not keep up."""

from __future__ import annotations

import json
from typing import Any

import pytest
from meadow.clock import ManualClock
from meadow.console.hub import (
    MOST_KEPT,
    MOST_OF_ONE,
    MOST_OPERATORS,
    MOST_PAGES,
    MOST_WAITING,
    QUIET_MS,
    Hub,
    Page,
    Stream,
)
from meadow.console.states import Viewer

SPECTATOR, OPERATOR = Viewer.SPECTATOR, Viewer.OPERATOR


class Crowd:
    """A hub and what it asked for."""

    def __init__(self) -> None:
        self.clock = ManualClock(500)
        self.asked: list[tuple[frozenset[Viewer], frozenset[Stream]]] = []
        self.let_go: list[Page] = []
        self.hub = Hub(
            "boot", lambda viewers, streams: self.asked.append((viewers, streams)), self.clock
        )

    def page(self, viewer: Viewer = SPECTATOR, home: str = "", is_kept: bool = False) -> Page:
        page = Page(viewer, lambda: self.let_go.append(page), home, is_kept)
        self.hub.join(page)
        return page

    def publish(self, now_ms: int, **state: Any) -> None:
        self.hub.publish(now_ms, {SPECTATOR: state, OPERATOR: {**state, "secret": "yes"}})


@pytest.fixture
def crowd() -> Crowd:
    return Crowd()


def told(page: Page) -> list[Any]:
    """All that waits for a page; None for its end."""
    texts = [page.queue.get_nowait() for _ in range(page.queue.qsize())]
    return [None if text is None else json.loads(text or page.take_latest()) for text in texts]


def snapshot(number: int, now_ms: int, state: dict[str, Any], viewer: str = "spectator") -> Any:
    return {
        "is": "snapshot",
        "boot": "boot",
        "number": number,
        "now_ms": now_ms,
        "viewer": viewer,
        "state": state,
    }


def test_a_page_gets_the_whole_state_then_numbered_changes(crowd: Crowd) -> None:
    page = crowd.page()
    assert told(page) == []  # the table was not asked yet
    crowd.publish(1000, phase="lobby", seats=[])
    crowd.publish(1040, phase="playing", seats=[])
    crowd.publish(1080, phase="playing", seats=["north"])
    assert told(page) == [
        snapshot(0, 1000, {"phase": "lobby", "seats": []}),
        {"is": "change", "number": 1, "now_ms": 1040, "patch": {"phase": "playing"}},
        {"is": "change", "number": 2, "now_ms": 1080, "patch": {"seats": ["north"]}},
    ]


def test_a_page_that_comes_later_begins_with_the_number_of_the_others(crowd: Crowd) -> None:
    first = crowd.page()
    crowd.publish(1000, phase="lobby")
    crowd.publish(1040, phase="playing")
    crowd.clock.advance_to(700)  # 200 ms after the last publication
    second = crowd.page()
    crowd.publish(1300, phase="over")
    change = {"is": "change", "number": 2, "now_ms": 1300, "patch": {"phase": "over"}}
    assert told(second) == [snapshot(1, 1240, {"phase": "playing"}), change]
    assert told(first)[-1] == change


def test_each_viewer_has_a_state_of_its_own(crowd: Crowd) -> None:
    spectator, operator = crowd.page(), crowd.page(OPERATOR)
    crowd.publish(1000, phase="lobby")
    assert told(spectator) == [snapshot(0, 1000, {"phase": "lobby"})]
    state = {"phase": "lobby", "secret": "yes"}
    assert told(operator) == [snapshot(0, 1000, state, "operator")]


def test_the_hub_asks_for_those_viewers_and_streams_only_that_pages_want(crowd: Crowd) -> None:
    spectator, operator = crowd.page(), crowd.page(OPERATOR)
    crowd.hub.stream(operator, frozenset({Stream.FRAMES}))
    crowd.hub.leave(operator)
    crowd.hub.leave(spectator)
    nothing: frozenset[Any] = frozenset()
    assert crowd.asked == [
        ({SPECTATOR}, nothing),
        ({SPECTATOR, OPERATOR}, nothing),
        ({SPECTATOR, OPERATOR}, {Stream.FRAMES}),
        ({SPECTATOR}, nothing),
        (nothing, nothing),
    ]


def test_a_state_nobody_looked_at_is_not_shown_to_the_next_who_does(crowd: Crowd) -> None:
    first = crowd.page()
    crowd.publish(1000, phase="lobby")
    crowd.hub.leave(first)
    second = crowd.page()
    assert told(second) == []
    crowd.publish(2000, phase="playing")
    assert told(second) == [snapshot(0, 2000, {"phase": "playing"})]


def test_without_a_change_the_time_is_told_once_in_a_while(crowd: Crowd) -> None:
    page = crowd.page()
    for beat in range(5):
        crowd.publish(1000 + beat * QUIET_MS // 2, phase="lobby")
        crowd.clock.sleep_ms(QUIET_MS // 2)
    assert [message["is"] for message in told(page)] == ["snapshot", "now", "now"]


def test_a_page_that_does_not_keep_up_gets_its_end_and_nothing_more(crowd: Crowd) -> None:
    slow, quick = crowd.page(), crowd.page()
    for number in range(MOST_WAITING + 10):
        crowd.hub.tell({"is": "news", "at_ms": number})
        if number < MOST_WAITING - 1:
            continue
        told(quick)
    assert told(slow) == [None]
    assert crowd.let_go == [slow]
    crowd.hub.tell({"is": "news", "at_ms": 9})
    assert told(slow) == []
    assert told(quick) == [{"is": "news", "at_ms": 9}]


def test_frames_go_to_those_who_asked_and_only_the_latest(crowd: Crowd) -> None:
    asked, other = crowd.page(), crowd.page()
    crowd.hub.stream(asked, frozenset({Stream.FRAMES}))
    for number in range(3 * MOST_WAITING):
        crowd.hub.tell_latest({"is": "frame", "at_ms": number}, Stream.FRAMES)
    assert told(asked) == [{"is": "frame", "at_ms": 3 * MOST_WAITING - 1}]
    assert told(other) == []
    crowd.hub.tell_latest({"is": "frame", "at_ms": 5}, Stream.FRAMES)
    assert told(asked) == [{"is": "frame", "at_ms": 5}]


def test_beeps_go_to_those_who_asked_and_all_of_them(crowd: Crowd) -> None:
    asked, other = crowd.page(), crowd.page()
    crowd.hub.stream(asked, frozenset({Stream.BEEPS}))
    crowd.hub.tell({"is": "beep", "on": True}, Stream.BEEPS)
    crowd.hub.tell({"is": "beep", "on": False}, Stream.BEEPS)
    assert [message["on"] for message in told(asked)] == [True, False]
    assert told(other) == []


def test_a_crowd_does_not_keep_an_operator_out(crowd: Crowd) -> None:
    for _ in range(MOST_PAGES):
        crowd.page()
    assert not crowd.hub.makes_room(SPECTATOR)
    for _ in range(MOST_KEPT):  # of the table's own computer, or of where an operator is
        assert crowd.hub.makes_room(SPECTATOR, is_kept=True)
        crowd.page(is_kept=True)
    assert not crowd.hub.makes_room(SPECTATOR, is_kept=True)
    assert crowd.hub.makes_room(OPERATOR)
    for _ in range(MOST_OPERATORS):
        crowd.page(OPERATOR)
    assert not crowd.hub.makes_room(OPERATOR)
    assert crowd.let_go == []


def test_nobody_takes_all_places_and_whoever_has_most_makes_room(crowd: Crowd) -> None:
    for _ in range(MOST_OF_ONE):
        assert crowd.hub.makes_room(SPECTATOR, "one")
        crowd.page(home="one")
    assert not crowd.hub.makes_room(SPECTATOR, "one")
    pages = []
    for number in range(MOST_PAGES - MOST_OF_ONE):
        home = "two" if number % 2 else "three"
        assert crowd.hub.makes_room(SPECTATOR, home)
        pages.append(crowd.page(home=home))
    assert crowd.let_go == []
    for count in range(1, 4):  # all are taken: the newest of the one with most go
        assert crowd.hub.makes_room(SPECTATOR, "four")
        crowd.page(home="four")
        assert [(one.home, one.is_sent_away) for one in crowd.let_go] == [("one", True)] * count
    assert crowd.hub.pages == MOST_PAGES
    assert told(crowd.let_go[0]) == [None]
    assert not any(page.is_sent_away for page in pages)
    assert not crowd.hub.makes_room(SPECTATOR, "one")


def phones_come(crowd: Crowd, count: int) -> int:
    """So many, each with an address of its own; gives how many found room."""
    came = 0
    for number in range(count):
        if crowd.hub.makes_room(SPECTATOR, f"phone {number}"):
            crowd.page(home=f"phone {number}")
            came += 1
    return came


def test_the_table_s_own_pages_are_not_put_out_for_phones_and_take_no_place_of_theirs(
    crowd: Crowd,
) -> None:
    operator = crowd.page(OPERATOR)
    for _ in range(MOST_KEPT):
        assert crowd.hub.makes_room(SPECTATOR, "own", is_kept=True)
        crowd.page(home="own", is_kept=True)
    assert phones_come(crowd, 400) == MOST_PAGES
    assert crowd.let_go == []
    assert not operator.is_sent_away


def test_what_the_table_s_own_computer_opens_beyond_its_places_shares_with_all(
    crowd: Crowd,
) -> None:
    own = []
    for _ in range(MOST_KEPT + 3):
        assert crowd.hub.makes_room(SPECTATOR, "own", is_kept=True)
        own.append(crowd.page(home="own", is_kept=True))
    assert phones_come(crowd, 400) == MOST_PAGES - 1  # 3 less, and 2 of those were put out
    assert crowd.let_go == [own[-1], own[-2]]
