"""`meadow journal show` and `recover` as a user calls them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.host.calls import meadow
from tests.host.games import (
    Game,
    first_line,
    resealed,
    resealed_header,
    save,
    whole_game,
)

DESIGN = re.compile(r"(acorn|hazelnut|mushroom|blueberry|pinecone|honeycomb) on")


@pytest.fixture(scope="module")
def game() -> Game:
    return whole_game()


@pytest.fixture
def journal(game: Game, tmp_path: Path) -> Path:
    return save(game, tmp_path / "000001-sweepers.jsonl")


def numbered(text: str) -> dict[int, str]:
    """line number -> what is told of it, without runs of blanks."""
    told = re.findall(r"^ *(\d+)  +(\d+:\d\d\.\d\d\d.*)$", text, re.MULTILINE)
    return {int(number): re.sub(" +", " ", rest) for number, rest in told}


def test_every_line_is_told_in_plain_words(journal: Path) -> None:
    done = meadow("journal", "show", journal)

    lines = numbered(done.out)
    assert (done.code, done.err) == (0, "")
    assert list(lines) == list(range(2, 238))
    assert "line        time  who       what (→ is what came of it)\n   2    0:01.000" in done.out
    assert lines[2] == "0:01.000 deck the tag of a card arrives on the reader"
    assert lines[3] == "0:01.000 deck a card is laid on the deck reader"
    assert lines[4] == "0:01.000 north → gets card 1"
    assert lines[103] == "0:21.300 north token pinecone on bark falls into the tray"
    assert lines[104] == "0:21.300 north → match: pinecone on bark"
    assert lines[95] == "0:18.800 clock the alarm 'count' rings"
    assert lines[213] == "0:36.300 operator says 'undo'"
    assert lines[236] == "0:40.051 table → victory for north after 0:17.100"


def test_the_header_and_the_end_are_told(journal: Path) -> None:
    lines = meadow("journal", "show", journal).out.splitlines()

    assert lines[:5] == [
        str(journal),
        "sweepers, rules 1, table meadow, began 2025-11-30T14:05:09Z, firmware 0.1.0",
        "mode That's My Stash!, referee live, deal order clockwise, tie window 250 ms",
        "north: red rake; south: blue rake",
        "",
    ]
    assert lines[-3:] == [
        "",
        "237 lines: the header, 58 sightings, 63 inputs, 114 outputs, 1 end",
        "finished: victory for north after 0:17.100",
    ]


def test_cards_that_lie_face_down_are_not_named(journal: Path, game: Game) -> None:
    dealing = game.lines[: next(i for i, raw in enumerate(game.lines) if b"play-began" in raw)]
    uids = {game.register.uid_of(p.id) for p in game.register.pieces if p.id.startswith("treat.")}
    told = numbered(meadow("journal", "show", journal).out)

    for number in range(2, len(dealing) + 1):
        assert not DESIGN.search(told[number]), told[number]
        assert not any(uid in told[number] for uid in uids if uid)


def test_all_names_them(journal: Path) -> None:
    told = numbered(meadow("journal", "show", journal, "--all").out)

    assert told[2] == (
        "0:01.000 deck tag 04C1FAAAFC40A3 (card mushroom on sunset) arrives on the reader"
    )
    assert told[3] == "0:01.000 deck card mushroom on sunset is laid on the deck reader"


def test_json_hides_them_too(journal: Path, game: Game) -> None:
    uids = [game.register.uid_of(p.id) for p in game.register.pieces if p.id.startswith("treat.")]

    document = meadow("journal", "show", journal, "--json").document

    dealing = str(document["lines"][:90])
    assert "treat." not in dealing
    assert not any(uid in dealing for uid in uids if uid)
    assert document["lines"][1]["body"] == {
        "type": "placed",
        "at_ms": 1000,
        "place": "deck",
        "piece": "hidden",
    }
    everything = meadow("journal", "show", journal, "--json", "--all").document
    assert everything["lines"][1]["body"]["piece"] == "treat.sunset.mushroom"


def test_json_is_one_document(journal: Path) -> None:
    done = meadow("journal", "show", journal, "--json")

    document = done.document
    assert (done.code, done.err) == (0, "")
    assert {name: document[name] for name in ("path", "game", "rules", "format", "table")} == {
        "path": str(journal),
        "game": "sweepers",
        "rules": 1,
        "format": 1,
        "table": "meadow",
    }
    assert document["finished"] is True
    assert document["result"]["outcome"] == "stashed"
    assert document["torn"] == ""
    assert document["counts"] == {"sighting": 58, "input": 63, "output": 114, "end": 1}
    assert document["setup"]["mode"] == "thats-my-stash"
    assert len(document["lines"]) == 236
    assert document["lines"][102] == {
        "line": 104,
        "at_ms": 21300,
        "kind": "output",
        "source": "sighting",
        "who": "north",
        "what": "match: pinecone on bark",
        "body": {
            "type": "fact.token-matched",
            "side": "north",
            "token": "token.bark.pinecone",
            "card": "treat.bark.pinecone",
            "audience": "public",
        },
    }


def test_facts_are_what_happened_in_the_games_terms(journal: Path) -> None:
    told = numbered(meadow("journal", "show", journal, "--facts").out)

    assert all(" → " in line for line in told.values())
    assert not any("sound" in line or "refused" in line for line in told.values())
    assert told[104] == "0:21.300 north → match: pinecone on bark"
    assert told[236] == "0:40.051 table → victory for north after 0:17.100"


def test_an_unfinished_journal_says_so(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "cut.jsonl"
    path.write_bytes(b"".join(game.lines[:100]))

    done = meadow("journal", "show", path)

    assert done.code == 0
    assert done.out.splitlines()[-1] == (
        "unfinished: it breaks off after 0:19.800, or is still being played"
    )


def test_a_journal_with_nothing_but_a_header_is_told(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "header.jsonl"
    path.write_bytes(game.lines[0])

    done = meadow("journal", "show", path)

    assert done.code == 0
    assert done.out.splitlines()[-2:] == [
        "1 line: the header, and nothing else",
        "unfinished: it breaks off, or is still being played",
    ]


@pytest.mark.parametrize(
    ("cut", "torn"),
    [(30, "its last line is cut off or damaged"), (1, "its last line is cut off or damaged")],
)
def test_a_torn_journal_is_shown_as_far_as_it_is_whole(
    game: Game, tmp_path: Path, cut: int, torn: str
) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(b"".join(game.lines)[:-cut])

    done = meadow("journal", "show", path)

    assert done.code == 1
    assert list(numbered(done.out))[-1] == 236
    assert done.out.splitlines()[-1] == f"torn: {torn}; mend it: meadow journal recover {path}"
    assert done.err == f"meadow: {path}: torn: {torn}; mend it: meadow journal recover {path}\n"


def test_a_torn_journal_is_mended_and_then_whole(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    path.write_bytes(b"".join(game.lines)[:-30])

    done = meadow("journal", "recover", path)

    end = len(game.lines[-1]) - 30
    assert done == (
        0,
        f"{path}: cut 1 line ({end} bytes) after line 236; kept them in torn.jsonl.torn\n",
        "",
    )
    assert meadow("journal", "show", path).code == 0
    assert (tmp_path / "torn.jsonl.torn").read_bytes() == game.lines[-1][:-30]
    assert meadow("journal", "recover", path).out == f"{path}: whole, nothing to recover\n"


def test_recovering_in_json_is_one_document(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "torn.jsonl"
    whole = b"".join(game.lines[:-1])
    path.write_bytes(whole + game.lines[-1][:7])

    done = meadow("journal", "recover", path, "--json")

    assert done.document == {
        "path": str(path),
        "kept": {"lines": 236, "bytes": len(whole)},
        "cut": {"lines": 1, "bytes": 7},
        "torn": f"{path}.torn",
    }
    again = meadow("journal", "recover", path, "--json").document
    assert (again["cut"], again["torn"]) == ({"lines": 0, "bytes": 0}, None)


def test_damage_before_the_end_is_an_error_unless_one_says_where_to_cut(
    game: Game, tmp_path: Path
) -> None:
    path = tmp_path / "damaged.jsonl"
    lines = list(game.lines)
    lines[99] = lines[99].replace(b"card-opened", b"card-0pened")
    path.write_bytes(b"".join(lines))

    for command in ("show", "recover"):
        done = meadow("journal", command, path)
        assert done.code == 1
        assert done.err.startswith(f"meadow: {path}:100: damaged (wrong checksum), yet 137 whole")
    assert meadow("journal", "recover", path, "--from-line", 100).code == 0
    assert list(numbered(meadow("journal", "show", path).out))[-1] == 99


@pytest.mark.parametrize("command", ["show", "recover"])
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["gone.jsonl"], "meadow: gone.jsonl: there is no such file; check the name\n"),
        (["."], "meadow: .: a folder, not a journal; name a file in it\n"),
    ],
)
def test_a_name_that_is_no_file_is_a_mistake(
    command: str, words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    done = meadow("journal", command, *words)

    assert (done.code, done.err) == (2, message)


def test_cutting_the_header_off_is_a_mistake(journal: Path) -> None:
    done = meadow("journal", "recover", journal, "--from-line", 1)

    assert (done.code, done.err) == (
        2,
        "meadow: --from-line is 2 or more (line 1 is the header), not 1\n",
    )


@pytest.mark.parametrize("command", ["show", "recover"])
def test_what_is_no_journal_fails_in_one_line(command: str, tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + bytes(range(256)))

    done = meadow("journal", command, path, "--json")

    assert done.code == 1
    assert done.err.startswith(f"meadow: {path}: not a journal")
    assert len(done.err.splitlines()) == 1
    assert done.document["error"].startswith(f"{path}: not a journal")


def test_a_line_that_cannot_be_told_names_its_line(game: Game, tmp_path: Path) -> None:
    number = first_line(game.lines, b'"type":"sound"')
    path = tmp_path / "odd.jsonl"
    path.write_bytes(b"".join(resealed(game.lines, number, b'"cue"', b'"clue"')))

    done = meadow("journal", "show", path)

    assert done.code == 1
    assert done.err == (
        f"meadow: {path}:{number}: cannot be told in words: 'cue'; "
        "was it written by another version?\n"
    )


def test_a_journal_of_a_game_that_is_not_installed_can_be_shown(game: Game, tmp_path: Path) -> None:
    path = tmp_path / "chess.jsonl"
    header = resealed_header(game.lines[0].replace(b'"game":"sweepers"', b'"game":"chess"'))
    path.write_bytes(header + b"".join(game.lines[1:20]))

    done = meadow("journal", "show", path)

    assert done.code == 0
    assert done.out.splitlines()[1].startswith("chess, rules 1, table meadow")
