"""No settings make the lights so dark that nobody sees them: new ones are refused, and those that
a table has in use already are raised, so that it starts."""

from __future__ import annotations

import pytest
from meadow.settings.load import SettingsError, parse_settings, settings_of
from meadow.settings.raised import raised
from meadow.tomlfile.document import parse_document

SPANS = "".join(
    f'[[span]]\nplace = "{place}"\nfirst = {first}\ncount = 1\n'
    for first, place in enumerate(("north", "east", "deck", "south", "west"))
)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[strip]\nbrightness = 0",
            "table.toml:2: strip.brightness: 0 is too small; allowed: a number from 0.05 to 1",
        ),
        (
            "[strip]\nbrightness = 0.049",
            "table.toml:2: strip.brightness: 0.049 is too small; allowed: a number from 0.05 to 1",
        ),
        (
            "[strip]\nmax_current_ma = 104",
            "table.toml:2: strip.max_current_ma: 60 pixels on 104 mA would hardly be seen; "
            "allowed: 105 mA or more",
        ),
        (
            "[strip]\npixels = 900\n" + SPANS,
            "table.toml:2: strip.pixels: 900 pixels on 1500 mA would hardly be seen; "
            "allowed: 1575 mA or more",
        ),
    ],
)
def test_lights_that_nobody_would_see_are_refused(text: str, message: str) -> None:
    with pytest.raises(SettingsError) as caught:
        parse_settings(text, "table.toml", {})
    assert caught.value.messages == (message,)


def test_the_dimmest_lights_that_are_seen_are_taken() -> None:
    strip = parse_settings("[strip]\nbrightness = 0.05\nmax_current_ma = 105", "t.toml", {}).strip
    assert (strip.brightness, strip.max_current_ma) == (0.05, 105)


SEEN = "would hardly be seen; it is taken for"


@pytest.mark.parametrize(
    ("text", "brightness", "current_ma", "told"),
    [
        ("", 0.5, 1500, ()),
        ("[strip]\nbrightness = 0.05\nmax_current_ma = 105", 0.05, 105, ()),
        (
            "[strip]\nbrightness = 0",
            0.05,
            1500,
            (f"t.toml:2: strip.brightness: 0 {SEEN} 0.05, the least",),
        ),
        (
            "strip = {brightness = 0.02, max_current_ma = 0}",
            0.05,
            105,
            (
                f"t.toml:1: strip.brightness: 0.02 {SEEN} 0.05, the least",
                f"t.toml:1: strip.max_current_ma: 60 pixels on 0 mA {SEEN} 105 mA, the least",
            ),
        ),
        (
            "[strip]\npixels = 900\n" + SPANS,
            0.5,
            1575,
            (f"t.toml:2: strip.pixels: 900 pixels on 1500 mA {SEEN} 1575 mA, the least",),
        ),
    ],
)
def test_what_a_table_has_in_use_is_raised_to_what_is_seen_and_told(
    text: str, brightness: float, current_ma: int, told: tuple[str, ...]
) -> None:
    table, problems = raised(parse_document(text, "t.toml"))
    strip = settings_of(table, {}).strip
    assert (strip.brightness, strip.max_current_ma) == (brightness, current_ma)
    assert tuple(map(str, problems)) == told


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("strip = 0", "t.toml:1: strip: 0 is not a table"),
        ("strip.brightness = -0.1", "t.toml:1: strip.brightness: -0.1 is too small"),
        ("strip.brightness = false", "t.toml:1: strip.brightness: false is not a number"),
        ("strip.brightness = nan", "t.toml:1: strip.brightness: nan is not a number"),
        ("strip.max_current_ma = -1", "t.toml:1: strip.max_current_ma: -1 is too small"),
        ("strip.max_current_ma = 9.0", "t.toml:1: strip.max_current_ma: 9.0 is not a whole"),
        ("strip.pixels = 3\nstrip.max_current_ma = 2", "t.toml:1: strip.pixels: 3 is too small"),
        ("strip.brihgtness = 0", "t.toml:1: strip.brihgtness: unknown key"),
    ],
)
def test_what_no_table_ever_allowed_is_a_mistake_as_before(text: str, message: str) -> None:
    table, problems = raised(parse_document(text, "t.toml"))
    assert problems == ()
    with pytest.raises(SettingsError) as caught:
        settings_of(table, {})
    assert caught.value.messages[0].startswith(message)
