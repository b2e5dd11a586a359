"""What a msgspec type allows, in words for the messages: ``a whole number from 1 to 5``.

Knows no document and no value.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import inspect

from meadow.tomlfile.document import either, shown_text

_LISTS = inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType


def allowed_text(kind: inspect.Type) -> str:
    """What a type allows. A ``Meta(description=...)`` is used as it stands."""
    if isinstance(kind, inspect.Metadata):
        described = (kind.extra_json_schema or {}).get("description")
        return str(described) if described else allowed_text(kind.type)
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _number_text(kind)
    if isinstance(kind, inspect.StrType):
        return f"a text{_length_text(kind.min_length, kind.max_length, 'character')}"
    if isinstance(kind, inspect.BoolType):
        return "true or false"
    if isinstance(kind, inspect.LiteralType):
        return either(shown_text(value) for value in kind.values)
    if isinstance(kind, inspect.EnumType):
        return either(shown_text(member.value) for member in kind.cls)
    if isinstance(kind, _LISTS):
        length = _length_text(kind.min_length, kind.max_length, "element")
        return f"a list{length}, each {allowed_text(kind.item_type)}"
    if isinstance(kind, inspect.TupleType):
        return f"a list of {len(kind.item_types)}: {_listed(kind.item_types)}"
    if isinstance(kind, inspect.UnionType):
        choices = [one for one in kind.types if not isinstance(one, inspect.NoneType)]
        return " or ".join(allowed_text(one) for one in choices)
    if isinstance(kind, inspect.StructType):
        return f"a table with {', '.join(field.encode_name for field in kind.fields)}"
    return "a table" if isinstance(kind, inspect.DictType) else "another kind of value"


def _listed(kinds: Iterable[inspect.Type]) -> str:
    return ", ".join(allowed_text(kind) for kind in kinds)


def _number_text(kind: inspect.IntType | inspect.FloatType) -> str:
    noun = "a whole number" if isinstance(kind, inspect.IntType) else "a number"
    if kind.ge is not None and kind.le is not None:
        bounds = f" from {_bound(kind.ge)} to {_bound(kind.le)}"
    else:
        parts = (
            ("of at least", kind.ge),
            ("above", kind.gt),
            ("of at most", kind.le),
            ("below", kind.lt),
        )
        bounds = " and".join(f" {words} {_bound(b)}" for words, b in parts if b is not None)
    if kind.multiple_of is not None:
        bounds += f", a multiple of {_bound(kind.multiple_of)}"
    return noun + bounds


def _bound(number: float) -> str:
    """1 and 1.0 alike: `typing` keeps but one of two equal annotations, whichever came first."""
    return str(int(number)) if number == int(number) else str(number)


def _length_text(shortest: int | None, longest: int | None, unit: str) -> str:
    if longest is not None:
        return f" of {shortest or 0} to {longest} {unit}s"
    if shortest:
        return f" of at least {shortest} {unit}{'s' if shortest != 1 else ''}"
    return ""
