"""A new user's machine: the Makefile's set-up without a compiler, its messages, and a clean tree.

The set-up is done for real, in a copy of the project, so it needs the package registry. Where
that cannot be reached it is skipped with that reason; but in CI (CI set) it fails.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TOOLS = ("basename", "cp", "grep", "make", "mkdir", "rm", "sed", "sh", "tee", "test")
LOOK = """
import meadow, meadow_host, msgspec, typer, rich, serial, pytest
from importlib.metadata import version
print(version("mfrc522"), version("adafruit-circuitpython-neopixel"))
print(meadow.__file__)
"""
ON_A_PI = "# On a Raspberry Pi besides"
UNREACHABLE = re.compile(r"connection broken by|Connection refused|Temporary failure in name")


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Path]:
    """A copy of what set-up reads, without any .venv, removed afterwards: it grows large."""
    copy = tmp_path / "meadow table"  # a user's folder may have a space in it
    copy.mkdir()
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "README.md"):
        shutil.copy(ROOT / name, copy)
    for name in ("firmware", "host"):
        shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
    yield copy
    shutil.rmtree(copy)


def machine(folder: Path, *pythons: tuple[str, str]) -> dict[str, str]:
    """The environment of a machine that has only TOOLS and these Pythons, as (name, script).

    No compiler: none on its PATH, and CC names one that is not there.
    """
    bin_folder = folder / "bin"
    bin_folder.mkdir()
    for tool in TOOLS:
        if found := shutil.which(tool):
            (bin_folder / tool).symlink_to(found)
    for name, script in pythons:
        (bin_folder / name).write_text(f"#!/bin/sh\n{script}\n")
        (bin_folder / name).chmod(0o755)
    dropped = ("MAKE", "MFLAGS", "VIRTUAL_ENV", "PYTHON", "PIP_CACHE_DIR")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(dropped)}
    return kept | {
        "PATH": str(bin_folder),
        "CC": "/nonexistent",
        "CXX": "/nonexistent",
        "LC_ALL": "C",
    }


def make(folder: Path, env: dict[str, str], *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        ["make", *words], cwd=folder, env=env, capture_output=True, text=True, check=False
    )


def said(project: Path, env: dict[str, str], *words: str) -> str:
    """What the Python of the project's .venv prints."""
    command = [str(project / ".venv/bin/python"), *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def pretended(version: str, *, new: bool = True, venv: bool = True, rest: str = "exit 1") -> str:
    """A script that answers the Makefile's questions like such a Python and then does the rest."""
    answers = (
        f"*print*) echo {version};;",
        f"*version_info*) exit {int(not new)};;",
        f"*ensurepip*) exit {int(not venv)};;",
        f"*) {rest};;",
    )
    return f'case "$2" in {" ".join(answers)} esac'


def real_python() -> str:
    """A script that runs the Python under this one's venv."""
    return f'exec "{Path(sys.executable).resolve()}" "$@"'


def test_set_up_needs_no_compiler(project: Path, tmp_path: Path) -> None:
    env = machine(tmp_path, ("python3", real_python()))

    done = make(project, env | {"PIP_VERBOSE": "2"}, "setup")

    if done.returncode and UNREACHABLE.search(done.stdout + done.stderr) and not env.get("CI"):
        pytest.skip("the package registry cannot be reached, so the set-up cannot be tried")
    assert done.returncode == 0, done.stdout + done.stderr
    assert said(project, env, "-c", LOOK) == f"0.0.7 6.4.2\n{project}/firmware/meadow/__init__.py\n"
    assert (project / ".venv/bin/meadow").exists()
    pinned = (project / "constraints.txt").read_text().partition(ON_A_PI)[0].splitlines()
    frozen = said(project, env, "-m", "pip", "freeze", "--exclude-editable").splitlines()
    assert sorted(frozen) == sorted(line for line in pinned if line and not line.startswith("#"))
    assert make(project, env, "setup").stdout == "make: Nothing to be done for 'setup'.\n"


@pytest.mark.parametrize(
    ("pythons", "message"),
    [
        (
            [("python3", pretended("3.9.2", new=False))],
            "Meadow Table needs Python 3.11 or newer, and python3 is 3.9.2. "
            "If a newer one is installed: make PYTHON=/path/to/it",
        ),
        (
            [("python3", pretended("3.12.3", venv=False))],
            "python3 has no venv. "
            "On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv",
        ),
        (
            [
                ("python3", pretended("3.10.12", new=False)),
                ("python3.12", pretended("3.12.3", venv=False)),
            ],
            "python3.12 has no venv. "
            "On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3.12-venv",
        ),
        (
            [],
            "No Python found (python3 python3.14 python3.13 python3.12 python3.11). "
            "On Debian, Ubuntu or Raspberry Pi OS: sudo apt install python3-venv",
        ),
    ],
)
def test_set_up_says_in_one_line_what_python_it_lacks(
    project: Path, tmp_path: Path, pythons: list[tuple[str, str]], message: str
) -> None:
    done = make(project, machine(tmp_path, *pythons), "run")

    assert done.returncode == 2
    assert done.stderr.splitlines()[0] == message
    assert not (project / ".venv").exists()


def test_set_up_takes_a_newer_python_where_python3_is_too_old(
    project: Path, tmp_path: Path
) -> None:
    newer = pretended("3.12.3", rest='echo "$0 $*" >chosen; exit 1')
    env = machine(tmp_path, ("python3", pretended("3.9.2", new=False)), ("python3.12", newer))

    make(project, env, "run")

    assert (project / "chosen").read_text() == f"{tmp_path}/bin/python3.12 -m venv .venv\n"


def test_a_set_up_that_was_cut_short_starts_afresh(project: Path, tmp_path: Path) -> None:
    env = machine(tmp_path, ("python3", pretended("3.12.3")))
    (project / ".venv/bin").mkdir(parents=True)
    (project / ".venv/bin/half-made").touch()

    make(project, env, "run")

    assert not (project / ".venv/bin/half-made").exists()


def test_a_venv_whose_folder_has_moved_is_made_anew(project: Path, tmp_path: Path) -> None:
    env = machine(tmp_path, ("python3", pretended("3.12.3")))
    (project / ".venv/bin").mkdir(parents=True)
    (project / ".venv/bin/python").symlink_to(Path(sys.executable).resolve())
    (project / ".venv/.ready-to-run").write_text("/the/old/folder\n")

    assert "Setting up .venv" in make(project, env, "run").stderr


def test_make_alone_lists_every_target() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert phony is not None

    listed = make(ROOT, dict(os.environ)).stdout

    assert re.findall(r"^  make ([\w-]+) +\S", listed, re.MULTILINE) == phony.group(1).split()


def files(root: Path) -> Iterator[Path]:
    """The project's own files: no caches, no .venv, no journals that were played here."""
    for folder, subfolders, names in os.walk(root):
        top = Path(folder) == root
        subfolders[:] = sorted(
            name
            for name in subfolders
            if name != "__pycache__"
            and not (top and (name in {"build", "games"} or name.endswith(".egg-info")))
            and not (top and name.startswith(".") and name != ".ci")
        )
        yield from (Path(folder, name) for name in sorted(names))


def named_places(root: Path) -> list[str]:
    """Lines that name a package registry or a folder of one developer's machine."""
    # In pieces, or this file would name them itself.
    places = (
        "index" + "-url",
        "/sim" + "ple/",
        "py" + r"pi\.",
        r"(?<![\w.~-])/(work|root|home)" + "/",
    )
    bad = re.compile("|".join(places))
    return [
        f"{file.relative_to(root)}:{number}: {line}"
        for file in files(root)
        for number, line in enumerate(file.read_text("utf-8", "replace").splitlines(), 1)
        if bad.search(line)
    ]


def test_no_file_names_a_registry_or_a_folder_of_one_machine() -> None:
    assert named_places(ROOT) == []


def test_a_named_registry_or_folder_is_found(tmp_path: Path) -> None:
    option, folder = "--index" + "-url x", "/wo" + "rk/main"
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text(f"fine\npip install {option}\n")
    (tmp_path / "b.py").write_text(f"x = '{folder}'\ny = 'home/work/rooted'\n")
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv/pip.conf").write_text(option)

    assert named_places(tmp_path) == [
        f"b.py:1: x = '{folder}'",
        f"docs/a.md:2: pip install {option}",
    ]
