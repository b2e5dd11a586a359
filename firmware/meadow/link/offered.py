"""What a laptop offers to flash: is it meant for this table, can it be, what of it is wanted.

Pure: decides, and puts the files together once they have come. Knows no slots and no calls.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from meadow.bundle.bundle import (
    MOST_BYTES,
    MOST_FILE_BYTES,
    Bundle,
    BundleError,
    Entry,
    digest_of,
    is_file_name,
)
from meadow.link.answers import Code
from meadow.link.calls import FileEntry
from meadow.settings.schema import SETTINGS_FILE


class NotMeant(NamedTuple):
    """Why settings are not for a table: a code for programs, a line for people."""

    code: Code
    why: str


class Meant(NamedTuple):
    """The table that settings are for: its id, and its hardware revision."""

    table: str
    hardware: str


class OfferError(Exception):
    """What is offered, or what came of it, can be no bundle; one plain line."""


def not_meant(meant: Meant, is_here: Meant, *, named: bool, rename: bool) -> NotMeant | None:
    """Why these settings are not for the table here; None when they are.

    ``named``: this table was flashed before, so the id in force is its own. ``rename``: whoever
    flashes gives it another.
    """
    if meant.hardware != is_here.hardware:
        what = f'these settings are for hardware "{meant.hardware}"'
        advice = "flash those that were made for it (table.hardware)"
        return NotMeant(Code.HARDWARE, f'{what}, and this table is "{is_here.hardware}": {advice}')
    if named and not rename and meant.table != is_here.table:
        what = f'these settings are for table "{meant.table}", and this is "{is_here.table}"'
        advice = "is it the right cable? --rename gives this table the new id"
        return NotMeant(Code.IDENTITY, f"{what}: {advice}")
    return None


class Offered:
    """A bundle that was offered. Raises `OfferError` for one that can be none."""

    def __init__(self, digest: str, files: Sequence[FileEntry], in_force: Bundle | None) -> None:
        """``in_force``: of its files whatever has the same bytes is taken, and not sent."""
        entries = [Entry(one.name, one.size, one.sha256) for one in files]
        entries.sort(key=lambda one: (one.name != SETTINGS_FILE, one.name.encode()))
        self.manifest = tuple(entries)
        self.digest = digest
        self._check()
        old = {} if in_force is None else in_force.files
        self._here: Mapping[str, bytes] = {sha256_of(one): one for one in old.values()}
        self.wanted = tuple([one for one in entries if one.sha256 not in self._here])

    @property
    def size(self) -> int:
        """The bytes of all wanted files together."""
        return sum(one.size for one in self.wanted)

    @property
    def key(self) -> str:
        """A SHA-256 that is another for other wanted bytes."""
        return digest_of(self.wanted)

    def bundle(self, sent: bytes) -> Bundle:
        """The bundle, with the wanted files out of what was sent, one after another.

        Raises `OfferError` when it is not what was offered.
        """
        files: dict[str, bytes] = {}
        start = 0
        for entry in self.wanted:
            files[entry.name] = sent[start : start + entry.size]
            start += entry.size
        for entry in self.manifest:
            content = files.setdefault(entry.name, self._here.get(entry.sha256, b""))
            if len(content) != entry.size or sha256_of(content) != entry.sha256:
                raise OfferError(f"{entry.name} did not arrive as it was offered: flash it again")
        try:
            return Bundle(files)
        except BundleError as error:
            raise OfferError(str(error)) from error

    def _check(self) -> None:
        names = [one.name for one in self.manifest]
        if SETTINGS_FILE not in names:
            raise OfferError(f"a bundle needs a {SETTINGS_FILE}, and this one has none")
        if len(set(names)) < len(names) or not all(map(is_file_name, names)):
            raise OfferError("the names of the files cannot be those of a bundle")
        if any(not 0 <= one.size <= MOST_FILE_BYTES for one in self.manifest):
            raise OfferError(f"a file is larger than {MOST_FILE_BYTES // 1_000_000} MB")
        if sum(one.size for one in self.manifest) > MOST_BYTES:
            raise OfferError(f"the files together are larger than {MOST_BYTES // 1_000_000} MB")
        if digest_of(self.manifest) != self.digest:
            raise OfferError("the digest is not that of these files")


def sha256_of(content: bytes) -> str:
    """In hexadecimal."""
    return hashlib.sha256(content).hexdigest()
