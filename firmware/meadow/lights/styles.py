"""Checks of a table of styles: is every cue in it, and would a person tell them apart?

For the tests of every game and for the table when it loads one. Knows no game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from itertools import combinations
from types import MappingProxyType

from meadow.games.cues import Motion, Style
from meadow.games.game import Cue
from meadow.lights.animations import FROM_LEFT, RING_ARCS, Shape, paint

KINDS: Mapping[str, Shape] = MappingProxyType(
    {"seat": Shape(12), "corner": Shape(6), "deck": Shape(6), "meadow": Shape(60, RING_ARCS)}
)
"""The kinds of places, with their shape by default; a corner is the fifth seat (S20)."""

_WATCHED_MS = 4800
_GLANCE_MS = 40

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
    """The pairs of cues that only colour or speed would tell apart; one plain line each, sorted.

    Both are drawn on the kinds of places they share: a dot that runs round and one that runs to
    and fro are alike where there are only two pixels. ``shown_on`` names for a cue the kinds of
    places (keys of `KINDS`) it is shown on; one that is not listed may be shown anywhere.
    """
    looks = {
        (name, kind): _looks(style, KINDS[kind])
        for name, style in styles.items()
        for kind in shown_on.get(name, KINDS)
    }
    pairs: list[str] = []
    for one, other in combinations(sorted(styles), 2):
        for kind in KINDS:
            if looks.get((one, kind), _NONE) & looks.get((other, kind), _NONE):
                pairs.append(
                    f"{one} and {other} look alike on a {kind}, but for colour and speed: "
                    "give one another motion or extent"
                )
                break
    return tuple(pairs)


Look = frozenset[tuple[str, str]]
"""The pictures a look goes through: each with the one that follows it."""

_NONE: frozenset[Look] = frozenset()


def _looks(style: Style, shape: Shape) -> frozenset[Look]:
    """All that a style can look like: with a progress and without, as its motion has it."""
    cues = [Cue("")]
    if style.motion is Motion.DRAIN:
        cues.append(Cue("", ends_ms=15_000, span_ms=20_000))
    elif style.motion in FROM_LEFT:
        cues.append(Cue("", 2, 3))
    return frozenset(_look(style, cue, shape) for cue in cues)


def _look(style: Style, cue: Cue, shape: Shape) -> Look:
    brightest = max(style.colour)
    follows: set[tuple[str, str]] = set()
    before = ""
    for now_ms in range(0, _WATCHED_MS, _GLANCE_MS):
        colours = paint(style, cue, shape, now_ms)
        picture = "".join(_mark(max(colour) / brightest if colour else 0.0) for colour in colours)
        if picture != before:
            follows.add((before, picture))
            before = picture
    # A look has no beginning: what it began with follows something else as well.
    return frozenset(pair for pair in follows if pair[0]) or frozenset(follows)


def _mark(level: float) -> str:
    """Dark, faint, half or bright: finer steps are told apart by nobody."""
    if level < 0.1:
        return "."
    if level < 0.35:
        return "-"
    return "+" if level < 0.8 else "#"
