"""Journals for the tests: short games of Sweepers that are played in one breath, on no table.

Two players, referee live, no mistakes but those asked for. Each game goes through `Play`, as at
a table, so what replays it has to give the same lines.
"""

from __future__ import annotations

import random
from pathlib import Path
from zlib import crc32

from meadow.games.game import Said, Seat
from meadow.games.sweepers import PACKAGE
from meadow.games.sweepers.package import SweepersSettings
from meadow.games.sweepers.setup import Mode, Setup
from meadow.journal.lines import (
    Header,
    Kind,
    OutputDigest,
    Source,
    decode_line,
    encode_header,
    make_header,
    seal_line,
)
from meadow.journal.maker import LineMaker
from meadow.nfc.sightings import Arrived, Left
from meadow.pieces.kinds import AnyPiece, StashToken, TreatCard
from meadow.pieces.register import Register, made_up_register
from meadow.pieces.sets import default_sets
from meadow.table.play import Play

SIDES = ("north", "south")
UNKNOWN_UID = "04DEADBEEF0001"


class Game:
    """One game in progress; ``lines`` are its journal so far, the header first."""

    def __init__(self, seed: int = 1, mode: Mode = Mode.STASH) -> None:
        self.register = _register()
        self.random = random.Random(seed)
        self.now_ms = 1000
        setup = Setup(
            mode=mode,
            seats=(
                Seat("north", rake="rake.red", participant="p-1"),
                Seat("south", rake="rake.blue", participant="p-2"),
            ),
            tokens=tuple([p for p in self.register.pieces if isinstance(p, StashToken)]),
            cards=tuple([p for p in self.register.pieces if isinstance(p, TreatCard)]),
        )
        self.lines = [encode_header(_header(setup, self.register))]
        self.play = Play(PACKAGE.game, self.register.piece_of, setup, LineMaker())
        self._take()

    # ------------------------------------------------------------------ movements

    def lay(self, place: str, piece: str) -> None:
        """A piece comes to lie on a place."""
        self.play.saw(Arrived(self.now_ms, place, self._uid(piece)))
        self._take()

    def lift(self, place: str, piece: str) -> None:
        """A piece is lifted half a second later."""
        self.wait(500)
        self.play.saw(Left(self.now_ms, place, self._uid(piece)))
        self._take()

    def lay_unknown(self, place: str) -> None:
        """A tag that no one enrolled comes to lie on a place and is taken away."""
        self.play.saw(Arrived(self.now_ms, place, UNKNOWN_UID))
        self.play.saw(Left(self.now_ms, place, UNKNOWN_UID))
        self._take()

    def say(self, word: str, *args: str) -> None:
        """The operator says a word."""
        self.play.told(Said(self.now_ms, word, args), Source.OPERATOR)
        self._take()

    def wait(self, duration_ms: int) -> None:
        """Time passes; alarms ring."""
        self.now_ms += duration_ms
        self.play.ring_until(self.now_ms)
        self._take()

    # ------------------------------------------------------------------ a whole game

    def deal(self) -> None:
        """Seven cards to each, over the deck reader."""
        cards = [p.id for p in self.register.pieces if isinstance(p, TreatCard)]
        self.random.shuffle(cards)
        for card in cards[: 7 * len(SIDES)]:
            self.lay("deck", card)
            self.lift("deck", card)
            self.wait(700)

    def begin(self) -> None:
        """On three."""
        self.lay("deck", "rake.red")
        self.lift("deck", "rake.red")
        self.wait(3000)

    def cover(self, side: str) -> None:
        """The side rakes the token of its open card, and lays it on the card."""
        token = self.wanted(side)
        self.lay(side, token)
        self.lift(side, token)
        self.wait(900)

    def stray(self, side: str) -> None:
        """A token that no card shows falls into the side's tray and goes back."""
        self.lay(side, "token.poppy.acorn")
        self.lift(side, "token.poppy.acorn")
        self.wait(300)

    def wanted(self, side: str) -> str:
        """The token of the side's open card."""
        sides = self.play.view("public")["game"]["sides"]
        (card,) = next(one["open"] for one in sides if one["side"] == side)
        return str(card).replace("treat.", "token.")

    def _uid(self, piece: str) -> str:
        uid = self.register.uid_of(piece)
        assert uid is not None
        return uid

    def _take(self) -> None:
        self.lines += self.play.take().lines


def whole_game(seed: int = 1) -> Game:
    """A game of That's My Stash!, from dealing to the victory of north."""
    game = Game(seed)
    game.deal()
    game.lay_unknown("east")
    game.begin()
    for number in range(6):
        game.cover("north")
        if number % 2:
            game.stray("south")
            game.cover("south")
    game.say("undo")
    game.say("start")
    game.wait(3000)
    while not game.play.over:
        game.cover("north")
    return game


def save(game: Game, path: Path) -> Path:
    """The game's journal as a file."""
    path.write_bytes(b"".join(game.lines))
    return path


def resealed(lines: list[bytes], number: int, old: bytes, new: bytes) -> list[bytes]:
    """The lines with one body changed and all checksums and digests right again.

    ``number`` is the line of the file, from 1. Only a replay can notice.
    """
    digest = OutputDigest()
    made = [lines[0]]
    for line_number, raw in enumerate(lines[1:], 2):
        line = decode_line(raw)
        body = bytes(line.body)
        if line_number == number:
            assert old in body, body
            body = body.replace(old, new)
        if line.kind is Kind.OUTPUT:
            digest.add(body)
        elif line.kind is Kind.END:
            was = decode_line(raw).body
            at = bytes(was).index(b'"outputs_sha256":"') + len(b'"outputs_sha256":"')
            body = bytes(was)[:at] + digest.hexdigest().encode() + bytes(was)[at + 64 :]
        made.append(seal_line(line.seq, line.at_ms, line.kind, line.source, body))
    return made


def resealed_header(raw: bytes) -> bytes:
    """A header with its checksum right again."""
    head = raw[: raw.rindex(b',"crc":')]
    return b'%b,"crc":"%08x"}\n' % (head, crc32(head))


def first_line(lines: list[bytes], part: bytes) -> int:
    """The number in the file, from 1, of the first line that holds this text."""
    return next(number for number, raw in enumerate(lines, 1) if part in raw)


def _register() -> Register:
    return made_up_register(default_sets())


def _header(setup: Setup, register: Register) -> Header:
    pieces: dict[str, AnyPiece] = {}
    for uid, _ in register.entries:
        piece = register.piece_of(uid)
        assert piece is not None
        pieces[uid] = piece
    return make_header(
        game="sweepers",
        rules=PACKAGE.game.rules_version,
        table="meadow",
        firmware="0.1.0",
        began="2025-11-30T14:05:09Z",
        setup=setup,
        settings=SweepersSettings(),
        pieces=pieces,
    )
