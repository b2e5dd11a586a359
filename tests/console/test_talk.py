"""What a page may say, and what is refused, whatever it is."""

from __future__ import annotations

import contextlib
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.console.language import TalkError
from meadow.console.talk import (
    TALK,
    Act,
    Adjust,
    Hello,
    NamePlayers,
    Want,
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"is":"hello","version":1}', Hello(1)),
        ('{"is":"hello","version":9,"page":"board","new":{"x":[1]}}', Hello(9, "board")),
        ('{"is":"want","id":3,"wants":["frames","smells"]}', Want(3, ("frames", "smells"))),
        ('{"is":"act","word":"seat","id":7,"args":["north"]}', Act("seat", 7, ("north",))),
        ('{"is":"adjust","quiet":true}', Adjust(quiet=True)),
        ('{"is":"adjust","id":1,"brightness":1}', Adjust(1, brightness=1.0)),
        (
            '{"is":"names","names":{"north":"<i>"},"public":true}',
            NamePlayers({"north": "<i>"}, public=True),
        ),
    ],
)
def test_these_make_sense(text: str, message: object) -> None:
    assert TALK.message_of(text) == message


@pytest.mark.parametrize(
    "value",
    [
        {},
        [],
        [[[[]]]],
        7,
        {"is": "shout"},
        {"is": None},
        {"is": "hello"},
        {"is": "hello", "version": "1"},
        {"is": "act"},
        {"is": "act", "word": ""},
        {"is": "act", "word": "x" * 41},
        {"is": "act", "word": ["start"]},
        {"is": "act", "word": "start", "args": "north"},
        {"is": "act", "word": "start", "args": ["x"] * 9},
        {"is": "act", "word": "start", "args": ["x" * 101]},
        {"is": "act", "word": "start", "args": [1]},
        {"is": "act", "word": "start", "id": -1},
        {"is": "act", "word": "start", "id": 1 << 60},
        {"is": "adjust", "quiet": "yes"},
        {"is": "adjust", "brightness": "1"},
        {"is": "hello", "version": 1, "viewer": "referee"},
        {"is": "names", "public": "yes"},
        {"is": "names", "names": ["Ann"]},
        {"is": "names", "names": {"North side": "Ann"}},
        {"is": "names", "names": {"north": {"$ne": 1}}},
        {"is": "want", "wants": ["x"] * 17},
    ],
)
def test_what_does_not_fit_is_told_in_a_line(value: Any) -> None:
    with pytest.raises(TalkError) as caught:
        TALK.message_of(json.dumps(value))
    assert str(caught.value).startswith("the table does not understand this message: ")
    assert "\n" not in str(caught.value)


def test_the_answer_to_what_does_not_fit_bears_its_number() -> None:
    with pytest.raises(TalkError) as caught:
        TALK.message_of('{"is":"act","id":41,"word":7}')
    assert caught.value.id == 41


@pytest.mark.parametrize(
    "text",
    ["", "x", "{", "NaN", '"act"'[:-1], "{" * 4000, '{"is":"act","word":"\ud800"}'],
)
def test_what_is_no_json_is_told_in_a_line(text: str) -> None:
    with pytest.raises(TalkError, match="no JSON that makes sense here"):
        TALK.message_of(text)


@pytest.mark.parametrize("size", [4097, 65_000])
def test_what_is_too_long_is_not_even_read(size: int) -> None:
    text = '{"is":"act","word":"start"}'
    with pytest.raises(TalkError, match=f"4096 bytes at most, and this one has {size}"):
        TALK.message_of(text + " " * (size - len(text)))


@given(
    st.text() | st.dictionaries(st.sampled_from(["is", "word", "id"]), st.text()).map(json.dumps)
)
def test_no_text_raises_anything_else(text: str) -> None:
    with contextlib.suppress(TalkError):
        assert isinstance(TALK.message_of(text), Hello | Want | Act | Adjust | NamePlayers)
