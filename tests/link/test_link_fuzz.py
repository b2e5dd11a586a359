"""A million damaged frames: none is taken for what nobody sent, and nothing else is ever raised.

Of 1,000,000 damaged frames some 245,000 are COBS still and come as far as the CRC-32, which lets
one of 2**32 pass by chance: 0.00006 of the soak's would be taken wrongly. Such a one would be
counted like any other. The dice are seeded, so it is met always or never, and here it is never.
"""

from __future__ import annotations

from itertools import count
from random import Random
from zlib import crc32

import pytest
from meadow.clock import ManualClock
from meadow.link.answers import AnyAnswer, Code, Done
from meadow.link.calls import Hello
from meadow.link.clients import Client, Refusal
from meadow.link.device import Device
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import (
    Call,
    MessageError,
    decode_call,
    decode_from_table,
    encode_message,
)
from pytest_mock import MockerFixture

from tests.link.anything import CALLS, any_call, any_from_table
from tests.link.damage import damaged
from tests.link.laptops import WELCOME, Wire

SLICE, WHOLE = 20_000, 1_000_000
FRAMES = 5
"""In one stream."""
POOL = 400


def contents_sent(dice: Random) -> list[bytes]:
    """Short ones and long ones, of both directions."""
    messages = [
        any_call(dice) if dice.random() < 0.5 else any_from_table(dice) for _ in range(POOL)
    ]
    return [content for content in map(encode_message, messages) if len(content) < 2000]


def taken_wrongly(frames: int, seed: int) -> tuple[list[bytes], int]:
    """What was taken of so many damaged frames though nobody sent it, and how many frames were
    taken as they were sent, nonetheless: those that the damage did not hit."""
    dice, wrong, unhurt = Random(seed), [], 0
    sent = contents_sent(dice)
    pool = [(content, frame_of(content)) for content in sent]
    known = set(sent)
    for _ in range(0, frames, FRAMES):
        stream = b"".join([frame for _, frame in dice.choices(pool, k=FRAMES)])
        stream = damaged(stream, dice, dice.choice((FRAMES, FRAMES, 2 * FRAMES, 5 * FRAMES)))
        cut, deframer = dice.randrange(len(stream) + 1), Deframer()
        for content in deframer.feed(stream[:cut]) + deframer.feed(stream[cut:]):
            if content in known:
                unhurt += 1
            else:
                wrong.append(content)
    return wrong, unhurt


def understood(messages: int, seed: int) -> int:
    """How many of so many damaged contents are messages still; whatever else they are, they
    raise `MessageError` alone, in a line."""
    dice, found = Random(seed), 0
    lines: list[str] = []
    pool = contents_sent(dice)
    for _ in range(messages):
        content = damaged(dice.choice(pool), dice, dice.choice((1, 1, 2, 5)))
        for decode in (decode_call, decode_from_table):
            try:
                decode(content)
                found += 1
            except MessageError as error:
                why = str(error)
                lines += [] if why.isprintable() else [why]
    assert lines == []
    return found


def device_of_everything() -> Device:
    """It answers every kind of call, now this way, now that, and at times its handlers fail."""
    answers = count()

    def handled(client: Client, call: object) -> AnyAnswer:
        number = next(answers)
        if number % 5 == 0:
            raise KeyError(f"{call}")
        if number % 5 == 1:
            raise Refusal(Code.BAD, f"{call}\n\udcff")
        return Done()

    device = Device(ManualClock(), lambda: WELCOME)
    device.handle({kind: handled for kind in CALLS if kind is not Hello})
    return device


def answered(messages: int, seed: int) -> int:
    """How many of so many damaged contents a device answered, each with a whole answer."""
    dice, device, wire, said = Random(seed), device_of_everything(), Wire(), 0
    pool = [encode_message(any_call(dice)) for _ in range(POOL)]
    pool += [encode_message(Call(n, n, Hello(1, 1, "m"))) for n in range(12)]
    for _ in range(messages):
        content = damaged(dice.choice(pool), dice, dice.choice((0, 1, 1, 2)))
        answer = device.answer(content, wire)
        if answer is not None:
            decode_from_table(answer)
            said += 1
    return said


def test_no_damaged_frame_is_taken_for_what_nobody_sent() -> None:
    wrong, unhurt = taken_wrongly(SLICE, seed=1)
    assert wrong == []
    assert SLICE / 20 < unhurt < SLICE / 2  # the damage hits most of them, not all


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(10))
def test_of_a_million_damaged_frames_none_is_taken_for_what_nobody_sent(seed: int) -> None:
    wrong, unhurt = taken_wrongly(WHOLE // 10, 100 + seed)
    assert wrong == []
    assert unhurt > WHOLE / 10 / 20


def test_a_weak_checksum_would_be_found_out(mocker: MockerFixture) -> None:
    mocker.patch("meadow.link.frames.crc32", lambda content: crc32(content) % 101 * 0x01010101)
    wrong, _ = taken_wrongly(SLICE, seed=1)
    assert len(wrong) > 10


def test_a_damaged_message_raises_nothing_else() -> None:
    assert understood(SLICE, seed=2) > 0


@pytest.mark.soak
def test_a_million_damaged_messages_raise_nothing_else() -> None:
    assert understood(WHOLE, seed=3) > 0


def test_a_device_answers_or_is_silent_whatever_comes() -> None:
    assert SLICE / 20 < answered(SLICE, seed=4) < SLICE


@pytest.mark.soak
def test_a_device_answers_or_is_silent_whatever_a_million_messages_hold() -> None:
    assert answered(WHOLE, seed=5) > WHOLE / 20
