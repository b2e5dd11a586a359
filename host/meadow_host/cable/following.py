"""Follows a table by what it tells over the cable, and says it in plain words as it comes.

What a journal would hide is hidden here too. Knows no terminal and no port.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

import msgspec
from meadow.journal.lines import Kind, Source, decode_line
from meadow.journal.read import BAD_JSON
from meadow.link.answers import AnyTold, Missed, NewsAre, SightingIs, StatusIs
from meadow.table.status import Phase
from meadow.telling.chronicle import Chronicle, Event
from meadow.telling.words import Words

from meadow_host.cable.status import phase_line, reader_line

Tell = Callable[[str, int], None]
"""Told a line, and when in the game that was (-1: in none)."""

NO_TIME = -1
_ALWAYS = ("failed", "back")
_STRANGE = (*BAD_JSON, KeyError, TypeError, AttributeError)


class Follower:
    """Tells what happens at one table. Cards are named once all have seen them."""

    def __init__(self, words: Words, tell: Tell, every_tag: bool = False) -> None:
        """``every_tag`` tells of each tag what its reader saw; else only of those that stand in
        no journal."""
        self._words = words
        self._tell = tell
        self._every_tag = every_tag
        self._chronicle = Chronicle(words, self._event)
        self._status: StatusIs | None = None
        self._failed: dict[str, str] = {}
        self._phase = Phase.LOBBY
        self._game = ""
        self._with_lines_ms = NO_TIME
        self.lobby_changed = False
        """Whether the lobby may be another than before, or a game may have begun or be over."""
        self.named: Collection[str] = ()
        """The ids of the cards that whoever sits here has just named: they are told by name."""

    @property
    def phase(self) -> Phase:
        """What the table was doing last."""
        return self._phase

    def take(self, body: AnyTold) -> None:
        """Something the table told."""
        if isinstance(body, NewsAre):
            self._news(body)
        elif isinstance(body, SightingIs):
            self._sighting(body)
        elif isinstance(body, Missed):
            self._tell(f"{body.count} happenings are left out: the line was too slow", NO_TIME)

    def look(self, status: StatusIs) -> None:
        """How the table is now: tells what is another than before."""
        before, self._status = self._status, status
        self._now(status.phase, status.game)
        for place, why in status.readers.items():
            if why != self._failed.get(place, ""):
                self._tell(reader_line(place, why), NO_TIME)
            self._failed[place] = why
        if status.journal_trouble != (before.journal_trouble if before else ""):
            trouble = status.journal_trouble
            line = f"the journal is not saved: {trouble}" if trouble else "the journal is saved"
            self._tell(line, NO_TIME)
        known = before.troubles if before else ()
        for trouble in status.troubles[-1:] if before is None else status.troubles:
            if trouble not in known:
                self._tell(f"trouble: {trouble}", NO_TIME)

    def begin(self, phase: Phase, game: str) -> None:
        """From here on; nothing of it is told."""
        self._phase, self._game = phase, game

    # -------------------------------------------------------------------------- inside

    def _news(self, news: NewsAre) -> None:
        if news.phase is not self._phase and news.phase is Phase.PLAYING:
            self._now(news.phase, news.game)
            self._chronicle.begin()
        try:
            if news.lines:
                self._with_lines_ms = news.at_ms
                self._chronicle.take_lines(news.lines, self.named)
            elif news.at_ms != self._with_lines_ms:  # else their lines came before
                bodies = [msgspec.json.decode(raw, type=dict[str, Any]) for raw in news.outputs]
                self._chronicle.take_bodies(NO_TIME, bodies)
                self.lobby_changed = self.lobby_changed or bool(bodies)
        except _STRANGE:
            self._tell("something happened that this version cannot tell: update it", NO_TIME)
        self._now(news.phase, news.game)

    def _now(self, phase: Phase, game: str) -> None:
        if phase is not self._phase:
            self.lobby_changed = phase is Phase.LOBBY
            if phase is not Phase.LOBBY:  # how the lobby is, its view tells
                self._tell(phase_line(phase, game), NO_TIME)
        self._phase, self._game = phase, game

    def _sighting(self, sighting: SightingIs) -> None:
        if sighting.kind in _ALWAYS:
            self._failed[sighting.place] = sighting.why if sighting.kind == "failed" else ""
        in_no_journal = self._phase is Phase.LOBBY
        self.lobby_changed = self.lobby_changed or self._phase is not Phase.PLAYING
        if not (self._every_tag or in_no_journal or sighting.kind in _ALWAYS):
            return
        body: dict[str, Any] = {"type": sighting.kind, "place": sighting.place}
        body |= {"uid": "".join(sighting.uids[:1]), "uids": sighting.uids, "why": sighting.why}
        self._tell(str(self._words.sighting(body)), NO_TIME)

    def _event(self, event: Event) -> None:
        if not event.divides:
            self._tell(event.text, event.at_ms)


class Spoken:
    """Waits for what comes of a word that was said over the cable."""

    def __init__(self, word: str, before: Phase) -> None:
        """``before`` what the table was doing when it was said."""
        self._word = word
        self._before = before
        self._with_lines_ms = NO_TIME
        self.is_answered = False
        self.refused: Mapping[str, Any] | None = None
        """The refusal, as plain values."""

    def take(self, body: AnyTold) -> None:
        """Something the table told since."""
        if self.is_answered or not isinstance(body, NewsAre):
            return
        try:
            outputs = self._came_of_it(body)
        except _STRANGE:
            return
        if outputs is not None:
            self.is_answered = True
            refused = [output for output in outputs if output.get("type") == "refused"]
            self.refused = refused[0] if refused else None

    def _came_of_it(self, news: NewsAre) -> list[dict[str, Any]] | None:
        """The outputs that came of the word; None if these news are of something else."""
        if news.lines:
            self._with_lines_ms = news.at_ms
        elif news.outputs and news.at_ms != self._with_lines_ms:
            return [msgspec.json.decode(raw, type=dict[str, Any]) for raw in news.outputs]
        outputs: list[dict[str, Any]] | None = None
        for raw in news.lines:
            line = decode_line(raw)
            if line.kind in (Kind.INPUT, Kind.SIGHTING) and outputs is not None:
                break
            body = msgspec.json.decode(line.body, type=dict[str, Any])
            if line.kind is Kind.INPUT and line.source is Source.LINK:
                outputs = [] if body.get("word") == self._word else outputs
            elif line.kind is Kind.OUTPUT and outputs is not None:
                outputs.append(body)
        if outputs is None and news.phase is not self._before:
            return []  # it led from the lobby into a game
        return outputs


def lobby_line(view: Mapping[str, Any]) -> str:
    """What is chosen and who joined, of a table's public view."""
    lobby = view.get("lobby", {})
    chosen = str(lobby.get("choices") or lobby.get("title") or "no game chosen")
    seats = [_seat(seat) for seat in lobby.get("seats", ())]
    return f"in the lobby: {chosen}; joined: {', '.join(seats) or 'nobody'}"


def _seat(seat: Mapping[str, Any]) -> str:
    more = [f"{seat['rake'].removeprefix('rake.')} rake"] if seat.get("rake") else []
    more += [f"age rank {seat['age_rank']}"] if seat.get("age_rank") else []
    more += [f"{seat['hand']} hand"] if seat.get("hand") else []
    side = str(seat.get("side", "?"))
    return f"{side} ({', '.join(more)})" if more else side
