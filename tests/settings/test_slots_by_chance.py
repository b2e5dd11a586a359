"""Any sequence of calls, deaths, power cuts and failing disks, beside a model without a disk.

After a death the model does not know whether the last call took effect: it then holds both tables,
until something shows which one it is. None may be left over.
"""

from __future__ import annotations

import errno
from collections.abc import Callable
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.settings.slots import SlotError

from tests.journal.disks import FaultyFiles
from tests.settings.frail_disk import FrailDisk, Killed
from tests.settings.slot_scenes import LATER, NEW, OLD, UNHEALTHY, Life, leftovers, sha256

RAWS = {"old": OLD, "new": NEW, "later": LATER}


class Table(NamedTuple):
    """What a table should hold, as names of `RAWS`, "" for the factory's or nothing.

    ``trial`` is None, or the slot that is tried and what must be in it.
    """

    a: str = ""
    b: str = ""
    active: str = ""
    previous: str = ""
    previous_name: str = ""
    trial: tuple[str, str] | None = None
    is_begun: bool = False
    reason: str = ""

    def of(self, slot: str) -> str:
        return {"a": self.a, "b": self.b, "": ""}[slot]

    @property
    def inactive(self) -> str:
        beside = self.active or self.previous
        return "b" if beside == "a" else "a"

    def ended(self, reason: str) -> Table:
        return self._replace(trial=None, is_begun=False, reason=reason)


class Seen(NamedTuple):
    """What came of a call: whether it was refused; of a start, what it began on and told."""

    is_refused: bool = False
    name: str = ""
    on_trial: bool = False
    reason: str = ""


REFUSED = Seen(is_refused=True)
Played = tuple[Table, Seen]
"""What a table is after a call, and what comes of it."""


def write(table: Table, name: str) -> Played:
    if table.is_begun:
        return table, REFUSED
    return (table._replace(a=name) if table.inactive == "a" else table._replace(b=name)), Seen()


def mark(table: Table, name: str) -> Played:
    slot = table.inactive
    if table.is_begun or table.of(slot) != name:
        return table, REFUSED
    return table._replace(trial=(slot, name)), Seen()


def switch_back(table: Table, _name: str) -> Played:
    gone = table.of(table.previous) != table.previous_name
    if table.is_begun or gone or not (table.active or table.previous):
        return table, REFUSED
    return table._replace(trial=(table.previous, table.previous_name)), Seen()


def confirm(table: Table, _name: str) -> Played:
    if not table.is_begun or table.trial is None:
        return table, Seen()
    kept = Table(table.a, table.b, table.trial[0], table.active, table.of(table.active))
    return kept, Seen()


def roll_back(table: Table, name: str) -> Played:
    return (table.ended(f"not {name}"), Seen()) if table.trial else (table, REFUSED)


def start(table: Table, _name: str) -> Played:
    if table.is_begun:
        table = table.ended(UNHEALTHY)
    slot, name = table.trial or ("", "nothing")
    if table.of(slot) == name:
        return table._replace(is_begun=True), Seen(False, name, True, table.reason)
    return not_tried(table._replace(trial=None))


def not_tried(table: Table) -> Played:
    """A start without a trial, or one on a disk that could not note it."""
    return table, Seen(False, table.of(table.active), False, table.reason)


MODEL: dict[str, Callable[[Table, str], Played]] = {
    "write": write,
    "mark": mark,
    "switch back": switch_back,
    "confirm": confirm,
    "roll back": roll_back,
    "start": start,
}


def do(life: Life, call: str, name: str) -> Seen:
    """The same on the real slots."""
    slots, raw = life.slots, RAWS[name]
    real: dict[str, Callable[[], object]] = {
        "write": lambda: slots.write_inactive(raw),
        "mark": lambda: slots.begin_trial(sha256(raw)),
        "switch back": slots.switch_back,
        "confirm": slots.confirm,
        "roll back": lambda: slots.roll_back(f"not {name}"),
    }
    if call == "start":
        life.restart()
        choice = life.slots.choose()
        assert not any("damaged" in line or "state.json is" in line for line in choice.told)
        names = {value: key for key, value in RAWS.items()}
        begun_on = names[choice.raw] if choice.raw else ""
        return Seen(False, begun_on, choice.on_trial, life.slots.state().rolled_back)
    try:
        real[call]()
    except SlotError:
        return REFUSED
    return Seen()


class Play:
    """The real slots, and the tables they may be."""

    def __init__(self) -> None:
        self.tables = {Table()}
        self.wake(FrailDisk())

    def wake(self, disk: FrailDisk) -> None:
        """A new program starts on this disk."""
        self.disk, self.files = disk, FaultyFiles(disk)
        self.life = Life(self.files)
        self.call("start", "old")
        assert leftovers(self.life) == []

    def call(self, call: str, name: str, *others: Played) -> None:
        """Do it, and keep the tables of which that comes, or one of the others."""
        seen = do(self.life, call, name)
        played = [*others, *(MODEL[call](table, name) for table in self.tables)]
        left = {table for table, shown in played if shown == seen}
        assert left, (call, name, seen, self.tables)
        self.tables = left

    def die(self, call: str, name: str, at_call: int) -> None:
        """Do it, and die at that call of it, or after its last."""
        last = len(self.files.calls) + at_call

        def die(_name: str) -> None:
            if len(self.files.calls) > last:
                raise Killed

        after = {MODEL[call](table, name)[0] for table in self.tables}
        self.files.on_call = die
        try:
            do(self.life, call, name)
        except Killed:
            after |= self.tables
        self.tables = after

    def fail(self, call: str, name: str, at_call: int, code: int) -> None:
        """Do it while that call of it fails: it takes effect, or nothing changes."""
        self.files.at_call = {len(self.files.calls) + at_call: code}
        if call == "start":
            waiting = [table for table in self.tables if table.trial and not table.is_begun]
            self.call(call, name, *(not_tried(table) for table in waiting))
        else:
            self.call(call, name, *((table, REFUSED) for table in self.tables))
        self.files.at_call = {}


Steps = list[tuple[str, str, tuple[str, int, int | None] | None]]

AT_CALL = st.integers(0, 40)
TROUBLES = st.one_of(
    *[st.none()] * 6,
    st.tuples(st.just("killed"), AT_CALL, st.none()),
    st.tuples(st.just("power"), AT_CALL, st.integers(0, 200)),
    st.tuples(st.just("fault"), AT_CALL, st.sampled_from([errno.EIO, errno.ENOSPC])),
)
RUNS = st.sampled_from(
    [
        *[("write", "mark", "start", "confirm")] * 4,
        ("write", "mark", "start"),
        ("write", "mark", "write"),
        ("switch back", "start", "confirm"),
        *((call,) for call in MODEL),
    ]
)
"""Calls one after another, about the same bytes: by chance alone few flashes would be whole."""


@st.composite
def run(draw: st.DrawFn) -> Steps:
    name = draw(st.sampled_from(sorted(RAWS)))
    return [(call, name, draw(TROUBLES)) for call in draw(RUNS)]


STEPS = st.lists(run(), max_size=10).map(lambda runs: [step for one in runs for step in one])


def play(steps: Steps) -> None:
    life = Play()
    for call, name, trouble in steps:
        match trouble:
            case "killed", at_call, _:
                life.die(call, name, at_call)
                life.wake(life.disk.rebooted())
            case "power", at_call, int(which):
                life.die(call, name, at_call)
                outcomes = life.disk.outcomes()
                life.wake(outcomes[which % len(outcomes)])
            case "fault", at_call, int(code):
                life.fail(call, name, at_call, code)
            case _:
                life.call(call, name)


@given(STEPS)
def test_whatever_happens_the_slots_are_a_table_that_may_be(steps: Steps) -> None:
    play(steps)


@pytest.mark.soak
@settings(max_examples=5_000, deadline=None)
@given(STEPS)
def test_whatever_happens_a_long_time_the_slots_are_a_table_that_may_be(steps: Steps) -> None:
    play(steps)


def test_the_model_itself_plays_a_flash_a_failed_one_and_the_way_back() -> None:
    life = Play()
    for call, name in (("write", "old"), ("mark", "old"), ("start", ""), ("confirm", "")):
        life.call(call, name or "old")
    assert life.tables == {Table(a="old", active="a")}
    for call in ("write", "mark", "start", "start"):
        life.call(call, "new")
    assert life.tables == {Table(a="old", b="new", active="a", reason=UNHEALTHY)}
    for call in ("switch back", "start", "confirm"):
        life.call(call, "new")
    assert life.tables == {Table("old", "new", "", "a", "old")}
