"""Flashes a bundle onto a table: offer, blocks, read-back, trial; and goes back to the one before.

It knows no terminal: a `Watcher` is told how it goes. Whatever happens on the way (a pulled cable,
a table that is started anew) it goes on where it stopped, for as long as its line has patience.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator

from meadow.bundle.bundle import Bundle
from meadow.link.answers import DigestIs, Done, Received, SlotsAre, Wanted
from meadow.link.calls import BLOCK_BYTES, FileEntry, Offer, PutBlock, RollBack, Seal, Try
from meadow.link.frames import MOST_BYTES
from meadow.link.messages import Call, encode_message
from meadow.link.offered import Meant
from meadow.link.port import BAUD

from meadow_host.cable.changing import (
    DISK_S,
    MOST_AGAIN,
    Changing,
    Flashed,
    FlashError,
    Outcome,
    Watcher,
)
from meadow_host.cable.errors import LineError, RestartedError
from meadow_host.cable.steady import SteadyLine

__all__ = ["FlashError", "Flashed", "Outcome", "Watcher", "flash", "roll_back"]

SEND_BYTES = BLOCK_BYTES // 2
"""Two blocks are on their way at once, so that the line is not idle while the table writes one."""
LEAST_BLOCK_BYTES = 256
"""On a line so noisy that blocks do not arrive they are made smaller, down to this."""


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


class _Flash(Changing):
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
        self._block_s = 10 * (2 * BLOCK_BYTES) / baud + 1.0
        self._block_bytes = SEND_BYTES
        self._files: tuple[str, ...] = ()
        self._sent_bytes = 0
        self._tried = False
        self._failed_before = ""

    def attempt(self) -> Flashed:
        if self._tried and self._was_tried():
            return self._judged(self.over())
        wanted = self.call(self._offer, Wanted, DISK_S)
        if wanted.same:
            return self._flashed(Outcome.KEPT if self._tried else Outcome.SAME)
        self._send(wanted)
        self.watcher.checking()
        self._seal()
        self._try()
        return self._judged(self.over())

    def _send(self, wanted: Wanted) -> None:
        files = self._bundle.files
        if unknown := [name for name in wanted.names if name not in files]:
            raise FlashError(f"the table asks for {unknown[0]}, which is not in the bundle")
        self._files = wanted.names
        content = b"".join([files[name] for name in wanted.names])
        received = wanted.received
        self.watcher.wanted(wanted.names, received, len(content))
        idle = 0
        while received < len(content) and idle < MOST_AGAIN:
            before, received = received, self._send_from(received, content)
            idle = 0 if received > before else idle + 1
        if received < len(content):
            raise FlashError("the table does not take a block; update the older program")

    def _send_from(self, start: int, content: bytes) -> int:
        """Send it from there until all is there, or a block was lost; gives how far it came."""
        received = start
        try:
            for answer in self.line.client.stream(
                self._blocks(start, content), Received, wait_s=self._block_s
            ):
                expected = min(received + self._block_bytes, len(content))
                if answer.received > received:
                    self.achieved()
                    self.watcher.sent(answer.received, len(content))
                received = answer.received
                if received != expected:
                    break
        except RestartedError:
            raise
        except LineError:
            self._block_bytes = max(LEAST_BLOCK_BYTES, self._block_bytes // 4)
            raise
        return received

    def _blocks(self, start: int, content: bytes) -> Iterator[PutBlock]:
        for offset in range(start, len(content), self._block_bytes):
            data = content[offset : offset + self._block_bytes]
            self._sent_bytes += len(data)
            yield PutBlock(offset, data)

    def _seal(self) -> None:
        read_back = self.call(Seal(), DigestIs, DISK_S).sha256
        if read_back != self._sealed:
            what = "what the table reads back is not what was sent, so it is not tried"
            raise FlashError(f"{what}: flash it again, and then try another card in the table")
        self.achieved()

    def _try(self) -> None:
        slots = self.slots()
        self._failed_before = "" if slots is None else slots.rolled_back_digest
        self._tried = True
        self.call(Try(self._sealed, self._offer.force), Done, DISK_S)
        self.achieved()
        self.watcher.trying()

    def _was_tried(self) -> bool:
        """Whether the table heard that it is to try it, if the line was lost just then."""
        slots = self.slots()
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
        return Flashed(outcome, self._bundle.digest, self._files, self._sent_bytes, self.line.lost)


class _RollingBack(Changing):
    def __init__(self, line: SteadyLine, force: bool, watcher: Watcher) -> None:
        super().__init__(line, watcher)
        self._force = force
        self._before: SlotsAre | None = None

    def attempt(self) -> Flashed:
        slots = self.over()
        if self._before is None or self._before == slots:
            self._before = slots
            self.call(RollBack(self._force), Done, DISK_S)
            self.watcher.trying()
            slots = self.over()
        if slots.active != self._before.active:
            return Flashed(Outcome.KEPT, slots.digest, lost=self.line.lost)
        lost, reason = self.line.lost, slots.rolled_back
        return Flashed(Outcome.ROLLED_BACK, slots.digest, lost=lost, reason=reason)
