"""What goes from the loop to the server, and how often: on a manual clock."""

from __future__ import annotations

from typing import Any

from meadow.console.publish import Published, Publisher
from meadow.console.states import Viewer, state_of
from meadow.console.story import Story
from meadow.games.package import load_packages
from meadow.table.status import Phase

from tests.table.sat import RED, Sat, begun, over

BOTH = frozenset(Viewer)
SPECTATOR, OPERATOR = Viewer.SPECTATOR, Viewer.OPERATOR


class Watched:
    """A table whose every pass is looked at, and what went to the server."""

    def __init__(self, sat: Sat | None = None, wanted: frozenset[Viewer] = BOTH) -> None:
        self.sat = sat or Sat()
        self.published: list[Published] = []
        self.publisher = Publisher(self.published.append)
        self.publisher.wanted = wanted
        self.publisher.attach(self.sat.table)

    def wait(self, duration_ms: int) -> list[Published]:
        """Let time pass, with a pass every five milliseconds; what went out meanwhile."""
        self.published.clear()
        for _ in range(duration_ms // 5):
            self.sat.wait(5)
            self.publisher.look(self.sat.table)
        return list(self.published)


def test_without_any_change_a_state_goes_out_once_a_second() -> None:
    assert [one.now_ms for one in Watched().wait(3100)] == [1005, 2005, 3005, 4005]


def test_a_change_goes_out_at_once() -> None:
    watched = Watched()
    watched.wait(500)
    watched.sat.table.say("quick-rake")
    (one,) = watched.wait(100)
    assert one.now_ms <= watched.sat.table.now_ms - 90
    assert one.states[SPECTATOR]["lobby"]["title"] == "Quick Rake"
    assert [heard.news.outputs for heard in one.heard] != []


def test_however_much_happens_at_most_25_states_go_out_a_second() -> None:
    watched = Watched()
    said = 0
    for _ in range(100):
        watched.sat.table.say("what?")
        said += len(watched.wait(10))
    assert 20 <= said <= 25


def test_no_news_is_lost_between_two_states() -> None:
    watched = Watched()
    told = 0
    for _ in range(30):
        watched.sat.table.say("what?")
        told += sum(len(one.heard) for one in watched.wait(5))
    told += sum(len(one.heard) for one in watched.wait(200))
    assert told == 30


def test_without_pages_news_go_out_and_no_states() -> None:
    watched = Watched(wanted=frozenset())
    (first,) = watched.wait(3000)  # what the pieces are
    assert (first.states, first.heard) == ({}, ())
    watched.sat.table.say("what?")
    (one,) = watched.wait(1500)
    assert (one.states, len(one.heard)) == ({}, 1)


def test_a_page_that_comes_is_served_after_the_next_pass() -> None:
    watched = Watched(wanted=frozenset())
    watched.wait(500)
    watched.publisher.wanted = frozenset({OPERATOR})
    watched.publisher.wake()
    (one,) = watched.wait(50)
    assert list(one.states) == [OPERATOR]


def test_the_pieces_come_with_the_first_news_and_at_the_beginning_of_each_game() -> None:
    watched = Watched()
    heard = []
    for word in ("quick-rake", "what?"):
        watched.sat.table.say(word)
        heard += [one for published in watched.wait(100) for one in published.heard]
    for side, rake in (("north", "rake.red"), ("east", "rake.blue")):
        watched.sat.board.readers.lay(side, watched.sat.uid(rake))
        watched.wait(100)
        watched.sat.board.readers.lift(side, watched.sat.uid(rake))
        watched.wait(100)
    for word in ("start", "pause"):
        watched.sat.table.say(word)
        heard += [one for published in watched.wait(100) for one in published.heard]
    assert [(one.pieces is not None, one.begins, one.phase) for one in heard] == [
        (True, False, Phase.LOBBY),
        (False, False, Phase.LOBBY),
        (True, True, Phase.PLAYING),
        (False, False, Phase.PLAYING),
    ]


def test_a_table_that_takes_the_place_of_another_is_published_at_once() -> None:
    watched = Watched()
    watched.wait(500)
    watched.sat = begun()
    watched.publisher.attach(watched.sat.table)
    one = watched.wait(100)[0]
    assert one.states[SPECTATOR]["phase"] == "playing"


# ------------------------------------------------------------------------------ the states


def seen(sat: Sat, viewer: Viewer = SPECTATOR) -> dict[str, Any]:
    return state_of(sat.table, viewer, frozenset())


def test_the_times_of_cues_are_the_table_s_and_those_of_the_game_the_core_s() -> None:
    sat = Sat(load_packages())
    for words in ("quick-paws", "seat north", "start"):
        sat.say(*words.split())
    for item in ("acorn", "blueberry", "hazelnut", "honeycomb", "mushroom", "pinecone"):
        sat.say("deal", f"treat.bark.{item}")
    sat.say("deal", "treat.moss.acorn")
    sat.say("flip", "north")
    state = seen(sat)
    flipped_ms = sat.table.clock.zero_ms + state["game"]["began_ms"]
    assert state["cues"]["meadow"]["ends_ms"] == flipped_ms + 90_000
    sat.say("pause", wait_ms=1000)
    paused = seen(sat)
    assert "ends_ms" not in paused["cues"]["meadow"]
    assert paused["cues"]["meadow"]["left_ms"] > 80_000
    assert paused["clock"]["stands_ms"] > paused["game"]["began_ms"]


def test_a_disk_that_fails_is_told_to_all_and_why_to_operators() -> None:
    sat = begun()
    sat.journals[0].trouble = "the disk is full"
    sat.wait(100)
    assert seen(sat)["saved"] is False
    assert "the disk is full" not in str(seen(sat))
    assert seen(sat, OPERATOR)["journal"]["trouble"] == "the disk is full"
    assert "the disk is full" in seen(sat, OPERATOR)["troubles"][-1]


def test_a_reader_that_does_not_answer_is_told_to_all() -> None:
    sat = begun()
    sat.board.readers.fail("east", "no chip answers")
    sat.wait(100)
    state = seen(sat)
    assert state["readers"]["east"] == "no chip answers"
    assert state["pause"] == {"paused": "reader", "counting": 0, "broken": ["east"]}


def test_operators_see_what_would_be_accepted_now() -> None:
    sat = begun()
    assert {"do": "say", "at": "pause", "pieces": []} in seen(sat, OPERATOR)["legal"]
    assert "legal" not in seen(sat)
    assert seen(over(), OPERATOR)["can_undo"] is True


# --------------------------------------------------------------------------- the history


def test_the_history_begins_anew_with_each_game() -> None:
    watched, story = Watched(), Story()

    def told(*words: str, wait_ms: int = 100) -> list[str]:
        for word in words:
            watched.sat.table.say(*word.split())
            for one in watched.wait(wait_ms):
                for heard in one.heard:
                    story.take(heard)
        return [line["text"] for line in story.history()["lines"]]

    refused = "refused: 'what?' means nothing before a game is chosen"
    assert told("what?") == [refused]
    told("quick-rake", "seat north", "seat east")
    for side, rake in (("north", RED), ("east", "rake.blue")):
        watched.sat.board.readers.lay(side, watched.sat.uid(rake))
        watched.wait(100)
        watched.sat.board.readers.lift(side, watched.sat.uid(rake))
        watched.wait(100)
    assert told("start", "pause") == ["operator: says 'pause'", "the game is paused (operator)"]
    ended = told("end", "lobby", wait_ms=4000)
    assert ended[:3] == [
        "operator: says 'pause'",
        "the game is paused (operator)",
        "operator: says 'end'",
    ]
    assert told("start", "what?", wait_ms=200)[0] == "operator: says 'what?'"


def test_a_game_that_is_cleared_away_without_any_news_is_seen_at_once() -> None:
    watched = Watched(over())
    watched.wait(100)
    watched.sat.table.say("lobby")
    (one,) = watched.wait(100)
    assert (one.phase, one.heard) == (Phase.LOBBY, ())


def test_lines_of_a_game_bear_its_time_and_those_of_the_lobby_none() -> None:
    watched, story = Watched(), Story()
    watched.sat.table.say("what?")
    (one,) = watched.wait(100)
    assert [line["at_ms"] for line in story.take(one.heard[0])[SPECTATOR]["lines"]] == [-1]
