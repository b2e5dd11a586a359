"""Playing with the table as referee: match, cover, reveal, all seven (R20 to R29, R44, T8)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue, Sound
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    PlayBegan,
    SideResult,
    Stashed,
    TokenMatched,
    TokenReturned,
    TokenStrayed,
)

from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash, token_id


@pytest.mark.rule("R23", "T8")
def test_the_token_must_equal_the_card_in_item_and_background() -> None:
    scene = stash("north", "south")
    assert scene.side("north").open == ("treat.moss.acorn",)
    for other in ("token.moss.berry", "token.sand.acorn", "token.sand.berry"):
        scene.place("north", other)
        assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=other)]
        scene.lift("north", other)
    scene.place("north", "token.moss.acorn")
    assert scene.heard() == (
        TokenMatched(side="north", token="token.moss.acorn", card="treat.moss.acorn"),
        Sound("match"),
    )


@pytest.mark.rule("R28", "R29", "T8")
def test_the_token_is_laid_on_its_card_and_the_next_card_is_revealed() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0)
    assert scene.side("north").done == ()
    scene.pick("north", 0)
    assert scene.heard() == (
        CardCovered(side="north", card=card_id(0), token=token_id(0)),
        Sound("covered"),
        CardOpened(side="north", card=card_id(1)),
        Sound("open"),
    )
    assert scene.side("north").done == ((card_id(0), token_id(0)),)
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("T8")
def test_the_tray_is_lit_by_what_the_table_thinks_of_it() -> None:
    scene = stash("north", "south")
    lights = scene.session.lights
    assert lights(scene.full)["north"] == Cue("open", 0, 7)
    scene.lay("north", 0)
    assert lights(scene.full)["north"] == Cue("match", 0, 7)
    scene.pick("north", 0)
    assert lights(scene.full)["north"] == Cue("open", 1, 7)
    scene.lay("north", 30)
    assert lights(scene.full)["north"] == Cue("stray", 1, 7)
    scene.wait(60_000)
    assert lights(scene.full)["north"] == Cue("stray", 1, 7)
    scene.pick("north", 30)
    assert lights(scene.full)["north"] == Cue("open", 1, 7)
    assert lights(scene.full)["south"] == Cue("open", 0, 7)


@pytest.mark.rule("R25")
def test_the_token_must_fall_off_where_the_player_sits() -> None:
    scene = stash()
    for side in ("east", "south", "west"):
        scene.cover(side, 0)
    assert scene.facts(CardCovered) == []
    assert scene.side("north").open == (card_id(0),)
    scene.cover("north", 0)
    assert scene.facts(CardCovered) == [
        CardCovered(side="north", card=card_id(0), token=token_id(0))
    ]


@pytest.mark.rule("R25", "T12")
def test_anothers_needed_token_in_ones_own_tray_is_a_stray() -> None:
    scene = stash("north", "south")
    scene.lay("south", 0)
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="south", token=token_id(0))]
    assert scene.cues() == {"north": "open", "south": "stray"}


@pytest.mark.rule("R29", "T12")
def test_a_token_for_a_card_still_face_down_is_a_stray() -> None:
    scene = stash("north", "south")
    scene.lay("north", 1)
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=token_id(1))]
    scene.pick("north", 1)
    assert scene.side("north").done == ()


@pytest.mark.rule("R20", "R22", "T8", "R45")
def test_the_game_ends_when_somebody_has_correctly_collected_all_7() -> None:
    scene = stash("north", "south")
    for design in (7, 8):
        scene.cover("south", design)
    for design in range(6):
        scene.wait(5000).cover("north", design)
    assert scene.facts(Stashed) == []
    scene.wait(5000).cover("north", 6)
    assert scene.said_now(Stashed) == [Stashed(side="north", claimed_ms=37_000)]
    assert scene.cues()["north"] == "claim"
    scene.wait(251)
    assert scene.phase == "over"
    result = scene.result
    assert result is not None
    assert (result.outcome, result.winners, result.time_ms) == ("stashed", ("north",), 35_000)
    assert result.sides == (SideResult("north", 7, 7), SideResult("south", 2, 7))
    assert scene.cues() == {"north": "won", "south": "ended"}


@pytest.mark.rule("R22")
def test_the_first_to_collect_all_7_wins() -> None:
    scene = stash("north", "south")
    for design in range(6):
        scene.cover("north", design).cover("south", design + 7)
    scene.lay("north", 6).lay("south", 13)
    scene.pick("south", 13)
    scene.wait(251)
    scene.pick("north", 6)
    result = scene.result
    assert result is not None
    assert result.winners == ("south",)


@pytest.mark.rule("R22")
def test_after_the_end_nothing_counts_any_more() -> None:
    scene = stash("north", "south")
    for design in range(7):
        scene.cover("north", design)
    scene.wait(251)
    ended = len(scene.facts(CardCovered))
    scene.cover("south", 7)
    assert len(scene.facts(CardCovered)) == ended
    scene.rake("north", "deck")
    assert scene.refusal == "the game is over"
    scene.say("start")
    assert scene.refusal == "the game is over"


@pytest.mark.rule("R27", "T16")
def test_live_a_rake_laid_down_in_its_own_tray_means_nothing() -> None:
    scene = stash("north", "south").lay("north", 0)
    before = scene.state
    scene.place("north", "rake.north")
    assert scene.heard() == ()
    scene.wait(10_000).lift("north", "rake.north")
    assert scene.heard() == ()
    assert scene.state is before


@pytest.mark.rule("R44", "R21", "R33", "R34", "R19")
def test_example_turn() -> None:
    """Puff, at north: the needed token falls and an extra one with it."""
    scene = Scene(setup(("north", "south"))).deal_in_order().three()
    assert scene.said_now(PlayBegan) == [PlayBegan(round=1)]
    assert scene.said_now(CardOpened)[0] == CardOpened(side="north", card=card_id(0))
    scene.wait(4000).lay("north", 0)
    assert scene.heard() == (
        TokenMatched(side="north", token=token_id(0), card=card_id(0)),
        Sound("match"),
    )
    scene.wait(30).lay("north", 33)
    assert scene.heard() == (TokenStrayed(place="north", token=token_id(33)), Sound("stray"))
    scene.wait(800).pick("north", 33)
    assert scene.heard() == (TokenReturned(place="north", token=token_id(33)),)
    scene.wait(900).pick("north", 0)
    assert scene.heard() == (
        CardCovered(side="north", card=card_id(0), token=token_id(0)),
        Sound("covered"),
        CardOpened(side="north", card=card_id(1)),
        Sound("open"),
    )


# -------------------------------------------------------------------- two and one players


@pytest.mark.rule("W1", "R22")
@pytest.mark.parametrize("sides", [("north", "south"), ("east", "west"), ("north", "east")])
def test_two_players_may_sit_on_any_two_sides(sides: tuple[str, str]) -> None:
    scene = stash(*sides)
    for design in range(7, 14):
        scene.cover(sides[1], design)
    scene.wait(251)
    result = scene.result
    assert result is not None
    assert result.winners == (sides[1],)


@pytest.mark.rule("W1")
def test_one_player_may_practise_quick_paws() -> None:
    scene = paws("south")
    for design in range(7):
        scene.wait(1000).cover("south", design)
    result = scene.result
    assert result is not None
    assert (result.outcome, result.time_ms) == ("won", 7000)
