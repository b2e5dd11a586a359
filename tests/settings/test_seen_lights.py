"""No settings make the lights so dark that nobody sees them."""

from __future__ import annotations

import pytest
from meadow.settings.load import SettingsError, parse_settings

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
