"""Where `meadowd` starts: while the rest loads, Ctrl-C just ends it, for nothing is open yet."""

from __future__ import annotations

import signal
from typing import NoReturn


def main() -> NoReturn:
    """The entry point of `meadowd`."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    from meadow.daemon import main as run

    run()
