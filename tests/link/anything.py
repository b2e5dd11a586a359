"""Makes any call, answer or told body of the cable from its struct alone, by chance.

A new kind needs nothing here: it is made as its fields say, within their bounds.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import msgspec
from meadow.link.answers import AnyAnswer, AnyTold
from meadow.link.calls import AnyCall
from meadow.link.messages import Answer, Call, Told
from msgspec import inspect

CALLS: tuple[type[Any], ...] = get_args(AnyCall)
ANSWERS: tuple[type[Any], ...] = get_args(AnyAnswer)
TOLD: tuple[type[Any], ...] = get_args(AnyTold)
KINDS = (*CALLS, *ANSWERS, *TOLD)

_TEXTS = ("", "a", "north", "token.poppy.acorn", "Grüße", "🦔", "\x00\n", "x" * 200)
_NUMBERS = (0, 1, 127, 128, 255, 256, 65535, 65536, (1 << 31) - 1, (1 << 32) - 1, (1 << 40) - 1)
_HEX = "0123456789abcdef"


def any_of(kind: type[Any], dice: Random) -> Any:
    """A value of this kind of body, every field within its bounds."""
    return _value(inspect.type_info(kind), dice)


def any_call(dice: Random) -> Call:
    return Call(_word(dice), _word(dice), any_of(dice.choice(CALLS), dice))


def any_from_table(dice: Random) -> Answer | Told:
    if dice.random() < 0.5:
        return Answer(_word(dice), _word(dice), any_of(dice.choice(ANSWERS), dice))
    return Told(_word(dice), _word(dice), any_of(dice.choice(TOLD), dice))


def as_documented(value: Any) -> Any:
    """What a program that knows msgpack alone has to see: maps, lists, words, numbers, bytes."""
    if isinstance(value, msgspec.Struct):
        config = value.__struct_config__
        tag = {} if config.tag is None else {config.tag_field: config.tag}
        fields = {one: as_documented(getattr(value, one)) for one in value.__struct_fields__}
        return {**tag, **fields}
    if isinstance(value, Mapping):
        return {key: as_documented(one) for key, one in value.items()}
    if isinstance(value, tuple | list):
        return [as_documented(one) for one in value]
    return value.value if isinstance(value, enum.Enum) else value


def _word(dice: Random) -> int:
    return dice.choice((0, 1, dice.getrandbits(7), dice.getrandbits(32), (1 << 32) - 1))


def _value(kind: inspect.Type, dice: Random) -> Any:
    match kind:
        case inspect.Metadata(type=inner):
            return _value(inner, dice)
        case inspect.StructType(cls=cls, fields=fields):
            return cls(**{one.name: _value(one.type, dice) for one in fields})
        case inspect.BoolType():
            return dice.random() < 0.5
        case inspect.IntType():
            return _number(kind, dice)
        case inspect.StrType(pattern=pattern) if pattern is not None:
            assert "{64}" in pattern, "only digests have a pattern"
            return "".join(dice.choices(_HEX, k=64))
        case inspect.StrType(min_length=least, max_length=most):
            text = dice.choice(_TEXTS)[: 1000 if most is None else most]
            return text or "b" * (least or 0)
        case inspect.BytesType(max_length=most):
            return dice.randbytes(dice.choice((0, 1, 20, 300, most or 3000)))
        case inspect.EnumType(cls=cls):
            return dice.choice(list(cls))
        case inspect.VarTupleType(item_type=item, max_length=most):
            count = min(dice.choice((0, 1, 2, 5)), 5 if most is None else most)
            return tuple([_value(item, dice) for _ in range(count)])
        case inspect.DictType(key_type=key, value_type=value):
            return {_value(key, dice): _value(value, dice) for _ in range(dice.randrange(4))}
        case inspect.AnyType():
            return dice.choice((None, True, 7, -1, 1.5, "word", [1, ["two"]], {"a": {"b": []}}))
    raise AssertionError(f"a field of {kind} has to be made here")


def _number(kind: inspect.IntType, dice: Random) -> int:
    lowest = 0 if kind.ge is None else kind.ge
    bounds = [most for most in (kind.le, None if kind.lt is None else kind.lt - 1) if most]
    highest = min(bounds, default=(1 << 62) - 1)
    fitting = [number for number in _NUMBERS if lowest <= number <= highest]
    return dice.choice([lowest, highest, *fitting, dice.randint(lowest, highest)])
