"""Damages streams of bytes as lines do: flipped bits, cuts, doubled and swapped pieces, strangers.

Everything by chance from the dice that are handed in.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

_STRANGERS = (
    b"\r\nmeadow login: ",
    b"Linux meadow 6.6.20+rpt-rpi-v8 #1 SMP PREEMPT aarch64\r\n",
    b"\x1b[2J\x1b[1;1H$ ",
    b"AT+GMM\r\r\nERROR\r\n",
    b"$GPGGA,123519,4807.038,N,01131.000,E,1,08,0.9,545.4,M*47\r\n",
    b"OK\n" * 20,
    b"\xff" * 300,
    bytes(range(256)),
    b"\x83\xa6client\x01\xa2id\x02",
)

Damage = Callable[[bytearray, Random], None]


def damaged(stream: bytes, dice: Random, times: int) -> bytes:
    """The stream after so many pieces of damage."""
    changed = bytearray(stream)
    for _ in range(times):
        dice.choice(DAMAGES)(changed, dice)
    return bytes(changed)


def _spot(stream: bytearray, dice: Random) -> int:
    return dice.randrange(len(stream) + 1)


def _piece(stream: bytearray, dice: Random) -> tuple[int, int]:
    start = _spot(stream, dice)
    return start, min(len(stream), start + dice.choice((1, 1, 2, 5, 30)))


def _flip(stream: bytearray, dice: Random) -> None:
    if stream:
        stream[dice.randrange(len(stream))] ^= 1 << dice.randrange(8)


def _overwrite(stream: bytearray, dice: Random) -> None:
    start, end = _piece(stream, dice)
    stream[start:end] = dice.randbytes(end - start)


def _cut(stream: bytearray, dice: Random) -> None:
    start, end = _piece(stream, dice)
    del stream[start:end]


def _double(stream: bytearray, dice: Random) -> None:
    start, end = _piece(stream, dice)
    stream[start:start] = stream[start:end]


def _insert(stream: bytearray, dice: Random) -> None:
    at = _spot(stream, dice)
    stream[at:at] = dice.randbytes(dice.choice((1, 2, 9)))


def _swap(stream: bytearray, dice: Random) -> None:
    first, end = _piece(stream, dice)
    middle = dice.randint(first, end)
    stream[first:end] = stream[middle:end] + stream[first:middle]


def _zero(stream: bytearray, dice: Random) -> None:
    """A zero byte where none was, or none where one was: frames are cut and joined."""
    zeros = [at for at, byte in enumerate(stream) if not byte]
    if zeros and dice.random() < 0.5:
        del stream[dice.choice(zeros)]
    else:
        at = _spot(stream, dice)
        stream[at:at] = b"\0"


def _stranger(stream: bytearray, dice: Random) -> None:
    at = _spot(stream, dice)
    stream[at:at] = dice.choice(_STRANGERS)


_OFTEN = (_flip, _flip, _flip, _overwrite, _swap)
"""What leaves the length as it was is most likely to come as far as the checksum."""

DAMAGES: tuple[Damage, ...] = (
    *_OFTEN,
    *_OFTEN,
    _cut,
    _double,
    _insert,
    _zero,
    _stranger,
)
