"""Drives an enrolment at a table: lights say where, tags come, words are heard, all is saved.

Between the pure `Enrolment` and the cable. It must not know files or a terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from meadow.link.answers import AnyTold, Code, Done, LyingAre, Missed, SightingIs, StatusIs
from meadow.link.calls import GetLying, GetStatus, Point, Stream, WriteTag
from meadow.pieces.register import Register

from meadow_host.cable.client import Client, writing
from meadow_host.cable.enrol_lines import outcome_line, words_line
from meadow_host.cable.enrol_outcomes import Ask, Bound, NotTaken, Outcome, Reason, TakenBack
from meadow_host.cable.enrol_pieces import Where, plain_name, plain_place
from meadow_host.cable.enrolment import APART_MS, Enrolment
from meadow_host.cable.errors import CableError, RefusedError, RestartedError

LISTEN_S = 0.05
"""So long for something from the table before typed words are looked at."""
LINGER_S = 1.5 * APART_MS / 1000
"""After the last piece: a second tag that was laid with it is still noticed."""
NAMING_S = 4.0
"""Writing a name takes a table some 100 ms, and is tried again on noise."""

_QUIET = (Reason.FLICKERS, Reason.NOTHING_ASKED)
SHORT = {"q": "quit", "y": "yes", "n": "no", "u": "undo", "s": "skip", "b": "back", "m": "move"}


class Listener(Protocol):
    """Whoever tells people."""

    def asked(self, ask: Ask) -> None:
        """This piece is to be laid now."""
        ...

    def said(self, line: str) -> None:
        """What came of a tag or a word, or what is wrong."""
        ...


class Session:
    """One enrolment at one table, from its first light to its last."""

    def __init__(
        self,
        client: Client,
        enrolment: Enrolment,
        keep: Callable[[Register], None],
        listener: Listener,
        words: Callable[[], Sequence[str]],
        *,
        at: str = "",
        rotates: bool = True,
        write_names: bool = False,
        question: str = "",
        now_s: Callable[[], float] = time.monotonic,
    ) -> None:
        """``keep`` saves the register after every change; ``words`` gives the lines that were typed
        since it was last called, and never waits. ``question`` is asked once all is done; without
        one it then ends by itself."""
        self._client = client
        self._enrolment = enrolment
        self._keep = keep
        self._listener = listener
        self._words = words
        self._at = at
        self._rotates = rotates
        self._write_names = write_names
        self._question = question
        self._now_s = now_s
        self._readers: dict[str, str] = {}
        self._end: str | None = None
        self._done_s: float | None = None
        self.bound = 0
        """How many tags were bound, less those taken back."""
        self.named = 0
        """How many names were written."""
        self.unnamed: list[str] = []
        """The pieces whose name could not be written."""

    def run(self) -> str:
        """Enrol until all is done or someone says quit; gives the word that ended it, "" for none
        or for a mere Enter at the question.

        Raises `CableError`, and what ``keep`` raises; what was bound is saved by then. The light
        goes out in any case.
        """
        with writing(self._client):
            try:
                self._client.watch(Stream.SIGHTINGS)
                self._look()
                self._ask()
                while not self._over():
                    self._step()
            finally:
                with suppress(CableError):
                    self._client.call(Point(""), Done, tries=1)
        return self._end or ""

    # ------------------------------------------------------------------------- inside

    def _over(self) -> bool:
        if self._end is not None:
            return True
        if self._enrolment.asked is not None or self._question:
            return False
        if self._done_s is None:
            self._done_s = self._now_s()
        return self._now_s() - self._done_s >= LINGER_S

    def _step(self) -> None:
        try:
            for told in self._client.told(LISTEN_S):
                self._heard(told)
            for word in self._words():
                self._typed(word.strip().lower())
        except RestartedError:
            self._listener.said("the table was started anew: lift the tag, and lay it once more")
            self._look()
            self._ask()

    def _heard(self, told: AnyTold) -> None:
        if isinstance(told, Missed):
            self._listener.said("the line was too slow: lift the tag, and lay it once more")
            self._look()
        if not isinstance(told, SightingIs):
            return
        if told.kind == "arrived":
            for uid in told.uids:
                for outcome in self._enrolment.arrived(uid, told.place, told.at_ms):
                    self._came(outcome)
        elif told.kind == "left":
            for uid in told.uids:
                self._enrolment.left_place(uid, told.place, told.at_ms)
        else:
            self._reader(told.place, told.why if told.kind == "failed" else "", told.uids)

    def _typed(self, word: str) -> None:
        enrolment, word = self._enrolment, SHORT.get(word, word)
        answers = ("", "yes", "no") if self._question and enrolment.asked is None else ()
        if word == "quit" or word in answers:
            self._end = word
            return
        does: dict[str, Callable[[], Outcome | None]] = {
            "undo": enrolment.undo,
            "skip": enrolment.skip,
            "back": enrolment.back,
            "move": enrolment.move,
        }
        if word in does:
            outcome = does[word]()
            if outcome is not None:
                self._came(outcome)
                return
        elif word:
            self._listener.said(words_line())
        self._ask()

    def _came(self, outcome: Outcome) -> None:
        """Something came of a tag or a word: it is saved before it is said to be so."""
        self._keep(self._enrolment.register)
        self._count(outcome)
        if isinstance(outcome, Bound):
            self._point(outcome.place, "good")
        elif isinstance(outcome, NotTaken) and outcome.place and outcome.reason not in _QUIET:
            self._point(outcome.place, "bad")
        self._listener.said(outcome_line(outcome))
        self._ask()
        if isinstance(outcome, Bound) and self._write_names:
            self._name(outcome)

    def _count(self, outcome: Outcome) -> None:
        if isinstance(outcome, Bound):
            self.bound += 1
        elif isinstance(outcome, TakenBack):
            self.bound -= len(outcome.pieces)
        elif isinstance(outcome, NotTaken):
            self.bound -= len(outcome.taken_back)

    def _ask(self) -> None:
        """Say what is to be laid, and where: with light, and in words."""
        ask = self._enrolment.asked
        if ask is not None:
            self._done_s = None
            self._point(ask.place, "ask")
            self._listener.asked(ask)
        elif self._question:
            self._listener.said(self._question)

    def _point(self, place: str, cue: str) -> None:
        self._client.call(Point(place, cue), Done)

    def _look(self) -> None:
        """Which readers answer, and what lies there from before."""
        status = self._client.call(GetStatus(), StatusIs)
        self._readers = dict(status.readers)
        self._enrolment.at_places(self._where(self._at))
        self._enrolment.lies(self._client.call(GetLying(), LyingAre).lying)

    def _reader(self, place: str, why: str, uids: Sequence[str]) -> None:
        """A reader fails, or is back with what lies there."""
        about = f"fails: {why}" if why else "answers again"
        self._listener.said(f"the reader of {plain_place(place)} {about}")
        self._readers[place] = why
        at = "" if self._readers.get(self._at) else self._at
        self._enrolment.at_places(self._where(at))
        self._enrolment.lies({place: uids})
        self._ask()

    def _where(self, at: str) -> Where:
        """Where pieces are laid. Raises `ChoiceError`, when the readers do not suffice."""
        places = tuple([place for place, why in self._readers.items() if not why])
        return Where(places, at, self._rotates)

    def _name(self, bound: Bound) -> None:
        """Write the piece's name on its tag; the binding stays, whatever comes of it."""
        try:
            call = WriteTag(bound.place, bound.uid, bound.piece.id)
            self._client.call(call, Done, wait_s=NAMING_S)
        except RefusedError as error:
            if error.code not in (Code.TAG, Code.MISSING):
                raise
            self._listener.said(f"no name on the tag of {plain_name(bound.piece)}: {error}")
            self.unnamed.append(bound.piece.id)
            self._write_names = error.code != Code.MISSING
        else:
            self.named += 1
