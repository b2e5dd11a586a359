"""Makes text that comes out of a file, or from outside, fit for one line of a terminal.

Light: it knows nothing of journals.
"""

from __future__ import annotations

_SHOWN = 60
"""Letters of a word at most: a line is for people."""


def printable(text: str) -> str:
    """The text with "?" for whatever is no letter, sign or space: line ends, control sequences,
    marks that turn the direction of writing, bytes of a name that are no UTF-8.
    """
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else "?" for char in text])


def shortened(word: str) -> str:
    """What somebody wrote, as much of it as a line about it has room for."""
    return word if len(word) <= _SHOWN else f"{word[: _SHOWN - 3]}..."


def quoted(word: str) -> str:
    """The same in quotes."""
    return repr(shortened(word))
