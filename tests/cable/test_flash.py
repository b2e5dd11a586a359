"""A flash as the laptop drives it: what is sent, what is refused, kept and rolled back."""

from __future__ import annotations

import pytest
from meadow.bundle.bundle import Bundle
from meadow.link.answers import Code, DigestIs, Received
from meadow.link.calls import PutBlock, Seal
from meadow.link.offered import Meant
from meadow.settings.slots import Slots
from meadow_host.cable.client import Client
from meadow_host.cable.errors import LineError, RefusedError
from meadow_host.cable.flash import Flashed, FlashError, Outcome, Watcher, flash, roll_back
from pytest_mock import MockerFixture

from tests.cable.flash_table import MEANT, Cord, FlashTable, bundle_for, flashed, steady
from tests.settings.frail_disk import FOLDER
from tests.table.sat import begun

OLD = bundle_for("oak", box="old box")
NEW = bundle_for("oak", 20_000, box="old box", register="new register")


@pytest.fixture
def table() -> FlashTable:
    return FlashTable()


@pytest.fixture
def cord(table: FlashTable) -> Cord:
    return Cord(table)


@pytest.fixture
def oak(table: FlashTable, cord: Cord) -> FlashTable:
    """The table was flashed with `OLD` and kept it."""
    assert flashed(cord, OLD).outcome is Outcome.KEPT
    cord.frames = 0
    return table


class Notes(Watcher):
    """Notes what a flash tells."""

    def __init__(self) -> None:
        self.notes: list[str] = []

    def wanted(self, names: tuple[str, ...], received: int, size: int) -> None:
        self.notes.append(f"send {' '.join(names)}: {received} of {size}")

    def sent(self, received: int, size: int) -> None:
        self.notes.append(f"{received} of {size}")

    def checking(self) -> None:
        self.notes.append("checking")

    def trying(self) -> None:
        self.notes.append("trying")

    def lost(self, why: str) -> None:
        self.notes.append(f"lost: {why}")


def refused(cord: Cord, meant: Meant = MEANT, rename: bool = False) -> str:
    """Why the table refuses `NEW`; it goes on as before."""
    before = cord.table.bundle
    with pytest.raises(RefusedError) as error:
        flashed(cord, NEW, meant=meant, rename=rename)
    assert "\n" not in str(error.value)
    assert cord.table.bundle == before == cord.table.reads()
    assert cord.closed == cord.opened
    return f"{error.value.code}: {error.value}"


# ------------------------------------------------------------------ the ordinary way


def test_a_table_that_was_never_flashed_takes_a_bundle_and_keeps_it(
    table: FlashTable, cord: Cord
) -> None:
    notes = Notes()
    outcome = flashed(cord, OLD, watcher=notes)
    assert outcome == Flashed(
        Outcome.KEPT, OLD.digest, ("table.toml", "box.toml"), sent_bytes=OLD.size
    )
    size = OLD.size
    assert notes.notes == [
        f"send table.toml box.toml: 0 of {size}",
        f"{size} of {size}",
        "checking",
        "trying",
    ]
    assert table.reads() == OLD
    assert cord.closed == cord.opened == 1


def test_only_files_that_are_not_in_force_are_sent(oak: FlashTable, cord: Cord) -> None:
    outcome = flashed(cord, NEW)
    assert outcome.files == ("table.toml", "register.toml")
    assert outcome.sent_bytes == NEW.size - len("old box")
    assert oak.reads() == NEW


def test_a_file_under_another_name_is_not_sent_again(oak: FlashTable, cord: Cord) -> None:
    renamed = bundle_for("oak", carton="old box")
    outcome = flashed(cord, renamed)
    assert (outcome.files, outcome.sent_bytes) == ((), 0)
    assert oak.reads() == renamed


def test_what_is_in_force_already_is_not_flashed_again(oak: FlashTable, cord: Cord) -> None:
    assert flashed(cord, OLD) == Flashed(Outcome.SAME, OLD.digest)
    assert cord.frames == 5  # hello, claim, offer, release, bye


def test_what_a_table_runs_on_from_its_options_is_written_to_a_slot(
    table: FlashTable, cord: Cord
) -> None:
    table.bundle = OLD
    outcome = flashed(cord, OLD)
    assert (outcome.outcome, outcome.sent_bytes) == (Outcome.KEPT, 0)
    assert table.reads() == OLD


def test_an_empty_file_can_be_flashed(oak: FlashTable, cord: Cord) -> None:
    empty = bundle_for("oak", box="old box", register="")
    assert flashed(cord, empty).outcome is Outcome.KEPT
    assert oak.reads() == empty


# ------------------------------------------------------------------ what is refused


def test_settings_for_another_table_are_refused_unless_it_is_renamed(
    oak: FlashTable, cord: Cord
) -> None:
    elm = Meant("elm", "rev-1")
    assert refused(cord, elm) == (
        'identity: these settings are for table "elm", and this is "oak": is it the right cable? '
        "--rename gives this table the new id"
    )
    assert flashed(cord, NEW, meant=elm, rename=True).outcome is Outcome.KEPT


def test_settings_for_other_hardware_are_refused_even_if_it_is_renamed(cord: Cord) -> None:
    assert refused(cord, Meant("oak", "rev-2"), rename=True) == (
        'hardware: these settings are for hardware "rev-2", and this table is "rev-1": flash '
        "those that were made for it (table.hardware)"
    )


def test_a_table_without_a_folder_for_settings_says_so(table: FlashTable, cord: Cord) -> None:
    table.has_slots = False
    table.boot()
    assert refused(cord) == (
        "missing: this table has no folder for settings that are flashed: start meadowd with "
        "--config FOLDER"
    )


def test_a_game_is_not_disturbed_unless_forced(oak: FlashTable, cord: Cord) -> None:
    begun(oak.sat)
    assert refused(cord) == (
        "game: a game is going on, and the table would start anew: wait until it is over "
        "(--force pauses it, to be taken up again)"
    )
    assert flashed(cord, NEW, force=True).outcome is Outcome.KEPT


def test_a_game_that_begins_during_a_flash_goes_on_and_nothing_is_tried(
    oak: FlashTable, cord: Cord
) -> None:
    class Player(Watcher):
        def checking(self) -> None:
            begun(oak.sat)

    with pytest.raises(RefusedError, match="a game is going on"):
        flashed(cord, NEW, watcher=Player())
    assert oak.sat.phase == "playing"
    assert oak.reads() == OLD
    oak.sat.table.say("end")
    oak.sat.table.say("lobby")
    oak.sat.wait(100)
    assert flashed(cord, NEW).sent_bytes == 0
    assert oak.reads() == NEW


def test_a_bundle_that_cannot_be_used_there_is_refused_before_any_restart(
    oak: FlashTable, cord: Cord
) -> None:
    oak.unfit = tuple(f"table.toml:{line}: wrong" for line in range(1, 11))
    assert refused(cord) == (
        "fits-not: table.toml:1: wrong; table.toml:2: wrong; table.toml:3: wrong; "
        "table.toml:4: wrong; table.toml:5: wrong; table.toml:6: wrong; table.toml:7: wrong; "
        "table.toml:8: wrong; and 2 more"
    )
    assert oak.restarts == []


def test_versions_without_one_in_common_are_told_in_one_line(
    cord: Cord, mocker: MockerFixture
) -> None:
    mocker.patch("meadow.link.device.LOWEST", 2)
    mocker.patch("meadow.link.device.HIGHEST", 3)
    assert "update the program on the laptop" in refused(cord)


def test_more_names_than_a_frame_holds_are_told_before_anything_is_sent(cord: Cord) -> None:
    files = {f"{number}-{'long' * 20}": "x" for number in range(60)}
    with pytest.raises(FlashError, match="do not go over the cable"):
        flashed(cord, bundle_for("oak", **files))


# ------------------------------------------------------------------ trials


def test_a_trial_that_fails_is_told_with_its_reason_and_the_table_goes_back(
    oak: FlashTable, cord: Cord
) -> None:
    oak.illness = lambda bundle: "reader west does not answer" if bundle == NEW else ""
    outcome = flashed(cord, NEW)
    assert outcome.outcome is Outcome.ROLLED_BACK
    assert outcome.reason == "reader west does not answer"
    assert outcome.digest == OLD.digest
    assert oak.reads() == OLD


def test_a_bundle_that_failed_before_can_be_tried_again(oak: FlashTable, cord: Cord) -> None:
    oak.illness = lambda bundle: "it was dark" if bundle == NEW else ""
    assert flashed(cord, NEW).outcome is Outcome.ROLLED_BACK
    oak.illness = lambda bundle: ""
    assert flashed(cord, NEW).outcome is Outcome.KEPT
    assert oak.reads() == NEW


def test_readers_that_are_silent_before_a_flash_are_not_blamed_on_it(
    oak: FlashTable, cord: Cord
) -> None:
    oak.sat.board.readers.fail("west", "the chip does not answer")
    oak.sat.wait(100)
    ailing: list[tuple[str, ...]] = []

    def judged(bundle: Bundle | None) -> str:
        ailing.append(oak.slots.state().ailing)
        return ""

    oak.illness = judged
    assert flashed(cord, NEW).outcome is Outcome.KEPT
    assert ailing == [("west",)]


def test_a_flash_while_another_is_on_trial_waits_for_its_end(oak: FlashTable, cord: Cord) -> None:
    other = bundle_for("oak", box="other box")
    oak.slots.begin_trial(oak.slots.write_inactive(other.encode()))
    oak.restarts.append("another laptop")
    oak.look()
    assert oak.slots.state().on_trial
    assert flashed(cord, NEW).outcome is Outcome.KEPT
    assert oak.reads() == NEW


def test_rolling_back_returns_to_the_settings_before_and_again_to_those_after(
    oak: FlashTable, cord: Cord
) -> None:
    flashed(cord, NEW)
    for bundle in (OLD, NEW):
        with steady(cord) as line:
            assert roll_back(line) == Flashed(Outcome.KEPT, bundle.digest)
        assert oak.reads() == bundle


def test_a_rollback_that_fails_its_trial_says_why(oak: FlashTable, cord: Cord) -> None:
    flashed(cord, NEW)
    oak.illness = lambda bundle: "it was dark" if bundle == OLD else ""
    with steady(cord) as line:
        outcome = roll_back(line)
    assert (outcome.outcome, outcome.reason) == (Outcome.ROLLED_BACK, "it was dark")
    assert oak.reads() == NEW


def test_there_is_nothing_to_go_back_to_before_the_first_flash(cord: Cord) -> None:
    with steady(cord) as line, pytest.raises(RefusedError) as error:
        roll_back(line)
    assert str(error.value) == "there is nothing to go back to: no flash was ever kept"


def test_a_rollback_waits_for_a_game_unless_forced(oak: FlashTable, cord: Cord) -> None:
    flashed(cord, NEW)
    begun(oak.sat)
    with steady(cord) as line, pytest.raises(RefusedError) as error:
        roll_back(line)
    assert error.value.code == Code.GAME
    with steady(cord) as line:
        assert roll_back(line, force=True).outcome is Outcome.KEPT


# ------------------------------------------------------------------ two laptops


def test_a_second_laptop_is_told_who_flashes(oak: FlashTable, cord: Cord) -> None:
    class Second(Watcher):
        def sent(self, received: int, size: int) -> None:
            with steady(Cord(oak)) as line, pytest.raises(RefusedError) as error:
                flash(line, OLD, MEANT)
            told.append(str(error.value))

    told: list[str] = []
    assert flashed(cord, NEW, watcher=Second()).outcome is Outcome.KEPT
    assert told[0] == (
        "a laptop on another laptop or terminal is writing to this table: end it there; if it is "
        "gone, its place is free within 10 s"
    )


def test_a_laptop_that_slept_while_another_flashed_begins_again(
    oak: FlashTable, cord: Cord
) -> None:
    other = bundle_for("oak", box="other box")

    class Sleeper(Watcher):
        slept = False

        def sent(self, received: int, size: int) -> None:
            if not self.slept:
                self.slept = True
                oak.clock.advance_to(oak.clock.now_ms() + 11_000)
                assert flashed(Cord(oak), other).outcome is Outcome.KEPT

    outcome = flashed(cord, NEW, watcher=Sleeper())
    assert outcome.outcome is Outcome.KEPT
    assert oak.reads() == NEW


def test_a_line_that_was_never_a_table_is_told_at_once(table: FlashTable) -> None:
    cord = Cord(table)
    cord.lost_over = 0
    began_ms = table.clock.now_ms()
    with pytest.raises(LineError, match="no table answers"):
        flashed(cord, NEW)
    assert table.clock.now_ms() - began_ms <= 5000
    assert cord.closed == cord.opened == 1


def test_another_client_of_the_slots_finds_all_that_was_kept(oak: FlashTable, cord: Cord) -> None:
    flashed(cord, NEW)
    state = Slots(FOLDER, oak.disk).state()
    assert (state.active, state.previous, state.on_trial, state.named) == ("b", "a", False, True)
    assert sorted(oak.disk.contents()) == ["slot-a.bundle", "slot-b.bundle", "state.json"]


def test_whoever_offers_nothing_cannot_send_blocks(oak: FlashTable, cord: Cord) -> None:
    client = Client(cord.open(), "careless", lambda: oak.clock.now_ms() / 1000)
    client.hello()
    client.claim()
    for call, kind in ((PutBlock(0, b"x"), Received), (Seal(), DigestIs)):
        with pytest.raises(RefusedError, match="no flash of yours is in progress: offer it first"):
            client.call(call, kind)
