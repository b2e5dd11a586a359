"""Which configuration a life of the table begins on: what was flashed, or the options' files.

Between the slots, which know bytes, and the files, which know their meaning, stands this module
alone. A slot that cannot be used is rolled back, so that there is always one to begin on.
"""

from __future__ import annotations

import argparse
import threading
from collections.abc import Collection
from contextlib import suppress

from meadow.bundle.bundle import Bundle, BundleError, decode
from meadow.daemon_files import Files, read_bundle, read_files
from meadow.daemon_log import Say
from meadow.link.answers import SlotsAre
from meadow.settings.slots import Choice, SlotError, Slots, SlotState
from meadow.tomlfile.document import TomlError

MOST_TOLD = 8
"""Lines of a bundle's mistakes that are kept as the reason of a rollback."""


class Configurations:
    """Gives each life its files, and keeps or rolls back what is on trial."""

    def __init__(self, options: argparse.Namespace, say: Say) -> None:
        self._options = options
        self._say = say
        self.slots = None if options.config is None else Slots(options.config)
        self.slot_lock = threading.RLock()
        """Held by whoever uses the slots: the cable's threads and the table's."""
        self.on_trial = False
        self.files: Files | None = None
        """Those of this life."""
        self._told = ""

    def next(self) -> Files:
        """The files of the life that begins. Raises `TomlError` and `PackageError` when even what
        was there first cannot be used."""
        while True:
            choice = self._chosen()
            try:
                self.files = _read(self._options, choice)
            except (TomlError, BundleError) as error:
                if self.failed("; ".join(str(error).split("\n")[:MOST_TOLD])):
                    continue
                raise
            return self.files

    def failed(self, reason: str) -> bool:
        """This life cannot be: whether there is another configuration to go back to."""
        if self.slots is None or not self.on_trial:
            return False
        self.on_trial = False
        self._say(f"the new settings do not work: {reason}")
        try:
            with self.slot_lock:
                self.slots.roll_back(reason)
        except SlotError as error:  # the next choice goes back all the same
            self._say(str(error))
        self._say("back to the settings before")
        return True

    def healthy(self) -> None:
        """The table is well on it: it is kept. Takes as long as the disk does; while that fails it
        stays on trial."""
        if self.slots is None or not self.on_trial:
            return
        try:
            with self.slot_lock:
                self.slots.confirm()
        except SlotError as error:
            self._say_once(f"the new settings work, but that cannot be noted: {error}")
            return
        self.on_trial = False
        self._say("the new settings are kept: the table is healthy")

    def _say_once(self, line: str) -> None:
        if line != self._told:
            self._say(line)
        self._told = line

    @property
    def ailing(self) -> Collection[str]:
        """Readers that failed already when the trial was begun."""
        return () if self.slots is None else self._state(self.slots).ailing

    @property
    def named(self) -> bool:
        """Whether a flash was ever kept here: then the id in it is this table's."""
        return self.slots is not None and self._state(self.slots).named

    def check(self, bundle: Bundle) -> tuple[str, ...]:
        """Why a bundle cannot be used on this table; empty when it can."""
        try:
            read_bundle(self._options, bundle, "")
        except TomlError as error:
            return error.messages
        return ()

    def slots_are(self) -> SlotsAre:
        """As the cable tells it."""
        if self.slots is None:
            return SlotsAre(flashable=False)
        state = self._state(self.slots)
        return SlotsAre(
            active=state.active,
            digest=self.digest,
            on_trial=state.on_trial,
            marked=state.marked,
            previous=state.previous,
            rolled_back=state.rolled_back,
            rolled_back_digest=state.rolled_back_sha256,
        )

    @property
    def digest(self) -> str:
        """That of the bundle in force; "" for none."""
        bundle = self.files.bundle if self.files else None
        return bundle.digest if bundle else ""

    def _chosen(self) -> Choice | None:
        if self.slots is None:
            return None
        with self.slot_lock:
            choice = self.slots.choose()
        for line in choice.told:
            self._say(line)
        self.on_trial = choice.on_trial
        return choice

    def _state(self, slots: Slots) -> SlotState:
        with self.slot_lock:
            return slots.state()


def foreseen(options: argparse.Namespace) -> Files:
    """The files that a start with these options would begin on, read and nothing noted. Raises
    `TomlError`, `BundleError` and `PackageError` where it would find none."""
    if options.config is None:
        return read_files(options)
    slots = Slots(options.config)
    choice = slots.foresee()
    if choice.on_trial:
        with suppress(TomlError, BundleError):
            return _read(options, choice)
        choice = slots.foresee(may_try=False)
    return _read(options, choice)


def _read(options: argparse.Namespace, choice: Choice | None) -> Files:
    if choice is None or choice.raw is None:
        return read_files(options)
    label = f"slot {choice.slot}: table.toml"
    return read_bundle(options, decode(choice.raw), label, in_use=True)
