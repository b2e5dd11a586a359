"""What is said over the cable: every kind there and back, its msgpack, and what is none."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest
from meadow.link.answers import Done, NewsAre, Welcome
from meadow.link.calls import Bye, Hello, Say
from meadow.link.messages import (
    Answer,
    Asked,
    Call,
    MessageError,
    Told,
    decode_call,
    decode_from_table,
    encode_message,
)
from meadow.table.status import Phase

from tests.link.anything import ANSWERS, CALLS, KINDS, TOLD, any_of, as_documented

SAMPLES = 40

HELLO = (
    "83"  # a map of three
    "a6 636c69656e74 01"  # client: 1
    "a2 6964 02"  # id: 2
    "a4 626f6479 84"  # body: a map of four
    "a2 6973 a5 68656c6c6f"  # is: hello
    "a6 6c6f77657374 01"  # lowest: 1
    "a7 68696768657374 01"  # highest: 1
    "a7 70726f6772616d a1 6d"  # program: m
)
DONE = (
    "84 a2 746f a4 63616c6c"  # to: call
    "a6 636c69656e74 ce deadbeef"  # client
    "a2 6964 cd 0100"  # id: 256
    "a4 626f6479 81 a2 6973 a4 646f6e65"  # body: is: done
)


def tag_of(kind: type[Any]) -> str:
    return str(kind.__struct_config__.tag)


def test_a_call_is_these_bytes() -> None:
    call = Call(1, 2, Hello(1, 1, "m"))
    assert encode_message(call) == bytes.fromhex(HELLO)
    assert decode_call(bytes.fromhex(HELLO)) == call


def test_an_answer_is_these_bytes() -> None:
    answer = Answer(0xDEADBEEF, 256, Done())
    assert encode_message(answer) == bytes.fromhex(DONE)
    assert decode_from_table(bytes.fromhex(DONE)) == answer


def test_the_keys_of_a_map_may_come_in_any_order() -> None:
    body = {"word": "start", "is": "say"}
    content = msgspec.msgpack.encode({"body": body, "id": 7, "client": 9})
    assert decode_call(content) == Call(9, 7, Say("start"))


@pytest.mark.parametrize("kind", CALLS, ids=tag_of)
def test_every_call_comes_back_as_it_was(kind: type[Any]) -> None:
    dice = Random(tag_of(kind))
    for _ in range(SAMPLES):
        call = Call(dice.getrandbits(32), dice.getrandbits(32), any_of(kind, dice))
        content = encode_message(call)
        assert decode_call(content) == call
        assert msgspec.msgpack.decode(content) == as_documented(call)


@pytest.mark.parametrize("kind", [*ANSWERS, *TOLD], ids=tag_of)
def test_every_answer_and_all_that_is_told_comes_back_as_it_was(kind: type[Any]) -> None:
    dice = Random(tag_of(kind))
    for _ in range(SAMPLES):
        body = any_of(kind, dice)
        message = Answer(1, 2, body) if kind in ANSWERS else Told(1, 2, body)
        content = encode_message(message)
        assert decode_from_table(content) == message
        assert msgspec.msgpack.decode(content) == as_documented(message)


def test_no_two_kinds_have_one_name() -> None:
    tags = [tag_of(kind) for kind in KINDS]
    assert sorted(set(tags)) == sorted(tags)


def test_a_later_version_may_say_more_in_a_hello_and_in_answers() -> None:
    hello = {"is": "hello", "lowest": 1, "highest": 3, "program": "m", "colour": "red"}
    content = msgspec.msgpack.encode({"client": 1, "id": 2, "body": hello})
    assert decode_call(content).body == Hello(1, 3, "m")
    done = {"is": "done", "took_ms": 3}
    content = msgspec.msgpack.encode({"to": "call", "client": 1, "id": 2, "body": done, "x": 1})
    assert decode_from_table(content) == Answer(1, 2, Done())


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"is": "dance"}, "Invalid value 'dance' - at `$.body.is`"),
        ({"is": "bye", "loudly": True}, "Object contains unknown field `loudly` - at `$.body`"),
        ({"is": "say"}, "Object missing required field `word` - at `$.body`"),
        ({"is": "say", "word": 5}, "Expected `str`, got `int` - at `$.body.word`"),
        ({"is": "watch", "streams": ["smells"]}, "Invalid enum value 'smells'"),
        ({"is": "put-block", "offset": -1, "data": b""}, "Expected `int` >= 0"),
        ({"is": "put-block", "offset": 0, "data": bytes(4097)}, "`bytes` of length <= 4096"),
        ({"is": "try", "digest": "0" * 63}, "matching regex"),
    ],
)
def test_a_call_that_cannot_be_understood_says_why_and_whose_it_is(
    body: dict[str, Any], why: str
) -> None:
    content = msgspec.msgpack.encode({"client": 3, "id": 4, "body": body})
    with pytest.raises(MessageError) as caught:
        decode_call(content)
    assert why in str(caught.value)
    assert caught.value.asked == Asked(3, 4)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00",
        b"login: ",
        b"\xc1",
        msgspec.msgpack.encode({"client": 1 << 32, "id": 0, "body": {"is": "bye"}}),
        msgspec.msgpack.encode({"client": -1, "id": 0, "body": {"is": "bye"}}),
        msgspec.msgpack.encode({"id": 0, "body": {"is": "bye"}}),
        msgspec.msgpack.encode([1, 2, {"is": "bye"}]),
        msgspec.msgpack.encode({"client": 1, "id": 2, "body": {"is": "bye"}}) + b"\x00",
        b"\x81\xa1x" * 2000,  # maps within maps
        b"\x91" * 8000,
        # These claim four thousand million entries: nobody makes room for them beforehand.
        b"\xdf\xff\xff\xff\xff\xa6client\x01",
        b"\x83\xa6client\x01\xa2id\x01\xa4body\x82\xa2is\xa5watch\xa7streams\xdd\xff\xff\xff\xff",
        b"\x83\xa6client\x01\xa2id\x01\xa4body\xc9\xff\xff\xff\xff\x01",
    ],
)
def test_what_is_no_call_is_told_apart_and_nobody_is_to_hear_it(content: bytes) -> None:
    with pytest.raises(MessageError) as caught:
        decode_call(content)
    assert caught.value.asked is None
    with pytest.raises(MessageError):
        decode_from_table(content)


def test_what_tables_say_is_no_call_and_is_not_to_be_answered() -> None:
    for said in (Answer(1, 2, Done()), Told(1, 2, NewsAre(0, Phase.LOBBY, "", (), ()))):
        with pytest.raises(MessageError) as caught:
            decode_call(encode_message(said))
        assert caught.value.asked is None


def test_a_call_is_nothing_that_tables_say() -> None:
    with pytest.raises(MessageError):
        decode_from_table(encode_message(Call(1, 2, Bye())))


def test_a_welcome_of_a_later_table_is_understood() -> None:
    said = {
        "is": "welcome",
        "version": 1,
        "table": "hall",
        "hardware": "r1",
        "firmware": "9",
        "boot": "00ff",
        "named": True,
        "digest": "",
        "service": False,
        "seats": 12,
    }
    content = msgspec.msgpack.encode({"to": "call", "client": 1, "id": 2, "body": said})
    body = decode_from_table(content).body
    assert body == Welcome(1, "hall", "r1", "9", "00ff", True, "", False)
