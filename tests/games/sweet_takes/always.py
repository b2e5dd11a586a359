"""What is always true of Sweet Takes, whatever happens: checked after every input of a walk."""

from __future__ import annotations

import re

import msgspec
from meadow.games.game import (
    PUBLIC,
    REFEREE,
    Fact,
    Finished,
    Input,
    Output,
    Refused,
    Removed,
    Said,
    Sound,
    seat_audience,
)
from meadow.games.session import Session, SessionState
from meadow.games.sweet_takes import looks
from meadow.games.sweet_takes.facts import SweetTakesFact, SweetTakesResult
from meadow.games.sweet_takes.setup import DECK, SEATS, Setup
from meadow.games.sweet_takes.state import Phase, State
from meadow.lights.common import COMMON_STYLES
from meadow.sounds.patterns import COMMON_BEEPS

from tests.games.sweet_takes.scoreboard import Scoreboard, as_shown
from tests.games.sweet_takes.walks import Walk

Full = SessionState[State]

CUES = {*looks.STYLES, *COMMON_STYLES}
SOUNDS = {*looks.BEEPS, *COMMON_BEEPS}
LIT = {*SEATS, DECK, "meadow"}

_encode = msgspec.json.encode
_CARD = re.compile(rb"card\.[a-z]+-[a-z]+\.[0-9]+")
_state = msgspec.json.Decoder(State)
_fact = msgspec.json.Decoder(SweetTakesFact)
_result = msgspec.json.Decoder(SweetTakesResult)


class Watched:
    """Checks one walk, input by input."""

    def __init__(self, setup: Setup, session: Session[State], first: Full) -> None:
        self._setup = setup
        self._session = session
        self._memories = [first.core]
        """The cores that undo leads back to, newest last; the first is never reached by undo."""
        self.board = Scoreboard(setup)
        self.board.take(session.begin(setup).outputs)
        self.board._past.clear()
        self.phases = {first.core.phase}
        """All phases that were reached."""

    def watch(self, old: Full, happened: Input, outputs: tuple[Output, ...], new: Full) -> None:
        """Check one input. Raises AssertionError with what is not as it must be."""
        self.phases.add(new.core.phase)
        self._every_card_is_in_one_place(new.core)
        self._each_seat_has_what_it_must(new.core)
        self._refused_means_unchanged(old, happened, outputs, new)
        self._all_can_be_written_and_read(outputs, new.core)
        self._lights_and_sounds_are_known(outputs, new)
        self._hidden_cards_stay_hidden(happened, outputs, new)
        self._undo_leads_back(old, happened, outputs, new)
        self._facts_tell_all(outputs, new)

    # ------------------------------------------------------------------- cards

    def _every_card_is_in_one_place(self, core: State) -> None:
        """In one hand or stash, in the middle, or collected by one seat; never of unused suits."""
        middle = 0
        for card in core.plays:
            middle |= 1 << card
        collected = [*core.face_up, *core.face_down]
        piles = [*core.hands, *core.stashes, middle, *collected]
        together = 0
        for pile in piles:
            together |= pile
        assert sum(pile.bit_count() for pile in piles) == together.bit_count()
        assert core.played == middle | sum(collected)
        if core.phase is not Phase.BETWEEN:  # the suits are those of the next set then
            assert together & ~self._setup.index.mask(core.suits) == 0

    def _each_seat_has_what_it_must(self, core: State) -> None:
        """12 cards less one for each round it has played in; all is collected after 12."""
        if core.phase is not Phase.PLAYING:
            if core.phase is Phase.BETWEEN:
                assert core.played.bit_count() == 12 * len(self._setup.seats)
                assert core.plays == ()
            return
        count = len(self._setup.seats)
        assert core.played.bit_count() == (core.round - 1) * count + len(core.plays)
        for seat in range(count):
            has_played = (seat - core.leader) % count < len(core.plays)
            assert sum(core.left(seat)) == 13 - core.round - has_played
        assert 1 <= core.round <= 12
        assert len(core.plays) < count

    # ------------------------------------------------------------------ inputs

    def _refused_means_unchanged(
        self, old: Full, happened: Input, outputs: tuple[Output, ...], new: Full
    ) -> None:
        """What is refused changes nothing, and what changes nothing is refused or says nothing."""
        game = [output for output in outputs if not isinstance(output, Refused)]
        if len(game) < len(outputs):
            assert game == [], happened
            assert _encode(new.core) == _encode(old.core), happened
        elif new.core == old.core and new.pause == old.pause:
            facts = [output for output in game if isinstance(output, Fact)]
            assert facts == [] or new.past is old.past, happened
        if isinstance(happened, Removed):
            assert (new.core, outputs) == (old.core, ())  # S15

    # ------------------------------------------------------------- what is told

    def _all_can_be_written_and_read(self, outputs: tuple[Output, ...], core: State) -> None:
        raw = _encode(core)
        assert _state.decode(raw) == core
        for output in outputs:
            if isinstance(output, Fact):
                assert _fact.decode(_encode(output)) == output
            elif isinstance(output, Finished):
                assert _result.decode(_encode(output.result)) == output.result
            elif isinstance(output, Refused):
                assert output.why, output
                assert "\n" not in output.why, output

    def _lights_and_sounds_are_known(self, outputs: tuple[Output, ...], new: Full) -> None:
        for place, cue in self._session.lights(new).items():
            assert place in LIT, place
            assert cue.name in CUES, cue
            assert not cue.under or cue.under in CUES, cue
            assert 0 <= cue.value <= max(cue.of, 0), cue
        for output in outputs:
            if isinstance(output, Sound):
                assert output.cue in SOUNDS, output

    def _hidden_cards_stay_hidden(
        self, happened: Input, outputs: tuple[Output, ...], new: Full
    ) -> None:
        """No card is named before it is played, but to its own seat that of its hand."""
        core, index = new.core, self._setup.index
        hidden = set(index.ids(index.mask(range(len(index.suits))) & ~core.played))
        # Breaches of a set that is over name cards that were played in it.
        hidden -= {index.cards[breach.card].id for breach in core.breaches}
        for audience in (PUBLIC, REFEREE):
            assert not cards_in(self._session.view(new, audience)) & hidden
        for number, seat in enumerate(index.seats):
            view = self._session.view(new, seat_audience(seat))
            own = set(index.ids(core.hands[number]))
            assert cards_in(view) & hidden == own & hidden
            assert set(view["game"]["may_play"]) <= own
        assert not cards_in(self._session.lights(new)) & hidden
        named = cards_in(happened)
        named.add(index.cards[0].id)  # the example of what a card is called
        assert not cards_in(outputs) & (hidden - named), outputs

    def _facts_tell_all(self, outputs: tuple[Output, ...], new: Full) -> None:
        """A scoreboard that is told the facts alone shows what the view shows."""
        self.board.take(outputs)
        shown = as_shown(self._session.view(new, PUBLIC)["game"])
        assert {key: self.board.shows[key] for key in shown} == shown

    # --------------------------------------------------------------------- undo

    def _undo_leads_back(
        self, old: Full, happened: Input, outputs: tuple[Output, ...], new: Full
    ) -> None:
        """Undo gives the core as it was before the last input that gave a fact of the game."""
        if isinstance(happened, Said) and happened.word == "undo":
            if old.past is None:
                assert isinstance(outputs[0], Refused)
            else:
                assert new.core == self._memories.pop()
        elif new.past is not old.past:
            assert any(isinstance(output, Fact) for output in outputs), happened
            self._memories.append(old.core)


def cards_in(told: object) -> set[str]:
    """The ids of all cards that are named in anything that can be written."""
    return {card.decode() for card in _CARD.findall(_encode(told))}


def watched(walk: Walk) -> Watched:
    """Let every step of a walk be checked."""
    watching = Watched(walk.setup, walk.session, walk.full)
    walk.watcher = watching.watch
    return watching


__all__ = ["Watched", "watched"]
