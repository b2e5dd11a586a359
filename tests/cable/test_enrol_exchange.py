"""Registers in and out of CSV, and one merged into another: all or nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.pieces.kinds import Rake
from meadow.pieces.register import Register, RegisterError
from meadow_host.cable.enrol_exchange import (
    Binding,
    merge,
    read_bindings,
    register_csv,
    register_file,
)

PIECES = tuple([Rake(f"rake.{colour}", colour) for colour in ("red", "blue", "green")])
ONE, TWO, THREE = "04A2B3C4D5E6F7", "04A2B3C4D5E6F8", "04112233"


def read(text: str | bytes, name: str = "box.csv") -> list[tuple[str, str, int]]:
    content = text if isinstance(text, bytes) else text.encode()
    return [(one.uid, one.piece, one.line) for one in read_bindings(content, name, PIECES)]


def wrong(text: str | bytes, name: str = "box.csv") -> list[str]:
    with pytest.raises(RegisterError) as caught:
        read(text, name)
    return list(caught.value.messages)


def test_csv_has_a_head_and_uids_no_spreadsheet_takes_for_numbers() -> None:
    register = Register(PIECES, [(TWO, "rake.blue"), (THREE, "rake.red")])
    assert register_csv(register) == (
        "uid,piece\n04:11:22:33,rake.red\n04:A2:B3:C4:D5:E6:F8,rake.blue\n"
    )
    assert register_file(register, "BOX.CSV").startswith("uid,piece")
    assert register_file(register, "box.toml").startswith("# Which tag")


@pytest.mark.parametrize(
    "text",
    [
        f"uid,piece\n{ONE},rake.red\n{TWO},rake.blue\n",
        f"{ONE},rake.red\n{TWO},rake.blue",
        f"\ufeffUID;Piece\r\n04:a2:b3:c4:d5:e6:f7;rake.red\r\n\r\n{TWO};rake.blue\r\n",
        f'piece\tnote\tuid\nrake.red\t"old, but ""good"""\t{ONE}\nrake.blue\t\t{TWO}\n',
    ],
)
def test_any_spreadsheets_csv_is_read(text: str) -> None:
    assert [(uid, piece) for uid, piece, _ in read(text)] == [
        (ONE, "rake.red"),
        (TWO, "rake.blue"),
    ]


def test_all_that_is_wrong_with_a_csv_is_told_at_once_with_its_lines() -> None:
    text = (
        f"uid,piece\n4.11E+12,rake.red\n{ONE},rake.rod\n{TWO}\n{ONE},rake.red\n{ONE},rake.blue\n"
        f"{TWO},rake.red\n"
    )
    assert wrong(text) == [
        'box.csv:2: uid: "4.11E+12" is not a UID; allowed: 4, 7 or 10 bytes in hexadecimal; did a '
        "spreadsheet change it? format that column as text",
        'box.csv:3: piece: "rake.rod" is not known; did you mean "rake.red"?',
        "box.csv:4: has 1 column; allowed: a UID and a piece, as uid,piece",
        f"box.csv:6: uid: {ONE} is bound already; the other is on line 5",
        "box.csv:7: piece: rake.red has a tag already; the other is on line 5",
    ]


def test_garbage_is_one_plain_line() -> None:
    assert wrong(b"uid,piece\n\xff\xfe,x\n") == [
        "box.csv:2: is not UTF-8 text; save it as CSV in UTF-8"
    ]
    assert wrong('a,"' + "x" * 200_000)[0].startswith("box.csv:1: is not CSV: field larger than")
    assert wrong("\n" * 9_999 + "a,b\n" * 2) == [
        "box.csv: has more than 10000 lines, so it is no register"
    ]
    assert read("") == []


@given(st.binary(max_size=300))
def test_whatever_bytes_come_it_is_read_or_refused_in_plain_lines(content: bytes) -> None:
    found: tuple[Binding, ...] = ()
    messages: tuple[str, ...] = ()
    try:
        found = read_bindings(content, "box.csv", PIECES)
    except RegisterError as error:
        messages = error.messages or ("nothing is said",)
    assert all(line.startswith("box.csv") and "\n" not in line for line in messages)
    Register(PIECES, [(one.uid, one.piece) for one in found])


def test_toml_is_read_with_its_lines_and_its_mistakes() -> None:
    text = f'[[tag]]\nuid = "{ONE}"\npiece = "rake.red"\n\n[[tag]]\nuid = "04:11:22:33"\n'
    assert read(text + 'piece = "rake.blue"\n', "box.toml") == [
        (ONE, "rake.red", 1),
        (THREE, "rake.blue", 5),
    ]
    assert wrong(text + 'piece = "rake.rod"\n', "box.toml") == [
        'box.toml:7: tag[2].piece: "rake.rod" is not known; did you mean "rake.red"?'
    ]
    assert wrong("[[tag", "box.toml")[0].startswith("box.toml:1: is not TOML")


# ---------------------------------------------------------------------------- merging

HERE = Register(PIECES, [(ONE, "rake.red"), (TWO, "rake.blue")])


def test_what_is_new_is_added_and_what_both_say_stays() -> None:
    merged = merge(HERE, [Binding(ONE, "rake.red", 1), Binding(THREE, "rake.green", 2)], "f.csv")
    assert merged.register.entries == (
        (THREE, "rake.green"),
        (ONE, "rake.red"),
        (TWO, "rake.blue"),
    )
    assert (merged.added, merged.replaced) == (1, 0)


def test_every_conflict_is_told_in_one_line() -> None:
    file = [Binding(ONE, "rake.green", 2), Binding(THREE, "rake.blue", 3)]
    with pytest.raises(RegisterError) as caught:
        merge(HERE, file, "f.csv")
    assert caught.value.messages == (
        f"f.csv:2: uid: {ONE} sits in rake.red by the register that is there; --replace takes what "
        "the file says",
        f"f.csv:3: piece: rake.blue has the tag {TWO} by the register that is there; --replace "
        "takes what the file says",
    )


def test_with_replace_the_file_is_right() -> None:
    file = [Binding(ONE, "rake.blue", 2), Binding(THREE, "rake.red", 3)]
    merged = merge(HERE, file, "f.csv", replace=True)
    assert merged.register.entries == ((THREE, "rake.red"), (ONE, "rake.blue"))
    assert (merged.added, merged.replaced) == (2, 2)


def test_two_pieces_that_exchange_their_tags_are_both_conflicts_and_both_replaced() -> None:
    file = [Binding(ONE, "rake.blue", 1), Binding(TWO, "rake.red", 2)]
    with pytest.raises(RegisterError) as caught:
        merge(HERE, file, "f.csv")
    assert len(caught.value.messages) == 4
    merged = merge(HERE, file, "f.csv", replace=True)
    assert merged.register.entries == ((ONE, "rake.blue"), (TWO, "rake.red"))


TAGS = st.sampled_from([f"0{number}112233" for number in range(6)])
ENTRIES = st.lists(
    st.tuples(TAGS, st.sampled_from(PIECES)), unique_by=(lambda e: e[0], lambda e: e[1])
)


@given(here=ENTRIES, there=ENTRIES)
def test_a_merge_is_one_to_one_and_holds_all_the_file_says(
    here: list[tuple[str, Rake]], there: list[tuple[str, Rake]]
) -> None:
    register = Register(PIECES, [(uid, piece.id) for uid, piece in here])
    file = [Binding(uid, piece.id, 1) for uid, piece in there]
    entries = dict(merge(register, file, "f.csv", replace=True).register.entries)
    assert {uid: piece.id for uid, piece in there}.items() <= entries.items()
    for uid, piece in here:
        free = uid not in dict(there) and piece not in dict(there).values()
        assert (entries.get(uid) == piece.id) or not free
