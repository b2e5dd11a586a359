"""What words, rakes and other pieces say, by phase (T3, T4, T16). All else is refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from meadow.games.game import Placed, Said, Sound, Step
from meadow.games.sweet_takes import dealing, playing, scoring, sets
from meadow.games.sweet_takes.facts import Overruled, ReaderSwitchedOff
from meadow.games.sweet_takes.setup import DECK, SEATS
from meadow.games.sweet_takes.state import Phase, State, Stepped, refused, replace

READERS = (*SEATS[:-1], DECK)

_WAITING: Mapping[Phase, str] = {
    Phase.DEALING: "the cards are being dealt: pass the next one over the deck reader",
    Phase.LEADING: "who last ate a sweet leads: lay the turn tracker on that tray",
    Phase.PLAYING: "the lit seat is on turn: it plays a card on the deck reader",
    Phase.BETWEEN: "the set is over: say Start for the next one",
    Phase.OVER: "the game is over",
}


def card_placed(state: State, card: int, placed: Placed) -> Stepped:
    """A card of the box came to lie on a reader; not while a round is played."""
    ended = state.phase in (Phase.BETWEEN, Phase.OVER)
    if ended and not state.scanned and playing.is_on_its_way(state, card):
        return Step(state, ())
    if placed.place != DECK:
        return Step(state, ())  # where cards are sorted and shuffled nothing is meant by it
    if state.phase is Phase.DEALING:
        return dealing.deal_card(state, card)
    return refused(state, _WAITING[state.phase], DECK, "T16")


def rake_placed(state: State, placed: Placed) -> Stepped:
    """Rakes join, and go on after a pause; nothing else is meant by them here."""
    why = f"rakes say nothing in Sweet Takes: {_WAITING[state.phase]}"
    return refused(state, why, placed.place, "T16")


# ---------------------------------------------------------------------------- words


def said(state: State, word: Said) -> Stepped:
    """A word of the operator or of a command card."""
    speak = _WORDS.get(word.word)
    if speak is None:
        return refused(state, f"{word.word!r} means nothing in Sweet Takes", ruling="T4")
    needs, phases, act = speak
    if state.phase is Phase.OVER:
        return refused(state, _WAITING[Phase.OVER], ruling="T16")
    if state.phase not in phases:
        return refused(state, _WAITING[state.phase], ruling="T16")
    if needs >= 0 and len(word.args) != needs:
        why = f"{word.word} needs {_NEEDS[needs]} after it, given: {_shown(word.args)}"
        return refused(state, why, ruling="T4")
    return act(state, word)


def _card(state: State, word: Said) -> Stepped:
    """``play CARD`` or ``deal CARD``: as if it lay on the deck reader."""
    index = state.setup.index
    card = index.number_of.get(word.args[0])
    if card is None:
        why = f"{word.args[0]!r} is no card of this game, {index.cards[0].id} would be one"
        return refused(state, why, ruling="T2")
    if state.phase is Phase.PLAYING:
        return playing.card_named(state, card, word.at_ms)
    return dealing.deal_card(state, card)


def _shown(args: tuple[str, ...]) -> str:
    return ", ".join([repr(arg) for arg in args]) or "none"


def _leader(state: State, word: Said) -> Stepped:
    return dealing.name_leader(state, word.args[0])


def _stash(state: State, word: Said) -> Stepped:
    return playing.say_stash(state)


def _start(state: State, word: Said) -> Stepped:
    return sets.open_next(state)


def _swap(state: State, word: Said) -> Stepped:
    return sets.swap(state, word.args)


def _suits(state: State, word: Said) -> Stepped:
    return sets.choose(state, word.args)


def _award(state: State, word: Said) -> Stepped:
    """Overrule: that seat wins (T14)."""
    if word.args[0] not in state.setup.index.number_of_seat:
        return refused(state, f"nobody plays at {word.args[0]!r}", ruling="T14")
    step = scoring.finish(state, word.args, "awarded")
    return Step(step.state, (Overruled(word="award", args=word.args), *step.outputs))


def _off(state: State, word: Said) -> Stepped:
    """A broken reader is done without (T15); cards are then named by words."""
    place = word.args[0]
    if place not in READERS:
        return refused(state, f"there is no reader {place!r}: {', '.join(READERS)}", ruling="T15")
    if place in state.off:
        return refused(state, f"the reader of {place} is switched off already", ruling="T15")
    off = (*state.off, place)
    return Step(replace(state, off=off), (ReaderSwitchedOff(place=place), Sound("ended")))


def _end(state: State, word: Said) -> Stepped:
    return scoring.finish(state, (), "ended")


_ANY = frozenset(Phase)
_NEEDS = {0: "nothing", 1: "one word"}

Act = Callable[[State, Said], Stepped]
_WORDS: Mapping[str, tuple[int, frozenset[Phase], Act]] = {
    "deal": (1, frozenset({Phase.DEALING}), _card),
    "play": (1, frozenset({Phase.PLAYING}), _card),
    "leader": (1, _ANY, _leader),
    "stash": (0, frozenset({Phase.PLAYING}), _stash),
    "start": (0, frozenset({Phase.BETWEEN}), _start),
    "swap": (-1, frozenset({Phase.BETWEEN}), _swap),
    "suits": (-1, frozenset({Phase.BETWEEN}), _suits),
    "award": (1, _ANY, _award),
    "off": (1, _ANY, _off),
    "end": (0, _ANY, _end),
}
"""word -> how many arguments (-1: any), in which phases, what it does."""
