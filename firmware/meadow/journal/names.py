"""How journals are named: ``000001-<game>.jsonl``, numbered as they come. Pure.

One meaning for all who look into a folder of journals; what else lies there is none of theirs.
"""

from __future__ import annotations

import re

_NUMBER = "[0-9]{6,18}"
_LAST = 10**18 - 1
_NAME = re.compile(rf"({_NUMBER})-[a-z0-9-]{{1,60}}\.jsonl")
_NUMBERED = re.compile(rf"({_NUMBER})-")


def number_of(name: str) -> int | None:
    """The number of a journal by its name; None for what is not named as a journal is."""
    match = _NAME.fullmatch(name)
    return None if match is None else int(match[1])


def taken_number(name: str) -> int:
    """The number that no new journal may have, since something has this name; 0 for none. What
    recovery leaves beside a journal counts, too."""
    match = _NUMBERED.match(name)
    number = 0 if match is None else int(match[1])
    return number if number < _LAST else 0  # somebody else's, and nothing comes after it
