"""Compares a document with msgspec types and says everything that is wrong, not only the first.

The types are the schema: their fields are the allowed keys and their `msgspec.Meta` the bounds; its
``extra`` may name words that are ``known``, for who misspells one. Knows no particular schema.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from meadow.tomlfile.document import Document, Problem, meant, nearest, shown_text
from meadow.tomlfile.lines import KeyPath
from meadow.tomlfile.words import allowed_text

T = TypeVar("T", bound=msgspec.Struct)

_LISTS = inspect.ListType | inspect.VarTupleType | inspect.SetType | inspect.FrozenSetType
_AT = re.compile(r" - at `\$.*`$")  # msgspec's own path; ours is in front of the message


def checked(document: Document, path: KeyPath, kind: type[T], problems: list[Problem]) -> T | None:
    """The table at ``path`` as a struct; a table that is not there counts as an empty one.

    Appends all that is wrong with it to ``problems`` and then gives None.
    """
    value = document.get(path)
    found = _Check(document).value({} if value is None else value, inspect.type_info(kind), path)
    problems += found
    return None if found else msgspec.convert({} if value is None else value, kind)


def right_part(document: Document, path: KeyPath, kind: type[T]) -> T | None:
    """The table at ``path`` as `checked` makes it, where each key that is wrong counts as left
    out: so that what is beside it can be looked at. None when nothing can be made of it."""
    table = document.get(path)
    if table is None:
        table = {}
    if not isinstance(table, dict):
        return None
    kept: dict[str, Any] = {}
    for key, one in table.items():
        wrong = _Check(document).value({**kept, key: one}, inspect.type_info(kind), path)
        if not wrong:
            kept[key] = one
    try:
        return msgspec.convert(kept, kind)
    except msgspec.ValidationError:
        return None


def checked_list(
    document: Document, key: str, kind: type[T], problems: list[Problem]
) -> list[tuple[KeyPath, T]]:
    """The good elements of a top-level array of tables, each with its path.

    Appends all that is wrong with the others to ``problems``.
    """
    value = document.get((key,))
    if value is None:
        return []
    if not isinstance(value, list):
        what = f"is {shown_text(value)}"
        problems.append(document.problem((key,), what, f"allowed: tables headed [[{key}]]"))
        return []
    found = [
        ((key, index), checked(document, (key, index), kind, problems))
        for index in range(len(value))
    ]
    return [(path, element) for path, element in found if element is not None]


def unknown_keys(document: Document, path: KeyPath, known: Sequence[str]) -> list[Problem]:
    """A problem for every key of the table at ``path`` that is not among the known ones."""
    table = document.get(path)
    if not isinstance(table, dict):
        return []
    return [_unknown(document, (*path, key), key, known) for key in table if key not in known]


def _unknown(document: Document, path: KeyPath, key: str, known: Iterable[str]) -> Problem:
    listed = ", ".join(sorted(known)) or "none here"
    hint = meant(key, known)
    return document.problem(path, f"unknown key{f', {hint}' if hint else ''}", f"allowed: {listed}")


class _Check:
    """One walk over a value and the type it should have, side by side."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def value(self, value: Any, kind: inspect.Type, path: KeyPath) -> list[Problem]:
        """All that is wrong with a value."""
        plain = kind.type if isinstance(kind, inspect.Metadata) else kind
        if isinstance(plain, inspect.StructType) and isinstance(value, dict):
            return self._struct(value, plain, path)
        if isinstance(plain, _LISTS) and isinstance(value, list):
            return self._elements(value, plain, kind, path)
        if isinstance(plain, inspect.TupleType) and isinstance(value, list):
            return self._tuple(value, plain, kind, path)
        if isinstance(plain, inspect.DictType) and isinstance(value, dict):
            return [
                problem
                for key, element in value.items()
                for problem in self.value(element, plain.value_type, (*path, key))
            ]
        if isinstance(plain, inspect.UnionType):
            return self._union(value, plain, kind, path)
        what = _wrong(value, plain)
        if what and isinstance(kind, inspect.Metadata) and isinstance(value, str):
            hint = meant(value, (kind.extra or {}).get("known", ()))
            what += f", {hint}" if hint else ""
        return [self._document.problem(path, what, _allowed(kind))] if what else []

    def _struct(
        self, table: dict[str, Any], kind: inspect.StructType, path: KeyPath
    ) -> list[Problem]:
        fields = {field.encode_name: field for field in kind.fields}
        known = [*fields] if kind.tag_field is None else [*fields, kind.tag_field]
        problems = unknown_keys(self._document, path, known)
        misspelt = {nearest(key, known) for key in table if key not in known}
        for key, field in fields.items():
            if key in table:
                problems += self.value(table[key], field.type, (*path, key))
            elif field.required and key not in misspelt:
                what, allowed = "is missing", _allowed(field.type)
                problems.append(self._document.problem((*path, key), what, allowed))
        if problems:
            return problems
        # What a struct checks across its fields shows only when it is made.
        why = _refusal(table, kind.cls)
        return [self._document.problem(path, why)] if why else []

    def _elements(
        self, values: list[Any], plain: Any, kind: inspect.Type, path: KeyPath
    ) -> list[Problem]:
        short = plain.min_length is not None and len(values) < plain.min_length
        long = plain.max_length is not None and len(values) > plain.max_length
        problems = [self._wrong_length(values, kind, path)] if short or long else []
        for index, element in enumerate(values):
            problems += self.value(element, plain.item_type, (*path, index))
        return problems

    def _tuple(
        self, values: list[Any], plain: inspect.TupleType, kind: inspect.Type, path: KeyPath
    ) -> list[Problem]:
        if len(values) != len(plain.item_types):
            return [self._wrong_length(values, kind, path)]
        return [
            problem
            for index, (element, item_kind) in enumerate(zip(values, plain.item_types, strict=True))
            for problem in self.value(element, item_kind, (*path, index))
        ]

    def _wrong_length(self, values: list[Any], kind: inspect.Type, path: KeyPath) -> Problem:
        what = f"has {len(values)} element{'s' if len(values) != 1 else ''}"
        return self._document.problem(path, what, _allowed(kind))

    def _union(
        self, value: Any, plain: inspect.UnionType, kind: inspect.Type, path: KeyPath
    ) -> list[Problem]:
        # TOML has no null: leaving the key out is how None is written.
        choices = [one for one in plain.types if not isinstance(one, inspect.NoneType)]
        found = [self.value(value, choice, path) for choice in choices]
        if not found or not all(found):
            return []
        if len(found) == 1:
            return found[0]
        return [self._document.problem(path, f"{shown_text(value)} does not fit", _allowed(kind))]


def _allowed(kind: inspect.Type) -> str:
    return f"allowed: {allowed_text(kind)}"


def _wrong(value: Any, kind: inspect.Type) -> str:
    """What is wrong with a value that has no parts; empty when nothing is.

    Kinds not named here are judged by msgspec when the struct round them is made.
    """
    shown = shown_text(value)
    if isinstance(kind, inspect.BoolType):
        return "" if isinstance(value, bool) else f"{shown} is not true or false"
    if isinstance(kind, inspect.IntType | inspect.FloatType):
        return _wrong_number(value, kind)
    if isinstance(kind, inspect.StrType):
        return _wrong_text(value, kind)
    if isinstance(kind, inspect.LiteralType):
        return _wrong_choice(value, kind.values)
    if isinstance(kind, inspect.EnumType):
        return _wrong_choice(value, [member.value for member in kind.cls])
    if isinstance(kind, inspect.StructType | inspect.DictType):
        return f"{shown} is not a table"
    if isinstance(kind, _LISTS | inspect.TupleType):
        return f"is {shown}, not a list" if isinstance(value, dict) else f"{shown} is not a list"
    return ""


def _wrong_number(value: Any, kind: inspect.IntType | inspect.FloatType) -> str:
    whole = isinstance(kind, inspect.IntType)
    fits = int if whole else (int, float)
    if isinstance(value, bool) or not isinstance(value, fits) or not math.isfinite(value):
        return f"{shown_text(value)} is not a {'whole ' if whole else ''}number"
    if (kind.ge is not None and value < kind.ge) or (kind.gt is not None and value <= kind.gt):
        return f"{shown_text(value)} is too small"
    if (kind.le is not None and value > kind.le) or (kind.lt is not None and value >= kind.lt):
        return f"{shown_text(value)} is too big"
    if kind.multiple_of is not None and value % kind.multiple_of:
        return f"{shown_text(value)} does not fit"
    return ""


def _wrong_text(value: Any, kind: inspect.StrType) -> str:
    if not isinstance(value, str):
        return f"{shown_text(value)} is not a text in quotes"
    if not value and kind.min_length:
        return "is empty"
    if kind.min_length is not None and len(value) < kind.min_length:
        return f"{shown_text(value)} is too short"
    if kind.max_length is not None and len(value) > kind.max_length:
        return f"{shown_text(value)} is too long"
    if kind.pattern is not None and not re.search(kind.pattern, value):
        return f"{shown_text(value)} does not fit"
    return ""


def _wrong_choice(value: Any, choices: Iterable[Any]) -> str:
    known = list(choices)
    # 1, 1.0 and true are equal in Python but not in a file.
    if any(value == one and type(value) is type(one) for one in known):
        return ""
    words = [one for one in known if isinstance(one, str)]
    hint = meant(value, words) if isinstance(value, str) else ""
    return f"{shown_text(value)} is not known{f', {hint}' if hint else ''}"


def _refusal(table: dict[str, Any], kind: type[Any]) -> str:
    """Why a struct cannot be made of a table; empty when it can."""
    try:
        msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        return _AT.sub("", str(error))
    return ""
