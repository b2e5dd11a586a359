"""What a table knows of tags: its register, and what it learns of unknown ones by their names (T2).

To ask a tag for its name holds the table up for as long as that takes, so it is for the lobby
alone. It must not know the lobby, nor what is done with a piece.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from meadow.games.game import Refused
from meadow.games.session import DECK
from meadow.nfc.sightings import Arrived, Back, Sighting
from meadow.nfc.tag_names import TagNames
from meadow.nfc.type2 import TagError
from meadow.pieces.kinds import AnyPiece, CommandCard
from meadow.pieces.register import Register, RegisterError


class Learned(NamedTuple):
    """What came of asking: lines for people, and why a tag that came is not what it says."""

    told: tuple[str, ...] = ()
    refused: Refused | None = None


class Tags:
    """The register of a running table; it learns until the table ends."""

    def __init__(self, register: Register, names: TagNames | None) -> None:
        """Without ``names`` nothing is learned."""
        self.register = register
        self._names = names
        self._enrolled = len(register.entries)
        self._told = 0

    @property
    def pieces(self) -> tuple[AnyPiece, ...]:
        """All pieces that have a tag."""
        tagged = {piece_id for _, piece_id in self.register.entries}
        return tuple([piece for piece in self.register.pieces if piece.id in tagged])

    @property
    def by_uid(self) -> Mapping[str, AnyPiece]:
        """UID -> the piece that carries the tag."""
        both = {uid: self.register.piece_of(uid) for uid, _ in self.register.entries}
        return {uid: piece for uid, piece in both.items() if piece is not None}

    def word_of(self, sighting: Sighting) -> str:
        """The word of a command card that came to lie on the deck reader."""
        if not isinstance(sighting, Arrived) or sighting.place != DECK:
            return ""
        piece = self.register.piece_of(sighting.uid)
        return piece.word if isinstance(piece, CommandCard) else ""

    def learn(self, sighting: Sighting) -> Learned:
        """Ask the tags that came for their names, if they are unknown; known ones are never asked.

        A name is believed if it is that of a piece which has no tag yet. The first that is learned
        is told at once, the others by `count`: a whole box may follow.
        """
        place = sighting.place
        if isinstance(sighting, Back):
            answers = [self._ask(place, uid) for uid in sighting.uids]
            return Learned(tuple([line for answer in answers for line in answer.told]))
        return self._ask(place, sighting.uid) if isinstance(sighting, Arrived) else Learned()

    def _ask(self, place: str, uid: str) -> Learned:
        register = self.register
        if self._names is None or register.piece_of(uid) is not None:
            return Learned()
        try:
            name = self._names.read_name(place, uid)
        except TagError:
            # It was lifted again, or is of a kind that bears no names: as unknown as it was.
            return Learned()
        if name is None:
            return Learned()
        unknown = f"unknown tag {uid} on {place}: it says it is {name!r}"
        other = register.uid_of(name)
        if other is not None:
            why = f"{unknown}, but that piece has tag {other}; take it away, or enrol it instead"
            return Learned(refused=Refused(why=why, place=place, ruling="T2"))
        try:
            self.register = register.learned(uid, name)
        except RegisterError:
            why = f"{unknown}, which no set of this table has; take it away, or enrol it first"
            return Learned(refused=Refused(why=why, place=place, ruling="T2"))
        if self._told:
            return Learned()
        self._told = 1
        taken = "it is taken as that until the table ends; enrol it to keep that"
        return Learned((f"tag {uid} says it is {name}: {taken}",))

    def count(self) -> tuple[str, ...]:
        """How many tags have been learned, as a line for people, if it has not been told yet."""
        learned = len(self.register.entries) - self._enrolled
        if learned <= self._told:
            return ()
        self._told = learned
        what = f"{learned} tags are taken as the pieces that they say they are"
        return (f"{what}, until the table ends; enrol them to keep that",)
