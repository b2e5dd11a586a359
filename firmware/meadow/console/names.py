"""The names of the players of one game, as the operator gives them. In memory alone.

They stand in no journal and no log, are gone when the game is cleared away, and are shown to all
only if the operator chooses so for that game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from meadow.console.states import Viewer
from meadow.table.status import Phase

MOST_CHARACTERS = 40
MOST_NAMES = 8

Json = dict[str, Any]


class NamesError(Exception):
    """Names that cannot be shown; one plain line."""


class Names:
    """seat -> name, and whether all may see them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._public = False
        self._phase = Phase.LOBBY

    def give(self, names: Mapping[str, str], public: bool | None = None) -> None:
        """What is said here is so from now on, all else stays; a seat with "" has no name. Raises
        `NamesError`, nothing changed."""
        given = {**self._names, **{seat: _cleaned(name) for seat, name in names.items()}}
        kept = {seat: name for seat, name in given.items() if name}
        if len(kept) > MOST_NAMES:
            raise NamesError(f"{len(kept)} names: a table has {MOST_NAMES} seats at most")
        self._names = kept
        if public is not None:
            self._public = public

    def at(self, phase: Phase) -> None:
        """The table does this now: once a game is cleared away, its names are gone."""
        if phase is Phase.LOBBY and self._phase is not Phase.LOBBY:
            self._names, self._public = {}, False
        self._phase = phase

    def of(self, viewer: Viewer) -> Json:
        """What a viewer's state says of names."""
        if viewer is Viewer.OPERATOR:
            return {"names": dict(self._names), "names_public": self._public}
        return {"names": dict(self._names) if self._public else {}}


def _cleaned(name: str) -> str:
    """The name without what would not be seen or would turn the writing round; spaces as one."""
    if len(name) > 10 * MOST_CHARACTERS:  # no work for what is none
        raise NamesError(_too_long(len(name)))
    text = unicodedata.normalize("NFC", " ".join(name.split()))
    text = "".join([char for char in text if char.isprintable()])
    if len(text) > MOST_CHARACTERS:
        raise NamesError(_too_long(len(text)))
    return text


def _too_long(characters: int) -> str:
    return f"a name has {MOST_CHARACTERS} characters at most, and one has {characters}"
