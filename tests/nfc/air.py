"""Tags and the air between them and a reader, as ISO/IEC 14443-3 has it, without chip or time.

Answers `Ask`s bit by bit. Written from the standard, apart from the code under test: it knows the
frames by their bytes alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from enum import Enum
from typing import TypeVar

from meadow.nfc.iso14443a import Ask, Kind, Program, Reply

T = TypeVar("T")

CODES = (0x93, 0x95, 0x97)


class Reading(Enum):
    """What a reader's collision position counts from, by one source or another."""

    FIFO = "the byte with the first unknown bit"
    UID = "the first bit of the cascade level"
    ANSWER = "the first bit of the answer"


def crc(data: bytes) -> bytes:
    """CRC_A bit by bit (annex B)."""
    register = 0x6363
    for byte in data:
        for bit in range(8):
            feedback = (register ^ byte >> bit) & 1
            register = register >> 1 ^ (0x8408 if feedback else 0)
    return bytes([register & 0xFF, register >> 8])


class Tag:
    """A tag by its UID in hex; ``stays_ready`` is what it does when other tags are asked for."""

    def __init__(self, uid: str, sak: int = 0x08, *, stays_ready: bool = False) -> None:
        self.uid = uid
        self.sak = sak
        self.stays_ready = stays_ready
        self.awake = False
        self.level = -1
        """-1 unless READY (0 to 2); one beyond the last level when ACTIVE."""
        self.from_halt = False
        self.halted = False
        rest = bytes.fromhex(uid)
        self.levels = []
        while len(rest) > 4:
            self.levels.append(self._with_bcc(b"\x88" + rest[:3]))
            rest = rest[3:]
        self.levels.append(self._with_bcc(rest))

    @staticmethod
    def _with_bcc(part: bytes) -> bytes:
        return part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])

    def hear(self, data: bytes, last_bits: int) -> tuple[int, int] | None:
        """The bits of its answer (lowest first) and how many, or None."""
        if self.level < 0:
            wakes = last_bits == 7 and (data == b"\x52" or (data == b"\x26" and not self.halted))
            if not wakes:
                return None
            self.level = 0
            return 0x0044, 16
        if self.level == len(self.levels):
            self.level = -1
            if data == b"\x50\x00" + crc(b"\x50\x00"):
                self.halted = True
            return None
        return self._anticollision(data, last_bits)

    def _anticollision(self, data: bytes, last_bits: int) -> tuple[int, int] | None:
        own = self.levels[self.level]
        if len(data) < 2 or data[0] != CODES[self.level]:
            self.level = -1
            return None
        if data[1] == 0x70:
            if data[2:7] != own or data[7:] != crc(data[:7]):
                self.level = -1
                return None
            self.level += 1
            sak = bytes([self.sak if self.level == len(self.levels) else 0x04])
            return int.from_bytes(sak + crc(sak), "little"), 24
        known = (data[1] >> 4) * 8 + (data[1] & 0x0F) - 16
        assert (len(data) - 2) * 8 - (8 - last_bits if last_bits else 0) == known
        mask = (1 << known) - 1
        whole = int.from_bytes(own, "little")
        if (int.from_bytes(data[2:], "little") ^ whole) & mask:
            if not self.stays_ready:
                self.level = -1
            return None
        return whole >> known, 40 - known


class Air:
    """Tags in one field. ``read`` is the chance that a tag's answer gets through at all."""

    def __init__(
        self,
        tags: Sequence[Tag],
        reading: Reading = Reading.FIFO,
        *,
        read: float = 1.0,
        seed: int = 0,
    ) -> None:
        self.tags = list(tags)
        self.reading = reading
        self.read = read
        self.chance = random.Random(seed)
        self.asked: list[Ask] = []

    def answer(self, ask: Ask) -> Reply:
        """What comes back to a frame."""
        self.asked.append(ask)
        answers = [tag.hear(bytes(ask.data), ask.last_bits) for tag in self.tags]
        heard = [one for one in answers if one is not None and self.chance.random() < self.read]
        if not heard:
            return Reply(Kind.SILENT)
        bits, count = heard[0]
        differs = 0
        for other, other_count in heard[1:]:
            assert other_count == count
            differs |= bits ^ other
        size = (count + ask.align + 7) // 8
        if not differs:
            return Reply(Kind.CLEAN, (bits << ask.align).to_bytes(size, "little"))
        first = (differs & -differs).bit_length() - 1
        bits &= (1 << first) - 1
        data = (bits << ask.align).to_bytes(size, "little")
        return Reply(Kind.COLLIDED, data, 0, self._position(ask, first))

    def _position(self, ask: Ask, first: int) -> int:
        known = (ask.data[1] >> 4) * 8 + (ask.data[1] & 0x0F) - 16 if len(ask.data) > 1 else 0
        if len(ask.data) > 1 and ask.data[1] == 0x70:
            known = 0
        base = {
            Reading.FIFO: ask.align,
            Reading.UID: known,
            Reading.ANSWER: 0,
        }[self.reading]
        position = base + first + 1
        return position if position <= 32 else 0

    def converse(self, program: Program[T]) -> T:
        """Play a conversation to its end."""
        try:
            ask = next(program)
            while True:
                ask = program.send(self.answer(ask))
        except StopIteration as end:
            result: T = end.value
            return result
