"""What a page of the meadow may say, and what of it is refused, each with one plain line."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.console.language import MOST_BYTES, TalkError
from meadow_host.web.talk import (
    TALK,
    Do,
    Finger,
    Fingers,
    Hello,
    Lay,
)


def test_fingers_are_told_in_short_and_in_order() -> None:
    said = TALK.message_of('{"is":"hand","did":[[0,"rake",1.5,-20],[0,"move",2,-18,0.5]]}')
    assert said == Fingers((Finger(0, Do.RAKE, 1.5, -20.0), Finger(0, Do.MOVE, 2.0, -18.0, 0.5)))


def test_a_finger_may_say_whose_rake_it_brings() -> None:
    said = TALK.message_of(
        '{"is":"hand","did":[[3,"rake",1,2,null,"west"],[3,"rake",1,2,0.5,"five"]]}'
    )
    assert said == Fingers(
        (Finger(3, Do.RAKE, 1.0, 2.0, None, "west"), Finger(3, Do.RAKE, 1.0, 2.0, 0.5, "five"))
    )


def test_what_is_not_known_in_a_message_is_passed_over() -> None:
    assert TALK.message_of('{"is":"hello","version":1,"key":"deadbeef","mood":"fine"}') == Hello(
        1, "deadbeef"
    )
    assert TALK.message_of('{"is":"lay","piece":"a","to":"b","id":3}') == Lay("a", "b", 3)


@pytest.mark.parametrize(
    ("text", "why", "id_"),
    [
        ("", "this message is no JSON that makes sense here", 0),
        (
            '{"is":"turn","piece":"a","x":' + "[" * 3000,
            "this message is no JSON that makes sense here",
            0,
        ),
        ("17", "the meadow does not understand this message: Expected `object`, got `int`", 0),
        (
            '{"is":"dance","id":7}',
            "the meadow does not understand this message: Invalid value 'dance' - at `$.is`",
            7,
        ),
        (
            '{"is":"sit","seats":["a","b","c","d","e","f"],"id":8}',
            "the meadow does not understand this message: "
            "Expected `array` of length <= 5 - at `$.seats`",
            8,
        ),
        (
            '{"is":"hand","did":[[99,"down",0,0]]}',
            "the meadow does not understand this message: Expected `int` <= 31 - at `$.did[0][0]`",
            0,
        ),
        (
            '{"is":"hand","did":[[0,"stab",0,0]]}',
            "the meadow does not understand this message: "
            "Invalid enum value 'stab' - at `$.did[0][1]`",
            0,
        ),
        (
            '{"is":"hello","version":1,"key":"<b>"}',
            "the meadow does not understand this message: "
            "Expected `str` matching regex '\\\\A[0-9a-f]{8,64}\\\\Z' - at `$.key`",
            0,
        ),
    ],
)
def test_what_makes_no_sense_is_refused_in_one_line(text: str, why: str, id_: int) -> None:
    with pytest.raises(TalkError) as refused:
        TALK.message_of(text)
    assert (str(refused.value), refused.value.id) == (why, id_)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ('{"is":"' + "x" * 3000 + '"}', f"Invalid value '{'x' * 57}...' - at `$.is`"),
        (
            '{"is":"hand","did":[[0,"' + "x'" * 900 + '",0,0]]}',
            'Invalid enum value "' + "x'" * 28 + 'x..." - at `$.did[0][1]`',
        ),
        ('{"is":"a\\n\\u202eb"}', "Invalid value 'a??b' - at `$.is`"),
    ],
    ids=["word", "quotes", "lines"],
)
def test_of_what_makes_no_sense_no_more_is_repeated_than_a_line_has_room_for(
    text: str, why: str
) -> None:
    with pytest.raises(TalkError) as refused:
        TALK.message_of(text)
    assert str(refused.value) == f"the meadow does not understand this message: {why}"


def test_a_message_that_is_too_big_is_not_even_read() -> None:
    text = json.dumps({"is": "turn", "piece": "x" * MOST_BYTES})
    with pytest.raises(TalkError, match="a message has 4096 bytes at most, and this one has 41"):
        TALK.message_of(text)


@given(st.text(max_size=300))
def test_whatever_comes_is_a_message_or_refused(text: str) -> None:
    with pytest.raises(TalkError) as refused:
        TALK.message_of(text)
    assert "\n" not in str(refused.value)
