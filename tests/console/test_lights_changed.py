"""Brightness and sound that were changed during a game are seen again as they were."""

from __future__ import annotations

import msgspec
import pytest
from meadow.console.recording import recorded
from meadow.games.package import load_packages
from meadow.journal.lines import JournalError, Kind, Note, Source, encode_header, encode_line
from meadow.journal.read import parse_journal
from meadow.settings.lit import Lights, LitStrip
from meadow.settings.schema import Settings
from meadow_host.watch import Watched

from tests.console.pawed import CARDS, noted_late, pawed
from tests.console.test_lights_again import PATH, frames_of
from tests.host.test_evening import Onlooker
from tests.table.sat import Sat

DIMMED_MS, ENDS_MS = 4000, 8000


def dimmed() -> Sat:
    """North waits for the sand at a table that is made dark and quiet after four seconds."""
    sat = Sat(load_packages())
    for said in (("quick-paws",), ("way-a",), ("seat", "north"), ("start",)):
        sat.say(*said, wait_ms=1)
    for card in CARDS:
        sat.say("deal", card, wait_ms=1)
    began_ms = sat.table.clock.began_ms
    sat.wait(began_ms + DIMMED_MS - sat.table.now_ms)
    sat.table.set_brightness(0.1)
    sat.table.set_brightness(0.1)
    sat.table.set_quiet(True)
    sat.wait(ENDS_MS - DIMMED_MS)
    sat.say("award", "north", wait_ms=3200)
    return sat


def test_the_journal_notes_it_once_and_at_its_time() -> None:
    journal = dimmed().journals[0].parsed()
    notes = [(line.at_ms, line.source, journal.note(line)) for line in journal.lines
             if line.kind is Kind.NOTE]  # fmt: skip
    at_ms = DIMMED_MS
    assert notes == [
        (at_ms, Source.TABLE, Note("the brightness is 10 % from here on", brightness=0.1)),
        (at_ms, Source.TABLE, Note("the buzzer does not sound from here on", quiet=True)),
    ]
    times = [line.at_ms for line in journal.lines]
    assert times == sorted(times)


def test_the_recording_is_as_bright_as_the_table_was_at_each_moment() -> None:
    film = recorded(dimmed().journals[0].parsed(), load_packages(), Settings())["film"]
    before = [frame for at_ms, frame in frames_of(film).items() if at_ms < DIMMED_MS]
    after = [frame for at_ms, frame in frames_of(film).items() if at_ms > DIMMED_MS + 1000]
    assert max(map(max, before)) > 100
    assert 20 < max(map(max, after)) <= 26  # a tenth of 255


def test_what_is_watched_in_a_terminal_has_its_colours_all_along() -> None:
    watched = Watched(dimmed().journals[0].parsed(), load_packages(), Onlooker(1).chronicle)
    brightest = [
        max(max(max(colour) for colour in watched.scene(1).pixels) for _ in watched.play(until_ms))
        for until_ms in (3900, 7900)
    ]
    assert min(brightest) > 200


def test_a_journal_of_today_is_read_by_whoever_knows_notes_as_texts_alone() -> None:
    class OldNote(msgspec.Struct, tag_field="type", tag="note"):
        text: str

    raw = msgspec.json.encode(Note("darker", brightness=0.1, quiet=True))
    assert raw == b'{"type":"note","text":"darker","brightness":0.1,"quiet":true}'
    assert msgspec.json.decode(raw, type=OldNote).text == "darker"
    assert msgspec.json.encode(Note("x")) == b'{"type":"note","text":"x"}'


def test_the_last_note_holds() -> None:
    began = Lights(LitStrip(), ())
    last = began.after(
        [Note("a", brightness=0.2), Note("b", quiet=True), Note("c", 0.3), Note("d")]
    )
    assert (last.strip.brightness, last.quiet) == (0.3, True)
    assert last.on(Settings()).strip.brightness == 0.3


def test_a_note_that_cannot_be_is_one_line() -> None:
    journal = pawed()
    lines = journal.lines[:5]
    number = len(lines) + 1
    body = msgspec.defstruct("Odd", [("brightness", str)], tag_field="type", tag="note")("bright")
    line = encode_line(number, 1, Kind.NOTE, Source.TABLE, body)
    odd = encode_header(journal.parsed().header) + b"".join([*lines, line])
    with pytest.raises(JournalError, match="not a note this version knows"):
        recorded(parse_journal(odd, PATH), load_packages(), Settings())


def test_a_note_long_after_the_end_is_no_part_of_the_recording() -> None:
    as_it_was = recorded(pawed().parsed(), load_packages(), Settings())
    assert recorded(noted_late(3_600_000), load_packages(), Settings()) == as_it_was


@pytest.mark.parametrize("until_ms", [None, 7_200_000])
def test_nor_is_it_waited_for_in_a_terminal(until_ms: int | None) -> None:
    journal = noted_late(3_600_000)
    watched = Watched(journal, load_packages(), Onlooker(1).chronicle)
    assert sum(1 for _ in watched.play(until_ms)) < 1000
    assert watched.at_ms == journal.lines[-2].at_ms
