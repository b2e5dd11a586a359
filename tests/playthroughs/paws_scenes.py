"""Scenes of "Quick Paws": whole games, the rulebook's Example Turn, the sand, the ways."""

from __future__ import annotations

from tests.games.sweepers.scene import cards
from tests.playthroughs.players import CHECK, CHIP, PAWS, PUFF, SPEEDY, Play, other_hands, play

LIMIT_MS = 90_000


def _all_but_the_last(t: Play, hands: dict[str, int], size: int = 7) -> None:
    """Every side covers all its cards but one; ``hands``: side -> design of its first."""
    for card in range(size - 1):
        for side, first in hands.items():
            t.covers(side, first + card)


def paws_live() -> Play:
    t = play("Quick Paws, referee live: Chip and Speedy win in time.", CHIP, SPEEDY, mode=PAWS)
    t.dealt()
    t.note("Nobody's age is given, so anyone flips the timer (W3): it starts play, no countdown.")
    t.flips(SPEEDY)
    _all_but_the_last(t, {CHIP: 0, SPEEDY: 7})
    t.covers(SPEEDY, 13)
    t.note("Speedy has no card left and helps. Chip's last cover wins (R70, R72).")
    t.covers(CHIP, 6)
    return t


def paws_check() -> Play:
    t = play(
        "Quick Paws, referee check: Chip and Speedy signal each card, win, and are checked.",
        CHIP,
        SPEEDY,
        mode=PAWS,
        referee=CHECK,
        ages=(2, 1),
    )
    t.dealt()
    t.note("Speedy is the oldest: Chip may not flip the timer (R60).")
    t.flips(CHIP)
    t.flips(SPEEDY)
    for card in range(7):
        t.covers(CHIP, card)
        t.claims(CHIP)
        t.covers(SPEEDY, 7 + card)
        t.claims(SPEEDY)
    t.note("The last signal is the finishing time; now each side is checked (W23).")
    t.shows(CHIP, *range(7))
    t.shows(SPEEDY, *range(7, 14))
    return t


def paws_check_mismatch() -> Play:
    t = play(
        "Quick Paws, referee check: all signalled in time, but one token does not match (R73).",
        CHIP,
        SPEEDY,
        mode=PAWS,
        referee=CHECK,
        ways=("A",),
    )
    t.dealt()
    t.flips(CHIP)
    for card in range(6):
        t.covers(CHIP, card)
        t.claims(CHIP)
        t.covers(SPEEDY, 6 + card if card != 3 else 40)
        t.claims(SPEEDY)
    t.shows(CHIP, *range(6))
    t.shows(SPEEDY, 6, 7, 8, 40, 10, 11)
    return t


def speedy_and_chip() -> Play:
    t = play(
        "The Example Turn of Quick Paws, referee check: Speedy helps Chip, who needs two tokens.",
        CHIP,
        SPEEDY,
        mode=PAWS,
        referee=CHECK,
    )
    t.dealt()
    t.flips(SPEEDY)
    t.note("Chip lays a token on his first card that does not match it; nobody notices yet.")
    t.covers(CHIP, 40)
    t.claims(CHIP)
    t.covers(SPEEDY, 7)
    t.note("Speedy and Chip reveal their second Treat cards at the same time.")
    t.claims(SPEEDY)
    t.note("Speedy is the first to rake off his own token, so he helps Chip.")
    t.covers(SPEEDY, 8)
    t.claims(SPEEDY)
    t.note(
        "1. Speedy finds the token Chip needs. 2. He clears a path. 3. Chip notices the token "
        "that does not match his card and puts it back with the same paw: the table does not "
        "see cards, so it sees none of this."
    )
    t.note("4. Chip rakes off the first token he needs and places it on his Treat card.")
    t.covers(CHIP, 0)
    t.note("5. Speedy pushes the second token Chip needs to him. 6. Chip rakes it off.")
    t.covers(CHIP, 1)
    t.note("7. Chip and Speedy reveal their new Treat cards at the same time.")
    t.claims(CHIP)
    return t


def speedy_and_chip_live() -> Play:
    t = play(
        "The Example Turn of Quick Paws, referee live.",
        CHIP,
        SPEEDY,
        mode=PAWS,
    )
    t.dealt()
    t.flips(SPEEDY)
    t.covers(CHIP, 0)
    t.note("Speedy and Chip reveal their second Treat cards at the same time.")
    t.covers(SPEEDY, 7)
    t.note("Speedy is the first to rake off his own token, so he helps Chip.")
    t.covers(SPEEDY, 8)
    t.note("3. Chip notices a token that does not match and puts it back with the same paw.")
    t.falls(CHIP, 40)
    t.picks_up(CHIP, 40)
    t.note(
        "How Chip comes to need two tokens is not told. Here his first slips off its card and "
        "over the edge (T11); Speedy puts it back on the meadow for him."
    )
    t.falls("south", 0)
    t.picks_up("south", 0)
    t.note("4. Chip rakes off the first token he needs and places it on his Treat card.")
    t.covers(CHIP, 0)
    t.note("5. Speedy pushes the second token Chip needs to him. 6. Chip rakes it off.")
    t.note("7. Chip and Speedy reveal their new Treat cards at the same time.")
    t.covers(CHIP, 1)
    return t


def sand_runs_out() -> Play:
    t = play("Quick Paws: the sand runs out before all is covered (R74).", CHIP, PUFF, mode=PAWS)
    t.dealt()
    t.flips(CHIP)
    t.covers(CHIP, 0)
    t.note("Ten beeps for the last ten seconds, then the fox comes.")
    t.wait(LIMIT_MS)
    return t


def limit_live() -> Play:
    t = play(
        "At the limit, referee live: a last match that rests in a clean tray is enough (W7).",
        CHIP,
        PUFF,
        mode=PAWS,
        ways=("A",),
    )
    t.dealt()
    t.flips(CHIP)
    _all_but_the_last(t, {CHIP: 0, PUFF: 6}, 6)
    t.covers(PUFF, 11)
    t.wait(t.sand_ends_ms - t.now_ms - 1)
    t.note("One millisecond before the sand is through, Chip's last token falls.")
    t.lay(CHIP, 5)
    t.wait(1)
    return t


def limit_live_stray() -> Play:
    t = play(
        "At the limit, referee live: with a stray in the tray it is not enough (W7).",
        CHIP,
        mode=PAWS,
        ways=("A",),
    )
    t.dealt()
    t.flips(CHIP)
    _all_but_the_last(t, {CHIP: 0}, 6)
    t.falls(CHIP, 5, 30)
    t.wait(LIMIT_MS)
    return t


def limit_check() -> Play:
    t = play(
        "At the limit, referee check: a signal counts from the rake's arrival (T16, W7).",
        CHIP,
        mode=PAWS,
        referee=CHECK,
        ways=("A",),
    )
    t.dealt()
    t.flips(CHIP)
    for card in range(5):
        t.covers(CHIP, card)
        t.claims(CHIP)
    t.covers(CHIP, 5)
    t.wait(t.sand_ends_ms - t.now_ms - 1)
    t.note("The rake comes at 89 999 ms of sand; it is heard after the limit.")
    t.place(CHIP, "rake.north")
    t.wait(300)
    t.lift(CHIP, "rake.north")
    t.shows(CHIP, *range(6))
    return t


def limit_check_late() -> Play:
    t = play(
        "At the limit, referee check: a rake that comes at 90 000 ms is too late (W7).",
        CHIP,
        mode=PAWS,
        referee=CHECK,
        ways=("A",),
    )
    t.dealt()
    t.flips(CHIP)
    for card in range(5):
        t.covers(CHIP, card)
        t.claims(CHIP)
    t.covers(CHIP, 5)
    t.wait(t.sand_ends_ms - t.now_ms)
    t.place(CHIP, "rake.north")
    return t


def paws_stop() -> Play:
    t = play("Quick Paws: Stop! is free and the sand runs on (W6, T13).", CHIP, PUFF, mode=PAWS)
    t.dealt()
    t.flips(CHIP)
    t.note("Chip's token lies in Puff's tray; Chip does not see it and calls Stop!")
    t.falls(PUFF, 0)
    t.wait(1000)
    t.rake(CHIP, "deck")
    t.picks_up(PUFF, 0)
    t.on_three(CHIP)
    t.covers(CHIP, 0)
    return t


def paws_way_a() -> Play:
    t = play("Way A in Quick Paws: six cards each.", CHIP, PUFF, mode=PAWS, ways=("A",))
    t.dealt()
    t.flips(CHIP)
    for card in range(6):
        t.covers(CHIP, card)
        t.covers(PUFF, 6 + card)
    return t


def paws_way_b() -> Play:
    t = play(
        "Way B in Quick Paws: Chip takes a card from Puff, so Puff waits at the end (W24).",
        CHIP,
        PUFF,
        mode=PAWS,
        ways=("B",),
        ages=(1, 2),
    )
    t.dealt()
    t.scan(7)
    t.flips(CHIP)
    for chips, puffs in zip((7, 0, 1, 2, 3, 4), (8, 9, 10, 11, 12, 13), strict=True):
        t.covers(CHIP, chips)
        t.covers(PUFF, puffs)
    t.covers(CHIP, 5, 6)
    return t


def paws_way_c() -> Play:
    t = Play(
        "Way C in Quick Paws, one player for practice (W1), way A besides.",
        other_hands(CHIP, mode=PAWS, ways=("A", "C")),
    )
    t.dealt()
    t.flips(CHIP)
    t.covers(CHIP, *range(6))
    return t


def paws_way_d() -> Play:
    t = play(
        "Way D: six cards, then seven; the second round is lost.",
        CHIP,
        PUFF,
        mode=PAWS,
        ways=("D",),
    )
    t.dealt()
    t.flips(CHIP)
    for card in range(6):
        t.covers(CHIP, card)
        t.covers(PUFF, 6 + card)
    t.note("Won. All cards come back, Start opens the next round (T6).")
    t.wait(5000)
    t.say("start")
    t.dealt()
    t.flips(PUFF)
    t.covers(CHIP, 0)
    t.wait(LIMIT_MS)
    return t


def paws_way_d_all_won() -> Play:
    t = play(
        "Way D with a set of 14 cards: they suffice for two rounds of two, and both are won (W11).",
        CHIP,
        PUFF,
        mode=PAWS,
        ways=("D",),
        cards=cards(14),
    )
    for size in (6, 7):
        t.dealt()
        t.flips(CHIP)
        for card in range(size):
            t.covers(CHIP, card)
            t.covers(PUFF, size + card)
        if size == 6:
            t.wait(5000)
            t.say("start")
    return t


SCENES = (
    paws_live,
    paws_check,
    paws_check_mismatch,
    speedy_and_chip,
    speedy_and_chip_live,
    sand_runs_out,
    limit_live,
    limit_live_stray,
    limit_check,
    limit_check_late,
    paws_stop,
    paws_way_a,
    paws_way_b,
    paws_way_c,
    paws_way_d,
    paws_way_d_all_won,
)
