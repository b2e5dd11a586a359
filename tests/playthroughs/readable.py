"""A game's state, inputs, outputs, lights, alarms and moves as lines of text for people.

The text depends on nothing but the values: the same on every machine and Python version. Knows
the session, and of a game only that its state is made of msgspec structs.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec
from meadow.games.game import PUBLIC, Cue, Fact, Input, Move, Output
from msgspec.structs import FieldInfo

WIDTH = 100
_PLAIN = re.compile(r"[A-Za-z0-9_.:-]+")
_encode = msgspec.json.Encoder(order="deterministic").encode


def as_json(value: Any) -> str:
    """A value as JSON on one line; structs as objects, all fields included."""
    return _encode(value).decode()


def _word(value: Any) -> str:
    """A plain word as it is, anything else as JSON."""
    return value if isinstance(value, str) and _PLAIN.fullmatch(value) else as_json(value)


def wrapped(head: str, words: Sequence[str]) -> list[str]:
    """The words after a head, broken into lines of a fair width."""
    text = " ".join([head, *words])
    rest = " " * (len(head) - len(head.lstrip()) + 6)
    return textwrap.wrap(
        text, WIDTH, subsequent_indent=rest, break_long_words=False, break_on_hyphens=False
    )


def grouped(ids: Sequence[str]) -> list[str]:
    """Ids that follow each other and differ in their last part only, as one word."""
    groups: list[tuple[str, list[str]]] = []
    for name in ids:
        stem, _, last = name.rpartition(".")
        if groups and stem and groups[-1][0] == stem:
            groups[-1][1].append(last)
        else:
            groups.append((stem, [last]))
    return [f"{stem}.{','.join(lasts)}" if stem else lasts[0] for stem, lasts in groups]


@cache
def fields(kind: type[msgspec.Struct]) -> tuple[FieldInfo, ...]:
    """The fields of a struct; msgspec takes its time to tell them."""
    return tuple(msgspec.structs.fields(kind))


# ------------------------------------------------------------------- what flows


def input_line(happened: Input) -> str:
    """An input: its moment, its kind, its fields."""
    config = type(happened).__struct_config__
    words: list[str] = []
    for field in fields(type(happened)):
        value = getattr(happened, field.name)
        if field.name != "at_ms":
            words += [_word(v) for v in value] if isinstance(value, tuple) else [_word(value)]
    return " ".join([f"@{happened.at_ms}", str(config.tag), *words])


def output_line(output: Output) -> str:
    """A one-off output: its kind and the fields that say something."""
    tag = str(type(output).__struct_config__.tag).replace("fact.", "fact ")
    words = [
        f"{name}={_word(value)}"
        for name, value in _fields(output)
        if value != "" and not (name == "audience" and value == PUBLIC)
    ]
    if not isinstance(output, Fact) and len(words) == 1:
        words = [words[0].partition("=")[2]]
    return " ".join([tag, *words])


def _fields(struct: msgspec.Struct) -> Iterator[tuple[str, Any]]:
    for field in fields(type(struct)):
        yield field.name, getattr(struct, field.name)


# ------------------------------------------------------------------- what lasts


class Pieces(tuple[str, ...]):
    """Ids of pieces, in an order that may mean something; shown grouped."""

    __slots__ = ()


class PieceSet(Pieces):
    """Ids of pieces in a fixed order, which means nothing."""

    __slots__ = ()


class Leaf(NamedTuple):
    """One value of a state, and whether it is what it is by default."""

    value: Any
    default: bool


Leaves = Mapping[str, Leaf]


def leaves(
    struct: msgspec.Struct, names: Mapping[str, Sequence[str]], without: Collection[str] = ()
) -> dict[str, Leaf]:
    """path -> value for all of a struct but the fields ``without``.

    ``names`` gives, for fields that hold one struct a seat, what to call each of them.
    """
    found: dict[str, Leaf] = {}
    for field in fields(type(struct)):
        value = getattr(struct, field.name)
        if field.name in without:
            continue
        if field.name in names:
            for name, part in zip(names[field.name], value, strict=True):
                for path, leaf in leaves(part, {}).items():
                    found[f"{field.name}.{name}.{path}"] = leaf
        elif isinstance(value, msgspec.Struct):
            for path, leaf in leaves(value, {}).items():
                found[f"{field.name}.{path}"] = leaf
        else:
            found[field.name] = Leaf(value, value == field.default)
    return found


def whole(state: Leaves) -> Iterator[str]:
    """All that is not as it is by default."""
    for path, leaf in state.items():
        if not leaf.default:
            yield from _shown(f"state {path}:", leaf.value)


def changes(old: Leaves, new: Leaves) -> Iterator[str]:
    """What differs between two states, a line a value.

    Paths come and go with a struct that may also be None, and then has a path of its own.
    """
    for path, leaf in new.items():
        if path in old:
            if old[path].value != leaf.value:
                yield from _change(f"state {path}", old[path].value, leaf.value)
        elif leaf.value is None:
            yield f"state {path}: gone"
        elif not leaf.default:
            yield from _shown(f"state {path}: now", leaf.value)


def _shown(head: str, value: Any) -> list[str]:
    """A value after a head."""
    if isinstance(value, Pieces):
        return wrapped(head, grouped(value) or ["none"])
    return [f"{head} {as_json(value)}"]


def _change(head: str, old: Any, new: Any) -> list[str]:
    """`` - what left + what came at the end`` for lists where that says all, of pieces else what
    there is now, of all else old -> new.
    """
    if isinstance(old, tuple) and isinstance(new, tuple):
        left = [value for value in old if value not in new]
        came = [value for value in new if value not in old]
        kept = tuple([value for value in old if value in new])
        if isinstance(new, PieceSet) or new == (*kept, *came):
            parts = [f" - {_word(value)}" for value in left] + [f" + {_word(v)}" for v in came]
            if len(parts) <= 3:
                return ["".join([head, *parts])]
    if isinstance(new, Pieces):
        return _shown(f"{head}: now", new)
    return [f"{head}: {as_json(old)} -> {as_json(new)}"]


def cue_words(cue: Cue) -> str:
    """A cue: its name, progress, the time of a timer, and what lies under it."""
    words = [cue.name]
    if cue.of:
        words.append(f"{cue.value}/{cue.of}")
    for name in ("ends_ms", "left_ms", "span_ms"):
        if (value := getattr(cue, name)) > 0:
            words.append(f"{name}={value}")
    if cue.under:
        words.append(f"over {cue.under}")
    return " ".join(words)


def lights_whole(lights: Mapping[str, Cue]) -> Iterator[str]:
    for place, cue in sorted(lights.items()):
        yield f"light {place}: {cue_words(cue)}"


def lights_changes(old: Mapping[str, Cue], new: Mapping[str, Cue]) -> Iterator[str]:
    for place in sorted({*old, *new}):
        was, now = old.get(place), new.get(place)
        if was != now:
            before, after = (cue_words(cue) if cue else "dark" for cue in (was, now))
            yield f"light {place}: {before} -> {after}"


def alarms_whole(alarms: Mapping[str, int]) -> Iterator[str]:
    for name, due_ms in sorted(alarms.items()):
        yield f"alarm {name}: {due_ms}"


def alarms_changes(old: Mapping[str, int], new: Mapping[str, int]) -> Iterator[str]:
    for name in sorted({*old, *new}):
        if old.get(name) != new.get(name):
            yield f"alarm {name}: {old.get(name, 'none')} -> {new.get(name, 'none')}"


def _by_kind(moves: Sequence[Move]) -> dict[str, Pieces]:
    kinds: dict[str, Pieces] = {}
    for move in moves:
        kind = f"{move.do} {move.at}"
        kinds[kind] = Pieces((*kinds.get(kind, ()), *move.pieces))
    return kinds


def legal_whole(moves: Sequence[Move]) -> Iterator[str]:
    """Kinds of moves with the same pieces stand on one line."""
    alike: dict[Pieces, list[str]] = {}
    for kind, pieces in _by_kind(moves).items():
        alike.setdefault(pieces, []).append(kind)
    for pieces, kinds in alike.items():
        head = f"legal {', '.join(kinds)}"
        yield from wrapped(f"{head}:" if pieces else head, grouped(pieces))
    if not alike:
        yield "legal nothing"


def legal_changes(old: Sequence[Move], new: Sequence[Move]) -> Iterator[str]:
    """Kinds of moves that change alike stand on one line."""
    was, now = _by_kind(old), _by_kind(new)
    alike: dict[tuple[Pieces | None, Pieces | None], list[str]] = {}
    for kind in dict.fromkeys((*was, *now)):
        before, after = was.get(kind), now.get(kind)
        if before != after:
            alike.setdefault((None if after is None else before, after), []).append(kind)
    for (before, after), kinds in alike.items():
        head = f"legal {', '.join(kinds)}"
        if after is None:
            yield f"{head}: no more"
        elif before is None:
            yield from wrapped(f"{head}: now", grouped(after))
        else:
            yield from _change(head, before, after)
