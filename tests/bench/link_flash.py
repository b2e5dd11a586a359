"""Measures a flash over a simulated line of 115,200 baud, with a real `meadowd` at its other end.

The whole of a flash up to the order to try it, beside the time its bytes alone would take; what is
unchanged; and the seconds until the table has kept it, most of which are the trial.
"""

from __future__ import annotations

import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from meadow.bundle.bundle import Bundle
from meadow.bundle.load import load_bundle
from meadow.games.package import load_packages
from meadow.link.offered import Meant
from meadow.pieces.register import Register, made_up_register, register_text
from meadow_host.cable.errors import CableError
from meadow_host.cable.flash import Flashed, Outcome, Watcher, flash
from meadow_host.cable.ports import open_port
from meadow_host.cable.steady import SteadyLine
from meadow_host.configuring.template import init_text

from tests.bench.measure import Figure
from tests.bench.slow_line import SlowLine, own_time_s, slow_line

BAUD = 115_200
TAGS = 200
REPEATS = 3
STARTS_S = 20.0
MEADOWD = (sys.executable, "-c", "from meadow.start import main; main()")

_SETS = ("sweepers.toml", "sweet-takes.toml", "commands.toml")
_ITEMS = 'items = ["acorn", "hazelnut", "mushroom", "blueberry", "pinecone", "honeycomb"]'
_MORE_ITEMS = _ITEMS.replace("]", ', "fern", "snail", "feather", "clover"]')


class _Times(Watcher):
    """When the table was told to try it."""

    def __init__(self) -> None:
        self.tried_s = 0.0

    def trying(self) -> None:
        self.tried_s = time.monotonic()


def figures(repeats: int = REPEATS) -> list[Figure]:
    """A full flash beside its bytes' own time; one unchanged and one kept, in seconds."""
    ratios, unchanged_s, kept_s = [], [], []
    with tempfile.TemporaryDirectory() as folder, slow_line(BAUD) as line:
        for number in range(repeats):
            bundle = full_bundle(number)
            with _table(Path(folder) / str(number), line):
                sent, began_s, times = _flashed(line, bundle)
                ratios.append((times.tried_s - began_s) / own_time_s(bundle.size, BAUD))
                kept_s.append(time.monotonic() - began_s)
                assert (sent.outcome, sent.sent_bytes) == (Outcome.KEPT, bundle.size)
                same, began_s, _ = _flashed(line, bundle)
                unchanged_s.append(time.monotonic() - began_s)
                assert same.outcome is Outcome.SAME
    size = full_bundle(0).size
    return [
        _least(f"flash {size} bytes, {TAGS} tags", ratios, "x own time", 1.3),
        _least("flash what is unchanged", unchanged_s, "s", 1.0),
        _least("flash, try and keep it", kept_s, "s", 0),
    ]


def full_bundle(number: int) -> Bundle:
    """Settings with every key, three sets of pieces and `TAGS` tags; another for another number."""
    data = files("meadow.pieces.data")
    contents = {name: (data / name).read_text(encoding="utf-8") for name in _SETS}
    contents["sweepers.toml"] = contents["sweepers.toml"].replace(_ITEMS, _MORE_ITEMS)
    settings = init_text(load_packages()).replace("sets = []", f"sets = {list(_SETS)}")
    settings = settings.replace("'", '"')
    contents["table.toml"] = f"# number {number}\n{settings}"
    packages = load_packages()
    made_up = made_up_register(load_bundle(_bundle(contents), packages).sets)
    register = Register(made_up.pieces, made_up.entries[:TAGS])
    contents["table.toml"] = contents["table.toml"].replace(
        'register = ""', 'register = "register.toml"'
    )
    contents["register.toml"] = register_text(register)
    bundle = _bundle(contents)
    assert len(load_bundle(bundle, packages).register.entries) == TAGS
    return bundle


def _bundle(contents: dict[str, str]) -> Bundle:
    return Bundle({name: text.encode() for name, text in contents.items()})


def _flashed(line: SlowLine, bundle: Bundle) -> tuple[Flashed, float, _Times]:
    times = _Times()
    began_s = time.monotonic()
    with SteadyLine(lambda: open_port(line.laptop, BAUD), "bench") as steady:
        sent = flash(steady, bundle, Meant("meadow", "rev-1"), watcher=times, baud=BAUD)
    return sent, began_s, times


@contextlib.contextmanager
def _table(folder: Path, line: SlowLine) -> Iterator[None]:
    """A table that was never flashed, on the virtual board."""
    options = ["--board", "virtual", "--link", line.table, "--config", folder / "config"]
    process = subprocess.Popen(
        [*MEADOWD, *map(str, [*options, "--journals", folder / "games", "--console", "off"])],
        stderr=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
    )
    try:
        _wait_for_hello(line)
        yield
    finally:
        process.terminate()
        process.wait()


def _wait_for_hello(line: SlowLine) -> None:
    until_s = time.monotonic() + STARTS_S
    while True:
        try:
            with SteadyLine(lambda: open_port(line.laptop, BAUD), "bench"):
                return
        except CableError:
            if time.monotonic() > until_s:
                raise


def _least(name: str, found: list[float], unit: str, target: float) -> Figure:
    ordered = sorted(found)
    median = ordered[len(ordered) // 2]
    return Figure(name, ordered[0], median, unit, target, more_is_better=False)
