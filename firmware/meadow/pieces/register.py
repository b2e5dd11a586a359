"""The register: which tag sits in which piece (T2). Read from TOML, or made up for simulation.

Knows pieces and UIDs; knows no reader, no game and no file but its own.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import count
from pathlib import Path

import msgspec

from meadow.pieces.kinds import AnyPiece
from meadow.pieces.sets import PieceSet, pieces_of
from meadow.tomlfile.checked import checked_list, unknown_keys
from meadow.tomlfile.document import (
    Document,
    Problem,
    TomlError,
    meant,
    read_document,
    shown_text,
)

_UID = re.compile(r"[0-9A-Fa-f]{2}(?:[ :-]?[0-9A-Fa-f]{2})*")
_UID_DIGITS = (8, 14, 20)
_UID_WORDS = "allowed: 4, 7 or 10 bytes in hexadecimal, as 04A2B3C4D5E6F7 or 04:A2:B3:C4:D5:E6:F7"
_CASCADE_TAG = "88"  # as fourth byte it would announce a longer UID


class RegisterError(TomlError):
    """A register cannot be used; ``messages`` is all that is wrong, with file and line."""


def plain_uid(text: str) -> str | None:
    """A UID as upper-case hexadecimal without separators; None when it is not a UID.

    A tag's UID has 4, 7 or 10 bytes (ISO/IEC 14443-3).
    """
    digits = re.sub("[ :-]", "", text).upper()
    return digits if _UID.fullmatch(text) and len(digits) in _UID_DIGITS else None


class Trouble(msgspec.Struct, frozen=True):
    """Why one binding cannot be: the ``index`` of it, and of an ``earlier`` one it clashes with."""

    index: int
    key: str
    what: str
    allowed: str = ""
    earlier: int | None = None

    def __str__(self) -> str:
        allowed = self.allowed if self.earlier is None else f"see tag {self.earlier + 1}"
        return f"{self.what}; {allowed}"


def _troubles(
    by_id: Mapping[str, AnyPiece] | None, bindings: Iterable[tuple[str, str]]
) -> Iterator[Trouble]:
    """Everything that is wrong with bindings (UID as it was written, piece id).

    ``by_id`` None: nobody knows which pieces there are.
    """
    uids: dict[str, int] = {}
    pieces: dict[str, int] = {}
    for index, (written, piece_id) in enumerate(bindings):
        uid = plain_uid(written)
        if uid is None:
            yield Trouble(index, "uid", f"{shown_text(written)} is not a UID", _UID_WORDS)
        elif uid in uids:
            yield Trouble(index, "uid", f"{uid} is bound already", earlier=uids[uid])
        else:
            uids[uid] = index
        if by_id is not None and piece_id not in by_id:
            hint = meant(piece_id, by_id) or "no set of pieces has it"
            yield Trouble(index, "piece", f"{shown_text(piece_id)} is not known", hint)
        elif piece_id in pieces:
            what = f"{shown_text(piece_id)} has a tag already"
            yield Trouble(index, "piece", what, earlier=pieces[piece_id])
        else:
            pieces[piece_id] = index


class Register:
    """Which tag sits in which piece. Immutable.

    ``pieces`` is all a table knows, tagged or not; ``bindings`` are (UID, piece id). Raises
    `RegisterError` when a piece id or a UID comes twice, or a piece is unknown.
    """

    __slots__ = ("_by_piece", "_by_uid", "_entries", "_pieces")

    def __init__(
        self, pieces: Iterable[AnyPiece], bindings: Iterable[tuple[str, str]] = ()
    ) -> None:
        bound = list(bindings)
        by_id: dict[str, AnyPiece] = {}
        wrong = []
        for piece in pieces:
            if piece.id in by_id:
                wrong.append(f"two pieces have the id {shown_text(piece.id)}")
            by_id[piece.id] = piece
        wrong += [f"tag {trouble.index + 1}: {trouble}" for trouble in _troubles(by_id, bound)]
        if wrong:
            raise RegisterError([Problem("register", 0, "", what) for what in wrong])
        self._pieces = tuple([by_id[piece_id] for piece_id in sorted(by_id)])
        self._by_uid = {plain_uid(uid) or "": by_id[piece_id] for uid, piece_id in bound}
        self._entries = tuple(sorted((uid, piece.id) for uid, piece in self._by_uid.items()))
        self._by_piece = {piece.id: uid for uid, piece in self._by_uid.items()}

    @property
    def pieces(self) -> tuple[AnyPiece, ...]:
        """All pieces the table knows, by id."""
        return self._pieces

    @property
    def entries(self) -> tuple[tuple[str, str], ...]:
        """(UID, piece id) of every tag, sorted."""
        return self._entries

    def piece_of(self, uid: str) -> AnyPiece | None:
        """The piece that carries a tag; ``uid`` is upper-case hexadecimal. None if unknown."""
        return self._by_uid.get(uid)

    def uid_of(self, piece_id: str) -> str | None:
        """The UID of a piece's tag; None when it has none or is unknown."""
        return self._by_piece.get(piece_id)

    def learned(self, uid: str, piece_id: str) -> Register:
        """This register with one tag more. Raises `RegisterError` when the tag or the piece is
        bound already, the piece is unknown, or that is no UID.
        """
        return Register(self._pieces, (*self._entries, (uid, piece_id)))

    @property
    def digest(self) -> str:
        """SHA-256, in hexadecimal, of the entries and the pieces as canonical JSON."""
        content = {"entries": self._entries, "pieces": self._pieces}
        return hashlib.sha256(msgspec.json.encode(content, order="sorted")).hexdigest()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Register):
            return NotImplemented
        return self._entries == other._entries and self._pieces == other._pieces

    def __hash__(self) -> int:
        return hash((self._entries, self._pieces))


# ------------------------------------------------------------------------------- as TOML


class Tag(msgspec.Struct, frozen=True):
    """One ``[[tag]]`` of the file."""

    uid: str
    piece: str


def load_register(path: str | os.PathLike[str], sets: Iterable[PieceSet]) -> Register:
    """The register in a file, for these sets of pieces. Raises `RegisterError`, and
    `PieceSetError` when two of the sets have a piece in common."""
    pieces = pieces_of(sets)
    try:
        document = read_document(path)
    except TomlError as error:
        raise RegisterError(error.problems) from error
    return register_of(document, pieces)


def register_of(document: Document, pieces: Iterable[AnyPiece]) -> Register:
    """The register in a document, for these pieces. Raises `RegisterError`."""
    known = tuple(pieces)
    problems, bindings = _bindings(document, {piece.id: piece for piece in known})
    if problems:
        raise RegisterError(problems)
    return Register(known, bindings)


def register_problems(document: Document) -> list[Problem]:
    """What is wrong with the register in a document whatever pieces there are."""
    return _bindings(document, None)[0]


def _bindings(
    document: Document, by_id: Mapping[str, AnyPiece] | None
) -> tuple[list[Problem], list[tuple[str, str]]]:
    problems = unknown_keys(document, (), ("tag",))
    tags = checked_list(document, "tag", Tag, problems)
    bindings = [(tag.uid, tag.piece) for _, tag in tags]
    for trouble in _troubles(by_id, bindings):
        allowed = trouble.allowed
        if trouble.earlier is not None:
            allowed = f"the other is on line {document.line(tags[trouble.earlier][0])}"
        where = (*tags[trouble.index][0], trouble.key)
        problems.append(document.problem(where, trouble.what, allowed))
    return problems, bindings


def register_text(register: Register) -> str:
    """The register as TOML, as `load_register` reads it."""
    tags = [
        f"[[tag]]\nuid = {json.dumps(uid)}\npiece = {json.dumps(piece_id, ensure_ascii=False)}\n"
        for uid, piece_id in register.entries
    ]
    return "\n".join(["# Which tag sits in which piece.\n", *tags])


def save_register(register: Register, path: str | os.PathLike[str]) -> None:
    """Write the register to a file: all of it or, if that fails, nothing.

    Raises `RegisterError` when it cannot be written.
    """
    new = Path(f"{os.fspath(path)}.new")
    try:
        with new.open("w", encoding="utf-8") as file:
            file.write(register_text(register))
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        what = f"cannot be saved: {error.strerror}"
        raise RegisterError([Problem(os.fspath(path), 0, "", what)]) from error


# -------------------------------------------------------------------------- for simulation


def made_up_register(sets: Iterable[PieceSet]) -> Register:
    """A register in which every piece has a tag: for simulation, where no box was enrolled.

    The UIDs are those of 7-byte tags (manufacturer byte 04) and depend on the piece ids alone.
    Raises `PieceSetError` when two of the sets have a piece in common.
    """
    pieces = pieces_of(sets)
    taken: dict[str, str] = {}
    for piece in sorted(pieces, key=lambda piece: piece.id):
        taken[next(uid for uid in _made_up_uids(piece.id) if uid not in taken)] = piece.id
    return Register(pieces, taken.items())


def _made_up_uids(piece_id: str) -> Iterator[str]:
    """Candidates for a piece, always the same ones in the same order."""
    for attempt in count():
        made = hashlib.sha256(f"{piece_id}#{attempt}".encode()).hexdigest().upper()
        uid = f"04{made[:12]}"
        if uid[6:8] != _CASCADE_TAG:
            yield uid
