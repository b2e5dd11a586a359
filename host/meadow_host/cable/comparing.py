"""What differs between the settings in force on a table and some on this laptop.

Reads from the table what is not the same byte for byte, and nothing else. Knows no terminal.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

import msgspec
from meadow.bundle.bundle import Bundle, BundleError
from meadow.bundle.load import Configuration, load_bundle
from meadow.games.package import Package
from meadow.link.answers import BytesAre, Code, ConfigIs
from meadow.link.calls import FileEntry, GetConfig, ReadConfig
from meadow.settings.schema import SETTINGS_FILE
from meadow.tomlfile.document import TomlError

from meadow_host.cable.client import Client
from meadow_host.cable.errors import LineError, RefusedError
from meadow_host.configuring.compare import Changes, compare

_TRIES = 3
"""A flash in between changes what is read; then it is read anew."""


class FileChange(msgspec.Struct, frozen=True):
    """A file of the bundle that a flash would send, or take away: "new", "changed" or "removed".

    ``size`` in bytes, of the new file.
    """

    name: str
    change: str
    size: int = 0


class Differences(NamedTuple):
    """What differs. ``changes`` by meaning: settings, spans, sets and tags; ``files`` by bytes.

    ``on_defaults``: the table runs on no bundle, so it was compared with the defaults.
    """

    changes: Changes
    files: tuple[FileChange, ...]
    on_defaults: bool

    @property
    def are_none(self) -> bool:
        """Whether the settings are the same by meaning."""
        return not self.changes.count


def differences(
    client: Client,
    bundle: Bundle,
    configuration: Configuration,
    packages: Mapping[str, Package],
) -> Differences:
    """What flashing this bundle, which loads as this configuration, would change.

    Raises `LineError` and `RefusedError`; `LineError` too when this program cannot read what is in
    force there.
    """
    there = in_force(client, bundle)
    old = _loaded(client, there or Bundle({SETTINGS_FILE: b""}), packages)
    return Differences(compare(old, configuration), file_changes(there, bundle), there is None)


def in_force(client: Client, known: Bundle | None = None) -> Bundle | None:
    """The bundle that is in force on the table; None when it runs on none.

    What ``known`` has is not read over the cable. Raises `LineError` and `RefusedError`.
    """
    for _ in range(_TRIES):
        config = client.call(GetConfig(), ConfigIs)
        if not config.files:
            return None
        files = _read(client, config, known)
        if files is None:
            continue
        try:
            bundle = Bundle(files)
        except BundleError as error:
            raise LineError(f"{client.port}: what the table has in force: {error}") from error
        if bundle.digest == config.digest:
            return bundle
    what = "what is in force on the table changes while it is read: is another laptop flashing it?"
    raise LineError(f"{client.port}: {what}")


def file_changes(old: Bundle | None, new: Bundle) -> tuple[FileChange, ...]:
    """Which files differ, byte for byte."""
    before = {} if old is None else old.files
    changed = [
        FileChange(name, "changed" if name in before else "new", len(content))
        for name, content in new.files.items()
        if before.get(name) != content
    ]
    removed = [FileChange(name, "removed") for name in before if name not in new.files]
    return (*changed, *removed)


def _read(client: Client, config: ConfigIs, known: Bundle | None) -> dict[str, bytes] | None:
    """The files in force; None when they changed meanwhile."""
    contents = [] if known is None else known.files.values()
    here = {hashlib.sha256(content).hexdigest(): content for content in contents}
    files: dict[str, bytes] = {}
    for entry in config.files:
        content = here.get(entry.sha256)
        if content is None:
            content = _downloaded(client, entry)
        if content is None or hashlib.sha256(content).hexdigest() != entry.sha256:
            return None
        files[entry.name] = content
    return files


def _downloaded(client: Client, entry: FileEntry) -> bytes | None:
    content = b""
    while len(content) < entry.size:
        try:
            part = client.call(ReadConfig(entry.name, len(content)), BytesAre, wait_s=3.0)
        except RefusedError as error:
            if error.code != Code.MISSING:
                raise
            return None
        if not part.data or part.size != entry.size:
            return None
        content += part.data
    return content


def _loaded(client: Client, bundle: Bundle, packages: Mapping[str, Package]) -> Configuration:
    try:
        return load_bundle(bundle, packages, f"{client.port}/{SETTINGS_FILE}", in_use=True)
    except TomlError as error:
        first = str(error).split("\n")[0]
        what = "this program cannot read the settings on the table; update the older program"
        raise LineError(f"{client.port}: {what} ({first})") from error
