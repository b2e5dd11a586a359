"""What is in the box: cards, tokens, rakes, the sand timer; and that each piece has a tag."""

from __future__ import annotations

import pytest
from meadow.games.game import Seat
from meadow.games.sweepers import PACKAGE
from meadow.games.sweepers.package import Choices, SweepersSettings
from meadow.games.sweepers.setup import Mode, Setup
from meadow.pieces.kinds import Rake, StashToken, TreatCard
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets, pieces_of

from tests.games.sweepers.scene import Scene, card_id, paws, setup, stash


def boxed_setup() -> Setup:
    """Four players with the default set of pieces, as the lobby would give it to the game."""
    colours = {"north": "red", "east": "blue", "south": "yellow", "west": "green"}
    seats = tuple(Seat(side, rake=f"rake.{colour}") for side, colour in colours.items())
    pieces = pieces_of(default_sets())
    return PACKAGE.setup(Choices(Mode.STASH), seats, pieces, SweepersSettings())


@pytest.mark.rule("R1", "W21")
def test_there_are_36_treat_cards_no_two_alike() -> None:
    cards = boxed_setup().cards
    assert len(cards) == 36
    assert len({card.design for card in cards}) == 36
    assert all(isinstance(card, TreatCard) for card in cards)


@pytest.mark.rule("R1", "R12", "R13")
def test_a_treat_card_has_a_face_down_and_a_face_up_side() -> None:
    scene = Scene(setup(("north", "south"))).deal_in_order()
    north = scene.session.view(scene.full, "public")["game"]["sides"][0]
    assert (north["cards"], north["open"]) == (7, [])
    scene.three()
    north = scene.session.view(scene.full, "public")["game"]["sides"][0]
    assert (north["cards"], north["open"]) == (7, [card_id(0)])


@pytest.mark.rule("R2", "W21")
def test_there_are_42_stash_tokens_and_each_card_has_its_token() -> None:
    boxed = boxed_setup()
    assert len(boxed.tokens) == 42
    assert all(isinstance(token, StashToken) for token in boxed.tokens)
    assert {card.design for card in boxed.cards} < {token.design for token in boxed.tokens}


@pytest.mark.rule("R3", "T3")
def test_there_are_4_rakes_one_for_each_side() -> None:
    rakes = [piece for piece in pieces_of(default_sets()) if isinstance(piece, Rake)]
    assert [rake.id for rake in rakes] == ["rake.red", "rake.blue", "rake.yellow", "rake.green"]
    scene = Scene(boxed_setup())
    assert scene.session.game.buttons(scene.state) == (
        "rake.red",
        "rake.blue",
        "rake.yellow",
        "rake.green",
    )


@pytest.mark.rule("R4", "R57")
def test_the_sand_timer_runs_90_seconds() -> None:
    scene = paws("north", "south")
    scene.wait(89_999)
    assert scene.phase == "playing"
    scene.wait(1)
    assert scene.phase == "over"


@pytest.mark.rule("R4", "R16")
def test_the_timer_is_for_quick_paws_only() -> None:
    together, alone = paws("north", "south"), stash("north", "south")
    assert together.session.alarms(together.full) == {"sand": 90_000, "tick": 80_000}
    assert together.cues()["meadow"] == "timer"
    assert alone.session.alarms(alone.full) == {}
    assert "meadow" not in alone.cues()
    alone.wait(600_000)
    assert alone.phase == "playing"


@pytest.mark.rule("T2", "R6")
def test_every_piece_of_the_box_can_carry_a_tag_of_its_own() -> None:
    register = made_up_register(default_sets())
    assert len(register.entries) == 42 + 36 + 4 + 61 + 18  # 61: the other game's cards
    uid = register.uid_of("token.moss.acorn")
    assert uid is not None
    assert register.piece_of(uid) == StashToken("token.moss.acorn", "moss", "acorn")
    assert register.piece_of("04FFFFFFFFFFFF") is None
