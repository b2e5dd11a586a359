"""Writes lines of rich text as an SVG picture: for the terminal view in the README.

Rich's own export loads a font from the network; this one uses whatever monospaced font is there,
and draws block characters as rectangles, so that lights have no gaps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape

from rich.cells import cell_len
from rich.color import Color
from rich.console import Console
from rich.style import Style
from rich.terminal_theme import SVG_EXPORT_THEME
from rich.text import Text

_CELL_W, _CELL_H, _FONT = 9, 18, 15
_EDGE = 12
_BACKGROUND = "#16181c"
_FOREGROUND = "#d8dee9"
_FULL, _UPPER = "█", "▀"


def svg_of(lines: Sequence[Text], title: str) -> str:
    """The lines, all of one width, as an SVG picture with this title."""
    columns = max(line.cell_len for line in lines)
    width, height = columns * _CELL_W + 2 * _EDGE, len(lines) * _CELL_H + 2 * _EDGE
    font = "ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,monospace"
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'role="img" font-family="{font}" font-size="{_FONT}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{width}" height="{height}" rx="8" fill="{_BACKGROUND}"/>'
    )
    return "\n".join([head, *_drawn(lines), "</svg>\n"])


def _drawn(lines: Sequence[Text]) -> Iterator[str]:
    console = Console(color_system="truecolor", force_terminal=True, width=1000)
    for row, line in enumerate(lines):
        y, column = _EDGE + row * _CELL_H, 0
        for segment in line.render(console):
            width = cell_len(segment.text)
            x = _EDGE + column * _CELL_W
            yield from _run(segment.text, segment.style or Style(), x, y, width)
            column += width


def _run(text: str, style: Style, x: int, y: int, width: int) -> Iterable[str]:
    """A piece of a line in one style."""
    ink, paper = _hex(style.color) or _FOREGROUND, _hex(style.bgcolor)
    if style.reverse:
        ink, paper = paper or _BACKGROUND, ink
    if paper:
        yield _rect(x, y, width, _CELL_H, paper)
    shown = text.strip()
    if not shown:
        return
    if not shown.strip(_FULL + _UPPER):
        yield _rect(x, y, width, _CELL_H if _FULL in shown else _CELL_H // 2, ink)
        return
    x += (len(text) - len(text.lstrip())) * _CELL_W
    looks = ' font-weight="bold"' if style.bold else ""
    looks += ' opacity="0.6"' if style.dim else ""
    length = cell_len(shown) * _CELL_W
    yield (
        f'<text x="{x}" y="{y + _FONT - 1}" fill="{ink}" textLength="{length}" '
        f'xml:space="preserve"{looks}>{escape(shown)}</text>'
    )


def _rect(x: int, y: int, cells: int, height: int, colour: str) -> str:
    width = cells * _CELL_W
    return f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{colour}"/>'


def _hex(colour: Color | None) -> str:
    """As CSS wants it; empty for none or the terminal's own."""
    if colour is None or colour.is_default:
        return ""
    return str(colour.get_truecolor(SVG_EXPORT_THEME).hex)
