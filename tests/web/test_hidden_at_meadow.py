"""No page of the meadow learns the face of a hidden card: not by its name, not by an answer."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from meadow.games.package import load_packages
from meadow.pieces.sets import default_sets
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.person import Person
from meadow_host.twin.table.room import Room
from meadow_host.twin.table.troubles import FullableDisk, Troubles
from meadow_host.web.acting import act
from meadow_host.web.talk import Lay, Message, Show, Turn

CARD, OTHER = "card.blue-worms.7", "card.blue-worms.8"
TOKEN = "token.moss.acorn"
HIDDEN = ("hand.west", "cards.west", "pile", "box", "held.west")


@pytest.fixture
def room() -> Iterator[Room]:
    said: list[str] = []
    pieces = tuple(piece for pieces in default_sets() for piece in pieces.pieces)
    room = Room(pieces, load_packages(), 1, Troubles(FullableDisk(), None), said.append)
    yield room
    assert said == []


def _come(room: Room, seat: str) -> Person:
    person = room.people.come(seat.encode().hex())
    assert room.people.sit(person, [seat]) == ""
    return person


def _hide(room: Room, place: str) -> str:
    """Let the card lie there, face down or held up; gives its handle."""
    held = place.startswith("held")
    room.world.move(CARD, Lie("hand.west" if held else place, -500.0, 0.0, up=held))
    if held:
        assert room.world.take("a finger", CARD, "west") == ""
    return room.world.handles.of(CARD)


@pytest.mark.parametrize("place", HIDDEN)
@pytest.mark.parametrize(
    "said",
    [
        Lay(CARD, "aside"),
        Lay(TOKEN, CARD),
        Turn(CARD),
        Show(CARD, "deck"),
    ],
)
def test_a_card_named_by_its_face_is_as_unknown_as_one_that_is_not_there(
    room: Room, place: str, said: Message
) -> None:
    _hide(room, place)
    changes = room.world.changes
    why = act(room, _come(room, "north"), said)
    what = "place and no card" if isinstance(said, Lay) and said.to == CARD else "piece"
    assert why == [f"there is no {what} {CARD!r} here"]
    assert room.world.changes == changes


@pytest.mark.parametrize("place", HIDDEN)
def test_no_answer_names_a_card_by_its_face(room: Room, place: str) -> None:
    handle = _hide(room, place)
    room.world.move(OTHER, Lie("cards.south", 0.0, 400.0, up=True))
    other = room.world.handles.of(OTHER)
    person, answers = _come(room, "north"), list[str]()
    for said in (
        Lay(TOKEN, handle),
        Lay(handle, other),
        Lay(handle, "meadow"),
        Lay(handle, "moon"),
        Lay(handle, "beside.north", x=1e300, y=0.0),
        Show(handle, "deck"),
        Show(handle, "nowhere"),
        Turn(handle),
    ):
        answers += act(room, person, said)
    assert len(answers) >= 5
    assert [answer for answer in answers if CARD in answer] == []
