"""Every key of a TOML text is found on the line where it stands."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.tomlfile.lines import KeyPath, key_lines


def test_keys_of_tables_have_the_line_they_stand_on() -> None:
    text = '# a comment\nname = "x"\n\n[strip]\npixels = 60\n  brightness = 0.5 # half\n'
    assert dict(key_lines(text)) == {
        ("name",): 2,
        ("strip",): 4,
        ("strip", "pixels"): 5,
        ("strip", "brightness"): 6,
    }


def test_elements_of_arrays_of_tables_are_counted_from_nought() -> None:
    text = (
        '[[span]]\nplace = "a"\n[[span]]\nplace = "b"\n[span.more]\nx = 1\n[[span.deep]]\ny = 2\n'
    )
    assert dict(key_lines(text)) == {
        ("span",): 1,
        ("span", 0): 1,
        ("span", 0, "place"): 2,
        ("span", 1): 3,
        ("span", 1, "place"): 4,
        ("span", 1, "more"): 5,
        ("span", 1, "more", "x"): 6,
        ("span", 1, "deep"): 7,
        ("span", 1, "deep", 0): 7,
        ("span", 1, "deep", 0, "y"): 8,
    }


def test_dotted_and_quoted_keys_are_followed() -> None:
    text = 'a.b.c = 1\na . "b d" = 2\n[ x . \'y.z\' ]\n"q\\u00e9\\"" = 3\n'
    assert dict(key_lines(text)) == {
        ("a",): 1,
        ("a", "b"): 1,
        ("a", "b", "c"): 1,
        ("a", "b d"): 2,
        ("x",): 3,
        ("x", "y.z"): 3,
        ("x", "y.z", 'qé"'): 4,
    }


def test_a_multi_line_string_hides_what_looks_like_a_key() -> None:
    text = 'a = """\nb = 1\n[c]\n\\""" still ""\n"""""\nd = \'\'\'\ne = "\n\'\'\'\'\nf = 2\n'
    assert tomllib.loads(text).keys() == {"a", "d", "f"}
    assert dict(key_lines(text)) == {("a",): 1, ("d",): 6, ("f",): 9}


def test_elements_of_a_multi_line_array_have_their_own_lines() -> None:
    text = 'a = [ # first\n  "x=[", 2,\n\n  # no = 1\n  [3,\n4], {b = 5, c.d = "}"},\n]\ne = 6\n'
    assert dict(key_lines(text)) == {
        ("a",): 1,
        ("a", 0): 2,
        ("a", 1): 2,
        ("a", 2): 5,
        ("a", 2, 0): 5,
        ("a", 2, 1): 6,
        ("a", 3): 6,
        ("a", 3, "b"): 6,
        ("a", 3, "c"): 6,
        ("a", 3, "c", "d"): 6,
        ("e",): 8,
    }


def test_a_text_without_keys_has_no_lines() -> None:
    assert dict(key_lines("")) == {}
    assert dict(key_lines("# nothing\n\n")) == {}


# --------------------------------------------------- against tomllib, on any valid text

KEYS = {
    "alpha": "alpha",
    "be-ta": "be-ta",
    "9_9": "9_9",
    '"gam.ma"': "gam.ma",
    "'del#ta'": "del#ta",
    '"ep\\"si]lon"': 'ep"si]lon',
    '"\\u007aeta"': "zeta",
    '""': "",
    "'e = ta'": "e = ta",
    '"new\\nline"': "new\nline",
}
SCALARS = (
    "1",
    "-2.5e3",
    "true",
    "inf",
    "1979-05-27 07:32:00",
    '"a = 1 # [x]"',
    '"\\"\\\\"',
    "'c:\\'",
    '""',
    "''",
    '"""\nalpha = 1\n[beta]\n"""',
    '"""q\\"""" ""a"""""',
    '"""x\\\n  y\\\\"""',
    "'''\n\"\"\"\nalpha = 2''''",
    "'''\\'''",
)


def _array(elements: list[str], breaks: str) -> str:
    return f"[{breaks}{f' ,{breaks}'.join(elements)}{',' if elements and breaks else ''}{breaks}]"


def _inline_table(pairs: dict[str, str]) -> str:
    return "{" + ", ".join(f"{key} = {value}" for key, value in pairs.items()) + "}"


keys = st.sampled_from(sorted(KEYS))
dotted_keys = st.lists(keys, min_size=1, max_size=3).map(" . ".join) | keys
values = st.recursive(
    st.sampled_from(SCALARS),
    lambda inner: (
        st.builds(
            _array, st.lists(inner, max_size=3), st.sampled_from(["", " ", "\n", " # ], }\n\t"])
        )
        | st.builds(_inline_table, st.dictionaries(dotted_keys, inner, max_size=3))
    ),
    max_leaves=6,
)
statements = st.one_of(
    st.builds("{} = {}\n".format, dotted_keys, values),
    st.builds("  {} = {} # why = 1\n".format, keys, values),
    st.builds("[ {} ]\n".format, dotted_keys),
    st.builds("[[{}]] # [x]\n".format, dotted_keys),
    st.sampled_from(["\n", "# alpha = 1\n", "\t\n"]),
)


def _is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return False
    return True


def _paths(value: Any, path: KeyPath = ()) -> Iterator[KeyPath]:
    steps: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        steps = list(value.items())
    elif isinstance(value, list):
        steps = list(enumerate(value))
    for step, inner in steps:
        yield (*path, step)
        yield from _paths(inner, (*path, step))


@given(st.lists(statements, max_size=12))
@settings(max_examples=200, deadline=None)
def test_every_key_that_tomllib_finds_has_a_line_and_the_line_contains_it(
    parts: list[str],
) -> None:
    text = ""
    for part in parts:
        if _is_toml(text + part):
            text += part
    found = key_lines(text)
    assert set(found) == set(_paths(tomllib.loads(text)))
    lines = text.split("\n")
    for path, line in found.items():
        if isinstance(path[-1], str):
            raw = [written for written, key in KEYS.items() if key == path[-1]]
            assert raw[0] in lines[line - 1]
