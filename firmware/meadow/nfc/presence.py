"""The filter between looks at tags and what the table is told: arrived, left, failed, back.

Appearing and vanishing have rules of their own: a UID is believed once enough answers with a right
CRC vouch for it; it is gone only after silence that its own record makes incredible. Noise is
neither. Pure: the caller brings the moments. It must not know chips or frames.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Sequence
from typing import Annotated

import msgspec

from meadow.nfc.iso14443a import Glance
from meadow.nfc.sightings import SETTLE_BOUND_MS, Arrived, Back, Batch, Failed, Left, Sighting
from meadow.nfc.watcher import Need, Wanted


class PresenceSettings(msgspec.Struct, frozen=True):
    """When a tag has come and when it is gone.

    ``appear_proofs``: answers with a right CRC_A that a UID needs. Noise makes up one in 2^16
    frames of the right length, so two make a false UID a matter of centuries; a UID of 7 bytes
    has two in one reading, one of 4 bytes is looked at again.
    ``appear_within_ms``: so long an arrival is held back to be dated to its first sighting; more
    than 50 would break the promise of `SETTLE_BOUND_MS`.
    ``vanish_ms``: so long a tag must have been silent. A hand that lifts a piece leaves the field
    in 30 ms; 100 bridges the flicker of one that is put down at its edge, and leaves 50 for the
    looks of a full table.
    ``vanish_doubt``: how unlikely the silence must be by chance, 10 to the power of minus this. Of
    a tag that always answers it takes 5 silent looks, of one that is read half the time 24.
    ``glance_ms``: how often a tag that lies still is looked at; less costs arrivals their speed.
    ``shadow_ms``: the same for one that lies on another reader but is heard here too.
    """

    appear_proofs: Annotated[
        int,
        msgspec.Meta(ge=1, le=4, title="So many right answers it takes to believe in a tag."),
    ] = 2
    appear_within_ms: Annotated[
        int,
        msgspec.Meta(
            ge=10, le=50, title="So long an arrival is held back to be dated to its first sighting."
        ),
    ] = 45
    vanish_ms: Annotated[
        int,
        msgspec.Meta(ge=30, le=2000, title="So long a tag must have been silent to be gone."),
    ] = 100
    vanish_doubt: Annotated[
        int,
        msgspec.Meta(
            ge=3,
            le=15,
            title="So unlikely its silence must be by chance: 10 to the power of minus this.",
        ),
    ] = 7
    glance_ms: Annotated[
        int,
        msgspec.Meta(ge=5, le=500, title="So often a tag that lies still is looked at."),
    ] = 20
    shadow_ms: Annotated[
        int,
        msgspec.Meta(
            ge=20,
            le=2000,
            title="So often a tag is looked at that lies on another reader but is heard here too.",
        ),
    ] = 150


_RETURN_MS = 30
"""A reader that comes back may first tell what lies there after so long: the tags have been without
power, and one pass over them must have been made."""
_BEST_MISSES = 0.03
_WORST_MISSES = 0.9
"""The share of silent looks a tag can be said to have; a worse one could never be seen to go."""
_FIRST_MISSES = 0.2
"""What a tag is taken for at first: as if it had been looked at twice so far."""
_MEMORY = 16
"""So many looks its record goes back."""
_MUTE_DOUBT = 5
_SOLO_LOOKS = 3
"""The last looks before a tag is given up are taken while no other reader speaks, for a neighbour
that comes in between can hide a tag from its reader over and over (trap 6)."""
_SOLO_FROM = 0.8
"""The share of ``vanish_ms`` after which they are taken."""
_MOVE_DOUBT = 3
"""As ``vanish_doubt``, for a tag that has been read elsewhere: less will do then."""


class _Track:
    """One tag on one reader."""

    def __init__(self, now_ms: int) -> None:
        self.first_ms = now_ms
        self.seen_ms = now_ms
        self.tried_ms = now_ms
        self.proofs = 0
        self.lies = False
        """Whether it has been reported, or will be with the reader's return."""
        self.shadow = False
        """Whether it lies on another reader."""
        self.silences = 0
        self.solos = 0
        """Those of the silences in which no other reader spoke."""
        self.misses = _FIRST_MISSES
        self._looks = 2

    def saw(self, now_ms: int, proofs: int) -> None:
        """It answered; what silences came before count as misses of a tag that was there."""
        self.proofs += proofs
        self.seen_ms = self.tried_ms = now_ms
        for missed in (*(1,) * min(self.silences, 2 * _MEMORY), 0):
            self._looks = min(self._looks + 1, _MEMORY)
            self.misses += (missed - self.misses) / self._looks
        self.silences = self.solos = 0

    def incredible(self, doubt: int, more: int = 0) -> bool:
        """Whether so many silences in a row, and some more, are out of the question for a tag
        that is there.
        """
        misses = min(max(self.misses, _BEST_MISSES), _WORST_MISSES)
        return (self.silences + more) * -math.log10(misses) >= doubt


class Presence:
    """What lies on each reader."""

    def __init__(self, places: Sequence[str], settings: PresenceSettings) -> None:
        self._settings = settings
        self._tracks: dict[str, dict[str, _Track]] = {place: {} for place in places}
        self._lying: dict[str, tuple[str, ...]] = dict.fromkeys(places, ())
        self._places: Counter[str] = Counter()
        """UID -> on how many readers it is known."""
        self._returning: dict[str, int] = {}
        """Since when."""
        self._sightings: list[Sighting] = []
        self._settled_ms = -1
        self.crossed: dict[str, tuple[str, str]] = {}
        """UID -> the place where it lies and the one that hears it too."""

    # ------------------------------------------------------------------ what was found

    def found(self, place: str, uid: str, proofs: int, now_ms: int) -> None:
        """A tag gave its whole UID, with so many right CRCs."""
        tracks = self._tracks[place]
        track = tracks.get(uid)
        if track is None:
            track = tracks[uid] = _Track(now_ms)
            self._places[uid] += 1
        track.saw(now_ms, proofs)
        if not track.lies:
            self._consider(place, uid, track)

    def glanced(
        self, place: str, uid: str, outcome: Glance, proofs: int, solo: bool, now_ms: int
    ) -> None:
        """A look for a known tag came to this; ``solo``: no other reader spoke meanwhile."""
        tracks = self._tracks[place]
        if outcome is Glance.SEEN:
            self.found(place, uid, proofs, now_ms)
        elif outcome is Glance.UNSURE:
            if uid in tracks:
                tracks[uid].tried_ms = now_ms
        else:
            # Nobody answered to WUPA: that was silence of every tag there.
            for silent in tuple(tracks) if outcome is Glance.NOBODY else (uid,):
                if silent in tracks:
                    self._silent(place, silent, tracks[silent], solo, now_ms)

    def missed(self, place: str, found: Collection[str], now_ms: int) -> None:
        """All that lay there was asked, and only these were found."""
        for uid, track in tuple(self._tracks[place].items()):
            if uid not in found:
                self._silent(place, uid, track, True, now_ms)

    def _silent(self, place: str, uid: str, track: _Track, solo: bool, now_ms: int) -> None:
        track.silences += 1
        track.solos += solo
        track.tried_ms = now_ms
        if track.solos < _SOLO_LOOKS:
            return
        if self._silent_enough(track, now_ms) or (track.lies and self._moved(place, uid, track)):
            self._gone(place, uid, now_ms)

    def _silent_enough(self, track: _Track, now_ms: int) -> bool:
        settings = self._settings
        silent_ms = now_ms - track.seen_ms
        return silent_ms >= settings.vanish_ms and track.incredible(settings.vanish_doubt)

    def _all_but_gone(self, track: _Track, now_ms: int) -> bool:
        """Whether its last looks are to be taken."""
        settings = self._settings
        late = now_ms - track.seen_ms >= settings.vanish_ms * _SOLO_FROM
        return late and track.incredible(settings.vanish_doubt, _SOLO_LOOKS)

    def _gone(self, place: str, uid: str, now_ms: int) -> None:
        track = self._tracks[place].pop(uid)
        self._places[uid] -= 1
        if self.crossed.get(uid, ("", ""))[1] == place:
            del self.crossed[uid]
        if not track.lies:
            return
        self._lying[place] = tuple([other for other in self._lying[place] if other != uid])
        self.crossed.pop(uid, None)
        if place not in self._returning:
            self._sightings.append(Left(now_ms, place, uid))
        for other, tracks in self._tracks.items():
            there = tracks.get(uid)
            if there is not None and there.shadow:
                # Heard there while it lay here, it may be lifted by now: the next look will say,
                # and if it lies there now, then from now on.
                there.shadow, there.first_ms = False, now_ms
            elif there is not None:
                self._consider(other, uid, there)

    def _moved(self, place: str, uid: str, track: _Track) -> bool:
        """Whether it was read elsewhere since it was last seen here."""
        for other, tracks in self._tracks.items():
            there = tracks.get(uid)
            if other != place and there is not None and there.seen_ms > track.seen_ms:
                return track.incredible(_MOVE_DOUBT)
        return False

    def _consider(self, place: str, uid: str, track: _Track) -> None:
        """Let it lie here, if it is proven and lies nowhere else."""
        if track.proofs < self._settings.appear_proofs or track.silences:
            return
        for other, tracks in self._tracks.items():
            there = tracks.get(uid)
            if other != place and there is not None and there.lies:
                # It answers on two readers: the antennas are too near, or two tags have one UID.
                # It stays where it lies until it falls silent there.
                if there.seen_ms > track.first_ms:
                    track.shadow = True
                    self.crossed[uid] = (other, place)
                return
        track.lies = True
        self._lying[place] = (*self._lying[place], uid)
        if place not in self._returning:
            at_ms = max(track.first_ms, self._settled_ms + 1)
            self._sightings.append(Arrived(at_ms, place, uid))

    # ------------------------------------------------------------------ what to look for

    def wanted(self, place: str, need: Need, now_ms: int) -> Wanted | None:
        """The tag to look for next, if it is time and matters that much at least.

        The unproven and the doubtful are due at once, those that lie still after ``glance_ms``.
        """
        best, best_ms = None, now_ms + 1
        for uid, track in self._tracks[place].items():
            its_need, wait_ms = self._need(uid, track, now_ms)
            due_ms = track.tried_ms + wait_ms
            if due_ms < best_ms and its_need >= need:
                best, best_ms = Wanted(uid, its_need), due_ms
        return best

    def _need(self, uid: str, track: _Track, now_ms: int) -> tuple[Need, int]:
        """How much it matters to look for a tag, and how long after the last look."""
        if track.shadow:
            return Need.SOLO, self._settings.shadow_ms
        if self._places[uid] > 1 and (track.silences or uid not in self.crossed):
            return Need.SOLO, 0
        if track.silences:
            return (Need.SOLO if self._all_but_gone(track, now_ms) else Need.DOUBT), 0
        if track.lies:
            return Need.ROUTINE, self._settings.glance_ms
        return Need.PROOF, 0

    def mute(self, place: str) -> bool:
        """Whether all that lies there has fallen silent: it was taken away, or the reader is deaf.

        True well before the silence is believed.
        """
        tracks = [track for track in self._tracks[place].values() if track.lies]
        return bool(tracks) and all(track.incredible(_MUTE_DOUBT) for track in tracks)

    def records(self, place: str) -> dict[str, tuple[float, int]]:
        """UID -> its share of silent looks (0 to 1), and those in a row now; of all that lie."""
        tracks = self._tracks[place].items()
        return {uid: (track.misses, track.silences) for uid, track in tracks if track.lies}

    def knows(self, place: str, uid: str) -> bool:
        """Whether this tag is known there, proven or not."""
        return uid in self._tracks[place]

    def count(self, place: str) -> int:
        """How many tags are known there, proven or not."""
        return len(self._tracks[place])

    # ---------------------------------------------------------------------- the readers

    def failed(self, place: str, why: str, now_ms: int) -> None:
        """The reader does not answer: nothing is known of what lies there."""
        self._forget(place)
        if self._returning.pop(place, None) is None:
            self._sightings.append(Failed(now_ms, place, why))

    def returning(self, place: str, now_ms: int) -> None:
        """The reader answers again; `Back` follows once all that lies there is known."""
        self._forget(place)
        self._returning[place] = now_ms

    def excused(self, place: str, now_ms: int) -> None:
        """The reader was reset: silences until now say nothing."""
        for track in self._tracks[place].values():
            track.seen_ms, track.silences, track.solos = now_ms, 0, 0

    def looked(self, place: str, now_ms: int) -> None:
        """A whole pass over a reader is done: no newcomer is left unread."""
        since_ms = self._returning.get(place)
        if since_ms is None or now_ms - since_ms < _RETURN_MS:
            return
        overdue = now_ms - since_ms >= 2 * self._settings.vanish_ms
        if overdue or all(track.lies for track in self._tracks[place].values()):
            del self._returning[place]
            self._sightings.append(Back(now_ms, place, self._lying[place]))

    def _forget(self, place: str) -> None:
        self._places.subtract([*self._tracks[place]])
        self._tracks[place].clear()
        self._lying[place] = ()
        self.crossed = {uid: two for uid, two in self.crossed.items() if place not in two}

    # -------------------------------------------------------------------- what is told

    def lying(self, place: str) -> tuple[str, ...]:
        """The UIDs that lie there, in order of arrival."""
        return self._lying[place]

    def take(self, now_ms: int) -> Batch:
        """What was noticed since the last call; keeps the promise of `Batch.settled_ms`."""
        sightings, self._sightings = tuple(self._sightings), []
        held_ms = now_ms
        for tracks in self._tracks.values():
            for track in tracks.values():
                awaited = not track.lies and not track.shadow
                if awaited and now_ms - track.first_ms <= self._settings.appear_within_ms:
                    held_ms = min(held_ms, track.first_ms)
        held_ms = max(held_ms, now_ms - SETTLE_BOUND_MS + 1)
        self._settled_ms = max(self._settled_ms, held_ms - 1)
        return Batch(sightings, self._settled_ms)
