"""Says in plain words how a game stands, from what anyone may know of it (a public view).

Our games are told in sentences; of a game that is not known here every field that says something
is listed. Knows no terminal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from meadow.telling.sentences import NAMES
from meadow.telling.times import time_text
from meadow.telling.words import Words

from meadow_host.scenes import sweet_takes
from meadow_host.scenes.sweepers import PHASES, at_it

View = Mapping[str, Any]

_VERDICTS = {"match": "match", "stray": "stray", "unjudged": "not judged yet", "neutral": ""}


def state_lines(view: View, words: Words) -> list[str]:
    """The state in lines for people: what is played, how it goes on, then a line a side."""
    game: View = view.get("game", {})
    tell = _TOLD.get(game.get("game", ""), _fields)
    return [*_pause(view), *tell(game, words)]


def _pause(view: View) -> Iterator[str]:
    if view.get("counting"):
        yield f"paused: on three the game goes on ({view['counting']} counted)"
    elif view.get("paused"):
        yield f"paused ({view['paused']})"
    for place in view.get("broken", ()):
        yield f"the reader of {place} does not answer"


def _sweepers(game: View, words: Words) -> Iterator[str]:
    phase = str(game["phase"])
    parts = [NAMES.get(game["mode"], game["mode"]), f"referee {game['referee']}"]
    parts += [f"way {way}" for way in game.get("ways", ())]
    won = f", {game['rounds_won']} won" if game.get("rounds_won") else ""
    now = ", ".join([PHASES.get(phase, phase), *at_it(game, words)])
    yield f"{', '.join(parts)}, round {game['round']}{won}: {now}"
    if game.get("began_ms", -1) >= 0:
        sand = ""
        if game.get("sand_ends_ms", -1) >= 0:
            sand = f"; the sand runs until {time_text(game['sand_ends_ms'])}"
        yield f"play began at {time_text(game['began_ms'])}{sand}"
    if game.get("void"):
        yield "void: a reader failed, so the round counts for no best time"
    for side in game["sides"]:
        yield _side(side, game, words)
    for lay in game.get("elsewhere", ()):
        yield f"{lay['place']}: {words.value('token', lay['token'])} lies there (stray)"
    for found in game.get("missing", ()):
        card = words.value("card", found["card"])
        where = {
            "tray": f"in the tray of {found['place']}",
            "stash": f"on {found['place']}'s cards",
        }
        last = where.get(found["kind"], "not seen: meadow, corner or floor")
        yield f"missing: {card}, {last}"


def _side(side: View, game: View, words: Words) -> str:
    cards, covered = int(side["cards"]), int(side["covered"])
    number = f"{cards} card{'' if cards == 1 else 's'}"
    is_known = game["referee"] != "check" or covered  # T9
    parts = [f"{covered} of {number} covered" if is_known and game["began_ms"] >= 0 else number]
    if side.get("open"):
        parts.append("open: " + ", ".join(words.value("card", card) for card in side["open"]))
    if side.get("tray"):
        parts.append("in the tray: " + ", ".join(_lying(lay, words) for lay in side["tray"]))
    notes = {"claimed": "claims", "held": "must clear the tray first", "off": "switched off"}
    parts += [note for name, note in notes.items() if side.get(name)]
    return f"{side['side']}: {'; '.join(parts)}"


def _lying(lay: View, words: Words) -> str:
    verdict = _VERDICTS.get(lay["verdict"], lay["verdict"])
    return words.value("token", lay["token"]) + (f" ({verdict})" if verdict else "")


def _sweet_takes(game: View, words: Words) -> Iterator[str]:
    suits = ", ".join(words.value("suit", suit) for suit in game["suits"])
    yield f"Sweet Takes with {suits}: {', '.join(sweet_takes.centre(game, words))}"
    for side in sweet_takes.sides(game, words):
        parts = [*side.lines, *[f"played {card}" for card in side.open], *side.notes]
        yield f"{side.name}: {'; '.join(parts)}"
    for number, scores in enumerate(game["sets_done"], 1):
        told = ", ".join(f"{score['seat']} {score['points']}" for score in scores)
        yield f"set {number}: {told}"


def _fields(game: View, words: Words) -> Iterator[str]:
    for name, value in game.items():
        label = name.replace("_", " ").removesuffix(" ms")
        if isinstance(value, list) and value and isinstance(value[0], Mapping):
            for one in value:
                yield f"{label}: {words.fields(_without_blanks(one))}"
        elif value != 0 and not _is_blank(value):
            yield f"{label}: {words.value(name, value)}"


def _without_blanks(values: View) -> dict[str, Any]:
    return {name: value for name, value in values.items() if not _is_blank(value)}


def _is_blank(value: Any) -> bool:
    """Whether it is not worth a word in a state."""
    return value is False or value in ("", [], {}, -1)


_TOLD: Mapping[str, Callable[[View, Words], Iterator[str]]] = MappingProxyType(
    {"sweepers": _sweepers, "sweet-takes": _sweet_takes}
)
