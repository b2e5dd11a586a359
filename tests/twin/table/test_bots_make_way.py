"""What bots leave to people: the end of a game, and seats from which they were sent away."""

from __future__ import annotations

import pytest

from tests.twin.table.seated import Seated

GAMES = ("thats-my-stash", "sweet-takes")
BOTS = ("north", "south")


def _ended(seated: Seated) -> list[tuple[str, str]]:
    """Bots play until somebody is said to have won; gives where everything lies."""
    seated.until(lambda: seated.game.get("phase") == "playing", 240_000)
    seated.table.say(*(("award", "north") if "sides" in seated.game else ("end",)))
    seated.until(lambda: seated.game["phase"] == "over", 5_000)
    _pass(seated, 3_000)  # whoever held something has laid it down
    return _lies(seated)


def _lies(seated: Seated) -> list[tuple[str, str]]:
    return [(piece, seated.place(piece)) for piece in sorted(seated.world.lying.pieces)]


def _pass(seated: Seated, duration_ms: int) -> None:
    for _ in range(duration_ms // 1000):
        for person in seated.people:
            seated.people.heard(person)
        seated.wait(1000)


def test_beside_people_bots_leave_all_as_it_is_when_a_game_is_over_and_clear_nothing() -> None:
    seated = Seated(bots=BOTS, words=("thats-my-stash", "way-a"))
    seated.until(lambda: seated.game.get("phase") == "playing", 240_000)
    seated.until(lambda: any(side["covered"] for side in seated.game["sides"]), 120_000)
    seated.sits("west")
    lies = _ended(seated)
    assert any(place == "cards.north" for _, place in lies)
    _pass(seated, 60_000)
    assert seated.game["phase"] == "over"
    assert _lies(seated) == lies


@pytest.mark.parametrize("game", GAMES)
def test_alone_they_let_people_see_the_end_before_they_clear_the_table(game: str) -> None:
    seated = Seated(bots=BOTS, words=(game,))
    lies = _ended(seated)
    seated.wait(25_000)
    assert seated.game["phase"] == "over"
    assert _lies(seated) == lies
    seated.until(lambda: seated.game.get("phase") == "dealing", 30_000)


def test_bots_that_are_sent_away_in_the_lobby_leave_it() -> None:
    seated = Seated(bots=("north", "east", "south"))
    person = seated.sits("west")
    seated.table.say("thats-my-stash")
    seated.table.say("seat", "west")
    seated.until(lambda: len(seated.joined) == 4)
    assert seated.room.want_bots(("north",), "", ()) == ""
    seated.until(lambda: seated.joined == ["north", "west"], 10_000)
    assert seated.room.want_bots((), "", ()) == ""
    seated.people.heard(person)
    seated.until(lambda: seated.joined == ["west"], 10_000)


def test_where_no_bot_is_wanted_none_chooses_begins_or_clears_anything() -> None:
    seated = Seated(bots=BOTS, words=("quick-paws",))
    seated.until(lambda: len(seated.joined) == 2)
    assert seated.room.want_bots((), "", ("quick-paws",)) == ""
    seated.until(lambda: seated.joined == [], 10_000)
    seated.table.say("end")
    seated.wait(60_000)
    assert (seated.room.eyes.lobby["game"], seated.journals) == ("", [])
