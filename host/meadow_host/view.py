"""Draws a scene in a terminal: the four sides round a meadow with its ring of lights.

Gives lines of rich text that never overflow the width and height they were asked for. Knows
scenes, nothing of tables or games.
"""

from __future__ import annotations

from collections.abc import Sequence

from meadow.journal.printable import printable
from meadow.telling.chronicle import Event
from rich.text import Text

from meadow_host.scene import Scene, SideShown
from meadow_host.view_ring import ring_lines

LEAST_WIDTH = 72
LEAST_HEIGHT = 20
"""A smaller terminal gets plain lines instead."""

_LARGE_WIDTH, _LARGE_HEIGHT = 104, 34
_RAKES = {"red": "red", "blue": "blue", "yellow": "yellow", "green": "green"}
_VERDICTS = {"match": ("✓", "green"), "stray": ("✗", "red")}
_DONE, _LEFT = "●", "○"
_GAP = "   "
_USUAL = 5
"""So many lines a side has most of the time; the panel is centred for them, so that it rests."""


def draw(scene: Scene, width: int, height: int, colours: bool = True) -> list[Text]:
    """At most ``height`` lines of exactly ``width`` cells.

    Without ``colours`` the lights are shown by shades.
    """
    large = width >= _LARGE_WIDTH and height >= _LARGE_HEIGHT
    ring = ring_lines(scene, large, colours)
    ring_width = ring[0].cell_len
    left = (width - ring_width) // 2 - 1
    right = width - ring_width - left - 2
    west = _west(scene, left - 1, len(ring))
    east = _panel(scene.sides["east"], right - 1, len(ring))
    lines = [_bar(scene, width), *_row(scene.sides["north"], width)]
    for west_line, ring_line, east_line in zip(west, ring, east, strict=True):
        lines.append(Text.assemble(" ", west_line, " ", ring_line, " ", east_line, " "))
    lines += [*_row(scene.sides["south"], width), _rule(width)]
    lines += _events(scene.events, width, height - len(lines) - 1)
    lines.append(_journal(scene, width))
    return [_fit(line, width) for line in lines[:height]]


def _bar(scene: Scene, width: int) -> Text:
    clock = Text(f"{scene.clock} ")
    title = _fit(Text(f" {scene.title}"), width - clock.cell_len)
    line = Text.assemble(title, clock)
    line.stylize("bold reverse")
    return line


def _row(side: SideShown, width: int) -> list[Text]:
    """North and south: two lines, in the middle."""
    first = [_heading(side), _progress(side), _lights(side)]
    second = [*_lines(side), *_open(side), *_notes(side), *_tray(side)]
    while len(second) > 2 and sum(text.cell_len + len(_GAP) for text in second) > width:
        second = _shorter(second)
    return [_centred(Text(_GAP).join(filter(None, row)), width) for row in (first, second)]


def _shorter(texts: list[Text]) -> list[Text]:
    """One less, and in its place how many are left out."""
    *texts, last = texts
    left_out = 1
    if last.plain.startswith("+"):
        left_out = int(last.plain[1:]) + 1
        texts.pop()
    return [*texts, Text(f"+{left_out}", style="dim")]


def _panel(side: SideShown, width: int, height: int, to_the_right: bool = False) -> list[Text]:
    """West and east: a column beside the ring, in the middle of its height."""
    lines = [_heading(side), _progress(side), _lights(side)]
    lines += [*_lines(side), *_open(side), *_notes(side), *_tray(side)]
    lines = [line for line in lines if line.plain]
    while len(lines) > height:
        lines = _shorter(lines)
    above = [Text()] * ((height - max(len(lines), _USUAL)) // 2)
    below = [Text()] * (height - len(above) - len(lines))
    return [_fit(line, width, to_the_right) for line in (*above, *lines, *below)]


def _west(scene: Scene, width: int, height: int) -> list[Text]:
    """The west side, and above it, in its corner, the fifth seat if somebody has it (S20)."""
    five = scene.sides.get("five")
    if five is None or not five.plays:
        return _panel(scene.sides["west"], width, height, to_the_right=True)
    above = [_heading(five), _lights(five), *_lines(five), *_open(five), *_notes(five)]
    above = [line for line in above if line.plain]
    while len(above) > height // 2:
        above = _shorter(above)
    below = _panel(scene.sides["west"], width, height - len(above), to_the_right=True)
    return [*[_fit(line, width, to_the_right=True) for line in above], *below]


def _heading(side: SideShown) -> Text:
    if not side.plays:
        return Text(f"{side.name.upper()} (nobody)", style="dim")
    rake = f" {side.rake} rake" if side.rake else ""
    return Text.assemble((side.name.upper(), "bold"), (rake, _RAKES.get(side.rake, "")))


def _progress(side: SideShown) -> Text:
    if not side.cards:
        return Text()
    if not side.counted and not side.covered:
        return Text(f"{side.cards} card{'' if side.cards == 1 else 's'}")
    left = max(0, side.cards - side.covered)
    count = f" {side.covered}/{side.cards}"
    return Text.assemble((_DONE * side.covered, "green"), (_LEFT * left, "dim"), count)


def _lights(side: SideShown) -> Text:
    return Text(f"light: {side.cue}", style="dim") if side.cue else Text()


def _open(side: SideShown) -> list[Text]:
    return [Text.assemble(("▣ ", "cyan"), design) for design in side.open]


def _tray(side: SideShown) -> list[Text]:
    lines = []
    for design, verdict in side.tray:
        mark, style = _VERDICTS.get(verdict, ("•", ""))
        lines.append(Text(f"{mark} {design}", style=style))
    return lines


def _notes(side: SideShown) -> list[Text]:
    return [Text(note, style="bold yellow") for note in side.notes]


def _lines(side: SideShown) -> list[Text]:
    return [Text(line) for line in side.lines]


def _rule(width: int) -> Text:
    return Text("─" * width, style="dim")


def _events(events: Sequence[Event], width: int, height: int) -> list[Text]:
    """The latest, the last at the bottom; blank lines above if there are few."""
    shown = list(events)[-height:] if height > 0 else []
    lines = [Text()] * (max(0, height) - len(shown))
    for event in shown:
        if event.divides:
            lines.append(_rule(width))
            continue
        minutes, ms = divmod(event.at_ms, 60_000)
        time = f" {minutes:>2}:{ms // 1000:02}.{ms % 1000 // 100}  "
        lines.append(Text.assemble((time, "dim"), (event.text, "bold" if event.loud else "")))
    return lines


def _journal(scene: Scene, width: int) -> Text:
    return Text(f" {scene.journal}", style="bold red" if scene.trouble else "dim")


def _centred(line: Text, width: int) -> Text:
    line = line.copy()
    line.truncate(width, overflow="ellipsis")
    line.pad_left((width - line.cell_len) // 2)
    return line


def _fit(line: Text, width: int, to_the_right: bool = False) -> Text:
    """Exactly so wide: cut, with an ellipsis, or padded; and printable, sign for sign."""
    line = line.copy()
    line.plain = printable(line.plain)
    if to_the_right:
        line.pad_left(max(0, width - line.cell_len))
    line.truncate(max(0, width), overflow="ellipsis", pad=True)
    line.no_wrap = True
    return line
