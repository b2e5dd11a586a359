"""A document is compared with types, and everything that is wrong is said at once."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

import msgspec
import pytest
from meadow.tomlfile.checked import checked, checked_list, unknown_keys
from meadow.tomlfile.document import Problem, parse_document
from meadow.tomlfile.words import allowed_text
from msgspec import inspect


class Colour(StrEnum):
    RED = "red"
    BLUE = "blue"


class Lamp(msgspec.Struct, frozen=True):
    place: Literal["north", "south"]
    pixel: Annotated[int, msgspec.Meta(ge=0, le=59)] = 0


class House(msgspec.Struct, frozen=True):
    name: Annotated[str, msgspec.Meta(min_length=1, max_length=8)] = "house"
    slug: Annotated[str, msgspec.Meta(pattern="^[a-z]+$", description="small letters")] = "a"
    glow: Annotated[float, msgspec.Meta(ge=0, le=1)] = 0.5
    wait_ms: Annotated[int, msgspec.Meta(gt=0)] = 1
    even: Annotated[int, msgspec.Meta(ge=2, multiple_of=2)] = 2
    open: bool = False
    colour: Colour = Colour.RED
    rgb: tuple[int, int, int] = (0, 0, 0)
    lamps: tuple[Lamp, ...] = ()
    notes: Annotated[list[str], msgspec.Meta(max_length=2)] = []
    ages: dict[str, int] = {}
    owner: str | None = None
    size: int | bool = 1
    level: Literal[1, 2] = 1
    lowest: int = 0
    highest: int = 9

    def __post_init__(self) -> None:
        if self.lowest > self.highest:
            raise ValueError("lowest is above highest; allowed: lowest at most highest")


def _read(text: str) -> tuple[House | None, list[str]]:
    problems: list[Problem] = []
    house = checked(parse_document(text, "t.toml"), ("house",), House, problems)
    return house, [str(problem) for problem in problems]


def _problems(text: str) -> list[str]:
    house, messages = _read("[house]\n" + text)
    assert house is None
    return messages


def test_a_good_table_becomes_a_struct() -> None:
    text = '[house]\nname = "x"\nglow = 1\nrgb = [1, 2, 3]\nlamps = [{place = "south"}]\n'
    assert _read(text) == (House(name="x", glow=1.0, rgb=(1, 2, 3), lamps=(Lamp("south"),)), [])


def test_a_table_that_is_not_there_has_the_defaults() -> None:
    assert _read("") == (House(), [])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("glow = 1.5", "glow: 1.5 is too big; allowed: a number from 0 to 1"),
        ("glow = -0.1", "glow: -0.1 is too small; allowed: a number from 0 to 1"),
        ("glow = nan", "glow: nan is not a number; allowed: a number from 0 to 1"),
        ("glow = true", "glow: true is not a number; allowed: a number from 0 to 1"),
        ("wait_ms = 0", "wait_ms: 0 is too small; allowed: a whole number above 0"),
        ("wait_ms = 5.0", "wait_ms: 5.0 is not a whole number; allowed: a whole number above 0"),
        (
            "even = 3",
            "even: 3 does not fit; allowed: a whole number of at least 2, a multiple of 2",
        ),
        ("open = 1", "open: 1 is not true or false; allowed: true or false"),
        ("name = 7", "name: 7 is not a text in quotes; allowed: a text of 1 to 8 characters"),
        ('name = ""', "name: is empty; allowed: a text of 1 to 8 characters"),
        (
            'name = "much too long"',
            'name: "much too long" is too long; allowed: a text of 1 to 8 characters',
        ),
        ('slug = "A B"', 'slug: "A B" does not fit; allowed: small letters'),
        (
            'colour = "blu"',
            'colour: "blu" is not known, did you mean "blue"?; allowed: "red" or "blue"',
        ),
        (
            "rgb = [1, 2]",
            "rgb: has 2 elements; allowed: a list of 3: a whole number, a whole number, "
            "a whole number",
        ),
        ('rgb = [1, 2, "3"]', 'rgb[3]: "3" is not a whole number; allowed: a whole number'),
        (
            'notes = ["a", "b", "c"]',
            "notes: has 3 elements; allowed: a list of 0 to 2 elements, each a text",
        ),
        (
            "notes = 1",
            "notes: 1 is not a list; allowed: a list of 0 to 2 elements, each a text",
        ),
        ("ages = {a = 1, b = true}", "ages.b: true is not a whole number; allowed: a whole number"),
        ("owner = 1", "owner: 1 is not a text in quotes; allowed: a text"),
        ("size = 1.5", "size: 1.5 does not fit; allowed: a whole number or true or false"),
        ("level = true", "level: true is not known; allowed: 1 or 2"),
        ("level = 2.0", "level: 2.0 is not known; allowed: 1 or 2"),
        ("lamps = [{}]", 'lamps[1].place: is missing; allowed: "north" or "south"'),
        ("lamps = [5]", "lamps[1]: 5 is not a table; allowed: a table with place, pixel"),
        (
            "highest = -1",
            "lowest is above highest; allowed: lowest at most highest",
        ),
    ],
)
def test_a_bad_value_is_told_with_what_is_allowed(line: str, message: str) -> None:
    place = "t.toml:1: house: " if message.startswith("lowest") else "t.toml:2: house."
    assert _problems(line) == [place + message]


def test_an_unknown_key_is_told_with_the_nearest_one() -> None:
    problems: list[Problem] = []
    checked(
        parse_document("[lamp]\nplace = 'north'\npixle = 3", "t.toml"), ("lamp",), Lamp, problems
    )
    assert [str(problem) for problem in problems] == [
        't.toml:3: lamp.pixle: unknown key, did you mean "pixel"?; allowed: pixel, place'
    ]


def test_a_misspelt_key_is_not_told_as_missing_too() -> None:
    problems: list[Problem] = []
    document = parse_document("[lamp]\nplase = 'north'\n", "t.toml")
    assert checked(document, ("lamp",), Lamp, problems) is None
    assert [str(problem) for problem in problems] == [
        't.toml:2: lamp.plase: unknown key, did you mean "place"?; allowed: pixel, place'
    ]


def test_everything_that_is_wrong_is_told_at_once() -> None:
    text = (
        'glow = 2\nnmae = "x"\nlamps = [\n {place = "north", pixel = 60},\n {place = "est"},\n]\n'
    )
    keys = [message.split(" ")[:2] for message in _problems(text)]
    assert sorted(keys) == [
        ["t.toml:2:", "house.glow:"],
        ["t.toml:3:", "house.nmae:"],
        ["t.toml:5:", "house.lamps[1].pixel:"],
        ["t.toml:6:", "house.lamps[2].place:"],
    ]


def test_a_section_that_is_no_table_is_told() -> None:
    house, messages = _read("house = 3\n")
    assert house is None
    assert [message.split(";")[0] for message in messages] == ["t.toml:1: house: 3 is not a table"]


def test_the_good_elements_of_an_array_are_given_and_the_bad_ones_told() -> None:
    text = "[[lamp]]\nplace = 'north'\n[[lamp]]\nplace = 3\n[[lamp]]\nplace = 'south'\n"
    problems: list[Problem] = []
    found = checked_list(parse_document(text, "t.toml"), "lamp", Lamp, problems)
    assert found == [(("lamp", 0), Lamp("north")), (("lamp", 2), Lamp("south"))]
    assert [str(problem) for problem in problems] == [
        't.toml:4: lamp[2].place: 3 is not known; allowed: "north" or "south"'
    ]


def test_one_table_where_several_are_meant_is_told() -> None:
    problems: list[Problem] = []
    found = checked_list(parse_document("[lamp]\n", "t.toml"), "lamp", Lamp, problems)
    assert found == []
    assert [str(problem) for problem in problems] == [
        "t.toml:1: lamp: is a table; allowed: tables headed [[lamp]]"
    ]


def test_unknown_sections_are_told() -> None:
    document = parse_document("[strip]\n[sound]\n", "t.toml")
    assert [str(problem) for problem in unknown_keys(document, (), ["strip", "sounds"])] == [
        't.toml:2: sound: unknown key, did you mean "sounds"?; allowed: sounds, strip'
    ]


class Whole(msgspec.Struct):
    share: Annotated[float, msgspec.Meta(ge=0, le=7)] = 0


class Decimal(msgspec.Struct):
    share: Annotated[float, msgspec.Meta(ge=0.0, le=7.0)] = 0.0


class Half(msgspec.Struct):
    share: Annotated[float, msgspec.Meta(gt=0.5)] = 1.0


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Whole, "a number from 0 to 7"),
        (Decimal, "a number from 0 to 7"),
        (Half, "a number above 0.5"),
    ],
)
def test_a_bound_reads_the_same_whoever_wrote_it_first(
    kind: type[msgspec.Struct], words: str
) -> None:
    shape = inspect.type_info(kind)
    assert isinstance(shape, inspect.StructType)
    assert allowed_text(shape.fields[0].type) == words
