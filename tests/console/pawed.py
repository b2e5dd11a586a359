"""A short game of Quick Paws at a table, and its journal: what a replay is tested with."""

from __future__ import annotations

from meadow.games.package import load_packages
from meadow.journal.lines import Kind, Note, Source, encode_line
from meadow.journal.read import Journal

from tests.table.sat import MemoryJournal, Sat

CARDS = [f"treat.moss.{item}" for item in ("acorn", "hazelnut", "mushroom", "blueberry")]
CARDS += [f"treat.brook.{item}" for item in ("acorn", "hazelnut")]


def pawed(*, ends: bool = True, undone: bool = False) -> MemoryJournal:
    """North alone plays way A, covers the first card, strays once, and is given the victory, which
    may be undone."""
    sat = Sat(load_packages(), frames_hz=30)
    for said in (("quick-paws",), ("way-a",), ("seat", "north"), ("start",)):
        sat.say(*said)
    for card in CARDS:
        sat.say("deal", card)
    sat.say("flip")
    sat.lay("north", "token.brook.hazelnut", 1000)
    sat.lift("north", "token.brook.hazelnut", 1000)
    sat.lay("north", "token.poppy.acorn", 1000)
    if ends:
        sat.say("award", "north")
    if undone:
        sat.say("undo")
    sat.wait(200)
    return sat.journals[0]


def file_of(journal: MemoryJournal) -> bytes:
    """As it stands on a disk."""
    return journal.header + b"".join(journal.lines)


def noted_late(after_ms: int) -> Journal:
    """The same game as an older table wrote it where somebody made it darker so long after."""
    journal = pawed()
    lines = journal.parsed().lines
    note, at_ms = Note("darker", brightness=0.1), lines[-1].at_ms + after_ms
    journal.append(encode_line(len(lines) + 1, at_ms, Kind.NOTE, Source.TABLE, note))
    return journal.parsed()
