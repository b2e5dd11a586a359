"""Files of a table for the tests: a small box of each game, in a folder or in a bundle."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from meadow.bundle.bundle import Bundle

RAKES = '[set]\nname = "rakes"\n[[rake]]\ncolour = "red"\n[[rake]]\ncolour = "blue"\n'
"""A box with two rakes."""

PICNIC = """[set]
name = "picnic"
backgrounds = ["moss", "snow"]
items = ["acorn", "cone", "fern", "nut", "leaf", "berry", "seed"]

[tokens]
[treats]
"""
"""14 tokens and 14 Treat cards: enough for two players."""

CARDS = """[set]
name = "cards"
suits = ["bears", "cats", "dogs", "eels"]

[suit_cards.points]
1 = 10
2 = 9
3 = 8
4 = 7
5 = 6
6 = 5
7 = 4
8 = 3
9 = 2
10 = 1
"""
"""Four suits of ten cards: enough for three players."""

REGISTER = '[[tag]]\nuid = "04A2B3C4D5E6F7"\npiece = "rake.red"\n'


def write(folder: Path, files: Mapping[str, str]) -> Path:
    """Write these files there; gives the path of table.toml, which is empty unless given."""
    for name, text in {"table.toml": "", **files}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "table.toml"


def bundle(table: str, **files: str) -> Bundle:
    """A bundle of a table.toml and of sets and registers called NAME.toml."""
    named = {f"{name}.toml": text.encode() for name, text in files.items()}
    return Bundle({"table.toml": table.encode(), **named})
