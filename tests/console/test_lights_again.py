"""A recording's lights are those that the table's own strip had, however it is built and set."""

from __future__ import annotations

import base64
from collections import deque
from pathlib import Path
from typing import Any

import msgspec
import pytest
from meadow.clock import ManualClock
from meadow.console.recording import recorded
from meadow.games.package import load_packages
from meadow.journal.lines import JournalError, encode_header
from meadow.journal.read import Journal, parse_journal
from meadow.lights.spans import Span
from meadow.settings.lit import Lights, LitStrip
from meadow.settings.schema import Settings, SoundSettings, StripSettings
from meadow_host.twin.virtual import VirtualBoard

from tests.console.pawed import CARDS, file_of, pawed
from tests.table.sat import Sat

Json = dict[str, Any]
PIXELS = 48
SPANS = (
    Span("south", 0, 10),
    Span("deck", 10, 2),
    Span("west", 12, 10),
    Span("north", 22, 10),
    Span("five", 32, 4),
    Span("east", 36, 12),
    Span("meadow", 12, 48),
)
ODD = Settings(
    strip=StripSettings(pixels=PIXELS, brightness=0.3, max_current_ma=900),
    spans=SPANS,
    sounds=SoundSettings(quiet=True),
)
PATH = Path("000007-sweepers.jsonl")
PACE_MS = 1100
"""So far apart is what people do: the limit of flashes has nothing to hold then."""
DEALT_MS = 1700
"""Until then it remembers the lobby, of which no journal tells, and the dealing."""
LATE_MS = 50
"""A table shows a little after it happened what a recording shows at once."""


def played() -> Sat:
    """North alone plays way A at a table whose lights are like no other's; it has a frame
    for each millisecond, and all are kept."""
    board = VirtualBoard(ManualClock(1000), pixels=PIXELS)
    board.strip.frames = deque()
    sat = Sat(load_packages(), settings=ODD, board=board, frames_hz=1000)
    for said in (("quick-paws",), ("way-a",), ("seat", "north"), ("start",)):
        sat.say(*said)
    for card in CARDS:
        sat.say("deal", card)
    sat.wait(PACE_MS)
    sat.say("flip", wait_ms=PACE_MS)
    sat.lay("north", "token.brook.hazelnut", PACE_MS)
    sat.lift("north", "token.brook.hazelnut", PACE_MS)
    sat.lay("north", "token.poppy.acorn", PACE_MS)
    sat.say("award", "north", wait_ms=3200)
    return sat


def with_lights(raw: bytes) -> Journal:
    """A journal whose header says that of the lights."""
    header = pawed().parsed().header
    header = msgspec.structs.replace(header, lights=msgspec.Raw(raw))
    return parse_journal(encode_header(header), PATH)


def frames_of(film: Json) -> dict[int, bytes]:
    """at_ms -> the frame that is shown from then on."""
    size, rgb = 3 * film["pixels"], base64.b64decode(film["rgb"])
    starts = range(0, len(rgb), size)
    frames = [rgb[start : start + size] for start in starts]
    return dict(zip(film["at_ms"], frames, strict=True))


def test_the_frames_are_those_that_the_strip_was_sent_at_these_times() -> None:
    sat = played()
    began_ms = sat.table.clock.began_ms
    sent = {shown_ms - began_ms: frame for shown_ms, frame in sat.board.strip.frames}
    journal = sat.journals[0].parsed()
    happened = {line.at_ms for line in journal.lines}
    film = recorded(journal, load_packages(), Settings())["film"]
    assert (film["pixels"], film["first"], film["as_it_was"]) == (48, 12, True)
    compared = {}
    for at_ms, frame in frames_of(film).items():
        if at_ms >= DEALT_MS and not any(0 <= at_ms - one < LATE_MS for one in happened):
            compared[at_ms] = (frame, sent[max(one for one in sent if one <= at_ms)])
    assert {
        at_ms for at_ms, (film_has, strip_had) in compared.items() if film_has != strip_had
    } == set()
    assert len(compared) > 40
    assert len({frame for frame, _ in compared.values()}) > 30


def test_a_journal_that_says_nothing_of_its_lights_is_shown_on_the_usual_strip() -> None:
    journal = pawed()
    header = msgspec.structs.replace(journal.parsed().header, lights=msgspec.UNSET)
    old = encode_header(header) + b"".join(journal.lines)
    assert b'"lights"' not in old
    film = recorded(parse_journal(old, PATH), load_packages(), Settings())["film"]
    assert (film["pixels"], film["first"], film["as_it_was"]) == (60, 0, False)
    new = recorded(parse_journal(file_of(journal), PATH), load_packages(), Settings())["film"]
    assert new["as_it_was"]
    assert (new["at_ms"], new["rgb"]) == (film["at_ms"], film["rgb"])


def test_the_journal_says_how_bright_and_how_quiet_the_table_was_set() -> None:
    sat = Sat(load_packages())
    sat.table.set_brightness(0.8)
    sat.table.set_quiet(True)
    for said in (("quick-paws",), ("seat", "north"), ("start",)):
        sat.say(*said)
    lights = sat.journals[0].parsed().lights(Lights)
    assert lights is not None
    assert lights.quiet
    assert lights.strip == LitStrip(pixels=60, brightness=0.8, max_current_ma=1500)
    assert lights.spans == Settings().spans


def test_quiet_lights_speak_for_the_buzzer_again() -> None:
    loud, quiet = (
        Lights(LitStrip(), Settings().spans, quiet).on(Settings()).sounds.quiet
        for quiet in (False, True)
    )
    assert (loud, quiet) == (False, True)


def test_a_journal_of_an_older_table_that_was_set_dark_is_shown_so_that_it_can_be_seen() -> None:
    spans = msgspec.json.encode(Settings().spans)
    raw = b'{"strip":{"pixels":60,"brightness":0,"max_current_ma":60},"spans":%b}' % spans
    lights = msgspec.json.decode(raw, type=Lights)
    assert lights.on(Settings()).strip == StripSettings(60, 0.05, 105)
    made = recorded(with_lights(raw), load_packages(), Settings())
    assert 0 < max(base64.b64decode(made["film"]["rgb"])) <= 13


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"7", "the part about the lights is not one of sweepers"),
        (b'{"strip":{"pixels":1000000},"spans":[]}', "the part about the lights is not one of"),
        (
            b'{"strip":{"pixels":20},"spans":[{"place":"north","first":30,"count":2}]}',
            "no strip has such lights: north begins at pixel 30: 0 to 19 exist",
        ),
    ],
)
def test_lights_that_cannot_be_are_one_line(raw: bytes, why: str) -> None:
    with pytest.raises(JournalError, match=why) as caught:
        recorded(with_lights(raw), load_packages(), Settings())
    assert str(caught.value).startswith("000007-sweepers.jsonl:1: ")
    assert "\n" not in str(caught.value)
