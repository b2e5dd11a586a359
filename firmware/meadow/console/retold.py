"""The program that makes a recording: a journal comes in, the recording goes out, packed.

A process of its own, of low rank and with bounds, so that no journal, however odd, costs the table
more than a little time. `meadow.console.replaying` starts it; it must not know of any web.

    python -m meadow.console.retold NAME any|ended <JOURNAL >RECORDING
"""

from __future__ import annotations

import gzip
import os
import resource
import sys
from enum import StrEnum
from pathlib import Path

import msgspec

from meadow.console.recording import recorded
from meadow.games.package import load_packages
from meadow.journal.lines import JournalError
from meadow.journal.read import parse_journal
from meadow.journal.recover import whole_lines
from meadow.settings.load import default_settings

NICE = 10
MOST_CPU_S = 60
MOST_MEMORY = 768 * 1024 * 1024
NOT_ENDED = 3
"""The exit code where only a game that has ended was asked for, and this one has not."""


class Asked(StrEnum):
    """Which games are shown: it is the very bytes of the recording that are judged."""

    ANY = "any"
    ENDED = "ended"


def main() -> int:
    """0 with a recording on stdout, 1 with one plain line there, `NOT_ENDED` with nothing."""
    os.nice(NICE)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_CPU_S, MOST_CPU_S))
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    path, asked = Path(sys.argv[1]), Asked(sys.argv[2])
    packages = load_packages()
    settings = default_settings({name: one.settings_type for name, one in packages.items()})
    try:
        # A game that is played at this moment may end in half a line.
        data = b"".join(whole_lines(sys.stdin.buffer.read(), path))
        journal = parse_journal(data, path)
        if asked is Asked.ENDED and not journal.finished:
            return NOT_ENDED
        made = recorded(journal, packages, settings)
    except JournalError as error:
        sys.stdout.buffer.write(str(error).encode())
        return 1
    content = msgspec.json.encode({"ok": True, "message": "", **made})
    sys.stdout.buffer.write(gzip.compress(content, 6, mtime=0))
    return 0


if __name__ == "__main__":
    sys.exit(main())
