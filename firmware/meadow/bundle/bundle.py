"""A bundle: table.toml and the files it names, as one thing to send, to store and to compare.

Gives `Bundle` (names and bytes), its digest, and one sealed blob of bytes for a file. Pure; it
knows names and bounds, and nothing of what the files say. The format: docs/settings.md.
"""

from __future__ import annotations

import hashlib
import re
import struct
from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import NamedTuple

from meadow.settings.schema import FILE_NAME, SETTINGS_FILE
from meadow.tomlfile.document import shown_text

MOST_FILES = 64
MOST_FILE_BYTES = 1_000_000
MOST_BYTES = 4_000_000
"""All files together."""
MOST_NAME_CHARACTERS = 100

FORMAT = 1
"""The format this version writes, and the only one it reads."""
MAGIC = b"MEADOWBNDL"
_HEAD = struct.Struct(">10sHI32s")
"""Magic, format, length of the rest, SHA-256 of the rest."""
_MANIFEST = struct.Struct(">I")
_LONGEST = _HEAD.size + _MANIFEST.size + MOST_FILES * (MOST_NAME_CHARACTERS * 4 + 80) + MOST_BYTES
"""No blob is longer."""

_NAME = re.compile(FILE_NAME)
_LINE = re.compile(rf"([0-9a-f]{{64}}) ([0-9]{{1,9}}) ({FILE_NAME})")
_DAMAGED = "the bundle is damaged: its contents do not fit its head; take another copy"


class BundleError(Exception):
    """Bytes or files are no bundle that can be used; the message is one plain line."""


class Entry(NamedTuple):
    """One file of a bundle: ``sha256`` in hexadecimal, ``size`` in bytes."""

    name: str
    size: int
    sha256: str


class Bundle:
    """The files of a table, by name: `SETTINGS_FILE` first, the others in the order of their names.

    Immutable. Raises `BundleError` for files that cannot be a bundle: no `SETTINGS_FILE`, a name
    that could lead out of its folder, too many or too large.
    """

    def __init__(self, files: Mapping[str, bytes]) -> None:
        _check(files)
        names = sorted(files, key=lambda name: (name != SETTINGS_FILE, name.encode()))
        self.files: Mapping[str, bytes] = MappingProxyType({name: files[name] for name in names})

    @cached_property
    def manifest(self) -> tuple[Entry, ...]:
        """Every file, in order."""
        return tuple(
            [
                Entry(name, len(content), hashlib.sha256(content).hexdigest())
                for name, content in self.files.items()
            ]
        )

    @property
    def digest(self) -> str:
        """SHA-256 in hexadecimal: the same for the same names and bytes. See `digest_of`."""
        return digest_of(self.manifest)

    @property
    def size(self) -> int:
        """The bytes of all files together."""
        return sum(map(len, self.files.values()))

    def encode(self) -> bytes:
        """All of it as one sealed blob, the same bytes for the same bundle."""
        manifest = _manifest_text(self.manifest)
        rest = b"".join([_MANIFEST.pack(len(manifest)), manifest, *self.files.values()])
        return _HEAD.pack(MAGIC, FORMAT, len(rest), hashlib.sha256(rest).digest()) + rest

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Bundle):
            return NotImplemented
        return self.files == other.files

    def __hash__(self) -> int:
        return hash(tuple(self.files.items()))

    def __repr__(self) -> str:
        return f"Bundle({', '.join(self.files)}; {self.digest[:12]})"


def digest_of(manifest: tuple[Entry, ...]) -> str:
    """The digest of a bundle with these files: SHA-256 of one line ``sha256 size name`` each."""
    return hashlib.sha256(_manifest_text(manifest)).hexdigest()


def decode(raw: bytes) -> Bundle:
    """The bundle in a blob that `Bundle.encode` made.

    Raises `BundleError`, one plain line, for anything else: cut short, damaged, of a newer format.
    """
    if len(raw) > _LONGEST:
        raise BundleError(f"{len(raw)} bytes are more than any bundle has; name a bundle")
    if raw[: len(MAGIC)] != MAGIC[: len(raw)] or not raw:
        raise BundleError("this is no bundle of a table: it begins otherwise; name a bundle")
    if len(raw) < _HEAD.size:
        raise BundleError(_cut(len(raw), _HEAD.size))
    _, number, length, sha256 = _HEAD.unpack_from(raw)
    if number > FORMAT:
        raise BundleError(
            f"the bundle has format {number}, and this program knows {FORMAT}: update the program"
        )
    rest = raw[_HEAD.size :]
    if len(rest) < length:
        raise BundleError(_cut(len(raw), _HEAD.size + length))
    if number != FORMAT or len(rest) > length or hashlib.sha256(rest).digest() != sha256:
        raise BundleError(_DAMAGED)
    return _opened(rest)


def is_file_name(name: str) -> bool:
    """Whether a file of a bundle may be called so: below the folder of the settings, as TOML."""
    return len(name) <= MOST_NAME_CHARACTERS and _NAME.fullmatch(name) is not None


def _cut(have: int, want: int) -> str:
    return f"the bundle is cut short: {have} of at least {want} bytes; take another copy"


def _opened(rest: bytes) -> Bundle:
    """What is sealed. It may still be nonsense: a seal says that bytes are as they were written."""
    if len(rest) < _MANIFEST.size:
        raise BundleError(_DAMAGED)
    (length,) = _MANIFEST.unpack_from(rest)
    start = _MANIFEST.size + length
    files: dict[str, bytes] = {}
    for entry in _entries(rest[_MANIFEST.size : start]):
        content = rest[start : start + entry.size]
        start += entry.size
        if entry.name in files or hashlib.sha256(content).hexdigest() != entry.sha256:
            raise BundleError(_DAMAGED)
        files[entry.name] = content
    bundle = Bundle(files)
    if start != len(rest) or bundle.encode()[_HEAD.size :] != rest:
        raise BundleError(_DAMAGED)  # one bundle has one blob
    return bundle


def _entries(manifest: bytes) -> list[Entry]:
    try:
        lines = manifest.decode("utf-8").split("\n")
    except UnicodeDecodeError as error:
        raise BundleError(_DAMAGED) from error
    found = [_LINE.fullmatch(line) for line in lines[:-1]]
    if lines[-1] or len(found) > MOST_FILES:
        raise BundleError(_DAMAGED)
    entries = [Entry(line[3], int(line[2]), line[1]) for line in found if line is not None]
    if len(entries) < len(found):
        raise BundleError(_DAMAGED)
    return entries


def _manifest_text(manifest: tuple[Entry, ...]) -> bytes:
    return "".join([f"{one.sha256} {one.size} {one.name}\n" for one in manifest]).encode()


def _check(files: Mapping[str, bytes]) -> None:
    if SETTINGS_FILE not in files:
        raise BundleError(f"a bundle needs a {SETTINGS_FILE}, and this one has none")
    if len(files) > MOST_FILES:
        raise BundleError(f"{len(files)} files are too many; at most {MOST_FILES}")
    for name, content in files.items():
        if not is_file_name(name):
            raise BundleError(f"{shown_text(name)} is no name of a file in a bundle")
        if len(content) > MOST_FILE_BYTES:
            raise BundleError(f"{name} is larger than {MOST_FILE_BYTES // 1_000_000} MB")
    if sum(map(len, files.values())) > MOST_BYTES:
        raise BundleError(f"the files together are larger than {MOST_BYTES // 1_000_000} MB")
