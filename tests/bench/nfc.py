"""How fast tags are read, beside the vendors' drivers on the same silicon (`make bench-nfc`).

Virtual time of SPI at 1 MHz and 25 us a transfer; Python's own time is this machine's. Figures are
reported, never asserted.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from statistics import mean

import msgspec

ROOT = Path(__file__).resolve().parent.parent.parent
LIGHTS = 16


class Row(msgspec.Struct, frozen=True):
    """One figure of ours, at most ``target`` (0: nothing promised), and the vendors' by package.

    A vendor's None is "never"; a vendor that is not named has no such figure.
    """

    name: str
    unit: str
    ours: float
    target: float
    vendors: dict[str, float | None]


def measured() -> list[Row]:
    """Ours and all vendors that are there, in one run.

    A sweep that promises "at most" is held to its target both usually (95 of 100) and at worst.
    """
    from tests.bench import readers, vendor_readers
    from tests.boards.test_light_latency import latencies_ms

    times = {one.package: vendor_readers.times_of(one) for one in vendor_readers.fetched()}

    def row(name: str, unit: str, ours: float, target: float, field: str = "") -> Row:
        theirs = {package: getattr(one, field) for package, one in times.items() if field}
        return Row(name, unit, ours, target, theirs)

    empty, lying = readers.sweeps(lying=False), readers.sweeps(lying=True)
    arrivals, lights = readers.arrivals_ms(), latencies_ms(LIGHTS)
    seven_ms = readers.inventory_ms(readers.SEVEN)
    mixed_ms = readers.inventory_ms(readers.MIXED)
    return [
        row("five empty readers, usual sweep", "ms", empty.usual_ms, 1.8, "sweep_ms"),
        row("  worst, with settings read back", "ms", empty.worst_ms, 1.8, "sweep_ms"),
        row("  SPI transfers, most", "", empty.transfers, 40, "transfers"),
        row("  Python's own time, real", "ms", empty.python_ms, 1, "python_ms"),
        row("7-byte UID after arrival, mean", "ms", mean(arrivals), 9, "arrival_mean_ms"),
        row("  worst", "ms", max(arrivals), 11, "arrival_worst_ms"),
        row("inventory of 7 NTAG213", "ms", seven_ms, 58, "seven_ms"),
        row("inventory of 8 mixed", "ms", mixed_ms, 55, "mixed_ms"),
        row("4x1 + 7 lying, usual sweep, looks", "ms", lying.usual_ms, 5.5, "lying_ms"),
        row("  worst, settings read back too", "ms", lying.worst_ms, 5.5, "lying_ms"),
        row("  worst, with a roll call", "ms", lying.roll_call_ms, 0),
        row("  Python's own time, real", "ms", lying.python_ms, 1),
        row("light after arrival, worst", "ms", max(lights), 40),
        row("  mean", "ms", mean(lights), 0),
    ]


def main(arguments: list[str]) -> int:
    """Measure everything; ``--json`` prints one JSON document instead of a table."""
    parser = argparse.ArgumentParser(prog="bench-nfc", description=__doc__)
    parser.add_argument("--json", action="store_true", help="print one JSON document")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(ROOT))
    from tests.bench.measure import this_machine

    machine, rows = this_machine(), measured()
    if options.json:
        document = {"machine": machine, "rows": rows}
        print(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
        return 0
    print(f"{machine.cpu}, {machine.cores} cores, {machine.system}, {machine.python},")
    print(f"load {machine.load} before the run. Virtual time, SPI at 1 MHz, 25 us a transfer.\n")
    packages = list(rows[0].vendors)
    heads = "".join(f"{package:>20}" for package in packages)
    print(f"{'':34}{'ours':>8}     {'target':15}{heads}")
    for one in rows:
        theirs = "".join(f"{_beside(one, package):>20}" for package in packages)
        print(f"{one.name:34}{one.ours:8.3g} {one.unit:3} {_target(one):15}{theirs}".rstrip())
    return 0


def _target(row: Row) -> str:
    if not row.target:
        return ""
    return f"<= {row.target:g} {'met' if row.ours <= row.target else 'NOT MET'}"


def _beside(row: Row, package: str) -> str:
    if package not in row.vendors:
        return ""
    theirs = row.vendors[package]
    if theirs is None:
        return "never"
    value = f"{theirs:,.0f}" if theirs >= 100 else f"{theirs:.3g}"
    return f"{value} ({theirs / row.ours:.3g} x)"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
