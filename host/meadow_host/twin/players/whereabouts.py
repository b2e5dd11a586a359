"""What players need of the table's pieces: where each is, and moving it. No rule, no reader.

`world.World` keeps it in mind alone; a simulation with physics has its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from meadow.pieces.kinds import Design

from meadow_host.twin.players.world import Spot


class Whereabouts(Protocol):
    """All pieces of one game and where they are."""

    @property
    def rakes(self) -> dict[str, str]:
        """side -> its rake."""
        ...

    def where(self, piece: str) -> Spot:
        """Where a piece is. Raises `WorldError` for a piece that is not here."""
        ...

    def at(self, spot: Spot) -> Sequence[str]:
        """The pieces at a spot, in order of arrival; the last card is on top."""
        ...

    def on_card(self, card: str) -> str:
        """The token that lies on a card, or ""."""
        ...

    def is_token(self, piece: str) -> bool: ...

    def is_face_down(self, card: str) -> bool:
        """Whether nobody can see what a Treat card shows."""
        ...

    def design(self, piece: str) -> Design:
        """What is drawn on a token or a card. Raises `WorldError` for anything else."""
        ...

    def tokens_of(self, design: Design) -> Sequence[str]:
        """All tokens of a design, wherever they are."""
        ...

    def near(self, token: str) -> str:
        """The side whose edge a token on the meadow is nearest to."""
        ...

    def move(self, piece: str, to: Spot, bottom: bool = False) -> None:
        """Move a piece, on top of what is there or under it. Raises `WorldError`."""
        ...

    def put_on_meadow(self, token: str, near: str) -> None:
        """A token comes to lie on the meadow, nearest to this side."""
        ...

    def push(self, token: str, near: str) -> None:
        """A rake pushes a token on the meadow towards a side (R64, R65)."""
        ...

    def collect(self) -> None:
        """All tokens off cards and back on the meadow, all cards shuffled into the pile."""
        ...

    def pile_from_aside(self) -> None:
        """The draw pile is empty: the cards set aside become it, shuffled (W2)."""
        ...
