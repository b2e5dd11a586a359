"""Works a simulated MFRC522 by bare SPI bytes, as the datasheet's section 8.1.2 says. No driver."""

from __future__ import annotations

from meadow_host.twin.silicon.pi import SimulatedPi, Wiring
from meadow_host.twin.silicon.reception import CollPos
from meadow_host.twin.silicon.registers import Command, Reg

MHZ = 1_000_000


class Raw:
    """One reader of a Pi, and how its registers are read and written."""

    def __init__(self, pi: SimulatedPi, reader: str = "north") -> None:
        self.pi = pi
        self.port = pi.port(reader)

    def write(self, register: int, *values: int) -> None:
        self.port.transfer([register << 1, *values], MHZ)

    def read(self, register: int) -> int:
        return self.read_all(register)[0]

    def read_all(self, *registers: int) -> list[int]:
        return self.port.transfer([*(0x80 | one << 1 for one in registers), 0], MHZ)[1:]

    def field_on(self) -> None:
        """Antenna drivers on, full modulation: without them no tag hears a thing."""
        self.write(Reg.TX_ASK, 0x40)
        self.write(Reg.TX_CONTROL, 0x83)
        self.wait_us(10_000)

    def wait_us(self, duration_us: float) -> None:
        self.pi.clock.advance(round(duration_us * 1000))

    def send(self, frame: str, *, last_bits: int = 0, align: int = 0) -> None:
        """Begin a Transceive of a frame in hex; returns when StartSend is written."""
        self.write(Reg.COMMAND, Command.IDLE)
        self.write(Reg.COM_IRQ, 0x7F)
        self.write(Reg.FIFO_LEVEL, 0x80)
        self.write(Reg.FIFO_DATA, *bytes.fromhex(frame))
        self.write(Reg.COMMAND, Command.TRANSCEIVE)
        self.write(Reg.BIT_FRAMING, 0x80 | align << 4 | last_bits)

    def exchange(self, frame: str, *, last_bits: int = 0, align: int = 0) -> str:
        """The answer to a frame, both in hex; empty if none came within 10 ms."""
        self.send(frame, last_bits=last_bits, align=align)
        self.wait_us(10_000)
        return self.fifo()

    def fifo(self) -> str:
        level = self.read(Reg.FIFO_LEVEL)
        return bytes(self.read_all(*[Reg.FIFO_DATA] * level)).hex() if level else ""

    def reqa(self) -> str:
        return self.exchange("26", last_bits=7)

    def wupa(self) -> str:
        return self.exchange("52", last_bits=7)


def one_reader(coll_pos: CollPos = CollPos.FIFO, *, seed: int = 0) -> Raw:
    """A Pi with one reader, its field on."""
    raw = Raw(SimulatedPi({"north": Wiring(0, 0)}, coll_pos=coll_pos, seed=seed))
    raw.field_on()
    return raw
