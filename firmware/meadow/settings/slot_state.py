"""What a table keeps about its slots in state.json, and how that changes step by step.

Pure. It must not know files, nor what is in a slot. A state.json that was damaged is known by the
SHA-256 in it.
"""

from __future__ import annotations

import hashlib
from enum import Enum
from typing import Literal

import msgspec

Slot = Literal["", "a", "b"]
"""A slot, or "" for the factory's: what a table begins on that was never flashed."""

FILE_SLOTS: tuple[Slot, ...] = ("a", "b")


class Trial(Enum):
    """How far the trial of a configuration is."""

    NONE = "none"
    MARKED = "marked"
    """It is to be tried at the next start."""
    BEGUN = "begun"
    """It has been started, and was not found healthy so far."""


class Kept(msgspec.Struct, frozen=True, kw_only=True):
    """All that lasts.

    ``active`` proved healthy, and a trial that fails goes back to it; ``previous`` is what was
    active before. ``rolled_back`` says why the last trial or slot failed, and
    ``rolled_back_sha256`` which; both are "" again once another configuration is kept. ``ailing``
    names the readers that did not answer already when the trial was marked.
    """

    format: Literal[1] = 1
    active: Slot = ""
    active_sha256: str = ""
    previous: Slot = ""
    previous_sha256: str = ""
    trial: Trial = Trial.NONE
    trial_slot: Slot = ""
    trial_sha256: str = ""
    ailing: tuple[str, ...] = ()
    rolled_back: str = ""
    rolled_back_sha256: str = ""

    @property
    def inactive(self) -> Slot:
        """The slot to write into: neither in force nor what could be gone back to from factory."""
        if self.active:
            return other(self.active)
        return other(self.previous) if self.previous else "a"

    def marked(self, slot: Slot, sha256: str, ailing: tuple[str, ...]) -> Kept:
        """This slot is to be tried at the next start."""
        return msgspec.structs.replace(
            self, trial=Trial.MARKED, trial_slot=slot, trial_sha256=sha256, ailing=ailing
        )

    def begun(self) -> Kept:
        """What is marked is tried from now on."""
        return msgspec.structs.replace(self, trial=Trial.BEGUN)

    def confirmed(self) -> Kept:
        """What is on trial is healthy."""
        return Kept(
            active=self.trial_slot,
            active_sha256=self.trial_sha256,
            previous=self.active,
            previous_sha256=self.active_sha256,
        )

    def without_trial(self) -> Kept:
        """As if nothing had been marked."""
        return msgspec.structs.replace(
            self, trial=Trial.NONE, trial_slot="", trial_sha256="", ailing=()
        )

    def back(self, reason: str) -> Kept:
        """What is on trial has failed."""
        return msgspec.structs.replace(
            self.without_trial(), rolled_back=reason, rolled_back_sha256=self.trial_sha256
        )


class SlotState(msgspec.Struct, frozen=True, kw_only=True):
    """How the slots are, for those who ask.

    ``active`` is what the table runs on, a trial included, and ``active_sha256`` is of its bytes,
    "" for the factory's; ``on_trial`` while it has not proved itself; ``marked`` when the next
    start tries another, of ``marked_sha256``. ``previous`` was active before it. ``other_sha256``
    is of the slot that is not active, "" if that holds nothing whole. ``rolled_back`` says why the
    last trial or slot failed, ``rolled_back_sha256`` which; both are "" if none did since another
    was kept. ``ailing`` names the readers that did not answer before the trial. ``named``: what is
    kept came by a flash, so the id in it is this table's; on the factory's a table takes any.
    """

    active: Slot = ""
    active_sha256: str = ""
    other_sha256: str = ""
    previous: Slot = ""
    on_trial: bool = False
    marked: bool = False
    marked_sha256: str = ""
    rolled_back: str = ""
    rolled_back_sha256: str = ""
    ailing: tuple[str, ...] = ()
    named: bool = False


class _Signed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    sha256: str
    state: msgspec.Raw


def other(slot: Slot) -> Slot:
    """The other of the two slots."""
    return "b" if slot == "a" else "a"


def encode_kept(kept: Kept) -> bytes:
    """What is in state.json."""
    raw = msgspec.json.encode(kept)
    signed = _Signed(hashlib.sha256(raw).hexdigest(), msgspec.Raw(raw))
    return msgspec.json.encode(signed) + b"\n"


def decode_kept(content: bytes) -> Kept | None:
    """What state.json says; None when it is damaged."""
    try:
        signed = msgspec.json.decode(content, type=_Signed)
        if hashlib.sha256(signed.state).hexdigest() != signed.sha256:
            return None
        return msgspec.json.decode(signed.state, type=Kept)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
