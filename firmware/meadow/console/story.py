"""News in plain sentences, and the history of the game: what happened, told as facts.

What lies face down is not named, here as in any other record for all. Knows no page and no
particular game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Mapping
from typing import Any

import msgspec

from meadow.console.plainly import plainly
from meadow.console.publish import Heard
from meadow.console.states import Viewer, plain_pieces
from meadow.games.game import PUBLIC, Fact, Finished, Output, Refused, Sound
from meadow.pieces.kinds import AnyPiece
from meadow.telling.chronicle import Chronicle, Event
from meadow.telling.words import Words

KEPT = 300
"""Lines of the history; the journal has all of it."""
IN_THE_LOBBY_MS = -1
"""The time of what happened while no game was played."""

Json = dict[str, Any]


class Story:
    """Tells one table after the other."""

    def __init__(self) -> None:
        self.words = Words({})
        """Those for the pieces of the table that runs now."""
        self._pieces: Json = {}
        self._events: list[Event] = []
        self._chronicle = self._new_chronicle()
        self._history: deque[Json] = deque(maxlen=KEPT)

    def take(self, heard: Heard) -> Mapping[Viewer, Json]:
        """The news of a pass as the message for each kind of pages: a refusal names the cards that
        these see anyway."""
        if heard.pieces is not None:
            self.words = Words(heard.pieces)
            self._chronicle = self._new_chronicle()
        if heard.begins:
            self._history.clear()
        at_ms, lines, outputs, _ = heard.news
        if lines:
            self._chronicle.take_lines(lines, heard.shown.get(Viewer.SPECTATOR, ()))
        else:
            self._chronicle.take_outputs(IN_THE_LOBBY_MS, outputs)
        told = [_line(event) for event in self._events]
        self._events.clear()
        self._history.extend(told)
        news: Json = {
            "is": "news",
            "at_ms": at_ms,
            "begins": heard.begins,
            "lines": told,
            "facts": list(_facts(outputs)),
            "sounds": [output.cue for output in outputs if isinstance(output, Sound)],
        }
        refusals = [one for one in outputs if isinstance(one, Refused)]
        return {
            viewer: {
                **news,
                "refused": [self.refused(one, heard.shown.get(viewer, ())) for one in refusals],
            }
            for viewer in Viewer
        }

    def meet(self, pieces: Mapping[str, AnyPiece]) -> Json:
        """From now on these are the table's, tag UID -> piece; gives the message for pages."""
        self._pieces = plain_pieces(pieces)
        return self.pieces()

    def pieces(self) -> Json:
        """What the table's pieces are, as the message for pages."""
        return {"is": "pieces", "pieces": self._pieces}

    def history(self) -> Json:
        """The lines of this game so far, or of the last one, as the message for pages."""
        return {"is": "history", "lines": list(self._history)}

    def refused(self, refused: Refused, shown: Collection[str]) -> Json:
        """A refusal, in words that name only these cards; ``shown`` are ids."""
        told = self.words.knowing(shown).output(msgspec.to_builtins(refused)).what
        return {"why": plainly(told.removeprefix("refused: ")), "place": refused.place}

    def _new_chronicle(self) -> Chronicle:
        return Chronicle(self.words, self._events.append)


def _line(event: Event) -> Json:
    return {"at_ms": event.at_ms, "text": plainly(event.text), "loud": event.loud}


def _facts(outputs: Iterable[Output]) -> Iterable[Json]:
    """What all may know of what happened, as plain values."""
    for output in outputs:
        is_fact = isinstance(output, Fact) and output.audience == PUBLIC
        if is_fact or isinstance(output, Finished):
            plain: Json = msgspec.to_builtins(output)
            yield plain
