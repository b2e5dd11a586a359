"""What the table says, as a page says it to people: without the numbers of rules and rulings, with
names instead of ids, and without the words that only a terminal can say.

Whoever looks a rule up finds its number in the journal and in the terminal, where it stays.
"""

from __future__ import annotations

import re

from meadow.telling.sentences import NAMES

_RULINGS = re.compile(r" ?\((?:[RSTW]\d{1,3}(?:, ?| and )?)+\)")
_NO_WORD = re.compile(r"'([^']*)' means nothing (?:here; words are [a-z, -]+|in [A-Z][\w' ]+)$")
_CHOSEN_BEFORE = "means nothing in a game: games, ways and seats are chosen before one"
_BEFORE_A_GAME = re.compile(r"seat.*|leave|age|hand|(?:one|three)-sets?|deal-(?:un)?scanned")
_IN_ANY_GAME = "and in any game undo and pause"
_IDS = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, NAMES), reverse=True))})(?![\w-])"
)


def plainly(text: str) -> str:
    """The text for people who look at a page."""
    text = _NO_WORD.sub(_no_word, _RULINGS.sub("", text))
    named = _IDS.sub(lambda found: NAMES[found[0]], text)
    return named.replace("the reader of deck", "the deck reader")


def _no_word(found: re.Match[str]) -> str:
    """A game knows its own words alone: neither those before it, nor what goes in every game."""
    word = found[1]
    if word in NAMES or _BEFORE_A_GAME.fullmatch(word):
        return f"'{word}' {_CHOSEN_BEFORE}"
    return f"{found[0]}, {_IN_ANY_GAME}" if "words are" in found[0] else found[0]
