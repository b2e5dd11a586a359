"""What differs between a table and a laptop's files: no more is read than is needed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from meadow.bundle.bundle import Bundle
from meadow.bundle.load import load_bundle
from meadow.games.package import load_packages
from meadow.link.answers import BytesAre, ConfigIs
from meadow.link.calls import FileEntry, GetConfig, ReadConfig
from meadow.link.device import Client as Laptop
from meadow.link.offered import sha256_of
from meadow_host.cable.client import Client
from meadow_host.cable.comparing import Differences, FileChange, differences, file_changes, in_force
from meadow_host.cable.errors import LineError
from meadow_host.configuring.compare import Change

from tests.cable.wires import wired

BOX = b"a box " * 1000
THERE = Bundle({"table.toml": b'[table]\nid = "oak"\n', "box.toml": BOX})


class Table:
    """A table's end with a configuration in force, which may change while it is read."""

    def __init__(self, bundle: Bundle | None) -> None:
        self.bundle = bundle
        self.after_read: Callable[[], None] = lambda: None
        self.read: list[tuple[str, int]] = []
        self.client, device, _ = wired()
        device.handle({GetConfig: self._get, ReadConfig: self._read})
        self.client.hello()

    def _get(self, client: Laptop, call: GetConfig) -> ConfigIs:
        if self.bundle is None:
            return ConfigIs("", ())
        files = tuple([FileEntry(*entry) for entry in self.bundle.manifest])
        return ConfigIs(self.bundle.digest, files)

    def _read(self, client: Laptop, call: ReadConfig) -> BytesAre:
        assert self.bundle is not None
        self.read.append((call.name, call.offset))
        content = self.bundle.files[call.name]
        self.after_read()
        return BytesAre(content[call.offset : call.offset + 4096], len(content))


def compared(client: Client, bundle: Bundle) -> Differences:
    packages = load_packages()
    return differences(client, bundle, load_bundle(bundle, packages), packages)


def test_what_is_in_force_is_read_block_by_block() -> None:
    table = Table(THERE)
    assert in_force(table.client) == THERE
    assert table.read == [("table.toml", 0), ("box.toml", 0), ("box.toml", 4096)]


def test_what_the_laptop_has_already_is_not_read() -> None:
    table = Table(THERE)
    here = Bundle({"table.toml": b"another", "carton.toml": BOX})
    assert in_force(table.client, here) == THERE
    assert table.read == [("table.toml", 0)]


def test_a_table_that_is_flashed_meanwhile_is_read_anew() -> None:
    table = Table(THERE)
    after = Bundle({"table.toml": b"after", "box.toml": BOX[::-1]})

    def flash() -> None:
        table.bundle = after

    table.after_read = flash
    assert in_force(table.client) == after


def test_a_table_that_changes_all_the_time_is_given_up() -> None:
    table = Table(THERE)

    def change() -> None:
        assert table.bundle is not None
        box = table.bundle.files["box.toml"] + b"#"
        table.bundle = Bundle({"table.toml": b"", "box.toml": box})

    table.after_read = change
    with pytest.raises(LineError) as error:
        in_force(table.client)
    assert str(error.value) == (
        "wire: what is in force on the table changes while it is read: is another laptop "
        "flashing it?"
    )


def test_differences_are_told_by_meaning_and_files_by_bytes() -> None:
    table = Table(Bundle({"table.toml": b'[table]\nid = "oak"\n# ours\n'}))
    found = compared(table.client, Bundle({"table.toml": b'[table]\nid = "elm"\n'}))
    assert found.changes.settings == (Change("table.id", "oak", "elm"),)
    assert found.changes.count == 1
    assert found.files == (FileChange("table.toml", "changed", 19),)
    assert (found.on_defaults, found.are_none) == (False, False)


def test_a_table_whose_lights_were_set_darker_than_is_allowed_today_can_be_compared() -> None:
    table = Table(Bundle({"table.toml": b"[strip]\nbrightness = 0.02\n"}))
    found = compared(table.client, Bundle({"table.toml": b"[strip]\nbrightness = 1\n"}))
    assert found.changes.settings == (Change("strip.brightness", 0.05, 1.0),)


def test_a_table_on_its_defaults_is_compared_with_the_defaults() -> None:
    found = compared(Table(None).client, Bundle({"table.toml": b"[strip]\nbrightness = 1\n"}))
    assert found.changes.settings == (Change("strip.brightness", 0.5, 1.0),)
    assert found.files == (FileChange("table.toml", "new", 23),)
    assert found.on_defaults


def test_the_same_in_other_words_is_no_difference_though_the_file_would_be_sent() -> None:
    table = Table(Bundle({"table.toml": b"# ours\n"}))
    found = compared(table.client, Bundle({"table.toml": b""}))
    assert found.are_none
    assert found.files == (FileChange("table.toml", "changed", 0),)


def test_settings_of_a_newer_table_are_told_in_one_line() -> None:
    table = Table(Bundle({"table.toml": b"[moonlight]\nphase = 3\n"}))
    with pytest.raises(LineError) as error:
        compared(table.client, Bundle({"table.toml": b""}))
    assert str(error.value).startswith(
        "wire: this program cannot read the settings on the table; update the older program "
        "(wire/table.toml:1: moonlight: "
    )
    assert "\n" not in str(error.value)


def test_files_are_new_changed_or_removed() -> None:
    new = Bundle({"table.toml": b"x", "tags.toml": b"ab"})
    assert file_changes(THERE, new) == (
        FileChange("table.toml", "changed", 1),
        FileChange("tags.toml", "new", 2),
        FileChange("box.toml", "removed", 0),
    )
    assert file_changes(new, new) == ()


def test_a_table_that_sends_other_bytes_than_it_says_is_not_believed() -> None:
    table = Table(THERE)
    client, device, _ = wired()
    entry = FileEntry("table.toml", 3, sha256_of(b"abc"))
    device.handle(
        {
            GetConfig: lambda client, call: ConfigIs("0" * 64, (entry,)),
            ReadConfig: lambda client, call: BytesAre(b"xyz", 3),
        }
    )
    client.hello()
    with pytest.raises(LineError, match="changes while it is read"):
        in_force(client)
    assert in_force(table.client) == THERE
