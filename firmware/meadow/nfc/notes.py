"""What is odd about the tags on a reader, though the reader works: one plain line for people.

Pure. It must not know chips or frames.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from meadow.nfc.anticollision import Tree

_UNREADABLE_MS = 1000
"""So long something must answer without ever giving its number; noise is shorter."""
_FADES_MS = 2000
_WINDOW_MS = 2000
_GARBLED = 4
"""So many passes of a window in which something was heard and no tag found are noise, if those of
the window before were as many: a piece on its way to its place makes one or two, once."""
_FAINT, _CLEAR = 0.25, 0.15
"""From this share of silent looks on a tag is called badly read, and down to that."""
_FAINT_MS = 2000
_MENDED_MS = 60_000
"""So long it is told that a reader was reset."""

FELL_SILENT = (
    "all that lies here fell silent for a moment and was heard again after a reset: if that comes "
    "back though nobody moves it, replace the reader"
)


class _Garbled:
    """How often a reader hears something that is no tag."""

    def __init__(self) -> None:
        self._since_ms = 0
        self._count = 0
        self._windows = 0

    def heard(self, now_ms: int) -> None:
        self._roll(now_ms)
        self._count += 1

    def is_noise(self, now_ms: int) -> bool:
        self._roll(now_ms)
        return self._windows >= 2

    def _roll(self, now_ms: int) -> None:
        over_ms = now_ms - self._since_ms
        if over_ms < _WINDOW_MS:
            return
        is_next = over_ms < 2 * _WINDOW_MS
        self._windows = self._windows + 1 if is_next and self._count >= _GARBLED else 0
        self._since_ms, self._count = now_ms, 0


class Notes:
    """The odd things of each reader, as long as they last."""

    def __init__(self, places: Sequence[str]) -> None:
        self._unread_since_ms: dict[str, int | None] = dict.fromkeys(places)
        self._unread_ms: dict[str, int] = {}
        self._garbled = {place: _Garbled() for place in places}
        self._faint_since_ms: dict[str, int] = {}
        self._mended: dict[str, tuple[str, int]] = {}

    def looked(self, place: str, tree: Tree, now_ms: int) -> None:
        """A pass over the newcomers of a reader is done."""
        if not tree.heard or tree.found:
            self._unread_since_ms[place] = None
            return
        self._garbled[place].heard(now_ms)
        since_ms = self._unread_since_ms[place]
        if since_ms is None:
            self._unread_since_ms[place] = now_ms
        elif now_ms - since_ms >= _UNREADABLE_MS:
            self._unread_ms[place] = now_ms

    def missed(self, place: str, share: float, now_ms: int) -> None:
        """Of the tags that lie there the worst stays silent to this share of looks, 0 to 1."""
        if share >= (_CLEAR if place in self._faint_since_ms else _FAINT):
            self._faint_since_ms.setdefault(place, now_ms)
        else:
            self._faint_since_ms.pop(place, None)

    def reset(self, place: str, why: str, now_ms: int) -> None:
        """A reader was reset, and reads again."""
        self._mended[place] = (why, now_ms)

    def mended(self, place: str, now_ms: int) -> str:
        """Why it was reset a while ago, "" if it was not."""
        why, at_ms = self._mended.get(place, ("", 0))
        return why if now_ms - at_ms < _MENDED_MS else ""

    def line(
        self,
        place: str,
        overfull: bool,
        crossed: Mapping[str, tuple[str, str]],
        now_ms: int,
        names: bool = True,
    ) -> str:
        """What is odd there now, "" if nothing. It ``names`` tags for those who mend a table: to
        others a UID would tell a card that lies face down."""
        for uid, (lies, heard) in crossed.items():
            if place in (lies, heard):
                return (
                    f"{uid if names else 'a piece'} answers on {lies} and on {heard}: if it is one "
                    "tag, move the antennas apart, lower their gain or set one field at a time; if "
                    "two, replace one"
                )
        if overfull:
            return "more tags lie here than one reader can hold: take some away"
        unread_ms = self._unread_ms.get(place)
        if unread_ms is not None and now_ms - unread_ms < _FADES_MS:
            return (
                "something here answers, but its number cannot be read: lay it flat and apart "
                "from metal, or replace its tag"
            )
        if self._garbled[place].is_noise(now_ms):
            return (
                "it hears what no tag says, so tags are read later: take away what may disturb it "
                "(a phone, a charger, a motor), and what lies here only by half"
            )
        faint_ms = self._faint_since_ms.get(place)
        if faint_ms is not None and now_ms - faint_ms >= _FAINT_MS:
            return (
                "a tag here is heard only now and then: lay it flat, in the middle and apart from "
                "metal, or replace it"
            )
        return ""
