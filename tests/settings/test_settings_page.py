"""docs/settings.md is true: its example is loaded, its tables and messages are those that come."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import msgspec
import pytest
from meadow.bundle.bundle import MAGIC, MOST_BYTES, MOST_FILE_BYTES, MOST_FILES, Bundle
from meadow.bundle.load import ConfigurationError, load_bundle
from meadow.games.package import load_packages
from meadow.lights.spans import DEFAULT_SPANS
from meadow.settings.load import SettingsError, default_settings, parse_settings
from meadow.settings.schema import (
    ConsoleSettings,
    JournalSettings,
    PiecesSettings,
    Settings,
    SoundSettings,
    StripSettings,
    TableSettings,
)

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
RAISED, ALONE, TOGETHER, WARNED = re.findall(
    r"```\n((?:\S+\.toml:|warning: ).*?)\n```", PAGE, re.DOTALL
)
ROWS = re.findall(r"^\| `(\w+)\.(\w+)` \| (.*) \| `(.*)` \|$", PAGE, re.MULTILINE)

BOX = (resources.files("meadow.pieces.data") / "sweepers.toml").read_text("utf-8")
REGISTER = '[[tag]]\nuid = "04:a2:b3:c4:d5:e6:f7"\npiece = "rake.red"\n'


def _bundle(table: str, box: str = BOX, **more: str) -> Bundle:
    files = {"table.toml": table, "our-box.toml": box}
    files |= {f"{name}.toml": text for name, text in more.items()}
    return Bundle({name: text.encode() for name, text in files.items()})


def test_the_example_on_the_page_gives_what_it_says() -> None:
    assert parse_settings(EXAMPLE, "table.toml", {}) == Settings(
        table=TableSettings(id="library-2", hardware="rev-1"),
        pieces=PiecesSettings(
            sets=("our-box.toml", "sweet-takes", "commands"), register="register.toml"
        ),
        strip=StripSettings(pixels=60, brightness=0.4, max_current_ma=1200),
        spans=DEFAULT_SPANS,
        sounds=SoundSettings(quiet=True),
        journal=JournalSettings(folder="games", keep_games=500),
        console=ConsoleSettings(
            enabled=True, address="0.0.0.0", port=8080, names=("table.example.org",)
        ),
        games={},
    )
    loaded = load_bundle(_bundle(EXAMPLE, register=REGISTER), load_packages())
    assert [one.name for one in loaded.sets] == ["sweepers", "sweet-takes", "commands"]


def test_the_defaults_on_the_page_are_the_defaults() -> None:
    lines = [f"{section}.{key} = {default}\n" for section, key, _, default in ROWS]
    assert len(lines) == 14
    assert parse_settings("".join(lines), "page.toml", {}) == default_settings({})


def test_every_key_of_the_table_itself_stands_on_the_page() -> None:
    sections = ("table", "pieces", "strip", "sounds", "journal", "console")
    keys = [
        (field.name, key.name)
        for field in msgspec.structs.fields(Settings)
        if field.name in sections
        for key in msgspec.structs.fields(field.type)
    ]
    assert [(section, key) for section, key, _, _ in ROWS if section != "span"] == keys


def test_the_bounds_on_the_page_are_those_of_the_messages() -> None:
    text = "".join(f"{section}.{key} = {{}}\n" for section, key, _, _ in ROWS)
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "page.toml", {})
    told = [message.split("; allowed: ")[1] for message in caught.value.messages]
    assert told == [allowed for _, _, allowed, _ in ROWS]


def test_the_messages_on_the_page_are_those_that_come() -> None:
    wrong = EXAMPLE.replace("brightness = 0.4 ", "brihgtness = 0.4 ")
    wrong = wrong.replace("max_current_ma = 1200", "max_current_ma = 50")
    wrong = wrong.replace("first = 15", "first = 14")
    with pytest.raises(SettingsError) as caught:
        parse_settings(wrong, "table.toml", {})
    assert list(caught.value.messages) == ALONE.splitlines()


def test_the_messages_of_files_and_games_on_the_page_are_those_that_come() -> None:
    suits = '\n[games.sweet-takes]\nsuits = ["blue-worm", "green-bursts", "white-swirls"]\n'
    wrong = _bundle(EXAMPLE + suits, register=REGISTER.replace("red", "rde"))
    with pytest.raises(ConfigurationError) as caught:
        load_bundle(wrong, load_packages())
    assert list(caught.value.messages) == TOGETHER.splitlines()


def test_the_warning_on_the_page_is_the_one_that_comes() -> None:
    fewer = BOX.replace(', "heather", "sunset", "snow"]\n\n[[', "]\n\n[[")
    made_up = EXAMPLE.replace('register = "register.toml"', 'register = ""')
    loaded = load_bundle(_bundle(made_up, fewer), load_packages())
    assert [f"warning: {one}" for one in loaded.warnings] == WARNED.splitlines()


def test_the_warnings_of_lights_that_were_allowed_once_are_those_that_come() -> None:
    old = Bundle({"table.toml": b"[strip]\nbrightness = 0.02\nmax_current_ma = 100\n"})
    loaded = load_bundle(old, load_packages(), "slot a: table.toml", in_use=True)
    assert [f"warning: {one}" for one in loaded.warnings] == RAISED.splitlines()


def test_every_key_of_every_game_stands_on_the_page() -> None:
    told = re.findall(r"^\| `games\.([\w-]+)\.(\w+)` \|", PAGE, re.MULTILINE)
    keys = [
        (name, field.name)
        for name, package in load_packages().items()
        for field in msgspec.structs.fields(package.settings_type)
    ]
    assert sorted(told) == sorted(keys)


def test_the_bounds_of_a_bundle_on_the_page_are_those_there_are() -> None:
    assert f"At most {MOST_FILES} files, {MOST_FILE_BYTES:,} bytes each, {MOST_BYTES:,}" in PAGE
    assert f"| {len(MAGIC)} | `{MAGIC.decode()}` |" in PAGE
    assert len(Bundle({"table.toml": b""}).encode()) == 48 + 4 + 64 + len(" 0 table.toml\n")
