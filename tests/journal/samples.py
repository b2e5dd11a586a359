"""A short game's journal for the tests, made of a game's inputs and outputs as they come."""

from __future__ import annotations

import msgspec
from meadow.games.game import Alarm, Placed, Result, Said, Sound
from meadow.journal.lines import Header, Kind, Source, encode_header, make_header
from meadow.journal.maker import LineMaker
from meadow.nfc.sightings import Arrived
from meadow.pieces.kinds import Rake, StashToken


class SampleSetup(msgspec.Struct, frozen=True):
    """A setup as a game might have it."""

    seats: tuple[str, ...]


class SampleSettings(msgspec.Struct, frozen=True):
    """Settings as a game might have them."""

    tie_window_ms: int = 250


class SampleResult(Result, frozen=True, tag="sample"):
    """A result as a game might have it."""

    winners: tuple[str, ...]


def sample_header() -> Header:
    return make_header(
        game="sample",
        rules=3,
        table="blue-meadow",
        firmware="0.1.0",
        began="2025-11-30T14:05:09Z",
        setup=SampleSetup(seats=("north", "south")),
        settings=SampleSettings(),
        pieces={
            "04A1B2C3D4E580": StashToken(id="token.ruby.acorn", background="ruby", item="acorn"),
            "04A1B2C3D4E581": Rake(id="rake.red", colour="red"),
        },
    )


def sample_lines(rounds: int = 4) -> list[bytes]:
    """The lines of a short finished game, the header first: four lines a round and the end."""
    maker = LineMaker()
    raws = [encode_header(sample_header())]
    for number in range(rounds):
        at_ms = 1000 * number
        arrived = Arrived(at_ms, "north", "04A1B2C3D4E580")
        placed = Placed(at_ms, "north", "token.ruby.acorn")
        alarm = Alarm(at_ms + 900, "sand")
        raws += [
            maker.line(at_ms, Kind.SIGHTING, Source.SIGHTING, arrived),
            maker.line(at_ms, Kind.INPUT, Source.SIGHTING, placed),
            maker.line(at_ms, Kind.OUTPUT, Source.SIGHTING, Sound("match")),
            maker.line(at_ms + 900, Kind.INPUT, Source.ALARM, alarm),
        ]
    raws.append(maker.line(9000, Kind.INPUT, Source.OPERATOR, Said(9000, "award", ("north",))))
    raws.append(maker.end(9000, SampleResult(winners=("north",))))
    return raws
