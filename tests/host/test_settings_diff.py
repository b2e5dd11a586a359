"""`meadow diff`: what differs between two tables, whatever their files look like."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.bundle.load import load_bundle
from meadow.games.package import load_packages
from meadow_host.configuring.compare import (
    Change,
    Changes,
    SetChange,
    SpanChange,
    TagChange,
    compare,
    lines,
)

from tests.bundle.boxes import CARDS, RAKES, REGISTER, bundle, write
from tests.host.calls import meadow

GAMES = load_packages()
RAKES_ONLY = '[pieces]\nsets = ["rakes.toml"]\n'


def changes(old: str, new: str, was: dict[str, str], now: dict[str, str]) -> Changes:
    """What differs between two tables with these further files."""
    return compare(
        load_bundle(bundle(old, **was), GAMES, "old/table.toml"),
        load_bundle(bundle(new, **now), GAMES, "new/table.toml"),
    )


def told(old: str, new: str, was: dict[str, str], now: dict[str, str]) -> list[str]:
    return lines(changes(old, new, was, now))


# -------------------------------------------------------------------------- the comparison


def test_the_same_said_otherwise_is_no_difference() -> None:
    other = "# ours\nstrip.pixels = 60\ngames = {sweepers = {referee = 'live'}}\n"
    assert changes("", other, {}, {}) == Changes()
    assert changes("", other, {}, {}).count == 0
    assert told("", other, {}, {}) == []


def test_settings_are_told_by_key_old_and_new() -> None:
    old = '[table]\nid = "one"\n[games.sweet-takes]\nsuits = ["blue-worms", "green-bursts", '
    old += '"pink-buttons"]\n'
    new = '[table]\nid = "two"\n[strip]\nbrightness = 1\n[sounds]\nquiet = true\n'
    assert told(old, new, {}, {}) == [
        'table.id: "one" -> "two"',
        "strip.brightness: 0.5 -> 1.0",
        "sounds.quiet: false -> true",
        'games.sweet-takes.suits: ["blue-worms", "green-bursts", "pink-buttons"] -> []',
    ]
    assert changes(old, new, {}, {}).settings[0] == Change("table.id", "one", "two")


SPANS = "".join(
    f'[[span]]\nplace = "{place}"\nfirst = {first}\ncount = {count}\n'
    for place, first, count in (
        ("north", 3, 12),
        ("east", 15, 12),
        ("deck", 28, 1),
        ("south", 33, 12),
        ("west", 45, 12),
        ("meadow", 7, 60),
    )
)


def test_spans_are_told_by_place() -> None:
    assert changes("", SPANS, {}, {}).spans == (
        SpanChange("deck", (27, 6), (28, 1)),
        SpanChange("five", (57, 6), None),
        SpanChange("meadow", None, (7, 60)),
    )
    assert told("", SPANS, {}, {}) == [
        "light span deck: 6 pixels from 27 -> 1 pixel from 28",
        "light span five: 6 pixels from 57 -> none",
        "light span meadow: none -> 60 pixels from 7",
    ]


def test_the_order_of_spans_does_not_matter() -> None:
    parts = SPANS.split("[[span]]")
    assert told(SPANS, "[[span]]".join(["", *parts[:0:-1]]), {}, {}) == []


def test_sets_are_told_by_name_and_pieces() -> None:
    was = {"rakes": RAKES, "cards": CARDS}
    now = {"rakes": RAKES.replace("red", "green") + '[[rake]]\ncolour = "gold"\n'}
    old = '[pieces]\nsets = ["rakes.toml", "cards.toml"]\n'
    new = '[pieces]\nsets = ["rakes.toml", "commands"]\n'
    found = changes(old, new, was, now)

    assert found.sets[0] == SetChange(
        "rakes", "changed", ("rake.green", "rake.gold"), ("rake.red",), ()
    )
    assert [(one.name, one.change) for one in found.sets[1:]] == [
        ("cards", "removed"),
        ("commands", "added"),
    ]
    assert lines(found) == [
        'pieces.sets: ["rakes.toml", "cards.toml"] -> ["rakes.toml", "commands"]',
        "set rakes: 2 added (rake.green, rake.gold), 1 removed (rake.red)",
        "set cards: removed, 40 pieces",
        "set commands: added, 18 pieces",
    ]


def test_a_piece_that_looks_otherwise_is_told() -> None:
    table = '[pieces]\nsets = ["cards.toml"]\n'
    better = CARDS.replace("3 = 8", "3 = 9")
    assert told(table, table, {"cards": CARDS}, {"cards": better}) == [
        "set cards: 4 changed (card.bears.3, card.cats.3, card.dogs.3 and 1 more)"
    ]


def test_a_set_with_another_note_is_told() -> None:
    noted = RAKES.replace('"rakes"\n', '"rakes"\nnote = "ours"\n')
    assert told(RAKES_ONLY, RAKES_ONLY, {"rakes": RAKES}, {"rakes": noted}) == [
        "set rakes: other words or another order"
    ]


def test_tags_are_told_that_came_went_or_moved() -> None:
    table = RAKES_ONLY + 'register = "tags.toml"\n'
    two = '[[tag]]\nuid = "{}"\npiece = "rake.red"\n[[tag]]\nuid = "{}"\npiece = "rake.blue"\n'
    was = {"rakes": RAKES, "tags": two.format("01000001", "01000002")}
    now = {"rakes": RAKES, "tags": two.format("01000003", "01000001")}
    found = changes(table, table, was, now)

    assert found.tags == (
        TagChange("01000001", "rake.red", "rake.blue"),
        TagChange("01000002", "rake.blue", None),
        TagChange("01000003", None, "rake.red"),
    )
    assert lines(found) == [
        "tag 01000001: moved from rake.red to rake.blue",
        "tag 01000002: removed, was in rake.blue",
        "tag 01000003: added, in rake.red",
    ]
    assert found.count == 3


def test_a_register_instead_of_made_up_tags_is_one_line() -> None:
    table = RAKES_ONLY + 'register = "tags.toml"\n'
    was, now = {"rakes": RAKES}, {"rakes": RAKES, "tags": REGISTER}
    assert told(RAKES_ONLY, table, was, now) == [
        'pieces.register: "" -> "tags.toml"',
        "register: made up -> 1 tag",
    ]
    assert told(table, RAKES_ONLY, now, was)[-1] == "register: 1 tag -> made up"


def test_made_up_tags_of_other_pieces_are_not_told() -> None:
    was, now = {"rakes": RAKES}, {"rakes": RAKES.replace("red", "green")}
    assert told(RAKES_ONLY, RAKES_ONLY, was, now) == [
        "set rakes: 1 added (rake.green), 1 removed (rake.red)"
    ]


# ---------------------------------------------------------------------------- the command


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_differences_are_lines_and_exit_code_1() -> None:
    write(Path("old"), {})
    write(Path("new"), {"table.toml": "[sounds]\nquiet = true\n"})

    done = meadow("diff", "old/table.toml", "new/table.toml")

    assert (done.code, done.err) == (1, "")
    assert done.out == (
        "sounds.quiet: false -> true\nnew/table.toml: 1 difference from old/table.toml\n"
    )
    same = meadow("diff", "old/table.toml", "old/table.toml")
    assert (same.code, same.out) == (0, "old/table.toml: no difference from old/table.toml\n")


def test_differences_as_json() -> None:
    table = RAKES_ONLY + 'register = "tags.toml"\n'
    write(Path("old"), {"table.toml": RAKES_ONLY, "rakes.toml": RAKES})
    files = {"rakes.toml": RAKES.replace("red", "gold"), "tags.toml": ""}
    write(Path("new"), {"table.toml": table + SPANS, **files})

    done = meadow("diff", "old/table.toml", "new/table.toml", "--json")

    assert (done.code, done.err) == (1, "")
    document = done.document
    assert document["changes"].pop("spans")[0] == {"place": "deck", "old": [27, 6], "new": [28, 1]}
    assert document == {
        "old": "old/table.toml",
        "new": "new/table.toml",
        "same": False,
        "changes": {
            "settings": [{"key": "pieces.register", "old": "", "new": "tags.toml"}],
            "sets": [
                {
                    "name": "rakes",
                    "change": "changed",
                    "added": ["rake.gold"],
                    "removed": ["rake.red"],
                    "altered": [],
                }
            ],
            "registers": ["made up", "0 tags"],
            "tags": [],
        },
    }
    assert meadow("diff", "old/table.toml", "old/table.toml", "--json").document["same"] is True


def test_mistakes_of_both_files_are_told_and_nothing_is_compared() -> None:
    write(Path("old"), {"table.toml": "[strip]\npixels = 1\n"})
    write(Path("new"), {"table.toml": "[strp]\n"})

    done = meadow("diff", "old/table.toml", "new/table.toml")

    assert (done.code, done.out) == (2, "")
    assert [line.split(": ")[:3] for line in done.err.splitlines()] == [
        ["meadow", "old/table.toml:2", "strip.pixels"],
        ["meadow", "new/table.toml:1", "strp"],
    ]
