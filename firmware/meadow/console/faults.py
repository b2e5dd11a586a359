"""Faults of the console in the log of the table: one line each, now and then, and no traceback."""

from __future__ import annotations

import logging

from meadow.console.seldom import Seldom

_LOGGERS = ("uvicorn.error", "asyncio")
"""Whoever aborts a socket makes asyncio warn of it: that is their doing, and no fault."""


class Faults(logging.Handler):
    """Hears what the web server, and what it runs on, log as an error; what is less is said
    nowhere."""

    def __init__(self, seldom: Seldom) -> None:
        super().__init__(logging.ERROR)
        self._seldom = seldom
        self._propagated: dict[str, bool] = {}
        """Logger -> whether it was heard elsewhere before any of us came."""

    def come(self) -> None:
        """From now on these errors are said here, and nowhere else."""
        for name in _LOGGERS:
            logger = logging.getLogger(name)
            others = self._others(logger)
            before = others[0]._propagated.get(name) if others else None
            self._propagated[name] = logger.propagate if before is None else before
            logger.addHandler(self)
            logger.propagate = False

    def leave(self) -> None:
        """No more: the last that leaves sets these loggers back, for others run on them, too."""
        for name, propagated in self._propagated.items():
            logger = logging.getLogger(name)
            logger.removeHandler(self)
            if not self._others(logger):
                logger.propagate = propagated
        self._propagated = {}

    def _others(self, logger: logging.Logger) -> list[Faults]:
        """Of other consoles in this program."""
        faults = [one for one in logger.handlers if isinstance(one, Faults)]
        return [one for one in faults if one is not self]

    def tell(self, error: BaseException) -> None:
        """A fault that came another way."""
        what = f"{type(error).__name__}: {' '.join(str(error).split())}"
        self._seldom.say(f"a fault of the console: {what}; the table plays on")

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        self.tell(error or RuntimeError(record.getMessage()))
