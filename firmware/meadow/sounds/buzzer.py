"""The protocol of the buzzer: on or off."""

from __future__ import annotations

from typing import Protocol


class BuzzerError(Exception):
    """The buzzer could not be driven; the message is one plain line."""


class Buzzer(Protocol):
    """A buzzer that is on or off."""

    def set(self, on: bool) -> None:
        """Switch it. Raises `BuzzerError`."""
        ...
