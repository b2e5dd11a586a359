"""Flashes a bundle onto a table: offer, blocks, read-back, trial; and goes back to the one before.

It knows no terminal: a `Watcher` is told how it goes. Whatever happens on the way (a pulled cable,
a table that is started anew) it goes on where it stopped, for as long as its line has patience.
"""

from __future__ import annotations

import hashlib
from enum import StrEnum
from typing import NamedTuple, TypeVar

from meadow.bundle.bundle import Bundle
from meadow.link.answers import (
    AnyAnswer,
    Code,
    DigestIs,
    Done,
    Received,
    SlotsAre,
    StatusIs,
    Wanted,
)
from meadow.link.calls import (
    BLOCK_BYTES,
    AnyCall,
    FileEntry,
    GetStatus,
    Offer,
    PutBlock,
    RollBack,
    Seal,
    Try,
)
from meadow.link.frames import MOST_BYTES
from meadow.link.messages import Call, encode_message
from meadow.link.offered import Meant
from meadow.link.port import BAUD

from meadow_host.cable.errors import CableError, LineError, RefusedError, RestartedError
from meadow_host.cable.steady import SteadyLine

A = TypeVar("A", bound=AnyAnswer)

LEAST_BLOCK_BYTES = 256
"""On a line so noisy that blocks do not arrive they are made smaller, down to this."""
TRIAL_S = 120.0
"""A trial is over by then: a table that hangs in one ends its program after a minute."""
BEGIN_S = 15.0
"""A table that has not begun a trial by then could not note that it does."""

_POLL_S = 0.1
_ASK_S = 4.0
"""A table says after 3 s that it does not answer just now."""
_DISK_S = 15.0
"""A slow card, and the check of a large bundle."""
_AGAIN = frozenset({Code.WRITER, Code.CHANGED})
"""The laptop slept, or another one came between: it is begun again, so often without progress."""
_MOST_AGAIN = 3


class Outcome(StrEnum):
    """How it ended."""

    SAME = "same"  # it was in force already
    KEPT = "kept"
    ROLLED_BACK = "rolled-back"


class Flashed(NamedTuple):
    """What came of a flash or a rollback.

    ``digest`` is that of the bundle in force now, "" for none; ``sent_bytes`` of files, those that
    were sent again included; ``lost`` how often the line was; ``reason`` why it was rolled back.
    """

    outcome: Outcome
    digest: str
    files: tuple[str, ...] = ()
    sent_bytes: int = 0
    lost: int = 0
    reason: str = ""


class FlashError(CableError):
    """The table did not do what it should have done; one plain line."""


class Watcher:
    """Is told how a flash goes; does nothing of itself."""

    def wanted(self, names: tuple[str, ...], received: int, size: int) -> None:
        """These files are to be sent, ``size`` bytes together, ``received`` of them are there."""

    def sent(self, received: int, size: int) -> None:
        """So many bytes are there."""

    def checking(self) -> None:
        """All is there; the table checks it and writes it."""

    def trying(self) -> None:
        """The table starts on it."""

    def lost(self, why: str) -> None:
        """The line was lost; it is waited for."""


def flash(
    line: SteadyLine,
    bundle: Bundle,
    meant: Meant,
    *,
    force: bool = False,
    rename: bool = False,
    watcher: Watcher | None = None,
    baud: int = BAUD,
) -> Flashed:
    """Flash it, and wait until the table keeps it or goes back to what it had.

    ``force``: even during a game; ``rename``: even onto a table with another id. Raises
    `RefusedError` (the table says why), `LineError` and `FlashError`; then the table goes on as
    before.
    """
    return _Flash(line, bundle, meant, force, rename, watcher or Watcher(), baud).run()


def roll_back(line: SteadyLine, *, force: bool = False, watcher: Watcher | None = None) -> Flashed:
    """Let the table go back to the settings before, and wait until it keeps them or does not.

    Raises as `flash`.
    """
    return _RollingBack(line, force, watcher or Watcher()).run()


class _Changing:
    """What both have in common: it is tried again after a lost line, and a trial is waited for."""

    def __init__(self, line: SteadyLine, watcher: Watcher) -> None:
        self._line = line
        self._watcher = watcher
        self._again = 0

    def run(self) -> Flashed:
        while True:
            try:
                self._line.client.claim()
                flashed = self._attempt()
                self._line.client.release()
                return flashed
            except RestartedError as error:
                self._watcher.lost(str(error))
            except LineError as error:
                self._recover(error)
            except RefusedError as error:
                self._refused(error)

    def _attempt(self) -> Flashed:
        """One go at it, from the beginning or wherever the table is."""
        raise NotImplementedError

    def _refused(self, error: RefusedError) -> None:
        """Whether to go on all the same; else it is raised again."""
        if error.code == Code.TRIAL:
            self._over()
            return
        self._again += 1
        if error.code not in _AGAIN or self._again > _MOST_AGAIN:
            raise error

    def _recover(self, error: LineError) -> None:
        self._watcher.lost(str(error))
        self._line.recover(error)

    def _achieved(self) -> None:
        self._again = 0
        self._line.alive()

    def _call(self, body: AnyCall, kind: type[A], wait_s: float = _ASK_S) -> A:
        return self._line.client.call(body, kind, wait_s=wait_s, tries=3)

    def _slots(self) -> SlotsAre | None:
        """How the slots are; None while the table is between two lives."""
        try:
            slots = self._call(GetStatus(), StatusIs).slots
        except RefusedError as error:
            if error.code != Code.FAULT:
                raise
            return None
        self._line.alive()
        return slots

    def _over(self) -> SlotsAre:
        """How the slots are once no trial is waited for, over lost lines too."""
        began_s = begins_s = self._line.now_s()
        while True:
            try:
                slots = self._slots()
                if slots is not None and not slots.marked and not slots.on_trial:
                    return slots
                if slots is None or not slots.marked:
                    begins_s = self._line.now_s()
            except RestartedError:
                continue  # a hanging trial ended the program; it is up again
            except LineError as error:
                self._recover(error)
                begins_s = self._line.now_s()
            if self._line.now_s() > begins_s + BEGIN_S:
                what = "the table cannot begin the trial: is its disk full, or read-only?"
                raise FlashError(f"{what} It tries again when it is started next")
            if self._line.now_s() > began_s + TRIAL_S:
                what = f"the trial is not over after {TRIAL_S:.0f} s"
                raise FlashError(f"{what}: meadow status shows how the table is")
            self._line.pause(_POLL_S)


class _Flash(_Changing):
    def __init__(
        self,
        line: SteadyLine,
        bundle: Bundle,
        meant: Meant,
        force: bool,
        rename: bool,
        watcher: Watcher,
        baud: int,
    ) -> None:
        super().__init__(line, watcher)
        self._bundle = bundle
        self._offer = Offer(
            digest=bundle.digest,
            files=tuple([FileEntry(*entry) for entry in bundle.manifest]),
            table=meant.table,
            hardware=meant.hardware,
            force=force,
            rename=rename,
        )
        if len(encode_message(Call((1 << 32) - 1, (1 << 32) - 1, self._offer))) > MOST_BYTES:
            raise FlashError("so many files with such long names do not go over the cable")
        self._sealed = hashlib.sha256(bundle.encode()).hexdigest()
        self._block_s = 2.0 * 10 * BLOCK_BYTES / baud + 1.0
        self._block_bytes = BLOCK_BYTES
        self._files: tuple[str, ...] = ()
        self._sent_bytes = 0
        self._tried = False
        self._failed_before = ""

    def _attempt(self) -> Flashed:
        if self._tried and self._was_tried():
            return self._judged(self._over())
        wanted = self._call(self._offer, Wanted, _DISK_S)
        if wanted.same:
            return self._flashed(Outcome.KEPT if self._tried else Outcome.SAME)
        self._send(wanted)
        self._watcher.checking()
        self._seal()
        self._try()
        return self._judged(self._over())

    def _send(self, wanted: Wanted) -> None:
        files = self._bundle.files
        if unknown := [name for name in wanted.names if name not in files]:
            raise FlashError(f"the table asks for {unknown[0]}, which is not in the bundle")
        self._files = wanted.names
        content = b"".join([files[name] for name in wanted.names])
        received = wanted.received
        self._watcher.wanted(wanted.names, received, len(content))
        while received < len(content):
            data = content[received : received + self._block_bytes]
            received = self._put(received, data)
            self._achieved()
            self._watcher.sent(received, len(content))

    def _put(self, offset: int, data: bytes) -> int:
        self._sent_bytes += len(data)
        try:
            answer = self._call(PutBlock(offset, data), Received, self._block_s)
        except RestartedError:
            raise
        except LineError:
            self._block_bytes = max(LEAST_BLOCK_BYTES, self._block_bytes // 4)
            raise
        if answer.received <= offset:
            raise FlashError("the table did not take a block; update the older program")
        return answer.received

    def _seal(self) -> None:
        read_back = self._call(Seal(), DigestIs, _DISK_S).sha256
        if read_back != self._sealed:
            what = "what the table reads back is not what was sent, so it is not tried"
            raise FlashError(f"{what}: flash it again, and then try another card in the table")
        self._achieved()

    def _try(self) -> None:
        slots = self._slots()
        self._failed_before = "" if slots is None else slots.rolled_back_digest
        self._tried = True
        self._call(Try(self._sealed, self._offer.force), Done, _DISK_S)
        self._achieved()
        self._watcher.trying()

    def _was_tried(self) -> bool:
        """Whether the table heard that it is to try it, if the line was lost just then."""
        slots = self._slots()
        if slots is None or slots.marked or slots.on_trial:
            return True
        return self._sealed == slots.rolled_back_digest != self._failed_before

    def _judged(self, slots: SlotsAre) -> Flashed:
        if slots.active and slots.digest == self._bundle.digest:
            return self._flashed(Outcome.KEPT)
        if slots.rolled_back_digest == self._sealed:
            return self._flashed(Outcome.ROLLED_BACK)._replace(
                digest=slots.digest, reason=slots.rolled_back
            )
        raise FlashError("other settings are in force: another laptop flashed them meanwhile")

    def _flashed(self, outcome: Outcome) -> Flashed:
        return Flashed(outcome, self._bundle.digest, self._files, self._sent_bytes, self._line.lost)


class _RollingBack(_Changing):
    def __init__(self, line: SteadyLine, force: bool, watcher: Watcher) -> None:
        super().__init__(line, watcher)
        self._force = force
        self._before: SlotsAre | None = None

    def _attempt(self) -> Flashed:
        slots = self._over()
        if self._before is None or self._before == slots:
            self._before = slots
            self._call(RollBack(self._force), Done, _DISK_S)
            self._watcher.trying()
            slots = self._over()
        if slots.active != self._before.active:
            return Flashed(Outcome.KEPT, slots.digest, lost=self._line.lost)
        lost, reason = self._line.lost, slots.rolled_back
        return Flashed(Outcome.ROLLED_BACK, slots.digest, lost=lost, reason=reason)
