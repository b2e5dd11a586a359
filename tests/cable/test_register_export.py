"""`meadow register export`: from files, whatever the environment says, whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from meadow_host.terminal import FailedError
from meadow_host.writing import write_whole
from pytest_mock import MockerFixture

from tests.host.calls import meadow

SHOWN = '# Which tag sits in which piece.\n\n[[tag]]\nuid = "04A1B2C3D4E5F6"\npiece = "rake.red"\n'


@pytest.fixture
def table(tmp_path: Path) -> Path:
    (tmp_path / "box.toml").write_text('[set]\nname = "box"\n[[rake]]\ncolour = "red"\n')
    (tmp_path / "register.toml").write_text(SHOWN)
    table = tmp_path / "table.toml"
    table.write_text('[pieces]\nsets = ["box.toml"]\nregister = "register.toml"\n')
    return table


def test_the_usual_port_does_not_hinder_an_export_from_files(
    table: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEADOW_PORT", "/dev/no-such-port")
    done = meadow("register", "export", "--from", table)
    assert (done.code, done.out, done.err) == (0, SHOWN, "")


def test_files_and_a_port_named_together_are_a_mistake(table: Path) -> None:
    done = meadow("register", "export", "--from", table, "--port", "x")
    assert (done.code, done.out) == (2, "")
    assert done.err == "meadow: --from and --port name two registers: give one of them\n"


def test_one_tag_is_told_as_one(table: Path, tmp_path: Path) -> None:
    file = tmp_path / "box.csv"
    done = meadow("register", "export", file, "--from", table)
    assert (done.code, done.out) == (0, f"{file}: 1 tag written, as CSV\n")
    assert file.read_bytes() == b"uid,piece\n04:A1:B2:C3:D4:E5:F6,rake.red\n"


def test_a_full_disk_leaves_what_was_there_and_nothing_half_written(
    tmp_path: Path, mocker: MockerFixture
) -> None:
    def half(file: Path, data: bytes) -> int:
        with file.open("wb") as out:
            out.write(data[:3])
        raise OSError(errno.ENOSPC, "No space left on device")

    (tmp_path / "box.csv").write_text("old")
    mocker.patch.object(Path, "write_bytes", half)
    for name, force in (("new.csv", False), ("box.csv", True)):
        with pytest.raises(FailedError, match=f"{name}: cannot be written: the disk is full"):
            write_whole(tmp_path / name, "long text", force)
    assert [one.name for one in tmp_path.iterdir()] == ["box.csv"]
    assert (tmp_path / "box.csv").read_text() == "old"
