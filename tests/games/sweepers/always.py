"""What is always true of Sweepers, whatever happens: checked after every input of a walk."""

from __future__ import annotations

from collections import Counter

import msgspec
from meadow.games.game import (
    PUBLIC,
    Alarm,
    Fact,
    Finished,
    Input,
    Output,
    Placed,
    Refused,
    Removed,
    Said,
    Sound,
    seat_audience,
)
from meadow.games.session import COUNT_ALARM, Session, SessionState, pieces_on
from meadow.games.sweepers import looks
from meadow.games.sweepers.facts import (
    CardCovered,
    CheckEnded,
    Overruled,
    Signalled,
    SweepersFact,
    SweepersResult,
)
from meadow.games.sweepers.setup import DECK, SIDES, Referee, Setup
from meadow.games.sweepers.state import Side, State, Verdict, replace
from meadow.lights.common import COMMON_STYLES
from meadow.sounds.patterns import COMMON_BEEPS

from tests.games.sweepers.walks import Walk
from tests.games.walks import words_in

Full = SessionState[State]

CUES = {*looks.STYLES, *COMMON_STYLES}
SOUNDS = {*looks.BEEPS, *COMMON_BEEPS}
LIT = {*SIDES, DECK, "meadow"}

_encode = msgspec.json.encode
_state = msgspec.json.Decoder(State)
_fact = msgspec.json.Decoder(SweepersFact)
_result = msgspec.json.Decoder(SweepersResult)


class Watched:
    """Checks one walk, input by input."""

    def __init__(self, setup: Setup, session: Session[State], first: Full) -> None:
        self._setup = setup
        self._session = session
        self._cards = {card.id for card in setup.cards}
        self._matched: set[tuple[str, str]] = set()
        self._put_on_cards: set[str] = set()
        self.phases = {first.core.phase}
        """All phases that were reached."""
        self._memories = [first.core]
        """The cores that undo leads back to, newest last; the first is never reached by undo."""

    def watch(self, old: Full, happened: Input, outputs: tuple[Output, ...], new: Full) -> None:
        """Check one input. Raises AssertionError with what is not as it must be."""
        core = new.core
        self.phases.add(core.phase)
        self._only_matches_cover(old, happened, outputs, core)
        self._nothing_is_lost(core)
        self._the_core_knows_what_lies_where(new)
        self._refusals_change_nothing(old, happened, outputs, new)
        self._alarms_lie_ahead(happened, new)
        self._all_can_be_written_and_read(outputs, core)
        self._lights_and_sounds_are_known(outputs, new)
        self._face_down_stays_hidden(outputs, new)
        self._undo_leads_back(old, happened, outputs, new)

    # ------------------------------------------------------------------- pieces

    def _nothing_is_lost(self, core: State) -> None:
        """Every card is in one place; no token lies on two cards or in two trays."""
        held = Counter(card for side in core.sides for card in side.cards)
        held.update(core.aside)
        assert set(held) <= self._cards
        assert all(count == 1 for count in held.values()), held.most_common(2)
        stashed = Counter(token for side in core.sides for _, token in side.done if token)
        assert all(count == 1 for count in stashed.values()), stashed.most_common(2)
        lying = Counter(lay.token for side in core.sides for lay in side.tray)
        lying.update(token for _, token in core.elsewhere)
        assert all(count == 1 for count in lying.values()), lying.most_common(2)

    def _the_core_knows_what_lies_where(self, new: Full) -> None:
        """Trays and elsewhere are what the session says of the readers.

        But for tokens that the operator has put on a card while they lie somewhere.
        """
        designs, core = self._setup.index.token_design, new.core
        for place in (*SIDES, DECK):
            there = [piece for piece in pieces_on(new.lying, place) if piece in designs]
            known = [token for where, token in core.elsewhere if where == place]
            if place in self._setup.index.side_of:
                side = core.sides[self._setup.index.side_of[place]]
                known += [lay.token for lay in side.tray]
            gone = set(there) - set(known) - self._put_on_cards
            assert set(known) <= set(there), f"{place}: {known}, truly {there}"
            assert not gone, f"{place}: {gone} truly lies there"

    # ----------------------------------------------------------------- progress

    def _only_matches_cover(
        self, old: Full, happened: Input, outputs: tuple[Output, ...], core: State
    ) -> None:
        """Cards get done by a match or an overrule (live), by signals and checks (check)."""
        for output in outputs:
            if isinstance(output, Overruled) and output.word == "match":
                self._matched.add((output.args[0], output.args[1]))
                if self._setup.referee is Referee.LIVE:
                    self._put_on_cards.add(output.args[0])
        if isinstance(happened, Said) and happened.word == "undo":
            return
        covered = {(o.card, o.token) for o in outputs if isinstance(o, CardCovered)}
        checked = {o.side for o in outputs if isinstance(o, CheckEnded)}
        signalled = {o.side for o in outputs if isinstance(o, Signalled)}
        for before, side, seat in zip(old.core.sides, core.sides, self._setup.seats, strict=True):
            for card, token in set(side.done) - set(before.done):
                if token:
                    self._assert_fits(card, token)
                if core.setup.referee is Referee.CHECK:
                    assert seat.side in (checked if token else signalled), (card, token)
                    continue
                assert (card, token) in covered, f"{card} is done, and no fact says so"
                self._assert_was_matched(before, happened, card, token)

    def _assert_fits(self, card: str, token: str) -> None:
        index = self._setup.index
        same = index.card_design[card] == index.token_design[token]
        assert same or (token, card) in self._matched, f"{token} covers {card}"

    def _assert_was_matched(self, before: Side, happened: Input, card: str, token: str) -> None:
        """It was a match in that side's tray and is lifted now, or the operator says so."""
        if isinstance(happened, Said):
            assert (happened.word, happened.args[:2]) == ("match", (token, card))
            return
        assert isinstance(happened, Placed | Removed)
        assert happened.piece == token
        found = [lay for lay in before.tray if lay.token == token]
        assert [(lay.verdict, lay.card) for lay in found] == [(Verdict.MATCH, card)]

    def _refusals_change_nothing(
        self, old: Full, happened: Input, outputs: tuple[Output, ...], new: Full
    ) -> None:
        """A refused input leaves the core as it was, but for what lies where."""
        if not outputs or not all(isinstance(output, Refused) for output in outputs):
            return
        moved = isinstance(happened, Placed) and any(
            happened.piece in pieces for _, pieces in old.lying
        )
        if not moved:
            assert settled(new.core) == settled(old.core), happened
        if isinstance(happened, Said):
            assert new.core == old.core, happened
            assert (new.pause, new.past, new.off) == (old.pause, old.past, old.off)

    def _alarms_lie_ahead(self, happened: Input, new: Full) -> None:
        if happened == Alarm(new.at_ms, COUNT_ALARM):
            return  # what undo took back can have been what an alarm waited for: it rings now
        for name, due_ms in self._session.alarms(new).items():
            assert due_ms >= new.at_ms, f"{name} is due at {due_ms}, and it is {new.at_ms}"

    # ------------------------------------------------------------ what is told

    def _all_can_be_written_and_read(self, outputs: tuple[Output, ...], core: State) -> None:
        raw = _encode(core)
        assert _state.decode(raw) == core
        for output in outputs:
            if isinstance(output, Fact):
                assert _fact.decode(_encode(output)) == output
            elif isinstance(output, Finished):
                assert _result.decode(_encode(output.result)) == output.result

    def _lights_and_sounds_are_known(self, outputs: tuple[Output, ...], new: Full) -> None:
        for place, cue in self._session.lights(new).items():
            assert place in LIT, place
            assert cue.name in CUES, cue
            assert 0 <= cue.value <= max(cue.of, 0), cue
        for output in outputs:
            if isinstance(output, Sound):
                assert output.cue in SOUNDS, output

    def _face_down_stays_hidden(self, outputs: tuple[Output, ...], new: Full) -> None:
        """Nothing that players see or hear names a card that lies face down (R13)."""
        hidden = face_down(new.core)
        for audience in (PUBLIC, seat_audience(self._setup.seats[0].side)):
            seen = set(words_in(self._session.view(new, audience)))
            assert not seen & hidden, sorted(seen & hidden)
        for output in outputs:
            if isinstance(output, Fact) and output.audience == PUBLIC:
                told = set(words_in(msgspec.to_builtins(output)))
                if not isinstance(output, Overruled):  # the operator has named it
                    assert not told & hidden, output

    # --------------------------------------------------------------------- undo

    def _undo_leads_back(
        self, old: Full, happened: Input, outputs: tuple[Output, ...], new: Full
    ) -> None:
        """Undo gives the core as it was before the last input that gave a fact of the game."""
        if isinstance(happened, Said) and happened.word == "undo":
            if old.past is None:
                assert isinstance(outputs[0], Refused)
            else:
                before = self._memories.pop()
                assert unread(new.core) == unread(before)
        elif new.past is not old.past:
            assert any(isinstance(output, Fact) for output in outputs), happened
            self._memories.append(old.core)


def settled(core: State) -> State:
    """The core but for the trays and what the rakes are about to say."""
    sides = tuple([replace(side, tray=(), rake_ms=-1) for side in core.sides])
    return replace(core, sides=sides, elsewhere=(), waiting=())


def unread(core: State) -> State:
    """The core but for what readers tell: undo leaves those alone (T14, T15)."""
    laying = core.laying
    if laying is not None:
        # An emptied tray need not be emptied again.
        laying = replace(laying, emptying="", group=())
    return replace(
        settled(core), void=False, any_void=False, down=(), standing=False, laying=laying
    )


def face_down(core: State) -> set[str]:
    """The cards nobody may know: in decks and in the draw pile.

    Referee check: the cards that were revealed lie face up, but the table counts them with the
    deck; a claim or a verdict says that all of them are.
    """
    hidden = {card.id for card in core.setup.cards}
    verdicts = core.laying.verdicts if core.laying is not None else ()
    for number, side in enumerate(core.sides):
        hidden -= {card for card, _ in side.done}
        hidden -= set(side.open)
        if core.setup.referee is Referee.CHECK:
            hidden -= set(side.cards[: side.revealed])
            if side.claim_ms >= 0 or any(verdict.side == number for verdict in verdicts):
                hidden -= set(side.deck)
    return hidden - set(core.aside)


def watched(walk: Walk) -> Watched:
    """Let every step of a walk be checked."""
    watching = Watched(walk.setup, walk.session, walk.full)
    walk.watcher = watching.watch
    return watching


__all__ = ["Watched", "face_down", "settled", "unread", "watched"]
