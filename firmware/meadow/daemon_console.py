"""The console over all lives of a table: where it listens, its PIN, and whether there is one.

The web server is loaded only if there is one: it takes time and memory. What goes wrong here is a
line, and the table plays on. Pages and operators are the console's own.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from meadow.boards import Board
from meadow.daemon_files import Files
from meadow.daemon_log import Say, is_terminal
from meadow.daemon_options import OFF, Address
from meadow.link.answers import ConsoleIs
from meadow.link.cable import Laptop
from meadow.link.tap import Watcher
from meadow.table.table import Table

if TYPE_CHECKING:
    from meadow.console.pin import KeptPin
    from meadow.console.server import Console


class Pages:
    """The console of a program; does nothing where there is none."""

    def __init__(
        self,
        options: argparse.Namespace,
        say: Say,
        more: Sequence[Any] = (),
        laptop: Callable[[], Laptop | None] = lambda: None,
        by_people: Callable[[], bool] = lambda: True,
        ended_for_all: bool = False,
    ) -> None:
        """``more`` are routes (`starlette.routing.BaseRoute`) that a host program brings;
        ``laptop`` gives who is connected by the cable, ``by_people`` whether people alone play;
        ``ended_for_all`` is whether everybody may look at games that have ended."""
        self._options = options
        self._say = say
        self._more = more
        self._laptop, self._by_people = laptop, by_people
        self._ended_for_all = ended_for_all
        self._console: Console | None = None
        self._pin: KeptPin | None = None
        self._at: Address | None = None
        self.told = ConsoleIs()
        """As the cable tells it."""

    # ------------------------------------------------------------ between two lives

    def open(self, files: Files) -> None:
        """Listen where the options or these settings say; where it does already, it goes on."""
        at = self._wanted(files)
        if at == self._at and self._console is not None:
            return
        self.close()
        self._at = at
        if at is not None:
            self._open(at, self._options.config or files.folder)

    def close(self) -> None:
        """End it: pages are told."""
        if self._console is not None:
            self._console.close()
        self._console, self.told = None, ConsoleIs()

    def _wanted(self, files: Files) -> Address | None:
        """Without settings and a place for flashed ones, as on a developer's machine, only where
        the options say so."""
        options, settings = self._options, files.settings.console
        if options.console is not None:
            return None if options.console == OFF else options.console
        is_a_table = options.settings is not None or options.config is not None
        is_on = is_a_table and settings.enabled
        return Address(settings.address, settings.port) if is_on else None

    def _open(self, at: Address, folder: Path) -> None:
        from meadow.console.listen import ConsoleError
        from meadow.console.pin import kept_pin
        from meadow.console.server import Console

        if self._pin is None:
            self._pin = kept_pin(folder)
            if self._pin.trouble:
                self._say(self._pin.trouble)
        console = Console(
            self._pin.pin,
            self._say,
            self._more,
            self._laptop,
            self._by_people,
            self._ended_for_all,
        )
        try:
            address = console.start(*at)
        except ConsoleError as error:
            self._say(f"{error}; the table plays on without pages")
            return
        self._console = console
        self.told = ConsoleIs(address, self._pin.pin)
        self._say(f"the console is at {address} and its PIN {self._where(self._pin)}")

    def _where(self, pin: KeptPin) -> str:
        """How whoever may be operator is told the PIN; a log is never told it."""
        if is_terminal() and not self._options.hide_pin:
            return f"is {pin.pin}"
        if not pin.trouble:
            return f"is kept in {pin.path}"
        if self._options.link:
            return "is in meadow status"
        return "is told to nobody: give the table a folder where it can be kept, and start it anew"

    # ------------------------------------------------------------------- in a life

    def watchers(self, board: Board) -> tuple[Watcher, ...]:
        """Who is to watch the board of the table that begins."""
        return () if self._console is None else (self._console.ears(board.clock),)

    def saves(self, path: Callable[[], Path]) -> None:
        """A game begins, or is taken up: that gives, from any thread, where it is saved."""
        if self._console is not None:
            self._console.saves(path)

    def attach(self, table: Table, files: Files) -> None:
        """This table is the one that runs now."""
        if self._console is not None:
            names = files.settings.console.names
            self._console.attach(table, files.folder, files.packages, names)

    def detach(self) -> None:
        """It has ended."""
        if self._console is not None:
            self._console.detach()

    def look(self, table: Table) -> bool:
        """After every pass; gives False, so that it fits a condition."""
        return self._console is not None and self._console.look(table)
