"""Measures the speeds the project promises and prints them with the machine (`make bench`).

Figures are reported, never asserted: a slow machine is no mistake.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent


def main(arguments: list[str]) -> int:
    """Measure everything; ``--json`` prints one JSON document instead of a table."""
    parser = argparse.ArgumentParser(prog="bench", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from tests.bench import journal, loop, raking, recorded, rules, startup
    from tests.bench.measure import FIGURES_HEAD, this_machine

    machine = this_machine()
    figures = [
        *startup.figures(),
        *rules.figures(recorded.games()),
        *journal.figures(recorded.journals()),
        *loop.figures(),
        *raking.figures(),
    ]
    if options.json:
        document = {"machine": machine, "figures": figures}
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return 0
    print(f"{machine.cpu}, {machine.cores} cores, {machine.system}, {machine.python},")
    print(f"msgspec {machine.msgspec}, load {machine.load} before the run; one core is used.\n")
    print(FIGURES_HEAD)
    for figure in figures:
        print(figure.told)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
