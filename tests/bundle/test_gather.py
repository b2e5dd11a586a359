"""Gathering the files of a table from a disk: what is missing or no file is told all at once."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from meadow.bundle.gather import GatherError, gather, gather_files

from tests.bundle.boxes import RAKES, REGISTER, write


def told(path: Path) -> list[str]:
    """The lines of what is wrong, the folder left out."""
    with pytest.raises(GatherError) as caught:
        gather(path)
    return [line.replace(f"{path.parent}/", "") for line in caught.value.messages]


def test_a_bundle_holds_the_settings_and_the_files_they_name(tmp_path: Path) -> None:
    table = '[pieces]\nsets = ["boxes/ours.toml", "commands"]\nregister = "tags.toml"\n'
    files = {"boxes/ours.toml": RAKES, "tags.toml": REGISTER, "other.toml": ""}
    path = write(tmp_path, {"table.toml": table, **files})

    bundle = gather(path)

    assert dict(bundle.files) == {
        "table.toml": table.encode(),
        "boxes/ours.toml": RAKES.encode(),
        "tags.toml": REGISTER.encode(),
    }


def test_settings_that_name_no_file_are_a_bundle_by_themselves(tmp_path: Path) -> None:
    path = write(tmp_path, {"mine.toml": '[table]\nid = "mine"\n'})

    assert dict(gather(path.with_name("mine.toml")).files) == {
        "table.toml": b'[table]\nid = "mine"\n'
    }


def test_the_same_files_make_the_same_bundle_wherever_they_lie(tmp_path: Path) -> None:
    files = {"table.toml": '[pieces]\nsets = ["a.toml"]\n', "a.toml": RAKES}
    here, there = write(tmp_path / "here", files), write(tmp_path / "there", files)

    assert gather(here) == gather(there)
    assert gather(here).digest == gather(there).digest


def test_what_the_files_say_is_not_judged_here(tmp_path: Path) -> None:
    files = {"table.toml": '[pieces]\nsets = ["a.toml"]\n[strip]\npixels = 1\n', "a.toml": "?"}
    assert gather(write(tmp_path, files)).files["a.toml"] == b"?"


def test_all_that_is_wrong_with_the_files_is_told_at_once(tmp_path: Path) -> None:
    table = """
[pieces]
sets = [
    "none.toml",
    "folder.toml",
    "big.toml",
    "pipe.toml",
    "/etc/box.toml",
    "../box.toml",
    "good.toml",
    "good.toml",
    "table.toml",
    "box.txt",
    3,
]
register = "good.toml"
"""
    path = write(tmp_path, {"table.toml": table, "good.toml": RAKES})
    (tmp_path / "folder.toml").mkdir()
    with (tmp_path / "big.toml").open("wb") as big:
        big.truncate(100_000_000)
    os.mkfifo(tmp_path / "pipe.toml")
    such = (
        'allowed: a .toml file in the folder of this one or below it, or "sweepers", '
        '"sweet-takes" or "commands"'
    )

    assert told(path) == [
        "table.toml:4: pieces.sets[1]: none.toml cannot be read: No such file or directory",
        "table.toml:5: pieces.sets[2]: folder.toml is a folder; name a file",
        "table.toml:6: pieces.sets[3]: big.toml is larger than 1 MB, so it is no file for this",
        "table.toml:7: pieces.sets[4]: pipe.toml is no file",
        f'table.toml:8: pieces.sets[5]: "/etc/box.toml" does not fit; {such}',
        f'table.toml:9: pieces.sets[6]: "../box.toml" does not fit; {such}',
        'table.toml:11: pieces.sets[8]: "good.toml" is named already, on line 10; '
        "allowed: each file once",
        'table.toml:12: pieces.sets[9]: "table.toml" is the name of the settings themselves; '
        "allowed: another name",
        f'table.toml:13: pieces.sets[10]: "box.txt" does not fit; {such}',
        f"table.toml:14: pieces.sets[11]: 3 is not a text in quotes; {such}",
        'table.toml:16: pieces.register: "good.toml" is named already, on line 10; '
        "allowed: each file once",
    ]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda path: None, "table.toml: cannot be read: No such file or directory"),
        (lambda path: path.mkdir(), "table.toml: is a folder; name a file"),
        (lambda path: os.mkfifo(path), "table.toml: is no file"),
        (
            lambda path: path.write_bytes(b"#" * 1_000_001),
            "table.toml: is larger than 1 MB, so it is no file for this",
        ),
        (
            lambda path: path.write_bytes(b'[table]\nid = "\xff"\n'),
            "table.toml:2: is not UTF-8 text; save it as UTF-8",
        ),
        (
            lambda path: path.write_bytes(b"[table\n"),
            "table.toml:1: is not TOML: expected ']' at the end of a table declaration",
        ),
        (
            lambda path: path.symlink_to(path),
            "table.toml: cannot be read: Too many levels of symbolic links",
        ),
    ],
    ids=["missing", "folder", "pipe", "big", "bytes", "no toml", "circle"],
)
def test_settings_that_cannot_be_read_are_one_line(
    tmp_path: Path, make: Callable[[Path], object], message: str
) -> None:
    make(tmp_path / "table.toml")
    assert told(tmp_path / "table.toml") == [message]


def test_files_that_are_too_much_together_are_told(tmp_path: Path) -> None:
    names = [f"{number}.toml" for number in range(5)]
    table = f"[pieces]\nsets = {names}\n"
    path = write(tmp_path, {"table.toml": table, **dict.fromkeys(names, "#" * 900000)})

    assert told(path) == ["table.toml:1: pieces: the files together are larger than 4 MB"]


def test_a_name_that_no_system_takes_is_one_line() -> None:
    with pytest.raises(GatherError) as caught:
        gather("a\0b")
    [message] = caught.value.messages
    assert message.startswith("a\0b: cannot be read: ")  # the rest is Python's, by its version
    assert "\n" not in message


def test_sets_and_register_can_be_left_out(tmp_path: Path) -> None:
    table = '[pieces]\nsets = ["none.toml"]\nregister = "none-either.toml"\n'
    path = write(tmp_path, {"table.toml": table})

    assert len(gather_files(path).problems) == 2
    assert gather_files(path, with_sets=False, with_register=False).problems == []


def test_a_file_that_is_not_there_is_told_with_the_one_that_may_be_meant(tmp_path: Path) -> None:
    table = '[pieces]\nsets = ["our-bx.toml", "other.toml"]\nregister = "registre.toml"\n'
    path = write(tmp_path, {"table.toml": table, "our-box.toml": RAKES, "register.toml": ""})
    assert told(path) == [
        "table.toml:2: pieces.sets[1]: our-bx.toml cannot be read: No such file or directory, "
        'did you mean "our-box.toml"?',
        "table.toml:2: pieces.sets[2]: other.toml cannot be read: No such file or directory",
        "table.toml:3: pieces.register: registre.toml cannot be read: No such file or directory, "
        'did you mean "register.toml"?',
    ]
