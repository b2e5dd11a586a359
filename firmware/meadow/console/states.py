"""What the pages show, as one plain state for each kind of viewer, made from the table.

Made in the loop's thread, between passes: only plain values leave it. A spectator's state holds
what all may know (the game's public view); the operator's holds the referee's view besides, and
what would be accepted now. Knows no web and no particular game.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any

import msgspec
from msgspec.structs import asdict

from meadow.console.plainly import plainly
from meadow.games.game import PUBLIC, REFEREE, Cue, Move
from meadow.lights.power import DIMMEST
from meadow.pieces.kinds import AnyPiece
from meadow.table.status import Phase, TableStatus
from meadow.table.table import Table
from meadow.table.wrong import reading, wrongs, wrongs_for_all

Json = dict[str, Any]


class Viewer(StrEnum):
    """For whom a state is made."""

    SPECTATOR = "spectator"
    OPERATOR = "operator"


def state_of(table: Table, viewer: Viewer, cards: Collection[str]) -> Json:
    """The state of a table for a viewer; ``cards`` are the ids of all pieces that can lie face
    down.

    ``game`` is the view of the game being played ({} in the lobby), ``clock`` what a page needs to
    show running time by the table's clock: the core's time stands at ``stands_ms`` if that is not
    negative, else it is now less ``zero_ms``. The times in ``cues`` are the table's.
    """
    status, clock = table.status(), table.clock
    view = dict(table.view(_audience(viewer)))
    game = view.pop("game", {})
    state: Json = {
        "phase": status.phase.value,
        "lobby": _lobby(view.pop("lobby"), viewer),
        "game": game,
        "pause": {key: view[key] for key in ("paused", "counting", "broken") if key in view},
        "clock": clock._asdict(),
        "cues": {place: _cue(cue, clock.began_ms) for place, cue in table.cues.items()},
        "readers": dict(status.readers),
        "saved": not (status.journal_trouble or _would_not_save(status)),
    }
    is_operator = viewer is Viewer.OPERATOR
    told = (wrongs if is_operator else wrongs_for_all)(status, state["pause"].get("broken", ()))
    state["wrong"] = [{key: text for key, text in asdict(one).items() if text} for one in told]
    if is_operator:
        state["reading"] = reading(status, table.lying())
        known = frozenset(_texts(game))
        state["legal"] = [_move(move, cards, known) for move in table.legal()]
        state["can_undo"] = view.get("can_undo", False)
        state["situation"] = table.situation
        state["troubles"] = list(status.troubles)
        state["journal"] = {
            "saved_seq": status.saved_seq,
            "pending": status.pending,
            "trouble": status.journal_trouble,
        }
        state["quiet"], state["brightness"] = table.quiet, table.brightness
        state["dimmest"] = DIMMEST
    return state


def _would_not_save(status: TableStatus) -> bool:
    return status.phase is Phase.LOBBY and bool(status.room.why)


def plain_pieces(pieces: Mapping[str, AnyPiece]) -> Json:
    """What each of these pieces is (``pieces`` tag UID -> piece), by its id, for pages: an id
    itself says nothing, for owners have ids of their own."""
    told: Json = {}
    for piece in pieces.values():
        fields: Json = msgspec.to_builtins(piece)
        told[fields.pop("id")] = fields
    return told


def shown_to(table: Table, viewer: Viewer, cards: Collection[str]) -> frozenset[str]:
    """Those of these cards that a viewer's state shows just now."""
    game = table.view(_audience(viewer)).get("game", {})
    return frozenset(_texts(game)).intersection(cards)


_PERSONAL = ("age_rank", "hand", "participant")


def _lobby(lobby: Mapping[str, Any], viewer: Viewer) -> Json:
    """The lobby's view. How old somebody is, and with which hand they play, is no crowd's business:
    beside a name it would be a child's data."""
    seats = lobby["seats"]
    if viewer is not Viewer.OPERATOR:
        seats = [{k: v for k, v in seat.items() if k not in _PERSONAL} for seat in seats]
    return {**lobby, "choices": plainly(lobby["choices"]), "seats": seats}


def _audience(viewer: Viewer) -> str:
    return REFEREE if viewer is Viewer.OPERATOR else PUBLIC


def _cue(cue: Cue, began_ms: int) -> Json:
    plain: Json = msgspec.to_builtins(cue)
    if cue.ends_ms >= 0:
        plain["ends_ms"] = began_ms + cue.ends_ms
    return plain


def _move(move: Move, cards: Collection[str], known: Collection[str]) -> Json:
    """A move that would be accepted. It may name cards that are hidden from the referee, too, as a
    player's hand (R88): these are left out, and counted."""
    shown = [piece for piece in move.pieces if piece not in cards or piece in known]
    plain: Json = {"do": move.do, "at": move.at, "pieces": shown}
    if len(shown) < len(move.pieces):
        plain["hidden"] = len(move.pieces) - len(shown)
    return plain


def _texts(value: Any) -> Iterator[str]:
    """All texts in plain values."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _texts(one)
    elif isinstance(value, Sequence):
        for one in value:
            yield from _texts(one)
