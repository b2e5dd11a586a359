"""The calls of a flash, one by one, as any laptop may send them: right, wrong or malicious."""

from __future__ import annotations

import contextlib
import errno
from collections.abc import Callable
from typing import TypeVar

import pytest
from meadow.bundle.bundle import Bundle, Entry, decode, digest_of
from meadow.link.answers import (
    AnyAnswer,
    BytesAre,
    ConfigIs,
    DigestIs,
    Done,
    Failure,
    Received,
    Wanted,
)
from meadow.link.cable import Identity
from meadow.link.calls import (
    BLOCK_BYTES,
    AnyCall,
    FileEntry,
    GetConfig,
    Offer,
    PutBlock,
    ReadConfig,
    RollBack,
    Seal,
    Try,
)
from meadow.link.device import Client, Refusal
from meadow.link.flashing import Flashing
from meadow.link.offered import sha256_of
from meadow.settings.slots import Slots
from meadow.table.table import Table
from pytest_mock import MockerFixture

from tests.journal.disks import FaultyFiles
from tests.settings.frail_disk import FOLDER, FrailDisk
from tests.table.sat import Sat, begun

T = TypeVar("T")

OLD = Bundle({"table.toml": b'[table]\nid = "oak"\n', "box.toml": b"a box"})
NEW = Bundle({"table.toml": b"#" * 5000, "box.toml": b"a box", "tags.toml": b"t" * 4000})


class Desk:
    """A table and the calls to it, without a device and its clients."""

    def __init__(self, mocker: MockerFixture) -> None:
        self.disk = FrailDisk()
        self.files = FaultyFiles(self.disk)
        self.slots = Slots(FOLDER, self.files)
        self.sat = Sat()
        self.current: Bundle | None = OLD
        self.check = mocker.Mock(return_value=())
        self.restart = mocker.Mock()
        self.client = mocker.Mock(spec=Client, number=1)
        self.other = mocker.Mock(spec=Client, number=2)
        flashing = Flashing(
            self.slots,
            contextlib.nullcontext(),
            self,
            current=lambda: self.current,
            identity=lambda: Identity("oak", "rev-1"),
            check=self.check,
            restart=self.restart,
        )
        self._handlers = flashing.handlers()

    def ask(self, question: Callable[[Table], T]) -> T:
        return question(self.sat.table)

    def call(self, body: AnyCall, client: Client | None = None) -> AnyAnswer:
        try:
            return self._handlers[type(body)](client or self.client, body)
        except Refusal as refusal:
            return Failure(refusal.code, str(refusal))

    def send(self, content: bytes) -> None:
        """All of it, block by block."""
        for start in range(0, len(content), BLOCK_BYTES):
            block = content[start : start + BLOCK_BYTES]
            assert self.call(PutBlock(start, block)) == Received(start + len(block))

    def begin_anew(self) -> None:
        """The table starts, on whatever the slots say."""
        raw = self.slots.choose().raw
        self.current = None if raw is None else decode(raw)
        self.sat = Sat()

    def keep(self, bundle: Bundle) -> None:
        """This bundle was flashed and kept."""
        self.slots.begin_trial(self.slots.write_inactive(bundle.encode()))
        self.begin_anew()
        self.slots.confirm()


@pytest.fixture
def desk(mocker: MockerFixture) -> Desk:
    desk = Desk(mocker)
    desk.keep(OLD)
    return desk


def offer_of(bundle: Bundle, force: bool = False) -> Offer:
    files = tuple([FileEntry(*entry) for entry in bundle.manifest])
    return Offer(bundle.digest, files, "oak", "rev-1", force)


def failure(answer: AnyAnswer) -> tuple[str, str]:
    assert isinstance(answer, Failure)
    return answer.code, answer.message


# ------------------------------------------------------------------ what is in force


def test_the_files_in_force_are_told_and_read_block_by_block(desk: Desk) -> None:
    desk.current = NEW
    config = desk.call(GetConfig())
    assert config == ConfigIs(
        NEW.digest,
        (
            FileEntry("table.toml", 5000, sha256_of(b"#" * 5000)),
            FileEntry("box.toml", 5, sha256_of(b"a box")),
            FileEntry("tags.toml", 4000, sha256_of(b"t" * 4000)),
        ),
    )
    assert desk.call(ReadConfig("table.toml", 0)) == BytesAre(b"#" * 4096, 5000)
    assert desk.call(ReadConfig("table.toml", 4096)) == BytesAre(b"#" * 904, 5000)
    assert desk.call(ReadConfig("table.toml", 9999)) == BytesAre(b"", 5000)


def test_a_file_that_is_not_in_force_cannot_be_read(desk: Desk) -> None:
    for name in ("secret.toml", "../../etc/passwd", "/etc/passwd"):
        answer = desk.call(ReadConfig(name, 0))
        assert failure(answer) == ("missing", f"no file {name} is in force")


def test_a_table_on_its_defaults_has_no_files(desk: Desk) -> None:
    desk.current = None
    assert desk.call(GetConfig()) == ConfigIs("", ())
    assert failure(desk.call(ReadConfig("table.toml", 0)))[0] == "missing"


# ------------------------------------------------------------------ a whole flash


def test_a_flash_is_offered_sent_sealed_and_tried(desk: Desk) -> None:
    assert desk.call(offer_of(NEW)) == Wanted(("table.toml", "tags.toml"), 0)
    desk.send(b"#" * 5000 + b"t" * 4000)
    sealed = sha256_of(NEW.encode())
    assert desk.call(Seal()) == DigestIs(sealed)
    desk.check.assert_called_once_with(NEW)
    desk.restart.assert_not_called()
    assert desk.call(Try(sealed)) == Done()
    desk.restart.assert_called_once_with("flashed")
    assert desk.slots.state().marked_sha256 == sealed
    assert "staging.part" not in desk.disk.contents()


def test_between_the_order_to_try_and_the_next_start_nothing_else_can_begin(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    desk.send(b"#" * 5000 + b"t" * 4000)
    desk.call(Seal())
    assert desk.call(Try(sha256_of(NEW.encode()))) == Done()
    for call in (offer_of(OLD), RollBack(), Try(sha256_of(NEW.encode()))):
        assert failure(desk.call(call)) == (
            "trial",
            "other settings are on trial at this table just now: try again in some seconds",
        )
    desk.begin_anew()
    assert failure(desk.call(RollBack()))[0] == "trial"
    desk.slots.confirm()
    assert desk.call(RollBack()) == Done()


def test_a_block_that_comes_again_changes_nothing(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    assert desk.call(PutBlock(0, b"#" * 100)) == Received(100)
    assert desk.call(PutBlock(0, b"#" * 100)) == Received(100)
    assert desk.call(PutBlock(50, b"#" * 100)) == Received(150)


def test_an_offer_that_comes_again_goes_on_and_another_begins_anew(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    desk.call(PutBlock(0, b"#" * 100))
    assert desk.call(offer_of(NEW)) == Wanted(("table.toml", "tags.toml"), 100)
    other = Bundle({"table.toml": b"!" * 5000, "tags.toml": b"t" * 4000})
    assert desk.call(offer_of(other)) == Wanted(("table.toml", "tags.toml"), 0)


def test_what_was_sent_for_other_files_in_force_is_not_taken_for_these(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    desk.call(PutBlock(0, b"#" * 100))
    desk.current = None  # the same offer, but the box has to come too
    assert desk.call(offer_of(NEW)) == Wanted(("table.toml", "box.toml", "tags.toml"), 0)


# ------------------------------------------------------------------ what cannot be


def lying(*entries: Entry, digest: str = "") -> Offer:
    files = tuple([FileEntry(*entry) for entry in entries])
    return Offer(digest or digest_of(entries), files, "oak", "rev-1")


SETTINGS = Entry("table.toml", 3, sha256_of(b"new"))


@pytest.mark.parametrize(
    ("offer", "why"),
    [
        (lying(), "a bundle needs a table.toml, and this one has none"),
        (
            lying(Entry("box.toml", 3, "0" * 64)),
            "a bundle needs a table.toml, and this one has none",
        ),
        (lying(SETTINGS, digest="0" * 64), "the digest is not that of these files"),
        (lying(SETTINGS, SETTINGS), "the names of the files cannot be those of a bundle"),
        (
            lying(SETTINGS, Entry("../x.toml", 3, "0" * 64)),
            "the names of the files cannot be those of a bundle",
        ),
        (lying(Entry("table.toml", 100_000_000, "0" * 64)), "a file is larger than 1 MB"),
        (lying(Entry("table.toml", -1, "0" * 64)), "a file is larger than 1 MB"),
        (
            lying(SETTINGS, *[Entry(f"{n}.toml", 999_999, f"{n}" * 64) for n in range(5)]),
            "the files together are larger than 4 MB",
        ),
    ],
)
def test_an_offer_that_can_be_no_bundle_is_refused_and_nothing_is_written(
    desk: Desk, offer: Offer, why: str
) -> None:
    before = desk.disk.contents()
    assert failure(desk.call(offer)) == ("fits-not", why)
    assert desk.disk.contents() == before
    assert failure(desk.call(Seal()))[0] == "changed"


def test_more_bytes_than_are_wanted_are_refused(desk: Desk) -> None:
    desk.call(lying(SETTINGS))
    assert failure(desk.call(PutBlock(0, b"newer"))) == ("bad", "only 3 bytes are wanted")
    assert failure(desk.call(PutBlock(1 << 30, b"n"))) == ("bad", "only 3 bytes are wanted")


def test_a_block_behind_a_gap_is_not_taken_and_the_answer_says_where_to_go_on(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    assert desk.call(PutBlock(0, b"#" * 100)) == Received(100)
    assert desk.call(PutBlock(200, b"#")) == Received(100)
    assert desk.call(PutBlock(100, b"#")) == Received(101)


def test_what_is_not_all_there_cannot_be_sealed(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    desk.call(PutBlock(0, b"#" * 100))
    code, why = failure(desk.call(Seal()))
    assert (code, why) == ("changed", "only 100 of 9000 bytes are there; send the rest")


def test_bytes_other_than_offered_are_found_out_and_dropped(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    desk.send(b"#" * 4999 + b"!" + b"t" * 4000)
    assert failure(desk.call(Seal())) == (
        "fits-not",
        "table.toml did not arrive as it was offered: flash it again",
    )
    assert "staging.part" not in desk.disk.contents()
    desk.check.assert_not_called()


def test_a_file_in_force_that_is_offered_with_another_size_is_found_out(desk: Desk) -> None:
    desk.call(lying(SETTINGS, Entry("box.toml", 6, sha256_of(b"a box"))))
    desk.send(b"new")
    assert failure(desk.call(Seal()))[0] == "fits-not"


def test_a_bundle_that_the_table_cannot_use_is_never_written_to_a_slot(desk: Desk) -> None:
    desk.check.return_value = ("table.toml:1: wrong", "x" * 5000)
    desk.call(offer_of(NEW))
    desk.send(b"#" * 5000 + b"t" * 4000)
    before = desk.disk.contents()
    assert failure(desk.call(Seal())) == ("fits-not", "table.toml:1: wrong; and 1 more")
    del before["staging.part"]
    assert desk.disk.contents() == before


def test_nobody_can_try_what_is_not_in_the_slot(desk: Desk) -> None:
    code, why = failure(desk.call(Try("0" * 64)))
    assert (code, "flash it again" in why) == ("changed", True)
    desk.restart.assert_not_called()


def test_a_flash_of_one_client_is_not_gone_on_with_by_another(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    for call in (PutBlock(0, b"#"), Seal()):
        assert failure(desk.call(call, desk.other))[0] == "changed"
    assert desk.call(PutBlock(0, b"#")) == Received(1)


def test_during_a_game_nothing_is_offered_tried_or_rolled_back_unless_forced(desk: Desk) -> None:
    desk.keep(OLD)
    begun(desk.sat)
    for call in (offer_of(NEW), RollBack()):
        assert failure(desk.call(call))[0] == "game"
    assert desk.call(offer_of(NEW, force=True)) == Wanted(("table.toml", "tags.toml"), 0)
    desk.send(b"#" * 5000 + b"t" * 4000)
    assert isinstance(desk.call(Seal()), DigestIs)
    sealed = sha256_of(NEW.encode())
    assert failure(desk.call(Try(sealed)))[0] == "game"
    desk.restart.assert_not_called()
    assert desk.call(Try(sealed, force=True)) == Done()


def test_a_disk_that_fails_is_told_as_the_tables(desk: Desk) -> None:
    desk.call(offer_of(NEW))
    desk.files.broken = {"write": errno.EROFS}
    code, why = failure(desk.call(PutBlock(0, b"#")))
    assert code == "disk"
    assert why == (
        "on the table: etc/table: the flash stops: the disk is read-only; a worn SD card turns "
        "so, put in another"
    )
