"""Reads all that a table is told by files: settings, pins, sets of pieces, register.

From the files of the options, or from a bundle that was flashed; the pins are always the table's
own. It must not know slots, boards or the cable.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from meadow.boards import Wiring
from meadow.bundle.bundle import Bundle
from meadow.bundle.gather import gather
from meadow.bundle.load import Configuration, load_bundle, load_table
from meadow.games.package import Package, load_packages
from meadow.pieces.register import Register
from meadow.pins.load import default_pins, load_pins
from meadow.pins.schema import Pins
from meadow.settings.schema import Settings


class Files(NamedTuple):
    """All that a table is told by files, read and found right.

    ``bundle`` is None where no bundle says the same: for defaults, and where options override
    what table.toml names. ``is_made_up``: no register is named.
    """

    packages: Mapping[str, Package]
    settings: Settings
    register: Register
    wiring: Wiring
    hardware: str
    folder: Path
    warnings: tuple[str, ...]
    is_made_up: bool
    bundle: Bundle | None


def read_files(options: argparse.Namespace) -> Files:
    """What the options name, in use already. Raises `TomlError`: all that is wrong;
    `PackageError`."""
    packages, pins = load_packages(), _pins(options)
    read = load_table(
        options.settings,
        packages,
        sets=options.pieces,
        register=options.register,
        hardware=pins.hardware,
        in_use=True,
    )
    overridden = options.settings is None or options.pieces or options.register
    bundle = None if overridden else gather(options.settings)
    return _files(options, packages, pins, read, bundle)


def read_bundle(
    options: argparse.Namespace, bundle: Bundle, label: str, *, in_use: bool = False
) -> Files:
    """What a bundle says; ``label`` is what its table.toml is called in messages.

    ``in_use`` is that of `meadow.bundle.load.load_bundle`. Raises `TomlError` and `PackageError`.
    """
    packages, pins = load_packages(), _pins(options)
    read = load_bundle(bundle, packages, label, hardware=pins.hardware, in_use=in_use)
    return _files(options, packages, pins, read, bundle)


def _pins(options: argparse.Namespace) -> Pins:
    return default_pins() if options.pins is None else load_pins(options.pins)


def _files(
    options: argparse.Namespace,
    packages: Mapping[str, Package],
    pins: Pins,
    read: Configuration,
    bundle: Bundle | None,
) -> Files:
    settings = read.settings
    return Files(
        packages=packages,
        settings=settings,
        register=read.register,
        wiring=Wiring(pins, settings.strip.pixels, settings.readers),
        hardware=pins.hardware,
        folder=Path(options.journals or settings.journal.folder),
        warnings=read.warnings,
        is_made_up=read.is_made_up,
        bundle=bundle,
    )
