"""Scenes of what can come up at a table of Sweet Takes: undo, two cards at once, refusals."""

from __future__ import annotations

from collections.abc import Mapping

from meadow.games.sweet_takes.setup import Deal

from tests.games.sweet_takes.scene import TRACKER, card_id
from tests.playthroughs.card_players import EAST, FIVE, NORTH, SOUTH, WEST, CardPlay, play


def two_winners() -> CardPlay:
    t = play(
        "Two players win cards in one round: the later in turn order leads the next (R113, S5).",
        NORTH,
        EAST,
        SOUTH,
        WEST,
    )
    t.dealt(
        "north: purple 3 10, white 8",
        "east: no purple, pink 6, white 2",
        "south: purple 9, white 4",
        "west: no purple, pink 2, white 5",
    )
    t.note("South takes the purple cards, East the pink ones: South was the later.")
    t.round("purple 3", "pink 6", "purple 9", "pink 2")
    t.note("North takes all: only one has won, so North leads (R112).")
    t.round("white 4", "white 5", "white 8", "white 2")
    t.lays("purple 10")
    return t


def two_at_once() -> CardPlay:
    t = play("Two cards come at once: neither counts (S15).", NORTH, EAST, SOUTH)
    t.dealt("north: purple 7 2 | yellow 3", "east: purple 9 8", "south: purple 1 3 4, no pink")
    t.lays("purple 7")
    t.note("Two of East's cards stick together.")
    t.lays("purple 9")
    t.wait(100)
    t.lay("purple 8")
    t.wait(700)
    t.take("purple 8").take("purple 9")
    t.lays("purple 8")
    t.note("The last card of the round: what was collected for it goes back too.")
    t.lays("purple 1")
    t.wait(100)
    t.lay("purple 3")
    t.wait(100)
    t.note("A third one too early.")
    t.lay("purple 4")
    t.wait(500)
    t.take("purple 4").take("purple 3").take("purple 1")
    t.lays("purple 1")
    t.collected()
    return t


def two_at_once_unscanned() -> CardPlay:
    t = play(
        "Two cards come at once in an unscanned game: on the deck, on a tray, at five (S15).",
        NORTH,
        FIVE,
        deal=Deal.UNSCANNED,
        suits=("purple-rings", "pink-buttons", "yellow-bears"),
    )
    t.lays("purple 7")
    t.wait(100)
    t.lay("purple 8")
    t.wait(500)
    t.take("purple 7").take("purple 8")
    t.lays("pink 7", place=NORTH)
    t.wait(100)
    t.lay("pink 8", NORTH)
    t.wait(500)
    t.take("pink 7", NORTH).take("pink 8", NORTH)
    t.lays("pink 8", place=NORTH)
    t.note("The word Stash still holds after two at once.")
    t.wait(1000)
    t.say("stash")
    t.lays("yellow 1")
    t.wait(100)
    t.lay("yellow 2")
    t.wait(500)
    t.take("yellow 1").take("yellow 2")
    t.lays("yellow 2")
    return t


def undo_a_card_dealt() -> CardPlay:
    t = play("A card dealt by mistake is undone, and another is dealt (T14).", NORTH, EAST)
    t.tap("purple 1")
    t.wait(700)
    t.tap("pink 1")
    t.wait(1000)
    t.say("undo")
    t.wait(3000)
    t.three()
    t.wait(700)
    t.tap("yellow 1")
    return t


def undo_a_round() -> CardPlay:
    t = play("A card played by mistake ends the round; the operator undoes it.", NORTH, EAST)
    t.dealt("north: purple 7 3 | yellow 2", "east: purple 9 1, pink 4")
    t.lays("purple 7", "purple 9")
    t.note("East takes the 9 back before anything is collected.")
    t.wait(3000)
    t.say("undo")
    t.wait(1500)
    t.take("purple 9")
    t.three()
    t.lays("purple 1")
    t.note("Undo goes back further and further: now the round's first card.")
    t.wait(2000)
    t.say("undo").say("undo")
    t.wait(1500)
    t.take("purple 1").take("purple 7")
    t.three()
    t.lays("purple 3", "purple 9")
    t.collected()
    return t


def undo_the_end() -> CardPlay:
    t = play("The very last card is undone: the game goes on.", NORTH, EAST)
    t.dealt("north: purple 1-9 | purple 10, yellow 1 4", "east: pink 1-9 | pink 10, yellow 2 3")
    with t.recorder.brief("The game"):
        t.rounds(north="purple 1-10, yellow 1 4", east="pink 1-10, yellow 2 3")
    t.note("Scores, piles and the turn come back as they were.")
    t.wait(4000)
    t.say("undo")
    t.wait(1000)
    t.three()
    t.wait(1000)
    t.tap("yellow 3" if t.on_turn == EAST else "yellow 4")
    return t


def refusals() -> CardPlay:
    t = play(
        "What is refused in a scanned game, with its ruling; nothing changes.", NORTH, EAST, SOUTH
    )
    t.note("Of a suit that is not in use; dealt already; no piece of this game; a rake.")
    t.tap("blue 1")
    t.wait(500)
    t.tap("purple 7").tap("purple 7")
    t.touch("deck", "treat.moss.acorn").touch(EAST, "rake.east")
    t.wait(1000)
    t.say("undo")
    t.three()
    t.dealt(
        "north: purple 7, pink 3 | white 1",
        "east: no purple, pink 9, white 2 4",
        "south: no purple, pink 4, white 8, yellow 1 | white 9",
    )
    t.note("Nobody is on turn but North; South's card, and the word Stash, which nobody needs.")
    t.wait(1000)
    t.tap("pink 9").tap("yellow 1").say("stash")
    t.lays("purple 7")
    t.note("North's second card of this round; a card nobody has; a card on a tray.")
    t.wait(1000)
    t.tap("pink 3").tap("blue 1").tap("pink 9", EAST)
    t.lays("pink 9")
    t.note("South must match pink, the secondary suit (R105); a stash card may be any (S2).")
    t.wait(1000)
    t.tap("white 8").say("leader", SOUTH).say("swap", "purple-rings", "blue-worms")
    t.lays("white 9")
    t.collected()
    t.note("A card that was played before; and on a tray, where it means nothing.")
    t.wait(1000)
    t.tap("purple 7").tap("purple 7", NORTH)
    return t


def refusals_unscanned() -> CardPlay:
    t = play(
        "What is refused in an unscanned game: turn, repetition, unused suits, empty piles (S22).",
        NORTH,
        EAST,
        deal=Deal.UNSCANNED,
    )
    t.wait(1000)
    t.tap("white 1").tap("purple 1", EAST)
    t.say("stash").say("stash")
    t.play("purple 1")
    t.wait(1000)
    t.tap("purple 1").tap("purple 1", EAST)
    t.note("East plays the whole stash at first, North all cards of the hand.")
    left = {
        NORTH: [f"purple {value}" for value in range(2, 11)],
        EAST: [*[f"pink {value}" for value in range(1, 11)], "yellow 2"],
    }
    while left[NORTH]:
        _in_turn(t, left)
    t.note("An empty stash and an empty hand: it is the other that must be played from.")
    for _ in range(2):
        t.wait(1000)
        if t.on_turn == EAST:
            t.tap("yellow 3", EAST).say("stash")
            _in_turn(t, left)
        else:
            t.tap("yellow 1")
            t.play("yellow 1", place=NORTH)
    return t


def _in_turn(t: CardPlay, left: Mapping[str, list[str]]) -> None:
    """Who is on turn plays the next card: from the stash over the tray, if it is East's."""
    seat = t.on_turn
    _, in_stash = t.state.left(t.seats.index(seat))
    t.play(left[seat].pop(0), place=EAST if seat == EAST and in_stash else "deck")


def reader_fails() -> CardPlay:
    t = play("The deck reader fails in play, and is done without in the end (T15).", NORTH, EAST)
    t.dealt("north: purple 7 3", "east: purple 9 1")
    t.lays("purple 7")
    t.wait(700)
    t.fail("deck")
    t.wait(5000)
    t.mend("deck")
    t.note("Meanwhile East has laid a card: it is adopted, and counts when it is laid again.")
    t.lying("deck", card_id("purple 7"), card_id("purple 9"))
    t.three()
    t.wait(1000)
    t.take("purple 9")
    t.lays("purple 9")
    t.collected()
    t.wait(1000)
    t.fail("deck")
    t.wait(1000)
    t.say("off", "deck")
    t.say("start")
    t.wait(2000)
    t.note("Cards are named to the operator.")
    t.say("play", card_id("purple 1"))
    return t


def leader_named_anew() -> CardPlay:
    t = play("Who leads can be named anew until the round begins (S9).", NORTH, EAST, leader="")
    t.touch(EAST, TRACKER)
    t.note("Nobody plays at west.")
    t.touch(WEST, TRACKER)
    t.say("leader", NORTH)
    t.dealt("north: purple 7")
    t.lays("purple 7")
    return t


def award() -> CardPlay:
    t = play("The operator decides who wins (T14).", NORTH, EAST)
    t.dealt("north: purple 7", "east: purple 9")
    t.round("purple 7", "purple 9")
    t.wait(1000)
    t.say("award", NORTH)
    return t


def broken_off() -> CardPlay:
    t = play("The operator ends the game before its end: nobody has won.", NORTH, SOUTH)
    t.dealt("north: purple 7", "south: purple 9")
    t.lays("purple 7")
    t.wait(1000)
    t.say("end")
    return t


SCENES = (
    two_winners,
    two_at_once,
    two_at_once_unscanned,
    undo_a_card_dealt,
    undo_a_round,
    undo_the_end,
    refusals,
    refusals_unscanned,
    reader_fails,
    leader_named_anew,
    award,
    broken_off,
)
