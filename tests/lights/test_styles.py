"""Would a person tell the cues apart, also one who sees no colours?"""

from __future__ import annotations

from itertools import combinations
from types import ModuleType

import pytest
from meadow.games.cues import Extent, Motion, Style
from meadow.games.package import load_packages
from meadow.games.sweepers import looks as sweepers
from meadow.games.sweet_takes import looks as sweet_takes
from meadow.lights.common import COMMON_PLACES, COMMON_STYLES, UNKNOWN_STYLE
from meadow.lights.styles import (
    KINDS,
    StyleError,
    lookalikes,
    merged_styles,
    missing_styles,
    style_troubles,
)

RED, BLUE = (255, 0, 0), (0, 0, 255)


def test_the_common_cues_are_told_apart_by_motion_or_position() -> None:
    assert lookalikes(COMMON_STYLES, COMMON_PLACES) == ()


def test_common_cues_are_named_with_known_kinds_of_places() -> None:
    assert set(COMMON_PLACES) <= set(COMMON_STYLES)
    assert {kind for kinds in COMMON_PLACES.values() for kind in kinds} <= set(KINDS)


def test_every_common_style_is_within_bounds() -> None:
    for name, style in {**COMMON_STYLES, "unknown": UNKNOWN_STYLE}.items():
        assert style_troubles(name, style) == ()


GAMES_PLACES = {"sweepers": sweepers.CUE_PLACES, "sweet-takes": sweet_takes.CUE_PLACES}
"""Where a game shows its cues; one that is not listed may be shown anywhere."""


@pytest.mark.parametrize("looks", [sweepers, sweet_takes])
def test_every_cue_of_a_game_is_given_known_kinds_of_places(looks: ModuleType) -> None:
    assert set(looks.CUE_PLACES) == set(looks.STYLES)
    assert {kind for kinds in looks.CUE_PLACES.values() for kind in kinds} <= set(KINDS)


@pytest.mark.parametrize("game", sorted(load_packages()))
def test_the_cues_of_an_installed_game_are_told_apart_also_from_the_common_ones(game: str) -> None:
    own = load_packages()[game].styles
    styles = merged_styles(COMMON_STYLES, own, game)
    assert lookalikes(styles, {**COMMON_PLACES, **GAMES_PLACES.get(game, {})}) == ()


SAME = {
    "match": Style(BLUE, Motion.BLINK, Extent.ALL, 10),
    "claim": Style(RED, Motion.BLINK, Extent.ALL, 30),
    "stray": Style(RED, Motion.BLINK, Extent.ENDS, 30),
}


def test_two_cues_that_differ_in_colour_alone_are_named() -> None:
    assert lookalikes(SAME) == (
        "claim and match look alike on a seat, but for colour and speed: "
        "give one another motion or extent",
    )


def test_two_cues_that_never_share_a_place_are_told_apart_by_it() -> None:
    assert lookalikes(SAME, {"claim": ("seat",), "match": ("meadow",)}) == ()
    assert len(lookalikes(SAME, {"claim": ("seat",), "match": ("seat", "deck")})) == 1
    assert len(lookalikes(SAME, {"claim": ("seat",)})) == 1


def alike(one: tuple[Motion, Extent], other: tuple[Motion, Extent], kind: str) -> bool:
    styles = {"one": Style(RED, *one, 1), "other": Style(BLUE, *other, 1)}
    return bool(lookalikes(styles, {"one": (kind,), "other": (kind,)}))


@pytest.mark.parametrize("kind", ["seat", "deck", "meadow"])
def test_the_same_motion_over_another_extent_and_another_motion_over_all_are_told_apart(
    kind: str,
) -> None:
    for motion in Motion:
        for one, other in combinations(Extent, 2):
            assert not alike((motion, one), (motion, other), kind)
    for first, second in combinations(set(Motion) - {Motion.STEPS}, 2):
        assert not alike((first, Extent.ALL), (second, Extent.ALL), kind)


@pytest.mark.parametrize(
    ("one", "other", "kind"),
    [
        # On two pixels nothing can be seen to run round, to and fro, outward or inward.
        ((Motion.CHASE, Extent.EDGES), (Motion.BOUNCE, Extent.EDGES), "seat"),
        ((Motion.OUTWARD, Extent.EDGES), (Motion.INWARD, Extent.EDGES), "seat"),
        ((Motion.OUTWARD, Extent.EDGES), (Motion.BLINK, Extent.EDGES), "seat"),
        ((Motion.OUTWARD, Extent.MIDDLE), (Motion.BLINK, Extent.MIDDLE), "deck"),
        # A countdown at its end on few pixels is just lit.
        ((Motion.STEPS, Extent.ALL), (Motion.STEADY, Extent.ALL), "deck"),
    ],
)
def test_motions_that_too_few_pixels_cannot_show_are_named(
    one: tuple[Motion, Extent], other: tuple[Motion, Extent], kind: str
) -> None:
    assert alike(one, other, kind)


def test_missing_styles_are_named() -> None:
    assert missing_styles(SAME, ["won", "match", "lost"]) == ("lost", "won")


def test_a_game_that_lacks_a_style_is_refused_with_its_name() -> None:
    with pytest.raises(StyleError) as error:
        merged_styles(COMMON_STYLES, SAME, "sweepers", ["match", "won", "lost", "fault"])
    assert str(error.value) == "sweepers has no style for lost, won: add it to its styles"


def test_a_game_must_not_change_what_every_game_shares() -> None:
    own = {"fault": SAME["match"]}
    with pytest.raises(StyleError) as error:
        merged_styles(COMMON_STYLES, own, "sweepers")
    assert str(error.value) == (
        "sweepers changes the look of fault, which every game shares: choose another name"
    )


def test_a_games_styles_are_added_to_the_common_ones() -> None:
    styles = merged_styles(COMMON_STYLES, SAME, "sweepers", ["match", "fault"])
    assert styles["match"] == SAME["match"]
    assert styles["fault"] == COMMON_STYLES["fault"]


@pytest.mark.parametrize(
    ("style", "trouble"),
    [
        (
            Style((0, 0, 256), Motion.STEADY, Extent.ALL, 1),
            "the colour of x is (0, 0, 256): each part is 0 to 255",
        ),
        (
            Style((0, 0, 0), Motion.STEADY, Extent.ALL, 1),
            "the colour of x is black: nobody would see it",
        ),
        (
            Style(RED, Motion.STEADY, Extent.ALL, 1, lasts_ms=0),
            "x lasts 0 ms as a flash: give it more than 0",
        ),
    ],
)
def test_a_style_out_of_bounds_is_named(style: Style, trouble: str) -> None:
    assert style_troubles("x", style) == (trouble,)
    with pytest.raises(StyleError, match="sweepers: "):
        merged_styles(COMMON_STYLES, {"x": style}, "sweepers")
