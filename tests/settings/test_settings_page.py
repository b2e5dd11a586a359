"""docs/settings.md is true: its example is loaded, its table and messages are those that come."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest
from meadow.games.package import load_packages
from meadow.lights.spans import DEFAULT_SPANS
from meadow.settings.load import SettingsError, default_settings, parse_settings
from meadow.settings.schema import (
    JournalSettings,
    Settings,
    SoundSettings,
    StripSettings,
    TableSettings,
)

PAGE = (Path(__file__).parents[2] / "docs" / "settings.md").read_text(encoding="utf-8")
(EXAMPLE,) = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


def test_the_example_on_the_page_gives_what_it_says() -> None:
    assert parse_settings(EXAMPLE, "table.toml", {}) == Settings(
        table=TableSettings(id="library-2"),
        strip=StripSettings(pixels=60, brightness=0.4, max_current_ma=1200),
        spans=DEFAULT_SPANS,
        sounds=SoundSettings(quiet=True),
        journal=JournalSettings(folder="games"),
        games={},
    )


def test_the_defaults_on_the_page_are_the_defaults() -> None:
    rows = re.findall(r"^\| `(\w+)\.(\w+)` \| .* \| `(.*)` \|$", PAGE, re.MULTILINE)
    lines = [f"{section}.{key} = {default}\n" for section, key, default in rows]
    assert len(lines) == 6
    assert parse_settings("".join(lines), "page.toml", {}) == default_settings({})


def test_the_bounds_on_the_page_are_those_of_the_messages() -> None:
    rows = re.findall(r"^\| `(\w+)\.(\w+)` \| (.*) \| `.*` \|$", PAGE, re.MULTILINE)
    text = "".join(f"{section}.{key} = []\n" for section, key, _ in rows)
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "page.toml", {})
    told = [message.split("; allowed: ")[1] for message in caught.value.messages]
    assert told == [allowed for _, _, allowed in rows]


def test_the_messages_on_the_page_are_those_that_come() -> None:
    wrong = EXAMPLE.replace("brightness = 0.4 ", "brihgtness = 0.4 ")
    wrong = wrong.replace("max_current_ma = 1200", "max_current_ma = 50")
    wrong = wrong.replace("first = 15", "first = 14")
    with pytest.raises(SettingsError) as caught:
        parse_settings(wrong, "table.toml", {})
    assert list(caught.value.messages) == re.findall(r"^table\.toml:.*$", PAGE, re.MULTILINE)


def test_every_key_of_every_game_stands_on_the_page() -> None:
    told = re.findall(r"^\| `games\.([\w-]+)\.(\w+)` \|", PAGE, re.MULTILINE)
    keys = [
        (name, field.name)
        for name, package in load_packages().items()
        for field in msgspec.structs.fields(package.settings_type)
    ]
    assert sorted(told) == sorted(keys)
