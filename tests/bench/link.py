"""Measures what a laptop on the cable costs a game, and how fast it is (`make bench-link`).

Everything is a program of its own over pseudo-terminals, as on the table. Figures are reported,
never asserted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str]) -> int:
    """Measure everything; ``--json`` prints one JSON document instead of a table."""
    parser = argparse.ArgumentParser(prog="bench-link", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from tests.bench import link_flash, link_game
    from tests.bench.measure import FIGURES_HEAD, this_machine

    machine = this_machine()
    figures = [*link_game.figures(), *link_flash.figures()]
    if options.json:
        document = {"machine": machine, "figures": figures}
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return 0
    print(f"{machine.cpu}, {machine.cores} cores, {machine.system}, {machine.python},")
    print(f"load {machine.load} before the run. A pull fetches a journal of 10 MB in a game.\n")
    print(FIGURES_HEAD)
    for figure in figures:
        print(figure.told)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
