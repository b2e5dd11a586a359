"""Tokens where nobody plays, several open cards, several tokens alike (T12, W4, W21)."""

from __future__ import annotations

import pytest
from meadow.games.game import Sound
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    TokenMatched,
    TokenReturned,
    TokenStrayed,
)
from meadow.games.sweepers.setup import Referee
from meadow.pieces.kinds import TreatCard

from tests.games.sweepers.scene import (
    Scene,
    card_id,
    cards,
    paws,
    setup,
    stash,
    token_id,
    tokens,
    twins,
)

# ------------------------------------------------------------- where nobody plays (T12)


@pytest.mark.rule("T12", "T1", "R30")
@pytest.mark.parametrize("place", ["east", "west", "deck"])
def test_a_token_on_a_side_nobody_plays_or_on_the_deck_reader_is_a_stray(place: str) -> None:
    scene = stash("north", "south")
    scene.lay(place, 0)
    assert scene.heard() == (TokenStrayed(place=place, token=token_id(0)), Sound("stray"))
    assert scene.cues() == {"north": "open", "south": "open", place: "stray"}
    scene.pick(place, 0)
    assert scene.heard() == (TokenReturned(place=place, token=token_id(0)),)
    assert scene.cues() == {"north": "open", "south": "open"}
    assert scene.facts(CardCovered) == []


@pytest.mark.rule("T12", "T16")
def test_strays_where_nobody_plays_that_fell_while_stopped_are_judged_at_three_and_once() -> None:
    scene = stash("north", "south").lay("west", 32)
    scene.rake("north", "deck").lay("east", 30).lay("deck", 31)
    assert scene.heard() == ()
    scene.three()
    assert scene.said_now(TokenStrayed) == [
        TokenStrayed(place="east", token=token_id(30)),
        TokenStrayed(place="deck", token=token_id(31)),
    ]
    scene.rake("north", "deck").three()
    assert scene.said_now(TokenStrayed) == []


@pytest.mark.rule("T12", "T14")
def test_strays_where_nobody_plays_are_judged_again_after_a_pause() -> None:
    scene = stash("north", "south").lay("west", 32).lay("deck", 31)
    scene.say("pause").pick("deck", 31).three()
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="west", token=token_id(32))]


@pytest.mark.rule("T14", "T12")
@pytest.mark.parametrize("place", ["north", "west", "deck"])
def test_rakes_and_cards_that_lie_there_are_no_tokens(place: str) -> None:
    scene = stash("north", "south").say("pause")
    scene.lying(place, "rake.south", token_id(30), card_id(20)).three()
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place=place, token=token_id(30))]
    lying = [lay.token for lay in scene.side("north").tray]
    assert lying + [token for _, token in scene.state.elsewhere] == [token_id(30)]


@pytest.mark.rule("T12", "T15")
def test_a_token_in_the_tray_of_a_side_switched_off_is_a_stray() -> None:
    scene = stash("north", "south", "west").say("off", "west")
    scene.lay("west", 14)
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="west", token=token_id(14))]
    scene.pick("west", 14)
    assert scene.said_now(TokenReturned) == [TokenReturned(place="west", token=token_id(14))]


@pytest.mark.rule("T12")
def test_referee_check_tells_strays_where_nobody_plays_too() -> None:
    scene = stash("north", "south", referee=Referee.CHECK)
    scene.lay("east", 0)
    assert scene.heard() == (TokenStrayed(place="east", token=token_id(0)), Sound("stray"))
    scene.lay("deck", 1).rake("south", "deck").pick("deck", 1)
    scene.rake("south").rake("north")  # an empty inventory (T13)
    scene.lay("west", 2).three()
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="west", token=token_id(2))]


# ----------------------------------------------- several open cards, several alike (T12)


def two_open() -> Scene:
    """North's cards 0 and 1 are open: token 0 came off its card again (T11, W4)."""
    scene = stash("north", "south").cover("north", 0)
    scene.lay("east", 0).pick("east", 0)
    assert set(scene.side("north").open) == {card_id(0), card_id(1)}
    return scene


@pytest.mark.rule("T12", "W4")
@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_with_several_open_cards_matches_that_arrive_together_all_count(
    order: tuple[int, int],
) -> None:
    scene = two_open()
    for design in order:
        scene.lay("north", design)
        assert scene.said_now(TokenMatched) == [
            TokenMatched(side="north", token=token_id(design), card=card_id(design))
        ]
    first, second = order
    scene.pick("north", first)
    assert scene.facts(CardOpened)[-1].card == card_id(1)  # none yet: one is still open
    scene.pick("north", second)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(2))]
    assert scene.side("north").size == 7


@pytest.mark.rule("T12", "T10")
def test_with_one_open_card_the_other_is_a_stray_even_if_a_later_card_wants_it() -> None:
    scene = stash("north", "south")
    scene.lay("north", 0).lay("north", 1)
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=token_id(1))]
    scene.pick("north", 0).pick("north", 1)
    assert scene.side("north").open == (card_id(1),)
    assert len(scene.side("north").done) == 1


@pytest.mark.rule("T12", "T10", "W4")
def test_with_several_open_cards_a_stray_holds_back_only_what_follows_the_last() -> None:
    scene = two_open()
    scene.lay("north", 0).lay("north", 1).lay("north", 30)
    scene.pick("north", 0).pick("north", 30).pick("north", 1)
    assert scene.said_now(CardOpened) == [CardOpened(side="north", card=card_id(2))]


@pytest.mark.rule("T12", "W7", "W4")
def test_at_the_limit_a_second_match_that_rests_in_its_tray_counts_beside_the_first() -> None:
    scene = paws("north")
    for design in range(6):
        scene.cover("north", design)
    scene.lay("north", 0)  # off its card: two are open now
    scene.lay("north", 6).pick("north", 0).wait(90_000)
    assert scene.result is not None
    assert (scene.result.outcome, scene.result.time_ms) == ("won", 90_000)


@pytest.mark.rule("T12", "W21")
def test_of_two_tokens_alike_one_covers_the_card_and_the_other_is_a_stray() -> None:
    scene = stash("north", "south", tokens=tokens(copies=[0]))
    scene.lay("north", 0, copy=2)
    assert scene.said_now(TokenMatched) == [
        TokenMatched(side="north", token="token.moss.acorn.2", card=card_id(0))
    ]
    scene.lay("north", 0)
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="north", token=token_id(0))]
    scene.pick("north", 0, copy=2)
    assert scene.side("north").open == ()
    scene.pick("north", 0)
    assert scene.side("north").open == (card_id(1),)
    scene.lay("south", 0)  # the free one is nobody's
    assert scene.said_now(TokenStrayed) == [TokenStrayed(place="south", token=token_id(0))]
    assert scene.side("north").open == (card_id(1),)


@pytest.mark.rule("R23", "W21")
def test_of_two_tokens_alike_either_covers_either_card() -> None:
    scene = twins()
    scene.lay("south", 0).pick("south", 0)
    scene.lay("north", 0, copy=2).pick("north", 0, copy=2)
    assert scene.facts(CardCovered) == [
        CardCovered(side="south", card="treat.moss.acorn.2", token="token.moss.acorn"),
        CardCovered(side="north", card="treat.moss.acorn", token="token.moss.acorn.2"),
    ]


@pytest.mark.rule("T12", "W4", "W21")
def test_two_open_cards_alike_take_two_tokens_alike() -> None:
    twin = TreatCard("treat.moss.acorn.2", "moss", "acorn")
    more = (*cards(), twin)
    scene = Scene(setup(("north", "south"), cards=more, tokens=tokens(copies=[0])))
    for design in range(5, 0, -1):
        scene.scan(design).scan(design + 7)
    scene.place("deck", twin.id).lift("deck", twin.id)
    scene.scan(20).scan(0).scan(21).three()
    scene.cover("north", 0)
    scene.lay("north", 0)  # off its card again
    assert set(scene.side("north").open) == {card_id(0), twin.id}
    scene.lay("north", 0, copy=2)
    assert {lay.card for lay in scene.side("north").tray} == {card_id(0), twin.id}
    scene.pick("north", 0).pick("north", 0, copy=2)
    assert scene.side("north").open == (card_id(1),)
    assert len(scene.side("north").done) == 2
