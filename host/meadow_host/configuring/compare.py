"""What differs between two configurations of a table, whoever they came from.

`compare` gives it as data, `lines` for people. Pure: it knows no files and no table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from meadow.bundle.load import Configuration
from meadow.lights.spans import Span
from meadow.pieces.kinds import AnyPiece
from meadow.pieces.sets import PieceSet
from meadow.tomlfile.document import key_text

from meadow_host.configuring.template import toml_text

MOST_NAMED = 3
"""So many pieces are named in a line; the others are counted."""


class Change(msgspec.Struct, frozen=True):
    """A setting that differs; None where there is no such key."""

    key: str
    old: Any
    new: Any


class SpanChange(msgspec.Struct, frozen=True):
    """The pixels of a place: ``[first, count]``; None where it has none."""

    place: str
    old: tuple[int, int] | None
    new: tuple[int, int] | None


class SetChange(msgspec.Struct, frozen=True):
    """A set of pieces that differs. ``change`` is "added", "removed" or "changed".

    The pieces are by id; ``altered`` are those that are still there but look otherwise. All may be
    empty where only the title or the note differs.
    """

    name: str
    change: str
    added: tuple[str, ...]
    removed: tuple[str, ...]
    altered: tuple[str, ...]


class TagChange(msgspec.Struct, frozen=True):
    """A tag that differs: the piece it was in and the one it is in, None for none."""

    uid: str
    old: str | None
    new: str | None


class Changes(msgspec.Struct, frozen=True):
    """All that differs. ``tags`` is empty when the register of one side is made up.

    ``registers`` then says so, as ``("made up", "174 tags")``.
    """

    settings: tuple[Change, ...] = ()
    spans: tuple[SpanChange, ...] = ()
    sets: tuple[SetChange, ...] = ()
    registers: tuple[str, str] | None = None
    tags: tuple[TagChange, ...] = ()

    @property
    def count(self) -> int:
        """How many things differ."""
        listed = len(self.settings) + len(self.spans) + len(self.sets) + len(self.tags)
        return listed + (self.registers is not None)


def compare(old: Configuration, new: Configuration) -> Changes:
    """What it takes to come from one configuration to the other."""
    registers, tags = None, _tags(old, new)
    if old.is_made_up != new.is_made_up:
        registers, tags = (_register_text(old), _register_text(new)), ()
    elif old.is_made_up:
        tags = ()  # they follow from the pieces
    return Changes(
        settings=tuple(_settings(old, new)),
        spans=tuple(_spans(old.settings.spans, new.settings.spans)),
        sets=tuple(_sets(old.sets, new.sets)),
        registers=registers,
        tags=tags,
    )


def lines(changes: Changes) -> list[str]:
    """The changes for people, one line each; empty when there is none."""
    told = [f"{one.key}: {_shown(one.old)} -> {_shown(one.new)}" for one in changes.settings]
    told += [
        f"light span {one.place}: {_pixels(one.old)} -> {_pixels(one.new)}" for one in changes.spans
    ]
    told += [_set_line(one) for one in changes.sets]
    if changes.registers is not None:
        told.append(f"register: {changes.registers[0]} -> {changes.registers[1]}")
    return told + [_tag_line(one) for one in changes.tags]


# ------------------------------------------------------------------------------ settings


def _settings(old: Configuration, new: Configuration) -> Iterator[Change]:
    before, after = _flat(old), _flat(new)
    for path in dict.fromkeys([*before, *after]):
        if before.get(path) != after.get(path):
            yield Change(key_text(path), before.get(path), after.get(path))


def _flat(configuration: Configuration) -> dict[tuple[str, ...], Any]:
    """Every setting but the spans, by its path."""
    values = msgspec.to_builtins(configuration.settings)
    del values["spans"]
    return dict(_leaves((), values))


def _leaves(path: tuple[str, ...], value: Any) -> Iterator[tuple[tuple[str, ...], Any]]:
    if isinstance(value, Mapping) and value:
        for name, one in value.items():
            yield from _leaves((*path, str(name)), one)
    else:
        yield path, value


def _shown(value: Any) -> str:
    return "nothing" if value is None else toml_text(value)


def _spans(old: tuple[Span, ...], new: tuple[Span, ...]) -> Iterator[SpanChange]:
    before = {span.place: (span.first, span.count) for span in old}
    after = {span.place: (span.first, span.count) for span in new}
    for place in dict.fromkeys([*before, *after]):
        if before.get(place) != after.get(place):
            yield SpanChange(place, before.get(place), after.get(place))


def _pixels(pixels: tuple[int, int] | None) -> str:
    if pixels is None:
        return "none"
    first, count = pixels
    return f"{count} pixel{'s' if count > 1 else ''} from {first}"


# ------------------------------------------------------------------------- sets and tags


def _sets(old: tuple[PieceSet, ...], new: tuple[PieceSet, ...]) -> Iterator[SetChange]:
    before = {one.name: one for one in old}
    after = {one.name: one for one in new}
    for name in dict.fromkeys([*before, *after]):
        was, now = _by_id(before.get(name)), _by_id(after.get(name))
        added = tuple([piece for piece in now if piece not in was])
        removed = tuple([piece for piece in was if piece not in now])
        altered = tuple([piece for piece in was if piece in now and was[piece] != now[piece]])
        if name not in before:
            yield SetChange(name, "added", added, (), ())
        elif name not in after:
            yield SetChange(name, "removed", (), removed, ())
        elif _plain(before[name]) != _plain(after[name]):
            yield SetChange(name, "changed", added, removed, altered)


def _by_id(one: PieceSet | None) -> dict[str, AnyPiece]:
    return {} if one is None else {piece.id: piece for piece in one.pieces}


def _plain(one: PieceSet) -> tuple[str, str, tuple[AnyPiece, ...]]:
    """A set without its warnings, in which names of files stand."""
    return one.title, one.note, one.pieces


def _set_line(one: SetChange) -> str:
    if one.change != "changed":
        pieces = len(one.added) + len(one.removed)
        return f"set {one.name}: {one.change}, {pieces} piece{'s' if pieces != 1 else ''}"
    parts = [
        f"{len(pieces)} {word} ({_named(pieces)})"
        for word, pieces in (
            ("added", one.added),
            ("removed", one.removed),
            ("changed", one.altered),
        )
        if pieces
    ]
    return f"set {one.name}: {', '.join(parts) or 'other words or another order'}"


def _named(pieces: tuple[str, ...]) -> str:
    more = len(pieces) - MOST_NAMED
    return ", ".join(pieces[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")


def _register_text(configuration: Configuration) -> str:
    if configuration.is_made_up:
        return "made up"
    count = len(configuration.register.entries)
    return f"{count} tag{'s' if count != 1 else ''}"


def _tags(old: Configuration, new: Configuration) -> tuple[TagChange, ...]:
    before, after = dict(old.register.entries), dict(new.register.entries)
    return tuple(
        [
            TagChange(uid, before.get(uid), after.get(uid))
            for uid in sorted({*before, *after})
            if before.get(uid) != after.get(uid)
        ]
    )


def _tag_line(one: TagChange) -> str:
    if one.old is None:
        return f"tag {one.uid}: added, in {one.new}"
    if one.new is None:
        return f"tag {one.uid}: removed, was in {one.old}"
    return f"tag {one.uid}: moved from {one.old} to {one.new}"
