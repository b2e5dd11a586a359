"""Interrupt and error flags of the MFRC522 (datasheet 8.4, 9.3.1.5 to 9.3.1.7).

It must not know what raises them.
"""

from __future__ import annotations

from collections.abc import Callable

from meadow_host.twin.silicon.registers import ComIrq, DivIrq, Error

_COM_AFTER_RESET = ComIrq.IDLE | ComIrq.LO_ALERT
_DIV_THERE_ARE = DivIrq.MFIN_ACT | DivIrq.CRC


class Flags:
    """ComIrqReg, DivIrqReg and ErrorReg, with the rules for setting and clearing them.

    ``changed``, if set, is called after each change of an interrupt flag.
    """

    def __init__(self) -> None:
        self.changed: Callable[[], None] | None = None
        self.com = int(_COM_AFTER_RESET)
        self.div = 0
        self.error = 0

    def reset(self) -> None:
        """As after a reset: IdleIRq and LoAlertIRq stand (9.3.1.5)."""
        self.com, self.div, self.error = int(_COM_AFTER_RESET), 0, 0
        if self.changed is not None:
            self.changed()

    def raise_com(self, flag: int) -> None:
        """Something happened that ComIrqReg keeps."""
        self.com |= flag
        if self.changed is not None:
            self.changed()

    def raise_div(self, flag: int) -> None:
        """Something happened that DivIrqReg keeps."""
        self.div |= flag
        if self.changed is not None:
            self.changed()

    def write_com(self, value: int) -> None:
        """Marked bits are set where Set1 is 1, cleared where it is 0 (9.3.1.5)."""
        self.com = _marked(self.com, value)
        if self.changed is not None:
            self.changed()

    def write_div(self, value: int) -> None:
        """The same with Set2 (9.3.1.6)."""
        self.div = _marked(self.div, value) & _DIV_THERE_ARE
        if self.changed is not None:
            self.changed()

    def raise_error(self, error: Error) -> None:
        """An error: its flag, and ErrIRq with it."""
        self.error |= int(error)
        self.raise_com(ComIrq.ERR)

    def clear_errors(self) -> None:
        """All but TempErr, as at the start of a command (9.3.1.7)."""
        self.error &= int(Error.TEMP)


def _marked(flags: int, value: int) -> int:
    return flags | value & 0x7F if value & 0x80 else flags & ~value
