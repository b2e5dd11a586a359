"""Runs the commands as a program: its streams, signals and exit codes.

Knows a terminal, and nothing of what the commands do.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Sequence
from types import FrameType
from typing import NoReturn

import typer

from meadow_host.calling import program
from meadow_host.stopping import ENDING
from meadow_host.terminal import FAILED, MISTAKE, document, drop_unwritten, err

_LONGEST = 4096
"""As long as the name of a file may be."""


class EndedError(KeyboardInterrupt):
    """The program is ended from outside: all stops, and is saved, as after Ctrl-C."""


class _Ending:
    """Hears the signals that end the program; ``code`` the exit code of the one that came."""

    def __init__(self) -> None:
        self.code = 0

    def listen(self) -> None:
        for number in ENDING:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                signal.signal(number, self._heard)

    def _heard(self, number: int, frame: FrameType | None) -> None:
        self.code = 128 + number
        for other in ENDING:  # whoever is impatient must not stop the saving
            signal.signal(other, signal.SIG_IGN)
        raise EndedError


def run_app(app: typer.Typer) -> NoReturn:
    """Run the commands of the program's arguments; never returns."""
    _prepare_streams()
    ending = _Ending()
    ending.listen()
    code = FAILED
    try:
        code = _too_long(sys.argv[1:]) or _run(app)
        sys.stdout.flush()
    except OSError as error:
        drop_unwritten(sys.stdout)
        if error.errno != errno.EPIPE and not ending.code:
            err(f"meadow: {error.strerror}")
        code = code or FAILED
    drop_unwritten(sys.stderr)
    sys.exit(ending.code or code)


def _prepare_streams() -> None:
    """Ends the program if nobody can hear its answer. A stream that was closed is None."""
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - until the end
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal may lack letters: better "?" than no line
            stream.reconfigure(errors="replace")
    if sys.stdout is None:
        err("meadow: standard output is closed, so there can be no answer; open it")
        sys.exit(FAILED)


def _too_long(arguments: Sequence[str]) -> int:
    """The exit code for an argument that no line about it could show, 0 for none. Raises OSError
    when the output cannot be written."""
    longest = max(map(len, arguments), default=0)
    if longest <= _LONGEST:
        return 0
    message = f"an argument of {longest} letters is too long; at most {_LONGEST} are read"
    err(f"meadow: {message}")
    if "--json" in arguments:
        document({"error": message})
    return MISTAKE


def _run(app: typer.Typer) -> int:
    """The exit code. Raises OSError when the output cannot be written."""
    try:
        if "--json" in sys.argv:
            return _run_for_json(app)
        app(prog_name=program())
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else FAILED
    return 0


def _run_for_json(app: typer.Typer) -> int:
    """The same, but a mistake in the arguments is told as JSON too."""
    try:
        return app(prog_name=program(), standalone_mode=False) or 0
    except typer.TyperException as error:
        message = error.format_message()
        err(f"meadow: {message}")
        document({"error": message})
        return error.exit_code
