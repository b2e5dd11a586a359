"""Checks of a table of styles: is every cue in it, and would a person tell them apart?

For the tests of every game and for the table when it loads one. Knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from types import MappingProxyType

from meadow.games.cues import Style

ANYWHERE: Mapping[str, Collection[str]] = MappingProxyType({})


class StyleError(Exception):
    """A table of styles cannot be used; the message is one plain line."""


def missing_styles(styles: Mapping[str, Style], names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that have no style, sorted."""
    return tuple(sorted(set(names) - set(styles)))


def merged_styles(
    common: Mapping[str, Style],
    own: Mapping[str, Style],
    owner: str,
    names: Iterable[str] = (),
) -> Mapping[str, Style]:
    """The common styles and a game's own in one table.

    Raises `StyleError` when the game gives a common cue another look (a cue that every game has
    must mean the same at every table), when one of ``names`` has no style, or when a style is
    out of bounds.
    """
    clashes = sorted(name for name in set(common) & set(own) if common[name] != own[name])
    if clashes:
        raise StyleError(
            f"{owner} changes the look of {', '.join(clashes)}, "
            "which every game shares: choose another name"
        )
    styles = {**common, **own}
    missing = missing_styles(styles, names)
    if missing:
        raise StyleError(f"{owner} has no style for {', '.join(missing)}: add it to its styles")
    for troubles in (style_troubles(name, style) for name, style in own.items()):
        if troubles:
            raise StyleError(f"{owner}: {troubles[0]}")
    return MappingProxyType(styles)


def style_troubles(name: str, style: Style) -> tuple[str, ...]:
    """What is wrong with one style; one plain line each."""
    troubles: list[str] = []
    if not all(0 <= part <= 255 for part in style.colour):
        troubles.append(f"the colour of {name} is {style.colour}: each part is 0 to 255")
    elif not any(style.colour):
        troubles.append(f"the colour of {name} is black: nobody would see it")
    if style.lasts_ms <= 0:
        troubles.append(f"{name} lasts {style.lasts_ms} ms as a flash: give it more than 0")
    return tuple(troubles)


def lookalikes(
    styles: Mapping[str, Style], shown_on: Mapping[str, Collection[str]] = ANYWHERE
) -> tuple[str, ...]:
    """The pairs of cues that only colour would tell apart; one plain line each, sorted.

    ``shown_on`` names for a cue the kinds of places it is shown on (say ``meadow``, ``seat``,
    ``deck``); one that is not listed may be shown anywhere. Two cues that never share a kind of
    place are told apart by where they are.
    """
    pairs: list[str] = []
    for one, other in combinations(sorted(styles), 2):
        if (styles[one].motion, styles[one].extent) != (styles[other].motion, styles[other].extent):
            continue
        if one in shown_on and other in shown_on and not set(shown_on[one]) & set(shown_on[other]):
            continue
        look = f"{styles[one].motion} over {styles[one].extent}"
        pairs.append(f"{one} and {other} are both {look}: give one another motion or extent")
    return tuple(pairs)
