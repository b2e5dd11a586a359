"""Whatever stands in a file: it is used, or refused in plain lines that name file and line."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.pieces.sets import parse_set
from meadow.settings.load import parse_settings
from meadow.tomlfile.document import TomlError

LINE = re.compile(r"t\.toml:[1-9][0-9]*: [^\n]+")
WORDS = (
    *("set", "name", "title", "backgrounds", "items", "words", "tokens", "token", "treats"),
    *("treat", "background", "item", "copies", "id", "rake", "colour", "command", "word"),
    *("table", "strip", "pixels", "brightness", "max_current_ma", "span", "place", "first"),
    *("count", "sounds", "quiet", "journal", "folder", "games", "snap", "lives", "rgb", '"x y"'),
    *("hardware", "pieces", "sets", "register", "keep_games"),
)
VALUES = (
    *('"moss"', '"acorn"', '"north"', '"deck"', '"start"', '""', '"\\u0000"', "'X'", "true"),
    *("0", "1", "60", "-1", "999999999999999999999999", "0.5", "nan", "-inf", "1979-05-27"),
    *("07:32:00", "[]", "{}", "[[]]", "[1, 2, 3]", '["moss", "acorn"]', '["moss", 1, {}]'),
    *('{place = "five", first = 57, count = 6}', "{snap = {lives = 2}}"),
    *('"a.toml"', '["a.toml", "a.toml", "../b.toml", 1]', '"table.toml"', '"/x.toml"'),
)


class Snap(msgspec.Struct, frozen=True):
    """The settings of a game for these tests."""

    lives: Annotated[int, msgspec.Meta(ge=1)] = 3
    rgb: tuple[int, int, int] = (0, 0, 0)


def _settings(text: str) -> object:
    return parse_settings(text, "t.toml", {"snap": Snap})


def _set(text: str) -> object:
    return parse_set(text, "t.toml")


words = st.sampled_from(WORDS)
lines = st.one_of(
    st.builds("[{}]".format, words),
    st.builds("[[{}]]".format, words),
    st.builds("[{}.{}]".format, words, words),
    st.builds("{} = {}".format, words, st.sampled_from(VALUES)),
    st.builds("{}.{} = {}".format, words, words, st.sampled_from(VALUES)),
)
readers = st.sampled_from([_settings, _set])


def _messages(reader: Callable[[str], Any], text: str) -> tuple[str, ...]:
    try:
        reader(text)
    except TomlError as error:
        return error.messages or ("refused without a reason",)
    return ()


@given(readers, st.lists(lines, max_size=8).map("\n".join))
@settings(max_examples=300, deadline=None)
def test_toml_of_any_shape_is_used_or_refused(reader: Callable[[str], Any], text: str) -> None:
    assert [one for one in _messages(reader, text) if not LINE.fullmatch(one)] == []


@given(readers, st.text(max_size=40))
@settings(deadline=None)
def test_any_text_at_all_is_used_or_refused(reader: Callable[[str], Any], text: str) -> None:
    assert [one for one in _messages(reader, text) if not LINE.fullmatch(one)] == []
