"""Reading a journal: all of it is right, or one line says what is not."""

from __future__ import annotations

import os
import zlib
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from meadow.games.game import AnyInput, Placed, Said, Sound
from meadow.journal.lines import JournalError, Kind, Source, encode_line
from meadow.journal.maker import LineMaker
from meadow.journal.read import parse_journal, read_journal
from meadow.pieces.kinds import Rake, StashToken
from pytest_mock import MockerFixture

from tests.journal.samples import SampleResult, SampleSettings, SampleSetup, sample_lines


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "000001-sample.jsonl"


def error_of(path: Path, content: bytes | None = None) -> str:
    """The error's text without the folder; the file is as before."""
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(JournalError) as caught:
        read_journal(path)
    text = str(caught.value)
    assert "\n" not in text
    assert content is None or path.read_bytes() == content
    return text.replace(f"{path.parent}/", "")


def resealed(raw: bytes, old: bytes, new: bytes) -> bytes:
    """A line with something exchanged and the checksum made right again."""
    assert old in raw
    head = raw[:-19].replace(old, new)
    return b'%b,"crc":"%08x"}\n' % (head, zlib.crc32(head))


def test_a_finished_journal_is_read_whole(path: Path) -> None:
    raws = sample_lines()
    path.write_bytes(b"".join(raws))
    journal = read_journal(path)
    assert journal.finished
    assert journal.header.game == "sample"
    assert journal.header.rules == 3
    assert journal.setup(SampleSetup) == SampleSetup(seats=("north", "south"))
    assert journal.settings(SampleSettings) == SampleSettings(tie_window_ms=250)
    assert journal.result(SampleResult) == SampleResult(winners=("north",))
    assert journal.pieces == {
        "04A1B2C3D4E580": StashToken("token.ruby.acorn", "ruby", "acorn"),
        "04A1B2C3D4E581": Rake("rake.red", "red"),
    }
    assert [line.seq for line in journal.lines] == list(range(1, 19))
    assert [line.number for line in journal.lines] == list(range(2, 20))
    assert list(journal.raws) == raws[1:]
    assert journal.header_raw == raws[0]


def test_a_body_is_decoded_when_asked_for(path: Path) -> None:
    path.write_bytes(b"".join(sample_lines()))
    journal = read_journal(path)
    decoder = msgspec.json.Decoder(AnyInput)
    assert journal.body(journal.lines[1], decoder) == Placed(0, "north", "token.ruby.acorn")
    assert journal.body(journal.lines[16], decoder) == Said(9000, "award", ("north",))


def test_a_body_of_another_type_is_an_error_that_names_the_line(path: Path) -> None:
    path.write_bytes(b"".join(sample_lines()))
    journal = read_journal(path)
    with pytest.raises(JournalError, match=r"000001-sample\.jsonl:4: not an output this version"):
        journal.body(journal.lines[2], msgspec.json.Decoder(AnyInput))


def test_a_setup_that_does_not_fit_is_an_error_of_line_one(path: Path) -> None:
    path.write_bytes(b"".join(sample_lines()))
    with pytest.raises(JournalError, match=r"jsonl:1: the setup is not one of sample, rules 3: "):
        read_journal(path).setup(SampleResult)


def test_a_journal_without_an_end_is_unfinished_not_wrong(path: Path) -> None:
    path.write_bytes(b"".join(sample_lines()[:-1]))
    journal = read_journal(path)
    assert not journal.finished
    assert journal.end is None
    assert journal.result(SampleResult) is None


def test_a_journal_with_a_header_alone_is_unfinished(path: Path) -> None:
    path.write_bytes(sample_lines()[0])
    journal = read_journal(path)
    assert not journal.finished
    assert len(journal.lines) == 0


def test_an_end_that_was_taken_back_does_not_count(path: Path) -> None:
    raws, maker = sample_lines(), LineMaker(17)
    journal_of(path, raws)
    maker = read_journal(path).line_maker()
    raws.append(maker.line(9500, Kind.INPUT, Source.OPERATOR, Said(9500, "undo")))
    raws.append(maker.end(9500, None))
    journal_of(path, raws)
    journal = read_journal(path)
    assert not journal.finished
    assert journal.result(SampleResult) is None


def test_a_later_end_counts(path: Path) -> None:
    raws = sample_lines()
    journal_of(path, raws)
    maker = read_journal(path).line_maker()
    raws.append(maker.end(9500, None))
    raws.append(maker.line(9600, Kind.OUTPUT, Source.TABLE, Sound("won")))
    raws.append(maker.end(9700, SampleResult(winners=("south",))))
    raws.append(maker.line(9800, Kind.SIGHTING, Source.SIGHTING, Sound("any")))
    journal_of(path, raws)
    journal = read_journal(path)
    assert journal.finished
    assert journal.result(SampleResult) == SampleResult(winners=("south",))
    assert journal.end is not None
    assert journal.end.outputs == 5


def journal_of(path: Path, raws: list[bytes]) -> None:
    path.write_bytes(b"".join(raws))


# ------------------------------------------------------------------------ bad input


def test_an_empty_file_is_one_clear_line(path: Path) -> None:
    assert error_of(path, b"") == "000001-sample.jsonl: empty: of this game nothing was saved"


def test_a_missing_file_is_one_clear_line(path: Path) -> None:
    assert error_of(path) == "000001-sample.jsonl: there is no such file; check the name"


def test_a_folder_is_one_clear_line(path: Path) -> None:
    path.mkdir()
    assert error_of(path) == "000001-sample.jsonl: a folder, not a journal; name a file in it"


def test_a_pipe_is_one_clear_line_and_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    assert error_of(path) == "000001-sample.jsonl: a pipe, not a journal; name a journal"


def test_a_name_no_file_can_have_is_one_clear_line() -> None:
    with pytest.raises(JournalError, match="no name of a file"):
        read_journal("bad\0name")


def test_a_file_one_may_not_read_is_one_clear_line(path: Path, mocker: MockerFixture) -> None:
    path.write_bytes(b"".join(sample_lines()))
    # The tests may run as root, whom no permission stops.
    mocker.patch("meadow.journal.files.os.open", side_effect=PermissionError(13, "no"))
    with pytest.raises(JournalError, match="you may not read this file; ask its owner"):
        read_journal(path)


def test_a_disk_error_while_reading_is_one_clear_line(path: Path, mocker: MockerFixture) -> None:
    path.write_bytes(b"".join(sample_lines()))
    mocker.patch("meadow.journal.files.os.open", side_effect=OSError(5, "Input/output error"))
    with pytest.raises(JournalError, match="cannot be read: the disk has an error"):
        read_journal(path)


def test_a_file_too_large_is_refused_before_it_fills_the_memory(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(300 * 1024 * 1024)
    assert "larger than any journal (256 MiB)" in error_of(path)


@pytest.mark.parametrize("garbage", [b"\x7fELF\x02\x01", b"\0" * 5000, b"\xff\xfe{\0", b"\n\n\n"])
def test_binary_garbage_is_not_a_journal(path: Path, garbage: bytes) -> None:
    assert error_of(path, garbage).startswith("000001-sample.jsonl: not a journal")


def test_every_flipped_bit_names_its_line(path: Path) -> None:
    raws = sample_lines(1)
    whole = b"".join(raws)
    starts = [sum(map(len, raws[:index])) for index in range(len(raws) + 1)]
    for line in range(1, len(raws)):
        for index in range(starts[line], starts[line + 1]):
            flipped = bytearray(whole)
            flipped[index] ^= 1 << (index % 8)
            with pytest.raises(JournalError) as caught:
                parse_journal(bytes(flipped), path)
            assert caught.value.line_number == line + 1, index


def test_a_damaged_line_in_the_middle_asks_for_another_copy(path: Path) -> None:
    raws = sample_lines()
    raws[5] = raws[5].replace(b"north", b"south")
    assert error_of(path, b"".join(raws)) == (
        "000001-sample.jsonl:6: damaged (wrong checksum); use another copy of this journal"
    )


def test_a_cut_off_end_asks_for_recovery(path: Path) -> None:
    assert error_of(path, b"".join(sample_lines())[:-30]) == (
        "000001-sample.jsonl:19: cut off at the end of the file; "
        "mend it: meadow journal recover 000001-sample.jsonl"
    )


def test_a_missing_line_is_an_error_that_names_the_next(path: Path) -> None:
    raws = sample_lines()
    del raws[7]
    assert error_of(path, b"".join(raws)) == (
        "000001-sample.jsonl:8: has number 8, expected 7: lines are missing, doubled or moved; "
        "use another copy of this journal"
    )


def test_a_doubled_line_is_an_error(path: Path) -> None:
    raws = sample_lines()
    raws.insert(7, raws[6])
    assert error_of(path, b"".join(raws)).startswith("000001-sample.jsonl:8: has number 6,")


def test_an_output_that_was_changed_does_not_match_the_end(path: Path) -> None:
    raws = sample_lines()
    raws[3] = resealed(raws[3], b'"match"', b'"stray"')
    assert error_of(path, b"".join(raws)) == (
        "000001-sample.jsonl:19: the outputs before this line do not match its digest; "
        "use another copy"
    )


def test_an_end_that_is_none_is_an_error(path: Path) -> None:
    raws = sample_lines()
    raws[-1] = encode_line(18, 9000, Kind.END, Source.TABLE, Sound("won"))
    assert error_of(path, b"".join(raws)).startswith("000001-sample.jsonl:19: no end: ")


def test_a_kind_of_line_nobody_knows_is_an_error(path: Path) -> None:
    raws = sample_lines()
    raws[4] = resealed(raws[4], b'"kind":"input"', b'"kind":"guess"')
    text = error_of(path, b"".join(raws))
    assert text.startswith("000001-sample.jsonl:5: not a line of a journal: ")
    assert "guess" in text


def test_a_kind_of_piece_nobody_knows_is_an_error_of_line_one(path: Path) -> None:
    raws = sample_lines()
    old = raws[0][raws[0].index(b'"pieces":{') + 9 : raws[0].index(b',"pieces_sha256"')]
    new = old.replace(b'"rake"', b'"spade"')
    digests = [sha256(pieces).hexdigest().encode() for pieces in (old, new)]
    raws[0] = resealed(resealed(raws[0], old, new), *digests)
    text = error_of(path, b"".join(raws))
    assert text.startswith("000001-sample.jsonl:1: the pieces: ")
    assert "spade" in text


def test_a_game_taken_up_again_goes_on_with_number_and_digest(path: Path) -> None:
    raws = sample_lines()
    journal_of(path, raws[:12])
    maker = read_journal(path).line_maker()
    assert maker.seq == 11
    raws = [*raws[:12], maker.end(9000, SampleResult(winners=()))]
    journal_of(path, raws)
    journal = read_journal(path)
    assert journal.end is not None
    assert journal.end.outputs == 3
