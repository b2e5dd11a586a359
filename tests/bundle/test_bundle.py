"""A bundle: the files of a table as one thing with one digest and one blob."""

from __future__ import annotations

import hashlib
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow.bundle.bundle import Bundle, BundleError, Entry, decode, digest_of

TABLE = b'[table]\nid = "blue"\n'
BOX = b'[set]\nname = "box"\n'


def some() -> Bundle:
    return Bundle({"sets/box.toml": BOX, "table.toml": TABLE, "box.toml": b""})


def why(raw: bytes) -> str:
    with pytest.raises(BundleError) as caught:
        decode(raw)
    return str(caught.value)


def sealed(rest: bytes, number: int = 1) -> bytes:
    """A blob by the words of the page: docs/settings.md."""
    head = struct.pack(">HI", number, len(rest))
    return b"MEADOWBNDL" + head + hashlib.sha256(rest).digest() + rest


def line(name: str, content: bytes) -> bytes:
    return f"{hashlib.sha256(content).hexdigest()} {len(content)} {name}\n".encode()


# -------------------------------------------------------------------------------- what it is


def test_the_settings_come_first_and_the_others_by_name() -> None:
    assert list(some().files) == ["table.toml", "box.toml", "sets/box.toml"]
    assert some().files["sets/box.toml"] == BOX
    assert some().size == len(TABLE) + len(BOX)


def test_the_manifest_has_size_and_sha256_of_each_file() -> None:
    assert some().manifest[1:] == (
        Entry("box.toml", 0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        Entry("sets/box.toml", 19, hashlib.sha256(BOX).hexdigest()),
    )


def test_the_digest_is_that_of_the_lines_of_the_manifest() -> None:
    told = line("table.toml", TABLE) + line("box.toml", b"") + line("sets/box.toml", BOX)
    assert some().digest == hashlib.sha256(told).hexdigest()
    assert digest_of(some().manifest) == some().digest


def test_the_order_in_which_files_are_given_does_not_matter() -> None:
    other = Bundle({"table.toml": TABLE, "box.toml": b"", "sets/box.toml": BOX})
    assert other == some()
    assert hash(other) == hash(some())
    assert other.encode() == some().encode()


@pytest.mark.parametrize(
    "files",
    [
        {"table.toml": TABLE},
        {"table.toml": TABLE, "box.toml": b" ", "sets/box.toml": BOX},
        {"table.toml": TABLE, "cox.toml": b"", "sets/box.toml": BOX},
        {"table.toml": BOX, "box.toml": b"", "sets/box.toml": TABLE},
    ],
)
def test_other_files_have_another_digest(files: dict[str, bytes]) -> None:
    assert Bundle(files).digest != some().digest
    assert Bundle(files) != some()


def test_a_blob_is_as_the_page_says() -> None:
    manifest = line("table.toml", TABLE) + line("box.toml", b"") + line("sets/box.toml", BOX)
    rest = struct.pack(">I", len(manifest)) + manifest + TABLE + BOX
    assert some().encode() == sealed(rest)
    assert decode(some().encode()) == some()


def test_the_largest_bundle_comes_through() -> None:
    names = [f"{'ä' * 92}-{number:02}.toml" for number in range(63)]
    whole = Bundle({"table.toml": b"", **dict.fromkeys(names, b"x" * 63492)})
    assert whole.size == 3_999_996
    assert decode(whole.encode()) == whole


# ------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"box.toml": BOX}, "a bundle needs a table.toml, and this one has none"),
        (
            {"table.toml": b"", **{f"{number}.toml": b"" for number in range(64)}},
            "65 files are too many; at most 64",
        ),
        ({"table.toml": b"x" * 1_000_001}, "table.toml is larger than 1 MB"),
        (
            {"table.toml": b"", **{f"{number}.toml": b"x" * 999_999 for number in range(5)}},
            "the files together are larger than 4 MB",
        ),
    ],
)
def test_what_can_be_no_bundle_is_refused(files: dict[str, bytes], message: str) -> None:
    with pytest.raises(BundleError) as caught:
        Bundle(files)
    assert str(caught.value) == message


@pytest.mark.parametrize(
    "name",
    [
        "/etc/x.toml", "../x.toml", "a/../x.toml", "./x.toml", ".x.toml", "a//x.toml", "a\\x.toml",
        "c:x.toml", "x.txt", ".toml", "", "x\n.toml", "x.toml\n", "x\0.toml", "\udc80.toml",
        "x" * 96 + ".toml",
    ],
)  # fmt: skip
def test_a_name_that_could_lead_elsewhere_is_refused(name: str) -> None:
    with pytest.raises(BundleError, match="is no name of a file in a bundle"):
        Bundle({"table.toml": TABLE, name: b""})


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "this is no bundle of a table: it begins otherwise; name a bundle"),
        (b"[table]\n", "this is no bundle of a table: it begins otherwise; name a bundle"),
        (
            some().encode()[:9],
            "the bundle is cut short: 9 of at least 48 bytes; take another copy",
        ),
        (
            some().encode()[:-1],
            f"the bundle is cut short: {len(some().encode()) - 1} of at least "
            f"{len(some().encode())} bytes; take another copy",
        ),
        (
            sealed(b"", number=2),
            "the bundle has format 2, and this program knows 1: update the program",
        ),
        (b"x" * 5_000_000, "5000000 bytes are more than any bundle has; name a bundle"),
    ],
    ids=["empty", "text", "head", "tail", "newer", "big"],
)
def test_a_blob_that_is_none_is_told_in_one_line(raw: bytes, message: str) -> None:
    assert why(raw) == message


DAMAGED = "the bundle is damaged: its contents do not fit its head; take another copy"
WHOLE = line("table.toml", TABLE)
MANY = b"".join(line(f"{number:04}.toml", b"") for number in range(65))


@pytest.mark.parametrize(
    "rest",
    [
        b"",
        struct.pack(">I", 4) + b"nope",
        struct.pack(">I", 10**9) + WHOLE + TABLE,
        struct.pack(">I", len(WHOLE)) + WHOLE + TABLE[:-1],
        struct.pack(">I", len(WHOLE)) + WHOLE + TABLE + b"x",
        struct.pack(">I", 2 * len(WHOLE)) + WHOLE + WHOLE + TABLE + TABLE,
        struct.pack(">I", len(WHOLE) - 1) + WHOLE[:-1] + TABLE,
        struct.pack(">I", len(WHOLE) + 1) + WHOLE + b"\xff" + TABLE,
        struct.pack(">I", len(WHOLE)) + WHOLE.replace(b" 20 ", b" 19 ") + TABLE,
        struct.pack(">I", len(WHOLE) + 1) + WHOLE.replace(b" 20 ", b" 020 ") + TABLE,
        struct.pack(">I", len(MANY)) + MANY,
    ],
)
def test_a_sealed_blob_that_holds_nonsense_is_damaged(rest: bytes) -> None:
    assert why(sealed(rest)) == DAMAGED


def test_files_in_another_order_are_not_the_blob_of_a_bundle() -> None:
    manifest = line("box.toml", BOX) + WHOLE
    assert why(sealed(struct.pack(">I", len(manifest)) + manifest + BOX + TABLE)) == DAMAGED


def test_a_sealed_blob_without_settings_says_so() -> None:
    told = line("box.toml", BOX)
    message = why(sealed(struct.pack(">I", len(told)) + told + BOX))
    assert message == "a bundle needs a table.toml, and this one has none"


@given(st.data())
def test_no_damage_goes_unseen(data: st.DataObject) -> None:
    raw = bytearray(some().encode())
    for _ in range(data.draw(st.integers(1, 4))):
        raw[data.draw(st.integers(0, len(raw) - 1))] = data.draw(st.integers(0, 255))
    cut = bytes(raw[: data.draw(st.integers(0, len(raw)))]) + data.draw(st.binary(max_size=8))
    if cut == some().encode():
        assert decode(cut) == some()
    else:
        assert "\n" not in why(cut)
