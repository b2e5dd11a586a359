"""A journal that is watched in the terminal is shown on the strip that its table had."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from meadow.games.package import load_packages
from meadow.journal.lines import JournalError, encode_header
from meadow.journal.read import parse_journal
from meadow_host.watch import Watched

from tests.console.test_lights_again import played
from tests.host.test_evening import Onlooker

PATH = Path("000007-sweepers.jsonl")


def test_the_ring_begins_at_its_north_west_corner_and_has_the_pixels_of_the_strip() -> None:
    journal = played().journals[0].parsed()
    watched = Watched(journal, load_packages(), Onlooker(1).chronicle)
    for _ in watched.play(1500):  # the lights wait for north to flip the sand
        pass
    pixels = watched.scene(1).pixels
    assert len(pixels) == 48
    # North's are 22 to 31: the tenth to the nineteenth from the corner, which is pixel 12.
    lit = {number for number, colour in enumerate(pixels) if max(colour) > 0}
    assert lit
    assert lit <= set(range(10, 20))


def test_lights_that_cannot_be_are_one_line() -> None:
    journal = played().journals[0]
    raw = msgspec.Raw(b'{"strip":{},"spans":[{"place":"north","first":99,"count":2}]}')
    header = msgspec.structs.replace(journal.parsed().header, lights=raw)
    with pytest.raises(JournalError, match="no strip has such lights: north begins at pixel 99"):
        Watched(parse_journal(encode_header(header), PATH), load_packages(), Onlooker(1).chronicle)
