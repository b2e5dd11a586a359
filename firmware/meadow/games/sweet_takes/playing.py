"""Playing a card: turn, following, the secret stash (R98 to R115, S12 to S15, S22)."""

from __future__ import annotations

from meadow.games.game import Fact, Sound, Step
from meadow.games.sweet_takes import hindsight
from meadow.games.sweet_takes.at_once import laid_at_once, last_play
from meadow.games.sweet_takes.collecting import end_round
from meadow.games.sweet_takes.facts import CardPlayed, StashAnnounced
from meadow.games.sweet_takes.setup import DECK, Index
from meadow.games.sweet_takes.state import (
    AT_ONCE_MS,
    State,
    Stepped,
    Trick,
    refused,
    replace,
    with_item,
)

_PLAYED = Sound("played")
_ONE_COUNTS = "two cards came at once, and only one of them follows: it counts, take the other back"


# ---------------------------------------------------------------------------- what is allowed


def may_follow(index: Index, plays: tuple[int, ...], hand: int, depth: int) -> int:
    """The cards of a hand that may be played now, as a set (R99, R103 to R106).

    Of the first ``depth`` suits of the round, in the order of their appearance, the first that
    the hand has binds it (S3); if it has none of them it is free. ``depth`` 2 is the rulebook's:
    the starting and the secondary suit.
    """
    suit_mask_of = index.suit_mask_of
    seen = 0
    for card in plays:
        suit = suit_mask_of[card]
        following = hand & suit
        if following:
            return following
        if not suit & seen:
            seen |= suit
            depth -= 1
            if not depth:
                break
    return hand


def playable(state: State) -> int:
    """All cards that the seat on turn may play: those that follow, and its whole stash (S12)."""
    setup, plays, hands = state.setup, state.plays, state.hands_dealt
    seat, left = (state.leader + len(plays)) % len(hands), ~state.played
    may = may_follow(setup.index, plays, hands[seat] & left, setup.follow_depth)
    return may | state.stashes_dealt[seat] & left


# ------------------------------------------------------------------------------ a card is laid


def card_placed(state: State, card: int, at_ms: int, place: str) -> Stepped:
    """A card came to lie on a reader while a round is played."""
    if state.hand_left:
        return _play_unscanned(state, card, at_ms, place)
    bit = 1 << card
    if place != DECK:
        if bit & state.played:
            return Step(state, ())  # somebody's scoring pile
        return refused(state, "cards are played on the deck reader", place, "S20")
    if at_ms < state.guard_ms:
        if _was_not_meant(state, bit):
            return refused(state, _ONE_COUNTS, place, "S15")
        step = laid_at_once(state, card, at_ms, place)
        if step is not None:
            return step
    if bit & state.played:
        return _not_theirs(state, bit)
    plays, hands = state.plays, state.hands_dealt
    seat = (state.leader + len(plays)) % len(hands)  # `on_turn`, on the path of every card
    if bit & state.stashes_dealt[seat]:
        return _played(state, seat, card, at_ms, blind=True)
    hand = hands[seat] & ~state.played
    if not bit & hand:
        return _not_theirs(state, bit)
    setup = state.setup
    if plays and not bit & setup.index.suit_mask_of[plays[0]]:
        may = may_follow(setup.index, plays, hand, setup.follow_depth)
        if not bit & may:
            return _must_follow(state, may)
    return _played(state, seat, card, at_ms, blind=False)


def _was_not_meant(state: State, bit: int) -> bool:
    """Of two cards at once, whether this one does not follow, so that the first must be meant.

    Which of the two is read first is chance: where it is this one, it is refused and the other
    counts.
    """
    if state.withdrawn or not state.played:
        return False
    seat, first = last_play(state)
    hand = state.hands_dealt[seat] & ~(state.played & ~(1 << first))
    if not hand & bit:
        return False
    plays = state.plays or (state.trick.plays if state.trick else ())
    setup = state.setup
    return not bit & may_follow(setup.index, plays[:-1], hand, setup.follow_depth)


def card_named(state: State, card: int, at_ms: int) -> Stepped:
    """The operator names a card: as if it lay on the deck reader, and never at once with another,
    as there is no doubt which one is meant.
    """
    step = card_placed(state, card, max(at_ms, state.guard_ms), DECK)
    if step.state is state:
        return step
    return Step(replace(step.state, guard_ms=0), step.outputs)


def _play_unscanned(state: State, card: int, at_ms: int, place: str) -> Stepped:
    """On the deck reader it is from the hand, on the own tray from the stash (S21)."""
    index = state.setup.index
    seat = state.on_turn
    name = index.seats[seat]
    played = bool(state.played >> card & 1)
    if played and (place != DECK or is_on_its_way(state, card)):
        return Step(state, ())
    if played or index.suit_of[card] not in state.suits:
        return _not_theirs(state, 1 << card)
    if at_ms < state.guard_ms:
        step = laid_at_once(state, card, at_ms, place)
        if step is not None:
            return step
    if place not in (DECK, name):
        return refused(state, f"{name} is on turn, not {place}", place, "S22")
    on_tray = place == name
    blind = on_tray or state.stash_said
    left = state.stash_left if blind else state.hand_left
    if not left[seat]:
        if blind:
            why = f"the stash of {name} is empty: play from the hand, on the deck reader"
            return refused(state, why, place, "R115")
        why = f"{name} has no cards left in the hand: play one from the stash"
        return refused(state, why, place, "R114")
    left = with_item(left, seat, left[seat] - 1)
    before = state.breaches
    if blind:
        state = replace(state, stash_left=left)
    else:
        voids, breaches = hindsight.judge(state, seat, card)
        state = replace(state, hand_left=left, voids=voids, breaches=breaches)
    state = replace(state, on_tray=on_tray, was_said=state.stash_said, stash_said=False)
    step = _played(state, seat, card, at_ms, blind)
    found = hindsight.told(state, before)
    return Step(step.state, (step.outputs[0], *found, *step.outputs[1:])) if found else step


def is_on_its_way(state: State, card: int) -> bool:
    """Whether a card that was read on its seat's tray now goes on to the middle (R98, S21)."""
    trick = Trick(state.leader, state.plays, state.blind) if state.plays else state.trick
    if trick is None or card not in trick.plays:
        return False
    return bool(trick.blind >> trick.plays.index(card) & 1)


def _played(state: State, seat: int, card: int, at_ms: int, blind: bool) -> Stepped:
    """It lies in the middle, and that is final (S15); after the last one the round ends."""
    index = state.setup.index
    plays = state.plays
    piece = index.cards[card]
    fact: Fact = CardPlayed(
        seat=index.seats[seat],
        card=piece.id,
        suit=piece.suit,
        value=piece.value,
        source="stash" if blind else "hand",
        role=_role(index, plays, card),
        round=state.round,
    )
    state = replace(
        state,
        plays=(*plays, card),
        blind=state.blind | 1 << len(plays) if blind else state.blind,
        played=state.played | 1 << card,
        guard_ms=at_ms + AT_ONCE_MS,
        withdrawn=False,
    )
    if len(plays) + 1 < index.players:
        return Step(state, (fact, _PLAYED))
    step = end_round(state)
    return Step(step.state, (fact, *step.outputs))


def _role(index: Index, plays: tuple[int, ...], card: int) -> str:
    """Whether this card sets the starting suit (R98) or the secondary suit (S1)."""
    if not plays:
        return "lead"
    suit_of = index.suit_of
    start = suit_of[plays[0]]
    if suit_of[card] == start:
        return ""
    for played in plays:
        if suit_of[played] != start:
            return ""
    return "secondary"


# ---------------------------------------------------------------------------------- refusals


_ORDERS = (("starting", "R99"), ("secondary", "R105"), ("third", "S3"), ("fourth", "S3"))


def _must_follow(state: State, may: int) -> Stepped:
    """The suit that binds is told, and not which cards the seat has of it."""
    index = state.setup.index
    binding = index.suit_of[may.bit_length() - 1]
    order = list(dict.fromkeys(index.suit_of[card] for card in state.plays)).index(binding)
    which, ruling = _ORDERS[order]
    name, suit = index.seats[state.on_turn], index.suits[binding]
    why = f"{name} must follow the {which} suit, {suit}, or play from the stash: take it back"
    return refused(state, why, DECK, ruling)


def _not_theirs(state: State, bit: int) -> Stepped:
    """Why a card cannot be played by the seat on turn at all; nothing is told of whose it is."""
    index = state.setup.index
    suit = index.suit_of[bit.bit_length() - 1]
    name = index.seats[state.on_turn]
    if suit not in state.suits:
        why = f"{index.suits[suit]} are not in use: this card goes back to the box"
        return refused(state, why, DECK, "R86")
    if bit & state.played:
        return refused(state, "this card has been played already", DECK, "S22")
    if any(bit & held for held in (*state.hands, *state.stashes)):
        if any(bit & (state.hands[seat] | state.stashes[seat]) for seat in _have_played(state)):
            why = f"one card a round for each: {name} is on turn, take it back"
        else:
            why = f"this is no card of {name}, who is on turn: take it back"
        return refused(state, why, DECK, "S22")
    return refused(state, "this card was not dealt: it goes back to the box", DECK, "R91")


def _have_played(state: State) -> list[int]:
    """The seats that have played in this round."""
    return [(state.leader + turn) % len(state.hands_dealt) for turn in range(len(state.plays))]


# ---------------------------------------------------------------------------- saying "stash"


def say_stash(state: State) -> Stepped:
    """Unscanned: the next card of the seat on turn comes from its stash (S21)."""
    name = state.setup.index.seats[state.on_turn]
    if state.scanned:
        why = "no need to say so: the table knows which cards are in a stash"
        return refused(state, why, DECK, "S21")
    if not state.stash_left[state.on_turn]:
        return refused(state, f"the stash of {name} is empty", DECK, "R115")
    if state.stash_said:
        return refused(state, f"{name} has said so already: now lay the card", DECK, "S21")
    return Step(replace(state, stash_said=True), (StashAnnounced(seat=name), Sound("stash")))
