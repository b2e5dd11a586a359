"""What bots can be asked for, so that nothing is promised which the table would refuse for ever.

It knows the games by what they bring; it must not know who asks, nor any bot.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.games.package import Package

from meadow_host.evening import Packages, WordsError, invitation
from meadow_host.twin.players.joining import Guest


def why_not(words: Sequence[str], seats: Sequence[str], packages: Packages) -> str:
    """Why bots at these seats cannot play what these words choose: one plain line, "" if they
    can."""

    def guests(package: Package) -> tuple[Guest, ...]:
        missing = next((seat for seat in seats if seat not in package.seat_places), "")
        if missing:
            raise WordsError(no_seat(package, missing))
        return ()

    try:
        invitation(words, packages, guests)
    except WordsError as error:
        return str(error)
    return ""


def no_seat(package: Package, seat: str) -> str:
    """That a game has no such seat for a bot."""
    return f"{package.title} has no seat {seat}: seat fewer bots"
