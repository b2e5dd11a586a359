"""Which tag lies on which antenna, and which antennas hear each other's tags.

It must not know readers' registers or the commands of tags.
"""

from __future__ import annotations

from typing import NamedTuple

from meadow_host.twin.silicon.noise import Grip
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.radio import Field


class _Coupling(NamedTuple):
    loss_db: float
    powers: bool


class Ether:
    """All fields together."""

    def __init__(self) -> None:
        self._couplings: dict[Field, dict[Field, _Coupling]] = {}
        self._lying: dict[Picc, list[Field]] = {}

    def couple(self, field: Field, other: Field, loss_db: float, *, powers: bool) -> None:
        """Let ``field`` reach the tags that will be laid into ``other``."""
        self._couplings.setdefault(other, {})[field] = _Coupling(loss_db, powers)

    def part(self, field: Field, other: Field) -> None:
        """Let it reach those that will be laid there no more."""
        self._couplings.get(other, {}).pop(field, None)

    def lay(self, picc: Picc, field: Field, grip: Grip) -> None:
        """Put a tag into a field. Raises ValueError if it lies somewhere already."""
        if picc in self._lying:
            raise ValueError(f"tag {picc.uid.hex()} lies somewhere already")
        grips = {field: grip}
        for one, coupling in self._couplings.get(field, {}).items():
            grips[one] = grip.weaker(coupling.loss_db, powers=coupling.powers)
        self._lying[picc] = list(grips)
        for one, its_grip in grips.items():
            one.place(picc, its_grip, [other for other in grips if other is not one])

    def lift(self, picc: Picc) -> None:
        """Take a tag away. Raises ValueError if it lies nowhere."""
        if picc not in self._lying:
            raise ValueError(f"tag {picc.uid.hex()} lies nowhere")
        for field in self._lying.pop(picc):
            field.remove(picc)
