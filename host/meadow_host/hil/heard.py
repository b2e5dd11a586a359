"""What a table told, kept and searched: outputs, light, beeps. Knows no rig and no pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

import msgspec
from meadow.games.game import Output
from meadow.link.answers import AnyTold, BeepIs, FrameIs, Missed, NewsAre, SightingIs

Frame = tuple[tuple[int, int, int], ...]
"""Red, green, blue of each pixel, as the strip gets them."""


class Happened(NamedTuple):
    """A one-off output of the table: a fact, a sound, a refusal, an end.

    ``at_ms`` the table's clock when it was told; ``kind`` as "fact.card-opened"; ``body`` its
    fields as plain values.
    """

    at_ms: int
    kind: str
    body: Mapping[str, Any]

    def __str__(self) -> str:
        fields = {key: value for key, value in self.body.items() if key not in ("type", "audience")}
        return f"{self.at_ms} ms  {self.kind}  {fields or ''}".rstrip()


Wanted = str | type[Output] | Callable[[Happened], bool]
"""What is waited for: a kind ("fact.card-opened", or "card-opened"), its class, or a condition."""


class Shown(NamedTuple):
    """What the strip showed from this moment on: red, green, blue a pixel."""

    at_ms: int
    rgb: bytes

    @property
    def frame(self) -> Frame:
        """The same by pixels."""
        return pixels_of(self.rgb)


class Beep(NamedTuple):
    """The buzzer sounded for so long."""

    at_ms: int
    length_ms: int


class Heard:
    """All that was told since the beginning of a test."""

    def __init__(self) -> None:
        self.outputs: list[Happened] = []
        self.shown: list[Shown] = []
        self.beeps: list[Beep] = []
        self.sightings: list[SightingIs] = []
        self.lines: list[bytes] = []
        self.missed = 0
        self._sounds_since_ms: int | None = None

    def take(self, told: Iterable[AnyTold]) -> None:
        """Note what was told."""
        for one in told:
            if isinstance(one, NewsAre):
                self.lines += one.lines
                self.outputs += [_happened(one.at_ms, raw) for raw in one.outputs]
            elif isinstance(one, FrameIs):
                self.shown.append(Shown(one.at_ms, one.rgb))
            elif isinstance(one, BeepIs):
                self._beeped(one)
            elif isinstance(one, SightingIs):
                self.sightings.append(one)
            elif isinstance(one, Missed):
                self.missed += one.count

    def _beeped(self, beep: BeepIs) -> None:
        since_ms = self._sounds_since_ms
        if since_ms is not None:
            self.beeps.append(Beep(since_ms, beep.at_ms - since_ms))
        self._sounds_since_ms = beep.at_ms if beep.on else None


def pixels_of(rgb: bytes) -> Frame:
    """The pixels of a frame's bytes."""
    return tuple(zip(rgb[0::3], rgb[1::3], rgb[2::3], strict=True))


def _happened(at_ms: int, raw: bytes) -> Happened:
    body: dict[str, Any] = msgspec.json.decode(raw)
    return Happened(at_ms, str(body.get("type", "")), body)


def kind_of(wanted: Wanted) -> str:
    """What people call it."""
    if isinstance(wanted, str):
        return wanted
    if isinstance(wanted, type) and issubclass(wanted, Output):
        return str(wanted.__struct_config__.tag)
    return getattr(wanted, "__name__", "what was asked for")


def fits(happened: Happened, wanted: Wanted, fields: Mapping[str, Any]) -> bool:
    """Whether this is what is waited for, its fields having these values."""
    if isinstance(wanted, str):
        is_kind = happened.kind in (wanted, f"fact.{wanted}")
    elif isinstance(wanted, type):
        is_kind = happened.kind == kind_of(wanted)
    else:
        is_kind = wanted(happened)
    missing = object()
    return is_kind and all(
        _plain(happened.body.get(key, missing)) == _plain(value) for key, value in fields.items()
    )


def _plain(value: Any) -> Any:
    """Tuples come as lists."""
    return list(value) if isinstance(value, tuple) else value
