"""The settings of a table: defaults, what a file may say, and what is refused."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
import pytest
from meadow.lights.spans import DEFAULT_SPANS, Span
from meadow.settings.load import (
    SettingsError,
    default_settings,
    load_settings,
    parse_settings,
)
from meadow.settings.schema import (
    ConsoleSettings,
    JournalSettings,
    PiecesSettings,
    Settings,
    SoundSettings,
    StripSettings,
    TableSettings,
)


class Snap(msgspec.Struct, frozen=True):
    """The settings of a game for these tests."""

    window_ms: Annotated[int, msgspec.Meta(ge=0, le=1000)] = 250
    order: Literal["round", "blocks"] = "round"


class Tag(msgspec.Struct, frozen=True):
    """Another one."""

    lives: Annotated[int, msgspec.Meta(ge=1)] = 3


GAMES = {"snap": Snap, "tag": Tag}


def _spans(**spans: tuple[int, int]) -> str:
    return "".join(
        f'[[span]]\nplace = "{place}"\nfirst = {first}\ncount = {count}\n'
        for place, (first, count) in spans.items()
    )


def _messages(text: str) -> list[str]:
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "table.toml", GAMES)
    return list(caught.value.messages)


# ------------------------------------------------------------------------- what it gives


def test_an_empty_file_gives_the_defaults() -> None:
    assert parse_settings("", "table.toml", GAMES) == Settings(
        table=TableSettings(id="meadow", hardware="rev-1"),
        pieces=PiecesSettings(sets=(), register=""),
        strip=StripSettings(pixels=60, brightness=0.5, max_current_ma=1500),
        spans=DEFAULT_SPANS,
        sounds=SoundSettings(quiet=False),
        journal=JournalSettings(folder="games", keep_games=0),
        console=ConsoleSettings(enabled=True, address="0.0.0.0", port=8080, names=()),
        games={"snap": Snap(250, "round"), "tag": Tag(3)},
    )


def test_a_table_without_a_file_has_the_defaults() -> None:
    assert default_settings(GAMES) == parse_settings("", "table.toml", GAMES)
    assert default_settings({}).games == {}


def test_every_section_is_read(tmp_path: Path) -> None:
    path = tmp_path / "table.toml"
    path.write_text(
        '[table]\nid = "t-1"\nhardware = "b2"\n[pieces]\nsets = ["x/y.toml", "commands"]\n'
        'register = "r.toml"\n[strip]\npixels = 100\nbrightness = 1\nmax_current_ma = 3000\n'
        '[sounds]\nquiet = true\n[journal]\nfolder = "logs/today"\n'
        'keep_games = 7\n[console]\nenabled = false\naddress = "::1"\nport = 80\n'
        'names = ["table.example.org", "t2"]\n'
        '[games.snap]\nwindow_ms = 100\norder = "blocks"\n'
        + _spans(north=(90, 20), east=(10, 20), south=(30, 20), west=(50, 20), deck=(70, 5)),
        encoding="utf-8",
    )
    assert load_settings(path, GAMES) == Settings(
        table=TableSettings(id="t-1", hardware="b2"),
        pieces=PiecesSettings(sets=("x/y.toml", "commands"), register="r.toml"),
        strip=StripSettings(pixels=100, brightness=1.0, max_current_ma=3000),
        spans=(
            Span("north", 90, 20),
            Span("east", 10, 20),
            Span("south", 30, 20),
            Span("west", 50, 20),
            Span("deck", 70, 5),
        ),
        sounds=SoundSettings(quiet=True),
        journal=JournalSettings(folder="logs/today", keep_games=7),
        console=ConsoleSettings(
            enabled=False, address="::1", port=80, names=("table.example.org", "t2")
        ),
        games={"snap": Snap(100, "blocks"), "tag": Tag(3)},
    )


def test_the_built_in_spans_pass_as_spans_of_a_file() -> None:
    text = "".join(_spans(**{span.place: (span.first, span.count)}) for span in DEFAULT_SPANS)
    assert parse_settings(text, "table.toml", GAMES).spans == DEFAULT_SPANS


def test_the_span_of_the_whole_meadow_lies_under_the_others() -> None:
    sides = {"north": (7, 12), "east": (19, 12), "south": (31, 12), "west": (43, 12)}
    text = _spans(meadow=(7, 60), deck=(55, 6), **sides)
    assert parse_settings(text, "table.toml", GAMES).spans[0] == Span("meadow", 7, 60)


def test_the_same_settings_have_the_same_bytes_and_digest() -> None:
    one = parse_settings("[games.snap]\n[strip]\nbrightness = 1\n", "a.toml", GAMES)
    other = parse_settings("strip = {pixels = 60, brightness = 1.0}\n", "b.toml", GAMES)
    assert one.canonical() == other.canonical()
    assert one.digest == other.digest
    assert one.digest != default_settings(GAMES).digest


def test_the_canonical_bytes_are_json_with_sorted_keys() -> None:
    settings = Settings(spans=(Span("deck", 1, 2),), games={"tag": Tag(2), "snap": Snap()})
    canonical = settings.canonical()
    # What the readers' own settings are is tested with them.
    assert canonical.replace(msgspec.json.encode(settings.readers, order="sorted"), b"...") == (
        b'{"console":{"address":"0.0.0.0","enabled":true,"names":[],"port":8080},'
        b'"games":{"snap":{"order":"round","window_ms":250},"tag":{"lives":2}},'
        b'"journal":{"folder":"games","keep_games":0},"pieces":{"register":"","sets":[]},'
        b'"readers":...,"sounds":{"quiet":false},'
        b'"spans":[{"count":2,"first":1,"place":"deck"}],'
        b'"strip":{"brightness":0.5,"max_current_ma":1500,"pixels":60},'
        b'"table":{"hardware":"rev-1","id":"meadow"}}'
    )


# ------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[strip]\nbrightness = 1.01",
            "table.toml:2: strip.brightness: 1.01 is too big; allowed: a number from 0.05 to 1",
        ),
        (
            "[strip]\nmax_current_ma = 99",
            "table.toml:2: strip.max_current_ma: 99 is too small; "
            "allowed: a whole number from 100 to 20000",
        ),
        (
            "[strip]\npixels = 11",
            "table.toml:2: strip.pixels: 11 is too small; allowed: a whole number from 12 to 1000",
        ),
        (
            "\n[strip]\npixels = 30",
            "table.toml:3: strip.pixels: the built-in light spans are for 60 pixels, not 30; "
            "give a [[span]] for each place",
        ),
        (
            '[table]\nid = "My Table"',
            'table.toml:2: table.id: "My Table" does not fit; '
            "allowed: 1 to 40 small letters, digits and hyphens",
        ),
        (
            '[sounds]\nquiet = "yes"',
            'table.toml:2: sounds.quiet: "yes" is not true or false; allowed: true or false',
        ),
        (
            '[journal]\nfolder = ""',
            'table.toml:2: journal.folder: "" does not fit; allowed: the path of a folder',
        ),
        (
            '[table]\nhardware = "Rev 1"',
            'table.toml:2: table.hardware: "Rev 1" does not fit; '
            "allowed: 1 to 40 small letters, digits and hyphens",
        ),
        (
            "[journal]\nkeep_games = -1",
            "table.toml:2: journal.keep_games: -1 is too small; "
            "allowed: a whole number from 0 to 1000000",
        ),
        (
            '[console]\naddress = "my table"',
            'table.toml:2: console.address: "my table" does not fit; '
            "allowed: an address or name of this machine",
        ),
        (
            '[console]\nnames = ["http://table"]',
            'table.toml:2: console.names[1]: "http://table" does not fit; '
            "allowed: a name in a network, in small letters",
        ),
        (
            "[console]\nport = 65536",
            "table.toml:2: console.port: 65536 is too big; allowed: a whole number from 1 to 65535",
        ),
        (
            '[pieces]\nregister = "../r.toml"',
            'table.toml:2: pieces.register: "../r.toml" does not fit; '
            'allowed: a .toml file in the folder of this one or below it, or "" for none',
        ),
        (
            '[pieces]\nsets = ["a.toml",\n"a.toml"]',
            'table.toml:3: pieces.sets[2]: "a.toml" is named already, on line 2; '
            "allowed: each file once",
        ),
        (
            "[sound]\nquiet = true",
            'table.toml:1: sound: unknown key, did you mean "sounds"?; '
            "allowed: console, games, journal, pieces, readers, sounds, span, strip, table",
        ),
        (
            "[games.snap]\nwindow_ms = 1001",
            "table.toml:2: games.snap.window_ms: 1001 is too big; "
            "allowed: a whole number from 0 to 1000",
        ),
        (
            "[games.snap]\norder = 'blocs'",
            'table.toml:2: games.snap.order: "blocs" is not known, did you mean "blocks"?; '
            'allowed: "blocks" or "round"',
        ),
        (
            "[games.snpa]\n",
            'table.toml:1: games.snpa: unknown key, did you mean "snap"?; allowed: snap, tag',
        ),
        ("games = 3", "table.toml:1: games: 3 is not a table; allowed: tables as [games.NAME]"),
        (
            "[games]\nsnap = 3",
            "table.toml:2: games.snap: 3 is not a table; allowed: a table with window_ms, order",
        ),
    ],
)
def test_a_bad_setting_is_told_with_file_line_and_what_is_allowed(text: str, message: str) -> None:
    assert _messages(text) == [message]


SIDES = {"north": (3, 12), "east": (15, 12), "south": (33, 12), "west": (45, 12)}


@pytest.mark.parametrize(
    ("spans", "message"),
    [
        (
            {"deck": (26, 6)},
            "table.toml:17: span[5]: deck overlaps east on line 5 at pixel 26; "
            "allowed: each pixel in one span",
        ),
        (
            {"deck": (27, 6), "five": (57, 10)},
            "table.toml:21: span[6]: five overlaps north on line 1 at pixels 3 to 6; "
            "allowed: each pixel in one span",
        ),
        (
            {"deck": (60, 2)},
            "table.toml:19: span[5].first: deck begins at pixel 60, off the strip; "
            "allowed: 0 to 59",
        ),
        (
            {"deck": (27, 61)},
            "table.toml:20: span[5].count: deck has 61 pixels, more than the strip; "
            "allowed: 1 to 60",
        ),
        (
            {"deck": (27, 0)},
            "table.toml:20: span[5].count: 0 is too small; allowed: a whole number of at least 1",
        ),
        (
            {"deck": (27, 6), "meadow": (0, 59)},
            "table.toml:24: span[6].count: meadow is the whole ring; allowed: 60",
        ),
        (
            {"dekc": (27, 6)},
            'table.toml:18: span[5].place: "dekc" is not known, did you mean "deck"?; allowed: '
            '"deck", "east", "five", "meadow", "north", "south" or "west"',
        ),
        (
            {},
            "table.toml:1: span: there is none for deck; each side and the deck reader need one",
        ),
    ],
)
def test_a_span_that_cannot_be_is_told_by_name_and_line(
    spans: dict[str, tuple[int, int]], message: str
) -> None:
    assert _messages(_spans(**SIDES, **spans)) == [message]


def test_an_overlap_across_the_end_of_the_strip_names_all_its_pixels() -> None:
    text = _spans(**SIDES, deck=(27, 6), five=(56, 10))
    assert [message for message in _messages(text) if "west" in message] == [
        "table.toml:21: span[6]: five overlaps west on line 13 at pixel 56; "
        "allowed: each pixel in one span"
    ]
    two_sided = _spans(north=(57, 6), east=(0, 60), south=(1, 1), west=(2, 1), deck=(3, 1))
    assert _messages(two_sided)[0] == (
        "table.toml:5: span[2]: east overlaps north on line 1 at pixels 0 to 2, 57 to 59; "
        "allowed: each pixel in one span"
    )


def test_two_spans_for_one_place_are_told() -> None:
    text = _spans(**SIDES, deck=(27, 6)) + _spans(deck=(28, 2))
    assert _messages(text) == [
        "table.toml:22: span[6].place: deck has a span already, on line 17; "
        "allowed: one for each place"
    ]


def test_everything_that_is_wrong_is_told_at_once_in_the_order_of_the_lines() -> None:
    text = (
        "[strip]\nbrightness = 2\npixels = 40\n[sounds]\nquite = true\n[games.snap]\n"
        "window_ms = -1\n[games.tag]\nlives = 0\n[jornal]\n"
    ) + _spans(**SIDES, deck=(27, 7))
    where = [message.split(": ")[:2] for message in _messages(text)]
    assert where == [
        ["table.toml:2", "strip.brightness"],
        ["table.toml:5", "sounds.quite"],
        ["table.toml:7", "games.snap.window_ms"],
        ["table.toml:9", "games.tag.lives"],
        ["table.toml:10", "jornal"],
        ["table.toml:19", "span[3]"],
        ["table.toml:25", "span[4].first"],
        ["table.toml:27", "span[5]"],
    ]


def test_spans_are_looked_at_even_where_the_length_of_the_strip_is_wrong() -> None:
    text = '[strip]\npixels = "sixty"\n' + _spans(
        north=(3, 12), east=(10, 12), south=(1000, 12), west=(45, 1200), five=(90, 6), meadow=(0, 6)
    )
    assert [message.split("; allowed")[0] for message in _messages(text)] == [
        'table.toml:2: strip.pixels: "sixty" is not a whole number',
        "table.toml:3: span: there is none for deck; each side and the deck reader need one",
        "table.toml:7: span[2]: east overlaps north on line 3 at pixels 10 to 14",
        "table.toml:13: span[3].first: south begins at pixel 1000, off any strip",
        "table.toml:18: span[4].count: west has 1200 pixels, more than any strip",
    ]


def test_what_may_be_so_on_some_strip_is_not_told_while_its_length_is_wrong() -> None:
    text = "[strip]\npixels = 7\n" + _spans(**SIDES, deck=(57, 8), meadow=(0, 59))
    assert [message.split(": ")[1] for message in _messages(text)] == ["strip.pixels"]


def test_a_place_without_a_span_is_told_beside_other_mistakes_of_spans() -> None:
    text = _spans(north=(3, 12), east=(15, 0), south=(33, 12), deck=(27, 6))
    assert [message.split(": ")[1:3] for message in _messages(text)] == [
        ["span", "there is none for west; each side and the deck reader need one"],
        ["span[2].count", "0 is too small; allowed"],
    ]
    # One that is misspelt may be meant for it.
    text = _spans(nroth=(3, 12), east=(15, 12), south=(33, 12), west=(45, 12), deck=(27, 6))
    assert [message.split(": ")[1] for message in _messages(text)] == ["span[1].place"]


@pytest.mark.parametrize("text", ["span = 3\n", "[span]\nfirst = 3\n", "span = [3, 4]\n"])
def test_spans_that_are_none_are_told(text: str) -> None:
    assert all(message.startswith("table.toml:1: span") for message in _messages(text))


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("sweet-take", ', did you mean "sweet-takes"?'),
        ("Sweepers", ', did you mean "sweepers"?'),
        ("comands", ', did you mean "commands"?'),
        ("box.txt", ""),
    ],
)
def test_a_misspelt_name_of_a_set_is_told_with_what_may_be_meant(name: str, hint: str) -> None:
    (message,) = _messages(f'[pieces]\nsets = ["sweepers2.toml", "{name}"]\n')
    assert message.startswith(f'table.toml:2: pieces.sets[2]: "{name}" does not fit{hint}; allowed')


def test_a_file_that_is_not_toml_or_not_there_is_one_plain_line(tmp_path: Path) -> None:
    assert _messages("[strip]\npixels 60\n") == [
        "table.toml:2: is not TOML: expected '=' after a key in a key/value pair"
    ]
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path / "none.toml", GAMES)
    assert str(caught.value).endswith("none.toml: cannot be read: No such file or directory")
