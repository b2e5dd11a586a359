"""The JSON Schema of table.toml, for editors: they complete keys and mark mistakes as one types.

Made of the types that load the file, so the two agree. What goes across keys (spans that overlap,
files that are missing) a schema cannot say: `meadow validate` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from meadow.games.package import Package

from meadow_host.configuring.shape import Section, said, sections

DRAFT = "https://json-schema.org/draft/2020-12/schema"
_OF_NAMES = ("properties", "$defs")
_REF = "#/$defs/{name}"


def table_schema(packages: Mapping[str, Package]) -> dict[str, Any]:
    """The schema of a table.toml with the sections of these games, as plain JSON values."""
    found = sections(packages)
    parts, definitions = msgspec.json.schema_components(
        [section.kind for section in found], ref_template=_REF
    )
    kinds = {part["$ref"]: section.kind for part, section in zip(parts, found, strict=True)}
    for name, definition in definitions.items():
        kind = kinds.get(_REF.format(name=name))
        definition.pop("title", None)  # the name of a class is nobody's business here
        definition["description"] = said(kind) if kind else definition.get("description", "")
    root = _object("The settings of a Meadow Table.")
    for part, section in zip(parts, found, strict=True):
        _put(root, section, part)
    whole = {"$schema": DRAFT, "title": "table.toml", **root, "$defs": definitions}
    return msgspec.json.decode(msgspec.json.encode(_for_editors(whole)), type=dict[str, Any])


def _object(says: str) -> dict[str, Any]:
    return {"type": "object", "description": says, "properties": {}}


def _put(root: dict[str, Any], section: Section, part: dict[str, Any]) -> None:
    """Place a section where its name says; sections on the way to it are made."""
    *way, last = section.name.split(".")
    within = root
    for name in way:
        within = within["properties"].setdefault(name, _object(f"Sections as [{name}.NAME]."))
        if "properties" not in within:
            return  # this one belongs to another that is there as a whole
    is_list = section.values is not None
    within["properties"][last] = {"type": "array", "items": part} if is_list else dict(part)
    if section.says:
        within["properties"][last]["description"] = section.says


def _for_editors(value: Any, is_names: bool = False) -> Any:
    """The same schema in the words of other programs, and no unknown keys.

    ``is_names``: the keys of this object are names of settings, not words of JSON Schema.
    """
    if isinstance(value, list):
        return [_for_editors(one) for one in value]
    if not isinstance(value, Mapping):
        return value
    made = {
        name: one
        if name == "default" and not is_names
        else _for_editors(one, name in _OF_NAMES and not is_names)
        for name, one in value.items()
    }
    if is_names:
        return made
    if isinstance(made.get("properties"), dict):
        made.setdefault("additionalProperties", False)
    if not made.get("required", True):
        del made["required"]
    if isinstance(made.get("pattern"), str):
        # Python's anchors of a whole text; others know ^ and $ alone.
        made["pattern"] = made["pattern"].replace(r"\A", "^").replace(r"\Z", "$")
    if "title" in made and "$schema" not in made:
        allowed = made.get("description")
        said_of = made.pop("title")
        made["description"] = f"{said_of} Allowed: {allowed}" if allowed else said_of
    return made
