"""What a player wants in a check or an inventory at the own turn: to lay the own tokens.

Decides from sight and memory alone; moves nothing.
"""

from __future__ import annotations

from meadow_host.twin.players.goals import Do, Goal
from meadow_host.twin.players.memory import TO_BESIDE, TO_MEADOW, Memory
from meadow_host.twin.players.playing import card_for
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.world import Kind


def laying(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """The own side is lit: tray empty first, lay the tokens, the rake ends it (T9, T13)."""
    if not memory.at_turn:
        _begin(memory, sight)
    if sight.phase == "checking" and sight.my_deck_size:
        return Goal(Do.TURN_ALL)  # all look at all cards
    _watch_lights(memory, sight)
    if sight.game["emptying"]:
        return _emptying(memory, sight)
    return _taking_up(memory, sight) or _laying_next(memory, sight)


def _begin(memory: Memory, sight: Sight) -> None:
    """The own turn begins: how careful is this player going to be?"""
    memory.end_turn()
    memory.at_turn = True
    memory.together = memory.chance(memory.skill.lay_together)
    if memory.chance(memory.skill.lay_extra) and sight.meadow:
        memory.too_many = memory.rng.choice(sight.meadow)


def _watch_lights(memory: Memory, sight: Sight) -> None:
    """Each token laid was answered by the lights: it fits or it is wrong (T9).

    What fell into the tray meanwhile counts as laid, too.
    """
    memory.own_laid.update(token for token in sight.tray(sight.me) if token in sight.laid)
    fresh = [t for t in sight.laid if t in memory.own_laid and t not in memory.judged]
    if not fresh or sight.game["emptying"]:
        return
    cue = sight.cue(sight.me)
    memory.judged.update(fresh)
    memory.unfit.difference_update(fresh)
    if cue == "wrong":
        memory.unfit.update(fresh)


def _emptying(memory: Memory, sight: Sight) -> Goal | None:
    """The table asks for an empty tray: to begin with, or to lay again more carefully."""
    memory.together = False
    if sight.game["emptying"] == "too-many":
        memory.judged.clear()
        memory.unfit.clear()
        surplus = _surplus(memory, sight)
        if surplus:
            return Goal(Do.PICK, surplus, TO_MEADOW)
    for token in sight.tray(sight.me):
        if token in memory.own_laid:
            return Goal(Do.PICK, token, TO_BESIDE)
        return Goal(Do.PICK, token, card_for(memory, sight, token) or TO_MEADOW)
    return None


def _surplus(memory: Memory, sight: Sight) -> str:
    """More tokens than cards: the one that goes back, "" if there is none."""
    cards = sight.face_up(sight.me)
    tokens = [*sight.tray(sight.me), *sight.beside(sight.me)]
    on_cards = sum(1 for card in cards if sight.on_card(card))
    if len(tokens) + on_cards <= sight.mine["cards"]:
        return ""
    if memory.too_many in tokens:
        return memory.too_many
    misfits = [t for t in tokens if not any(sight.fits(t, card) for card in cards)]
    return (misfits or tokens[-1:] or [""])[0]


def _taking_up(memory: Memory, sight: Sight) -> Goal | None:
    """What lies in the tray unseen is laid again; some take up a token too early."""
    for token in sight.tray(sight.me):
        if token not in sight.laid or token == memory.lifts:
            return Goal(Do.PICK, token, TO_BESIDE)
    return None


def left_to_lay(memory: Memory, sight: Sight) -> list[str]:
    """The tokens still to be laid, in the order of the cards (T13)."""
    laid = sight.laid
    on_cards = [sight.on_card(card) for card in sight.face_up(sight.me)]
    left = [t for t in (*on_cards, *sight.beside(sight.me)) if t and t not in laid]
    extra = memory.too_many
    if extra and extra not in memory.own_laid and sight.spot(extra).kind is Kind.MEADOW:
        left.append(extra)
    return left


def _laying_next(memory: Memory, sight: Sight) -> Goal | None:
    """The next token; the rake when all are laid (T16)."""
    left = left_to_lay(memory, sight)
    if not left:
        return Goal(Do.END)
    if memory.together and len(left) > 1:
        return Goal(Do.LAY_ALL)
    return Goal(Do.LAY, left[0])
