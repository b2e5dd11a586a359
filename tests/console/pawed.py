"""A short game of Quick Paws at a table, and its journal: what a replay is tested with."""

from __future__ import annotations

from meadow.games.package import load_packages

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
