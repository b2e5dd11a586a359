"""Ways to play: A easier, B evens the odds, C the other hand, D rounds in a row.

Rows R75 to R78; rulings W2, W9, W11, T4, T6.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import pytest
from meadow.games.game import Seat, SetupError
from meadow.games.package import ChoiceError
from meadow.games.sweepers.facts import (
    CardDealt,
    CardTaken,
    PlayBegan,
    RoundEnded,
    TokenMatched,
    TokenStrayed,
)
from meadow.games.sweepers.package import PACKAGE, SweepersSettings
from meadow.games.sweepers.setup import DealOrder, Mode, Pair, Referee

from tests.games.sweepers.hands import boxed, collect, failed_check, hand_in
from tests.games.sweepers.scene import SIDES, Scene, card_id, cards, setup, stash, token_id, tokens

# ------------------------------------------------------------------------------- way A


@pytest.mark.rule("R75")
@pytest.mark.parametrize("mode", [Mode.STASH, Mode.PAWS])
def test_way_a_deals_each_player_six_treat_cards(mode: Mode) -> None:
    scene = Scene(setup(mode=mode, ways=("A",)))
    for design in range(23):
        scene.scan(design)
    assert scene.phase == "dealing"
    scene.scan(23)
    assert scene.phase == "ready"
    assert [side.size for side in scene.state.sides] == [6, 6, 6, 6]


@pytest.mark.rule("R75", "W8", "W19")
def test_in_way_a_a_claim_needs_six_tokens_also_after_a_penalty() -> None:
    scene = failed_check(boxed("north", "south", ways=("A",)), "north", range(4), (40, 41))
    scene.scan(20).scan(21).three()
    collect(scene, "north", (20, 21)).claim("north")
    hand_in(scene, "north", (0, 1, 2, 3, 20, 21)).rake("north")
    assert scene.result is not None
    assert scene.result.winners == ("north",)
    assert [(s.covered, s.cards) for s in scene.result.sides] == [(6, 6), (0, 6)]


# ------------------------------------------------------------------------------- way B


def pairs_of(sides: Sequence[str], ages: Sequence[int]) -> list[tuple[str, str]]:
    """Who takes from whom at these ages, as the game asks for it."""
    scene = Scene(setup(sides, ways=("B",), ages=ages)).deal_in_order()
    while scene.phase == "taking":
        younger = next(place for place, cue in scene.cues().items() if cue == "give")
        card = scene.side(younger).deck[-1]
        scene.place("deck", card).lift("deck", card)
    return [(fact.older, fact.younger) for fact in scene.facts(CardTaken)]


@pytest.mark.rule("R76", "W9")
@pytest.mark.parametrize(
    ("sides", "ages", "pairs"),
    [
        (("north", "south"), (1, 2), [("north", "south")]),
        (("north", "south"), (2, 1), [("south", "north")]),
        (("north", "south"), (1, 1), []),
        (("north", "east", "south"), (2, 3, 1), [("south", "east")]),
        (("north", "east", "south"), (1, 1, 2), [("north", "south")]),
        (("north", "east", "south"), (1, 2, 2), [("north", "south")]),
        (("north", "east", "south"), (2, 2, 2), []),
        (SIDES, (4, 2, 1, 3), [("south", "north"), ("east", "west")]),
        (SIDES, (1, 1, 2, 2), [("north", "west"), ("east", "south")]),
        (SIDES, (1, 2, 2, 3), [("north", "west")]),
        (SIDES, (1, 1, 1, 2), [("north", "west")]),
        (SIDES, (1, 2, 2, 2), [("north", "west")]),
        (SIDES, (0, 2, 1, 3), [("south", "west")]),
        (SIDES, (0, 2, 1, 0), [("south", "east")]),
    ],
)
def test_the_oldest_takes_from_the_youngest_and_so_on_inward(
    sides: tuple[str, ...], ages: tuple[int, ...], pairs: list[tuple[str, str]]
) -> None:
    assert pairs_of(sides, ages) == pairs


def taking() -> Scene:
    """North is the older: it takes a card from south, whose top card is 7."""
    return Scene(setup(("north", "south"), ways=("B",), ages=(1, 2))).deal_in_order()


@pytest.mark.rule("R76", "T6")
def test_the_card_lies_face_down_on_top_of_the_older_players_deck() -> None:
    scene = taking()
    assert scene.cues() == {"north": "deal", "south": "give", "deck": "scan"}
    scene.scan(7)
    assert scene.said_now(CardTaken) == [CardTaken(older="north", younger="south")]
    assert scene.side("north").deck == tuple(card_id(d) for d in (6, 5, 4, 3, 2, 1, 0, 7))
    assert scene.side("south").deck == tuple(card_id(d) for d in (13, 12, 11, 10, 9, 8))
    scene.three()
    assert scene.side("north").open == (card_id(7),)
    assert scene.side("south").open == (card_id(8),)


@pytest.mark.rule("R76", "R13", "T6")
def test_nobody_is_told_which_card_was_taken() -> None:
    scene = taking().scan(7)
    assert card_id(7) not in str(scene.session.view(scene.full, "public"))
    assert card_id(7) not in str(scene.outputs)


@pytest.mark.rule("W9", "T6")
@pytest.mark.parametrize("design", [8, 13, 0, 30])
def test_only_the_youngers_top_card_is_accepted(design: int) -> None:
    scene = taking()
    before = scene.state
    scene.scan(design)
    assert scene.refusal == "way B: scan the top card of south's deck, for north"
    assert scene.state is before


@pytest.mark.rule("W9", "R76")
def test_pairs_may_be_said_instead_of_ages() -> None:
    pairs = (Pair("west", "east"), Pair("south", "north"))
    scene = Scene(setup(ways=("B",), pairs=pairs)).deal_in_order().scan(7).scan(0)
    assert scene.facts(CardTaken) == [
        CardTaken(older="west", younger="east"),
        CardTaken(older="south", younger="north"),
    ]
    assert [side.size for side in scene.state.sides] == [6, 6, 8, 8]


@pytest.mark.rule("W9")
def test_said_pairs_go_before_ages_and_may_be_fewer() -> None:
    scene = Scene(setup(ways=("B",), ages=(1, 2, 3, 4), pairs=(Pair("east", "south"),)))
    scene.deal_in_order().scan(14)
    assert scene.phase == "ready"
    assert [side.size for side in scene.state.sides] == [7, 8, 6, 7]
    assert Scene(setup(ways=("B",), ages=(1, 2, 3, 4), pairs=())).deal_in_order().phase == "ready"


@pytest.mark.rule("W9", "R76")
@pytest.mark.parametrize(
    ("ways", "ages", "pairs", "why"),
    [
        (("B",), (), None, "way B needs to know who is older: give age ranks or pairs (W9)"),
        (
            ("B",),
            (1, 2),
            (Pair("south", "north"),),
            "way B: south is not older than north (W9)",
        ),
        (
            ("B",),
            (1, 1),
            (Pair("south", "north"),),
            "way B: south is not older than north (W9)",
        ),
        (("B",), (), (Pair("north", "north"),), "way B: north is not older than north (W9)"),
        (("B",), (), (Pair("north", "west"),), "way B: nobody plays at north or west (W9)"),
        (
            ("B",),
            (),
            (Pair("north", "south"), Pair("north", "south")),
            "way B: each older player takes one card only (R76)",
        ),
        ((), (1, 2), (Pair("north", "south"),), "pairs are for way B: choose way B or give no"),
    ],
)
def test_pairs_that_cannot_be_are_refused_with_the_reason(
    ways: tuple[str, ...], ages: tuple[int, ...], pairs: tuple[Pair, ...] | None, why: str
) -> None:
    with pytest.raises(SetupError) as told:
        Scene(setup(("north", "south"), ways=ways, ages=ages, pairs=pairs))
    assert str(told.value).startswith(why)


@pytest.mark.rule("T4", "R75", "R76")
def test_way_b_after_way_a_takes_from_six() -> None:
    scene = Scene(setup(("north", "south"), ways=("A", "B"), ages=(1, 2))).deal_in_order().scan(6)
    assert [side.size for side in scene.state.sides] == [7, 5]
    assert scene.three().side("north").open == (card_id(6),)


@pytest.mark.rule("R76", "R57")
def test_way_b_goes_with_quick_paws_too() -> None:
    scene = Scene(setup(("north", "south"), Mode.PAWS, ways=("B",), ages=(1, 2)))
    scene.deal_in_order().scan(7).flip()
    assert scene.side("north").open == (card_id(7),)
    assert scene.state.began_ms == 0


# ------------------------------------------------------------------------------- way C


@pytest.mark.rule("R77")
def test_way_c_records_the_other_hand_and_changes_no_rule() -> None:
    seats = (Seat("south", rake="r2"), Seat("north", rake="r1", hand="dominant"))
    choices = PACKAGE.choose(PACKAGE.choose(None, "thats-my-stash"), "way-c")
    made = PACKAGE.setup(choices, seats, (*tokens(), *cards()), SweepersSettings())
    assert [(seat.side, seat.hand) for seat in made.seats] == [
        ("north", "dominant"),
        ("south", "other"),
    ]
    assert made.ways == ("C",)
    plain, other = stash("north", "south"), stash("north", "south", ways=("C",))
    assert collect(plain, "north", range(7)).outputs == collect(other, "north", range(7)).outputs


# ------------------------------------------------------------------------------- way D


def rounds(players: int, referee: Referee = Referee.LIVE, **more: object) -> Scene:
    """Way D, not dealt yet; ``players`` sides from north."""
    made = setup(SIDES[:players], Mode.PAWS, referee, ways=("D",))
    return Scene(msgspec.structs.replace(made, **more))


def win_round(scene: Scene) -> Scene:
    """Deal, flip, and let everyone cover all cards of this round."""
    size, players = 5 + scene.state.round, len(scene.setup.seats)
    scene.begin()
    for turn in range(size):
        for number in range(players):
            scene.cover(SIDES[number], size * number + turn)
    return scene


@pytest.mark.rule("R78")
def test_way_d_deals_six_cards_in_the_first_round_and_one_more_in_each_after() -> None:
    scene = rounds(2)
    for size in (6, 7, 8):
        scene.deal_in_order()
        assert [side.size for side in scene.state.sides] == [size, size]
        assert scene.phase == "ready"
        scene.flip()
        for turn in range(size):
            scene.cover("north", turn).cover("east", size + turn)
        assert scene.phase == "between"
        scene.say("start")
    assert [fact.round for fact in scene.facts(PlayBegan)] == [1, 2, 3]
    assert [fact.won for fact in scene.facts(RoundEnded)] == [True, True, True]


@pytest.mark.rule("W11", "R78")
@pytest.mark.parametrize(("players", "last_cards", "won"), [(4, 9, 4), (3, 12, 7), (2, 18, 13)])
def test_rounds_go_on_while_the_cards_suffice(players: int, last_cards: int, won: int) -> None:
    scene = rounds(players)
    for number in range(1, won + 1):
        assert win_round(scene).facts(RoundEnded)[-1].round == number
        if number < won:
            assert scene.phase == "between"
            assert scene.result is None
            scene.say("start")
    assert [side.size for side in scene.state.sides] == [last_cards] * players
    assert scene.result is not None
    assert scene.result.outcome == "won"
    assert scene.result.rounds_won == won
    assert scene.result.winners == SIDES[:players]


@pytest.mark.rule("W11", "R74")
def test_way_d_ends_at_the_first_loss_and_the_score_is_the_rounds_won() -> None:
    scene = win_round(win_round(rounds(2)).say("start")).say("start").begin().wait(90_000)
    assert scene.phase == "over"
    assert scene.result is not None
    assert scene.result.outcome == "lost-time"
    assert scene.result.rounds_won == 2
    assert scene.result.winners == ()
    assert [fact.won for fact in scene.facts(RoundEnded)] == [True, True, False]


@pytest.mark.rule("W11", "R73")
def test_a_round_lost_in_the_check_ends_way_d_too() -> None:
    scene = rounds(1, Referee.CHECK).begin()
    for design in range(6):
        scene.cover("north", design).claim("north")
    hand_in(scene, "north", range(6)).rake("north")
    assert scene.phase == "between"
    for design in range(6):
        scene.pick("north", design)
    scene.say("start").begin()
    for design in range(7):
        scene.cover("north", design).claim("north")
    scene.rake("north")
    assert scene.result is not None
    assert scene.result.outcome == "lost-mismatch"
    assert scene.result.rounds_won == 1


@pytest.mark.rule("R78", "R57")
def test_each_round_has_its_own_ninety_seconds() -> None:
    scene = rounds(1).begin().wait(80_000)
    collect(scene, "north", range(6)).wait(50_000).say("start").begin()
    assert scene.session.alarms(scene.full) == {"sand": 220_000, "tick": 210_000}
    scene.wait(89_999)
    collect(scene, "north", range(7))
    assert [fact.time_ms for fact in scene.facts(RoundEnded)] == [80_000, 89_999]


@pytest.mark.rule("T6", "W11")
def test_way_d_forgets_all_cards_between_rounds_and_start_opens_the_next() -> None:
    scene = win_round(rounds(2))
    assert scene.cues() == {"north": "won", "east": "won", "deck": "start-here"}
    scene.scan(30)
    assert "the round is over: say Start for the next one" in scene.refusal
    scene.say("start")
    assert scene.phase == "dealing"
    assert [side.size for side in scene.state.sides] == [0, 0]
    scene.scan(0)
    assert scene.said_now(CardDealt) == [CardDealt(side="north", count=1)]


@pytest.mark.rule("T6", "T14", "W11")
def test_tokens_still_lying_when_a_round_begins_are_judged_at_its_flip() -> None:
    scene = win_round(rounds(2)).lay("north", 0).lay("south", 5)
    scene.say("start").lay("east", 1).begin()
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]
    assert {(fact.place, fact.token) for fact in scene.said_now(TokenStrayed)} == {
        ("east", token_id(1)),
        ("south", token_id(5)),
    }


@pytest.mark.rule("W11", "T6")
def test_a_token_stashed_in_one_round_is_free_in_the_next() -> None:
    scene = win_round(rounds(2)).say("start").begin().lay("north", 0)
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token=token_id(0), card=card_id(0))
    ]


@pytest.mark.rule("T4", "R78")
@pytest.mark.parametrize("other", ["A", "B"])
def test_ways_a_and_b_exclude_way_d(other: str) -> None:
    with pytest.raises(SetupError, match=f"ways {other} and D exclude each other"):
        Scene(setup(mode=Mode.PAWS, ways=(other, "D"), ages=(1, 2, 3, 4)))
    choices = PACKAGE.choose(PACKAGE.choose(None, "quick-paws"), "way-d")
    with pytest.raises(ChoiceError, match=f"way {other} does not go with way D"):
        PACKAGE.choose(choices, f"way-{other.lower()}")


@pytest.mark.rule("T4", "R77", "R78")
def test_way_c_goes_with_way_d() -> None:
    scene = Scene(setup(("north",), Mode.PAWS, ways=("C", "D"))).begin()
    assert scene.side("north").size == 6


@pytest.mark.rule("R78")
def test_way_d_is_for_quick_paws_only() -> None:
    with pytest.raises(SetupError, match="way D is rounds of Quick Paws"):
        Scene(setup(ways=("D",)))


@pytest.mark.rule("R78", "T6")
def test_way_d_can_be_dealt_deck_by_deck_too() -> None:
    scene = rounds(2, deal_order=DealOrder.BLOCKS)
    for design in range(7):
        scene.scan(design)
    assert [side.size for side in scene.state.sides] == [6, 1]
    for design in range(7, 12):
        scene.scan(design)
    assert scene.phase == "ready"
