"""Sweet Takes beside a plain script and other projects' card games, in one run.

`make bench-tricks`. One core each, 4 players. Figures are reported, never asserted. What they say,
and what it would take to pass OpenSpiel, is in docs/speed.md.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from tests.bench.laps import Pace
    from tests.bench.many_journals import Many

ROOT = Path(__file__).resolve().parent.parent.parent
OURS = "ours: playouts from a dealt state"
CHECKED = "ours: checked replays, dealing too"
PLAIN = "a plain Python script"
WIDTH = 42


def main(arguments: list[str]) -> int:
    """Measure everything; ``--json`` prints one JSON document instead of a table."""
    parser = argparse.ArgumentParser(prog="bench-tricks", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    parser.add_argument(
        "--journals", type=int, metavar="N", help="so many in parallel (10000; 0: none)"
    )
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from tests.bench import many_journals
    from tests.bench.measure import FIGURES_HEAD, this_machine

    machine = this_machine()
    paces, missing = measured()
    files = many_journals.journals()
    figures = many_journals.figures(files)
    count = many_journals.MANY if options.journals is None else options.journals
    many = many_journals.many(files, count) if count else None
    if options.json:
        document = {
            "machine": machine,
            "paces": paces,
            "missing": missing,
            "figures": figures,
            "many": many,
        }
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return 0
    print(f"{machine.cpu}, {machine.cores} cores, {machine.system}, {machine.python},")
    print(f"msgspec {machine.msgspec}, load {machine.load} before the run; one core each.\n")
    print(*table(paces), *missing, "", FIGURES_HEAD, sep="\n")
    print(*[figure.told for figure in figures], sep="\n")
    if many is not None:
        print(told(many))
    return 0


def measured() -> tuple[list[Pace], Sequence[str]]:
    """Everybody's pace, and a line on each peer that is not there."""
    from tests.bench import laps, peers, plain, sweet_takes

    rng, player = Random(1), sweet_takes.Player()

    def plain_playout() -> int:
        return sum(map(len, plain.playout(rng).rounds))

    with peers.running() as others:
        ours = {
            OURS: laps.runner(player.playout),
            CHECKED: laps.runner(sweet_takes.checked_replay()),
            PLAIN: laps.runner(plain_playout),
        }
        return laps.in_turn({**ours, **others.runners}), others.missing


def table(paces: Sequence[Pace]) -> list[str]:
    """A line for each, and how many times its games and moves a second our playouts make."""
    from tests.bench.measure import number

    ours = next(pace for pace in paces if pace.name == OURS)
    lines = [f"{'':{WIDTH}}{'games/s':>9}{'median':>9}{'moves/s':>10}   ours: games    moves"]
    for pace in paces:
        line = f"{pace.name:{WIDTH}}{number(pace.best):>9}{number(pace.median):>9}"
        line += f"{number(pace.best_moves):>10}"
        if pace is not ours:
            games, moves = ours.best / pace.best, ours.best_moves / pace.best_moves
            line += f"{f'{games:.2f} x':>14}{f'{moves:.2f} x':>9}"
        lines.append(line)
    return lines


def told(many: Many) -> str:
    """What thousands of journals took."""
    games = many.journals / many.wall_s
    return (
        f"{many.journals:,} journals by {many.processes} processes: {many.wall_s:.1f} s, "
        f"{games:,.0f} games/s; memory {many.early_mb:.0f} MB after a tenth, "
        f"{many.late_mb:.0f} MB at the end"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
