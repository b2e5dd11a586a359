"""Bits on the air between reader and tag: frames, parity, CRC_A, and how long they take.

ISO/IEC 14443-3 type A at 106 kbit/s. A frame on the air is an int, first bit in bit 0, parity bits
in their places. It must not know readers, tags or the clock.
"""

from __future__ import annotations

from typing import NamedTuple

CARRIER_HZ = 13_560_000


def carrier_ns(periods: int) -> int:
    """Nanoseconds that so many periods of the 13.56 MHz carrier take, rounded."""
    return (periods * 1_000_000_000 + CARRIER_HZ // 2) // CARRIER_HZ


_BITS_NS = tuple(carrier_ns(128 * bits) for bits in range(700))


def bits_ns(bits: int) -> int:
    """Nanoseconds that so many bits take: 128 carrier periods each (9.44 us)."""
    return _BITS_NS[bits] if bits < 700 else carrier_ns(128 * bits)


PAUSE_PERIODS = 34
"""Length of the reader's pause (a gap in its carrier), 2.5 us: ISO/IEC 14443-2 allows 2 to 3."""
FDT_AFTER_ONE = 1236
FDT_AFTER_ZERO = 1172
"""Frame delay time in carrier periods, by the reader's last bit (ISO/IEC 14443-3, 6.2.1.1)."""


def reply_delay_ns(last_bit: int) -> int:
    """From the end of the reader's last bit to the tag's first edge, n = 9.

    The delay counts from the end of the last pause: in the middle of a 1 (64 periods before its
    end), else in the start of the end of communication, which is a 0 after a 0.
    """
    if last_bit:
        return carrier_ns(PAUSE_PERIODS - 64 + FDT_AFTER_ONE)
    return carrier_ns(PAUSE_PERIODS + FDT_AFTER_ZERO)


def odd_parity(value: int) -> int:
    """The bit that makes the number of ones odd."""
    return 1 - value.bit_count() % 2


_WITH_PARITY = tuple(value | odd_parity(value) << 8 for value in range(256))


def _crc_table() -> tuple[int, ...]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = value >> 1 ^ (0x8408 if value & 1 else 0)
        table.append(value)
    return tuple(table)


_CRC_TABLE = _crc_table()


def crc_step(crc: int, byte: int) -> int:
    """One byte more into the CRC of ISO/IEC 13239 (x16 + x12 + x5 + 1, bits reversed)."""
    return crc >> 8 ^ _CRC_TABLE[(crc ^ byte) & 0xFF]


def crc_a(data: bytes, preset: int = 0x6363) -> bytes:
    """CRC_A, the low byte first as it goes over the air (ISO/IEC 14443-3, annex B)."""
    crc = preset
    for byte in data:
        crc = crc_step(crc, byte)
    return crc.to_bytes(2, "little")


class AirBits(NamedTuple):
    """Bits as they go over the air, parity included, start and end of frame not."""

    bits: int
    size: int


def standard_bits(data: bytes, skip: int = 0) -> AirBits:
    """Whole bytes with a parity bit each; the first ``skip`` (0 to 7) bits have gone before."""
    bits = count = 0
    for byte in data:
        bits |= _WITH_PARITY[byte] << count
        count += 9
    return AirBits(bits >> skip, count - skip)


class Heard(NamedTuple):
    """A reader's frame as a tag takes it: the bytes, and how many bits of them in all.

    Bits beyond whole bytes are the low ones of the last byte. ``clean`` is false if a parity bit
    was wrong or a bit got lost.
    """

    data: bytes
    bits: int
    clean: bool = True

    def with_crc(self) -> bytes | None:
        """The bytes before a right CRC_A; None if it is no such frame."""
        if not self.clean or self.bits < 24 or self.bits % 8:
            return None
        return self.data[:-2] if crc_a(self.data[:-2]) == self.data[-2:] else None
