"""The two slots for what was flashed: one in force, one to write into, and the way back.

In the folder lie ``slot-a.bundle`` and ``slot-b.bundle`` (each with its own SHA-256 before the
bytes), ``state.json`` (which is in force, on trial, rolled back and why) and ``staging.part`` (a
flash on its way in). Wherever a program or the power ends, the next start finds one whole
configuration: a file is replaced in one step, and a trial is noted before it begins. What a slot
holds are bytes; this module must not know what they mean, nor the table.

The order of a flash: `stage`, `put`, `staged`, `write_inactive`, `begin_trial`, `drop`; restart;
`choose`; then `confirm` or `roll_back`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from meadow.journal.files import DiskFiles, Files, explain
from meadow.settings.slot_choice import Decision, decide, rebuild
from meadow.settings.slot_files import (
    MISSING,
    MOST_BYTES,
    TEMPORARY,
    Held,
    SlotError,
    in_plain_words,
    read_file,
    read_held,
    replace,
    seal,
    unseal,
)
from meadow.settings.slot_state import (
    FILE_SLOTS,
    Kept,
    Slot,
    SlotState,
    Trial,
    decode_kept,
    encode_kept,
    other,
)
from meadow.settings.staging import Staging

__all__ = ["MOST_BYTES", "Choice", "Slot", "SlotError", "SlotState", "Slots"]

STATE = "state.json"
_LONGEST_STATE = 1024 * 1024
_LONGEST_REASON = 2000
_MISSING = "is missing"


class Choice(NamedTuple):
    """What a start begins on: bytes that were flashed, or None for the factory's settings.

    ``told`` are plain lines of what happened, empty on an ordinary start.
    """

    raw: bytes | None
    slot: Slot
    on_trial: bool
    told: tuple[str, ...]


class _Found(NamedTuple):
    """What lies in the folder; ``kept`` is None where state.json says nothing."""

    kept: Kept | None
    trouble: str
    held: dict[Slot, Held]

    @property
    def is_new(self) -> bool:
        """Nothing lies there: the table was never flashed."""
        return self.trouble == _MISSING and all(one == MISSING for one in self.held.values())


class Slots:
    """The slots of one table; its folder is made when something is to be written.

    Any method but `choose`, `state` and `read` may raise `SlotError`: one plain line, and nothing
    changed. One program may use a folder, from one thread at a time.
    """

    def __init__(self, folder: Path | str, files: Files | None = None) -> None:
        self._folder = Path(folder)
        self._files: Files = DiskFiles() if files is None else files
        self._staging = Staging(self._folder, self._files)
        self._kept: Kept | None = None
        """What this program goes by; None before anything is read, and where that says nothing."""
        self._noted: bytes | None = None
        """What is in state.json."""
        self._trouble = ""
        """What is wrong with state.json."""
        self._has_folder = False
        self._held: dict[Slot, Held] = {}

    # ------------------------------------------------------------------ at the start

    def choose(self) -> Choice:
        """What this start begins on. Never raises: whatever the disk does, a table starts.

        Begins the trial that is marked, and ends one that was begun and never confirmed.
        """
        self._clear_leftovers()
        found = self._look()
        decision = _decision(found, may_try=True)
        trouble = self._note(decision, found)
        if trouble and decision.kept.trial is Trial.BEGUN:
            decision = _decision(found, may_try=False)
        if decision.is_sure or found.kept is not None:
            # Noted or not: the next start would decide the same again.
            self._kept = decision.kept
        told = (*decision.told, trouble) if trouble else decision.told
        give = decision.give
        raw = found.held[give].raw if give else None
        return Choice(raw, give, decision.kept.trial is Trial.BEGUN, told)

    def foresee(self, *, may_try: bool = True) -> Choice:
        """What `choose` would give; notes and deletes nothing. Never raises.

        Without ``may_try`` it is what it would give once a trial had failed.
        """
        found = self._look()
        decision = _decision(found, may_try=may_try)
        raw = found.held[decision.give].raw if decision.give else None
        return Choice(raw, decision.give, decision.kept.trial is Trial.BEGUN, decision.told)

    def _note(self, decision: Decision, found: _Found) -> str:
        """Note what was decided, if that is news; gives what prevented it, or ""."""
        if decision.is_sure and decision.kept != found.kept:
            try:
                self._save(decision.kept)
            except SlotError as error:
                return str(error)
        return ""

    def _look(self) -> _Found:
        """Read all there is, and remember it.

        The program before may have been killed before it brought that onto the disk: without this
        a power cut could take back what this one has begun on.
        """
        with contextlib.suppress(OSError):  # a folder that is not there, or a failing disk
            self._files.sync_folder(self._folder)
        held = {slot: read_held(self._files, self._path(slot)) for slot in FILE_SLOTS}
        self._noted, self._trouble = self._read_state()
        found = _Found(decode_kept(self._noted or b""), self._trouble, dict(held))
        self._kept, self._held = Kept() if found.is_new else found.kept, held
        return found

    def _read_state(self) -> tuple[bytes | None, str]:
        """What is in state.json, and what is wrong with it should it say nothing."""
        try:
            return read_file(self._files, self._state_path, _LONGEST_STATE), "is damaged"
        except FileNotFoundError:
            return None, _MISSING
        except OSError as error:
            return None, f"cannot be read: {explain(error)}"

    def _clear_leftovers(self) -> None:
        """Delete what was being written when a program or the power ended."""
        ours = {path.name + TEMPORARY for path in (*map(self._path, FILE_SLOTS), self._state_path)}
        with contextlib.suppress(OSError):  # only tidying: what is written next replaces it
            for name in ours.intersection(self._files.names(self._folder)):
                self._files.remove(self._folder / name)

    # ------------------------------------------------------------------ a flash coming in

    def stage(self, digest: str, size: int) -> int:
        """Begin a flash of ``size`` bytes, or go on with it; gives how many bytes are there.

        ``digest``, 64 hexadecimal digits, is what it is known by: another begins anew. It is the
        sender's; the bytes are not compared with it.
        """
        with in_plain_words(f"{self._folder}: the flash cannot begin"):
            self._prepare_folder()
            return self._staging.begin(digest, size)

    def put(self, offset: int, data: bytes) -> int:
        """Add bytes at the end, or repeat some; gives how many are there, over a power cut too.

        It waits for the disk: call it beside the loop, not in it.
        """
        with in_plain_words(f"{self._folder}: the flash stops"):
            return self._staging.put(offset, data)

    def staged(self) -> bytes:
        """All bytes of the flash; `SlotError` while some are missing."""
        return self._staging.content()

    def drop(self) -> None:
        """Forget the flash that is coming in, if there is one."""
        with in_plain_words(f"{self._folder}: the flash cannot be deleted"):
            self._staging.drop()

    # ------------------------------------------------------------------ into a slot, and back

    def write_inactive(self, raw: bytes) -> str:
        """Write to the slot that is not in force; gives the SHA-256 of what was read back.

        It is read back from the disk before it takes the place of what was there.
        """
        kept = self._known_outside_a_trial()
        if not 0 < len(raw) <= MOST_BYTES:
            raise SlotError(f"{len(raw)} bytes cannot be kept: it must be 1 to {MOST_BYTES}")
        if self._noted != encode_kept(kept):
            # Before the first slot: slots without a state.json are those of a table that lost it.
            self._save(kept)
        slot = kept.inactive
        before, number = self._held[slot], max(one.number for one in self._held.values()) + 1
        old = seal(before.raw, before.number) if before.sha256 else None
        with in_plain_words(f"{self._path(slot)}: not written"):
            back = replace(self._files, self._path(slot), seal(raw, number), old)
        self._held[slot] = unseal(back)
        return self._held[slot].sha256

    def begin_trial(self, sha256: str, ailing: Iterable[str] = ()) -> None:
        """Mark what `write_inactive` wrote to be tried at the next start.

        ``ailing`` names the readers that do not answer now, so that the trial is not blamed.
        """
        slot = self._known_outside_a_trial().inactive
        self._mark(slot, sha256, ailing, "flash it again")

    def switch_back(self, ailing: Iterable[str] = ()) -> None:
        """Mark what was kept before to be tried at the next start, as after a flash.

        After the first flash that is the factory's settings; from those it is what was flashed.
        """
        kept = self._known_outside_a_trial()
        if not kept.active and not kept.previous:
            raise SlotError("there is nothing to go back to: no flash was ever kept")
        self._mark(kept.previous, kept.previous_sha256, ailing, "flash what you want instead")

    def confirm(self) -> None:
        """The table is healthy: what is on trial is kept. Does nothing when nothing is."""
        kept = self._known()
        if kept.trial is Trial.BEGUN:
            self._save(kept.confirmed())

    def roll_back(self, reason: str) -> None:
        """End the trial that is marked or begun; the next `choose` gives what was kept.

        ``reason`` becomes one line. If this raises, `choose` still does so, with its own reason.
        """
        kept = self._known()
        if kept.trial is Trial.NONE:
            raise SlotError("nothing is on trial; switch back to return to what was kept before")
        self._save(kept.back(" ".join(reason.split())[:_LONGEST_REASON]))

    # ------------------------------------------------------------------ asking

    def state(self) -> SlotState:
        """How the slots are, as this program left or found them. Never raises.

        Where state.json says nothing, it is as for a table that was never flashed until `choose`.
        """
        kept = self._read_once() or Kept()
        begun = kept.trial is Trial.BEGUN
        marked = kept.trial is Trial.MARKED
        active = kept.trial_slot if begun else kept.active
        previous = kept.active if begun else kept.previous
        beside = other(active) if active else previous or "a"
        return SlotState(
            active=active,
            active_sha256=kept.trial_sha256 if begun else kept.active_sha256,
            other_sha256=self._held[beside].sha256,
            previous=previous,
            on_trial=begun,
            marked=marked,
            marked_sha256=kept.trial_sha256 if marked else "",
            rolled_back=kept.rolled_back,
            rolled_back_sha256=kept.rolled_back_sha256,
            ailing=kept.ailing,
            named=bool(kept.active),
        )

    def read(self, slot: Slot) -> bytes | None:
        """What a slot holds, as this program found or wrote it; None for nothing whole."""
        self._read_once()
        return self._held[slot].raw if slot and self._held[slot].sha256 else None

    # ------------------------------------------------------------------ inside

    @property
    def _state_path(self) -> Path:
        return self._folder / STATE

    def _path(self, slot: Slot) -> Path:
        return self._folder / f"slot-{slot}.bundle"

    def _read_once(self) -> Kept | None:
        """What this program goes by, if that is known; reads it the first time."""
        if self._kept is None:
            self._look()
        return self._kept

    def _known(self) -> Kept:
        """What this program goes by. Raises `SlotError`: any slot may be the one in force then."""
        kept = self._read_once()
        if kept is None:
            raise SlotError(f"{self._state_path}: {self._trouble}; restart the table")
        return kept

    def _known_outside_a_trial(self) -> Kept:
        kept = self._known()
        if kept.trial is Trial.BEGUN:
            raise SlotError("new settings are on trial just now; try again in some seconds")
        return kept

    def _mark(self, slot: Slot, sha256: str, ailing: Iterable[str], advice: str) -> None:
        if slot:
            held = self._held[slot] = read_held(self._files, self._path(slot))
            if not sha256 or held.sha256 != sha256:
                trouble = held.trouble or "holds something else by now"
                raise SlotError(f"slot {slot} {trouble}; {advice}")
        self._save(self._known().marked(slot, sha256, tuple(ailing)))

    def _save(self, kept: Kept) -> None:
        """Note it in state.json. Raises `SlotError`."""
        with in_plain_words(f"{self._state_path}: not written"):
            self._prepare_folder()
            self._noted = replace(self._files, self._state_path, encode_kept(kept), self._noted)
        self._kept = kept

    def _prepare_folder(self) -> None:
        """See to it that the folder is there, over a power cut too."""
        if not self._has_folder:
            with contextlib.suppress(FileExistsError):
                self._files.make_folder(self._folder)
            self._files.sync_folder(self._folder.parent)
            self._has_folder = True


def _decision(found: _Found, *, may_try: bool) -> Decision:
    if found.kept is not None:
        return decide(found.kept, found.held, may_try=may_try)
    if found.is_new:
        return Decision(Kept(), "", is_sure=False)
    return rebuild(found.trouble, found.held, may_try=may_try)
