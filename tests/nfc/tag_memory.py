"""A Type 2 tag as far as its memory goes: answers frames, notes what was read and written.

Without chip, air or time; it can be lifted in the middle. Written from the data sheet, apart from
the code under test.
"""

from __future__ import annotations

from meadow.nfc.iso14443a import SILENCE, Ask, Kind, Program, Reply

from tests.nfc.air import T, crc

UID = "04A1B2C3D4E580"
CAPABILITIES = {"NTAG213": "E1101200", "NTAG215": "E1103E00", "NTAG216": "E1106D00"}
PAGES = {"NTAG213": 45, "NTAG215": 135, "NTAG216": 231}
LOCK_PAGES = {"NTAG213": 40, "NTAG215": 130, "NTAG216": 226}
STORAGE = {"NTAG213": 0x0F, "NTAG215": 0x11, "NTAG216": 0x13}


class MemoryTag:
    """``lift_after``: so many pages may be written, then the tag is gone; ``torn`` is what the
    page holds that was being written just then, as if it had been one more."""

    def __init__(self, area: str = "0300FE00", kind: str = "NTAG213") -> None:
        self.kind = kind
        self.memory = bytearray(PAGES[kind] * 4)
        self.memory[12:16] = bytes.fromhex(CAPABILITIES[kind])
        data = bytes.fromhex(area)
        self.memory[16 : 16 + len(data)] = data
        self.sak = 0x00
        self.knows_version = True
        self.lift_after: int | None = None
        self.torn: bytes | None = None
        self.locked: set[int] = set()
        """Pages that refuse to be written, whatever the lock bytes say."""
        self.forgets: set[int] = set()
        """Pages that acknowledge and stay as they are."""
        self.forgets_until = 1000
        """So often each."""
        self.reads: list[int] = []
        self.writes: list[tuple[int, bytes]] = []

    @property
    def area(self) -> bytes:
        return bytes(self.memory[16 : LOCK_PAGES[self.kind] * 4])

    def lock(self, page: int, bits: int) -> None:
        """Set lock bits: static ones on page 2, else dynamic ones."""
        at = 10 if page == 2 else page * 4
        self.memory[at : at + 2] = bits.to_bytes(2, "little")

    def converse(self, program: Program[T]) -> T:
        try:
            ask = next(program)
            while True:
                ask = program.send(self._answer(ask))
        except StopIteration as end:
            result: T = end.value
            return result

    def _answer(self, ask: Ask) -> Reply:
        if self.lift_after is not None and len(self.writes) >= self.lift_after:
            return SILENCE
        data = bytes(ask.data)
        if data == b"\x50\x00":
            return SILENCE
        if data == b"\x52":
            return Reply(Kind.CLEAN, b"\x44\x00")
        if data[0] in (0x93, 0x95):
            return _with_crc(b"\x04" if data[0] == 0x93 else bytes([self.sak]))
        assert crc(data[:-2]) == data[-2:]
        if data[0] == 0x60 and self.knows_version:
            return _with_crc(bytes.fromhex("000404020100") + bytes([STORAGE[self.kind], 3]))
        if data[0] == 0x30 and data[1] < PAGES[self.kind]:
            self.reads.append(data[1])
            rolled = self.memory + self.memory[:12]
            return _with_crc(bytes(rolled[data[1] * 4 : data[1] * 4 + 16]))
        if data[0] == 0xA2 and data[1] < PAGES[self.kind] and data[1] not in self.locked:
            return self._write(data[1], data[2:6])
        return Reply(Kind.CLEAN, b"\x00", last_bits=4)

    def _write(self, page: int, data: bytes) -> Reply:
        self.writes.append((page, data))
        times = [written for written, _ in self.writes].count(page)
        if page not in self.forgets or times > self.forgets_until:
            self.memory[page * 4 : page * 4 + 4] = data
        if len(self.writes) == self.lift_after and self.torn is not None:
            self.memory[page * 4 : page * 4 + 4] = self.torn
        return Reply(Kind.CLEAN, b"\x0a", last_bits=4)


def _with_crc(body: bytes) -> Reply:
    return Reply(Kind.CLEAN, body + crc(body))
