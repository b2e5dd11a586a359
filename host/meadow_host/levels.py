"""The levels of a replay, apart from the replay itself so that `meadow --help` stays light."""

from __future__ import annotations

from enum import StrEnum


class Level(StrEnum):
    """Where the replay enters.

    ``rules``: every input is given to the session, its outputs are compared. ``table``: only
    sightings and words are given to the table; inputs, alarms and outputs are compared too.
    ``silicon``: tags are laid on simulated antennas, and the facts that come of it are compared.
    """

    RULES = "rules"
    TABLE = "table"
    SILICON = "silicon"
