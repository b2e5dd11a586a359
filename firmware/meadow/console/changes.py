"""What changed between two states, as a JSON merge patch (RFC 7396): what a page needs to follow.

Pure. A state is plain JSON without null, for in a patch null takes a key away.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

Json = dict[str, Any]


def patch_of(before: Mapping[str, Any], after: Mapping[str, Any]) -> Json:
    """The patch that makes ``after`` of ``before``; empty when they are equal."""
    patch: Json = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if key in before and old == value:
            continue
        if isinstance(old, Mapping) and isinstance(value, Mapping):
            patch[key] = patch_of(old, value)
        else:
            patch[key] = value
    return patch


def patched(state: Mapping[str, Any], patch: Mapping[str, Any]) -> Json:
    """The state after a patch, as a page works it out. The state itself stays as it is."""
    new = dict(state)
    for key, value in patch.items():
        if value is None:
            new.pop(key, None)
        elif isinstance(value, Mapping):
            old = new.get(key)
            new[key] = patched(old if isinstance(old, Mapping) else {}, value)
        else:
            new[key] = value
    return new


def plain(value: Any) -> Any:
    """The value with no null in it and no tuples: a key that has none is left out."""
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, Mapping):
        return {key: plain(one) for key, one in value.items() if one is not None}
    if isinstance(value, Sequence):
        return [plain(one) for one in value if one is not None]
    return value
