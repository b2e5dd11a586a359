"""What a journal says reaches a terminal as one printable line, whatever it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow.journal.lines import Kind, Note, Source, decode_line, encode_body, seal_line
from meadow.journal.printable import printable
from meadow.telling.chronicle import Event
from meadow_host.scene import Scene, SideShown
from meadow_host.view import draw

from tests.host.calls import meadow, program
from tests.host.games import Game, first_line, resealed, resealed_header, whole_game

ESCAPE = b"\\u001b[2J\\u009b31m\\n\\r\\u202eX"
"""In JSON: clears the screen, colours, ends lines, and turns the direction of writing."""

SHOWN = "?[2J?31m???X"
RAW = "\x1b[2J\x9b31m\n\r\u202eX"


@pytest.fixture(scope="module")
def game() -> Game:
    return whole_game()


def write(folder: Path, lines: list[bytes]) -> Path:
    path = folder / "a.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def is_clean(text: str) -> bool:
    """No control characters but line ends, and none that turns the writing."""
    return all(line.isprintable() for line in text.split("\n"))


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain → ✓ ●", "plain → ✓ ●"),
        (RAW, SHOWN),
        ("\udcff", "?"),
        ("\x7f\u2028\u200b\t", "????"),
    ],
)
def test_what_is_no_letter_sign_or_space_is_a_question_mark(text: str, shown: str) -> None:
    assert printable(text) == shown


@pytest.mark.parametrize("field", ["began", "table", "firmware"])
def test_the_fields_of_a_header_are_shown_on_their_line(
    tmp_path: Path, game: Game, field: str
) -> None:
    old = re.search(rb'"%b":"[^"]*"' % field.encode(), game.lines[0])
    assert old is not None
    new = b'"%b":"%b"' % (field.encode(), ESCAPE)
    header = resealed_header(game.lines[0].replace(old[0], new, 1))

    done = meadow("journal", "show", write(tmp_path, [header, *game.lines[1:]]))

    assert done.code == 0
    assert SHOWN in done.out.split("\n")[1]
    assert is_clean(done.out)


@pytest.mark.parametrize(
    ("part", "old"),
    [
        (b'"type":"refused"', b"unknown tag"),
        (b'"type":"refused"', b'"place":"east'),
        (b'"type":"said"', b'"word":"undo'),
        (b'"type":"sound"', b'"cue":"'),
        (b'"type":"fact.paused"', b'"why":"'),
        (b'"type":"fact.token-matched"', b'"side":"north'),
        (b'"type":"arrived"', b'"place":"deck'),
        (b'"type":"fact.token-matched"', b'"type":"fact.token-matched'),
    ],
)
@pytest.mark.parametrize("words", [["journal", "show"], ["replay"]])
def test_every_text_of_a_line_is_shown_on_its_line(
    tmp_path: Path, game: Game, part: bytes, old: bytes, words: list[str]
) -> None:
    number = first_line(game.lines, part)
    path = write(tmp_path, resealed(game.lines, number, old, old + ESCAPE))
    whole = meadow("journal", "show", write(tmp_path / "..", game.lines))

    done = meadow(*words, path)

    assert is_clean(done.out + done.err)
    if words != ["replay"]:
        assert "?[2J" in done.out or r"\x1b[2J" in done.out  # quoted, what people say
        assert done.out.count("\n") == whole.out.count("\n")


def test_a_note_is_shown_on_its_line(tmp_path: Path, game: Game) -> None:
    last = decode_line(game.lines[-1])
    note = encode_body(Note(f"mended {RAW}"))
    line = seal_line(last.seq + 1, last.at_ms, Kind.NOTE, Source.TABLE, note)

    done = meadow("journal", "show", write(tmp_path, [*game.lines, line]))

    assert f"note: mended {SHOWN}" in done.out
    assert is_clean(done.out)


def test_watching_shows_what_a_journal_says_on_its_line(tmp_path: Path, game: Game) -> None:
    uid = b"04DEADBEEF0001"
    number = first_line(game.lines, uid)
    path = write(tmp_path, resealed(game.lines, number, uid, uid + ESCAPE))

    done = meadow("replay", path, "--watch", "--plain")

    assert f"refused: unknown tag 04DEADBEEF0001{SHOWN} on east" in done.out
    assert is_clean(done.out)


def test_a_picture_shows_texts_on_their_line() -> None:
    sides = {name: SideShown(name) for name in ("north", "east", "south", "west")}
    sides["west"] = SideShown("west", rake=RAW, plays=True, open=(RAW,), notes=(RAW,))
    scene = Scene(
        title=RAW,
        clock="0:01.0",
        centre=(RAW,),
        sides=sides,
        pixels=((0, 0, 0),) * 120,
        events=[Event(1000, RAW)],
        journal=RAW,
    )

    lines = [line.plain for line in draw(scene, 100, 30)]

    assert all(line.isprintable() for line in lines)
    assert {len(line) for line in lines} == {100}


def test_a_name_with_a_line_end_is_told_in_one_line(tmp_path: Path) -> None:
    name = tmp_path / f"x{RAW}"
    for words in (["replay"], ["journal", "show"], ["journal", "recover"]):
        done = program(*words, name)

        assert done.code == 2
        assert done.err.count("\n") == 1
        assert is_clean(done.err)
