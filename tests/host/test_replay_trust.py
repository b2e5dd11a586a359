"""A replay believes no written output: the refusals of the table and the end are made anew."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.games.game import Refused, Sound
from meadow.journal.lines import (
    Kind,
    OutputDigest,
    Source,
    decode_line,
    encode_body,
    seal_line,
)
from meadow_host.replay import Level, replay_file

from tests.host.games import Game, first_line, resealed, save, whole_game

BOTH = pytest.mark.parametrize("level", [Level.TABLE, Level.RULES])


@pytest.fixture(scope="module")
def game() -> Game:
    return whole_game()


def with_output(lines: list[bytes], before: int, body: bytes) -> list[bytes]:
    """The lines with one more output, before this line of the file; seals and digests right."""
    made, digest = [lines[0]], OutputDigest()
    for number, raw in enumerate(lines[1:], 2):
        line = decode_line(raw)
        if number == before:
            digest.add(body)
            made.append(seal_line(len(made), line.at_ms, Kind.OUTPUT, Source.SIGHTING, body))
        old = bytes(line.body)
        if line.kind is Kind.OUTPUT:
            digest.add(old)
        elif line.kind is Kind.END:
            first = old.index(b'"outputs":')
            count = b'"outputs":%d' % digest.count
            old = old[:first] + count + b',"outputs_sha256":"%b"}' % digest.hexdigest().encode()
        made.append(seal_line(len(made), line.at_ms, line.kind, line.source, old))
    return made


def write(folder: Path, lines: list[bytes]) -> Path:
    path = folder / "forged.jsonl"
    path.write_bytes(b"".join(lines))
    return path


def after_a_lifted_command_card() -> Game:
    """A game in which a command card is laid on a tray, where it does not speak, and lifted."""
    game = Game()
    game.lay("north", "command.stop")
    game.lift("north", "command.stop")
    return game


@BOTH
@pytest.mark.parametrize("kind", ["unknown tag", "command card"])
def test_what_the_table_refuses_by_itself_is_the_same_again(
    tmp_path: Path, game: Game, level: Level, kind: str
) -> None:
    played = game if kind == "unknown tag" else after_a_lifted_command_card()
    assert any(b'"type":"refused"' in line and kind.encode() in line for line in played.lines)

    assert replay_file(save(played, tmp_path / "a.jsonl"), level).identical


@BOTH
def test_a_refusal_of_the_table_that_says_something_else_differs(
    tmp_path: Path, game: Game, level: Level
) -> None:
    number = first_line(game.lines, b'"type":"refused"')
    path = write(tmp_path, resealed(game.lines, number, b"unknown tag", b"well known tag"))

    difference = replay_file(path, level).difference

    assert difference is not None
    assert difference.line_number == number
    assert "well known tag" in difference.expected
    assert "unknown tag" in difference.got


@BOTH
@pytest.mark.parametrize(
    "body",
    [
        encode_body(Refused(why="unknown tag 04DEADBEEF0001 on east: go", place="east")),
        encode_body(Sound("go")),
    ],
    ids=["refused", "sound"],
)
def test_an_output_that_nothing_gave_differs_even_after_a_sighting(
    tmp_path: Path, game: Game, level: Level, body: bytes
) -> None:
    # An unknown tag leaves: the game is told nothing, and the table says nothing.
    number = first_line(game.lines, b'"type":"left","at_ms":17800,"place":"east"')
    path = write(tmp_path, with_output(game.lines, number + 1, body))

    difference = replay_file(path, level).difference

    assert difference is not None
    assert difference.line_number == number + 1
    assert body.decode() in difference.expected


@BOTH
@pytest.mark.parametrize(
    ("old", "new"),
    [(b'"winners":["north"]', b'"winners":["south"]'), (b'"result":{', b'"result":null,"x":{')],
    ids=["another winner", "no end"],
)
def test_an_end_that_is_not_the_result_of_the_game_differs(
    tmp_path: Path, game: Game, level: Level, old: bytes, new: bytes
) -> None:
    last = decode_line(game.lines[-1])
    assert last.kind is Kind.END
    assert old in bytes(last.body)
    body = bytes(last.body).replace(old, new)
    forged = seal_line(last.seq, last.at_ms, last.kind, last.source, body)
    path = write(tmp_path, [*game.lines[:-1], forged])

    found = replay_file(path, level)

    assert found.difference is not None
    assert found.difference.line_number == len(game.lines)
    assert '"winners":["north"]' in found.difference.got


@BOTH
def test_the_result_is_what_came_out_never_what_is_written(
    tmp_path: Path, game: Game, level: Level
) -> None:
    last = decode_line(game.lines[-1])
    body = bytes(last.body).replace(b'["north"]', b'["south"]')
    forged = seal_line(last.seq, last.at_ms, last.kind, last.source, body)

    found = replay_file(write(tmp_path, [*game.lines[:-1], forged]), level)

    assert found.result["winners"] == ["north"]


@BOTH
def test_a_game_that_did_not_end_has_no_result_whatever_is_written(
    tmp_path: Path, game: Game, level: Level
) -> None:
    last = decode_line(game.lines[-1])
    digest = OutputDigest()
    kept = game.lines[:100]
    for raw in kept[1:]:
        line = decode_line(raw)
        if line.kind is Kind.OUTPUT:
            digest.add(line.body)
    first = bytes(last.body).index(b',"outputs":')
    count = b',"outputs":%d,"outputs_sha256":"%b"}' % (digest.count, digest.hexdigest().encode())
    at_ms = decode_line(kept[-1]).at_ms
    forged = seal_line(100, at_ms, Kind.END, Source.TABLE, bytes(last.body)[:first] + count)

    found = replay_file(write(tmp_path, [*kept, forged]), level)

    assert found.difference is not None
    assert found.difference.line_number == 101
    assert (found.finished, found.result) == (False, None)


@BOTH
def test_an_end_that_is_taken_back_replays(tmp_path: Path, level: Level) -> None:
    game = whole_game()
    game.say("undo")

    found = replay_file(save(game, tmp_path / "a.jsonl"), level)

    assert found.identical
    assert (found.finished, found.result) == (False, None)
