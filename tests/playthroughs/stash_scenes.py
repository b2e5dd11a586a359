"""Scenes of "That's My Stash!": whole games, the rulebook's Example Turn, claims, checks, ways."""

from __future__ import annotations

from meadow.games.sweepers.setup import DealOrder

from tests.games.sweepers.scene import cards
from tests.playthroughs.players import CHECK, CHIP, PUFF, SPEEDY, Play, other_hands, play


def stash_live() -> Play:
    t = play("That's My Stash!, referee live: a whole game of Chip and Puff.", CHIP, PUFF)
    t.deal_in_order()
    t.on_three(CHIP)
    t.covers(CHIP, 0)
    t.covers(PUFF, 7)
    t.note("Puff does not need this token and puts it back on the meadow (R35).")
    t.falls(PUFF, 20)
    t.picks_up(PUFF, 20)
    t.covers(CHIP, 1, 2, 3)
    t.covers(PUFF, 8)
    t.note("A token that Chip will need falls off Puff's side and goes back (R30, T12).")
    t.falls(PUFF, 4)
    t.picks_up(PUFF, 4)
    t.covers(CHIP, 4, 5, 6)
    t.note('The table shouts "Stashed!" for Chip (T8); nobody else does within 250 ms (W10).')
    t.wait(251)
    return t


def stash_check() -> Play:
    t = play(
        "That's My Stash!, referee check: a whole game of Chip and Puff.", CHIP, PUFF, referee=CHECK
    )
    t.dealt()
    t.on_three(PUFF)
    t.covers(CHIP, 0)
    t.covers(PUFF, 7)
    t.note("A token too many: Puff puts it back. The table counts it as seen, no more (T9).")
    t.falls(PUFF, 20)
    t.picks_up(PUFF, 20)
    t.covers(CHIP, 1, 2, 3)
    t.covers(PUFF, 8, 9)
    t.covers(CHIP, 4, 5, 6)
    t.note('"Stashed!": Chip\'s rake goes into his tray and stays for 300 ms (T16).')
    t.claims(CHIP)
    t.note("Everybody lays the rake down; Chip's tokens are laid and compared (R46, R47).")
    t.shows(CHIP, 3, 0, 1, 2, 6, 5, 4)
    return t


def puffs_turn() -> Play:
    t = play(
        "The Example Turn of That's My Stash!, referee live. Puff sits south of Chip and Speedy.",
        CHIP,
        SPEEDY,
        PUFF,
    )
    t.dealt()
    t.note('The game begins! On "three!", Puff: 1. Reveals his top Treat card.')
    t.on_three(PUFF)
    t.note("2. Finds the matching Stash token on the meadow. 3. Clears a path to it with his rake.")
    t.note("4. Rakes the Stash token he needs towards his side of the meadow.")
    t.note("5. Rakes the token he needs off the edge - but an extra token falls off with it.")
    t.falls(PUFF, 14)
    t.lay(PUFF, 40)
    t.note("6. Places his rake beside him and uses that same paw to put that token back.")
    t.picks_up(PUFF, 40)
    t.note("7. Uses the same paw to place the Stash token he needs on his Treat card.")
    t.note("8. Reveals a new Treat card and keeps searching.")
    t.picks_up(PUFF, 14)
    return t


def puffs_turn_check() -> Play:
    t = play(
        "The Example Turn of That's My Stash!, referee check.", CHIP, SPEEDY, PUFF, referee=CHECK
    )
    t.dealt()
    t.note('1. On "three!" Puff reveals his top Treat card: the table is not told which it is.')
    t.on_three(PUFF)
    t.note("5. The token he needs falls, and an extra one with it. The table stays neutral (T9).")
    t.falls(PUFF, 14)
    t.lay(PUFF, 40)
    t.note("6. The extra token goes back, 7. the needed one onto his card, 8. he reveals the next.")
    t.picks_up(PUFF, 40, 14)
    return t


def tray_first() -> Play:
    t = play("Puff lays the token on his card before he puts the extra one back (T10).", CHIP, PUFF)
    t.dealt()
    t.on_three(PUFF)
    t.falls(PUFF, 7)
    t.lay(PUFF, 40)
    t.note("The cover counts, but the next card waits for the tray to be clear.")
    t.picks_up(PUFF, 7)
    t.picks_up(PUFF, 40)
    return t


def comes_off() -> Play:
    t = play("A stashed token comes off its card, and both cards are open (T11, W4).", CHIP, PUFF)
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0)
    t.note("Chip's elbow: his first token falls into Puff's tray.")
    t.falls(PUFF, 0)
    t.picks_up(PUFF, 0)
    t.note("Chip may cover either first.")
    t.covers(CHIP, 1, 0)
    return t


def tie_live() -> Play:
    t = play(
        "A tie, referee live: 250 ms apart is the same time, 251 ms is not (W10).",
        CHIP,
        SPEEDY,
        PUFF,
        ways=("A",),
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0, 1, 2, 3, 4)
    t.covers(SPEEDY, 6, 7, 8, 9, 10)
    t.covers(PUFF, 12, 13, 14, 15, 16)
    t.falls(CHIP, 5)
    t.lay(SPEEDY, 11)
    t.lay(PUFF, 17)
    t.picks_up(SPEEDY, 11)
    t.wait(250)
    t.pick(CHIP, 5)
    t.wait(1)
    t.note("Puff is one millisecond too late: the tie window has closed.")
    t.pick(PUFF, 17)
    return t


def tie_check() -> Play:
    t = play(
        "A tie, referee check: both claims count from the rakes' arrival, both are right.",
        CHIP,
        PUFF,
        referee=CHECK,
        ways=("A",),
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(PUFF, 6, 7, 8, 9, 10, 11)
    t.covers(CHIP, 0, 1, 2, 3, 4, 5)
    t.note("Puff's rake comes 250 ms after Chip's; each lies for 300 ms (T16).")
    t.wait(500)
    t.place(CHIP, "rake.north")
    t.wait(250)
    t.place(PUFF, "rake.south")
    t.wait(301)
    t.lift(CHIP, "rake.north")
    t.lift(PUFF, "rake.south")
    t.note("They are checked in seat order. Nobody is left out when the first is right (R49).")
    t.shows(CHIP, 0, 1, 2, 3, 4, 5)
    t.shows(PUFF, 6, 7, 8, 9, 10, 11)
    return t


def check_example() -> Play:
    t = play(
        "The Check Example. Chip shouts first and makes 2 mistakes.",
        CHIP,
        SPEEDY,
        PUFF,
        referee=CHECK,
    )
    t.dealt()
    t.on_three(SPEEDY)
    t.covers(CHIP, 0, 1, 2, 3, 4)
    t.covers(SPEEDY, 7)
    t.covers(PUFF, 14)
    t.note("Two tokens that look right to Chip, but are not: he lays them on his last two cards.")
    t.covers(CHIP, 35, 36)
    t.note('Chip is the first to shout "Stashed!" ...')
    t.claims(CHIP)
    t.note("... so Speedy checks his cards: Chip's tokens are laid one by one.")
    t.shows(CHIP, 0, 1, 2, 35, 3, 4, 36)
    t.note(
        "1. Puts the mismatched tokens back. 2. Sets aside the cards that do not match. "
        "3. Draws 2 new Treat cards face down, stacks them, and places the deck beside him."
    )
    t.wait(2000)
    t.scan(22)
    t.wait(1000)
    t.scan(30)
    t.note("Since no one else claimed to win, everyone grabs their rakes, counts to three.")
    t.on_three(SPEEDY)
    t.note("Chip finds the two new tokens: card 22 was drawn first and is on top (W19).")
    t.covers(CHIP, 22, 30)
    t.claims(CHIP)
    t.shows(CHIP, 0, 1, 2, 3, 4, 22, 30)
    return t


def draw_pile_runs_out() -> Play:
    t = play(
        "Both claim at once and neither is right; three cards to draw, two in the pile (W2).",
        CHIP,
        PUFF,
        referee=CHECK,
        ways=("A",),
        cards=cards(14),
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0, 1, 2, 3, 38, 39)
    t.covers(PUFF, 6, 7, 8, 9, 10, 40)
    t.wait(500)
    t.place(PUFF, "rake.south")
    t.wait(100)
    t.place(CHIP, "rake.north")
    t.wait(301)
    t.lift(CHIP, "rake.north")
    t.lift(PUFF, "rake.south")
    t.shows(CHIP, 0, 1, 2, 3, 38, 39)
    t.shows(PUFF, 6, 7, 8, 9, 10, 40)
    t.note("Chip draws two, and the pile is empty. A card that was set aside is refused till then.")
    t.wait(1000)
    t.scan(5)
    t.scan(12)
    t.wait(1000)
    t.scan(13)
    t.note("Puff draws one of the three that were set aside.")
    t.wait(1000)
    t.scan(5)
    t.on_three(PUFF)
    return t


def early_shout() -> Play:
    t = play(
        "Chip shouts with six of seven tokens seen: play goes on, no penalty (W8).",
        CHIP,
        PUFF,
        referee=CHECK,
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0, 1, 2, 3, 4, 5)
    t.note("The same token once more is no seventh.")
    t.covers(CHIP, 5)
    t.claims(CHIP)
    t.note("A rake that only touches the tray says nothing.")
    t.wait(500)
    t.place(CHIP, "rake.north")
    t.wait(299)
    t.lift(CHIP, "rake.north")
    return t


def stash_way_a() -> Play:
    t = play(
        "Way A: six cards each make the game easier. Dealt in blocks.",
        CHIP,
        PUFF,
        ways=("A",),
        deal_order=DealOrder.BLOCKS,
    )
    for design in (5, 4, 3, 2, 1, 0, 11, 10, 9, 8, 7, 6):
        t.scan(design)
    t.on_three(CHIP)
    t.covers(PUFF, 6, 7, 8, 9, 10, 11)
    t.wait(251)
    return t


def stash_way_b() -> Play:
    t = play(
        "Way B: Puff, the oldest, takes the top card of Speedy, the youngest.",
        CHIP,
        SPEEDY,
        PUFF,
        referee=CHECK,
        ways=("B",),
        ages=(2, 3, 1),
    )
    t.deal_in_order()
    t.note("Only the youngest's top card will do (T6, W9).")
    t.scan(8)
    t.scan(7)
    t.on_three(PUFF)
    t.note("Puff has eight cards now: seven tokens are an early shout (W8).")
    t.covers(PUFF, 7, 14, 15, 16, 17, 18, 19)
    t.claims(PUFF)
    t.covers(PUFF, 20)
    t.claims(PUFF)
    t.shows(PUFF, 7, 14, 15, 16, 17, 18, 19, 20)
    return t


def stash_way_c() -> Play:
    t = Play(
        "Way C: all hold the rake in the other hand. It is recorded, no rule changes.",
        other_hands(CHIP, PUFF),
    )
    t.dealt()
    t.on_three(PUFF)
    t.covers(PUFF, 7)
    t.wait(1000)
    t.say("end")
    return t


SCENES = (
    stash_live,
    stash_check,
    puffs_turn,
    puffs_turn_check,
    tray_first,
    comes_off,
    tie_live,
    tie_check,
    check_example,
    draw_pile_runs_out,
    early_shout,
    stash_way_a,
    stash_way_b,
    stash_way_c,
)
