"""The table.toml that `meadow init` writes: every key with its default, and what it is for.

Pure: gives text. What the keys are comes from `shape`.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Mapping
from typing import Any

import msgspec
from meadow.games.package import Package

from meadow_host.configuring.shape import Key, Section, sections

WIDTH = 96

_HEAD = """\
# The settings of a Meadow Table (docs/settings.md). What stands here are the defaults: change what
# you need, and leave out what you like. To check it: meadow validate {name}
"""


def init_text(packages: Mapping[str, Package], name: str = "table.toml") -> str:
    """The text of a table.toml with all defaults; ``name`` is that of its file."""
    return "\n".join([_HEAD.format(name=name), *map(_section_text, sections(packages))])


def toml_text(value: Any) -> str:
    """A plain value as TOML, on one line."""
    if isinstance(value, Mapping):
        inner = ", ".join([f"{json.dumps(key)} = {toml_text(one)}" for key, one in value.items()])
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(toml_text, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def _section_text(section: Section) -> str:
    if section.values is None:
        parts = [*_comment(section.says), f"[{section.name}]"]
        return "\n".join([*parts, *[_key_text(key) for key in section.keys], ""])
    parts = [*_comment(section.says)]
    for key in section.keys:
        parts += _comment(f"{key.name}: {_sentence(key)}", hanging=True)
    for values in section.values:
        parts.append(f"[[{section.name}]]")
        parts += [f"{name} = {toml_text(value)}" for name, value in values.items()]
        parts.append("")
    return "\n".join(parts)


def _key_text(key: Key) -> str:
    parts = [] if not key.says else _comment(key.says)
    parts += _comment(f"allowed: {key.allowed}", hanging=True)
    if key.default is msgspec.NODEFAULT or key.default is None:
        parts.append(f"# {key.name} =")  # TOML has no word for nothing
    else:
        parts.append(f"{key.name} = {toml_text(key.default)}")
    return "\n".join(parts)


def _sentence(key: Key) -> str:
    return f"{key.says} Allowed: {key.allowed}" if key.says else f"allowed: {key.allowed}"


def _comment(text: str, hanging: bool = False) -> list[str]:
    return textwrap.wrap(
        text,
        WIDTH,
        initial_indent="# ",
        subsequent_indent="#   " if hanging else "# ",
        break_long_words=False,
        break_on_hyphens=False,
    )
