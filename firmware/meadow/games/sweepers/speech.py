"""What rakes, cards and words say, by phase (T3, T4, T16). All else is refused with a cue."""

from __future__ import annotations

from collections.abc import Callable

from meadow.games.game import Placed, Said, Step
from meadow.games.sweepers import (
    checking,
    counting,
    dealing,
    drawing,
    overrule,
    referee_check,
    rounds,
    stopping,
)
from meadow.games.sweepers.setup import DECK, SIDES, Mode, Referee
from meadow.games.sweepers.state import Phase, State, Stepped, may_flip, refused

# ---------------------------------------------------------------------------- rakes


def rake_placed(state: State, placed: Placed) -> Stepped:
    """A rake of a player came to lie on a reader."""
    number = state.setup.index.rake_of[placed.piece]
    if placed.place == DECK:
        return rake_on_deck(state, number, placed.at_ms)
    own = state.setup.seats[number].side
    if placed.place != own:
        return refused(state, f"this rake belongs to the {own} side", placed.place, "R42")
    if state.sides[number].off:
        return refused(state, f"the {own} side is switched off", own, "T15")
    return _OWN_TRAY[state.phase](state, number, placed.at_ms)


def rake_on_deck(state: State, number: int, at_ms: int) -> Stepped:
    """On three, or Stop!; ``number`` is -1 when a word or a command card says it."""
    phase = state.phase
    if phase is Phase.READY and state.setup.mode is Mode.PAWS:
        return refused(state, _WAITING[phase, Mode.PAWS], DECK, "W3")
    if phase in (Phase.READY, Phase.STOPPED):
        return counting.on_three(state, at_ms)
    if phase in (Phase.PLAYING, Phase.COUNTING):
        return stopping.stop(state, number, at_ms)
    return refused(state, _waiting(state), DECK, "T16")


def _waiting(state: State) -> str:
    """What the phase waits for, in one line."""
    mode = state.setup.mode
    return _WAITING.get((state.phase, mode)) or _WAITING[state.phase, None]


_WAITING: dict[tuple[Phase, Mode | None], str] = {
    (Phase.DEALING, None): "the cards are being dealt: pass the next one over the deck reader",
    (Phase.TAKING, None): "way B: scan the top card of the younger player's deck",
    (Phase.READY, Mode.STASH): "lay a rake on the deck reader to count to three",
    (Phase.READY, Mode.PAWS): "the oldest player's rake in the own tray flips the timer",
    (Phase.COUNTING, None): "counting to three",
    (Phase.PLAYING, None): "play is going on",
    (Phase.CLAIMED, None): "Stashed! is called: wait for the check",
    (Phase.STOPPED, None): "play stands still: a rake on the deck reader counts to three",
    (Phase.INVENTORY, None): "the lit side lays its tokens and ends with its rake",
    (Phase.CHECKING, None): "the lit side lays its tokens and ends with its rake",
    (Phase.DRAWING, None): "draw a card for the lit side over the deck reader",
    (Phase.BETWEEN, None): "the round is over: say Start for the next one",
    (Phase.OVER, None): "the game is over",
}


def _own_refused(state: State, number: int, at_ms: int) -> Stepped:
    return refused(state, _waiting(state), state.setup.seats[number].side, "T16")


def _own_ready(state: State, number: int, at_ms: int) -> Stepped:
    if state.setup.mode is Mode.PAWS:
        return counting.flip(state, state.setup.seats[number].side, at_ms)
    return _own_refused(state, number, at_ms)


def _own_playing(state: State, number: int, at_ms: int) -> Stepped:
    if state.setup.referee is Referee.CHECK:
        return referee_check.rake_laid(state, number, at_ms)
    return Step(state, ())  # live: a rake in its own tray means nothing


def _own_laying(state: State, number: int, at_ms: int) -> Stepped:
    if checking.laying_of(state).queue[0] != number:
        return _own_refused(state, number, at_ms)
    if state.phase is Phase.INVENTORY:
        return stopping.end_inventory_side(state, at_ms)
    return checking.rake_ends(state)


OwnTray = Callable[[State, int, int], Stepped]

_OWN_TRAY: dict[Phase, OwnTray] = {
    **dict.fromkeys(Phase, _own_refused),
    Phase.READY: _own_ready,
    Phase.PLAYING: _own_playing,
    Phase.CLAIMED: referee_check.tie_rake_laid,
    Phase.INVENTORY: _own_laying,
    Phase.CHECKING: _own_laying,
}


def rake_removed(state: State, number: int, at_ms: int) -> Stepped:
    """A rake was lifted: an unheard claim is taken back."""
    if state.sides[number].rake_ms < 0:
        return Step(state, ())
    if state.phase is Phase.CLAIMED:
        return referee_check.tie_rake_lifted(state, number, at_ms)
    return referee_check.rake_lifted(state, number)


# ---------------------------------------------------------------------------- cards


def card_placed(state: State, placed: Placed) -> Stepped:
    """A Treat card lies on a reader: dealing, way B and penalty draws ask for one (T6)."""
    if placed.place != DECK:
        why = "Treat cards are read at the deck reader only"
        return refused(state, why, placed.place, "T6")
    return card_read(state, placed.piece, placed.at_ms)


def card_read(state: State, card: str, at_ms: int) -> Stepped:
    """A Treat card passed the deck reader, or the operator names it."""
    reads = _READS_CARD.get(state.phase)
    if reads is None:
        return refused(state, f"no card is asked for: {_waiting(state)}", DECK, "T6")
    return reads(state, card, at_ms)


_READS_CARD: dict[Phase, Callable[[State, str, int], Stepped]] = {
    Phase.DEALING: dealing.deal_card,
    Phase.TAKING: dealing.take_card,
    Phase.DRAWING: drawing.draw_card,
}

# ---------------------------------------------------------------------------- words


def said(state: State, word: Said) -> Stepped:
    """A word of the operator or of a command card."""
    if state.phase is Phase.OVER:
        return refused(state, "the game is over")
    speak = _WORDS.get(word.word)
    if speak is None:
        known = ", ".join(sorted(_WORDS))
        return refused(state, f"{word.word!r} means nothing here; words are {known}")
    return speak(state, word)


def _start(state: State, word: Said) -> Stepped:
    if state.phase is Phase.BETWEEN:
        return rounds.next_round(state)
    if state.phase in (Phase.PLAYING, Phase.COUNTING):
        return refused(state, _waiting(state), DECK, "T16")
    return rake_on_deck(state, -1, word.at_ms)


def _stop(state: State, word: Said) -> Stepped:
    number = _side_of(state, word, optional=True)
    if number is None:
        return _no_side(state, word)
    if state.phase not in (Phase.PLAYING, Phase.COUNTING):
        return refused(state, _waiting(state), DECK, "T16")
    return stopping.stop(state, number, word.at_ms)


def _ask(state: State, word: Said) -> Stepped:
    number = _side_of(state, word)
    if number is None:
        return _no_side(state, word)
    if state.phase is not Phase.STOPPED:
        return refused(state, f"call Stop! first: {_waiting(state)}", "", "T13")
    return Step(overrule.asked(state, number), ())


def _flip(state: State, word: Said) -> Stepped:
    number = _side_of(state, word, optional=True)
    if number is None:
        return _no_side(state, word)
    if state.phase is not Phase.READY or state.setup.mode is not Mode.PAWS:
        return refused(state, f"no timer to flip: {_waiting(state)}", DECK, "W3")
    side = state.setup.seats[number].side if number >= 0 else may_flip(state)[0]
    return counting.flip(state, side, word.at_ms)


def _stashed(state: State, word: Said) -> Stepped:
    """The operator says a claim for a side; it counts at once, as it is no rake that may slip."""
    number = _side_of(state, word)
    if number is None:
        return _no_side(state, word)
    if state.sides[number].off:
        return refused(state, "this side is switched off", word.args[0], "T15")
    if state.setup.referee is not Referee.CHECK:
        return refused(state, "the table itself shouts Stashed! in referee live", "", "T8")
    if state.phase is Phase.PLAYING:
        heard = referee_check.rake_laid(state, number, word.at_ms)
    elif state.phase is Phase.CLAIMED:
        heard = referee_check.tie_rake_laid(state, number, word.at_ms)
    else:
        return refused(state, _waiting(state), "", "T16")
    if heard.outputs:
        return Step(state, heard.outputs)
    lies_already = state.sides[number].rake_ms >= 0
    said = state if lies_already else heard.state
    return referee_check.claim_is_heard(said, number, word.at_ms)


def _done(state: State, word: Said) -> Stepped:
    number = _side_of(state, word)
    if number is None:
        return _no_side(state, word)
    if state.phase not in (Phase.CHECKING, Phase.INVENTORY):
        return refused(state, f"nobody lays tokens: {_waiting(state)}", "", "T16")
    return _own_laying(state, number, word.at_ms)


def _deal(state: State, word: Said) -> Stepped:
    card = word.args[0] if word.args else ""
    if card not in state.setup.index.card_design:
        return refused(state, f"{card!r} is no Treat card of this game: say deal CARD", DECK, "T6")
    return card_read(state, card, word.at_ms)


def _end(state: State, word: Said) -> Stepped:
    return overrule.end(state, word)


def _off(state: State, word: Said) -> Stepped:
    place = word.args[0] if word.args else ""
    if place in (*SIDES, DECK) and place not in state.setup.index.sides:
        # Play does not need this reader: the console can say all the deck reader hears (T3).
        return Step(state, ())
    number = _side_of(state, word)
    if number is None:
        return _no_side(state, word)
    return overrule.switch_off(state, number, word.at_ms)


def _side_of(state: State, word: Said, optional: bool = False) -> int | None:
    """The number of the side a word names, -1 when it may name none, None when it is wrong."""
    if not word.args and optional:
        return -1
    return state.setup.index.side_of.get(word.args[0]) if word.args else None


def _no_side(state: State, word: Said) -> Stepped:
    sides = ", ".join(state.setup.index.sides)
    if not word.args:
        return refused(state, f"{word.word} needs a side: {sides}")
    return refused(state, f"{word.word}: {word.args[0]!r} is not in play; sides are {sides}")


_WORDS: dict[str, Callable[[State, Said], Stepped]] = {
    "start": _start,
    "stop": _stop,
    "ask": _ask,
    "flip": _flip,
    "stashed": _stashed,
    "done": _done,
    "deal": _deal,
    "end": _end,
    "off": _off,
    "match": overrule.match,
    "stray": overrule.stray,
    "award": overrule.award,
}

WORDS = tuple(sorted(_WORDS))
