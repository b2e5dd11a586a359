"""What comes of a page's message at the meadow: for whom, and by what names."""

from __future__ import annotations

import pytest
from meadow_host.twin.meadow.lying import Lie
from meadow_host.web.acting import act
from meadow_host.web.talk import (
    Bots,
    Break,
    Collect,
    Deal,
    Do,
    Finger,
    Fingers,
    Hello,
    Lay,
    Message,
    SetOut,
    Show,
    Sit,
    Speak,
    TakeBack,
    Turn,
)

from tests.twin.table.seated import Seated

MOVED = "this meadow was opened in another tab or window: go on there, or reload this page"
TOKEN = "token.moss.acorn"


@pytest.mark.parametrize(
    "said",
    [
        Hello(1, "aaaaaaaa"),
        Sit(("east",)),
        Fingers((Finger(0, Do.DOWN, -290.0, 0.0), Finger(0, Do.UP, 0.0, 0.0))),
        Lay(TOKEN, "tray.east"),
        Turn("card-1"),
        Show("rake.red", "deck"),
        Speak("west", "deck"),
        Deal(),
        Collect(),
        TakeBack(),
        SetOut("sweepers"),
        Bots(("north",)),
        Break("deaf", True, place="east"),
    ],
    ids=lambda said: type(said).__name__,
)
def test_who_has_come_back_by_another_page_does_nothing_by_the_older_one(said: Message) -> None:
    seated = Seated()
    seated.world.move(TOKEN, Lie("tray.west", -290.0, 0.0))
    older = seated.sits("west", key="aaaaaaaa")
    seated.people.come("aaaaaaaa")
    changes, state = seated.world.changes, seated.room.state()
    assert act(seated.room, older, said) == [MOVED]
    assert (seated.world.changes, seated.room.state()) == (changes, state)
