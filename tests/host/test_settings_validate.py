"""`meadow validate`: every mistake with its place, or one line on what the table is."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.bundle.gather import gather

from tests.bundle.boxes import PICNIC, RAKES, REGISTER, write
from tests.host.calls import meadow


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_an_empty_file_is_fine() -> None:
    write(Path(), {})

    done = meadow("validate", "table.toml")

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "table.toml: fine: table meadow, 3 sets (sweepers, sweet-takes, commands), 161 pieces, "
        "their tags made up (no register)\n"
    )


TABLE = (
    '[table]\nid = "blue"\n[pieces]\nsets = ["box/rakes.toml", "picnic.toml"]\n'
    'register = "tags.toml"\n'
)
FILES = {"box/rakes.toml": RAKES, "picnic.toml": PICNIC, "tags.toml": REGISTER}


def test_sets_pieces_and_tags_are_counted_and_warnings_told() -> None:
    more = REGISTER + '[[tag]]\nuid = "04A2B3C4D5E6F8"\npiece = "token.moss.acorn"\n'
    write(Path(), {"table.toml": TABLE, **FILES, "tags.toml": more})

    done = meadow("validate", "table.toml")

    assert done.code == 0
    assert done.out == (
        "table.toml: fine: table blue, 2 sets (rakes, picnic), 30 pieces, 2 with a tag\n"
    )
    assert done.err == (
        "warning: Sweepers: cannot be played: the set has 0 Treat cards; 1 player needs 7: play "
        "with fewer players or a larger set; 28 pieces of the sets have no tag yet: enrol the "
        "rest\n"
    )


def test_what_is_fine_as_json() -> None:
    write(Path("here"), {"table.toml": TABLE, **FILES})

    done = meadow("validate", "here/table.toml", "--json")

    assert (done.code, done.err) == (0, "")
    assert done.document == {
        "file": "here/table.toml",
        "fine": True,
        "table": "blue",
        "hardware": "rev-1",
        "sets": [
            {"name": "rakes", "title": "rakes", "pieces": 2},
            {"name": "picnic", "title": "picnic", "pieces": 28},
        ],
        "pieces": 30,
        "tags": 1,
        "sha256": gather("here/table.toml").digest,
        "warnings": [],
    }


def test_every_mistake_of_every_file_is_a_line_as_editors_read_it() -> None:
    wrong = TABLE.replace("id =", "idd =") + "[strip]\nbrightness = 2\n"
    write(Path("here"), {"table.toml": wrong, **FILES, "tags.toml": REGISTER.replace("04", "0X")})

    done = meadow("validate", "here/table.toml")

    assert done.code == 2
    assert done.out == (
        'here/table.toml:2: table.idd: unknown key, did you mean "id"?; allowed: hardware, id\n'
        "here/table.toml:7: strip.brightness: 2 is too big; allowed: a number from 0.05 to 1\n"
        'here/tags.toml:2: tag[1].uid: "0XA2B3C4D5E6F7" is not a UID; allowed: 4, 7 or 10 bytes in '
        "hexadecimal, as 04A2B3C4D5E6F7 or 04:A2:B3:C4:D5:E6:F7\n"
    )
    assert done.err == "meadow: here/table.toml: 3 mistakes\n"


def test_mistakes_as_json() -> None:
    write(Path(), {"table.toml": '[pieces]\nsets = ["none.toml"]\n'})

    done = meadow("validate", "table.toml", "--json")

    assert (done.code, done.err) == (2, "")
    assert done.document == {
        "file": "table.toml",
        "fine": False,
        "problems": [
            {
                "file": "table.toml",
                "line": 2,
                "key": "pieces.sets[1]",
                "what": "none.toml cannot be read: No such file or directory",
                "allowed": "",
                "text": "table.toml:2: pieces.sets[1]: none.toml cannot be read: No such file or "
                "directory",
            }
        ],
    }


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("none.toml", "none.toml: cannot be read: No such file or directory"),
        (".", ".: is a folder; name a file"),
        ("/dev/zero", "/dev/zero: is no file"),
        ("big.toml", "big.toml: is larger than 1 MB, so it is no file for this"),
    ],
)
def test_what_is_no_file_is_one_line(name: str, line: str) -> None:
    with Path("big.toml").open("wb") as big:
        big.truncate(100_000_000)

    done = meadow("validate", name)

    assert (done.code, done.out) == (2, f"{line}\n")
    assert done.err == f"meadow: {name}: 1 mistake\n"


def test_meadow_run_plays_with_the_sets_of_the_settings() -> None:
    more = PICNIC.replace('"seed"]', '"seed", "twig"]')
    table = '[pieces]\nsets = ["rakes.toml", "p.toml"]\n'
    write(Path(), {"table.toml": table, "rakes.toml": RAKES, "p.toml": more})

    done = meadow(
        "run", "--seed", 3, "--players", 2, "--game", "thats-my-stash", "--json",
        "--settings", "table.toml",
    )  # fmt: skip

    assert done.code == 0
    (game,) = done.document["games"]
    header = Path(game["journal"]).read_text(encoding="utf-8").splitlines()[0]
    assert "token.moss.twig" in header
    assert "heather" not in header
