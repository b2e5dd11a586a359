"""What an undo takes back, in words: a journal says only to which moment the game went (T14).

Follows a game as the session does (`meadow.games.session`): one memory for each input that gave a
fact, the newest on top; pauses and readers that fail are facts of the world and stay. The session
could say it better itself, but not in format 1: with another output, or one more line, no older
journal would replay. Random games hold the two together (tests/table/test_taken_back.py). Knows no
particular game.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

from meadow.games.game import PUBLIC, Fact, Paused, Resumed, Undone
from meadow.journal.lines import Kind
from meadow.telling.telling import Entry

MOST_KEPT = 300
MOST_TOLD = 2

_NEVER_UNDONE = frozenset({"reader-failed", "reader-back", "lying"})


def _tag(fact: type[Fact]) -> str:
    return str(fact.__struct_config__.tag)


_FINISHED = "finished"
_PAUSED, _RESUMED, _UNDONE = _tag(Paused), _tag(Resumed), _tag(Undone)


class _Done(NamedTuple):
    """What came of one input, at the core's time."""

    core_ms: int
    told: tuple[str, ...]


class TakenBack:
    """Fed with the groups of a game's lines (`meadow.telling.telling.groups`) in their order."""

    def __init__(self) -> None:
        self._done: deque[_Done] = deque(maxlen=MOST_KEPT)
        self._offset_ms = 0
        self._stands_ms = -1
        """The core's time in a pause; -1 while it runs."""

    def take(self, group: Sequence[Entry], told: Sequence[str]) -> str:
        """What an undo among these lines takes back, "" without one; ``told`` is a text for each
        line."""
        came = [(line.at_ms, text, body) for (line, body), text in zip(group, told, strict=True)
                if line.kind is Kind.OUTPUT]  # fmt: skip
        word = next((str(body["type"]) for line, body in group if line.kind is Kind.INPUT), "")
        was_paused = self._stands_ms >= 0
        core_ms, back = self._core_ms(group[0].line.at_ms), ""
        gave_facts, facts = False, list[str]()
        for at_ms, text, body in came:
            tag = str(body["type"])
            if tag == _UNDONE:
                back = self._undone(int(body["to_ms"]))
            elif tag == _PAUSED and self._stands_ms < 0:
                self._stands_ms = self._core_ms(at_ms)
            elif tag == _RESUMED and self._stands_ms >= 0:
                core_ms, was_paused = self._stands_ms, False
                self._go_on(at_ms)
            elif tag == _FINISHED and self._stands_ms >= 0:
                self._go_on(at_ms)  # the end of a game is the end of its pause
            elif tag.startswith("fact.") and tag not in (_PAUSED, _RESUMED):
                gave_facts = True
                facts += [text] if body.get("audience", PUBLIC) == PUBLIC else []
        if gave_facts and word not in _NEVER_UNDONE and (word == "said" or not was_paused):
            self._done.append(_Done(core_ms, tuple(facts)))
        return back

    def _go_on(self, at_ms: int) -> None:
        self._offset_ms, self._stands_ms = at_ms - self._stands_ms, -1

    def _core_ms(self, at_ms: int) -> int:
        return self._stands_ms if self._stands_ms >= 0 else at_ms - self._offset_ms

    def _undone(self, to_ms: int) -> str:
        self._stands_ms = to_ms
        if not self._done or self._done[-1].core_ms != to_ms:
            self._done.clear()  # its beginning was not heard: nothing is better than a wrong word
            return ""
        told = self._done.pop().told
        more = len(told) - MOST_TOLD
        return "; ".join(told[:MOST_TOLD]) + (f"; and {more} more" if more > 0 else "")
