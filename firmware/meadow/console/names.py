"""The names of the players of one game, as the operator gives them. In memory alone.

They stand in no journal and no log, are gone when the game is cleared away, and are shown to all
only if the operator chooses so for that game.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Collection, Mapping
from typing import Any

from meadow.console.states import Viewer
from meadow.table.status import Phase

MOST_CHARACTERS = 40
MOST_NAMES = 8

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0\U00013441\U00013442\U0001d159")
"""Letters and signs that are printed as nothing."""

Json = dict[str, Any]


class NamesError(Exception):
    """Names that cannot be shown; one plain line."""


class Names:
    """seat -> name, and whether all may see them."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._public = False
        self._phase = Phase.LOBBY
        self.seats: Collection[str] | None = None
        """The seats there are, None where that is not known: then all may have a name."""

    def give(self, names: Mapping[str, str], public: bool | None = None) -> None:
        """What is said here is so from now on, all else stays; a seat with "" has no name. Raises
        `NamesError`, nothing changed."""
        known = self.seats
        for seat, name in names.items():
            if name and known is not None and seat not in known:
                raise NamesError(f"there is no seat {seat!r}: it is one of {', '.join(known)}")
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
    spaced = [" " if char.isspace() or char in _BLANK else char for char in name]
    seen = "".join([char for char in spaced if char.isprintable()])
    text = unicodedata.normalize("NFC", " ".join(seen.split()))
    while text and unicodedata.category(text[0])[0] in "MZ":  # a mark that has no letter
        text = text[1:]
    if len(text) > MOST_CHARACTERS:
        raise NamesError(_too_long(len(text)))
    return text


def _too_long(characters: int) -> str:
    return f"a name has {MOST_CHARACTERS} characters at most, and one has {characters}"
