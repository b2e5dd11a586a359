"""Where `meadow` starts: nothing is loaded yet, so that Ctrl-C is answered even while it loads."""

from __future__ import annotations

import sys

from meadow_host.stopping import Interrupts

_STOPPED = 130


def main() -> None:
    """The entry point of `meadow`."""
    interrupts = Interrupts()
    try:
        interrupts.listen()
        from meadow_host.cli import main as run

        run()
    except KeyboardInterrupt:
        if sys.stderr is not None:
            sys.stderr.write("meadow: stopped\n")
        sys.exit(_STOPPED)
    finally:
        interrupts.leave()
