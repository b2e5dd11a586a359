"""What an audience may know of the state, as plain values: hidden cards stay hidden (R13)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from meadow.games.game import REFEREE
from meadow.games.sweepers import drawing, stopping
from meadow.games.sweepers.dealing import next_to_deal
from meadow.games.sweepers.setup import Mode, deal_size
from meadow.games.sweepers.state import SAND_MS, Phase, Side, State


def view(state: State, audience: str) -> Mapping[str, Any]:
    """Public to all; the referee alone also sees what lies face down."""
    setup = state.setup
    seen: dict[str, Any] = {
        "game": "sweepers",
        "mode": setup.mode.value,
        "referee": setup.referee.value,
        "ways": list(setup.ways),
        "phase": state.phase.value,
        "round": state.round,
        "rounds_won": state.rounds_won,
        "began_ms": state.began_ms,
        "sand_ends_ms": _sand_ends_ms(state),
        "void": state.void,
        "winners": list(state.winners),
        "outcome": state.outcome,
        "elsewhere": [{"place": place, "token": token} for place, token in state.elsewhere],
        "sides": [
            _side(seat.side, side, audience)
            for seat, side in zip(setup.seats, state.sides, strict=True)
        ],
    }
    seen.update(_phase_view(state))
    if audience == REFEREE:
        seen["aside"] = list(state.aside)
        seen["draw_pile"] = list(drawing.undealt(state))
    return seen


def _sand_ends_ms(state: State) -> int:
    if state.setup.mode is Mode.PAWS and state.began_ms >= 0:
        return state.began_ms + SAND_MS
    return -1


def _side(name: str, side: Side, audience: str) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "side": name,
        "cards": side.size,
        "covered": len(side.done),
        "open": list(side.open),
        "tray": [{"token": lay.token, "verdict": lay.verdict.value} for lay in side.tray],
        "held": side.held,
        # In Quick Paws each card is claimed for itself: with the next one open nothing is (W23).
        "claimed": side.claim_ms >= 0 and not side.open,
        "off": side.off,
    }
    if audience == REFEREE:
        shown["deck"] = list(side.deck)
        shown["done"] = [list(pair) for pair in side.done]
        shown["seen"] = list(side.seen)
    return shown


def _phase_view(state: State) -> dict[str, Any]:
    seats = state.setup.seats
    if state.phase is Phase.DEALING:
        size = deal_size(state.setup, state.round)
        return {"deal_to": seats[next_to_deal(state)].side, "deal_size": size}
    if state.phase is Phase.TAKING:
        pair = state.setup.index.pairs[state.taken]
        return {"take_from": pair.younger, "take_for": pair.older}
    if state.phase is Phase.COUNTING:
        return {"count": state.count}
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return {"time_ms": state.time_ms}
    if state.phase is Phase.STOPPED:
        missing = [found._asdict() for found in stopping.missing(state)]
        caller = seats[state.caller].side if state.caller >= 0 else ""
        return {"caller": caller, "missing": missing, "penalised": _penalised(state)}
    if state.phase in (Phase.CHECKING, Phase.INVENTORY) and state.laying is not None:
        laying = state.laying
        return {
            "laying": seats[laying.queue[0]].side,
            "laid": list(laying.laid),
            "emptying": laying.emptying,
            "verdicts": [
                {
                    "side": seats[verdict.side].side,
                    "mistakes": len(verdict.cards),
                    "cards": list(verdict.cards),
                    "tokens": list(verdict.tokens),
                }
                for verdict in laying.verdicts
            ],
        }
    if state.phase is Phase.DRAWING:
        number, left = state.draws[0]
        # Set aside face up: whoever looks only now must still know which cards these are (R52).
        aside = list(state.aside)
        return {
            "draw_for": seats[number].side,
            "draws_left": left,
            "set_aside": aside,
            "penalised": _penalised(state),
        }
    return {}


def _penalised(state: State) -> list[dict[str, Any]]:
    """Whose mistakes in a check made play stand still."""
    seats = state.setup.seats
    return [{"side": seats[number].side, "mistakes": many} for number, many in state.penalised]
