"""The operator's last word: overrule (T14), switching a side off (T15)."""

from __future__ import annotations

from meadow.games.game import Output, ReaderBack, ReaderFailed, Said, Sound, Step
from meadow.games.sweepers import checking, dealing, live, referee_check, stopping
from meadow.games.sweepers.ending import end_game, end_round
from meadow.games.sweepers.facts import (
    CardCovered,
    Overruled,
    RoundVoid,
    SideSwitchedOff,
)
from meadow.games.sweepers.setup import Mode, Referee
from meadow.games.sweepers.state import (
    Lay,
    Phase,
    Side,
    State,
    Stepped,
    Verdict,
    drop_claim,
    playing_sides,
    refused,
    replace,
    where_dealt,
    with_side,
)
from meadow.games.sweepers.tray import take_token

_WON_ALREADY = "this round is won already"


def asked(state: State, number: int) -> State:
    """While stopped the console asks where any side's missing token is (T13)."""
    return replace(state, caller=number)


def reader_failed(state: State, failed: ReaderFailed) -> Stepped:
    """The round counts for no trial and no best time (T15)."""
    if failed.place not in state.down:
        state = replace(state, down=(*state.down, failed.place))
    if state.phase in (Phase.OVER, Phase.BETWEEN) or state.void:
        return Step(state, ())
    void = replace(state, void=True, any_void=True)
    return Step(void, (RoundVoid(place=failed.place),))


def reader_back(state: State, back: ReaderBack) -> Stepped:
    """It answers again; a round in which it failed stays void (T15)."""
    return Step(replace(state, down=tuple([p for p in state.down if p != back.place])), ())


# ------------------------------------------------------------------------- verdicts


def match(state: State, said: Said) -> Stepped:
    """match TOKEN CARD: this token counts for that card."""
    index = state.setup.index
    token, card = (*said.args, "", "")[:2]
    if token not in index.token_design or card not in index.card_design:
        return refused(state, "say match TOKEN CARD with pieces of this game", "", "T14")
    if state.phase is Phase.BETWEEN:
        return refused(state, _WON_ALREADY, "", "T14")
    owner = where_dealt(state, card)
    if not owner:
        return refused(state, f"{card} is in nobody's deck", "", "T14")
    number = index.side_of[owner]
    overruled = Overruled(word="match", args=(token, card))
    if state.phase is Phase.CHECKING and checking.laying_of(state).queue[0] == number:
        laying = checking.laying_of(state)
        forced = tuple([pair for pair in laying.forced if card != pair[0] and token != pair[1]])
        laid = laying.laid if token in laying.laid else (*laying.laid, token)
        barred = tuple([had for had in laying.barred if had != token])
        forced = (*forced, (card, token))
        laying = replace(laying, forced=forced, laid=laid, barred=barred, fits=True)
        return Step(replace(state, laying=laying), (overruled, Sound("match")))
    if state.setup.referee is Referee.CHECK:
        return refused(state, "tokens are judged in that side's check only", owner, "T9")
    if card not in state.sides[number].open:
        return refused(state, f"{card} is not an open card of {owner}", owner, "T14")
    return _match_live(state, number, token, card, said.at_ms, overruled)


def _match_live(
    state: State, number: int, token: str, card: str, at_ms: int, overruled: Overruled
) -> Stepped:
    state, reopened = live.come_off(state, token)
    side = state.sides[number]
    name = state.setup.seats[number].side
    if any(lay.token == token for lay in side.tray):
        tray = tuple([_matched(lay, token, card) for lay in side.tray])
        state = with_side(state, number, replace(side, tray=tray))
        return Step(state, (overruled, *reopened, Sound("match")))
    for place in (*state.setup.index.sides, *[where for where, _ in state.elsewhere]):
        state = take_token(state, place, token)  # it lies on that card now
    tray = tuple([_matched(lay, "", card) for lay in side.tray])
    covered = live.cover(replace(side, tray=tray), card, token)
    state = with_side(state, number, covered)
    fact = CardCovered(side=name, card=card, token=token)
    outputs: tuple[Output, ...] = (overruled, *reopened, fact, Sound("covered"))
    # The token may have been the stray that held another side back (T10).
    held = [other for other in playing_sides(state) if state.sides[other].held]
    for settling in dict.fromkeys((number, *held)):
        if state.phase is Phase.PLAYING:
            state, more = live.settle(state, settling, at_ms)
            outputs = (*outputs, *more)
    return Step(state, outputs)


def _matched(lay: Lay, token: str, card: str) -> Lay:
    """The named token matches the card; whatever matched it before is a stray."""
    if lay.token == token:
        return Lay(token, Verdict.MATCH, card)
    return Lay(lay.token, Verdict.STRAY) if lay.card == card else lay


def stray(state: State, said: Said) -> Stepped:
    """stray TOKEN: this token fits no card, whatever the table thought."""
    token = said.args[0] if said.args else ""
    if token not in state.setup.index.token_design:
        return refused(state, "say stray TOKEN with a token of this game", "", "T14")
    if state.phase is Phase.BETWEEN:
        return refused(state, _WON_ALREADY, "", "T14")
    overruled = Overruled(word="stray", args=(token,))
    if state.phase is Phase.CHECKING:
        laying = checking.laying_of(state)
        if token not in laying.laid:
            return refused(state, f"{token} was not laid in this check", "", "T14")
        forced = tuple([pair for pair in laying.forced if pair[1] != token])
        laying = replace(laying, forced=forced, barred=(*laying.barred, token), fits=False)
        return Step(replace(state, laying=laying), (overruled, Sound("wrong")))
    if state.setup.referee is Referee.CHECK:
        return refused(state, "tokens are judged in a check only", "", "T9")
    for number, side in enumerate(state.sides):
        if any(lay.token == token for lay in side.tray):
            tray = tuple(
                [Lay(token, Verdict.STRAY) if lay.token == token else lay for lay in side.tray]
            )
            state = with_side(state, number, replace(side, tray=tray))
            return Step(state, (overruled, Sound("stray")))
    state, reopened = live.come_off(state, token)
    if not reopened:
        return refused(state, f"{token} lies in no tray and on no card", "", "T14")
    return Step(state, (overruled, *reopened, Sound("stray")))


def award(state: State, said: Said) -> Stepped:
    """award SIDE: that side wins; in Quick Paws the team does."""
    number = state.setup.index.side_of.get(said.args[0]) if said.args else None
    if number is None:
        sides = ", ".join(state.setup.index.sides)
        return refused(state, f"say award SIDE with one of {sides}", "", "T14")
    overruled = Overruled(word="award", args=(said.args[0],))
    if state.phase is Phase.BETWEEN:
        return refused(state, _WON_ALREADY, "", "T14")
    winners: tuple[str, ...] = (said.args[0],)
    if state.setup.mode is Mode.PAWS:
        winners = tuple([state.setup.seats[n].side for n in playing_sides(state)])
    state = replace(state, laying=None)
    at_ms = said.at_ms
    ended = end_round(state, won=True, outcome="awarded", winners=winners, at_ms=at_ms)
    return Step(ended.state, (overruled, *ended.outputs))


def end(state: State, said: Said) -> Stepped:
    """end: nobody wins. A fact, so that undo takes back this and no more (T14)."""
    ended = end_game(state, said.at_ms)
    return Step(ended.state, (Overruled(word="end", args=()), *ended.outputs))


# --------------------------------------------------------------------- switching off


def switch_off(state: State, number: int, at_ms: int) -> Stepped:
    """A side with a broken reader is out of play; the others go on (T15)."""
    name = state.setup.seats[number].side
    side = state.sides[number]
    if side.off:
        return refused(state, f"the {name} side is switched off already", name, "T15")
    strays = tuple([(name, lay.token) for lay in side.tray])
    unjudged = tuple([lay.token for lay in side.tray if lay.verdict is Verdict.UNJUDGED])
    gone: Side = replace(side, off=True, tray=(), held=False, rake_ms=-1)
    state = drop_claim(with_side(state, number, gone), number)
    elsewhere, waiting = (*state.elsewhere, *strays), (*state.waiting, *unjudged)
    state = replace(state, elsewhere=elsewhere, waiting=waiting)
    fact = SideSwitchedOff(side=name)
    if not playing_sides(state):
        ended = end_game(state, at_ms)
        return Step(ended.state, (fact, *ended.outputs))
    step = _go_on_without(state, number, at_ms)
    return Step(step.state, (fact, *step.outputs))


def _go_on_without(state: State, number: int, at_ms: int) -> Stepped:
    """What the phase waited for from this side, it waits for no longer."""
    if state.phase in (Phase.DEALING, Phase.TAKING):
        return dealing.go_on(state)
    if state.phase in (Phase.CHECKING, Phase.INVENTORY):
        return _lay_without(state, number)
    if state.phase is Phase.DRAWING:
        draws = tuple([draw for draw in state.draws if draw[0] != number])
        phase = Phase.DRAWING if draws else Phase.STOPPED
        return Step(replace(state, draws=draws, phase=phase), ())
    if state.phase is Phase.CLAIMED:
        if state.first_claim_ms >= 0:
            return Step(state, ())
        # The only claim is gone with its side: play goes on at "three".
        sides = tuple([replace(side, rake_ms=-1) for side in state.sides])
        return Step(replace(state, phase=Phase.STOPPED, sides=sides), ())
    if state.phase is Phase.PLAYING and state.setup.mode is Mode.PAWS:
        if state.setup.referee is Referee.CHECK:
            return referee_check.team_settle(state)
        return live.team_settle(state, at_ms)
    return Step(state, ())


def _lay_without(state: State, number: int) -> Stepped:
    laying = checking.laying_of(state)
    was_laying = laying.queue[0] == number
    if was_laying and state.phase is Phase.INVENTORY:
        return stopping.next_inventory(state)
    queue = tuple([other for other in laying.queue if other != number])
    state = replace(state, laying=replace(laying, queue=queue))
    return checking.next_check(state) if was_laying else Step(state, ())
