"""What a player wants while play stands still: dealing, starting, after Stop!, penalties, ends.

Decides from sight and memory alone; moves nothing.
"""

from __future__ import annotations

from meadow_host.twin.players.goals import Do, Goal
from meadow_host.twin.players.memory import TO_MEADOW, Memory
from meadow_host.twin.players.playing import (
    card_for,
    doubted_token,
    gathering,
    turning,
    wanted_in_tray,
)
from meadow_host.twin.players.sight import Sight


def dealing(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """One of them deals to the lit side (T6)."""
    return stray(memory, sight) or (Goal(Do.SCAN) if is_host(sight) else None)


def taking(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Way B: the older player takes the card (R76)."""
    takes = sight.game["take_for"] == sight.me
    return stray(memory, sight) or (Goal(Do.SCAN) if takes else None)


def ready(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Count to three, or flip the timer (R19, R60)."""
    clean = gathering(memory, sight) or stray(memory, sight)
    if clean is None and is_host(sight):
        clean = _stray_anywhere(sight)
    if clean is not None:
        return clean
    if not sight.is_team:
        return Goal(Do.COUNT) if is_host(sight) and is_tidy(sight) else None
    flippers = [side for side in sight.sides if sight.cue(side) == "flip"]
    flips = flippers[:1] == [sight.me] and is_tidy(sight)
    return Goal(Do.FLIP) if flips else None


def stopped(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """After Stop! or a penalty: put right what is wrong, then on three (R38 to R41, R55)."""
    goal = (
        gathering(memory, sight)
        or stray(memory, sight)
        or _live(memory, sight)
        or _setting_aside(memory, sight)
        or doubted_token(memory, sight)
        or _examining(memory, sight)
    )
    if goal is not None:
        return goal
    if sight.goes_on != sight.me:
        return None
    return _stray_anywhere(sight) or (Goal(Do.COUNT) if is_tidy(sight) else None)


def drawing(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Penalty: what does not fit goes back, cards are set aside, new ones drawn (R51 to R54)."""
    goal = gathering(memory, sight) or stray(memory, sight) or _setting_aside(memory, sight)
    if goal is not None:
        return goal
    return Goal(Do.SCAN) if sight.game["draw_for"] == sight.me else None


def between(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Way D: everything is gathered for the next round, then Start (R78)."""
    goal = after_game(memory, sight, now_ms)
    if goal is not None or not is_host(sight) or not sight.is_collected:
        return goal
    return Goal(Do.SAY_START) if is_tidy(sight) else None


def after_game(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Empty the trays and gather everything."""
    for token in sight.tray(sight.me):
        return Goal(Do.PICK, token, TO_MEADOW)
    if not is_host(sight):
        return None
    goal = _stray_anywhere(sight)
    if goal is not None:
        return goal
    empty = not sight.on_reader and not any(
        sight.tray(side) or sight.in_hand(side) for side in sight.sides
    )
    return Goal(Do.COLLECT) if empty and not sight.is_collected else None


def waiting(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Another side is at it, or "three" is being counted."""
    return gathering(memory, sight) or stray(memory, sight)


def hands_off(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """ "Stashed!" is called: all rakes down, nothing is touched (R46)."""
    return None


# -------------------------------------------------------------------------------- parts


def is_host(sight: Sight) -> bool:
    return sight.host == sight.me


def stray(memory: Memory, sight: Sight) -> Goal | None:
    """A token in the own tray that is of no use there; with all eyes on it nobody forgets it,
    nor takes it for another."""
    memory.taken_for.clear()
    for token in sight.tray(sight.me):
        if token in memory.own_laid or card_for(memory, sight, token):
            continue
        if sight.is_live and sight.verdict(token) == "match":
            continue  # for a card that is not turned up yet
        return Goal(Do.PICK, token, TO_MEADOW)
    return None


def _live(memory: Memory, sight: Sight) -> Goal | None:
    """A match lifted while play stands still lies on its card all the same (T16)."""
    if not sight.is_live:
        return None
    return wanted_in_tray(memory, sight) or turning(sight)


def _stray_anywhere(sight: Sight) -> Goal | None:
    """A token on the floor, on nobody's side or on the deck reader (R30, R40)."""
    for token in sight.floor:
        return Goal(Do.PICK, token, TO_MEADOW)
    for side in sight.nobodys_trays:
        for token in sight.tray(side):
            return Goal(Do.PICK, token, TO_MEADOW)
    return None


def is_tidy(sight: Sight) -> bool:
    """Whether nobody holds a token and none lies where it is of no use."""
    for side in sight.sides:
        if sight.in_hand(side) or sight.beside(side):
            return False
        uncovered = sight.uncovered(side)
        for token in sight.tray(side):
            if not any(sight.fits(token, card) for card in uncovered):
                return False
    return not sight.floor and not any(sight.tray(side) for side in sight.nobodys_trays)


def _setting_aside(memory: Memory, sight: Sight) -> Goal | None:
    """The cards left over from a check (R52)."""
    return Goal(Do.SET_ASIDE) if memory.checked else None


def _examining(memory: Memory, sight: Sight) -> Goal | None:
    """In check, whom no inventory asks looks over the own cards: all in Quick Paws (T13)."""
    if memory.examined or sight.is_live or not (sight.is_team or sight.is_off):
        return None
    covered = any(sight.on_card(card) for card in sight.face_up(sight.me))
    return Goal(Do.EXAMINE) if covered else None
