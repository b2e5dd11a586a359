"""What one SPI transfer to an MFRC522 is made of (data sheet, 8.1.2): bytes out, as a tuple.

A tuple, for py-spidev overwrites a list it is given (doceme/py-spidev#61). Pure; it must not know
what registers mean.
"""

from __future__ import annotations


def write(register: int, *values: int) -> tuple[int, ...]:
    """A transfer that writes bytes to one register, one after the other (8.1.2.2)."""
    return (register << 1, *values)


def read(*registers: int) -> tuple[int, ...]:
    """A transfer that reads registers; their values come one byte later (8.1.2.1, trap 3)."""
    return (*[register << 1 | 0x80 for register in registers], 0)
