"""The wall clock, for the header of a journal and what is read from headers: no game goes by it."""

from __future__ import annotations

import datetime


def now_utc() -> str:
    """The present time, ISO 8601 in UTC."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def midnight_utc() -> str:
    """When this day began at this place, likewise."""
    now = datetime.datetime.now().astimezone()
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
