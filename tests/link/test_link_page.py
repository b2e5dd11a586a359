"""docs/link.md is true: every kind with its fields and bounds, and the bytes of its example."""

from __future__ import annotations

import re
from enum import Enum
from pathlib import Path
from typing import Any

import msgspec
import pytest
from meadow.link import calls, clients, device, frames, outbox
from meadow.link.answers import Code, ConsoleIs, Done, SlotsAre, Welcome
from meadow.link.calls import FileEntry, Hello
from meadow.link.messages import (
    Answer,
    Call,
    Told,
    decode_call,
    decode_from_table,
    encode_message,
)
from meadow.table.wrong import Wrong
from msgspec import NODEFAULT, inspect

from tests.link.anything import ANSWERS, CALLS, KINDS, TOLD

PAGE = (Path(__file__).parents[2] / "docs" / "link.md").read_text(encoding="utf-8")
PARTS: dict[type[Any], str] = {
    FileEntry: "a file entry",
    SlotsAre: "a slots map",
    ConsoleIs: "a console map",
    Wrong: "a wrong map",
}
"""Maps within bodies, and what the page calls them."""
ENVELOPES: dict[type[Any], str] = {Call: "A call", Answer: "An answer", Told: "What is told"}
DIGEST = "64 hexadecimal digits"


def section(heading: str) -> str:
    """What stands under a heading, down to the next of any rank."""
    found = re.findall(rf"^#+ {re.escape(heading)}\n(.*?)(?=^#|\Z)", PAGE, re.DOTALL | re.MULTILINE)
    assert len(found) == 1, f"docs/link.md needs one heading {heading!r}"
    return str(found[0])


def heading_of(kind: type[Any]) -> str:
    """The name of a kind on the page."""
    named = ENVELOPES.get(kind, PARTS.get(kind, ""))
    return named.capitalize() if named else f"`{kind.__struct_config__.tag}`"


def holds(kind: inspect.Type) -> str:
    """What a field may hold, in words."""
    match kind:
        case inspect.Metadata(type=inner):
            return holds(inner)
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=lowest, le=highest, lt=below):
            highest = highest if below is None else below - 1
            if lowest is None and highest is None:
                return "integer"
            return f"integer, {lowest} to {_power(highest)}"
        case inspect.StrType(pattern=pattern) if pattern is not None:
            return DIGEST
        case inspect.StrType(min_length=least, max_length=most):
            if most is None:
                return "text"
            return f"text, {least} to {most} characters" if least else f"text, at most {most}"
        case inspect.BytesType(max_length=most):
            return "bytes" if most is None else f"bytes, at most {most}"
        case inspect.EnumType(cls=cls):
            return "one of " + ", ".join([f"`{one.value}`" for one in cls])
        case inspect.VarTupleType(item_type=item, max_length=most):
            return f"list of {holds(item)}" + ("" if most is None else f"; at most {most} of them")
        case inspect.DictType(key_type=key, value_type=value):
            return f"map from {holds(key)} to {holds(value)}"
        case inspect.StructType(cls=cls):
            return PARTS[cls]
        case inspect.UnionType():
            return "the body"
        case inspect.AnyType():
            return "any value"
    raise AssertionError(f"say on the page what {kind} holds")


def _power(number: int | None) -> str:
    if number is None or number < 1 << 20:
        return str(number)
    return f"2^{number.bit_length()} - 1"


def default(field: inspect.Field) -> str:
    """What it is when it is left out."""
    if field.required:
        return "must be there"
    value = field.default if field.default is not NODEFAULT else ()
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, msgspec.Struct) or value == ():
        return "empty"
    words = {"": "empty", True: "true", False: "false"}
    shown = next((word for key, word in words.items() if key is value or key == value == ""), "")
    return shown or str(value)


def table_of(kind: type[Any]) -> str:
    """The table of a kind's fields, as it has to stand on the page; nothing for none."""
    found = inspect.type_info(kind)
    assert isinstance(found, inspect.StructType)
    if not found.fields:
        return ""
    rows = [f"| `{one.name}` | {holds(one.type)} | {default(one)} |" for one in found.fields]
    return "\n".join(["| field | holds | left out |", "|---|---|---|", *rows])


@pytest.mark.parametrize("kind", [*ENVELOPES, *PARTS, *KINDS], ids=heading_of)
def test_every_kind_stands_on_the_page_with_its_fields_and_their_bounds(kind: type[Any]) -> None:
    found = "\n".join(re.findall(r"^\|.*\|$", section(heading_of(kind)), re.MULTILINE))
    assert found == table_of(kind)
    prose = re.sub(r"^\|.*\|$", "", section(heading_of(kind)), flags=re.MULTILINE)
    assert len(prose.split()) >= 5, "say what it is for"


def test_no_kind_stands_on_the_page_that_there_is_not() -> None:
    named = re.findall(r"^### (`[a-z-]+`)$", PAGE, re.MULTILINE)
    assert sorted(named) == sorted([heading_of(kind) for kind in KINDS])


@pytest.mark.parametrize("kind", CALLS, ids=heading_of)
def test_each_call_names_its_answer_and_whether_it_is_for_writers(kind: type[Any]) -> None:
    text = " ".join(section(heading_of(kind)).split())
    answers = re.findall(r"Answer: `([a-z-]+)`", text)
    assert len(answers) == 1
    assert answers[0] in {one.__struct_config__.tag for one in ANSWERS}
    assert ("For writers." in text) == (kind in device.FOR_WRITERS)


def test_the_codes_on_the_page_are_those_there_are() -> None:
    assert re.findall(r"^\| `([a-z-]+)` \|", section("Codes"), re.MULTILINE) == [*Code]


def test_the_limits_on_the_page_are_those_of_the_code() -> None:
    rows = dict(re.findall(r"^\| ([a-z].*) \| ([\d,]+) .*\|$", section("Limits"), re.MULTILINE))
    assert {what: int(limit.replace(",", "")) for what, limit in rows.items()} == {
        "content of a frame": frames.MOST_BYTES,
        "bytes of a file in one call or answer": calls.BLOCK_BYTES,
        "clients of a table": device.MOST_CLIENTS,
        "answers kept of each client": device.KEPT_ANSWERS,
        "answers that wait for a line": outbox.MOST_ANSWERS,
        "told bodies that wait for a line": outbox.MOST_TOLD,
        "the writer's role without a call": clients.LEASE_MS // 1000,
        "a client that is silent, when another wants its place": device.SILENT_MS // 1000,
    }
    assert f"versions {calls.LOWEST} to {calls.HIGHEST}" in section("Versions")


def test_the_bytes_of_the_example_are_those_that_go_over_the_line() -> None:
    blocks = re.findall(r"```\n(.*?)```", section("A worked example"), re.DOTALL)
    content, sealed, frame, answered = [
        bytes.fromhex("".join(re.findall(r"^((?:[0-9a-f]{2} ?)+)", block, re.MULTILINE)))
        for block in blocks
    ]
    call = Call(0x00C0FFEE, 7, Hello(1, 1, "demo"))
    assert decode_call(content) == call
    assert encode_message(call) == content
    assert sealed[:-4] == content
    assert frames.frame_of(content) == frame
    assert frames.Deframer().feed(frame) == [content]
    (said,) = frames.Deframer().feed(answered)
    welcome = Welcome(1, "oak", "rev-1", "0.1.0", "9f3c5a7710e2b4d8", False, "", False)
    assert decode_from_table(said) == Answer(0x00C0FFEE, 7, welcome)


def test_a_told_body_is_no_answer() -> None:
    tags = [kind.__struct_config__.tag for kind in TOLD]
    assert not set(tags) & {kind.__struct_config__.tag for kind in ANSWERS}
    assert Done.__struct_config__.tag == "done"
