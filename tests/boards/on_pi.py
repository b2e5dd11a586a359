"""The table's board on a simulated Pi of any model, wired otherwise by a few words of TOML."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from meadow.boards import Wiring
from meadow.pins.load import default_pins_text, parse_pins
from meadow_host.twin.silicon.board import SiliconBoard, wired
from meadow_host.twin.silicon.models import PiModel
from meadow_host.twin.silicon.pi import SimulatedPi


def wiring(changes: Mapping[str, str], pixels: int) -> Wiring:
    """The wiring of the default pins.toml with some of its text replaced."""
    text = default_pins_text()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    return Wiring(parse_pins(text, "pins.toml"), pixels)


@contextmanager
def board_on(
    model: PiModel = PiModel.PI_4B,
    changes: Mapping[str, str] | None = None,
    pixels: int = 3,
    pi: SimulatedPi | None = None,
) -> Iterator[SiliconBoard]:
    made = wiring(changes or {}, pixels)
    board = SiliconBoard(made, pi=pi or SimulatedPi(wired(made.pins), model=model))
    try:
        yield board
    finally:
        board.close()
