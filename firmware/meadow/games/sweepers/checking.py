"""A side lays its tokens and they are compared with its cards: the check after a claim (T9).

Also the laying itself, which the inventory of Stop! uses too (T13): tray empty first, a mixed
group one by one, the rake ends it.
"""

from __future__ import annotations

from meadow.games.game import Output, Placed, Removed, Sound, Step
from meadow.games.sweepers import drawing
from meadow.games.sweepers.ending import end_round
from meadow.games.sweepers.facts import CheckBegan, CheckEnded, LayAgain, TokenChecked
from meadow.games.sweepers.setup import Mode
from meadow.games.sweepers.state import (
    GROUP_MS,
    Laying,
    Phase,
    Side,
    SideVerdict,
    State,
    Stepped,
    Verdict,
    refused,
    replace,
    with_side,
)
from meadow.games.sweepers.tray import put_token, take_token

EMPTY_FIRST = "tray"
MIXED = "mixed"
TOO_MANY = "too-many"


def begin(state: State, queue: tuple[int, ...]) -> Stepped:
    """Check these sides one after the other."""
    sides = tuple([replace(side, rake_ms=-1) for side in state.sides])
    state = replace(state, phase=Phase.CHECKING, sides=sides, laying=Laying(queue=queue))
    return start_side(state)


def laying_of(state: State) -> Laying:
    """The laying that is going on; only phases that have one ask for it."""
    if state.laying is None:
        raise AssertionError(f"no tokens are being laid in phase {state.phase}")
    return state.laying


def start_side(state: State) -> Stepped:
    """The next side of the queue is lit; its tray must be empty before it lays."""
    laying = laying_of(state)
    number = laying.queue[0]
    full = bool(state.sides[number].tray)
    fresh = Laying(
        queue=laying.queue,
        emptying=EMPTY_FIRST if full else "",
        forced=laying.forced,
        barred=laying.barred,
        verdicts=laying.verdicts,
    )
    state = replace(state, laying=fresh)
    name = state.setup.seats[number].side
    return Step(state, (CheckBegan(side=name), Sound("check")))


# ------------------------------------------------------------------- laying tokens


def token_placed(state: State, placed: Placed) -> Stepped:
    """The side that is being checked lays a token; others' tokens wait for "three"."""
    laying = laying_of(state)
    number = laying.queue[0]
    name = state.setup.seats[number].side
    if placed.place != name:
        return Step(put_token(state, placed.place, placed.piece, Verdict.UNJUDGED), ())
    state = put_token(state, placed.place, placed.piece, Verdict.NEUTRAL)
    return _lay(state, placed.piece, placed.at_ms)


def lay_waiting(state: State, at_ms: int) -> Stepped:
    """What the side laid while the game was paused counts as laid now (T14)."""
    laying = laying_of(state)
    number = laying.queue[0]
    side = state.sides[number]
    waiting = [lay.token for lay in side.tray if lay.verdict is Verdict.UNJUDGED]
    if laying.emptying or not waiting:
        return Step(state, ())
    tray = tuple([replace(lay, verdict=Verdict.NEUTRAL) for lay in side.tray])
    state = with_side(state, number, replace(side, tray=tray))
    outputs: tuple[Output, ...] = ()
    for token in waiting:
        if token not in laying.laid and not laying_of(state).emptying:
            state, more = _lay(state, token, at_ms)
            outputs = (*outputs, *more)
    return Step(state, outputs)


def _lay(state: State, token: str, at_ms: int) -> Stepped:
    """A token in the tray of the side that is at it counts as laid, and gets its cue."""
    laying = laying_of(state)
    number = laying.queue[0]
    name = state.setup.seats[number].side
    if laying.emptying:
        return Step(state, (Sound("again"),))  # the light says why
    laid = laying.laid if token in laying.laid else (*laying.laid, token)
    if state.phase is Phase.INVENTORY:
        # How many cards are open is known once all are laid, so the rake judges them (T13).
        return Step(replace(state, laying=replace(laying, laid=laid)), (Sound("deal"),))
    together = at_ms - laying.last_ms <= GROUP_MS
    group = (*laying.group, token) if together else (token,)
    laying = replace(laying, laid=laid, group=group, last_ms=at_ms)
    unfit = unfit_tokens(state, number, laying)
    fits = token not in unfit
    outputs: tuple[Output, ...] = (TokenChecked(side=name, token=token, fits=fits),)
    if len({member in unfit for member in group}) > 1:
        laying = _again(laying, MIXED, tuple([t for t in laid if t not in group]))
        outputs = (*outputs, LayAgain(side=name, why=MIXED), Sound("again"))
    else:
        laying = replace(laying, fits=fits)
        outputs = (*outputs, Sound("match" if fits else "wrong"))
    return Step(replace(state, laying=laying), outputs)


_EMPTYING = {
    EMPTY_FIRST: "empty this tray first, then lay the tokens",
    MIXED: "some fit and some do not: empty the tray, then lay these one by one",
    TOO_MANY: "more tokens than cards: empty the tray and lay them again",
}


def _again(laying: Laying, why: str, laid: tuple[str, ...]) -> Laying:
    return replace(laying, emptying=why, laid=laid, group=(), last_ms=0)


def token_removed(state: State, removed: Removed) -> Stepped:
    """A tray that is emptied is ready for laying."""
    state = take_token(state, removed.place, removed.piece)
    return Step(tray_changed(state), ())


def tray_changed(state: State) -> State:
    """An emptied tray ends the asking for it."""
    laying = laying_of(state)
    if laying.emptying and not state.sides[laying.queue[0]].tray:
        return replace(state, laying=replace(laying, emptying="", group=()))
    return state


def unfit_tokens(state: State, number: int, laying: Laying) -> tuple[str, ...]:
    """The laid tokens that fit none of the cards that count now, by design (W17)."""
    return _pair(state, cards_to_match(state, number, laying), laying).tokens


def cards_to_match(state: State, number: int, laying: Laying) -> tuple[str, ...]:
    """All the side's cards in a check; in an inventory the first n + 1 or more (T13)."""
    side = state.sides[number]
    if state.phase is Phase.INVENTORY:
        return side.cards[: max(len(laying.laid) + 1, side.revealed)]
    return side.cards


def _pair(state: State, cards: tuple[str, ...], laying: Laying) -> SideVerdict:
    """Cards and laid tokens paired one to one by design, overrules first (T9, W17)."""
    index = state.setup.index
    forced = [(card, token) for card, token in laying.forced if card in cards]
    pairs = list(forced)
    taken = {token for _, token in forced}
    # What another claimant has just shown lies on that player's card (R43).
    others = [token for verdict in laying.verdicts for _, token in verdict.pairs]
    barred = {*laying.barred, *others}
    waiting = [t for t in laying.laid if t not in taken and t not in barred]
    left: list[str] = []
    for card in cards:
        if any(card == had for had, _ in forced):
            continue
        fitting = [t for t in waiting if index.token_design[t] == index.card_design[card]]
        if fitting:
            waiting.remove(fitting[0])
            pairs.append((card, fitting[0]))
        else:
            left.append(card)
    unfit = [t for t in laying.laid if t in waiting or (t in barred and t not in taken)]
    return SideVerdict(laying.queue[0], tuple(pairs), tuple(left), tuple(unfit))


# ------------------------------------------------------------------------ verdicts


def rake_ends(state: State) -> Stepped:
    """The side's rake in its own tray ends its laying (T16)."""
    laying = laying_of(state)
    number = laying.queue[0]
    name = state.setup.seats[number].side
    if laying.emptying:
        return refused(state, _EMPTYING[laying.emptying], name, "T9")
    side = state.sides[number]
    if len(laying.laid) > side.size:
        again = _again(laying, TOO_MANY if side.tray else "", ())
        state = replace(state, laying=again)
        return Step(state, (LayAgain(side=name, why=TOO_MANY), Sound("again")))
    return _end_side(state, _pair(state, side.cards, laying))


def _end_side(state: State, verdict: SideVerdict) -> Stepped:
    """Keep a side's verdict and go on to the next side, or to the outcome."""
    laying = laying_of(state)
    name = state.setup.seats[verdict.side].side
    right = not verdict.cards
    ended = CheckEnded(
        side=name, mistakes=len(verdict.cards), cards=verdict.cards, tokens=verdict.tokens
    )
    state = _keep_pairs(state, verdict)
    laying = replace(laying, queue=laying.queue[1:], verdicts=(*laying.verdicts, verdict))
    state = replace(state, laying=laying)
    outputs = (ended, Sound("right" if right else "mistake"))
    after = next_check(state)
    return Step(after.state, (*outputs, *after.outputs))


def next_check(state: State) -> Stepped:
    """The next claimant is checked; after the last comes the outcome."""
    return start_side(state) if laying_of(state).queue else _outcome(state)


def _keep_pairs(state: State, verdict: SideVerdict) -> State:
    """What the check has proven stays proven; what is left is known to be uncovered."""
    known = tuple([token for _, token in verdict.pairs])
    sides = tuple([_without_tokens(side, known) for side in state.sides])
    side = sides[verdict.side]
    state = replace(state, sides=sides)
    proven = replace(
        side, done=verdict.pairs, open=(), deck=tuple(reversed(verdict.cards)), known=known
    )
    return with_side(state, verdict.side, proven)


def _without_tokens(side: Side, tokens: tuple[str, ...]) -> Side:
    """A token that is seen on one card lies on no other."""
    bare = tuple([card for card, token in side.done if token in tokens])
    if not bare:
        return side
    done = tuple([pair for pair in side.done if pair[1] not in tokens])
    known = tuple([token for token in side.known if token not in tokens])
    return replace(side, done=done, deck=(*side.deck, *reversed(bare)), known=known)


def _outcome(state: State) -> Stepped:
    """All claimants are checked: who is right has won; if nobody is, penalties (W10)."""
    verdicts = laying_of(state).verdicts
    right = [v.side for v in verdicts if not v.cards and not state.sides[v.side].off]
    names = tuple([state.setup.seats[number].side for number in right])
    state = replace(state, laying=None)
    if state.setup.mode is Mode.PAWS:
        playing = [v for v in verdicts if not state.sides[v.side].off]
        won = bool(playing) and all(not v.cards for v in playing)
        outcome = "won" if won else "lost-mismatch"  # R72, R73
        winners = names if won else ()
        return end_round(state, won=won, outcome=outcome, winners=winners, at_ms=state.finish_ms)
    if right:
        first_ms = min(state.sides[number].claim_ms for number in right)  # W26
        return end_round(state, won=True, outcome="stashed", winners=names, at_ms=first_ms)
    return drawing.penalise(state, verdicts)
