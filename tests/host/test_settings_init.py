"""`meadow init`: a table.toml that says all there is to set, and is what a table has without it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
from meadow.games.package import Package, load_packages
from meadow.settings.load import default_settings, parse_settings
from meadow.settings.schema import Settings
from meadow_host.configuring.template import init_text, toml_text
from pytest_mock import MockerFixture

from tests.host.calls import meadow

GAMES = load_packages()
TYPES = {name: package.settings_type for name, package in GAMES.items()}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# ------------------------------------------------------------------------------- the text


def test_what_init_writes_is_what_a_table_has_without_it() -> None:
    assert parse_settings(init_text(GAMES), "table.toml", TYPES) == default_settings(TYPES)


def _keys(kind: type[Any], path: str) -> Iterator[str]:
    for field in msgspec.structs.fields(kind):
        if isinstance(field.type, type) and issubclass(field.type, msgspec.Struct):
            yield from _keys(field.type, f"{path}.{field.name}".lstrip("."))
        elif field.name not in ("spans", "games"):
            yield f"[{path}] {field.name}"


def test_every_key_stands_there_below_a_sentence_and_what_is_allowed() -> None:
    text = init_text(GAMES)
    wanted = set(_keys(Settings, ""))
    for name, kind in TYPES.items():
        wanted |= set(_keys(kind, f"games.{name}"))
    told = set()
    for part in re.split(r"^(?=\[[a-z])", text, flags=re.MULTILINE)[1:]:
        header, *rest = part.split("\n")
        found = re.findall(
            r"^# [A-Z0-9][^\n]*\.\n(?:# [^\n]*\n)*?# allowed: [^\n]+\n(?:#   [^\n]*\n)*(\w+) = ",
            "\n".join(rest),
            re.MULTILINE,
        )
        told |= {f"{header} {key}" for key in found}
    assert told == wanted


def test_a_section_says_what_it_is_for_and_a_key_its_bounds() -> None:
    assert (
        "# The light strip and what it may draw, all pixels together.\n"
        "[strip]\n"
        "# The length of the light strip round the meadow; another length needs spans of its own.\n"
        "# allowed: a whole number from 12 to 1000\n"
        "pixels = 60\n"
    ) in init_text(GAMES)


def test_no_line_is_longer_than_a_screen() -> None:
    assert max(map(len, init_text(GAMES).splitlines())) <= 100


class Inner(msgspec.Struct, frozen=True):
    """Within it."""

    depth: int = 3


class Odd(msgspec.Struct, frozen=True):
    """The settings of another game. It has more."""

    title: Annotated[str, msgspec.Meta(title="Said.")] = 'a "b"\n\x7f'
    few: tuple[float, ...] = (1.5, 2.0)
    pairs: dict[str, int] = msgspec.field(default_factory=lambda: {"a b": 1})
    nothing: int | None = None
    inner: Inner = Inner()


def test_a_game_with_keys_of_any_kind_is_written_as_it_is(mocker: MockerFixture) -> None:
    package = mocker.Mock(settings_type=Odd, title="Odd game")
    packages: dict[str, Package] = {"odd": package}

    text = init_text(packages)

    assert parse_settings(text, "t.toml", {"odd": Odd}).games == {"odd": Odd()}
    assert text.endswith(
        "# Odd game\n"
        "[games.odd]\n"
        "# Said.\n"
        "# allowed: a text\n"
        'title = "a \\"b\\"\\n\\u007f"\n'
        "# allowed: a list, each a number\n"
        "few = [1.5, 2.0]\n"
        "# allowed: a table\n"
        'pairs = { "a b" = 1 }\n'
        "# allowed: a whole number\n"
        "# nothing =\n"
        "\n"
        "# Within it.\n"
        "[games.odd.inner]\n"
        "# allowed: a whole number\n"
        "depth = 3\n"
    )


@pytest.mark.parametrize(
    ("value", "text"),
    [({}, "{}"), ([], "[]"), (True, "true"), ("ä", '"ä"'), ([["a"], 1], '[["a"], 1]')],
)
def test_values_are_written_as_toml(value: object, text: str) -> None:
    assert toml_text(value) == text


# ---------------------------------------------------------------------------- the command


def test_init_writes_table_toml_which_validate_finds_fine() -> None:
    done = meadow("init")

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "table.toml: written, with all defaults; check it after changes: "
        "meadow validate table.toml\n"
    )
    assert Path("table.toml").read_text(encoding="utf-8") == init_text(GAMES)
    assert meadow("validate", "table.toml").code == 0


def test_init_writes_the_file_that_is_named_and_tells_it_as_json() -> None:
    Path("my tables").mkdir()

    done = meadow("init", "my tables/one.toml", "--json")

    assert done.document == {"file": "my tables/one.toml"}
    assert "To check it: meadow validate one.toml\n" in Path("my tables/one.toml").read_text()
    assert [path.name for path in Path("my tables").iterdir()] == ["one.toml"]


def test_a_file_that_is_there_stays_unless_it_is_forced() -> None:
    Path("table.toml").write_text("# mine\n")

    done = meadow("init")

    assert (done.code, done.out) == (2, "")
    assert done.err == (
        "meadow: table.toml: is there already; name another, or --force writes over it\n"
    )
    assert Path("table.toml").read_text() == "# mine\n"
    assert meadow("init", "--force").code == 0
    assert Path("table.toml").read_text() == init_text(GAMES)


@pytest.mark.parametrize(
    ("name", "code", "message"),
    [
        (".", 2, "meadow: .: a folder; name a file\n"),
        ("", 2, "meadow: FILE: the name is empty; name a file or a folder\n"),
        ("none/t.toml", 1, "meadow: none/t.toml: cannot be written: no such file or folder; plug "
         "the disk in, or make the folder\n"),
        ("x" * 300, 1, f"meadow: {'x' * 300}: cannot be written: File name too long; check "
         "the disk\n"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["init", "schema"])
def test_a_file_that_cannot_be_written_is_one_line(
    command: str, name: str, code: int, message: str
) -> None:
    done = meadow(command, name)

    assert (done.code, done.out) == (code, "")
    assert done.err == message
