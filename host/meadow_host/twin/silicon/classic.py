"""MIFARE Classic 1K as far as it goes without its cipher (NXP data sheet MF1S50).

It is found and selected as the real one. Authentication gets no answer here, so its memory, laid
out as the real one's, cannot be read over the air: whoever reads or writes gets the NAK of a tag
that nobody authenticated to.
"""

from __future__ import annotations

from meadow_host.twin.silicon.picc import Answer, Picc

AUTH_A, AUTH_B = 0x60, 0x61
NAK_NOT_ALLOWED = 0x04
BLOCK = 16
BLOCKS = 64
_TRAILER = bytes.fromhex("ffffffffffffff078069ffffffffffff")


class Classic1K(Picc):
    """A tag with a UID of 4 or 7 bytes and 64 blocks of 16 bytes; ``memory`` is all of them."""

    def __init__(
        self, uid: bytes, *, power_up_us: int = 1000, drops_unmatched: bool = True
    ) -> None:
        """Raises ValueError for a UID of another length than 4 or 7."""
        if len(uid) not in (4, 7):
            raise ValueError(f"a MIFARE Classic has a UID of 4 or 7 bytes, not {len(uid)}")
        atqa = 0x0004 if len(uid) == 4 else 0x0044
        super().__init__(
            uid, atqa=atqa, sak=0x08, power_up_us=power_up_us, drops_unmatched=drops_unmatched
        )
        bcc = bytes([uid[0] ^ uid[1] ^ uid[2] ^ uid[3]]) if len(uid) == 4 else b""
        first = uid + bcc + bytes([0x88]) + atqa.to_bytes(2, "little")
        self.memory = bytearray(BLOCKS * BLOCK)
        self.memory[: len(first)] = first
        for sector in range(16):
            at = (sector * 4 + 3) * BLOCK
            self.memory[at : at + BLOCK] = _TRAILER

    def command(self, body: bytes | None) -> Answer | None:
        """Silence to an authentication, a NAK to all else; either way no longer selected."""
        self.fall_back()
        if body is not None and body[0] in (AUTH_A, AUTH_B):
            return None
        return self.answer_nibble(NAK_NOT_ALLOWED)
