"""What the commands share: lines out, errors as one line, JSON, and bars for what takes long.

Beside the live view and the start of the program the only module that knows a terminal. Imports
rich only when it is needed.
"""

from __future__ import annotations

import contextlib
import errno
import functools
import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, ParamSpec, TextIO, TypeVar

import typer

from meadow_host.calling import as_called

if TYPE_CHECKING:
    from rich.progress import Progress

P = ParamSpec("P")
R = TypeVar("R")

FAILED = 1
MISTAKE = 2
STOPPED = 130
BAR_AFTER_S = 0.5


class MistakeError(Exception):
    """The caller asked for what cannot be; the messages are plain lines."""

    def __init__(self, *messages: str) -> None:
        """Each message stays one line, even with a line end in the name of a file."""
        super().__init__("\n".join([message.replace("\n", "?") for message in messages]))


class FailedError(Exception):
    """It could not be done, by no mistake of the caller; the message is one plain line."""


class StoppedError(Exception):
    """Ctrl-C; the message is one plain line about what is left."""


def out(text: str = "") -> None:
    """A line, or several, for people or a pipe; control characters come out as "?"."""
    typer.echo(_printable_lines(text))


def err(text: str) -> None:
    """A line about what went wrong, or what is going on; likewise."""
    with contextlib.suppress(OSError):  # who cannot hear that cannot hear of it either
        typer.echo(_printable_lines(text), err=True)


def drop_unwritten(stream: TextIO) -> None:
    """Let go of what a stream cannot take: it must not be tried again as the program ends, where it
    would be told once more, or give another exit code."""
    try:
        stream.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def document(value: Any) -> None:
    """One JSON document. Bytes of a file's name that are no UTF-8 stand as ``\\udcff`` in it."""
    import msgspec

    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:
        encoded = msgspec.json.encode(_encodable(value))
    typer.echo(msgspec.json.format(encoded, indent=2))


def _printable_lines(text: str) -> str:
    from meadow.journal.printable import printable

    return "\n".join(map(printable, text.split("\n")))


def _encodable(value: Any) -> Any:
    """The same plain values with every text as UTF-8 can hold it."""
    if isinstance(value, str):
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    if isinstance(value, Mapping):
        return {_encodable(name): _encodable(one) for name, one in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [_encodable(one) for one in value]
    return value


def reported(command: Callable[P, R]) -> Callable[P, R]:
    """A command that tells errors in one line, without a traceback, and exits by their kind."""

    @functools.wraps(command)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return tell_errors(*args, **kwargs)
        except (KeyboardInterrupt, StoppedError) as error:
            err(f"meadow: stopped; {error}" if str(error) else "meadow: stopped")
            raise typer.Exit(STOPPED) from error

    def tell_errors(*args: P.args, **kwargs: P.kwargs) -> R:
        from meadow.games.package import PackageError
        from meadow.journal.lines import JournalError
        from meadow.journal.printable import printable
        from meadow.lights.styles import StyleError
        from meadow.sounds.patterns import BeepError
        from meadow.table.lobby import LobbyError
        from meadow.tomlfile.document import TomlError

        from meadow_host.cable.errors import CableError

        def tell(message: str) -> None:
            message = as_called(message)
            for line in message.split("\n"):
                err(f"meadow: {line}")
            if kwargs.get("as_json"):
                with contextlib.suppress(OSError):  # it is told: once is enough
                    document({"error": message})
            drop_unwritten(sys.stdout)

        try:
            return command(*args, **kwargs)
        except MistakeError as error:
            tell(str(error))
            raise typer.Exit(MISTAKE) from error
        except TomlError as error:
            tell(str(error))
            raise typer.Exit(MISTAKE) from error
        except CableError as error:
            tell(printable(str(error)))
            raise typer.Exit(MISTAKE if error.mistake else FAILED) from error
        except (JournalError, PackageError, FailedError) as error:
            tell(str(error))
            raise typer.Exit(FAILED) from error
        except (LobbyError, StyleError, BeepError) as error:
            tell(f"the installed games cannot be used: {error}; mend or uninstall that game")
            raise typer.Exit(FAILED) from error
        except OSError as error:
            if error.errno == errno.EPIPE:  # nobody reads on, as after `| head`
                raise
            where = f"{error.filename}: " if error.filename else ""
            tell(f"{where}{error.strerror or error}")
            raise typer.Exit(FAILED) from error

    return run


# ------------------------------------------------------------------ what the terminal can


def can_show_live() -> bool:
    """Whether standard output is a terminal on which a picture can be redrawn."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    is_smart = os.environ.get("TERM", "dumb") not in ("dumb", "unknown", "")
    return sys.stdout.isatty() and is_smart and encoding == "utf8"


class Bar:
    """A progress bar on standard error, for what takes longer than half a second.

    Nothing is shown when standard error is no terminal. With ``total`` None it only shows that
    the work goes on.
    """

    def __init__(self, title: str, total: int | None = None) -> None:
        self._title = title
        self._total = total
        self._done = 0
        self._progress: Progress | None = None
        self._lock = threading.Lock()
        self._is_over = False
        self._timer = threading.Timer(BAR_AFTER_S, self._start)
        self._timer.daemon = True

    def __enter__(self) -> Bar:
        if sys.stderr.isatty():
            self._timer.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.cancel()
        with self._lock:
            self._is_over = True
            if self._progress is not None:
                self._progress.stop()

    def at(self, done: int, total: int | None = None) -> None:
        """So much is done; ``total`` when it has become known."""
        self._done = done
        self._total = self._total if total is None else total
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], completed=done, total=self._total)

    def _start(self) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn
        from rich.progress import TimeRemainingColumn as LeftColumn

        with self._lock:
            if self._is_over:
                return
            columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn())
            console = Console(stderr=True)
            progress = Progress(*columns, LeftColumn(), console=console, transient=True)
            progress.add_task(self._title, total=self._total, completed=self._done)
            progress.start()
            self._progress = progress
