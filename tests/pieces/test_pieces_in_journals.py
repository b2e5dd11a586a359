"""Pieces of every kind in a journal's header and in a register: written, read back, and as older
versions wrote them."""

from __future__ import annotations

from pathlib import Path

import msgspec
from meadow.journal.lines import make_header
from meadow.journal.read import parse_journal
from meadow.pieces.kinds import (
    AnyPiece,
    CommandCard,
    Rake,
    StashToken,
    SuitCard,
    TreatCard,
    TurnTracker,
)
from meadow.pieces.register import Register, load_register, save_register
from meadow.pieces.sets import PieceSet

from tests.journal.samples import SampleSettings, SampleSetup

PIECES: dict[str, AnyPiece] = {
    "04A1B2C3D4E501": StashToken("token.moss.acorn", "moss", "acorn"),
    "04A1B2C3D4E502": TreatCard("treat.moss.acorn", "moss", "acorn"),
    "04A1B2C3D4E503": Rake("rake.red", "red"),
    "04A1B2C3D4E504": CommandCard("command.stop", "stop"),
    "04A1B2C3D4E505": SuitCard("card.purple-rings.7", "purple-rings", 7, 4),
    "04A1B2C3D4E506": TurnTracker("tracker"),
}
OLD = (
    b'{"04A1B2C3D4E501":{"kind":"token","id":"token.moss.acorn","background":"moss",'
    b'"item":"acorn"},"04A1B2C3D4E502":{"kind":"treat","id":"treat.moss.acorn",'
    b'"background":"moss","item":"acorn"},"04A1B2C3D4E503":{"kind":"rake","id":"rake.red",'
    b'"colour":"red"},"04A1B2C3D4E504":{"kind":"command","id":"command.stop","word":"stop"}'
)
"""The first four as journals had them before there were suit cards, but for the last brace."""
NEW = (
    b',"04A1B2C3D4E505":{"kind":"suit-card","id":"card.purple-rings.7","suit":"purple-rings",'
    b'"value":7,"points":4},"04A1B2C3D4E506":{"kind":"tracker","id":"tracker"}}'
)


def _pieces_json(pieces: dict[str, AnyPiece]) -> bytes:
    header = make_header(
        game="sample",
        rules=3,
        table="blue-meadow",
        firmware="0.1.0",
        began="2025-11-30T14:05:09Z",
        setup=SampleSetup(("north", "south")),
        settings=SampleSettings(),
        pieces=pieces,
    )
    return bytes(header.pieces)


def test_every_kind_of_piece_stands_in_a_header_and_is_read_back() -> None:
    written = _pieces_json(PIECES)
    assert written == OLD + NEW
    assert msgspec.json.decode(written, type=dict[str, AnyPiece]) == PIECES


def test_pieces_as_older_journals_have_them_are_written_and_read_as_before() -> None:
    first_four = dict(list(PIECES.items())[:4])
    assert _pieces_json(first_four) == OLD + b"}"
    assert msgspec.json.decode(OLD + b"}", type=dict[str, AnyPiece]) == first_four


def test_a_journal_from_before_there_were_suit_cards_is_read() -> None:
    # As format 1 wrote it in November 2025: the header of a game in which nothing happened.
    header = (
        b'{"journal":"meadow-table","format":1,"game":"sample","rules":3,"table":"blue-meadow",'
        b'"firmware":"0.1.0","began":"2025-11-30T14:05:09Z","setup":{"seats":["north","south"]},'
        b'"settings":{"tie_window_ms":250},"settings_sha256":'
        b'"5c815da0dfd21418625512d9207529623579e1525606ebac249491b57b672f73","pieces":'
        + OLD
        + b'},"pieces_sha256":'
        b'"e0b829c004fd7415a91f475336a3bec43e582197453b94717ed09bbea91d3283","crc":"0fdbacf3"}\n'
    )
    journal = parse_journal(header, Path("000001-sample.jsonl"))
    assert journal.pieces == dict(list(PIECES.items())[:4])


def test_a_register_binds_tags_to_suit_cards_and_the_tracker(tmp_path: Path) -> None:
    box = PieceSet("box", "Box", "", tuple(PIECES.values()))
    register = Register(box.pieces, [(uid, piece.id) for uid, piece in PIECES.items()])
    assert register.piece_of("04A1B2C3D4E505") == PIECES["04A1B2C3D4E505"]
    assert register.uid_of("tracker") == "04A1B2C3D4E506"
    save_register(register, tmp_path / "tags.toml")
    assert load_register(tmp_path / "tags.toml", [box]) == register


def test_other_points_on_a_card_are_another_register() -> None:
    card = SuitCard("card.red.1", "red", 1, 10)
    tags = [("01020304", "card.red.1")]
    other = SuitCard("card.red.1", "red", 1, 9)
    assert Register([card], tags).digest != Register([other], tags).digest
