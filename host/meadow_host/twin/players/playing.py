"""What a player wants while play goes on, or stands still: strays, raking, claims, help, Stop!

Decides from sight and memory alone; moves nothing.
"""

from __future__ import annotations

from meadow_host.twin.players.goals import Do, Goal
from meadow_host.twin.players.memory import TO_MEADOW, Deed, Memory
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.skill import takes_ms
from meadow_host.twin.players.world import Kind


def playing(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """While play goes on (R20 to R37, R63 to R67)."""
    memory.examined = False
    if sight.is_off:
        return stray_in_tray(memory, sight, now_ms)
    goal = (
        gathering(memory, sight)
        or stray_in_tray(memory, sight, now_ms)
        or wanted_in_tray(memory, sight)
        or stray_dropped(memory, sight, now_ms)
        or _seen_wrongly(sight)
        or turning(sight)
        or doubted_token(memory, sight)
    )
    if goal is not None:
        return goal
    if memory.shouts:
        return Goal(Do.CLAIM)
    if memory.panics:
        return Goal(Do.STOP)
    uncovered = sight.uncovered(sight.me)
    if uncovered and (sight.open_cards or not sight.is_live):
        return _raking(sight, uncovered)
    return _showing(memory, sight) or _claiming(sight) or _helping(sight)


# ------------------------------------------------------------------------------ tokens


def card_for(memory: Memory, sight: Sight, token: str) -> str:
    """The own uncovered card a token in the own tray is for, as this player sees it, or ""."""
    fitting = [card for card in sight.uncovered(sight.me) if sight.fits(token, card)]
    if sight.is_live:
        # The table is the referee: green is a match, whatever one thinks oneself (T8, T12).
        verdict = sight.verdict(token)
        return fitting[0] if fitting and verdict in ("match", "unjudged") else ""
    believed = memory.taken_for.get(token, "")
    if believed and not sight.on_card(believed):
        return believed
    for card in fitting:
        if not _is_served(sight, card, token):
            return card
    return ""


def _is_served(sight: Sight, card: str, token: str) -> bool:
    """Whether a token that fell before this one is for the same card."""
    tray = sight.tray(sight.me)
    return any(sight.fits(other, card) for other in tray[: tray.index(token)])


def stray_in_tray(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Put strays back, unless they are forgotten for the moment (R30, R33, R35)."""
    for token in sight.tray(sight.me):
        if sight.is_live and sight.verdict(token) == "match":
            continue
        if card_for(memory, sight, token) or _forgets(memory, token, now_ms):
            continue
        return Goal(Do.PICK, token, TO_MEADOW)
    return None


def _forgets(memory: Memory, token: str, now_ms: int) -> bool:
    if token not in memory.noticed:
        memory.noticed.add(token)
        memory.deeds[Deed.STRAYS] += 1
        if memory.chance(memory.skill.forget):
            memory.deeds[Deed.FORGOTTEN] += 1
            lasts_ms = takes_ms(memory.rng, memory.skill.forget_ms, memory.skill.spread)
            memory.ignored_until_ms[token] = now_ms + lasts_ms
    return memory.ignores(token, now_ms)


def wanted_in_tray(memory: Memory, sight: Sight) -> Goal | None:
    """Pick up the token that fell for an own card (R27, R28)."""
    for token in sight.tray(sight.me):
        if sight.is_live and sight.verdict(token) == "unjudged":
            continue  # the table has to see it lying there at "three" (T16)
        card = card_for(memory, sight, token)
        if card:
            return Goal(Do.PICK, token, card)
        if sight.is_live and sight.verdict(token) == "match" and not _card_to_turn(sight):
            return Goal(Do.PICK, token, TO_MEADOW)
    return None


def stray_dropped(memory: Memory, sight: Sight, now_ms: int) -> Goal | None:
    """Put back what one made fall off a corner or off nobody's side (R30)."""
    if not memory.dropped:
        return None
    trays = sight.nobodys_trays
    for token in sorted(memory.dropped):
        spot = sight.spot(token)
        if spot.kind is Kind.FLOOR or (spot.kind is Kind.TRAY and spot.who in trays):
            if not _forgets(memory, token, now_ms):
                return Goal(Do.PICK, token, TO_MEADOW)
        else:
            memory.dropped.discard(token)
    return None


def doubted_token(memory: Memory, sight: Sight) -> Goal | None:
    """Take a wrong token off an own card (R67, R71)."""
    for token in sorted(memory.doubted):
        if sight.spot(token).kind is Kind.CARD:
            return Goal(Do.PICK, token, TO_MEADOW)
    memory.doubted.clear()
    return None


def gathering(memory: Memory, sight: Sight) -> Goal | None:
    """The own laying is over: what fits goes back on its card, the rest on the meadow (R39)."""
    if not memory.own_laid and not sight.beside(sight.me):
        return None
    for token in (*sight.tray(sight.me), *sight.beside(sight.me)):
        if token in memory.own_laid or sight.spot(token).kind is Kind.BESIDE:
            return Goal(Do.PICK, token, _belongs_on(memory, sight, token))
    return None


def _belongs_on(memory: Memory, sight: Sight, token: str) -> str:
    """The first own card without a token that this one fits, with all eyes on it."""
    if token not in memory.unfit:
        for card in sight.uncovered(sight.me):
            if sight.fits(token, card):
                return card
    return TO_MEADOW


# ------------------------------------------------------------------------------- cards


def _card_to_turn(sight: Sight) -> bool:
    """Whether the table has opened a card that is not turned up yet."""
    face_up = sight.face_up(sight.me)
    return any(card not in face_up for card in sight.open_cards)


def turning(sight: Sight) -> Goal | None:
    """Turn up the top card: when the table says so, else when the last one is covered (R29)."""
    if not sight.my_deck_size:
        return None
    if sight.is_live or sight.is_team:
        return Goal(Do.TURN) if _card_to_turn(sight) else None
    return None if sight.uncovered(sight.me) else Goal(Do.TURN)


def _raking(sight: Sight, uncovered: list[str]) -> Goal:
    """Go for the first token that is on the meadow; if there is none, Stop! (R36, R37)."""
    for card in uncovered:
        tokens = sight.on_meadow_for(card)
        if tokens:
            return Goal(Do.RAKE, tokens[0], card, sight.is_near(tokens[0], sight.me))
    for card in uncovered:
        for other in sight.face_up(sight.me):
            token = sight.on_card(other)
            if token and sight.fits(token, card) and not sight.fits(token, other):
                return Goal(Do.PICK, token, card)  # one's own mistake, seen at last
    return Goal(Do.STOP, uncovered[0])


# ---------------------------------------------------------------------------- speaking


def _seen_wrongly(sight: Sight) -> Goal | None:
    """The table still takes a covered card to be open: let it see the token again."""
    if not sight.is_live:
        return None
    for card in sight.open_cards:
        token = sight.on_card(card)
        if token:
            return Goal(Do.SHOW, token)
    return None


def _is_complete(sight: Sight) -> bool:
    """Whether there is something to claim: all own cards lie covered, as far as one sees."""
    if sight.is_live or not sight.face_up(sight.me):
        return False
    if sight.is_team:
        return bool(sight.open_cards)
    return not sight.my_deck_size and not sight.mine["claimed"]


def _showing(memory: Memory, sight: Sight) -> Goal | None:
    """The table did not take the claim: it has not seen all tokens (W8), so show them."""
    while memory.to_show:
        token = memory.to_show[0]
        if sight.spot(token).kind is Kind.CARD:
            return Goal(Do.SHOW, token)
        memory.to_show.pop(0)
    if memory.rake_was_heard and _is_complete(sight):
        memory.rake_was_heard = False
        memory.to_show = [sight.on_card(card) for card in sight.face_up(sight.me)]
        return _showing(memory, sight)
    return None


def _claiming(sight: Sight) -> Goal | None:
    """Shout "Stashed!", or tell the team that the card is covered (R45, W23)."""
    return Goal(Do.CLAIM) if _is_complete(sight) else None


def _helping(sight: Sight) -> Goal | None:
    """Push a mate's token towards the mate (R63 to R65)."""
    if not sight.is_team:
        return None
    for mate, side in sight.sides.items():
        if mate == sight.me or side["off"]:
            continue
        for card in sight.uncovered(mate):
            for token in sight.on_meadow_for(card):
                if not sight.is_near(token, mate):
                    return Goal(Do.HELP, token, mate)
    return None
