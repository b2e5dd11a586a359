"""Times as people read and write them: m:ss.mmm, 90s, 1:30. Pure."""

from __future__ import annotations

import re

from meadow.journal.printable import quoted

_CLOCK = re.compile(r"(?:(\d{1,4}):)?(\d{1,6}):(\d{1,2})(?:\.(\d{1,3}))?")
_COUNT = re.compile(r"(\d{1,9})(?:\.(\d{1,3}))?(ms|s|m|h)?")
_UNITS_MS = {"ms": 1, "s": 1000, "m": 60_000, "h": 3_600_000}


def time_text(at_ms: int) -> str:
    """``m:ss.mmm``, with hours before it when there are any."""
    seconds, ms = divmod(abs(at_ms), 1000)
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    front = f"{hours}:{minutes:02}" if hours else f"{minutes}"
    return f"{'-' if at_ms < 0 else ''}{front}:{seconds:02}.{ms:03}"


def parse_time(text: str) -> int:
    """Milliseconds of ``90000``, ``90000ms``, ``90s``, ``1.5m``, ``1:30``, ``1:02:03.250``.

    Raises ValueError, one plain line, for anything else.
    """
    text = text.strip()
    if clock := _CLOCK.fullmatch(text):
        hours, minutes, seconds = (int(part or 0) for part in clock.group(1, 2, 3))
        if seconds < 60 and (minutes < 60 or clock.group(1) is None):
            return ((hours * 60 + minutes) * 60 + seconds) * 1000 + _thousandths(clock.group(4))
    elif count := _COUNT.fullmatch(text):
        unit_ms = _UNITS_MS[count.group(3) or "ms"]
        if count.group(2) is None or unit_ms > 1:
            return int(count.group(1)) * unit_ms + _thousandths(count.group(2)) * unit_ms // 1000
    raise ValueError(
        f"{quoted(text)} is no time: write milliseconds (90000), 90s, 1.5m, 1:30 or 1:30.250"
    )


def _thousandths(digits: str | None) -> int:
    return int((digits or "").ljust(3, "0"))
