"""Replay: the same lines come out again, or the first one that differs is named."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from meadow.games.game import Alarm, Sound
from meadow.games.package import Package, load_packages
from meadow.journal.lines import (
    JournalError,
    Kind,
    Note,
    Source,
    decode_line,
    encode_body,
    seal_line,
)
from meadow_host.replay import Level, replay_file
from meadow_host.replay_found import Difference

from tests.host.games import Game, first_line, resealed, resealed_header, save, whole_game

BOTH = pytest.mark.parametrize("level", [Level.TABLE, Level.RULES])


@pytest.fixture(scope="module")
def game() -> Game:
    return whole_game()


@pytest.fixture
def journal(game: Game, tmp_path: Path) -> Path:
    return save(game, tmp_path / "000001-sweepers.jsonl")


def tampered(game: Game, folder: Path, part: bytes, old: bytes, new: bytes) -> tuple[Path, int]:
    """A journal in which the first line with ``part`` says something else, and that line."""
    number = first_line(game.lines, part)
    path = folder / "tampered.jsonl"
    path.write_bytes(b"".join(resealed(game.lines, number, old, new)))
    return path, number


def texts(lines: list[bytes], number: int) -> str:
    return lines[number - 1].decode().rstrip("\n")


@BOTH
def test_a_whole_game_replays_to_the_same_bytes(journal: Path, game: Game, level: Level) -> None:
    kinds = Counter(json.loads(line)["kind"] for line in game.lines[1:])

    found = replay_file(journal, level)

    assert found.identical
    assert found.lines == len(game.lines) - 1
    assert found.counts == kinds
    assert found.finished
    assert found.result["winners"] == ["north"]
    assert found.at_ms == 40051
    assert found.view["game"]["phase"] == "over"


@BOTH
@pytest.mark.parametrize("seed", range(2, 6))
def test_other_games_do_too(tmp_path: Path, level: Level, seed: int) -> None:
    found = replay_file(save(whole_game(seed), tmp_path / "a.jsonl"), level)

    assert found.difference is None


@BOTH
def test_a_changed_fact_is_found_on_its_line(tmp_path: Path, game: Game, level: Level) -> None:
    path, number = tampered(game, tmp_path, b"fact.token-matched", b'"north"', b'"south"')

    difference = replay_file(path, level).difference

    assert difference is not None
    assert difference.line_number == number
    assert difference.at_ms == 21300
    assert '"type":"fact.token-matched","side":"south"' in difference.expected
    assert '"type":"fact.token-matched","side":"north"' in difference.got


def test_at_the_level_of_the_table_the_texts_are_whole_lines(tmp_path: Path, game: Game) -> None:
    path, number = tampered(game, tmp_path, b"fact.token-matched", b'"north"', b'"south"')
    written = path.read_bytes().splitlines(keepends=True)

    difference = replay_file(path, Level.TABLE).difference

    assert difference == Difference(
        number, 21300, texts(written, number), texts(game.lines, number)
    )


def test_an_input_that_no_sighting_gives_is_found_by_the_table_alone(
    tmp_path: Path, game: Game
) -> None:
    number = first_line(game.lines, b'"type":"placed","at_ms":21300')
    lines = resealed(game.lines, number, b'"north"', b'"north","x":1')
    path = tmp_path / "a.jsonl"
    path.write_bytes(b"".join(lines))

    assert replay_file(path, Level.RULES).identical
    difference = replay_file(path, Level.TABLE).difference
    assert difference is not None
    assert difference.line_number == number


@BOTH
def test_a_changed_result_is_found(tmp_path: Path, game: Game, level: Level) -> None:
    path, number = tampered(game, tmp_path, b'"type":"finished"', b'["north"]', b'["south"]')

    difference = replay_file(path, level).difference

    assert difference is not None
    assert difference.line_number == number


def test_a_changed_sighting_shows_at_the_input_that_follows(tmp_path: Path, game: Game) -> None:
    uid = game.register.uid_of("token.poppy.acorn")
    other = game.register.uid_of("token.poppy.honeycomb")
    assert uid is not None
    assert other is not None
    part = b'"uid":"%b"' % uid.encode()
    path, number = tampered(game, tmp_path, part, uid.encode(), other.encode())

    difference = replay_file(path).difference

    assert difference is not None
    assert difference.line_number == number + 1


def test_an_alarm_too_many_is_found(tmp_path: Path, game: Game) -> None:
    lines = unsealed(game)
    lines.insert(2, (0, Kind.INPUT, Source.ALARM, encode_body(Alarm(0, "sand"))))

    difference = replay_file(sealed(game, lines, tmp_path)).difference

    assert difference is not None
    assert difference.line_number == 4
    assert '"alarm"' in difference.expected


def test_lines_that_replay_does_not_give_are_found_at_the_end(tmp_path: Path) -> None:
    game = Game()
    game.deal()
    lines = unsealed(game)
    lines.append((game.now_ms, Kind.OUTPUT, Source.TABLE, encode_body(Sound("go"))))

    path = sealed(game, lines, tmp_path)

    for level in (Level.TABLE, Level.RULES):
        difference = replay_file(path, level).difference
        assert difference is not None
        assert difference.line_number == len(lines) + 1
        assert difference.got == ""


@BOTH
def test_notes_for_people_are_passed_over(tmp_path: Path, level: Level) -> None:
    game = Game()
    game.deal()
    lines = unsealed(game)
    body = encode_body(Note("recovered after a power cut"))
    lines.insert(40, (lines[39][0], Kind.NOTE, Source.TABLE, body))

    found = replay_file(sealed(game, lines, tmp_path), level)

    assert found.difference is None
    assert found.counts["note"] == 1


@BOTH
def test_a_journal_that_breaks_off_anywhere_replays_as_far_as_it_goes(
    tmp_path: Path, game: Game, level: Level
) -> None:
    path = tmp_path / "cut.jsonl"
    for kept in range(1, len(game.lines), 3):
        path.write_bytes(b"".join(game.lines[:kept]))

        found = replay_file(path, level)

        assert found.identical, (kept, found.difference)
        assert found.lines == kept - 1
        assert not found.finished
        assert found.result is None


@BOTH
def test_until_stops_at_that_moment(journal: Path, level: Level) -> None:
    found = replay_file(journal, level, until_ms=21400)

    assert found.identical
    assert found.at_ms == 21300
    assert not found.finished
    north = found.view["game"]["sides"][0]
    assert north["tray"] == [{"token": "token.bark.pinecone", "verdict": "match"}]
    assert north["covered"] == 0


def test_until_before_anything_happened_is_the_beginning(journal: Path) -> None:
    found = replay_file(journal, until_ms=0)

    assert (found.lines, found.at_ms, found.view["game"]["phase"]) == (0, 0, "dealing")


def test_until_after_the_end_is_the_end(journal: Path) -> None:
    assert replay_file(journal, until_ms=10**9).finished


def test_a_difference_after_until_does_not_matter(tmp_path: Path, game: Game) -> None:
    path, _ = tampered(game, tmp_path, b'"type":"finished"', b'["north"]', b'["south"]')

    assert replay_file(path, until_ms=30_000).identical


def test_a_listener_hears_how_far_it_is(journal: Path) -> None:
    heard: list[tuple[int, int]] = []

    replay_file(journal, tell=lambda done, total: heard.append((done, total)))

    assert heard == [(0, 236)]


def test_a_game_that_is_not_installed_is_told(journal: Path) -> None:
    message = f"{journal}:1: a journal of 'sweepers', which is not installed here; installed: none"
    with pytest.raises(JournalError, match="^" + re.escape(message) + "$"):
        replay_file(journal, packages={})


def test_other_rules_are_told(journal: Path, game: Game) -> None:
    newer = game.lines[0].replace(b'"rules":1', b'"rules":7')
    journal.write_bytes(b"".join([resealed_header(newer), *game.lines[1:]]))

    message = (
        f"{journal}:1: played by rules 7 of sweepers, this program has rules 1; "
        "replay it with the version that played it"
    )
    with pytest.raises(JournalError, match="^" + re.escape(message) + "$"):
        replay_file(journal)


def test_a_set_up_that_cannot_be_played_is_told(journal: Path, game: Game) -> None:
    header = game.lines[0].replace(b'"side":"south"', b'"side":"north"')
    journal.write_bytes(b"".join([resealed_header(header), *game.lines[1:]]))

    for level in (Level.TABLE, Level.RULES):
        with pytest.raises(JournalError, match=r":1: the game cannot begin: two players on the"):
            replay_file(journal, level)


@BOTH
def test_a_body_that_nobody_knows_is_told_with_its_line(
    tmp_path: Path, game: Game, level: Level
) -> None:
    path, number = tampered(game, tmp_path, b'"type":"said"', b'"said"', b'"sang"')

    with pytest.raises(JournalError, match=rf"tampered.jsonl:{number}: not an input this version"):
        replay_file(path, level)


def test_packages_are_looked_up_but_once_if_they_are_given(journal: Path) -> None:
    packages: Mapping[str, Package] = load_packages()

    assert replay_file(journal, packages=packages).identical


# ------------------------------------------------------------------------------ helpers

Unsealed = tuple[int, Kind, Source, bytes]


def unsealed(game: Game) -> list[Unsealed]:
    """The lines after the header as (at_ms, kind, source, body)."""
    lines = [decode_line(raw) for raw in game.lines[1:]]
    return [(line.at_ms, line.kind, line.source, bytes(line.body)) for line in lines]


def sealed(game: Game, lines: list[Unsealed], folder: Path) -> Path:
    """A journal of these lines, numbered and sealed anew."""
    path = folder / "sealed.jsonl"
    raws = [seal_line(number, *line) for number, line in enumerate(lines, 1)]
    path.write_bytes(b"".join([game.lines[0], *raws]))
    return path
