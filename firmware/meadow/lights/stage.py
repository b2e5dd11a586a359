"""What the meadow shows: lasting cues by place, flashes above them, composed into frames.

A pure function of what it was told and of the moment. Knows no game, no clock and no strip; the
colours of a frame are those people mean, before brightness and limits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from meadow.games.cues import Flash, Style
from meadow.games.game import Cue
from meadow.lights.animations import RING_ARCS, Shape, paint
from meadow.lights.common import COMMON_STYLES, UNKNOWN_STYLE
from meadow.lights.spans import (
    DEFAULT_SPANS,
    MEADOW,
    PIXELS,
    Span,
    ring,
    span_pixels,
    span_troubles,
)
from meadow.lights.styles import missing_styles


class SpanError(Exception):
    """The spans do not fit the strip; the message is one plain line."""


class _Area(NamedTuple):
    """A place on the strip. Of two at equal priority the one of higher rank lies on top."""

    pixels: tuple[int, ...]
    shape: Shape
    rank: int


class _Shown(NamedTuple):
    """A flash: runs from ``started_ms``; ``until_ms`` moves on when it is fired again."""

    started_ms: int
    until_ms: int
    order: int


class Stage:
    """The stack of cues round the meadow."""

    def __init__(
        self,
        styles: Mapping[str, Style] = COMMON_STYLES,
        spans: Sequence[Span] = DEFAULT_SPANS,
        pixels: int = PIXELS,
    ) -> None:
        """Raises `SpanError` when the spans do not fit a strip of so many pixels."""
        troubles = span_troubles(spans, pixels)
        if troubles:
            raise SpanError(troubles[0])
        self.pixels = pixels
        self._areas = _areas(spans, pixels)
        self._styles = styles
        self._cues: dict[str, Cue] = {}
        self._zero_ms = 0
        self._flashes: dict[Flash, _Shown] = {}
        self._fired = 0
        self._told: set[str] = set()
        self._troubles: list[str] = []

    @property
    def places(self) -> tuple[str, ...]:
        """The places that have pixels, the meadow last."""
        return tuple(self._areas)

    @property
    def regions(self) -> tuple[tuple[int, ...], ...]:
        """The pixels of each place, in the order of `places`."""
        return tuple(area.pixels for area in self._areas.values())

    @property
    def cues(self) -> Mapping[str, Cue]:
        """The lasting cues, as they were set."""
        return dict(self._cues)

    def missing_styles(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of the names that have no style here, sorted."""
        return missing_styles(self._styles, names)

    def set_styles(self, styles: Mapping[str, Style]) -> None:
        """Use these styles from now on: the common ones and those of the game chosen."""
        self._styles = styles
        self._told.clear()

    def set_cues(self, cues: Mapping[str, Cue], zero_ms: int = 0) -> tuple[str, ...]:
        """Show these lasting cues and no others; gives the places whose cue is another now.

        ``zero_ms`` is the moment, on the clock of `frame`, from which the cues count
        (the beginning of the game).
        """
        before = self._cues
        changed = tuple(
            place for place in {**before, **cues} if before.get(place) != cues.get(place)
        )
        for place in changed:
            cue = cues.get(place)
            if cue is None:
                del before[place]
            else:
                self._check(place, cue.name)
                if cue.under:
                    self._check(place, cue.under)
                before[place] = cue
        self._zero_ms = zero_ms
        return changed

    def flash(self, flash: Flash, now_ms: int) -> None:
        """Show a cue once. Fired again while it still runs, it just runs on for longer."""
        self._check(flash.place, flash.cue)
        until_ms = now_ms + self._style(flash.cue).lasts_ms
        running = self._flashes.get(flash)
        if running and running.until_ms > now_ms:
            self._flashes[flash] = running._replace(until_ms=until_ms)
            return
        self._fired += 1
        self._flashes[flash] = _Shown(now_ms, until_ms, self._fired)

    def clear(self) -> None:
        """Nothing lasts and nothing flashes any more."""
        self._cues.clear()
        self._flashes.clear()

    def take_troubles(self) -> tuple[str, ...]:
        """What could not be shown as meant since last asked; one plain line each."""
        troubles, self._troubles = tuple(self._troubles), []
        return troubles

    def frame(self, now_ms: int) -> bytes:
        """The colours at a moment: red, green, blue from 0 to 255 for each pixel."""
        over = [flash for flash, shown in self._flashes.items() if now_ms >= shown.until_ms]
        for flash in over:
            del self._flashes[flash]
        out = bytearray(3 * self.pixels)
        for area, style, cue, at_ms in self._layers(now_ms):
            for i, colour in zip(area.pixels, paint(style, cue, area.shape, at_ms), strict=True):
                if colour is not None:
                    out[3 * i : 3 * i + 3] = bytes(colour)
        return bytes(out)

    def _layers(self, now_ms: int) -> list[tuple[_Area, Style, Cue, int]]:
        """What is shown, from below: by priority; flashes over cues; then by place.

        What lies under a cue lies just under it, whatever priority it would have by itself.
        """
        layers: list[tuple[tuple[int, int, int], tuple[_Area, Style, Cue, int]]] = []
        for place, cue in self._cues.items():
            area = self._areas.get(place)
            if area is not None:
                style = self._style(cue.name)
                key = (style.priority, 0, area.rank)
                at_ms = now_ms - self._zero_ms
                if cue.under:
                    layers.append((key, (area, self._style(cue.under), cue, at_ms)))
                layers.append((key, (area, style, cue, at_ms)))
        for flash, shown in self._flashes.items():
            area = self._areas.get(flash.place)
            if area is not None:
                style = self._style(flash.cue)
                at_ms = max(0, now_ms - shown.started_ms)
                # Of flashes the later one is news; the place tells none apart then.
                key = (style.priority, shown.order, area.rank)
                layers.append((key, (area, style, Cue(flash.cue), at_ms)))
        layers.sort(key=lambda layer: layer[0])
        return [layer for _, layer in layers]

    def _style(self, name: str) -> Style:
        return self._styles.get(name, UNKNOWN_STYLE)

    def _check(self, place: str, name: str) -> None:
        """Tell, once, of a cue or a place that is not known here; neither stops a game."""
        if name not in self._styles:
            self._tell(f"the cue {name!r} has no style: {place} shows it grey, at the edges")
        if place not in self._areas:
            self._tell(f"the place {place!r} has no pixels: its cue {name!r} is not shown")

    def _tell(self, trouble: str) -> None:
        if trouble not in self._told:
            self._told.add(trouble)
            self._troubles.append(trouble)


def _areas(spans: Sequence[Span], pixels: int) -> dict[str, _Area]:
    """place -> area. The place named first ranks highest, the meadow lies under all."""
    areas: dict[str, _Area] = {}
    for rank, span in enumerate(spans):
        if span.place != MEADOW:
            shape = Shape(span.count)
            areas[span.place] = _Area(span_pixels(span, pixels), shape, len(spans) - rank)
    whole = ring(spans, pixels)
    areas[MEADOW] = _Area(span_pixels(whole, pixels), Shape(pixels, RING_ARCS), 0)
    return areas
