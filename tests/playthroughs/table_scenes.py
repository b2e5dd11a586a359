"""Scenes of what can come up at a table: Stop!, undo, overrule, a reader that fails."""

from __future__ import annotations

from tests.playthroughs.players import CHECK, CHIP, PAWS, PUFF, SPEEDY, Play, play


def stop_live() -> Play:
    t = play(
        "Stop! in referee live: the table shows where the token was last known (T13).",
        CHIP,
        SPEEDY,
        PUFF,
    )
    t.dealt()
    t.on_three(CHIP)
    t.note("Puff's token lies in Speedy's tray, who has not noticed. Puff calls Stop!")
    t.falls(SPEEDY, 14)
    t.wait(3000)
    t.rake(PUFF, "deck")
    t.note("Speedy's side is lit: Speedy puts the token back.")
    t.picks_up(SPEEDY, 14)
    t.note("The operator asks for Chip: his token was seen nowhere, so the meadow pulses.")
    t.wait(500)
    t.say("ask", CHIP)
    t.on_three(PUFF)
    t.covers(PUFF, 14)
    t.note("By mistake the operator lets Puff's next token count for Chip's card.")
    t.wait(500)
    t.say("match", "token.clay.mushroom", "treat.moss.acorn")
    t.wait(2000)
    t.rake(PUFF, "deck")
    t.note("It lies in Chip's stash. Once it is seen off its card, Chip's card is open again.")
    t.picks_up(CHIP)
    t.falls(PUFF, 15)
    t.on_three(PUFF)
    return t


def stop_check() -> Play:
    t = play(
        "Stop! in referee check: everyone's tokens are looked through (R39, T13).",
        CHIP,
        SPEEDY,
        PUFF,
        referee=CHECK,
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0)
    t.covers(PUFF, 14)
    t.note("Speedy lays a token on his card that Puff will need.")
    t.covers(SPEEDY, 15)
    t.wait(4000)
    t.note("Puff calls Stop! and shows first, then Chip and Speedy, clockwise.")
    t.rake(PUFF, "deck")
    t.shows(PUFF, 14)
    t.shows(CHIP, 0)
    t.note("Speedy's token matches none of his cards: it goes back.")
    t.shows(SPEEDY, 15)
    t.on_three(PUFF)
    t.covers(PUFF, 15)
    return t


def stop_while_counting() -> Play:
    t = play("Stop! takes the countdown back (T16).", CHIP, PUFF)
    t.dealt()
    t.wait(1000)
    t.rake(CHIP, "deck")
    t.wait(1500)
    t.rake(PUFF, "deck")
    t.on_three(PUFF)
    return t


def undo() -> Play:
    t = play("Undo goes back before the last input that gave a fact, and pauses (T14).", CHIP, PUFF)
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0)
    t.falls(PUFF, 7)
    t.note("Puff's match is undone, then Chip's cover. What lies on readers stays there.")
    t.wait(400)
    t.say("undo")
    t.wait(800)
    t.say("undo")
    t.note("Chip's token is on the meadow in truth. The table adopts what lies there, unjudged.")
    t.wait(5000)
    t.note("On three: the game's time goes on where it stood, Puff's token is judged anew.")
    t.on_three(PUFF)
    t.covers(CHIP, 0)
    t.picks_up(PUFF, 7)
    return t


def undo_the_end() -> Play:
    t = play("A won game is opened again by undo.", CHIP, PUFF, ways=("A",))
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, *range(6))
    t.wait(251)
    t.wait(1000)
    t.note("One of Chip's tokens was pushed by a paw (R24): the operator takes the win back.")
    t.say("undo")
    t.wait(1000)
    t.say("undo")
    t.on_three(CHIP)
    t.covers(CHIP, 5)
    t.wait(251)
    return t


def undo_a_deal() -> Play:
    t = play("A card dealt to the wrong side is undone and laid again.", CHIP, PUFF, ways=("A",))
    t.scan(5)
    t.scan(4)
    t.wait(1000)
    t.say("undo")
    t.note("A card is judged when it is laid again, once play has resumed.")
    t.on_three(CHIP)
    t.scan(11)
    return t


def reader_fails() -> Play:
    t = play(
        "Quick Paws: a reader fails in play; the sand stands still meanwhile (T15).",
        CHIP,
        PUFF,
        mode=PAWS,
    )
    t.dealt()
    t.flips(CHIP)
    t.covers(CHIP, 0)
    t.wait(700)
    t.fail(PUFF)
    t.note("Nobody can go on while it does not answer.")
    t.wait(1000)
    t.rake(CHIP, "deck")
    t.note("It is back, and with it what fell into the tray meanwhile; the round stays void.")
    t.wait(20_000)
    t.mend(PUFF)
    t.lying(PUFF, "token.sand.berry")
    t.on_three(CHIP)
    t.picks_up(PUFF, 7)
    return t


def side_switched_off() -> Play:
    t = play(
        "A reader stays broken: the operator switches that side off, the others go on (T15).",
        CHIP,
        SPEEDY,
        PUFF,
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(SPEEDY, 7)
    t.wait(500)
    t.fail(SPEEDY)
    t.wait(3000)
    t.say("off", SPEEDY)
    t.on_three(CHIP)
    t.covers(CHIP, 0)
    t.wait(1000)
    t.say("end")
    return t


def overrule_live() -> Play:
    t = play(
        "The operator overrules the table, referee live: match, stray, award (T14).", CHIP, PUFF
    )
    t.dealt()
    t.on_three(CHIP)
    t.note("The tag of Chip's token is worn and reads as another: match counts it all the same.")
    t.falls(CHIP, 40)
    t.wait(500)
    t.say("match", "token.plum.nut", "treat.moss.acorn")
    t.picks_up(CHIP, 40)
    t.note("Puff's token was pushed by a paw: stray takes the match back (R24).")
    t.falls(PUFF, 7)
    t.wait(500)
    t.say("stray", "token.sand.berry")
    t.picks_up(PUFF, 7)
    t.note("It has got late: Chip wins.")
    t.wait(500)
    t.say("award", CHIP)
    return t


def overrule_check() -> Play:
    t = play(
        "The operator overrules a check: match and stray (T14).",
        CHIP,
        PUFF,
        referee=CHECK,
        ways=("A",),
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0, 1, 2, 3, 4, 40)
    t.claims(CHIP)
    for design in (0, 1, 2, 3, 4, 40):
        t.wait(600)
        t.lay(CHIP, design)
    t.wait(500)
    t.note("All agree that the last token is the right one, whatever its tag says ...")
    t.say("match", "token.plum.nut", "treat.moss.seed")
    t.note("... and that the first was pushed by a paw.")
    t.wait(500)
    t.say("stray", "token.moss.acorn")
    t.wait(500)
    t.rake(CHIP)
    for design in (0, 1, 2, 3, 4, 40):
        t.picks_up(CHIP, design)
    t.scan(20)
    t.on_three(CHIP)
    return t


def check_mixed_group() -> Play:
    t = play(
        "Tokens that are laid together, some right and some wrong, are asked for one by one.",
        CHIP,
        PUFF,
        referee=CHECK,
        ways=("A",),
    )
    t.dealt()
    t.on_three(CHIP)
    t.covers(CHIP, 0, 1, 2, 3, 4)
    t.falls(CHIP, 40)
    t.claims(CHIP)
    t.note("His last token still lies in the tray: it must be empty first (T9).")
    t.picks_up(CHIP, 40)
    t.wait(600)
    for design in (0, 1, 40):
        t.lay(CHIP, design)
    for design in (0, 1, 40):
        t.picks_up(CHIP, design)
    t.shows(CHIP, 0, 1, 40, 2, 3, 4)
    return t


def refusals() -> Play:
    t = play(
        "What is not asked for is refused with a cue and a line; nothing changes (T16).", CHIP, PUFF
    )
    t.note("Dealing: a rake, a card twice, a piece of another game.")
    t.rake(CHIP)
    t.scan(5)
    t.scan(5)
    t.place("deck", "candy.7")
    t.lift("deck", "candy.7")
    t.say("undo")
    t.on_three(CHIP)
    t.deal_in_order()
    t.note("Ready: a rake in a tray, another's rake, a card, a word in the wrong phase.")
    t.rake(CHIP)
    t.rake(CHIP, PUFF)
    t.scan(30)
    t.say("stop")
    t.say("flip")
    t.say("nonsense")
    t.on_three(CHIP)
    t.note("Playing: Start, a claim (the table itself shouts in live), a card, an unknown side.")
    t.say("start")
    t.say("stashed", CHIP)
    t.scan(30)
    t.say("award", "west")
    t.say("off")
    return t


SCENES = (
    stop_live,
    stop_check,
    stop_while_counting,
    undo,
    undo_the_end,
    undo_a_deal,
    reader_fails,
    side_switched_off,
    overrule_live,
    overrule_check,
    check_mixed_group,
    refusals,
)
