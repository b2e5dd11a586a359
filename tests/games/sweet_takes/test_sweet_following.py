"""Turn order and following suit: who plays when, and which cards (R81 to R107, S1 to S3, S14)."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue, Sound
from meadow.games.sweet_takes.facts import CardPlayed, LeaderNamed, RoundPlayed, SetBegan

from tests.games.sweet_takes.scene import (
    FIVE,
    PLAYERS,
    TRACKER,
    TWO,
    Scene,
    card_id,
    dealt,
    setup,
)

# ------------------------------------------------------------------------------ who leads


@pytest.mark.rule("R96", "S9", "T5")
def test_who_last_ate_a_sweet_is_named_by_the_turn_tracker_and_leads_round_1() -> None:
    scene = Scene(setup(TWO, leader="")).deal()
    assert (scene.phase, scene.on_turn) == ("leading", "")
    assert scene.cues() == {"north": "who-leads", "east": "who-leads", "deck": "tracker-here"}
    scene.touch("east", TRACKER)
    assert scene.last == (
        LeaderNamed(seat="east"),
        SetBegan(set=1, suits=("purple-rings", "pink-buttons", "yellow-bears"), leader="east"),
        Sound("begin"),
    )
    assert (scene.phase, scene.on_turn) == ("playing", "east")


@pytest.mark.rule("R96", "S9")
def test_the_leader_may_be_named_while_the_cards_are_dealt_and_named_anew() -> None:
    scene = Scene(setup(TWO, leader=""))
    scene.touch("east", TRACKER).touch("north", TRACKER)
    assert scene.facts(LeaderNamed) == [LeaderNamed(seat="east"), LeaderNamed(seat="north")]
    assert scene.touch("north", TRACKER).last == ()  # as said before
    assert scene.say("leader", "north").refusal == "north is to lead already"
    assert scene.deal().on_turn == "north"


@pytest.mark.rule("T5", "S20")
def test_on_the_deck_reader_the_turn_tracker_names_the_fifth_seat() -> None:
    scene = Scene(setup(FIVE, leader="")).deal().touch("deck", TRACKER)
    assert scene.on_turn == "five"


@pytest.mark.rule("T5")
def test_the_turn_tracker_where_nobody_plays_is_refused() -> None:
    scene = Scene(setup(TWO, leader="")).deal()
    before = scene.state
    for place, seat in (("west", "west"), ("deck", "five")):
        scene.touch(place, TRACKER)
        assert scene.refusal == (
            f"nobody plays at {seat}: lay the turn tracker on the tray of who leads"
        )
        assert (scene.ruling, scene.state) == ("T5", before)


@pytest.mark.rule("S9", "T3")
def test_the_operator_can_name_who_leads() -> None:
    scene = Scene(setup(TWO, leader="")).deal()
    assert scene.say("leader", "west").refusal == (
        "nobody plays at 'west': players are north, east"
    )
    assert scene.ruling == "S9"
    assert scene.say("leader", "east").on_turn == "east"


@pytest.mark.rule("S9")
def test_who_leads_is_settled_once_round_1_has_begun() -> None:
    scene = dealt("north:", "east:")
    before = scene.state
    assert scene.say("leader", "east").refusal == (
        "who leads is settled: the light says who is on turn"
    )
    assert (scene.ruling, scene.state) == ("S9", before)
    assert scene.touch("east", TRACKER).last == ()  # the card is only passed on


@pytest.mark.rule("S9")
def test_no_card_counts_before_somebody_leads() -> None:
    scene = Scene(setup(TWO, leader="")).deal()
    before = scene.state
    scene.play(scene.hand("north")[0])
    assert scene.refusal == "who last ate a sweet leads: lay the turn tracker on that tray"
    assert (scene.ruling, scene.state) == ("T16", before)


# ------------------------------------------------------------------------------ turn order


@pytest.mark.rule("R97", "S20")
def test_play_goes_to_the_left() -> None:
    scene = dealt(
        "north: purple 1", "east: purple 2", "south: purple 3", "west: purple 4", "five: purple 5"
    )
    turns = []
    for value in range(1, 6):
        turns.append(scene.on_turn)
        scene.play(f"purple {value}")
    assert turns == ["north", "east", "south", "west", "five"]


@pytest.mark.rule("R97")
def test_from_the_last_seat_play_goes_on_at_the_first() -> None:
    scene = dealt("north: purple 1", "east: purple 2", "west: purple 3", leader="west")
    scene.play("purple 3")
    assert scene.on_turn == "north"
    scene.play("purple 1")
    assert scene.on_turn == "east"


@pytest.mark.rule("R97", "S20")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_seat_on_turn_is_lit_with_the_round_it_plays(players: int) -> None:
    scene = Scene(setup(PLAYERS[players])).deal()
    for seat in PLAYERS[players]:
        lights = scene.session.lights(scene.full)
        assert lights[seat] == Cue("turn", 1, 12)
        assert [place for place, cue in lights.items() if cue.name == "turn"] == [seat]
        scene.play(sorted(scene.legal_cards())[0])


@pytest.mark.rule("R81", "R107", "R127")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_round_ends_when_all_players_have_played_one_card(players: int) -> None:
    scene = Scene(setup(PLAYERS[players])).deal()
    for _ in PLAYERS[players]:
        assert scene.facts(RoundPlayed) == []
        scene.play(sorted(scene.legal_cards())[0])
    (ended,) = scene.facts(RoundPlayed)
    assert ended.round == 1
    assert scene.view()["round"] == 2
    assert len(scene.facts(CardPlayed)) == players


@pytest.mark.rule("R81", "R92", "R116")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_after_12_rounds_all_cards_have_been_played(players: int) -> None:
    scene = Scene(setup(PLAYERS[players])).deal()
    while scene.phase == "playing":
        scene.play(sorted(scene.legal_cards())[0])
    assert [fact.round for fact in scene.facts(RoundPlayed)] == list(range(1, 13))
    assert {(seat["hand"], seat["stash"]) for seat in scene.view()["seats"]} == {(0, 0)}
    assert len({fact.card for fact in scene.facts(CardPlayed)}) == players * 12
    assert scene.phase == "over"


# ------------------------------------------------------------------------------- following


@pytest.mark.rule("R98", "R82")
def test_the_first_player_plays_any_card_and_decides_the_starting_suit() -> None:
    scene = dealt("north: purple 7, pink 2, yellow 4 | pink 9", "east:")
    assert {"purple 7", "pink 2", "yellow 4", "pink 9"} < scene.legal_cards()
    assert len(scene.legal_cards()) == 12
    scene.play("pink 2")
    assert scene.said_now(CardPlayed) == [
        CardPlayed(
            seat="north",
            card=card_id("pink 2"),
            suit="pink-buttons",
            value=2,
            source="hand",
            role="lead",
            round=1,
        )
    ]
    assert (scene.view()["starting_suit"], scene.view()["secondary_suit"]) == ("pink-buttons", "")
    assert scene.session.lights(scene.full)["deck"] == Cue("lead.pink-buttons")


@pytest.mark.rule("R82", "R99", "R102", "S15")
def test_the_second_player_must_match_the_starting_suit_if_they_can() -> None:
    scene = dealt("north: purple 7", "east: purple 2, pink 3").play("purple 7")
    before = scene.state
    scene.play("pink 3")
    assert scene.refusal == (
        "east must follow the starting suit, purple-rings, or play from the stash: take it back"
    )
    assert (scene.ruling, scene.refused and scene.refused.place) == ("R99", "deck")
    assert scene.state == before
    assert scene.play("purple 2").refusal == ""


@pytest.mark.rule("R103", "R102", "S1")
def test_who_cannot_match_plays_any_card_and_that_is_the_secondary_suit() -> None:
    scene = dealt("north: purple 7", "east: no purple, yellow 4, pink 3", "south:", "west:")
    scene.play("purple 7")
    assert {"yellow 4", "pink 3"} < scene.legal_cards()
    scene.play("yellow 4")
    assert scene.said_now(CardPlayed)[0].role == "secondary"
    assert scene.view()["secondary_suit"] == "yellow-bears"
    assert scene.session.lights(scene.full)["deck"] == Cue(
        "lead.purple-rings", under="second.yellow-bears"
    )


@pytest.mark.rule("R104", "R99")
@pytest.mark.parametrize("seat", ["south", "west", "five"])
def test_third_fourth_and_fifth_players_must_match_the_starting_suit_if_they_can(seat: str) -> None:
    before = {"south": [], "west": ["pink 2"], "five": ["pink 2", "pink 3"]}[seat]
    voids = {"south": "pink 2", "west": "pink 3", "five": "pink 4"}
    specs = ["north: purple 7", "east: no purple, pink 1"]
    for other, pink in voids.items():
        rest = f"purple 2, {pink}, yellow 2" if other == seat else f"no purple, {pink}"
        specs.append(f"{other}: {rest}")
    scene = dealt(*specs).play("purple 7", "pink 1", *before)
    assert scene.on_turn == seat
    for card in (voids[seat], "yellow 2"):
        assert scene.play(card).refusal.startswith(f"{seat} must follow the starting suit, purple")
    assert scene.play("purple 2").refusal == ""


@pytest.mark.rule("R105", "S15")
def test_the_third_player_who_cannot_match_the_starting_suit_must_match_the_secondary() -> None:
    scene = dealt(
        "north: purple 7", "east: no purple, pink 1", "south: no purple, pink 2, yellow 2"
    ).play("purple 7", "pink 1")
    before = scene.state
    assert scene.play("yellow 2").refusal == (
        "south must follow the secondary suit, pink-buttons, or play from the stash: take it back"
    )
    assert (scene.ruling, scene.state) == ("R105", before)
    assert scene.play("pink 2").refusal == ""


@pytest.mark.rule("R106")
def test_who_can_match_neither_suit_plays_any_card() -> None:
    scene = dealt(
        "north: purple 7",
        "east: no purple, pink 1",
        "south: no purple, no pink, yellow 2, white 5",
    ).play("purple 7", "pink 1")
    assert {card.split()[0] for card in scene.legal_cards()} >= {"yellow", "white"}
    scene.play("yellow 2")
    assert (scene.refusal, scene.said_now(CardPlayed)[0].role) == ("", "")


@pytest.mark.rule("S3", "R106")
def test_nobody_has_to_follow_a_third_suit() -> None:
    scene = dealt(
        "north: purple 7",
        "east: no purple, pink 1",
        "south: no purple, no pink, yellow 2",
        "west: no purple, no pink, yellow 3, white 5",
    ).play("purple 7", "pink 1", "yellow 2")
    assert scene.play("white 5").refusal == ""


@pytest.mark.rule("S3")
def test_with_a_follow_depth_of_3_the_third_suit_binds_too() -> None:
    scene = dealt(
        "north: purple 7",
        "east: no purple, pink 1",
        "south: no purple, no pink, yellow 2",
        "west: no purple, no pink, yellow 3, white 5",
        follow_depth=3,
    ).play("purple 7", "pink 1", "yellow 2")
    assert scene.play("white 5").refusal == (
        "west must follow the third suit, yellow-bears, or play from the stash: take it back"
    )
    assert scene.ruling == "S3"
    assert scene.play("yellow 3").refusal == ""


@pytest.mark.rule("S3")
def test_with_a_follow_depth_of_1_only_the_starting_suit_binds() -> None:
    scene = dealt(
        "north: purple 7",
        "east: no purple, pink 1",
        "south: no purple, pink 2, yellow 2",
        follow_depth=1,
    ).play("purple 7", "pink 1")
    assert scene.play("yellow 2").refusal == ""


@pytest.mark.rule("S1")
def test_the_secondary_suit_is_the_first_that_differs_whoever_played_it() -> None:
    scene = dealt(
        "north: purple 7",
        "east: purple 2",
        "south: no purple, yellow 1",
        "west: no purple, yellow 5, pink 1",
    ).play("purple 7", "purple 2", "yellow 1")
    assert scene.view()["secondary_suit"] == "yellow-bears"
    assert scene.play("pink 1").refusal.startswith("west must follow the secondary suit, yellow")


@pytest.mark.rule("S1", "S2")
def test_a_stash_card_sets_the_secondary_suit_too() -> None:
    scene = dealt(
        "north: purple 7", "east: purple 2 | yellow 1", "south: no purple, yellow 5, pink 1"
    ).play("purple 7", "yellow 1")
    assert scene.said_now(CardPlayed)[0].role == "secondary"
    assert scene.play("pink 1").refusal.startswith("south must follow the secondary suit, yellow")


@pytest.mark.rule("S14")
def test_with_two_players_the_secondary_suit_binds_nobody() -> None:
    scene = dealt("north: purple 7", "east: no purple, pink 3")
    scene.play("purple 7", "pink 3")
    assert len(scene.facts(RoundPlayed)) == 1
    assert len(scene.legal_cards()) == 11
