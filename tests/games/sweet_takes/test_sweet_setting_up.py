"""Setting up Sweet Takes: the box, the suits in use, dealing hands and stashes (R79 to R92)."""

from __future__ import annotations

import re
from collections import Counter

import msgspec
import pytest
from meadow.games.game import Cue, SetupError
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.facts import CardGiven, SetBegan
from meadow.games.sweet_takes.setup import Deal, DealOrder
from meadow.pieces.kinds import SuitCard, TurnTracker
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets, pieces_of

from tests.games.sweet_takes.scene import (
    FIVE,
    FOUR,
    PLAYERS,
    SUITS,
    THREE,
    TWO,
    Scene,
    card_id,
    cards,
    dealt,
    setup,
)

replace = msgspec.structs.replace
BOX = pieces_of(default_sets())


def refused_setup(*seats: str, **more: object) -> str:
    with pytest.raises(SetupError) as error:
        SweetTakes().begin(setup(seats, **more))
    return str(error.value)


# ------------------------------------------------------------------------------- the box


@pytest.mark.rule("R79", "T2")
def test_there_are_60_cards_10_in_each_of_6_suits() -> None:
    suit_cards = [piece for piece in BOX if isinstance(piece, SuitCard)]
    assert Counter(card.suit for card in suit_cards) == {
        "purple-rings": 10,
        "pink-buttons": 10,
        "yellow-bears": 10,
        "white-swirls": 10,
        "green-bursts": 10,
        "blue-worms": 10,
    }
    assert {card.value for card in suit_cards} == {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
    assert len({(card.suit, card.value) for card in suit_cards}) == 60


@pytest.mark.rule("R80", "T2")
def test_there_is_one_turn_tracker_card() -> None:
    trackers = [piece for piece in BOX if isinstance(piece, TurnTracker)]
    assert len(trackers) == 1
    assert made_up_register(default_sets()).uid_of(trackers[0].id) is not None


@pytest.mark.rule("R93", "S17")
def test_every_card_has_a_value_and_points_and_low_values_score_more() -> None:
    purple = [card for card in BOX if isinstance(card, SuitCard) and card.suit == "purple-rings"]
    assert [(card.value, card.points) for card in purple] == [
        (1, 10),
        (2, 9),
        (3, 8),
        (4, 7),
        (5, 6),
        (6, 5),
        (7, 4),
        (8, 3),
        (9, 2),
        (10, 1),
    ]


@pytest.mark.rule("R79")
def test_two_cards_of_one_suit_and_value_are_no_box() -> None:
    twice = (*cards(), SuitCard("card.again", "pink-buttons", 3, 8))
    assert refused_setup(*TWO, cards=twice) == (
        "two cards have the same suit and value: each is there once (R79)"
    )
    same = (*cards(), SuitCard(card_id("pink 3"), "pink-buttons", 11, 8))
    assert refused_setup(*TWO, cards=same) == "two cards of the set have the same id"


@pytest.mark.rule("S17")
def test_an_owners_box_may_have_more_values_than_ten() -> None:
    """120 cards: sets of them need more than 64 bits, and are written and read all the same."""
    box = tuple(
        [
            SuitCard(f"card.{suit}.{value}", suit, value, 21 - value)
            for suit in SUITS.values()
            for value in range(1, 21)
        ]
    )
    scene = Scene(setup(FIVE, cards=box)).deal("north: blue 20", "east: blue 19")
    scene.play("blue 20", "blue 19")
    state = msgspec.json.decode(msgspec.json.encode(scene.state), type=type(scene.state))
    assert state == scene.state
    assert scene.view()["plays"][1]["card"] == "card.blue-worms.19"


# ------------------------------------------------------------------------ who, and with what


@pytest.mark.rule("S20")
@pytest.mark.parametrize("count", [0, 1])
def test_fewer_than_two_players_cannot_play(count: int) -> None:
    why = refused_setup(*TWO[:count], suits=tuple(SUITS.values())[:3], leader="")
    assert why == f"Sweet Takes is for 2 to 5 players, {count} joined (S20)"


@pytest.mark.rule("S20")
def test_six_players_cannot_play() -> None:
    why = refused_setup(*FIVE, "north")
    assert why == "Sweet Takes is for 2 to 5 players, 6 joined (S20)"


@pytest.mark.rule("S20")
def test_the_fifth_seat_comes_after_west_and_there_is_no_sixth() -> None:
    assert SweetTakes().begin(setup(FIVE)).state.setup.index.seats == FIVE
    assert refused_setup("north", "five", "west") == (
        "seats must be listed once each, clockwise from north"
    )
    assert refused_setup("north", "north") == "seats must be listed once each, clockwise from north"
    assert refused_setup("north", "attic") == (
        "nobody can sit at 'attic': seats are north, east, south, west, five (S20)"
    )


@pytest.mark.rule("R85", "R86")
@pytest.mark.parametrize(("players", "suits"), [(2, 3), (3, 4), (4, 5), (5, 6)])
def test_so_many_players_use_so_many_suits(players: int, suits: int) -> None:
    six = tuple(SUITS.values())
    began = SweetTakes().begin(setup(PLAYERS[players], suits=six[-suits:])).state
    assert len(began.suits) == suits
    if suits < 6:
        assert refused_setup(*PLAYERS[players], suits=six[: suits + 1]) == (
            f"{players} players use {suits} suits, {suits + 1} are chosen (R85)"
        )
    assert refused_setup(*PLAYERS[players], suits=six[: suits - 1]) == (
        f"{players} players use {suits} suits, {suits - 1} are chosen (R85)"
    )


@pytest.mark.rule("R85")
def test_a_suit_that_is_not_in_the_box_or_listed_twice_is_refused() -> None:
    pink = "pink-buttons"
    assert refused_setup(*TWO, suits=(pink, "red-roses", "blue-worms")) == (
        "there is no suit 'red-roses': suits are purple-rings, pink-buttons, yellow-bears, "
        "white-swirls, green-bursts, blue-worms (R79)"
    )
    assert refused_setup(*TWO, suits=(pink, pink, "blue-worms")) == (
        "the suit pink-buttons is listed twice"
    )


@pytest.mark.rule("R92")
def test_there_must_be_cards_enough_for_9_and_3_each() -> None:
    few = tuple([card for card in cards() if card.value <= 7])
    assert refused_setup(*TWO, cards=few) == (
        "2 players need 24 cards, but only 21 of these suits have a tag: enrol the others (R92)"
    )
    lacks = tuple([card for card in cards() if card.value <= 8 and card.id != card_id("pink 8")])
    assert refused_setup(*TWO, cards=lacks).startswith("2 players need 24 cards, but only 23 of")
    enough = tuple([card for card in cards() if card.value <= 8])
    assert SweetTakes().begin(setup(TWO, cards=enough)).state.phase == "dealing"


@pytest.mark.rule("R121")
@pytest.mark.parametrize("sets", [0, 2, 4, -1])
def test_a_game_is_one_set_or_three(sets: int) -> None:
    assert refused_setup(*TWO, sets=sets) == f"a game is 1 set or 3 sets, not {sets} (R121)"


@pytest.mark.rule("S3")
def test_follow_depth_is_1_to_5() -> None:
    for depth in (1, 2, 3, 4, 5):
        SweetTakes().begin(setup(follow_depth=depth))
    for depth in (0, 6):
        why = refused_setup(*TWO, follow_depth=depth)
        assert why == f"follow_depth is 1 to 5, not {depth} (S3)"


@pytest.mark.rule("S9")
def test_who_leads_must_have_joined() -> None:
    assert refused_setup(*TWO, leader="five") == (
        "five is to lead but has not joined: join there, or name another (S9)"
    )


@pytest.mark.rule("T5")
def test_one_rake_is_bound_to_one_seat() -> None:
    both = setup(TWO)
    north, east = both.seats
    shared = replace(both, seats=(north, replace(east, rake=north.rake)))
    with pytest.raises(SetupError, match=re.escape("one rake is bound to two seats (T5)")):
        SweetTakes().begin(shared)
    neither = replace(both, seats=(replace(north, rake=""), replace(east, rake="")))
    assert SweetTakes().begin(neither).state.setup.index.rakes == ()


# --------------------------------------------------------------------------------- dealing


@pytest.mark.rule("R87", "R89", "R92", "T6", "S21")
def test_9_cards_are_dealt_to_each_hand_and_then_3_to_each_stash() -> None:
    scene = dealt("north:", "east:", "south:")
    given = [(fact.seat, fact.pile, fact.count) for fact in scene.facts(CardGiven)]
    assert given[:4] == [
        ("north", "hand", 1),
        ("east", "hand", 1),
        ("south", "hand", 1),
        ("north", "hand", 2),
    ]
    assert given[24:31] == [
        ("north", "hand", 9),
        ("east", "hand", 9),
        ("south", "hand", 9),
        ("north", "stash", 1),
        ("east", "stash", 1),
        ("south", "stash", 1),
        ("north", "stash", 2),
    ]
    assert given[-1] == ("south", "stash", 3)
    assert len(given) == 36
    assert scene.phase == "playing"


@pytest.mark.rule("T6", "S21")
def test_in_blocks_each_seat_gets_its_9_and_its_3_in_a_row() -> None:
    scene = dealt("north:", "east:", deal_order=DealOrder.BLOCKS)
    given = [(fact.seat, fact.pile, fact.count) for fact in scene.facts(CardGiven)]
    assert given[8:13] == [
        ("north", "hand", 9),
        ("north", "stash", 1),
        ("north", "stash", 2),
        ("north", "stash", 3),
        ("east", "hand", 1),
    ]
    assert given[-1] == ("east", "stash", 3)


@pytest.mark.rule("R92")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_each_starts_with_9_cards_in_hand_and_3_in_the_stash(players: int) -> None:
    scene = Scene(setup(PLAYERS[players])).deal()
    left = {seat["seat"]: (seat["hand"], seat["stash"]) for seat in scene.view()["seats"]}
    assert left == dict.fromkeys(PLAYERS[players], (9, 3))
    assert scene.view()["round"] == 1


@pytest.mark.rule("T6", "S20")
def test_the_side_that_gets_the_next_card_is_lit() -> None:
    scene = Scene(setup(FIVE))
    for seat in FIVE:
        lights = scene.session.lights(scene.full)
        assert lights == {seat: Cue("deal", 0, 9), "deck": Cue("scan")}
        scene.tap(f"purple {FIVE.index(seat) + 1}")
    assert scene.session.lights(scene.full)["north"] == Cue("deal", 1, 9)


@pytest.mark.rule("T6", "R89")
def test_the_light_tells_the_stash_from_the_hand() -> None:
    scene = Scene(setup(TWO))
    for value in range(1, 10):
        scene.tap(f"purple {value}").tap(f"pink {value}")
    assert scene.session.lights(scene.full)["north"] == Cue("deal-stash", 0, 3)
    assert (scene.view()["deal_to"], scene.view()["deal_pile"]) == ("north", "stash")


@pytest.mark.rule("R86", "T6")
def test_a_card_of_an_unused_suit_is_refused_and_goes_back_to_the_box() -> None:
    scene = Scene(setup(TWO)).tap("purple 1")
    before = scene.state
    scene.tap("white 7")
    assert (scene.refusal, scene.ruling) == (
        "white-swirls are not in use: this card goes back to the box",
        "R86",
    )
    assert scene.state == before


@pytest.mark.rule("T6")
def test_a_card_dealt_already_is_refused() -> None:
    scene = Scene(setup(TWO)).tap("purple 1")
    before = scene.state
    assert scene.tap("purple 1").refusal == "this card is dealt already: deal the next one"
    assert (scene.ruling, scene.state) == ("T6", before)


@pytest.mark.rule("T6")
def test_a_card_of_another_game_or_unknown_is_refused() -> None:
    scene = Scene(setup(TWO)).tap("purple 1")
    before = scene.state
    for piece in ("treat.moss.acorn", "nobody-knows"):
        scene.touch("deck", piece)
        assert scene.refusal == f"{piece} is no piece of this game: take it away"
        assert (scene.ruling, scene.state) == ("T6", before)


@pytest.mark.rule("T6")
def test_cards_on_a_tray_mean_nothing_while_dealing() -> None:
    scene = Scene(setup(TWO))
    assert scene.tap("purple 1", "north").last == ()
    assert scene.view()["seats"][0]["hand"] == 0


@pytest.mark.rule("T6", "T3")
def test_the_operator_may_name_the_cards_that_are_dealt() -> None:
    scene = Scene(setup(TWO)).say("deal", card_id("purple 3"))
    assert scene.said_now(CardGiven) == [CardGiven(seat="north", pile="hand", count=1)]
    assert scene.say("deal", card_id("purple 3")).ruling == "T6"
    assert scene.say("deal", "purple 4").refusal == (
        "'purple 4' is no card of this game, card.purple-rings.1 would be one"
    )


@pytest.mark.rule("R91")
def test_leftover_cards_are_not_in_the_game() -> None:
    scene = Scene(setup(FOUR)).deal()
    held = {card for seat in FOUR for card in (*scene.hand(seat), *scene.stash(seat))}
    (first, *_others) = [
        name
        for name in (f"{colour} {value}" for colour in list(SUITS)[:5] for value in range(1, 11))
        if name not in held
    ]
    assert len(held) == 48
    assert scene.play(first).refusal == "this card was not dealt: it goes back to the box"
    assert scene.ruling == "R91"


@pytest.mark.rule("R91", "R79")
def test_with_five_players_all_60_cards_are_dealt() -> None:
    scene = Scene(setup(FIVE)).deal()
    held = [card for seat in FIVE for card in (*scene.hand(seat), *scene.stash(seat))]
    assert len(set(held)) == 60


@pytest.mark.rule("R92")
def test_once_all_is_dealt_the_set_begins() -> None:
    scene = dealt(
        "east:", "west:", leader="west", suits=("blue-worms", "pink-buttons", "purple-rings")
    )
    assert scene.facts(SetBegan) == [
        SetBegan(set=1, suits=("purple-rings", "pink-buttons", "blue-worms"), leader="west")
    ]
    assert scene.sounds_now() == ["deal", "begin"]


@pytest.mark.rule("S21")
def test_unscanned_nothing_is_dealt_over_the_reader() -> None:
    scene = Scene(setup(THREE, deal=Deal.UNSCANNED))
    assert scene.phase == "playing"
    assert scene.last[0] == SetBegan(
        set=1,
        suits=("purple-rings", "pink-buttons", "yellow-bears", "white-swirls"),
        leader="north",
    )
    left = [(seat["hand"], seat["stash"]) for seat in scene.view()["seats"]]
    assert left == [(9, 3), (9, 3), (9, 3)]
