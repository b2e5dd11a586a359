"""What a page of the meadow is sent: what changed, what it may see, and nothing piles up."""

from __future__ import annotations

import json
import struct
from typing import Any

from meadow_host.twin.table.scene import Face, Scene
from meadow_host.web.shown import MOST_WAITING, Shown, Window

LAYOUT = {"half": 250.0}


def _piece(x: float, at: str = "meadow", face: str = "") -> dict[str, Any]:
    return {"x": x, "y": 2.0, "turn": 0.5, "at": at, "face": face, "z": 0}


def _shown() -> Shown:
    shown = Shown()
    pieces = {"a": _piece(1.0), "b": _piece(3.0, "hand.west")}
    shown.begin(LAYOUT, Scene(0, pieces, {"b": Face("west", "card.b")}, {}))
    shown.take_room({"people": []})
    return shown


def _told(window: Window) -> list[Any]:
    return [json.loads(one) if isinstance(one, str) else one for one in window.take()]


def test_a_new_page_gets_all_once() -> None:
    window = Window(_shown())
    assert _told(window) == [
        {"is": "layout", "half": 250.0, "handles": ["a", "b"]},
        {"is": "room", "you": [], "people": []},
        {"is": "pieces", "pieces": {"a": _piece(1.0), "b": _piece(3.0, "hand.west")}},
    ]
    assert _told(window) == []


def _new(shown: Shown) -> Window:
    window = Window(shown)
    shown.windows.add(window)
    window.take()
    return window


def test_moves_are_packed_by_number_and_only_the_latest_counts() -> None:
    shown = _shown()
    window = _new(shown)
    for x in (10.0, 11.0, 12.5):
        shown.take(Scene(1, {}, {}, {"b": (x, -20.02, 3.5)}))
    # number, then x and y in fiftieths of a millimetre, the turn in ten thousandths from -pi to pi
    assert _told(window) == [struct.pack("<Hhhh", 1, 625, -1001, -27832)]


def test_what_changes_its_place_is_told_whole_where_it_is_now() -> None:
    shown = _shown()
    window = _new(shown)
    shown.take(Scene(1, {"a": _piece(5.0, "tray.west")}, {}, {}))
    shown.take(Scene(2, {}, {}, {"a": (6.0, 7.0, 0.25)}))
    assert _told(window) == [
        {
            "is": "pieces",
            "pieces": {"a": {**_piece(6.0, "tray.west"), "y": 7.0, "turn": 0.25}},
        }
    ]


def test_a_held_up_card_is_seen_by_who_sits_there_and_by_nobody_else() -> None:
    shown = _shown()
    west, north = _new(shown), _new(shown)
    west.sits(("west",))
    north.sits(("north",))
    assert _told(west)[1]["pieces"]["b"]["face"] == "card.b"
    assert [message["is"] for message in _told(north)] == ["room"]
    west.sits(())
    assert _told(west)[1]["pieces"]["b"]["face"] == ""


def test_a_card_that_is_laid_down_is_seen_no_more_by_who_held_it() -> None:
    shown = _shown()
    west = _new(shown)
    west.sits(("west",))
    west.take()
    shown.take(Scene(1, {"b": _piece(1.0, "cards.west")}, {}, {}))
    assert _told(west)[0]["pieces"]["b"]["face"] == ""


def test_another_meadow_is_shown_anew() -> None:
    shown = _shown()
    window = _new(shown)
    shown.begin(LAYOUT, Scene(9, {"c": _piece(1.0)}, {}, {}))
    told = _told(window)
    assert told[0]["handles"] == ["c"]
    assert list(told[2]["pieces"]) == ["c"]


def test_nothing_piles_up_for_a_page_that_takes_nothing() -> None:
    shown = _shown()
    window = _new(shown)
    for number in range(10_000):
        shown.take(Scene(number, {"a": _piece(1.0)}, {}, {"b": (number / 100, 0.0, 0.0)}))
        window.answer({"is": "answer", "id": number})
    told = window.take()
    assert len(told) == 2 + MOST_WAITING
    assert sum(map(len, told)) < 6000
