"""Dealing over the deck reader (T6, S21), and naming who leads the first round (S9)."""

from __future__ import annotations

from meadow.games.game import Output, Sound, Step
from meadow.games.sweet_takes.facts import CardGiven, LeaderNamed, SetBegan
from meadow.games.sweet_takes.setup import DECK, HAND_SIZE, ROUNDS, SEATS, Deal, DealOrder
from meadow.games.sweet_takes.state import Phase, State, Stepped, refused, replace, with_item

HAND, STASH = "hand", "stash"


def next_to_deal(state: State) -> tuple[int, str]:
    """The seat that gets the next card, and whether for its hand or its stash (T6, S21).

    Clockwise all hands come before the stashes; in blocks a seat gets both in a row.
    """
    players, count = len(state.hands_dealt), dealt(state).bit_count()
    if state.setup.deal_order is DealOrder.BLOCKS:
        seat, count = divmod(count, ROUNDS)
        return seat, HAND if count < HAND_SIZE else STASH
    return count % players, HAND if count < HAND_SIZE * players else STASH


def dealt(state: State) -> int:
    """All cards that were dealt in this set, as a set; none when unscanned."""
    return sum(state.hands_dealt) + sum(state.stashes_dealt)


def deal_card(state: State, card: int) -> Stepped:
    """A card passes the deck reader and goes face down to the seat that is lit (R87, R89)."""
    index = state.setup.index
    bit = 1 << card
    suit = index.suit_of[card]
    if suit not in state.suits:
        why = f"{index.suits[suit]} are not in use: this card goes back to the box"
        return refused(state, why, DECK, "R86")
    if bit & dealt(state):
        return refused(state, "this card is dealt already: deal the next one", DECK, "T6")
    seat, pile = next_to_deal(state)
    if pile == HAND:
        hands = with_item(state.hands_dealt, seat, state.hands_dealt[seat] | bit)
        state, count = replace(state, hands_dealt=hands), hands[seat].bit_count()
    else:
        stashes = with_item(state.stashes_dealt, seat, state.stashes_dealt[seat] | bit)
        state, count = replace(state, stashes_dealt=stashes), stashes[seat].bit_count()
    given = CardGiven(seat=index.seats[seat], pile=pile, count=count)
    step = go_on(state)
    return Step(step.state, (given, Sound("deal"), *step.outputs))


def go_on(state: State) -> Stepped:
    """Once all cards are with the players: ask for a leader, or begin the set (R92)."""
    if state.setup.deal is Deal.SCANNED:
        all_cards = len(state.hands_dealt) * ROUNDS
        if dealt(state).bit_count() < all_cards:
            return Step(state, ())
    if state.leader < 0:
        return Step(replace(state, phase=Phase.LEADING), (Sound("leader"),))
    state = replace(state, phase=Phase.PLAYING, round=1)
    index = state.setup.index
    suits = tuple([index.suits[suit] for suit in state.suits])
    began = SetBegan(set=state.set_number, suits=suits, leader=index.seats[state.leader])
    return Step(state, (began, Sound("begin")))


def name_leader(state: State, seat: str, place: str = "") -> Stepped:
    """Who last ate a sweet leads round 1 (R96); it can be said until that round begins."""
    if state.phase not in (Phase.DEALING, Phase.LEADING) or state.sets_done:
        why = "who leads is settled: the light says who is on turn"
        return refused(state, why, place, "S8" if state.sets_done else "S9")
    number = state.setup.index.number_of_seat.get(seat)
    if number is None:
        where = ", ".join(state.setup.index.seats)
        return refused(state, f"nobody plays at {seat!r}: players are {where}", place, "S9")
    if number == state.leader:
        return refused(state, f"{seat} is to lead already", place, "S9")
    named: tuple[Output, ...] = (LeaderNamed(seat=seat),)
    state = replace(state, leader=number)
    if state.phase is Phase.DEALING:
        return Step(state, (*named, Sound("leader")))
    step = go_on(state)
    return Step(step.state, (*named, *step.outputs))


def tracker_placed(state: State, place: str) -> Stepped:
    """The turn tracker names the leader on a tray, or on the deck reader for the fifth seat (T5).

    Once play has begun it is only a card that is passed on: the light says who leads.
    """
    if state.phase not in (Phase.DEALING, Phase.LEADING) or state.sets_done:
        return Step(state, ())
    seat = SEATS[-1] if place == DECK else place
    if seat not in state.setup.index.number_of_seat:
        why = f"nobody plays at {seat}: lay the turn tracker on the tray of who leads"
        return refused(state, why, place, "T5")
    if state.leader >= 0 and seat == state.setup.index.seats[state.leader]:
        return Step(state, ())
    return name_leader(state, seat, place)
