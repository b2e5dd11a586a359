"""The bytes of a journal's lines."""

from __future__ import annotations

import hashlib
import json
import zlib
from pathlib import Path

import msgspec
import pytest
from meadow.games.game import Placed, Said, Sound
from meadow.journal.lines import (
    JournalError,
    Kind,
    Line,
    Note,
    OutputDigest,
    Source,
    check_line,
    decode_header,
    decode_line,
    encode_header,
    encode_line,
    make_header,
)
from meadow.journal.maker import LineMaker
from meadow.pieces.kinds import AnyPiece

from tests.journal.samples import SampleResult, SampleSettings, SampleSetup, sample_header

PATH = Path("000001-sample.jsonl")
PLACED = (
    b'{"seq":7,"at_ms":1250,"kind":"input","source":"sighting","body":{"type":"placed",'
    b'"at_ms":1250,"place":"north","piece":"token.ruby.acorn"},"crc":"825b9612"}\n'
)


def resealed(text: bytes) -> bytes:
    """A line that is forged, with a right checksum."""
    return b'%b,"crc":"%08x"}\n' % (text, zlib.crc32(text))


def test_a_line_has_exactly_these_bytes() -> None:
    placed = Placed(1250, "north", "token.ruby.acorn")
    assert encode_line(7, 1250, Kind.INPUT, Source.SIGHTING, placed) == PLACED


def test_a_line_decodes_to_what_was_encoded_with_its_body_left_alone() -> None:
    line = decode_line(PLACED)
    body = b'{"type":"placed","at_ms":1250,"place":"north","piece":"token.ruby.acorn"}'
    expected = Line(7, 1250, Kind.INPUT, Source.SIGHTING, msgspec.Raw(body), "825b9612")
    assert line == expected
    assert line.number == 8


def test_every_flipped_bit_of_a_line_is_noticed() -> None:
    assert check_line(PLACED)
    for index in range(len(PLACED)):
        for bit in range(8):
            flipped = bytearray(PLACED)
            flipped[index] ^= 1 << bit
            assert not check_line(bytes(flipped)), (index, bit)


def test_every_shortened_line_is_noticed() -> None:
    for length in range(len(PLACED)):
        assert not check_line(PLACED[:length]), length


def test_a_checksum_in_capitals_or_with_spaces_is_not_taken() -> None:
    assert not check_line(PLACED.replace(b"825b9612", b"825B9612"))
    assert not check_line(PLACED.replace(b'"crc":"', b'"crc": "'))


def test_a_newline_in_a_word_stays_on_one_line() -> None:
    said = Said(0, "award", ("north\nsouth", "näher\u2028"))
    raw = encode_line(1, 0, Kind.INPUT, Source.OPERATOR, said)
    assert raw.count(b"\n") == 1
    assert json.loads(raw)["body"]["args"] == ["north\nsouth", "näher\u2028"]


def test_a_set_in_a_body_has_the_same_bytes_on_every_machine() -> None:
    class Odd(msgspec.Struct, frozen=True):
        names: frozenset[str]

    names = frozenset({"west", "north", "south", "east"})
    raw = encode_line(1, 0, Kind.OUTPUT, Source.TABLE, Odd(names))
    assert b'["east","north","south","west"]' in raw


@pytest.mark.parametrize(
    "text",
    [
        b"{}",
        b"[1,2,3]",
        b"",
        b"\0" * 40,
        b'{"seq":1,"at_ms":0,"kind":"guess","source":"table","body":{},"crc":"00000000"}',
        b'{"seq":1,"at_ms":0,"kind":"input","source":"moon","body":{},"crc":"00000000"}',
        b'{"seq":"1","at_ms":0,"kind":"input","source":"table","body":{},"crc":"00000000"}',
        b'{"seq":1,"at_ms":0,"kind":"input","source":"table","crc":"00000000"}',
        b'{"seq":1,"at_ms":0,"kind":"input","source":"table","body":{},"x":1,"crc":"0"}',
        b'{"a":' * 100_000,
    ],
)
def test_what_is_no_line_does_not_decode(text: bytes) -> None:
    with pytest.raises((msgspec.DecodeError, ValueError, RecursionError)):
        decode_line(text)


# --------------------------------------------------------------------------- header


def test_the_header_carries_all_a_replay_needs() -> None:
    raw = encode_header(sample_header())
    settings = b'{"tie_window_ms":250}'
    pieces = (
        b'{"04A1B2C3D4E580":{"kind":"token","id":"token.ruby.acorn","background":"ruby",'
        b'"item":"acorn"},"04A1B2C3D4E581":{"kind":"rake","id":"rake.red","colour":"red"}}'
    )
    assert check_line(raw)
    assert raw.endswith(b"\n")
    assert raw.startswith(
        b'{"journal":"meadow-table","format":1,"game":"sample","rules":3,"table":"blue-meadow",'
        b'"firmware":"0.1.0","began":"2025-11-30T14:05:09Z","setup":{"seats":["north","south"]},'
        b'"settings":{"tie_window_ms":250},"settings_sha256":"'
    )
    assert b'"pieces":' + pieces in raw
    told = json.loads(raw)
    assert told["settings_sha256"] == hashlib.sha256(settings).hexdigest()
    assert told["pieces_sha256"] == hashlib.sha256(pieces).hexdigest()


def test_the_header_decodes_to_what_was_encoded() -> None:
    header = sample_header()
    assert decode_header(encode_header(header), PATH) == header


def test_the_order_of_the_register_does_not_change_the_digest_of_the_pieces() -> None:
    header = sample_header()
    entries = msgspec.json.decode(header.pieces, type=dict[str, AnyPiece])
    turned = dict(reversed(entries.items()))
    other = make_header(
        game="sample",
        rules=3,
        table="t",
        firmware="0",
        began="",
        setup=SampleSetup(()),
        settings=SampleSettings(),
        pieces=turned,
    )
    assert list(turned) == ["04A1B2C3D4E581", "04A1B2C3D4E580"]
    assert other.pieces_sha256 == header.pieces_sha256


def test_a_header_that_would_not_stay_on_one_line_is_refused() -> None:
    spread = msgspec.structs.replace(sample_header(), setup=msgspec.Raw(b'{\n"seats":[]}'))
    with pytest.raises(ValueError, match="one line"):
        encode_header(spread)


def header_error(raw: bytes) -> str:
    with pytest.raises(JournalError) as caught:
        decode_header(raw, PATH)
    text = str(caught.value)
    assert "\n" not in text
    return text


def test_a_header_of_the_future_asks_for_an_update() -> None:
    # A future format may hold anything after its number.
    raw = resealed(b'{"journal":"meadow-table","format":2,"game":["new"],"more":{"x":1}')
    assert header_error(raw) == (
        "000001-sample.jsonl:1: made by a newer version (format 2, this one reads 1); "
        "update the program on this computer"
    )


def test_a_format_below_one_is_refused() -> None:
    raw = resealed(b'{"journal":"meadow-table","format":0')
    assert "there is no format 0" in header_error(raw)


def test_another_file_is_not_a_journal() -> None:
    assert header_error(b"Sweepers Rulebook\n").startswith("000001-sample.jsonl: not a journal")
    assert header_error(b'{"journal":"diary","format":1}\n').startswith(
        "000001-sample.jsonl: not a journal"
    )


def test_every_flipped_bit_of_the_header_is_noticed() -> None:
    raw = encode_header(sample_header())
    for index in range(len(raw)):
        for bit in (0, 5, 7):
            flipped = bytearray(raw)
            flipped[index] ^= 1 << bit
            assert header_error(bytes(flipped)).startswith("000001-sample.jsonl")


def test_a_header_cut_at_any_byte_is_noticed() -> None:
    raw = encode_header(sample_header())
    for length in range(40, len(raw)):
        assert header_error(raw[:length]) == (
            "000001-sample.jsonl:1: the header is cut off: of this game nothing was saved"
        )


def test_changed_line_ends_are_named() -> None:
    raw = encode_header(sample_header())[:-1] + b"\r\n"
    assert "line ends were changed to CR LF" in header_error(raw)


def test_settings_that_do_not_match_their_digest_are_refused() -> None:
    raw = encode_header(sample_header())
    forged = resealed(raw[:-19].replace(b'"tie_window_ms":250', b'"tie_window_ms":900'))
    assert "the settings do not match their digest" in header_error(forged)


def test_pieces_that_do_not_match_their_digest_are_refused() -> None:
    raw = encode_header(sample_header())
    forged = resealed(raw[:-19].replace(b'"item":"acorn"', b'"item":"button"'))
    assert "the pieces do not match their digest" in header_error(forged)


def test_what_a_bad_header_quotes_cannot_write_on_the_terminal() -> None:
    raw = resealed(b'{"journal":"meadow-table","format":1,"game":7')
    assert header_error(raw).isprintable()
    error = JournalError("a\nb.jsonl", 3, "bad \x1b[31m" + "x" * 10_000)
    assert str(error).startswith("a?b.jsonl:3: bad ?[31mxxx")
    assert len(str(error)) == 500


# ------------------------------------------------------------------ numbers and digest


def test_lines_are_numbered_from_one() -> None:
    maker = LineMaker()
    first = maker.line(0, Kind.INPUT, Source.OPERATOR, Said(0, "start"))
    second = maker.line(5, Kind.NOTE, Source.TABLE, Note("the disk was full"))
    assert first.startswith(b'{"seq":1,"at_ms":0,"kind":"input","source":"operator"')
    assert second.startswith(
        b'{"seq":2,"at_ms":5,"kind":"note","source":"table",'
        b'"body":{"type":"note","text":"the disk was full"}'
    )


def test_the_end_line_has_the_result_and_the_digest_of_the_outputs_alone() -> None:
    maker = LineMaker()
    maker.line(0, Kind.INPUT, Source.OPERATOR, Said(0, "start"))
    maker.line(0, Kind.OUTPUT, Source.TABLE, Sound("go"))
    maker.line(9, Kind.OUTPUT, Source.TABLE, Sound("won"))
    end = maker.end(9, SampleResult(winners=("north",)))
    digest = hashlib.sha256(b'{"type":"sound","cue":"go"}{"type":"sound","cue":"won"}').hexdigest()
    assert json.loads(end)["body"] == {
        "type": "end",
        "result": {"game": "sample", "winners": ["north"]},
        "outputs": 2,
        "outputs_sha256": digest,
    }


def test_an_end_taken_back_has_no_result() -> None:
    body = json.loads(LineMaker().end(5, None))["body"]
    assert body["result"] is None
    assert body["outputs"] == 0


def test_a_line_maker_makes_the_same_bytes_as_encode_line() -> None:
    placed = Placed(1250, "north", "token.ruby.acorn")
    assert LineMaker(6).line(1250, Kind.INPUT, Source.SIGHTING, placed) == PLACED


def test_the_digest_does_not_depend_on_how_a_body_is_held() -> None:
    first, second = OutputDigest(), OutputDigest()
    first.add(b'{"type":"sound","cue":"go"}')
    second.add(msgspec.Raw(b'{"type":"sound","cue":"go"}'))
    assert first.hexdigest() == second.hexdigest()
    assert first.hexdigest() == hashlib.sha256(b'{"type":"sound","cue":"go"}').hexdigest()
