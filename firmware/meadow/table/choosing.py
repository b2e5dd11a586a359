"""Which words of a game are in force in the lobby, and which do not go with them.

Found by trying, so that no game has to say it twice. Pure; it knows games by their packages alone.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from meadow.games.package import ChoiceError, Package, Settles


class Choosing(NamedTuple):
    """``chosen`` are the words in force, ``default`` those that are so only because the settings
    say it and nothing else was chosen, and ``unfit`` those that would be refused, said alone."""

    chosen: list[str]
    default: list[str]
    unfit: list[str]


def choosing(
    package: Package | None, choices: Any, settings: Callable[[Package], Any] | None
) -> Choosing:
    """How it is with these choices; without ``settings`` only what is chosen is looked for."""
    if package is None:
        return Choosing([], [], [])
    chosen = _in_force(package, choices)
    if settings is None:
        return Choosing(chosen, [], [])
    settled = chosen
    if isinstance(package, Settles):
        settled = _in_force(package, package.settled(choices, settings(package)))
    unfit = [word for word in sorted(package.words) if not _fits(package, choices, word)]
    return Choosing(chosen, sorted({*settled} - {*chosen}), unfit)


def _in_force(package: Package, choices: Any) -> list[str]:
    """The words that would change nothing: what they say is chosen already."""

    def holds(word: str) -> bool:
        try:
            return bool(package.choose(choices, word) == choices)
        except ChoiceError:
            return False

    return sorted(filter(holds, package.words))


def _fits(package: Package, choices: Any, word: str) -> bool:
    try:
        package.choose(choices, word)
    except ChoiceError:
        return False
    return True
