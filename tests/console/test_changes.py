"""A page makes the new state of the old one and the patch, whatever they are."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.console.changes import patch_of, patched, plain

LEAVES = st.integers(-5, 5) | st.text(max_size=3) | st.booleans()
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=2), inner),
    max_leaves=8,
)
STATES = st.dictionaries(st.sampled_from("abcd"), VALUES, max_size=4)


@pytest.mark.parametrize(
    ("before", "after", "patch"),
    [
        ({"a": 1}, {"a": 1}, {}),
        ({"a": 1}, {"a": 2}, {"a": 2}),
        ({"a": 1}, {}, {"a": None}),
        ({}, {"a": {}}, {"a": {}}),
        ({"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, {"a": {"c": 3}}),
        ({"a": {"b": 1}}, {"a": {}}, {"a": {"b": None}}),
        ({"a": [1, 2]}, {"a": [1, 3]}, {"a": [1, 3]}),
        ({"a": "x"}, {"a": {"b": 1}}, {"a": {"b": 1}}),
        ({"a": {"b": 1}}, {"a": "x"}, {"a": "x"}),
    ],
)
def test_a_patch_holds_what_changed_and_nothing_else(
    before: dict[str, Any], after: dict[str, Any], patch: dict[str, Any]
) -> None:
    assert patch_of(before, after) == patch
    assert patched(before, patch) == after


@given(STATES, STATES)
def test_every_state_comes_out_of_every_other_by_their_patch(
    before: dict[str, Any], after: dict[str, Any]
) -> None:
    kept = json.dumps(before)
    assert patched(before, json.loads(json.dumps(patch_of(before, after)))) == after
    assert json.dumps(before) == kept


def test_a_plain_value_has_no_null_and_no_tuple() -> None:
    assert plain({"a": None, "b": (1, None, {"c": None}), "d": "x"}) == {"b": [1, {}], "d": "x"}
