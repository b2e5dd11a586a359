"""The picture of the terminal view for the README."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from meadow_host.picture import svg_of
from rich.text import Text

from tests.host.calls import meadow

SVG = "{http://www.w3.org/2000/svg}"


def elements(svg: str, name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(svg).iter(SVG + name))


def test_text_stands_in_its_column_without_the_blanks_round_it() -> None:
    (text,) = elements(svg_of([Text("   a < b  ")], "a title"), "text")

    assert (text.text, text.get("x"), text.get("textLength")) == ("a < b", "39", "45")


def test_blocks_are_rectangles_in_their_colours() -> None:
    line = Text.assemble(("██", "#ff0000"), ("▀", "#00ff00 on #0000ff"))

    _, full, lower, upper = elements(svg_of([line], "t"), "rect")

    assert [full.get(name) for name in ("x", "width", "height", "fill")] == [
        "12",
        "18",
        "18",
        "#ff0000",
    ]
    assert [lower.get(name) for name in ("x", "height", "fill")] == ["30", "18", "#0000ff"]
    assert [upper.get(name) for name in ("x", "height", "fill")] == ["30", "9", "#00ff00"]


def test_a_picture_of_a_moment_can_be_made_again(tmp_path: Path) -> None:
    words = ("--seed", 7, "--at", "1:00")

    assert meadow("picture", tmp_path / "a.svg", *words).code == 0
    assert meadow("picture", tmp_path / "b.svg", *words).code == 0

    svg = (tmp_path / "a.svg").read_text("utf-8")
    texts = {text.text for text in elements(svg, "text")}
    assert {"NORTH", "EAST", "SOUTH", "WEST", "playing"} <= texts
    assert any(text and text.startswith("journal: games/000001-sweepers.jsonl") for text in texts)
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert svg == (tmp_path / "b.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ["x.svg", "--at", "2:00:00"],
            "meadow: the game of seed 39 is over before 2:00:00.000\n",
        ),
        (
            ["x.svg", "--at", "noon"],
            "meadow: --at: 'noon' is no time: write milliseconds (90000), ",
        ),
    ],
)
def test_a_moment_that_is_not_there_is_a_mistake(
    words: list[str], message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    done = meadow("picture", *words)

    assert done.code == 2
    assert done.err.startswith(message)


def test_a_picture_that_cannot_be_written_fails_in_one_line(tmp_path: Path) -> None:
    done = meadow("picture", tmp_path / "gone" / "x.svg")

    assert done.code == 1
    assert done.err == f"meadow: {tmp_path}/gone/x.svg: No such file or directory\n"
