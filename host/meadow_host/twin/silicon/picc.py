"""An ISO/IEC 14443-3 type A tag (PICC): its states, request, anticollision, select and halt.

What a tag says beyond that (reading, writing) belongs to the kinds of tag built on this one. It
must not know readers or registers: it hears frames and answers frames.
"""

from __future__ import annotations

from enum import Enum

from meadow_host.twin.silicon.air import AirBits, Heard, crc_a, standard_bits

REQA = 0x26
WUPA = 0x52
SELECT_CODES = (0x93, 0x95, 0x97)
CASCADE_TAG = 0x88
SAK_CASCADE = 0x04
HLTA = b"\x50\x00"


class State(Enum):
    """ISO/IEC 14443-3, 6.3. The starred states are READY and ACTIVE entered from HALT."""

    POWER_OFF = "POWER-OFF"
    IDLE = "IDLE"
    READY = "READY"
    ACTIVE = "ACTIVE"
    HALT = "HALT"
    READY_STAR = "READY*"
    ACTIVE_STAR = "ACTIVE*"


_READY = (State.READY, State.READY_STAR)
_ACTIVE = (State.ACTIVE, State.ACTIVE_STAR)
_STARRED = (State.READY_STAR, State.ACTIVE_STAR)


class Answer:
    """What a tag sends back: bits on the air, and how long beyond the shortest delay it takes."""

    __slots__ = ("air", "wait_ns")

    def __init__(self, air: AirBits, wait_ns: int = 0) -> None:
        self.air = air
        self.wait_ns = wait_ns


def cascade_levels(uid: bytes) -> tuple[bytes, ...]:
    """The UID CLn with their BCCs, five bytes each, for a UID of 4, 7 or 10 bytes (6.5.4).

    Raises ValueError for another length.
    """
    if len(uid) not in (4, 7, 10):
        raise ValueError(f"a UID has 4, 7 or 10 bytes, not {len(uid)}")
    levels = []
    rest = uid
    while len(rest) > 4:
        levels.append(bytes([CASCADE_TAG]) + rest[:3])
        rest = rest[3:]
    levels.append(rest)
    return tuple(level + bytes([level[0] ^ level[1] ^ level[2] ^ level[3]]) for level in levels)


class Picc:
    """A tag with a UID and no memory.

    ``drops_unmatched``: a READY tag that hears an ANTICOLLISION command for another UID goes back
    to IDLE or HALT (nAC in the state diagram of 6.3); false models tags that stay READY. Either
    way it says nothing.
    """

    def __init__(
        self,
        uid: bytes,
        *,
        atqa: int | None = None,
        sak: int = 0x00,
        power_up_us: int = 1000,
        drops_unmatched: bool = True,
    ) -> None:
        """Raises ValueError for a UID of another length than 4, 7 or 10."""
        self.uid = uid
        self.atqa = (len(uid) // 3 - 1) << 6 | 0x04 if atqa is None else atqa
        self.sak = sak
        self.power_up_ns = power_up_us * 1000
        self.drops_unmatched = drops_unmatched
        self.state = State.POWER_OFF
        self.ready_ns = 0
        self._sources: set[object] = set()
        self._levels = cascade_levels(uid)
        self._level = 0

    def gain_power(self, source: object, now_ns: int) -> None:
        """Come into a field: IDLE, and able to hear when powered up (at most 5 ms, 6.3.2)."""
        self._sources.add(source)
        if self.state is State.POWER_OFF:
            self.state = State.IDLE
            self.ready_ns = now_ns + self.power_up_ns

    def lose_power(self, source: object) -> None:
        """Leave a field; with the last one goes all that the tag knew of the dialogue."""
        self._sources.discard(source)
        if not self._sources:
            self.state = State.POWER_OFF

    def hear(self, frame: Heard, start_ns: int) -> Answer | None:
        """Take a frame that began at a time; what is answered, if anything."""
        if self.state is State.POWER_OFF or start_ns < self.ready_ns:
            return None
        if self.state in _READY:
            return self._in_ready(frame)
        if self.state in _ACTIVE:
            return self._in_active(frame)
        return self._in_idle_or_halt(frame)

    def _in_idle_or_halt(self, frame: Heard) -> Answer | None:
        if not frame.clean or frame.bits != 7:
            return None
        command = frame.data[0]
        if command == WUPA or (command == REQA and self.state is State.IDLE):
            self.state = State.READY_STAR if self.state is State.HALT else State.READY
            self._level = 0
            return Answer(standard_bits(self.atqa.to_bytes(2, "little")))
        return None

    def _in_ready(self, frame: Heard) -> Answer | None:
        data, level = frame.data, self._level
        if not frame.clean or frame.bits < 16 or data[0] != SELECT_CODES[level]:
            self.fall_back()
            return None
        known = (data[1] >> 4) * 8 + (data[1] & 0x0F)
        if known == 56:
            return self._select(frame)
        if known != frame.bits or not 16 <= known < 56:
            self.fall_back()
            return None
        return self._anticollision(data[2:], known - 16)

    def _anticollision(self, prefix: bytes, known: int) -> Answer | None:
        own = self._levels[self._level]
        mask = (1 << known) - 1
        if (int.from_bytes(prefix, "little") ^ int.from_bytes(own, "little")) & mask:
            if self.drops_unmatched:
                self.fall_back()
            return None
        return Answer(standard_bits(own[known // 8 :], known % 8))

    def _select(self, frame: Heard) -> Answer | None:
        body = frame.with_crc()
        if body is None or body[2:] != self._levels[self._level]:
            self.fall_back()
            return None
        if self._level + 1 < len(self._levels):
            self._level += 1
            return self.answer_with_crc(bytes([SAK_CASCADE]))
        starred = self.state is State.READY_STAR
        self.state = State.ACTIVE_STAR if starred else State.ACTIVE
        self.selected()
        return self.answer_with_crc(bytes([self.sak]))

    def _in_active(self, frame: Heard) -> Answer | None:
        body = frame.with_crc()
        if body == HLTA:
            self.state = State.HALT
            return None
        if not frame.clean or frame.bits < 24 or frame.bits % 8:
            self.fall_back()
            return None
        return self.command(body)

    def selected(self) -> None:
        """Called on reaching ACTIVE; for kinds of tag that keep something per selection."""

    def command(self, body: bytes | None) -> Answer | None:
        """A frame of whole bytes while ACTIVE, without its CRC_A; None if the CRC was wrong."""
        self.fall_back()
        return None

    def fall_back(self) -> None:
        """Back to IDLE, or to HALT from a starred state: on any error and unexpected frame."""
        self.state = State.HALT if self.state in _STARRED else State.IDLE

    @staticmethod
    def answer_with_crc(data: bytes, wait_ns: int = 0) -> Answer:
        return Answer(standard_bits(data + crc_a(data)), wait_ns)

    @staticmethod
    def answer_nibble(value: int, wait_ns: int = 0) -> Answer:
        """Four bits without parity, as ACK and NAK are."""
        return Answer(AirBits(value & 0x0F, 4), wait_ns)
