"""Interrupt and error flags of the MFRC522 (datasheet 8.4, 9.3.1.5 to 9.3.1.7)."""

from __future__ import annotations

from meadow_host.twin.silicon.registers import ComIrq, Error


class Flags:
    """ComIrqReg, DivIrqReg and ErrorReg, with the rules for setting and clearing them."""

    def __init__(self) -> None:
        self.com = 0x14
        self.div = 0
        self.error = 0

    def reset(self) -> None:
        """As after a reset: IdleIRq and LoAlertIRq stand (table 27)."""
        self.com, self.div, self.error = 0x14, 0, 0

    def write_com(self, value: int) -> None:
        """Marked bits are set where Set1 is 1, cleared where it is 0 (table 28)."""
        self.com = _marked(self.com, value)

    def write_div(self, value: int) -> None:
        """The same with Set2 (table 30); only MfinActIRq and CRCIRq are there."""
        self.div = _marked(self.div, value) & 0x14

    def raise_error(self, error: Error) -> None:
        """An error: its flag, and ErrIRq with it."""
        self.error |= error
        self.com |= ComIrq.ERR

    def clear_errors(self) -> None:
        """All but TempErr, as at the start of a command (table 31, note 1)."""
        self.error &= Error.TEMP


def _marked(flags: int, value: int) -> int:
    return flags | value & 0x7F if value & 0x80 else flags & ~value
