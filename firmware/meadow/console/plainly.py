"""What the table says, as a page says it to people: without the numbers of rules and rulings, and
with names instead of ids.

Whoever looks a rule up finds its number in the journal and in the terminal, where it stays.
"""

from __future__ import annotations

import re

from meadow.telling.sentences import NAMES

_RULINGS = re.compile(r" ?\((?:[RSTW]\d{1,3}(?:, ?| and )?)+\)")
_IDS = re.compile(
    rf"(?<![\w-])(?:{'|'.join(sorted(map(re.escape, NAMES), reverse=True))})(?![\w-])"
)


def plainly(text: str) -> str:
    """The text for people who look at a page."""
    named = _IDS.sub(lambda found: NAMES[found[0]], _RULINGS.sub("", text))
    return named.replace("the reader of deck", "the deck reader")
