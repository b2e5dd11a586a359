"""Which words hold in the lobby, which do so by default, and which do not go with them."""

from __future__ import annotations

from typing import Any

import pytest
from meadow.games.package import Package
from meadow.games.sweepers.package import PACKAGE as SWEEPERS
from meadow.games.sweepers.package import SweepersSettings
from meadow.games.sweepers.setup import Referee
from meadow.games.sweet_takes.package import PACKAGE as SWEET_TAKES
from meadow.table.choosing import choosing

from tests.examples.quick_rake import PACKAGE as QUICK_RAKE


def after(package: Package, *words: str) -> Any:
    choices = None
    for word in words:
        choices = package.choose(choices, word)
    return choices


def defaults(package: Package) -> Any:
    return package.settings_type()


@pytest.mark.parametrize(
    ("package", "words", "chosen", "default", "unfit"),
    [
        (
            SWEEPERS,
            ("thats-my-stash",),
            ["thats-my-stash"],
            ["referee-live"],
            ["pairs", "way-d"],
        ),
        (
            SWEEPERS,
            ("quick-paws", "way-a", "referee-live"),
            ["quick-paws", "referee-live", "way-a"],
            [],
            ["pairs", "way-d"],
        ),
        (
            SWEEPERS,
            ("quick-paws", "way-d", "referee-check"),
            ["quick-paws", "referee-check", "way-d"],
            [],
            ["pairs", "way-a", "way-b"],
        ),
        (
            SWEET_TAKES,
            ("sweet-takes",),
            ["one-set", "sweet-takes"],
            ["deal-scanned"],
            ["leader", "suits"],
        ),
        (QUICK_RAKE, ("quick-rake",), ["quick-rake"], [], []),
    ],
)
def test_what_is_played_is_known_word_by_word(
    package: Package,
    words: tuple[str, ...],
    chosen: list[str],
    default: list[str],
    unfit: list[str],
) -> None:
    assert choosing(package, after(package, *words), defaults) == (chosen, default, unfit)


def test_the_settings_say_what_the_default_is() -> None:
    choices = after(SWEEPERS, "quick-paws")
    told = choosing(SWEEPERS, choices, lambda _: SweepersSettings(referee=Referee.CHECK))
    assert told.default == ["referee-check"]


def test_before_a_game_is_chosen_and_while_one_is_played_there_is_no_more_to_say() -> None:
    assert choosing(None, None, defaults) == ([], [], [])
    choices = after(SWEEPERS, "quick-paws")
    assert choosing(SWEEPERS, choices, None) == (["quick-paws"], [], [])
