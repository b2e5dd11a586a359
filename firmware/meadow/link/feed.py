"""What a table tells whoever watches it: news, sightings, frames, beeps, as they come.

Called by the loop's thread: it asks whether anybody watches, hands over, and leaves the making of
messages to the thread of the line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from meadow.clock import Clock
from meadow.games.game import Output
from meadow.journal.lines import encode_body
from meadow.link.answers import BeepIs, FrameIs, NewsAre, SightingIs
from meadow.link.calls import Stream
from meadow.link.device import Device
from meadow.link.tap import Watcher
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow.table.status import News, Phase
from meadow.table.table import Table

MOST_LINES_BYTES = 4000
MOST_OUTPUTS = 8
"""Of news in one frame."""


class Feed(Watcher):
    """Hands on to the device what a board and its table bring."""

    def __init__(self, device: Device, clock: Clock) -> None:
        self._device = device
        self._clock = clock

    def of_table(self, table: Table) -> Callable[[News], None]:
        """A listener for `Table.listen`."""

        def heard(news: News) -> None:
            if self._device.watched(Stream.NEWS):
                phase, game = table.phase, table.game
                for lines, outputs in parts_of(news):
                    self._device.tell(
                        Stream.NEWS,
                        partial(_told_news, news.at_ms, phase, game, lines, outputs),
                    )

        return heard

    def saw(self, sightings: Sequence[Sighting]) -> None:
        if self._device.watched(Stream.SIGHTINGS):
            for one in sightings:
                self._device.tell(Stream.SIGHTINGS, partial(told_sighting, one))

    def showed(self, rgb: bytes) -> None:
        if self._device.watched(Stream.FRAMES):
            frame = FrameIs(self._clock.now_ms(), bytes(rgb))
            self._device.tell(Stream.FRAMES, lambda: frame)

    def beeped(self, on: bool) -> None:
        if self._device.watched(Stream.BEEPS):
            beep = BeepIs(self._clock.now_ms(), on)
            self._device.tell(Stream.BEEPS, lambda: beep)


def parts_of(news: News) -> Iterator[tuple[tuple[bytes, ...], tuple[Output, ...]]]:
    """News in parts that fit into a frame each: nearly always all of it in one."""
    lines, outputs = news.lines, news.outputs
    while True:
        size, count = 0, 0
        while count < len(lines) and (not count or size + len(lines[count]) <= MOST_LINES_BYTES):
            size += len(lines[count])
            count += 1
        yield lines[:count], outputs[:MOST_OUTPUTS]
        lines, outputs = lines[count:], outputs[MOST_OUTPUTS:]
        if not lines and not outputs:
            return


def _told_news(
    at_ms: int, phase: Phase, game: str, lines: tuple[bytes, ...], outputs: tuple[Output, ...]
) -> NewsAre:
    encoded = tuple([encode_body(output) for output in outputs])
    return NewsAre(at_ms, phase, game, lines, encoded)


def told_sighting(sighting: Sighting) -> SightingIs:
    """A sighting as it is told over the cable."""
    at_ms, place = sighting.at_ms, sighting.place
    if isinstance(sighting, Arrived):
        return SightingIs(at_ms, "arrived", place, (sighting.uid,))
    if isinstance(sighting, Left):
        return SightingIs(at_ms, "left", place, (sighting.uid,))
    if isinstance(sighting, Failed):
        return SightingIs(at_ms, "failed", place, why=sighting.why)
    uids = sighting.uids if isinstance(sighting, Back) else ()
    return SightingIs(at_ms, "back", place, uids)
