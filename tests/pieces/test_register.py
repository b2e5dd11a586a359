"""The register: which tag sits in which piece, and what is refused."""

from __future__ import annotations

import hashlib
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.pieces.kinds import Rake, StashToken
from meadow.pieces.register import (
    Register,
    RegisterError,
    load_register,
    made_up_register,
    plain_uid,
    register_text,
    save_register,
)
from meadow.pieces.sets import PieceSet, default_sets

RED = Rake("rake.red", "red")
BLUE = Rake("rake.blue", "blue")
TOKEN = StashToken("token.moss.acorn", "moss", "acorn")
BOX = PieceSet("box", "Box", "", (RED, BLUE, TOKEN))


def _load(tmp_path: Path, text: str) -> Register:
    path = tmp_path / "tags.toml"
    path.write_text(text, encoding="utf-8")
    return load_register(path, [BOX])


def _messages(tmp_path: Path, text: str) -> list[str]:
    with pytest.raises(RegisterError) as caught:
        _load(tmp_path, text)
    return [message.removeprefix(f"{tmp_path}/") for message in caught.value.messages]


# ------------------------------------------------------------------------- what it gives


def test_a_register_knows_the_piece_of_a_tag_and_the_tag_of_a_piece() -> None:
    register = Register(BOX.pieces, [("04A2B3C4D5E6F7", "rake.red"), ("01020304", "rake.blue")])
    assert register.piece_of("04A2B3C4D5E6F7") == RED
    assert register.piece_of("04A2B3C4D5E6F8") is None
    assert register.uid_of("rake.blue") == "01020304"
    assert register.uid_of("token.moss.acorn") is None
    assert register.entries == (("01020304", "rake.blue"), ("04A2B3C4D5E6F7", "rake.red"))
    assert register.pieces == (BLUE, RED, TOKEN)


def test_a_register_is_the_same_in_whatever_order_it_was_bound() -> None:
    one = Register([RED, BLUE], [("01020304", "rake.blue"), ("0A0B0C0D", "rake.red")])
    other = Register([BLUE, RED], [("0a:0b:0c:0d", "rake.red"), ("01020304", "rake.blue")])
    assert one == other
    assert hash(one) == hash(other)
    assert one.digest == other.digest


def test_the_digest_is_that_of_the_canonical_json() -> None:
    # sha256sum of: {"entries":[["01020304","rake.red"]],"pieces":[{"colour":"red",
    # "id":"rake.red","kind":"rake"}]} without the line break.
    assert Register([RED], [("01020304", "rake.red")]).digest == (
        "f679986f3f2c7102b5ac5aace8631dca8581e91b06074998e8f9b3c98fe9d0de"
    )


def test_the_digest_changes_with_a_tag_and_with_a_piece() -> None:
    digests = {
        Register([RED], []).digest,
        Register([RED], [("01020304", "rake.red")]).digest,
        Register([RED], [("01020305", "rake.red")]).digest,
        Register([RED, BLUE], [("01020304", "rake.red")]).digest,
        Register([Rake("rake.red", "ruby")], [("01020304", "rake.red")]).digest,
    }
    assert len(digests) == 5


# ---------------------------------------------------------------------------------- UIDs


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        ("04:a2:b3:c4:d5:e6:f7", "04A2B3C4D5E6F7"),
        ("04-A2-B3-C4-D5-E6-F7", "04A2B3C4D5E6F7"),
        ("04 a2 b3 c4", "04A2B3C4"),
        ("00112233445566778899", "00112233445566778899"),
    ],
)
def test_a_uid_is_read_however_it_is_written(written: str, plain: str) -> None:
    assert plain_uid(written) == plain


@pytest.mark.parametrize(
    "written",
    [
        "",
        "04",
        "04A2B3C4D5",
        "04A2B3C",
        "04A2B3G4",
        "04::A2:B3:C4",
        ":04A2B3C4",
        "04A2B3C4\n",
        "٠٤A2B3C4",
    ],
)
def test_what_has_not_4_7_or_10_bytes_is_no_uid(written: str) -> None:
    assert plain_uid(written) is None


# ----------------------------------------------------------------------------- the file


def test_a_register_is_read_from_toml(tmp_path: Path) -> None:
    register = _load(tmp_path, '[[tag]]\nuid = "04:a2:b3:c4:d5:e6:f7"\npiece = "rake.red"\n')
    assert register.entries == (("04A2B3C4D5E6F7", "rake.red"),)
    assert register.pieces == (BLUE, RED, TOKEN)


def test_an_empty_file_is_a_register_without_tags(tmp_path: Path) -> None:
    assert _load(tmp_path, "").entries == ()


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (
            'uid = "01:02:03:04"\npiece = "rake.blue"',
            "tags.toml:5: tag[2].uid: 01020304 is bound already; the other is on line 1",
        ),
        (
            'uid = "01020305"\npiece = "rake.red"',
            'tags.toml:6: tag[2].piece: "rake.red" has a tag already; the other is on line 1',
        ),
        (
            'uid = "01020305"\npiece = "rake.bleu"',
            'tags.toml:6: tag[2].piece: "rake.bleu" is not known; did you mean "rake.blue"?',
        ),
        (
            'uid = "01020305"\npiece = "xyz"',
            'tags.toml:6: tag[2].piece: "xyz" is not known; no set of pieces has it',
        ),
        (
            'uid = "0102"\npiece = "rake.blue"',
            'tags.toml:5: tag[2].uid: "0102" is not a UID; allowed: 4, 7 or 10 bytes in '
            "hexadecimal, as 04A2B3C4D5E6F7 or 04:A2:B3:C4:D5:E6:F7",
        ),
        ("uid = '01020305'", "tags.toml:4: tag[2].piece: is missing; allowed: a text"),
        (
            "uid = 1020305\npiece = 'rake.blue'",
            "tags.toml:5: tag[2].uid: 1020305 is not a text in quotes; allowed: a text",
        ),
    ],
)
def test_a_bad_tag_is_refused_with_file_and_line(tmp_path: Path, second: str, message: str) -> None:
    first = '[[tag]]\nuid = "01020304"\npiece = "rake.red"\n'
    assert _messages(tmp_path, f"{first}[[tag]]\n{second}\n") == [message]


def test_all_bad_tags_are_told_at_once(tmp_path: Path) -> None:
    tag = '[[tag]]\nuid = "01020304"\npiece = "rake.red"\n'
    keys = [message.split(": ")[:2] for message in _messages(tmp_path, f"{tag}{tag}[tags]\n")]
    assert keys == [
        ["tags.toml:5", "tag[2].uid"],
        ["tags.toml:6", "tag[2].piece"],
        ["tags.toml:7", "tags"],
    ]


def test_pieces_that_share_an_id_are_refused() -> None:
    with pytest.raises(RegisterError) as caught:
        Register([RED, BLUE, Rake("rake.red", "dark")])
    assert caught.value.messages == ('register: two pieces have the id "rake.red"',)


def test_bad_bindings_are_refused_without_a_file_too() -> None:
    with pytest.raises(RegisterError) as caught:
        Register([RED], [("01020304", "rake.red"), ("01020304", "rake.blue")])
    assert caught.value.messages == (
        "register: tag 2: 01020304 is bound already; see tag 1",
        'register: tag 2: "rake.blue" is not known; did you mean "rake.red"?',
    )


def test_a_file_that_is_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(RegisterError) as caught:
        load_register(tmp_path / "none.toml", [BOX])
    assert str(caught.value).endswith("none.toml: cannot be read: No such file or directory")


@given(st.lists(st.binary(min_size=7, max_size=7), unique=True, max_size=3))
def test_what_is_saved_is_what_is_loaded(uids: list[bytes]) -> None:
    bindings = [(uid.hex(), piece.id) for uid, piece in zip(uids, BOX.pieces, strict=False)]
    register = Register(BOX.pieces, bindings)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tags.toml"
        save_register(register, path)
        assert load_register(path, [BOX]) == register


def test_the_saved_text_is_plain_toml() -> None:
    assert register_text(Register([RED], [("01020304", "rake.red")])) == (
        '# Which tag sits in which piece.\n\n[[tag]]\nuid = "01020304"\npiece = "rake.red"\n'
    )


def test_a_register_that_cannot_be_saved_says_so_and_leaves_the_old_one(tmp_path: Path) -> None:
    path = tmp_path / "tags.toml"
    save_register(Register([RED], [("01020304", "rake.red")]), path)
    (tmp_path / "tags.toml.new").mkdir()
    with pytest.raises(RegisterError) as caught:
        save_register(Register([RED], []), path)
    assert str(caught.value) == f"{path}: cannot be saved: Is a directory"
    assert load_register(path, [BOX]).entries == (("01020304", "rake.red"),)


# ------------------------------------------------------------------------- made-up tags


def test_a_made_up_register_gives_every_piece_a_7_byte_uid() -> None:
    register = made_up_register(default_sets())
    assert len(register.entries) == 161
    for uid, _ in register.entries:
        assert plain_uid(uid) == uid
        assert len(uid) == 14
        assert uid.startswith("04")
        assert uid[6:8] != "88"  # the cascade tag: the reader would look for a longer UID


def test_made_up_uids_depend_on_the_piece_alone() -> None:
    assert made_up_register([BOX]).uid_of("token.moss.acorn") == "0402C50D64BE9B"
    assert made_up_register(default_sets()).uid_of("token.moss.acorn") == "0402C50D64BE9B"


def test_the_pieces_of_one_set_keep_their_made_up_uids_when_another_comes_along() -> None:
    sweepers, sweet_takes, commands = default_sets()
    before = made_up_register([sweepers, commands]).entries
    after = made_up_register([sweepers, sweet_takes, commands]).entries
    assert len(before) == 100
    assert set(before) < set(after)
    # SHA-256 of "uid piece" lines, sorted: as they were before there was a second game.
    text = "".join(f"{uid} {piece}\n" for uid, piece in before)
    assert (
        hashlib.sha256(text.encode()).hexdigest()
        == "4f92a244b1c6c4fc135b37b02f80ac9413d0441c35d4236535151597a5e24d13"
    )
