"""Every cue, flash and sound that games of Sweet Takes give has a look, and stands where it may."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from meadow.games.game import Cue, Fact, Input, Output, Placed, Said, Sound
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.looks import BEEPS, CUE_PLACES, STYLES, flashes_of
from meadow.games.sweet_takes.setup import DECK, SEATS, Deal, Setup
from meadow.games.sweet_takes.state import Phase, State

from tests.games.sweet_takes.scene import FOUR, SUITS, setup

KINDS = {**dict.fromkeys(SEATS[:-1], "seat"), "five": "corner", DECK: "deck", "meadow": "meadow"}
WORDS = ("start", "stash")
GAME = SweetTakes()


def last_seats(players: int, deal: Deal, leader: str = "", sets: int = 1) -> Setup:
    """The last so many seats of the table, and the last so many suits of the box."""
    suits = tuple(SUITS.values())[-players - 1 :]
    return setup(SEATS[-players:], suits=suits, leader=leader, sets=sets, deal=deal)


class Seen(NamedTuple):
    """What was shown and heard in some games."""

    lasting: set[tuple[str, str]]
    """(kind of place, cue)"""
    flashed: set[tuple[str, str]]
    sounds: set[str]


def moves(state: State, rng: Random, at_ms: int) -> Iterator[Input]:
    """Cards one by one as they may be played, sometimes two of one hand at once."""
    legal = GAME.legal(state)
    said = [move for move in legal if move.do == "say" and move.at in WORDS]
    laid = [move for move in legal if move.do == "place" and move.at == DECK and move.pieces]
    if state.phase is Phase.LEADING:
        yield Said(at_ms, "leader", (rng.choice(state.setup.seats).side,))
    elif said and (not laid or rng.random() < 0.2):
        yield Said(at_ms, said[0].at)
    else:
        first, *others = rng.sample(laid[0].pieces, min(2, len(laid[0].pieces)))
        yield Placed(at_ms, DECK, first)
        if state.phase is Phase.PLAYING and rng.random() < 0.05:
            yield from (Placed(at_ms + 50, DECK, card) for card in others)


def played(game_setup: Setup, seed: int, seen: Seen, off: str = "") -> None:
    """One game from its beginning to its end, noting all that is to be seen and heard."""

    def note(state: State, outputs: tuple[Output, ...]) -> None:
        for place, cue in GAME.lights(state).items():
            names = [cue.name, *([cue.under] if cue.under else [])]
            seen.lasting.update((KINDS[place], name) for name in names)
        for output in outputs:
            if isinstance(output, Sound):
                seen.sounds.add(output.cue)
            elif isinstance(output, Fact):
                seen.flashed.update((KINDS[f.place], f.cue) for f in flashes_of(output))

    rng, at_ms = Random(seed), 0
    step = GAME.begin(game_setup)
    note(*step)
    if off:
        step = GAME.advance(step.state, Said(at_ms, "off", (off,)))
        note(*step)
    while step.state.phase is not Phase.OVER:
        at_ms += 1000
        for happened in moves(step.state, rng, at_ms):
            step = GAME.advance(step.state, happened)
            note(*step)


@cache
def games() -> Seen:
    seen = Seen(set(), set(), set())
    for seed in range(8):
        played(last_seats(5, Deal.SCANNED), seed, seen)
        played(last_seats(3, Deal.UNSCANNED, leader="five"), seed, seen, off="south")
    played(last_seats(2, Deal.SCANNED, sets=3), 0, seen)
    return seen


def test_every_cue_is_shown_on_a_kind_of_place_it_is_made_for() -> None:
    shown = games().lasting | games().flashed
    assert [(kind, cue) for kind, cue in sorted(shown) if kind not in CUE_PLACES[cue]] == []


def test_every_look_is_used_by_some_game_and_every_cue_of_a_game_has_a_look() -> None:
    shown = {cue for _, cue in games().lasting | games().flashed}
    assert shown == set(STYLES)


def test_every_sound_of_a_game_has_a_beep_and_every_beep_is_heard() -> None:
    assert games().sounds == set(BEEPS)


def test_the_fifth_seat_is_shown_all_that_the_other_seats_are_shown() -> None:
    lasting, flashed, _ = games()
    at_seat = {cue for kind, cue in lasting | flashed if kind == "seat"} - {"off"}
    assert at_seat == {cue for kind, cue in lasting | flashed if kind == "corner"}


def test_an_ended_game_without_winners_is_not_celebrated() -> None:
    ended = GAME.advance(GAME.begin(setup(FOUR)).state, Said(0, "end"))
    facts = [output for output in ended.outputs if isinstance(output, Fact)]
    assert facts
    assert [flash for fact in facts for flash in flashes_of(fact)] == []
    assert set(GAME.lights(ended.state).values()) == {Cue("ended")}
