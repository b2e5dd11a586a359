"""`meadow schema`: what an editor is told agrees with what a table takes."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from meadow.games.package import Package, load_packages
from meadow.settings.load import SettingsError, parse_settings
from meadow_host.configuring.json_schema import table_schema
from meadow_host.configuring.template import init_text
from pytest_mock import MockerFixture

from tests.host.calls import meadow
from tests.host.test_settings_init import Odd

GAMES = load_packages()
TYPES = {name: package.settings_type for name, package in GAMES.items()}
SCHEMA = table_schema(GAMES)
KINDS: dict[str, type | tuple[type, ...]] = {
    "object": dict, "array": list, "string": str, "integer": int, "number": (int, float),
    "boolean": bool, "null": type(None),
}  # fmt: skip
KNOWN = {
    "$schema", "$defs", "$ref", "title", "description", "default", "type", "properties", "required",
    "additionalProperties", "items", "enum", "minimum", "maximum", "minLength", "maxLength",
    "pattern", "minItems", "maxItems", "anyOf",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], at: str = "", root: Any = None) -> list[str]:
    """The places at which a value does not fit: as much of JSON Schema as stands in this one."""
    root = schema if root is None else root
    assert set(schema) <= KNOWN, set(schema) - KNOWN
    found = []
    if "$ref" in schema:
        found += faults(value, root["$defs"][schema["$ref"].split("/")[-1]], at, root)
    if "type" in schema:
        kind = KINDS[schema["type"]]
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            return [*found, at]
    fits = [
        "enum" not in schema or value in schema["enum"],
        "minimum" not in schema or value >= schema["minimum"],
        "maximum" not in schema or value <= schema["maximum"],
        "maxLength" not in schema or len(value) <= schema["maxLength"],
        "maxItems" not in schema or len(value) <= schema["maxItems"],
        # In the patterns of JSON Schema $ is the end of the text, not of the last line.
        "pattern" not in schema or re.search(schema["pattern"].replace("$", r"\Z"), value),
    ]
    found += [] if all(fits) else [at]
    if isinstance(value, dict):
        known = schema.get("properties", {})
        found += [f"{at}.{name}" for name in schema.get("required", ()) if name not in value]
        for name, one in value.items():
            if name in known:
                found += faults(one, known[name], f"{at}.{name}", root)
            elif schema.get("additionalProperties") is False:
                found.append(f"{at}.{name}")
    if isinstance(value, list) and "items" in schema:
        for index, one in enumerate(value):
            found += faults(one, schema["items"], f"{at}[{index + 1}]", root)
    return found


def test_what_init_writes_fits_the_schema() -> None:
    assert faults(tomllib.loads(init_text(GAMES)), SCHEMA) == []


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[tabel]\n", "tabel"),
        ('[table]\nid = "A b"\n', "table.id"),
        ('[table]\nid = "a\\n"\n', "table.id"),
        ("[strip]\npixels = 11\n", "strip.pixels"),
        ("[strip]\npixels = 1001\n", "strip.pixels"),
        ("[strip]\nbrightness = true\n", "strip.brightness"),
        ("[strip]\nbrihgtness = 1\n", "strip.brihgtness"),
        ('[[span]]\nplace = "nort"\nfirst = 0\ncount = 1\n', "span[1].place"),
        ('[[span]]\nplace = "north"\nfirst = 0\n', "span[1].count"),
        ("[sounds]\nquiet = 1\n", "sounds.quiet"),
        ('[pieces]\nsets = ["a.toml", "../b.toml"]\n', "pieces.sets[2]"),
        ('[pieces]\nsets = ["a/b.toml", "commandos"]\n', "pieces.sets[2]"),
        (f"[pieces]\nsets = {['a.toml'] * 61}\n", "pieces.sets"),
        (f'[pieces]\nregister = "{"a" * 96}.toml"\n', "pieces.register"),
        ('[pieces]\nregister = "/a.toml"\n', "pieces.register"),
        ("[journal]\nkeep_games = -1\n", "journal.keep_games"),
        ("[readers.presence]\nvanish_ms = 29\n", "readers.presence.vanish_ms"),
        ("[readers.presense]\n", "readers.presense"),
        ('[games.sweepers]\nreferee = "liv"\n', "games.sweepers.referee"),
        ("[games.sweet-takes]\nsuits = [1]\n", "games.sweet-takes.suits[1]"),
        ("[games.chess]\n", "games.chess"),
    ],
)
def test_a_mistake_that_the_loader_tells_is_marked_at_the_same_key(text: str, place: str) -> None:
    assert faults(tomllib.loads(text), SCHEMA) == [f".{place}"]
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "t.toml", TYPES)
    assert place in {problem.key for problem in caught.value.problems}


@pytest.mark.parametrize(
    "text",
    [
        "",
        '[pieces]\nsets = ["box.toml", "boxes/of ours/ä.toml", "commands"]\nregister = "r.toml"\n',
        "[strip]\nbrightness = 1\nmax_current_ma = 240\n",
        '[games.sweet-takes]\nsuits = ["any"]\n',
    ],
)
def test_what_the_loader_takes_is_not_marked(text: str) -> None:
    assert faults(tomllib.loads(text), SCHEMA) == []
    parse_settings(text, "t.toml", TYPES)


def test_an_editor_shows_what_a_key_is_for_and_its_default() -> None:
    strip = SCHEMA["$defs"]["StripSettings"]
    assert strip["description"] == "The light strip and what it may draw, all pixels together."
    assert strip["properties"]["brightness"] == {
        "type": "number",
        "minimum": 0.05,
        "maximum": 1,
        "default": 0.5,
        "description": "1 is full, 0.05 the dimmest that is seen.",
    }
    assert SCHEMA["$defs"]["TableSettings"]["properties"]["id"]["description"] == (
        "The name of this table; it stands in every journal. "
        "Allowed: 1 to 40 small letters, digits and hyphens"
    )


def test_a_game_with_sections_within_its_own_is_in_it_as_a_whole(mocker: MockerFixture) -> None:
    packages: dict[str, Package] = {"odd": mocker.Mock(settings_type=Odd, title="Odd game")}
    schema = table_schema(packages)

    assert schema["properties"]["games"]["properties"]["odd"]["description"] == "Odd game"
    assert faults({"games": {"odd": {"inner": {"depth": 1}}}}, schema) == []
    wrong = {"games": {"odd": {"inner": {"dept": 1}}}}
    assert faults(wrong, schema) == [".games.odd.inner.dept"]


# ---------------------------------------------------------------------------- the command


def test_the_schema_is_shown_or_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert meadow("schema").document == SCHEMA
    assert meadow("schema", "--json").document == SCHEMA
    done = meadow("schema", "s.json")
    assert done.out == "s.json: written; docs/settings.md says how an editor finds it\n"
    assert json.loads(Path("s.json").read_text(encoding="utf-8")) == SCHEMA


def test_settings_are_not_written_over_by_mistake(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("table.toml").write_text("# mine\n")

    done = meadow("schema", "table.toml", "--json")

    assert done.code == 2
    assert done.document == {
        "error": "table.toml: is there already; name another, or --force writes over it"
    }
    assert Path("table.toml").read_text() == "# mine\n"
    assert meadow("schema", "table.toml", "--force", "--json").document == {"file": "table.toml"}
