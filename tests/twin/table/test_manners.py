"""Who ends a pause or a Stop! where bots and people sit together: whoever made it, and no bot ends
what it has not made itself."""

from __future__ import annotations

import pytest

from tests.twin.table.seated import Seated

LONG_MS = 40_000
BOTH = ("north", "south")


def _between(*people: str, bots: tuple[str, ...] = BOTH) -> Seated:
    """That's My Stash! is played; bots sit at these sides but where people do."""
    seated = Seated(bots=bots)
    for number, seat in enumerate(people):
        seated.sits(seat, key=f"aaaaaaaa{number}")
    seated.table.say("thats-my-stash")
    seated.wait(300)
    for seat in people:
        seated.table.say("seat", seat)
    seated.until(lambda: len(seated.joined) == 2)
    seated.table.say("start")
    seated.wait(300)
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "ready", 90_000)
    seated.table.say("start")
    seated.until(lambda: seated.game["phase"] == "playing")
    _pass(seated, 500)
    return seated


def _pass(seated: Seated, duration_ms: int) -> None:
    """So much time passes, and all who sit there are awake."""
    for _ in range(max(1, duration_ms // 1000)):
        for person in seated.people:
            seated.people.heard(person)
        seated.wait(min(1000, duration_ms))


def _goes_on(seated: Seated) -> str:
    """Which bot it waits for, as pages are told."""
    goes_on: str = seated.rooms[-1]["goes_on"]
    return goes_on


@pytest.mark.parametrize("people", [(), ("south",)], ids=["bots alone", "beside a person"])
@pytest.mark.parametrize("word", ["pause", "stop", "undo"])
def test_what_the_operator_stopped_no_bot_ends(word: str, people: tuple[str, ...]) -> None:
    seated = _between(*people)
    seated.table.say(word)
    _pass(seated, LONG_MS)
    view = seated.room.eyes.view()
    assert view.get("paused") or seated.game["phase"] == "stopped"
    assert _goes_on(seated) == ""


def test_a_persons_stop_is_that_persons_to_end() -> None:
    seated = _between("south")
    seated.table.say("stop", "south")
    _pass(seated, LONG_MS)
    assert (seated.game["phase"], _goes_on(seated)) == ("stopped", "")
    seated.table.say("start")
    seated.until(lambda: seated.game["phase"] == "playing")


def test_a_bots_own_stop_is_ended_by_that_bot() -> None:
    seated = _between("north")
    seated.table.say("stop", "south")
    seated.wait(300)
    assert _goes_on(seated) == "south"
    _wait_for(seated, "playing")


def test_whom_the_operator_asks_for_has_stopped_nothing() -> None:
    seated = _between("north")
    seated.table.say("stop")
    seated.wait(300)
    seated.table.say("ask", "south")
    seated.wait(300)
    assert seated.game["caller"] == "south"
    _pass(seated, LONG_MS)
    assert (seated.game["phase"], _goes_on(seated)) == ("stopped", "")


def test_a_failed_reader_is_peoples_to_go_on_after_and_bots_do_alone() -> None:
    for people, is_paused in (((), False), (("south",), True)):
        seated = _between(*people)
        assert seated.troubles.set("unplugged", "east", True) == ""
        _wait_for_pause(seated)
        assert seated.troubles.set("unplugged", "east", False) == ""
        _pass(seated, LONG_MS)
        assert bool(seated.room.eyes.view().get("paused")) is is_paused


def test_in_cards_too_bots_do_not_end_the_operators_pause() -> None:
    seated = Seated(bots=("north", "east"))
    seated.plays("sweet-takes")
    seated.until(lambda: len(seated.joined) == 2)
    seated.table.say("start")
    seated.until(lambda: seated.game.get("phase") == "playing", 120_000)
    seated.table.say("pause")
    _pass(seated, LONG_MS)
    assert seated.room.eyes.view()["paused"] == "operator"


def _wait_for(seated: Seated, phase: str) -> None:
    for _ in range(60):
        if seated.game["phase"] == phase:
            return
        _pass(seated, 1000)
    raise AssertionError(f"it is {seated.game['phase']} still")


def _wait_for_pause(seated: Seated) -> None:
    seated.until(lambda: bool(seated.room.eyes.view().get("paused")))
