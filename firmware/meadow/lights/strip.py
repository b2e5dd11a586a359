"""The protocol of the light strip: a frame of colours goes out, nothing comes back."""

from __future__ import annotations

from typing import Protocol


class StripError(Exception):
    """The strip could not be driven; the message is one plain line."""


class Strip(Protocol):
    """A strip of addressable pixels."""

    @property
    def pixels(self) -> int:
        """How many pixels there are."""
        ...

    def show(self, frame: bytes) -> None:
        """Show a frame: 3 bytes (red, green, blue) a pixel. Raises `StripError`."""
        ...
