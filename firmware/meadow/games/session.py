"""One game in progress: undo, pause and adoption round a core (T14, T15). Pure, like the core.

The core's clock is the session's clock less the time spent paused, so a core knows nothing of
pauses: while the game is paused its time stands still. The session knows no game.
"""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

from meadow.games.game import (
    PAUSE,
    RESUME,
    Alarm,
    Fact,
    Finished,
    Input,
    Lying,
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
from meadow.games.session_lasting import (
    COUNT_ALARM,
    COUNT_STEPS,
    DECK,
    HOLDS_IN_A_PAUSE,
    Lasting,
)
from meadow.games.session_state import (
    LyingByPlace,
    Memory,
    Pause,
    SessionState,
    pieces_on,
    place_of,
    with_pieces,
    without,
)

__all__ = [
    "COUNT_ALARM",
    "COUNT_STEPS",
    "COUNT_STEP_MS",
    "DECK",
    "Session",
    "SessionState",
    "pieces_on",
]

S = TypeVar("S")

COUNT_STEP_MS = 1000

_replace = msgspec.structs.replace


class Session(Lasting[S]):
    """Plays one core by the rules that hold for every game. Stateless: the state is passed."""

    # ------------------------------------------------------------------ driving

    def begin(self, setup: Any) -> Step[SessionState[S]]:
        """The first state. Raises `SetupError` when the game cannot be played so."""
        core, outputs = self.game.begin(setup)
        finished = any(isinstance(output, Finished) for output in outputs)
        return Step(SessionState(core=core, finished=finished), outputs)

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
                if past is not state.past:
                    continue  # one memory an input
                past = Memory(
                    core=state.core,
                    core_ms=core_ms,
                    finished=state.finished,
                    off=state.off,
                    failures=len(state.failed),
                    older=state.past,
                )
            elif isinstance(output, Finished):
                finished, offset_ms, pause = True, at_ms - core_ms, None
        if lying is None:
            lying = state.lying
        new = SessionState(
            core=core,
            at_ms=at_ms,
            offset_ms=offset_ms,
            lying=lying,
            past=past,
            pause=pause,
            finished=finished,
            failed=state.failed,
            down=state.down,
            off=state.off,
        )
        return Step(new, outputs)

    # ------------------------------------------------------------ pieces on readers

    def _placed(self, state: SessionState[S], happened: Placed) -> Step[SessionState[S]]:
        place, piece = happened.place, happened.piece
        was_at = place_of(state.lying, piece)
        if was_at == place:
            return Step(state, (Refused(why=f"{piece} lies there already", place=place),))
        past = state.past
        before: tuple[Output, ...] = ()
        if was_at is not None:
            # Arrival is dated to the first sighting, leaving to its confirmation: a piece that
            # is carried quickly arrives before it has left. It can only lie in one place.
            state, before = self._removed(state, Removed(happened.at_ms, was_at, piece))
        lifted = state.past
        pieces = (*pieces_on(state.lying, place), piece)
        lying = with_pieces(state.lying, place, pieces)
        if state.pause is None:
            state, outputs = self._core(state, happened, lying)
        elif piece in self.game.buttons(state.core):
            state, outputs = self._rake_while_paused(state, happened, lying)
        else:
            state, outputs = self._laid_while_paused(state, happened, lying)
        if lifted is not past and state.past is not lifted:
            # Lifted and laid were one input, so undo takes back both.
            state = _replace(state, past=lifted)
        return Step(state, before + outputs if before else outputs)

    def _removed(self, state: SessionState[S], happened: Removed) -> Step[SessionState[S]]:
        if happened.piece not in pieces_on(state.lying, happened.place):
            # It was seen elsewhere since: this is only the late confirmation of that.
            return Step(_replace(state, at_ms=happened.at_ms), ())
        lying = without(state.lying, happened.place, happened.piece)
        if state.pause is None:
            return self._core(state, happened, lying)
        return self._adopt(state, happened.at_ms, happened.place, lying)

    def _lying(self, state: SessionState[S], happened: Lying) -> Step[SessionState[S]]:
        lying = state.lying
        for piece in happened.pieces:
            was_at = place_of(lying, piece)
            if was_at is not None and was_at != happened.place:
                lying = without(lying, was_at, piece)
                state, _ = self._adopt(state, happened.at_ms, was_at, lying)
        lying = with_pieces(lying, happened.place, happened.pieces)
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
        self, state: SessionState[S], at_ms: int, why: str, core_ms: int
    ) -> Step[SessionState[S]]:
        """Stop the core's clock at ``core_ms`` and make all that lies on readers unjudged."""
        since_ms = state.pause.since_ms if state.pause else at_ms
        pause = Pause(why=why, core_ms=core_ms, since_ms=since_ms)
        state = _replace(state, at_ms=at_ms, pause=pause)
        core = self.game.advance(state.core, Said(core_ms, PAUSE)).state
        state = _replace(state, core=core)
        for place, _ in state.lying:
            state, _ = self._adopt(state, at_ms, place, state.lying)
        return Step(state, (Paused(why=why), Sound("pause")))

    def _laid_while_paused(
        self, state: SessionState[S], happened: Placed, lying: LyingByPlace
    ) -> Step[SessionState[S]]:
        """It is adopted; a card counts when it is laid again, and must not be swallowed (T14)."""
        step = self._adopt(state, happened.at_ms, happened.place, lying)
        is_card = happened.piece in self.game.cards(state.core)
        if not self.game.buttons(state.core) and (is_card or happened.place == DECK):
            # A rake that is nobody's would else be laid there again and again, without an answer.
            why = "the game is paused, and nobody joined with a rake: the card Start goes on"
        elif is_card:
            why = "the game is paused: a rake on the deck reader goes on, then lay this card again"
        else:
            return step
        refused = Refused(why=why, place=happened.place, ruling="T14")
        return Step(step.state, (*step.outputs, refused))

    def _rake_while_paused(
        self, state: SessionState[S], happened: Placed, lying: LyingByPlace
    ) -> Step[SessionState[S]]:
        state, _ = self._adopt(state, happened.at_ms, happened.place, lying)
        if happened.place != DECK:
            why = "the game is paused: lay a rake on the deck reader to go on"
            return Step(state, (Refused(why=why, place=happened.place, ruling="T16"),))
        return self._count_or_stop(state, happened.at_ms)

    def _count_or_stop(self, state: SessionState[S], at_ms: int) -> Step[SessionState[S]]:
        """On three (T7), or Stop! while counting."""
        pause = state.pause
        assert pause is not None
        broken = state.broken
        if broken:
            where = " and ".join(broken)
            why = f"the reader of {where} does not answer: mend it, or say: off {broken[0]}"
            return Step(state, (Refused(why=why, place=broken[0], ruling="T15"),))
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

    def _resumed(self, state: SessionState[S], at_ms: int, pause: Pause) -> Step[SessionState[S]]:
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
        if word == PAUSE:
            return self._pause_word(state, said)
        if state.pause is not None:
            if word == "start" or (word == "stop" and state.pause.count):
                return self._count_or_stop(state, at_ms)
            if word not in HOLDS_IN_A_PAUSE and word not in self.game.overrules:
                why = f"the game is paused: {word!r} must wait until it goes on, so say start"
                if word == "stop":
                    why = "the game is paused already"
                return Step(state, (Refused(why=why, ruling="T14"),))
        new, outputs = self._core(state, said)
        if word == "off" and not _is_refused(outputs):
            already = tuple([place for place in new.off if place not in said.args])
            new = _replace(new, off=(*already, *said.args))
        return Step(new, outputs)

    def _pause_word(self, state: SessionState[S], said: Said) -> Step[SessionState[S]]:
        if state.finished:
            return Step(state, (Refused(why="the game is over"),))
        why = said.args[0] if said.args else "operator"
        pause = state.pause
        if pause is None:
            return self._paused(state, said.at_ms, why, said.at_ms - state.offset_ms)
        if pause.count:
            return self._paused(state, said.at_ms, why, pause.core_ms)
        return Step(state, (Refused(why="the game is paused already"),))

    def _undo(self, state: SessionState[S], at_ms: int) -> Step[SessionState[S]]:
        past = state.past
        if past is None:
            return Step(state, (Refused(why="there is nothing to undo", ruling="T14"),))
        core = past.core
        for place in state.failed[past.failures :]:
            # A reader that failed since then stays a fact: the round remains void (T15).
            core = self.game.advance(core, ReaderFailed(past.core_ms, place)).state
        for place in dict.fromkeys(state.failed):
            if place not in state.down:
                core = self.game.advance(core, ReaderBack(past.core_ms, place)).state
        undone = _replace(state, core=core, past=past.older, finished=past.finished, off=past.off)
        undone, _ = self._paused(undone, at_ms, "undo", past.core_ms)
        return Step(undone, (Undone(to_ms=past.core_ms), Paused(why="undo"), Sound("undo")))

    # ------------------------------------------------------------------ readers

    def _reader_failed(self, state: SessionState[S], failed: ReaderFailed) -> Step[SessionState[S]]:
        place, at_ms = failed.place, failed.at_ms
        state = _replace(state, failed=(*state.failed, place), down=_with(state.down, place))
        new, outputs = self._core(state, failed)
        new = _replace(new, past=state.past)
        if new.finished or place in new.off:
            return Step(new, outputs)
        core_ms = new.pause.core_ms if new.pause else at_ms - new.offset_ms
        new, paused = self._paused(new, at_ms, "reader", core_ms)
        return Step(new, (*outputs, *paused, Sound("fault")))

    def _reader_back(self, state: SessionState[S], back: ReaderBack) -> Step[SessionState[S]]:
        down = tuple([place for place in state.down if place != back.place])
        new, outputs = self._core(_replace(state, down=down), back)
        return Step(_replace(new, past=state.past), (*outputs, Sound("back")))


def _is_refused(outputs: tuple[Output, ...]) -> bool:
    return any(isinstance(output, Refused) for output in outputs)


def _with(places: tuple[str, ...], place: str) -> tuple[str, ...]:
    return places if place in places else (*places, place)
