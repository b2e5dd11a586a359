"""Says why no table answers, from what was heard instead. Pure; knows no port.

Each kind of talk that is not a table's has its own line, for what to do is another each time.
"""

from __future__ import annotations

import re
import string
from dataclasses import dataclass, field

from meadow.journal.printable import printable

MOST_KEPT = 600
"""So much of what was heard is enough to tell what it is."""

_QUOTED = 60
_TEXT_SHARE = 0.9
_TEXT = frozenset((string.printable[:-2] + "\x1b\x07\x08").encode())
_TABLE_WORDS = (b"welcome", b"client", b"status-is", b"news-are", b"frame-is", b"missed")
_LOGIN = re.compile(rb"login:|password:", re.IGNORECASE)
_ESCAPES = re.compile(r"\x1b(\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)?|.)")


@dataclass
class Heard:
    """What came while an answer was waited for.

    ``start`` the first bytes of it; ``echoes`` how many frames were our own; ``others`` frames of
    a table to somebody else; ``strange`` whole frames that say nothing we know.
    """

    start: bytearray = field(default_factory=bytearray)
    echoes: int = 0
    others: int = 0
    strange: int = 0

    def take(self, received: bytes) -> None:
        """Keep the first of it."""
        self.start += received[: MOST_KEPT - len(self.start)]


def why_silent(heard: Heard) -> str:
    """Why no table answered, and what to do, in one plain line."""
    start = bytes(heard.start)
    if heard.echoes or b"^@" in start:  # as a terminal echoes a zero byte
        return (
            "this is an echo, no table: what is sent comes back; is it the right port, and does "
            "meadowd run there with --link?"
        )
    if heard.others:
        return "a table talks there but does not answer: it starts just now, or is stuck; try again"
    if heard.strange:
        return "a table of another version answers: update the older of the two programs"
    if not start:
        return "no table answers: is it on, does meadowd run with --link, is it the right port?"
    if any(word in start for word in _TABLE_WORDS):
        return (
            "a table answers, but its words arrive damaged: end whatever else uses this port, or "
            "try another cable"
        )
    if _is_text(start):
        return _what_text_says(start)
    return (
        "something answers, but no table can be understood: does the speed differ (--baud, and "
        "meadowd --baud), or is it noise of a loose cable?"
    )


def _is_text(start: bytes) -> bool:
    return sum(byte in _TEXT for byte in start) >= _TEXT_SHARE * len(start)


def _what_text_says(start: bytes) -> str:
    lines = [line for line in map(_plain, start.splitlines()) if line]
    quoted = f' ("{lines[-1][:_QUOTED]}")' if lines else ""
    if _LOGIN.search(start):
        return (
            f"a login prompt answers, no table{quoted}: end it there (sudo systemctl disable --now "
            "serial-getty@PORT), then start meadowd with --link"
        )
    return f"another program talks there, no table{quoted}: end it, or name another port"


def _plain(line: bytes) -> str:
    text = _ESCAPES.sub("", line.decode("utf-8", "replace"))
    return printable("".join(sign for sign in text if sign not in "\x07\x08")).strip()
