"""A game of Sweepers on its way, led by choices. Where it goes: `sensible` and `nonsense`."""

from __future__ import annotations

from meadow.games.sweepers.core import Sweepers
from meadow.games.sweepers.setup import Setup
from meadow.games.sweepers.state import State

from tests.games.walks import AnyWalk, Choices


class Walk(AnyWalk[State]):
    """One game of Sweepers on its way."""

    setup: Setup

    def __init__(self, setup: Setup, choices: Choices) -> None:
        super().__init__(Sweepers(), setup, choices)
