"""What the table says, as a page says it to people: without the numbers of rules and rulings, with
names instead of ids, and without the words that only a terminal can say.

Whoever looks a rule up finds its number in the journal and in the terminal, where it stays.
"""

from __future__ import annotations

import re

from meadow.telling.sentences import NAMES

_RULINGS = re.compile(r" ?\((?:[RSTW]\d{1,3}(?:, ?| and )?)+\)")
_NO_WORD = re.compile(r" means nothing (?:here; words are [a-z, -]+|in [A-Z][\w' ]+)$")
_CHOSEN_BEFORE = " means nothing in a game: games, ways and seats are chosen before one"
_IDS = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, NAMES), reverse=True))})(?![\w-])"
)


def plainly(text: str) -> str:
    """The text for people who look at a page."""
    text = _NO_WORD.sub(_CHOSEN_BEFORE, _RULINGS.sub("", text))
    named = _IDS.sub(lambda found: NAMES[found[0]], text)
    return named.replace("the reader of deck", "the deck reader")
