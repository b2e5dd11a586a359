"""Drives the strip: frames at a bounded rate, dark at the end.

What did not change is sent again now and then: nobody sees that, but a strip that lost its supply
for a moment lights up again, and one that fails is noticed while nothing happens.

The one place where the stage, the current limit, the flash limit and a `Strip` meet. Survives a
strip that fails: says so once, tries again ever more rarely, and says when it is back.
"""

from __future__ import annotations

from meadow.lights.limiter import FlashLimiter
from meadow.lights.power import Power
from meadow.lights.stage import Stage
from meadow.lights.strip import Strip, StripError
from meadow.retry import Retry

FRAMES_HZ = 30
SOONEST_MS = 15
"""What changed is not kept waiting for the next frame's time, but frames come no closer than so."""


REFRESH_MS = 2000
"""So often the strip gets the same frame again."""


class LightOutput:
    """The lights of one table. Call `tick` from the loop; it never sleeps."""

    def __init__(
        self, strip: Strip, stage: Stage, power: Power, frames_hz: int = FRAMES_HZ
    ) -> None:
        """Raises ValueError when the strip and the stage differ in their number of pixels."""
        if strip.pixels != stage.pixels:
            raise ValueError(
                f"the strip has {strip.pixels} pixels but the spans are made for {stage.pixels}"
            )
        if frames_hz < 1:
            raise ValueError(f"frames_hz is {frames_hz}: it is at least 1")
        self._strip = strip
        self._stage = stage
        self._power = power
        self._limiter = FlashLimiter(stage.pixels, stage.regions, power.full, power.allows)
        self._interval_ms = -(-1000 // frames_hz)
        self._due_ms: int | None = None
        self._painted_ms = 0
        self._shown: bytes | None = None
        self._sent_ms = 0
        self._retry = Retry()
        self.why = ""
        """Why the strip did not take the last frame, "" if it did."""

    @property
    def healthy(self) -> bool:
        """Whether the strip took the last frame."""
        return not self._retry.failing

    @property
    def shown(self) -> bytes:
        """The last frame the strip took, as its LEDs got it; dark before the first."""
        return self._shown or bytes(3 * self._stage.pixels)

    def next_ms(self) -> int:
        """When the next frame is due; 0 before the first."""
        if self._retry.failing:
            return self._retry.next_ms
        return self._due_ms or 0

    def set_power(self, power: Power) -> None:
        """Another brightness from now on; however often it changes, the limit of flashes holds."""
        self._power = power
        self._limiter.set_full(power.full)
        self.hurry()

    def hurry(self) -> None:
        """Something changed that people wait for: let the next frame come as soon as may be."""
        if self._due_ms is not None:
            self._due_ms = min(self._due_ms, self._painted_ms + SOONEST_MS)

    def tick(self, now_ms: int) -> tuple[str, ...]:
        """Show what is to be shown now, if it is time; gives plain lines of trouble."""
        troubles = self._stage.take_troubles()
        if not self._is_due(now_ms):
            return troubles
        self._painted_ms = now_ms
        self._due_ms = now_ms + self._interval_ms
        frame = self._power.apply(self._stage.frame(now_ms))
        frame = self._limiter.limit(frame, now_ms)
        is_fresh = now_ms - self._sent_ms < REFRESH_MS and not self._retry.failing
        if frame == self._shown and is_fresh:
            return troubles
        return (*troubles, *self._send(frame, now_ms))

    def close(self, now_ms: int) -> tuple[str, ...]:
        """Dark. Gives a plain line when even that fails."""
        self._stage.clear()
        return self._send(bytes(3 * self._stage.pixels), now_ms)

    def _is_due(self, now_ms: int) -> bool:
        if self._retry.failing:
            return self._retry.may_try(now_ms)
        return self._due_ms is None or now_ms >= self._due_ms

    def _send(self, frame: bytes, now_ms: int) -> tuple[str, ...]:
        self._sent_ms = now_ms
        try:
            self._strip.show(frame)
        except StripError as error:
            self.why = str(error)
            if self._retry.failed(now_ms):
                return (f"the lights failed: {error}; play goes on without them",)
            return ()
        self._shown, self.why = frame, ""
        away_ms = self._retry.worked(now_ms)
        if away_ms is None:
            return ()
        return (f"the lights are back after {away_ms / 1000:.1f} s",)
