"""What a table.toml may hold, read off the types that load it: sections, keys, defaults, words.

Gives it as data for `template` and `json_schema`, so that neither can go stale. Knows no
particular key.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

import msgspec
from meadow.games.package import Package
from meadow.settings.schema import Settings, SpanEntry
from meadow.tomlfile.words import allowed_text

_CALLED = re.compile(r"^``\[+[\w.-]+\]+``: ")
"""How the description of a section begins: with its name."""


class Key(NamedTuple):
    """A key: what it is for, what is allowed, and its default (`msgspec.NODEFAULT` for none)."""

    name: str
    says: str
    allowed: str
    default: Any


class Section(NamedTuple):
    """A section: its header as ``readers.sweep``, what it is for, its type and its keys.

    ``values`` are the entries of a list of sections, by the names of the keys; None for a section
    that is there once.
    """

    name: str
    says: str
    kind: type[Any]
    keys: tuple[Key, ...]
    values: tuple[Mapping[str, Any], ...] | None = None


def sections(packages: Mapping[str, Package]) -> tuple[Section, ...]:
    """All sections of a table.toml in order, with those of these games."""
    found: list[Section] = []
    for field in msgspec.structs.fields(Settings):
        if field.name == "spans":
            values = tuple([msgspec.to_builtins(span) for span in field.default])
            found.append(Section("span", said(SpanEntry), SpanEntry, _keys(SpanEntry), values))
        elif field.name == "games":
            for name in sorted(packages):
                found += _of(f"games.{name}", packages[name].settings_type, packages[name].title)
        else:
            found += _of(field.name, field.type)
    return tuple(found)


def said(kind: type[Any]) -> str:
    """What a section is for: the first sentence of its type's description, "" without one."""
    text = inspect.getdoc(kind) or ""
    if kind.__doc__ is None or text.startswith(f"{kind.__name__}("):
        return ""
    first = _CALLED.sub("", text.split("\n\n")[0].replace("\n", " ")).replace("``", "")
    return first[:1].upper() + first[1:]


def _of(name: str, kind: type[Any], says: str = "") -> Iterator[Section]:
    """A section and those within it; one that has no keys of its own is but implied."""
    inner = [
        field
        for field in msgspec.structs.fields(kind)
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct)
    ]
    within = {field.encode_name for field in inner}
    keys = tuple([key for key in _keys(kind) if key.name not in within])
    if keys or not inner:
        yield Section(name, says or said(kind), kind, keys)
    for field in inner:
        yield from _of(f"{name}.{field.encode_name}", field.type)


def _keys(kind: type[Any]) -> tuple[Key, ...]:
    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    return tuple(
        [
            Key(
                field.encode_name,
                _title(field.type),
                allowed_text(field.type),
                _default(field),
            )
            for field in info.fields
        ]
    )


def _default(field: msgspec.inspect.Field) -> Any:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.to_builtins(field.default_factory())
    return field.default if field.required else msgspec.to_builtins(field.default)


def _title(kind: msgspec.inspect.Type) -> str:
    extra = kind.extra_json_schema if isinstance(kind, msgspec.inspect.Metadata) else None
    return str((extra or {}).get("title", ""))
