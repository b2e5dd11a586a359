"""Draws the ring of lights round the meadow, pixel by pixel, and what its middle says.

The strip runs clockwise from the north-west corner; a quarter of it lies along each side.
"""

from __future__ import annotations

from textwrap import wrap

from rich.text import Text

from meadow_host.scene import Colour, Scene, Timer

_DARK: Colour = (48, 48, 48)
"""What an LED that is off looks like, so that the ring can be seen."""

SHOWN = 60
"""So many pixels are drawn."""

_LEAST_SOUND = 5
"""With less room a sound is not told: of its name no letter would be seen."""

_SHADES = "·░▒▓█"
_UPPER, _FULL = "▀", "█"


def ring_lines(scene: Scene, large: bool, colours: bool) -> list[Text]:
    """The ring with its middle: all lines of one width.

    A pixel on top and bottom is two cells wide (three if ``large``); on the left and the right
    it is half a line high (a line if ``large``). Without ``colours`` shades tell how bright.
    """
    pixels = _as_shown(scene.pixels)
    top, right, bottom, left = _quarters(pixels)
    wide = 3 if large else 2
    inner_width = max(len(top), len(bottom)) * wide
    rows = max(len(right), len(left))
    inner_height = rows if large else -(-rows // 2)
    lefts = _column(left[::-1], inner_height, large, colours)
    rights = _column(right, inner_height, large, colours)
    middle = _middle(scene, inner_width, inner_height)
    lines = [_edge(top, wide, colours)]
    for left_cell, line, right_cell in zip(lefts, middle, rights, strict=True):
        lines.append(Text.assemble(left_cell, line, right_cell))
    lines.append(_edge(bottom[::-1], wide, colours))
    return lines


def _as_shown(pixels: tuple[Colour, ...]) -> tuple[Colour, ...]:
    """As many as the picture has room for, however long the strip; of several the brightest."""
    count = len(pixels)
    return tuple(
        [
            max(pixels[first : max(first + 1, -(-(cell + 1) * count // SHOWN))], key=sum)
            for cell in range(SHOWN)
            for first in [cell * count // SHOWN]
        ]
    )


def _quarters(pixels: tuple[Colour, ...]) -> tuple[tuple[Colour, ...], ...]:
    """The pixels along the north, east, south and west edge, clockwise."""
    count = len(pixels)
    cuts = [round(count * quarter / 4) for quarter in range(5)]
    return tuple([pixels[cuts[side] : cuts[side + 1]] for side in range(4)])


def _edge(pixels: tuple[Colour, ...], wide: int, colours: bool) -> Text:
    line = Text("  ")
    for colour in pixels:
        if colours:
            line.append(_FULL * wide, style=_hex(colour))
        else:
            line.append(_shade(colour) * wide)
    line.append("  ")
    return line


def _column(pixels: tuple[Colour, ...], height: int, large: bool, colours: bool) -> list[Text]:
    """One side of the ring, from top to bottom, two cells wide."""
    cells = []
    for row in range(height):
        pair = pixels[row : row + 1] if large else pixels[2 * row : 2 * row + 2]
        if not colours:
            brightest = max(pair, key=sum, default=(0, 0, 0))
            cells.append(Text(_shade(brightest) * 2))
        elif len(pair) == 2:
            style = f"{_hex(pair[0])} on {_hex(pair[1])}"
            cells.append(Text(_UPPER * 2, style=style))
        else:
            half = _FULL if large else _UPPER
            cells.append(Text(half * 2, style=_hex(pair[0])) if pair else Text("  "))
    return cells


def _middle(scene: Scene, width: int, height: int) -> list[Text]:
    """The lines inside: what goes on, the timer, and the deck reader in its corner."""
    lines = [
        Text(line, style="" if number else "bold")
        for number, text in enumerate(scene.centre)
        for line in wrap(text, width)
    ]
    if scene.sand is not None:
        lines += [Text(), _sand(scene.sand, min(20, width - 10))]
    lines = lines[: height - 1]
    above = max(0, (height - len(lines)) // 2)
    rows = [Text()] * above + lines
    rows += [Text()] * (height - len(rows))
    rows = [_centred(row, width) for row in rows[:height]]
    corner = Text(scene.deck_cue, style="dim")
    corner.truncate(width - 2, overflow="ellipsis")  # the ring keeps its shape
    if scene.deck_cue:
        corner.append(" ◢")
    room = width - corner.cell_len
    sound = Text(f" ♪ {scene.sound}" if scene.sound and room >= _LEAST_SOUND else "", style="dim")
    sound.truncate(room, overflow="ellipsis")
    sound.pad_right(room - sound.cell_len)
    rows[-1] = Text.assemble(sound, corner)
    return rows


def _sand(timer: Timer, width: int) -> Text:
    """How much of the timer is left."""
    full = round(width * timer.left_ms / timer.span_ms)
    seconds = f" {-(-timer.left_ms // 1000)} s"
    return Text.assemble(("▰" * full, "yellow"), ("▱" * (width - full), "dim"), seconds)


def _centred(line: Text, width: int) -> Text:
    line = line.copy()
    line.truncate(width, overflow="ellipsis")
    line.pad_left((width - line.cell_len) // 2)
    line.pad_right(width - line.cell_len)
    return line


def _shade(colour: Colour) -> str:
    return _SHADES[round(max(colour) / 255 * (len(_SHADES) - 1))]


def _hex(colour: Colour) -> str:
    """As rich writes it; no pixel is darker than an LED that is off."""
    red, green, blue = (max(value, dark) for value, dark in zip(colour, _DARK, strict=True))
    return f"#{red:02x}{green:02x}{blue:02x}"
