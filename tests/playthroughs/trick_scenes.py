"""Scenes of Sweet Takes: whole games of two to five players, three sets, unscanned, ties."""

from __future__ import annotations

from meadow.games.sweet_takes.setup import Deal, DealOrder

from tests.games.sweet_takes.scene import TRACKER
from tests.games.sweet_takes.whole_games import Own, play_set, two
from tests.playthroughs.card_players import (
    EAST,
    FIVE,
    NORTH,
    SOUTH,
    WEST,
    CardPlay,
    play,
)


def two_players() -> CardPlay:
    t = play("A whole game of two players, with three suits.", NORTH, SOUTH)
    t.dealt(
        "north: purple 10 4, pink 9 8, no yellow | yellow 9, purple 5 6",
        "south: purple 2 7, yellow 10 3, no pink",
    )
    t.note("North decides the starting suit; South must match it (R98, R99).")
    t.round("purple 4", "purple 7")
    t.note("North cannot match and plays any card: each takes their own, North was last (S5).")
    t.round("yellow 10", "pink 8")
    t.note("A card from the secret stash, unseen, sets the starting suit as well (R98, S2).")
    t.round("yellow 9", "yellow 3")
    t.note("The rest is played by rote.")
    t.plays_on()
    return t


def three_players() -> CardPlay:
    t = play(
        "A whole game of three players, with four suits; each is dealt all cards in a row.",
        NORTH,
        EAST,
        SOUTH,
        leader="",
        deal_order=DealOrder.BLOCKS,
    )
    t.dealt("north: no white", "east: white 9", "south: white 2 5")
    t.note("South last ate a sweet: the turn tracker goes there (R96, T5).")
    t.wait(4000)
    t.touch(SOUTH, TRACKER)
    t.note("South leads: play proceeds to the left (R97).")
    t.round("white 5", "pink 1", "white 9")
    t.note("The rest is played by rote.")
    t.plays_on()
    return t


def four_players() -> CardPlay:
    t = play("A whole game of four players, with five suits.", NORTH, EAST, SOUTH, WEST)
    t.dealt(
        "north: purple 7, white 3, no green",
        "east: no purple, pink 9, green 7",
        "south: no purple, pink 4, green 2",
        "west: no purple, no pink, green 8 1",
    )
    t.note("East cannot match purple: pink is the secondary suit, which binds South (R103, R105).")
    t.note("West has neither and plays any card. Three collect; West was the last (R109 to R113).")
    t.round("purple 7", "pink 9", "pink 4", "green 8")
    t.note("North has no green and takes the white 3 alone; East was later, and leads next (S5).")
    t.round("green 1", "white 3", "green 7", "green 2")
    t.note("The rest is played by rote.")
    t.plays_on()
    return t


def five_players() -> CardPlay:
    t = play(
        "A whole game of five players, with all six suits. The fifth seat is a corner (S20).",
        NORTH,
        EAST,
        SOUTH,
        WEST,
        FIVE,
        leader="",
    )
    t.note("The fifth seat has no tray: on the deck reader the turn tracker names it (T5).")
    t.touch("deck", TRACKER)
    t.dealt(
        "five: blue 6, purple 10",
        "north: blue 9",
        "east: no blue, green 3",
        "south: no blue, no green, purple 5",
        "west: blue 2",
    )
    t.round("blue 6", "blue 9", "green 3", "purple 5", "blue 2")
    t.note("The rest is played by rote.")
    t.plays_on()
    return t


def three_sets() -> CardPlay:
    t = play(
        "Three sets of 12 rounds; a suit is swapped; all in all a tie, which the third set breaks.",
        NORTH,
        EAST,
        sets=3,
    )
    with t.recorder.brief("The first set"):
        two(t, north="1 4", east="2 5")
    t.note("The cards are collected; for yellow bears come blue worms (R122, S16).")
    t.wait(20_000)
    t.say("swap", "yellow-bears", "blue-worms")
    t.wait(5000)
    with t.recorder.brief("The second set"):
        t.say("start")
        play_set(t, Own(NORTH, "purple", "blue 1 5"), Own(EAST, "pink", "blue 2 6", after=0))
    t.wait(20_000)
    with t.recorder.brief("The third set, but for its last card"):
        t.say("start")
        t.deal("north: purple 1-9 | purple 10, blue 5 6", "east: pink 1-9 | pink 10, blue 3 4")
    t.note("Who holds the turn tracker leads (S8).")
    t.rounds(north="purple 1-10, blue 5 6", east="blue 3 4, pink 1-10")
    t.note("209 points each: East has more points in the third set (R124).")
    return t


def unscanned() -> CardPlay:
    t = play(
        "Cards are dealt by hand: the table sees what is played, and a breach later (S21).",
        NORTH,
        EAST,
        FIVE,
        deal=Deal.UNSCANNED,
    )
    t.note("East does not follow purple: the table cannot know whether East has to.")
    t.round("purple 5", "pink 4", "purple 8")
    t.note("East plays from the stash: over the own tray, and on to the middle.")
    t.lays("white 3", "white 9")
    t.lays("yellow 6", place=EAST)
    t.wait(600)
    t.take("yellow 6", EAST)
    t.lay("yellow 6")
    t.collected()
    t.note("East's purple 9 comes from the hand, so it was there in round 1: a breach of R99.")
    t.lays("purple 9")
    t.note("The fifth seat has no tray: the Stash card comes first.")
    t.wait(1000)
    t.say("stash")
    t.lays("purple 2", "purple 1")
    t.collected()
    t.note("From now on all play as they must.")
    t.round("pink 5", "pink 10", "pink 1")
    t.round("yellow 4", "yellow 1", "pink 6")
    t.round("pink 7", "yellow 5", "pink 2")
    t.round("yellow 8", "yellow 2", "pink 8")
    t.round("purple 6", "yellow 9", "yellow 3")
    t.round("white 4", "pink 3", "pink 9")
    t.note("Hands run out one after the other: then the stash must be played from (R114).")
    t.lays("purple 7", "yellow 10")
    _from_trays(t, NORTH, "white 1")
    t.collected()
    _from_trays(t, NORTH, "white 2")
    _from_trays(t, EAST, "yellow 7")
    t.say("stash")
    t.lays("white 6")
    t.collected()
    t.say("stash")
    t.lays("purple 3")
    _from_trays(t, NORTH, "purple 10")
    _from_trays(t, EAST, "white 5")
    return t


def _from_trays(t: CardPlay, seat: str, card: str) -> None:
    t.lays(card, place=seat)
    t.wait(600)
    t.take(card, seat)


# ------------------------------------------------------------------------------------- ties


def _own_cards(title: str, *owns: Own) -> CardPlay:
    """Everybody takes their own cards, and what the others add decides."""
    t = play(title, *[own.seat for own in owns])
    t.dealt(*[own.deal for own in owns])
    t.rounds(**{own.seat: own.plays for own in owns})
    return t


def tie_of_two_shared() -> CardPlay:
    return _own_cards(
        "72 points and 12 cards each: two share the victory (S6).",
        Own(NORTH, "purple", "yellow 1 4"),
        Own(EAST, "pink", "yellow 2 3", after=0),
    )


def tie_of_two_broken() -> CardPlay:
    t = play("65 points each, but East has 13 cards and North 11 (R120, S18).", NORTH, EAST)
    t.dealt("north: purple 1-9 | purple 10, yellow 1 2", "east: pink 1-9 | pink 10, yellow 3 10")
    t.note("Both play from the stash: North's yellow 2 falls to East, face down, for 1 point.")
    t.play("yellow 2", "yellow 3")
    t.rounds(north="purple 1-10, yellow 1", east="yellow 10, pink 1-10")
    return t


def tie_of_three_shared() -> CardPlay:
    return _own_cards(
        "70 points and 12 cards each: three share the victory (S6).",
        Own(NORTH, "purple", "white 1 6"),
        Own(EAST, "pink", "white 2 5", after=0),
        Own(SOUTH, "yellow", "white 3 4", after=5),
    )


def tie_of_three_broken() -> CardPlay:
    t = play(
        "65 points each; in cards North has 11, East 13 and South 12 (R120, S18).",
        NORTH,
        EAST,
        SOUTH,
    )
    t.dealt(
        "north: purple 1-9 | purple 10, white 1 2",
        "east: pink 1-9 | pink 10, white 4 9",
        "south: yellow 1-9 | yellow 10, white 5 7",
    )
    t.note("North's white 2 falls to East, face down, for 1 point.")
    t.play("white 2", "white 9", "yellow 1")
    t.rounds(
        north="purple 1-10, white 1",
        east="white 4, pink 1-10",
        south="yellow 2-5, white 5 7, yellow 6-10",
    )
    return t


SCENES = (
    two_players,
    three_players,
    four_players,
    five_players,
    three_sets,
    unscanned,
    tie_of_two_shared,
    tie_of_two_broken,
    tie_of_three_shared,
    tie_of_three_broken,
)
