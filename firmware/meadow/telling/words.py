"""Says in plain words what stands in a journal or comes from a table: who, and what.

Works on plain values, so it speaks of any game; sentences for known facts are data. Public facts
name cards. Elsewhere a card may lie face down: what a reader saw of it is told without its name,
unless all know it (`Words.knowing`) or everything is to be revealed.
"""

from __future__ import annotations

import copy
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from meadow.games.game import PUBLIC
from meadow.games.session import DECK
from meadow.journal.lines import Kind, Source
from meadow.journal.printable import printable
from meadow.pieces.kinds import AnyPiece, CommandCard, Rake, StashToken, SuitCard, TurnTracker
from meadow.telling.sentences import NAMES, OUTCOMES, SENTENCES, SHORT, TIMED, VARIANTS, WHO
from meadow.telling.times import time_text

Body = Mapping[str, Any]
"""An input, output, sighting, end or note as plain values; ``type`` says which."""

HIDDEN = "hidden"
TABLE = "table"
_SPEAKERS = {Source.SIGHTING: "card", Source.ALARM: "clock"}
_UNSHOWN = ("type", "audience")


class Told(NamedTuple):
    """Who (a side, a place, the operator, the table) and what, in plain words."""

    who: str
    what: str

    def __str__(self) -> str:
        """One printable line, whatever stands in the file."""
        return printable(self.what if self.who in ("", TABLE) else f"{self.who}: {self.what}")


class Words:
    """The words for one table's pieces."""

    def __init__(self, pieces: Mapping[str, AnyPiece], reveal: bool = False) -> None:
        """``pieces`` tag UID -> piece; ``reveal`` names cards wherever they lie."""
        self._piece_of = pieces
        self._reveal = reveal
        self._names = {piece.id: _name(piece) for piece in pieces.values()}
        self._tokens = frozenset(p.id for p in pieces.values() if isinstance(p, StashToken))
        self._known: Collection[str] = frozenset()
        self._card_of = {
            key: piece.id
            for uid, piece in pieces.items()
            if not isinstance(piece, StashToken | Rake | CommandCard | TurnTracker)
            for key in (uid, piece.id)
        }
        """The id of each card, by its id and by its tag's UID."""
        # An id without a dot, such as "tracker", may be a plain word of a sentence: it is left
        # there, unless it is a card's and has to be hidden.
        found = [name for name in self._names if "." in name or name in self._card_of]
        longest_first = sorted(found, key=len, reverse=True)
        self._ids = re.compile("|".join(map(re.escape, longest_first)) or r"(?!)")

    def knowing(self, cards: Collection[str]) -> Words:
        """The same words, which hide none of these cards; ``cards`` are ids."""
        more = copy.copy(self)
        more._known = cards
        return more

    def cards_in(self, value: Any) -> Iterator[str]:
        """The ids of the cards that plain values name, by their id or their tag's UID."""
        if isinstance(value, str):
            if value in self._card_of:
                yield self._card_of[value]
        elif isinstance(value, Mapping):
            for one in value.values():
                yield from self.cards_in(one)
        elif isinstance(value, Sequence):
            for one in value:
                yield from self.cards_in(one)

    # ------------------------------------------------------------------ one line

    def line(self, kind: Kind, source: Source, body: Body) -> Told:
        """Any line of a journal."""
        if kind is Kind.SIGHTING:
            return self.sighting(body)
        if kind is Kind.INPUT:
            return self.happened(body, source)
        if kind is Kind.OUTPUT:
            return self.output(body)
        if kind is Kind.END:
            return self._end(body)
        return Told(TABLE, f"note: {body.get('text', '')}")

    def sighting(self, body: Body) -> Told:
        """What a reader noticed."""
        place, kind = str(body.get("place", "")), body["type"]
        if kind in ("arrived", "left"):
            uid = str(body["uid"])
            does = "arrives on" if kind == "arrived" else "leaves"
            if self._hides(uid):
                return Told(place, f"the tag of a card {does} the reader")
            piece = self._piece_of.get(uid)
            what = f" ({self._names[piece.id]})" if piece else ", which is unknown,"
            return Told(place, f"tag {uid}{what} {does} the reader")
        if kind == "failed":
            return Told(place, f"the reader fails: {body.get('why', '')}")
        return Told(place, f"the reader is back with {_count(body.get('uids', ()), 'tag')}")

    def happened(self, body: Body, source: Source, laying: bool = True) -> Told:
        """What the game was told; ``laying`` whether tokens are laid in trays, not raked there."""
        place, kind = str(body.get("place", "")), body["type"]
        if kind == "alarm":
            return Told("clock", f"the alarm {body['name']!r} rings")
        if kind == "said":
            args = [self._piece(one) for one in body.get("args", ())]
            between = ", " if any(" " in one for one in args) else " "
            said = f"{body['word']} {between.join(args)}".rstrip()
            return Told(_SPEAKERS.get(source, source.value), f"says {said!r}")
        if kind == "lying":
            return Told(place, f"found here: {self._listed(body.get('pieces', ()))}")
        if kind == "reader-failed":
            return Told(place, "the reader has failed")
        if kind == "reader-back":
            return Told(place, "the reader is back")
        reader = "the deck reader" if place == DECK else "the tray"
        does = {"placed": f"is laid in {reader}", "removed": f"is taken from {reader}"}
        if place == DECK:
            does["placed"] = f"is laid on {reader}"
        elif not laying and body.get("piece", "") in self._tokens:
            does["placed"] = f"falls into {reader}"
        return Told(place, f"{self._piece(body.get('piece', ''))} {does.get(kind, kind)}")

    def output(self, body: Body) -> Told:
        """What came of it."""
        tag = str(body["type"])
        if tag == "sound":
            return Told(TABLE, f"sound {body['cue']!r}")
        if tag == "refused":
            ruling = f" ({body['ruling']})" if body.get("ruling") else ""
            why = self._ids.sub(lambda found: self._piece(found.group()), str(body["why"]))
            return Told(body.get("place") or TABLE, f"refused: {why}{ruling}")
        if tag == "finished":
            return Told(TABLE, self.result(body["result"]))
        return self._fact(tag, body)

    def result(self, result: Body) -> str:
        """A game's result, or as much of it as is known, in one sentence."""
        outcome = (result.get("game", ""), result.get("outcome", ""))
        if outcome not in OUTCOMES:
            return self.fields(result)
        timed = outcome in TIMED and "time_ms" in result
        after = f" after {time_text(result['time_ms'])}" if timed else ""
        return self._filled(OUTCOMES[outcome], result) + after

    def hidden(self, kind: Kind, body: Any) -> Any:
        """A line's body as values that may be shown: tags and cards out of sight left out."""
        if self._reveal:
            return body
        if kind is Kind.OUTPUT and not _is_refused(body):
            open_to_all = body.get("audience", PUBLIC) == PUBLIC
            return body if open_to_all else {"type": body["type"], "audience": body["audience"]}
        return self._without_secrets(body)

    # ------------------------------------------------------------------ inside

    def _fact(self, tag: str, body: Body) -> Told:
        if not self._reveal and body.get("audience", PUBLIC) != PUBLIC:
            return Told(TABLE, f"{_plain(tag)} (for {body['audience']} only)")
        who = next((str(body[name]) for name in WHO if body.get(name)), TABLE)
        sentence = SENTENCES.get(tag)
        for name, value in body.items():
            if isinstance(value, str | int) and (tag, name, value) in VARIANTS:
                sentence = VARIANTS[tag, name, value]
        if sentence is not None:
            return Told(who, self._filled(sentence, body))
        rest = {name: value for name, value in body.items() if name not in WHO}
        fields = self.fields(rest)
        return Told(who, f"{_plain(tag)}: {fields}" if fields else _plain(tag))

    def _end(self, body: Body) -> Told:
        if body.get("result") is None:
            return Told(TABLE, "the end is taken back: the game is open again")
        outputs = _count(range(body["outputs"]), "output")
        return Told(TABLE, f"the end, after {outputs}; digest {body['outputs_sha256'][:12]}")

    def _filled(self, sentence: str, body: Body) -> str:
        """Of a list, as ``args``, the parts go by ``args_1``, ``args_2`` ..."""
        values = {name: self.value(name, body[name]) for name in body}
        for name, parts in body.items():
            if isinstance(parts, Sequence) and not isinstance(parts, str):
                for number, part in enumerate(parts, 1):
                    values[f"{name}_{number}"] = self.value(name, part)
        return sentence.format_map(_Filling(values))

    def fields(self, body: Body) -> str:
        shown = [name for name in body if name not in _UNSHOWN]
        return ", ".join(f"{_plain(name)} {self.value(name, body[name])}" for name in shown)

    def value(self, name: str, value: Any) -> str:
        """A field of a fact or a result; facts name cards."""
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int) and name.endswith("_ms"):
            return time_text(value)
        if isinstance(value, str):
            return printable(_shortened(self._names.get(value, NAMES.get(value, value))))
        if isinstance(value, Mapping):
            short = SHORT.get(frozenset(value))
            return self._filled(short, value) if short else f"({self.fields(value)})"
        if isinstance(value, Sequence):
            return _joined([self.value(name, one) for one in value])
        return str(value)

    def _piece(self, piece_id: str) -> str:
        """A piece where it may lie face down."""
        return "a card" if self._hides(piece_id) else self._names.get(piece_id, piece_id)

    def _listed(self, pieces: Iterable[str]) -> str:
        return _joined([self._piece(piece) for piece in pieces])

    def _hides(self, name: str) -> bool:
        return not self._reveal and name in self._card_of and self._card_of[name] not in self._known

    def _without_secrets(self, value: Any) -> Any:
        if isinstance(value, str):
            if self._hides(value):
                return HIDDEN
            return self._ids.sub(lambda id_: HIDDEN if self._hides(id_[0]) else id_[0], value)
        if isinstance(value, Mapping):
            return {name: self._without_secrets(one) for name, one in value.items()}
        if isinstance(value, Sequence):
            return [self._without_secrets(one) for one in value]
        return value


class _Filling(dict[str, str]):
    """What a sentence is filled with; a part that a fact lacks is a question mark."""

    def __missing__(self, name: str) -> str:
        return "?"


def _name(piece: AnyPiece) -> str:
    if isinstance(piece, Rake):
        return f"the {piece.colour} rake"
    if isinstance(piece, CommandCard):
        return f"the command card {piece.word!r}"
    if isinstance(piece, TurnTracker):
        return "the turn tracker"
    if isinstance(piece, SuitCard):
        return f"{piece.suit.replace('-', ' ')} {piece.value}"
    kind = "token" if isinstance(piece, StashToken) else "card"
    return f"{kind} {piece.item} on {piece.background}"


def _shortened(name: str) -> str:
    """Within a sentence that says what it is: without the word token or card."""
    return re.sub(r"^(token|card) (?=.* on )", "", name)


def _plain(tag: str) -> str:
    return printable(re.sub("[-_]", " ", tag.removeprefix("fact.").removesuffix("_ms")))


def _joined(parts: list[str]) -> str:
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} and {parts[-1]}"


def _count(things: Sequence[Any], name: str) -> str:
    return f"{len(things)} {name}{'' if len(things) == 1 else 's'}"


def _is_refused(body: Any) -> bool:
    return bool(body.get("type") == "refused")
