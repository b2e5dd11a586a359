"""One game in progress: undo, pause and adoption round a core (T14, T15). Pure, like the core.

The core's clock is the session's clock less the time spent paused, so a core knows nothing of
pauses: while the game is paused its time stands still. The session knows no game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

import msgspec

from meadow.games.game import (
    Alarm,
    Cue,
    Fact,
    Finished,
    Game,
    Input,
    Lying,
    Move,
    Output,
    Paused,
    Placed,
    ReaderBack,
    ReaderFailed,
    Refused,
    Removed,
    Resumed,
    Said,
    Sound,
    Step,
    Undone,
)

S = TypeVar("S")

DECK = "deck"
COUNT_STEPS = 3
COUNT_STEP_MS = 1000
COUNT_ALARM = "session.count"
RESUME = "resume"
"""The word by which the session tells a core to judge what it adopted (T14)."""

LyingByPlace = tuple[tuple[str, tuple[str, ...]], ...]


class Pause(msgspec.Struct, frozen=True):
    """The game's clock stands still at ``core_ms``; ``count`` beeps of three were given."""

    why: str
    core_ms: int
    since_ms: int
    broken: tuple[str, ...] = ()
    count: int = 0
    count_ms: int = 0


class Memory(msgspec.Struct, frozen=True):
    """The core's state before an input that gave a fact; a linked list, newest first."""

    core: Any
    core_ms: int
    finished: bool
    older: Memory | None


class SessionState(msgspec.Struct, Generic[S], frozen=True):
    """All of one game in progress.

    ``lying`` is what lies on the readers and ``failed`` the readers that ever failed: both are
    facts of the world, so undo leaves them alone.
    """

    core: S
    at_ms: int = 0
    offset_ms: int = 0
    lying: LyingByPlace = ()
    past: Memory | None = None
    pause: Pause | None = None
    finished: bool = False
    failed: tuple[str, ...] = ()


_replace = msgspec.structs.replace


def pieces_on(lying: LyingByPlace, place: str) -> tuple[str, ...]:
    """The pieces that lie on one place, in order of arrival."""
    for name, pieces in lying:
        if name == place:
            return pieces
    return ()


def _with_pieces(lying: LyingByPlace, place: str, pieces: tuple[str, ...]) -> LyingByPlace:
    for index, (name, _) in enumerate(lying):
        if name == place:
            return (*lying[:index], (place, pieces), *lying[index + 1 :])
    return (*lying, (place, pieces))


def _place_of(lying: LyingByPlace, piece: str) -> str | None:
    for name, pieces in lying:
        if piece in pieces:
            return name
    return None


def _without(lying: LyingByPlace, place: str, piece: str) -> LyingByPlace:
    return _with_pieces(lying, place, tuple([p for p in pieces_on(lying, place) if p != piece]))


class Session(Generic[S]):
    """Plays one core by the rules that hold for every game. Stateless: the state is passed."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    # ------------------------------------------------------------------ driving

    def begin(self, setup: Any) -> Step[SessionState[S]]:
        """The first state. Raises `SetupError` when the game cannot be played so."""
        core, outputs = self.game.begin(setup)
        return Step(SessionState(core=core), outputs)

    def advance(self, state: SessionState[S], happened: Input) -> Step[SessionState[S]]:
        """The state after an input; an illegal one gives `Refused` and the same state."""
        if happened.at_ms < state.at_ms:
            why = f"time ran backwards: {happened.at_ms} ms after {state.at_ms} ms"
            return Step(state, (Refused(why=why),))
        if isinstance(happened, Placed):
            return self._placed(state, happened)
        if isinstance(happened, Removed):
            return self._removed(state, happened)
        if isinstance(happened, Said):
            return self._said(state, happened)
        if isinstance(happened, Alarm):
            return self._alarm(state, happened)
        if isinstance(happened, Lying):
            return self._lying(state, happened)
        if isinstance(happened, ReaderFailed):
            return self._reader_failed(state, happened)
        if isinstance(happened, ReaderBack):
            return self._reader_back(state, happened)
        return Step(state, (Refused(why=f"not an input: {type(happened).__name__}"),))

    def _core(
        self, state: SessionState[S], happened: Input, lying: LyingByPlace | None = None
    ) -> Step[SessionState[S]]:
        """Let the core have an input, and remember the state before it if it gives a fact."""
        at_ms = happened.at_ms
        pause = state.pause
        core_ms = at_ms - state.offset_ms if pause is None else pause.core_ms
        if core_ms != at_ms:
            happened = _replace(happened, at_ms=core_ms)
        core, outputs = self.game.advance(state.core, happened)
        past, finished, offset_ms = state.past, state.finished, state.offset_ms
        for output in outputs:
            if isinstance(output, Fact):
                past = Memory(state.core, core_ms, state.finished, state.past)
                break
        if outputs and isinstance(outputs[-1], Finished):
            finished = True
            if pause is not None:
                offset_ms, pause = at_ms - core_ms, None
        if lying is None:
            lying = state.lying
        new = SessionState(
            core, at_ms, offset_ms, lying, past, pause, finished, state.failed
        )
        return Step(new, outputs)

    # ------------------------------------------------------------ pieces on readers

    def _placed(self, state: SessionState[S], happened: Placed) -> Step[SessionState[S]]:
        place, piece = happened.place, happened.piece
        was_at = _place_of(state.lying, piece)
        if was_at == place:
            return Step(state, (Refused(why=f"{piece} lies there already", place=place),))
        before: tuple[Output, ...] = ()
        if was_at is not None:
            # Arrival is dated to the first sighting, leaving to its confirmation: a piece that
            # is carried quickly arrives before it has left. It can only lie in one place.
            state, before = self._removed(state, Removed(happened.at_ms, was_at, piece))
        pieces = (*pieces_on(state.lying, place), piece)
        lying = _with_pieces(state.lying, place, pieces)
        if state.pause is None:
            state, outputs = self._core(state, happened, lying)
        elif piece in self.game.buttons(state.core):
            state, outputs = self._rake_while_paused(state, happened, lying)
        else:
            state, outputs = self._adopt(state, happened.at_ms, place, lying)
        return Step(state, before + outputs if before else outputs)

    def _removed(self, state: SessionState[S], happened: Removed) -> Step[SessionState[S]]:
        if happened.piece not in pieces_on(state.lying, happened.place):
            # It was seen elsewhere since: this is only the late confirmation of that.
            return Step(_replace(state, at_ms=happened.at_ms), ())
        lying = _without(state.lying, happened.place, happened.piece)
        if state.pause is None:
            return self._core(state, happened, lying)
        return self._adopt(state, happened.at_ms, happened.place, lying)

    def _lying(self, state: SessionState[S], happened: Lying) -> Step[SessionState[S]]:
        lying = state.lying
        for piece in happened.pieces:
            was_at = _place_of(lying, piece)
            if was_at is not None and was_at != happened.place:
                lying = _without(lying, was_at, piece)
                state, _ = self._adopt(state, happened.at_ms, was_at, lying)
        lying = _with_pieces(lying, happened.place, happened.pieces)
        return self._adopt(state, happened.at_ms, happened.place, lying)

    def _adopt(
        self, state: SessionState[S], at_ms: int, place: str, lying: LyingByPlace
    ) -> Step[SessionState[S]]:
        """Tell the core what lies on a place, unjudged. Not an event, so never undone."""
        adopted = Lying(at_ms, place, pieces_on(lying, place))
        new, outputs = self._core(state, adopted, lying)
        return Step(_replace(new, past=state.past), outputs)

    # ------------------------------------------------------------------ pausing

    def _paused(
        self, state: SessionState[S], at_ms: int, why: str, core_ms: int, broken: tuple[str, ...]
    ) -> Step[SessionState[S]]:
        """Stop the core's clock at ``core_ms`` and make all that lies on readers unjudged."""
        since_ms = state.pause.since_ms if state.pause else at_ms
        pause = Pause(why=why, core_ms=core_ms, since_ms=since_ms, broken=broken)
        state = _replace(state, at_ms=at_ms, pause=pause)
        for place, _ in state.lying:
            state, _ = self._adopt(state, at_ms, place, state.lying)
        return Step(state, (Paused(why=why), Sound("pause")))

    def _rake_while_paused(
        self, state: SessionState[S], happened: Placed, lying: LyingByPlace
    ) -> Step[SessionState[S]]:
        state = _replace(state, lying=lying, at_ms=happened.at_ms)
        if happened.place != DECK:
            why = "the game is paused: lay a rake on the deck reader to go on"
            return Step(state, (Refused(why=why, place=happened.place, ruling="T16"),))
        return self._count_or_stop(state, happened.at_ms)

    def _count_or_stop(self, state: SessionState[S], at_ms: int) -> Step[SessionState[S]]:
        """On three (T7), or Stop! while counting."""
        pause = state.pause
        assert pause is not None
        if pause.broken:
            where = " and ".join(pause.broken)
            why = f"the reader of {where} does not answer: mend it or switch that side off"
            return Step(state, (Refused(why=why, place=pause.broken[0], ruling="T15"),))
        if pause.count:
            stopped = _replace(pause, count=0, count_ms=0)
            return Step(_replace(state, at_ms=at_ms, pause=stopped), (Sound("stop"),))
        counting = _replace(pause, count=1, count_ms=at_ms + COUNT_STEP_MS)
        return Step(_replace(state, at_ms=at_ms, pause=counting), (Sound("count"),))

    def _alarm(self, state: SessionState[S], happened: Alarm) -> Step[SessionState[S]]:
        due_ms = self.alarms(state).get(happened.name)
        if due_ms is None or happened.at_ms < due_ms:
            return Step(state, (Refused(why=f"no alarm {happened.name!r} is due"),))
        pause = state.pause
        if pause is None:
            return self._core(state, happened)
        count = pause.count + 1
        if count < COUNT_STEPS:
            counting = _replace(pause, count=count, count_ms=happened.at_ms + COUNT_STEP_MS)
            new = _replace(state, at_ms=happened.at_ms, pause=counting)
            return Step(new, (Sound("count"),))
        return self._resumed(state, happened.at_ms, pause)

    def _resumed(
        self, state: SessionState[S], at_ms: int, pause: Pause
    ) -> Step[SessionState[S]]:
        offset_ms = at_ms - pause.core_ms
        state = _replace(state, pause=None, offset_ms=offset_ms)
        state, outputs = self._core(state, Said(at_ms, RESUME))
        gone_on = (Resumed(paused_ms=at_ms - pause.since_ms), Sound("go"))
        return Step(state, (*gone_on, *outputs))

    # ------------------------------------------------------------------- words

    def _said(self, state: SessionState[S], said: Said) -> Step[SessionState[S]]:
        word, at_ms = said.word, said.at_ms
        if word == "undo":
            return self._undo(state, at_ms)
        if word == RESUME:
            return Step(state, (Refused(why="play resumes on three: say start"),))
        if word == "pause":
            return self._pause_word(state, said)
        if state.pause is not None:
            if word == "start":
                return self._count_or_stop(state, at_ms)
            if word == "stop":
                if state.pause.count:
                    return self._count_or_stop(state, at_ms)
                return Step(state, (Refused(why="the game is paused already", ruling="T14"),))
        new, outputs = self._core(state, said)
        if word == "off" and new.pause is not None and not _is_refused(outputs):
            broken = tuple([place for place in new.pause.broken if place not in said.args])
            new = _replace(new, pause=_replace(new.pause, broken=broken))
        return Step(new, outputs)

    def _pause_word(self, state: SessionState[S], said: Said) -> Step[SessionState[S]]:
        if state.finished:
            return Step(state, (Refused(why="the game is over"),))
        if state.pause is not None:
            return Step(state, (Refused(why="the game is paused already"),))
        why = said.args[0] if said.args else "operator"
        return self._paused(state, said.at_ms, why, said.at_ms - state.offset_ms, ())

    def _undo(self, state: SessionState[S], at_ms: int) -> Step[SessionState[S]]:
        past = state.past
        if past is None:
            return Step(state, (Refused(why="there is nothing to undo", ruling="T14"),))
        core = past.core
        for place in state.failed:
            # A reader that failed stays a fact: the round remains void (T15).
            core = self.game.advance(core, ReaderFailed(past.core_ms, place)).state
        broken = state.pause.broken if state.pause else ()
        state = _replace(state, core=core, past=past.older, finished=past.finished)
        state, outputs = self._paused(state, at_ms, "undo", past.core_ms, broken)
        return Step(state, (Undone(to_ms=past.core_ms), *outputs))

    # ------------------------------------------------------------------ readers

    def _reader_failed(
        self, state: SessionState[S], failed: ReaderFailed
    ) -> Step[SessionState[S]]:
        place, at_ms = failed.place, failed.at_ms
        if state.finished:
            return Step(_replace(state, at_ms=at_ms), ())
        new, outputs = self._core(state, failed)
        already = () if place in state.failed else (place,)
        new = _replace(new, past=state.past, failed=(*state.failed, *already))
        broken = new.pause.broken if new.pause else ()
        if place not in broken:
            broken = (*broken, place)
        core_ms = new.pause.core_ms if new.pause else at_ms - new.offset_ms
        new, paused = self._paused(new, at_ms, "reader", core_ms, broken)
        return Step(new, (*outputs, *paused, Sound("fault")))

    def _reader_back(self, state: SessionState[S], back: ReaderBack) -> Step[SessionState[S]]:
        new, outputs = self._core(state, back)
        new = _replace(new, past=state.past)
        if new.pause is not None:
            broken = tuple([place for place in new.pause.broken if place != back.place])
            new = _replace(new, pause=_replace(new.pause, broken=broken))
        return Step(new, (*outputs, Sound("back")))

    # --------------------------------------------------------------- what lasts

    def lights(self, state: SessionState[S]) -> Mapping[str, Cue]:
        """place -> cue; while paused, timers stand still and the deck shows the pause."""
        cues = self.game.lights(state.core)
        pause = state.pause
        if pause is None:
            if not state.offset_ms:
                return cues
            return {place: _later(cue, state.offset_ms) for place, cue in cues.items()}
        shown = {place: _standing(cue, pause.core_ms) for place, cue in cues.items()}
        shown[DECK] = Cue("count", pause.count, COUNT_STEPS) if pause.count else Cue("paused")
        for place in pause.broken:
            shown[place] = Cue("fault")
        return shown

    def alarms(self, state: SessionState[S]) -> Mapping[str, int]:
        """alarm name -> when it is due, in session milliseconds."""
        pause = state.pause
        if pause is not None:
            return {COUNT_ALARM: pause.count_ms} if pause.count else {}
        alarms = self.game.alarms(state.core)
        if not state.offset_ms or not alarms:
            return alarms
        return {name: due_ms + state.offset_ms for name, due_ms in alarms.items()}

    def view(self, state: SessionState[S], audience: str) -> Mapping[str, Any]:
        """What an audience may know, the pause included."""
        pause = state.pause
        return {
            "game": self.game.view(state.core, audience),
            "paused": pause.why if pause else "",
            "counting": pause.count if pause else 0,
            "broken": list(pause.broken) if pause else [],
            "can_undo": state.past is not None,
        }

    def legal(self, state: SessionState[S]) -> tuple[Move, ...]:
        """What would be accepted now."""
        undo = (Move("say", "undo"),) if state.past is not None else ()
        if state.pause is None:
            pause = () if state.finished else (Move("say", "pause"),)
            return (*self.game.legal(state.core), *pause, *undo)
        if state.pause.broken:
            return (Move("say", "off", state.pause.broken), *undo)
        rakes = Move("place", DECK, self.game.buttons(state.core))
        return (rakes, Move("say", "start"), *undo)


def _is_refused(outputs: tuple[Output, ...]) -> bool:
    return any(isinstance(output, Refused) for output in outputs)


def _later(cue: Cue, offset_ms: int) -> Cue:
    return cue if cue.ends_ms < 0 else _replace(cue, ends_ms=cue.ends_ms + offset_ms)


def _standing(cue: Cue, core_ms: int) -> Cue:
    if cue.ends_ms < 0:
        return cue
    return _replace(cue, ends_ms=-1, left_ms=max(0, cue.ends_ms - core_ms))
