"""NTAG213, 215 and 216: NFC Forum Type 2 tags with memory (NXP data sheet NTAG213/215/216).

Reading, writing, lock bits, GET_VERSION and NAKs. Left out: password, counter, signature and
compatibility write, all answered with a NAK.
"""

from __future__ import annotations

from typing import NamedTuple

from meadow_host.twin.silicon.picc import Answer, Picc, cascade_levels

GET_VERSION, READ, FAST_READ, WRITE = 0x60, 0x30, 0x3A, 0xA2
ACK, NAK_ARGUMENT, NAK_CRC = 0x0A, 0x00, 0x01
PROGRAMMING_NS = 4_100_000
"""A WRITE is acknowledged when it is done (10.4)."""
FIRST_DYNAMIC_PAGE = 16
_CC_PAGE = 3
_VERSION = bytes.fromhex("000404020100")
_END = bytes.fromhex("000000bd040000ff00050000ffffffff00000000")
"""Dynamic lock bytes, two pages of configuration, password, PACK, as delivered (8.5)."""


class Model(NamedTuple):
    """One of the three. ``lock_page`` holds the dynamic lock bytes, each bit for so many pages."""

    name: str
    pages: int
    lock_page: int
    lock_step: int
    capability: bytes
    storage: int
    first_data: bytes


NTAG213 = Model(
    "NTAG213", 45, 40, 2, bytes.fromhex("e1101200"), 0x0F, bytes.fromhex("0103a00c340300fe")
)
NTAG215 = Model(
    "NTAG215", 135, 130, 16, bytes.fromhex("e1103e00"), 0x11, bytes.fromhex("0300fe0000000000")
)
NTAG216 = Model(
    "NTAG216", 231, 226, 16, bytes.fromhex("e1106d00"), 0x13, bytes.fromhex("0300fe0000000000")
)


class Ntag(Picc):
    """A tag with a UID of 7 bytes and pages of 4 bytes; ``memory`` is all of them in a row."""

    def __init__(
        self,
        uid: bytes,
        model: Model = NTAG213,
        *,
        power_up_us: int = 1000,
        drops_unmatched: bool = True,
    ) -> None:
        """Raises ValueError for a UID of another length than 7."""
        if len(uid) != 7:
            raise ValueError(f"an {model.name} has a UID of 7 bytes, not {len(uid)}")
        super().__init__(
            uid, atqa=0x0044, sak=0x00, power_up_us=power_up_us, drops_unmatched=drops_unmatched
        )
        self.model = model
        level1, level2 = cascade_levels(uid)
        head = uid[:3] + level1[4:] + uid[3:] + level2[4:] + b"\x48\x00\x00" + model.capability
        self.memory = bytearray(model.pages * 4)
        self.memory[: len(head)] = head
        self.memory[16:24] = model.first_data
        self.memory[model.lock_page * 4 :] = _END
        self._secret_from = (model.pages - 2) * 4

    def command(self, body: bytes | None) -> Answer | None:
        """A command while ACTIVE (10.1, table 22). Any NAK also ends the selection."""
        if body is None:
            return self._refuse(NAK_CRC)
        kind, size, model = body[0], len(body), self.model
        if kind == GET_VERSION and size == 1:
            return self.answer_with_crc(_VERSION + bytes([model.storage, 0x03]))
        if kind == READ and size == 2 and body[1] < model.pages:
            return self.answer_with_crc(self._read(body[1], 4))
        if kind == FAST_READ and size == 3 and body[1] <= body[2] < model.pages:
            return self.answer_with_crc(self._read(body[1], body[2] - body[1] + 1))
        if kind == WRITE and size == 6 and self._writable(body[1]):
            self._write(body[1], body[2:])
            return self.answer_nibble(ACK, PROGRAMMING_NS)
        return self._refuse(NAK_ARGUMENT)

    def _refuse(self, code: int) -> Answer:
        self.fall_back()
        return self.answer_nibble(code)

    def _read(self, page: int, count: int) -> bytes:
        # Reading goes on from page 0 after the last; the password and PACK read as zeros.
        shown = bytes(self.memory[: self._secret_from]) + bytes(8)
        return (shown + shown)[page * 4 : (page + count) * 4]

    def _writable(self, page: int) -> bool:
        if not 2 <= page < self.model.pages:
            return False
        if page < FIRST_DYNAMIC_PAGE:
            return page == 2 or not self._static_locks() >> page & 1
        bit = (page - FIRST_DYNAMIC_PAGE) // self.model.lock_step
        return page >= self.model.lock_page or not self._dynamic_locks() >> bit & 1

    def _static_locks(self) -> int:
        """Bit N locks page N, from 3 on; bits 0 to 2 freeze lock bits."""
        return int.from_bytes(self.memory[10:12], "little")

    def _dynamic_locks(self) -> int:
        at = self.model.lock_page * 4
        return int.from_bytes(self.memory[at : at + 2], "little")

    def _write(self, page: int, data: bytes) -> None:
        at = page * 4
        if page == 2:
            self._set_bits(at + 2, data[2:], self._frozen_static())
        elif page == _CC_PAGE:
            self._set_bits(at, data, 0)
        elif page == self.model.lock_page:
            self._set_bits(at, data[:3], self._frozen_dynamic())
        else:
            self.memory[at : at + 4] = data

    def _set_bits(self, at: int, data: bytes, frozen: int) -> None:
        """One-time bits: they can be set, never cleared, and frozen ones not even set."""
        new = int.from_bytes(data, "little") & ~frozen
        old = int.from_bytes(self.memory[at : at + len(data)], "little")
        self.memory[at : at + len(data)] = (old | new).to_bytes(len(data), "little")

    def _frozen_static(self) -> int:
        locks = self._static_locks()
        frozen = 0x0008 if locks & 1 else 0
        frozen |= 0x03F0 if locks & 2 else 0
        return frozen | (0xFC00 if locks & 4 else 0)

    def _frozen_dynamic(self) -> int:
        blocks = self.memory[self.model.lock_page * 4 + 2]
        return sum(0b11 << 2 * bit for bit in range(8) if blocks >> bit & 1)
