"""The wall clock, for the header of a journal alone: nothing else goes by it."""

from __future__ import annotations

import datetime


def now_utc() -> str:
    """The present time, ISO 8601 in UTC."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
