"""Dealing over the deck reader: seven cards each, face down, the rest a draw pile (R11 to R14)."""

from __future__ import annotations

import msgspec
import pytest
from meadow.games.game import Fact
from meadow.games.sweepers.facts import CardDealt, CardTaken
from meadow.games.sweepers.setup import DealOrder

from tests.games.sweepers.scene import Scene, card_id, setup

HIDDEN_FROM = ("public", "seat:north", "seat:south")


def lit(scene: Scene) -> str:
    """The one side that gets the next card."""
    (side,) = [place for place, cue in scene.cues().items() if cue == "deal"]
    return side


def text_for(scene: Scene, audience: str) -> str:
    return msgspec.json.encode(scene.session.view(scene.full, audience)).decode()


@pytest.mark.rule("R11")
def test_seven_cards_are_dealt_face_down_to_each_player() -> None:
    scene = Scene(setup()).deal_in_order()
    assert [len(side.deck) for side in scene.state.sides] == [7, 7, 7, 7]
    assert [side.open for side in scene.state.sides] == [(), (), (), ()]
    assert scene.phase == "ready"
    assert scene.sounds_now() == ["deal", "ready"]


@pytest.mark.rule("T6", "R11")
def test_the_side_that_gets_the_next_card_is_lit_round_the_table_clockwise() -> None:
    scene = Scene(setup())
    turns = []
    for design in range(6):
        turns.append(lit(scene))
        scene.scan(design)
    assert turns == ["north", "east", "south", "west", "north", "east"]
    assert scene.cues() == {"south": "deal", "deck": "scan"}
    assert scene.facts(CardDealt)[:5] == [
        CardDealt(side="north", count=1),
        CardDealt(side="east", count=1),
        CardDealt(side="south", count=1),
        CardDealt(side="west", count=1),
        CardDealt(side="north", count=2),
    ]


@pytest.mark.rule("T6")
def test_in_blocks_each_player_gets_the_whole_deck_in_a_row() -> None:
    scene = Scene(setup(("east", "west"), deal_order=DealOrder.BLOCKS))
    turns = []
    for design in range(14):
        turns.append(lit(scene))
        scene.scan(design)
    assert turns == ["east"] * 7 + ["west"] * 7
    assert scene.phase == "ready"


@pytest.mark.rule("T6", "R12")
def test_a_players_cards_form_one_pile_and_the_last_dealt_is_on_top() -> None:
    scene = Scene(setup(("north", "south")))
    for design in range(14):
        scene.scan(design)
    scene.three()
    assert scene.side("north").open == (card_id(12),)
    assert scene.side("south").open == (card_id(13),)


@pytest.mark.rule("R13", "T6")
def test_nobody_looks_at_another_players_cards() -> None:
    scene = Scene(setup(("north", "south"))).deal_in_order()
    for audience in HIDDEN_FROM:
        assert "treat." not in text_for(scene, audience)
    facts = [output for output in scene.outputs if isinstance(output, Fact)]
    assert len(facts) == 14
    assert "treat." not in msgspec.json.encode(facts).decode()
    scene.three()
    for audience in HIDDEN_FROM:
        seen = text_for(scene, audience)
        assert seen.count("treat.") == 2
        assert card_id(0) in seen
        assert card_id(7) in seen


@pytest.mark.rule("R13")
def test_the_referee_alone_sees_what_lies_face_down() -> None:
    scene = Scene(setup(("north", "south"))).deal_in_order()
    sides = scene.session.view(scene.full, "referee")["game"]["sides"]
    assert sides[0]["deck"] == [card_id(design) for design in (6, 5, 4, 3, 2, 1, 0)]


@pytest.mark.rule("R14")
def test_the_remaining_cards_form_the_draw_pile() -> None:
    scene = Scene(setup()).deal_in_order()
    pile = scene.session.view(scene.full, "referee")["game"]["draw_pile"]
    assert pile == [card_id(design) for design in (28, 29, 30, 31, 32, 33, 34, 35)]
    assert "draw_pile" not in scene.session.view(scene.full, "public")["game"]


@pytest.mark.rule("T6", "T3")
def test_the_operator_can_name_the_card_instead() -> None:
    scene = Scene(setup())
    scene.say("deal", card_id(3))
    assert scene.said_now(CardDealt) == [CardDealt(side="north", count=1)]
    scene.say("deal", "token.moss.acorn")
    assert scene.refusal == "'token.moss.acorn' is no Treat card of this game: say deal CARD"
    scene.say("deal")
    assert scene.refusal == "'' is no Treat card of this game: say deal CARD"


# --------------------------------------------------------------------- what is refused


@pytest.mark.rule("T6")
def test_a_card_that_is_in_a_deck_is_refused() -> None:
    scene = Scene(setup()).scan(0).scan(1)
    before = scene.state
    for design, owner in ((0, "north"), (1, "east")):
        scene.scan(design)
        assert scene.refusal == f"this card is in {owner}'s deck already"
    assert scene.state is before
    assert lit(scene) == "south"


@pytest.mark.rule("T6")
def test_a_card_that_stays_on_the_reader_is_dealt_once() -> None:
    scene = Scene(setup())
    scene.place("deck", card_id(0)).place("deck", card_id(0))
    assert scene.refusal == f"{card_id(0)} lies there already"
    assert len(scene.facts(CardDealt)) == 1


@pytest.mark.rule("T6")
@pytest.mark.parametrize("piece", ["sweet.purple.7", "treat.moss.acorn.9", "turn-tracker", ""])
def test_a_card_of_another_game_or_an_unknown_one_is_refused(piece: str) -> None:
    scene = Scene(setup())
    before = scene.state
    scene.place("deck", piece)
    assert scene.refusal == f"{piece} is no piece of this game: take it away"
    assert scene.state is before
    scene.lift("deck", piece)
    assert scene.scan(0).said_now(CardDealt) == [CardDealt(side="north", count=1)]


@pytest.mark.rule("T6", "T1")
def test_a_card_on_a_tray_is_not_dealt() -> None:
    scene = Scene(setup())
    for place in ("north", "east", "south", "west"):
        scene.place(place, card_id(0))
        assert scene.refusal == "Treat cards are read at the deck reader only"
        scene.lift(place, card_id(0))
    assert scene.facts(CardDealt) == []


@pytest.mark.rule("T6", "T16")
def test_no_card_is_dealt_after_the_seventh() -> None:
    scene = Scene(setup()).deal_in_order().scan(30)
    why = "no card is asked for: lay a rake on the deck reader to count to three"
    assert scene.refusal == why
    scene.three().scan(30)
    assert scene.refusal == "no card is asked for: play is going on"
    assert [side.size for side in scene.state.sides] == [7, 7, 7, 7]


@pytest.mark.rule("T16", "T6")
def test_while_dealing_only_the_card_asked_for_counts() -> None:
    scene = Scene(setup())
    before = scene.state
    why = "the cards are being dealt: pass the next one over the deck reader"
    scene.rake("north")
    assert scene.refusal == why
    scene.rake("east", "deck")
    assert scene.refusal == why
    scene.say("start")
    assert scene.refusal == why
    scene.say("stop")
    assert scene.refusal == why
    assert scene.state is before


@pytest.mark.rule("R10", "T14", "T16")
def test_tokens_that_fall_while_the_cards_are_dealt_say_nothing() -> None:
    scene = Scene(setup(("north", "south")))
    for place in ("north", "east", "deck"):
        scene.lay(place, 20)
        assert scene.heard() == ()
        scene.pick(place, 20)
        assert scene.heard() == ()
    scene.deal_in_order()
    assert scene.phase == "ready"


@pytest.mark.rule("T6", "R76")
def test_way_b_accepts_only_the_youngers_top_card() -> None:
    scene = Scene(setup(("north", "south"), ways=("B",), ages=(1, 2))).deal_in_order()
    assert scene.sounds_now() == ["deal", "take"]
    assert scene.cues() == {"south": "give", "north": "deal", "deck": "scan"}
    before = scene.state
    for design in (8, 0, 20):  # below the top, the older's own top, undealt
        scene.scan(design)
        assert scene.refusal == "way B: scan the top card of south's deck, for north"
    assert scene.state is before
    scene.scan(7)
    assert scene.said_now(CardTaken) == [CardTaken(older="north", younger="south")]
    scene.three()
    assert scene.side("north").open == (card_id(7),)
    assert scene.side("south").open == (card_id(8),)
