"""Calls `meadow` from a test: within this process, or as a program of its own."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from meadow_host.cli import app
from typer.testing import CliRunner

PROGRAM = (sys.executable, "-c", "from meadow_host.start import main; main()")


class Done(NamedTuple):
    """How a call ended and what it wrote."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """Its output as one JSON document; nothing else may stand there."""
        return json.loads(self.out)


def meadow(*words: object) -> Done:
    """Call it in this process. Whatever it raises is an error of the test."""
    done = CliRunner().invoke(app, [str(word) for word in words], catch_exceptions=False)
    return Done(done.exit_code, done.stdout, done.stderr)


def untimed(text: str) -> str:
    """A summary without how long it took, which is told only if it was long: here the computer
    decides that."""
    return re.sub(r"; \d+\.\d s\)", ")", text)


def environment(**more: str) -> dict[str, str]:
    """The environment of a program that is called: no terminal's settings but those given."""
    dropped = ("TERM", "NO_COLOR", "COLORTERM", "COLUMNS", "LINES", "PYTHONIOENCODING")
    return {name: value for name, value in os.environ.items() if name not in dropped} | more


def program(
    *words: object, cwd: Path | None = None, env: Mapping[str, str] | None = None, **more: Any
) -> Done:
    """Call it as a program of its own."""
    command = [*PROGRAM, *map(str, words)]
    env = environment() if env is None else env
    if "stdout" not in more:
        more["stdout"] = subprocess.PIPE
    done = subprocess.run(
        command, cwd=cwd, env=env, stderr=subprocess.PIPE, text=True, check=False, **more
    )
    return Done(done.returncode, done.stdout or "", done.stderr)
