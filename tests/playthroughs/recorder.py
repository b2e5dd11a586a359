"""Records a game line by line: what came in, what came out, and all that changed.

How to read a recording is told in README.md. Knows the session, and of a game only the names of
its seats and phases.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from meadow.games.game import Cue, Fact, Input, Move, Output, Placed, Removed
from meadow.games.session import Session, SessionState

from tests.playthroughs import readable
from tests.playthroughs.readable import Leaves


class Known(NamedTuple):
    """What the recorder has to be told of a game.

    ``leaves``: all values of a state but its set-up, by what each is called;
    ``phase``: the phase of a state, in one word.
    """

    leaves: Callable[[Any], Leaves]
    phase: Callable[[Any], str]


class _Lasting(NamedTuple):
    """All that lasts at one moment."""

    phase: str
    state: Leaves
    lights: Mapping[str, Cue]
    alarms: Mapping[str, int]
    legal: Sequence[Move]


_OF_SESSION = ("core", "at_ms", "lying", "past")


class Recorder:
    """The recording of one game. Begin it with the first state, then `add` each input."""

    def __init__(
        self,
        title: str,
        session: Session[Any],
        state: SessionState[Any],
        outputs: Iterable[Output],
        known: Known,
    ) -> None:
        self._session = session
        self._known = known
        self._setup = state.core.setup
        self._lines = [f"# {line}" for line in textwrap.wrap(title, readable.WIDTH - 2)]
        self._lines += ["", "== setup", *_setup_lines(self._setup)]
        self._brief = False
        self._state = state
        self._last = self._lasting(state)
        self._lines += ["", f"== begin: {self._last.phase}"]
        self._lines += [readable.output_line(output) for output in outputs]
        self._lines += self._all_of(state, self._last)

    def note(self, text: str) -> None:
        """A remark for the reader."""
        self._lines += ["", *textwrap.wrap(text, readable.WIDTH, **_REMARK)]

    @contextmanager
    def brief(self, what: str) -> Iterator[None]:
        """Of what is recorded meanwhile only inputs and outputs are written, one line each.

        There must be a change of phase, which shows the whole state.
        """
        self.note(f"{what}, in brief: what changed is seen at its end.")
        heads, self._brief = self._heads(), True
        yield
        self._brief = False
        assert self._heads() > heads, f"{what} in brief shows no state at its end"

    def _heads(self) -> int:
        return sum(line.startswith("== ") for line in self._lines)

    def add(self, happened: Input, outputs: Iterable[Output], state: SessionState[Any]) -> None:
        """An input, what it gave, and the state after it."""
        outputs = tuple(outputs)
        old, new = self._last, self._lasting(state)
        lines = [readable.output_line(output) for output in outputs]
        if state.core.setup != self._setup:
            lines.append("state setup: CHANGED")
        lines += _unexpected(self._state, happened, outputs, state)
        lines += readable.changes(old.state, new.state)
        if new.phase == old.phase:
            lines += readable.lights_changes(old.lights, new.lights)
            lines += readable.alarms_changes(old.alarms, new.alarms)
            lines += readable.legal_changes(old.legal, new.legal)
        said = readable.input_line(happened)
        if self._brief:
            self._add_brief(happened, outputs)
        else:
            self._lines += [said, *[f"    {line}" for line in lines]]
        if new.phase != old.phase:
            self._lines += ["", f"== {new.phase}", *self._all_of(state, new), ""]
        self._state, self._last = state, new

    def _add_brief(self, happened: Input, outputs: Iterable[Output]) -> None:
        """One line; a piece that is lifted as soon as it was laid has touched the place."""
        line = readable.input_line(happened)
        placed = line.replace(" removed ", " placed ")
        before = self._lines[-1]
        if isinstance(happened, Removed) and (before == placed or before.startswith(f"{placed}: ")):
            self._lines[-1] = before.replace(" placed ", " touched ", 1)
            assert not outputs, "it is shown as one"
            return
        gave = ", ".join(map(readable.output_line, outputs))
        self._lines.append(f"{line}: {gave}" if gave else line)

    def text(self) -> str:
        """The whole recording."""
        end = [f"== end: {self._last.phase}", *self._all_of(self._state, self._last)]
        if self._lines[-1] == "":
            end = ["== end: as above"]
        text = "\n".join([*self._lines, "", *end, ""])
        return text.replace("\n\n\n", "\n\n")

    def _lasting(self, state: SessionState[Any]) -> _Lasting:
        pause = state.pause
        phase = self._known.phase(state.core)
        return _Lasting(
            phase if pause is None else f"{phase}, paused: {pause.why}",
            {
                **self._known.leaves(state.core),
                **{
                    f"session.{path}": leaf
                    for path, leaf in readable.leaves(state, {}, _OF_SESSION).items()
                },
            },
            self._session.lights(state),
            self._session.alarms(state),
            self._session.legal(state),
        )

    def _all_of(self, state: SessionState[Any], lasting: _Lasting) -> Iterator[str]:
        yield from readable.whole(lasting.state)
        yield f"state session.at_ms: {state.at_ms}"
        for place, pieces in state.lying:
            if pieces:
                yield f"state session.lying.{place}: {readable.as_json(pieces)}"
        yield f"state session.undo: {_undo_words(state)}"
        yield from readable.lights_whole(lasting.lights)
        yield from readable.alarms_whole(lasting.alarms)
        yield from readable.legal_whole(lasting.legal)


_REMARK: Mapping[str, Any] = {"initial_indent": "# ", "subsequent_indent": "# "}


def _setup_lines(setup: Any) -> Iterator[str]:
    """The set-up: seats one a line, pieces by their ids."""
    for path, leaf in readable.leaves(setup, {}).items():
        if path == "seats":
            for seat in leaf.value:
                yield f"setup seat {readable.as_json(seat)}"
        elif path in ("tokens", "cards"):
            ids = readable.grouped([piece.id for piece in leaf.value])
            yield from readable.wrapped(f"setup {len(leaf.value)} {path}:", ids)
        else:
            yield f"setup {path}: {readable.as_json(leaf.value)}"


def _depth(state: SessionState[Any]) -> int:
    depth, memory = 0, state.past
    while memory is not None:
        depth, memory = depth + 1, memory.older
    return depth


def _undo_words(state: SessionState[Any]) -> str:
    if state.past is None:
        return "nothing"
    return f"{_depth(state)} deep, to {state.past.core_ms} ms"


def _unexpected(
    old: SessionState[Any], happened: Input, outputs: tuple[Output, ...], new: SessionState[Any]
) -> Iterator[str]:
    """What does not follow from the input alone: time, what lies where, what undo remembers."""
    if new.at_ms != happened.at_ms:
        yield f"state session.at_ms: stays {new.at_ms}"
    if dict(new.lying) != _expected_lying(old, happened):
        yield f"state session.lying: {readable.as_json(new.lying)}"
    gave_fact = any(isinstance(output, Fact) for output in outputs)
    if gave_fact and new.past == old.past:
        yield f"state session.undo: stays {_undo_words(old)}"
    elif _depth(new) != _depth(old) + gave_fact:
        yield f"state session.undo: {_undo_words(old)} -> {_undo_words(new)}"
    elif gave_fact and new.past is not None and new.past.core != old.core:
        yield "state session.undo: leads to another state than the one before"


def _expected_lying(old: SessionState[Any], happened: Input) -> dict[str, tuple[str, ...]]:
    lying = dict(old.lying)
    if isinstance(happened, Placed | Removed):
        for place, pieces in lying.items():
            lying[place] = tuple([piece for piece in pieces if piece != happened.piece])
    if isinstance(happened, Placed):
        lying[happened.place] = (*lying.get(happened.place, ()), happened.piece)
    return lying
