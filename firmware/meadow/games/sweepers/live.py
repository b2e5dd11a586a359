"""Playing with the table as referee: each token is judged as it comes to rest (T8 to T12)."""

from __future__ import annotations

from meadow.games.game import Output, Placed, Removed, Sound, Step
from meadow.games.sweepers import tray
from meadow.games.sweepers.ending import end_round
from meadow.games.sweepers.facts import (
    CardCovered,
    CardOpened,
    CardReopened,
    Stashed,
    TeamRevealed,
    TokenMatched,
    TokenReturned,
    TokenStrayed,
)
from meadow.games.sweepers.setup import Mode
from meadow.games.sweepers.state import (
    Lay,
    Side,
    State,
    Stepped,
    Verdict,
    drop_claim,
    playing_sides,
    replace,
    stash_of,
    with_side,
)
from meadow.games.sweepers.tray import take_token


def token_placed(state: State, placed: Placed) -> Stepped:
    """A token fell or was laid on a reader while playing."""
    return judge(state, placed.place, placed.piece)


def judge(state: State, place: str, token: str) -> Stepped:
    """Match or stray; a stashed token seen in a tray has come off its card (T11)."""
    state, outputs = come_off(state, token)
    index = state.setup.index
    number = index.side_of.get(place)
    strayed = (TokenStrayed(place=place, token=token), Sound("stray"))
    if number is None or state.sides[number].off:
        elsewhere = (*state.elsewhere, (place, token))  # T12
        return Step(replace(state, elsewhere=elsewhere), (*outputs, *strayed))
    side = state.sides[number]
    card = _needed(state, side, token)
    if card:
        lay = Lay(token, Verdict.MATCH, card)
        matched = (TokenMatched(side=place, token=token, card=card), Sound("match"))
        outputs = (*outputs, *matched)
    else:
        lay = Lay(token, Verdict.STRAY)
        outputs = (*outputs, *strayed)
    side = replace(side, tray=(*side.tray, lay))
    return Step(with_side(state, number, side), outputs)


def come_off(state: State, token: str) -> Stepped:
    """A stashed token comes off its card, which is open again; a shout on it falls (T11)."""
    stashed = stash_of(state, token)
    if stashed is None:
        return Step(state, ())
    number, card = stashed
    side = state.sides[number]
    done = tuple([pair for pair in side.done if pair[1] != token])
    side = replace(side, done=done, open=(*side.open, card), held=False)
    state = drop_claim(with_side(state, number, side), number)
    name = state.setup.seats[number].side
    return Step(state, (CardReopened(side=name, card=card, token=token),))


def _needed(state: State, side: Side, token: str) -> str:
    """The open card a token fits that has no match in the tray yet, or "" (T8, T12, R23)."""
    index = state.setup.index
    design = index.token_design[token]
    for card in side.open:
        if index.card_design[card] == design:
            for lay in side.tray:
                if lay.card == card:
                    break
            else:
                return card
    return ""


def token_removed(state: State, removed: Removed) -> Stepped:
    """A token was lifted while playing: a match is laid on its card, a stray goes back."""
    number = state.setup.index.side_of.get(removed.place)
    state, lifted, outputs = lift(state, removed)
    if number is None or lifted is None:
        return Step(state, outputs)
    if lifted.verdict is Verdict.MATCH or state.sides[number].held:
        state, more = settle(state, number, removed.at_ms)
        return Step(state, (*outputs, *more))
    return Step(state, outputs)


def lift(state: State, removed: Removed) -> tuple[State, Lay | None, tuple[Output, ...]]:
    """Take a token from its tray; a lifted match covers its card. Opens nothing yet."""
    place, token = removed.place, removed.piece
    number = state.setup.index.side_of.get(place)
    returned = (TokenReturned(place=place, token=token),)
    if (place, token) in state.elsewhere or number is None:
        return take_token(state, place, token), None, returned
    side = state.sides[number]
    lifted: Lay | None = None
    rest: list[Lay] = []
    for lay in side.tray:
        if lay.token == token:
            lifted = lay
        else:
            rest.append(lay)
    if lifted is None:
        return state, None, ()
    if lifted.verdict is not Verdict.MATCH:
        known_stray = lifted.verdict is Verdict.STRAY
        state = with_side(state, number, replace(side, tray=tuple(rest)))
        return state, lifted, returned if known_stray else ()
    covered = cover(replace(side, tray=tuple(rest)), lifted.card, token)
    fact = CardCovered(side=place, card=lifted.card, token=token)
    return with_side(state, number, covered), lifted, (fact, Sound("covered"))


def cover(side: Side, card: str, token: str) -> Side:
    """The token lies on the card. What is left in the tray then holds the side back (T10)."""
    still_open = tuple([had for had in side.open if had != card])
    held = bool(side.tray) and not still_open
    return replace(side, open=still_open, done=(*side.done, (card, token)), held=held)


def settle(state: State, number: int, at_ms: int) -> Stepped:
    """After a cover: open the next card, shout, or hold back while a stray lies there (T10)."""
    side = state.sides[number]
    if side.open or side.off or side.claim_ms >= 0 or state.standing:
        return Step(state, ())
    if side.held:
        if side.tray:
            return Step(state, ())
        state = with_side(state, number, replace(side, held=False))
    if state.setup.mode is Mode.PAWS:
        return team_settle(state, at_ms)
    if side.deck:
        return open_next(state, number)
    return _shout(state, number, at_ms)


def open_next(state: State, number: int) -> Stepped:
    """Turn up a side's top card (R29)."""
    side = state.sides[number]
    card = side.deck[-1]
    name = state.setup.seats[number].side
    side = replace(side, deck=side.deck[:-1], open=(*side.open, card))
    state = with_side(state, number, side)
    return Step(state, (CardOpened(side=name, card=card), Sound("open")))


def _shout(state: State, number: int, at_ms: int) -> Stepped:
    """The last card is covered: the table shouts "Stashed!" for the player (T8, W10)."""
    name = state.setup.seats[number].side
    state = with_side(state, number, replace(state.sides[number], claim_ms=at_ms))
    if state.first_claim_ms < 0:
        state = replace(state, first_claim_ms=at_ms)
    return Step(state, (Stashed(side=name, claimed_ms=at_ms), Sound("claim")))


def tie_is_over(state: State, at_ms: int) -> Stepped:
    """No more claims count as simultaneous: all that shouted have won (W10)."""
    winners = [n for n in playing_sides(state) if state.sides[n].claim_ms >= 0]
    names = tuple([state.setup.seats[n].side for n in winners])
    return end_round(state, won=True, outcome="stashed", winners=names, at_ms=state.first_claim_ms)


def team_settle(state: State, at_ms: int) -> Stepped:
    """Quick Paws: all reveal once the last has covered (R62); without cards the team has won."""
    if state.standing or not team_is_ready(state):
        return Step(state, ())
    revealing = [n for n in playing_sides(state) if state.sides[n].deck]
    if not revealing:
        names = tuple([state.setup.seats[n].side for n in playing_sides(state)])
        return end_round(state, won=True, outcome="won", winners=names, at_ms=at_ms)
    outputs: tuple[Output, ...] = (TeamRevealed(),)
    for number in revealing:
        state, more = open_next(state, number)
        outputs = (*outputs, *more[:1])
    return Step(state, (*outputs, Sound("open")))


def team_is_ready(state: State) -> bool:
    """No side in play has an open card or one held back by a stray (R62, T10, W24)."""
    waiting_for = [side for side in state.sides if not side.off and (side.open or side.held)]
    return not waiting_for


def waiting_come_off(state: State) -> Stepped:
    """At "three" the stashed tokens among those that wait have come off their cards (T11)."""
    outputs: tuple[Output, ...] = ()
    in_trays = [
        lay.token for side in state.sides for lay in side.tray if lay.verdict is Verdict.UNJUDGED
    ]
    for token in (*in_trays, *state.waiting):
        state, more = come_off(state, token)
        outputs = (*outputs, *more)
    return Step(state, outputs)


def judge_waiting(state: State) -> Stepped:
    """At "three" all that lies there unjudged is judged, in order of arrival (T14, T16)."""
    state, outputs = tray.judge_elsewhere(state)
    for number in playing_sides(state):
        side = state.sides[number]
        waiting = [lay.token for lay in side.tray if lay.verdict is Verdict.UNJUDGED]
        judged = tuple([lay for lay in side.tray if lay.verdict is not Verdict.UNJUDGED])
        state = with_side(state, number, replace(side, tray=judged))
        for token in waiting:
            state, more = judge(state, state.setup.seats[number].side, token)
            outputs = (*outputs, *more)
    return Step(state, outputs)


def complete_at_limit(state: State) -> bool:
    """W7: every side has covered all, or its last open cards' matches rest in a clean tray."""
    for number in playing_sides(state):
        side = state.sides[number]
        matched = {lay.card for lay in side.tray if lay.verdict is Verdict.MATCH}
        if side.deck or any(card not in matched for card in side.open):
            return False
        if side.held and side.tray:
            return False  # T10
        if side.open and side.has_stray:
            return False
    return True
