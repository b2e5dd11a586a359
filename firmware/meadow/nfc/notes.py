"""What is odd about the tags on a reader, though the reader works: one plain line for people.

Pure. It must not know chips or frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.nfc.anticollision import Tree

_UNREADABLE_MS = 1000
"""So long something must answer without ever giving its number; noise is shorter."""
_FADES_MS = 2000


class Notes:
    """The odd things of each reader, as long as they last."""

    def __init__(self, places: Sequence[str]) -> None:
        self._unread_since_ms: dict[str, int | None] = dict.fromkeys(places)
        self._unread_ms: dict[str, int] = {}

    def looked(self, place: str, tree: Tree, now_ms: int) -> None:
        """A pass over the newcomers of a reader is done."""
        if not tree.heard or tree.found:
            self._unread_since_ms[place] = None
        else:
            since_ms = self._unread_since_ms[place]
            if since_ms is None:
                self._unread_since_ms[place] = now_ms
            elif now_ms - since_ms >= _UNREADABLE_MS:
                self._unread_ms[place] = now_ms

    def line(
        self, place: str, overfull: bool, crossed: Mapping[str, tuple[str, str]], now_ms: int
    ) -> str:
        """What is odd there now, "" if nothing."""
        for uid, (lies, heard) in crossed.items():
            if place in (lies, heard):
                return (
                    f"{uid} answers on {lies} and on {heard}: if it is one tag, move the antennas "
                    "apart, lower their gain or set one field at a time; if two, replace one"
                )
        if overfull:
            return "more tags lie here than one reader can hold: take some away"
        unread_ms = self._unread_ms.get(place)
        if unread_ms is not None and now_ms - unread_ms < _FADES_MS:
            return (
                "something here answers, but its number cannot be read: lay it flat and apart "
                "from metal, or replace its tag"
            )
        return ""
