"""docs/journal.md is true: its example is a journal, and a reader written from it reads it."""

from __future__ import annotations

import hashlib
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
from meadow.journal.lines import Kind, Source
from meadow.journal.read import LARGEST_BYTES, parse_journal
from meadow.journal.write import BOUND_MS, FIRST_RETRY_MS, HUNG_MS, LAST_RETRY_MS, PASS_MS

DOC = Path(__file__).parents[2] / "docs" / "journal.md"


@pytest.fixture
def text() -> str:
    return DOC.read_text(encoding="utf-8")


@pytest.fixture
def example(text: str) -> bytes:
    found = re.findall(r"^```json\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)
    assert len(found) == 1
    return str(found[0]).encode()


def raw_value(line: bytes, key: str, next_key: str) -> bytes:
    start = line.index(f'"{key}":'.encode()) + len(key) + 3
    return line[start : line.index(f',"{next_key}":'.encode(), start)]


def read_as_documented(data: bytes) -> list[dict[str, Any]]:
    """A reader that knows the document alone."""
    assert data.startswith(b'{"journal":"meadow-table","format":')
    assert data.endswith(b"\n")
    outputs: list[bytes] = []
    told: list[dict[str, Any]] = []
    for number, line in enumerate(data[:-1].split(b"\n")):
        assert re.fullmatch(rb',"crc":"[0-9a-f]{8}"\}', line[-18:])
        assert int(line[-10:-2], 16) == zlib.crc32(line[:-18])
        entry = json.loads(line)
        told.append(entry)
        if number == 0:
            for key, next_key in (("settings", "settings_sha256"), ("pieces", "pieces_sha256")):
                digest = hashlib.sha256(raw_value(line, key, next_key)).hexdigest()
                assert entry[f"{key}_sha256"] == digest
            continue
        assert entry["seq"] == number
        if entry["kind"] == "output":
            outputs.append(raw_value(line, "body", "crc"))
        if entry["kind"] == "end":
            assert entry["body"]["outputs"] == len(outputs)
            digest = hashlib.sha256(b"".join(outputs)).hexdigest()
            assert entry["body"]["outputs_sha256"] == digest
    return told


def test_a_reader_written_from_the_document_reads_its_example(example: bytes) -> None:
    told = read_as_documented(example)
    assert told[0]["began"] == "2026-03-07T14:05:09Z"
    assert told[-1]["body"]["result"] == {"game": "example", "winners": ["north"]}


def test_the_example_of_the_document_is_a_finished_journal(example: bytes) -> None:
    journal = parse_journal(example, DOC)
    assert journal.finished
    assert len(journal.lines) == 7


def test_the_checksum_is_the_one_the_document_describes(text: str) -> None:
    assert "`123456789` give `cbf43926`" in text
    assert f"{zlib.crc32(b'123456789'):08x}" == "cbf43926"


def test_every_key_kind_and_source_is_described(text: str, example: bytes) -> None:
    told = read_as_documented(example)
    words = [*told[0], *told[1], *told[-1]["body"], *Kind, *Source]
    assert [word for word in words if f"`{word}`" not in text] == []


def test_the_times_and_sizes_the_document_promises_are_those_of_the_code(text: str) -> None:
    plain = " ".join(text.replace("**", "").split())
    assert "At most 200 ms after a line came to be, its fsync begins" in plain
    assert "looks every 100 ms" in plain
    assert "after 2 seconds" in plain
    assert "after 0.2 s, then each time after twice as long, up to every 5 s" in plain
    assert "files over 256 MiB" in plain
    promised = (BOUND_MS, PASS_MS, HUNG_MS, FIRST_RETRY_MS, LAST_RETRY_MS, LARGEST_BYTES)
    assert promised == (200, 100, 2000, 200, 5000, 268_435_456)
