"""Scenes of a table's slots, step by step, with what the next start must find after each step."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from meadow.journal.files import Files
from meadow.settings.slots import Choice, Slots

from tests.settings.frail_disk import FOLDER, FrailDisk

OLD = b"old settings " * 20
NEW = b"new settings\x00\xff" * 25
LATER = b"later settings " * 15
BLOCK = 150
UNHEALTHY = "the table did not report healthy after the restart"
DARK = "it was dark"


def sha256(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()


class Start(NamedTuple):
    """What a start finds: the bytes, whether on trial, why the last trial was rolled back.

    ``back`` are the bytes that a trial goes back to.
    """

    raw: bytes | None
    on_trial: bool = False
    reason: str = ""
    back: bytes | None = None

    def says(self, other: Start) -> bool:
        """The same, but for what nobody can see yet."""
        return self[:3] == other[:3]


class Life:
    """A table that is flashed: its folder, and the program that runs now."""

    def __init__(self, files: Files, folder: Path = FOLDER) -> None:
        self.files = files
        self.folder = folder
        self.slots = Slots(folder, files)
        self.sha256 = ""
        self.choice = Choice(None, "", False, ())

    def restart(self) -> None:
        self.slots = Slots(self.folder, self.files)


class Step(NamedTuple):
    """One call, what a start finds after it, and what else is true of the folder from then on.

    ``gives`` is for a start: what it itself begins on. ``is_other`` ends what held before.
    """

    name: str
    do: Callable[[Life], None]
    after: Start
    holds: Callable[[Slots], bool] = lambda slots: True
    gives: tuple[bytes | None, bool] | None = None
    is_other: bool = False


class Scene(NamedTuple):
    """``before`` runs undisturbed; ``steps`` are where things go wrong."""

    name: str
    before: tuple[Step, ...]
    steps: tuple[Step, ...]

    def disk(self) -> FrailDisk:
        """A disk on which all that comes before has happened."""
        disk = FrailDisk()
        life = Life(disk)
        for step in self.before:
            step.do(life)
        return disk.rebooted()

    @property
    def first(self) -> Start:
        """What a start finds before the steps."""
        return self.before[-1].after if self.before else Start(None)


# ------------------------------------------------------------------ steps


def stage(raw: bytes, after: Start) -> Step:
    def do(life: Life) -> None:
        life.slots.stage(sha256(raw), len(raw))

    return Step("stage", do, after, is_other=True)


def put(raw: bytes, block: int, after: Start) -> Step:
    first, last = BLOCK * block, min(len(raw), BLOCK * (block + 1))

    def do(life: Life) -> None:
        assert life.slots.put(first, raw[first:last]) == last

    return Step(f"put {block}", do, after, lambda slots: goes_on(slots, raw, last))


def resume(raw: bytes, have: int, after: Start) -> Step:
    def do(life: Life) -> None:
        life.restart()
        assert life.slots.stage(sha256(raw), len(raw)) == have

    return Step("resume", do, after, lambda slots: goes_on(slots, raw, have))


def goes_on(slots: Slots, raw: bytes, have: int) -> bool:
    """So many bytes are there at the least, and with the others they make the whole."""
    found = slots.stage(sha256(raw), len(raw))
    slots.put(found, raw[found:])
    return found >= have and slots.staged() == raw


def drop(after: Start) -> Step:
    return Step("drop", lambda life: life.slots.drop(), after)


def write(raw: bytes, after: Start) -> Step:
    def do(life: Life) -> None:
        life.sha256 = life.slots.write_inactive(raw)
        assert life.sha256 == sha256(raw)

    def is_there(slots: Slots) -> bool:
        return raw in (slots.read("a"), slots.read("b"))

    return Step("write", do, after, is_there)


def mark(after: Start) -> Step:
    return Step("mark", lambda life: life.slots.begin_trial(life.sha256, ["north"]), after)


def start(gives: Start, after: Start) -> Step:
    def do(life: Life) -> None:
        life.restart()
        life.choice = life.slots.choose()

    return Step("start", do, after, gives=(gives.raw, gives.on_trial))


def confirm(after: Start) -> Step:
    return Step("confirm", lambda life: life.slots.confirm(), after)


def roll_back(after: Start) -> Step:
    return Step("roll back", lambda life: life.slots.roll_back(after.reason), after)


def switch_back(after: Start) -> Step:
    return Step("switch back", lambda life: life.slots.switch_back(), after)


def flashed(raw: bytes, over: bytes | None) -> tuple[Step, ...]:
    """A whole flash that turns out well."""
    trial, failed = Start(raw, True, back=over), Start(over, False, UNHEALTHY)
    return (
        write(raw, Start(over)),
        mark(trial),
        start(trial, failed),
        confirm(Start(raw)),
    )


def sent(raw: bytes, over: bytes | None) -> tuple[Step, ...]:
    """The same, as it comes over the cable."""
    old = Start(over)
    trial = Start(raw, True, back=over)
    write_, mark_, start_, confirm_ = flashed(raw, over)
    blocks = [put(raw, block, old) for block in range(-(-len(raw) // BLOCK))]
    return (stage(raw, old), *blocks, write_, mark_, drop(trial), start_, confirm_)


# ------------------------------------------------------------------ scenes

_TRIAL = Start(NEW, True, back=OLD)
_FAILED = Start(OLD, False, UNHEALTHY)
_TO_OLD, _OLD_FAILED = Start(OLD, True, back=NEW), Start(NEW, False, UNHEALTHY)
_TO_NONE = Start(None, True, back=OLD)
_OVER = Start(LATER, True, back=OLD)
_FIRST = flashed(OLD, None)
_TWO = (*_FIRST, *flashed(NEW, OLD))
_ON_TRIAL = flashed(NEW, OLD)[:3]

SCENES = (
    Scene("first flash", (), sent(NEW, None)),
    Scene("second flash", _FIRST, sent(NEW, OLD)),
    Scene("third flash", _TWO, sent(LATER, NEW)),
    Scene(
        "a trial rolled back",
        _FIRST,
        (
            *_ON_TRIAL,
            roll_back(Start(OLD, False, DARK)),
            start(Start(OLD), Start(OLD, False, DARK)),
        ),
    ),
    Scene(
        "a first trial rolled back",
        (),
        (
            *flashed(NEW, None)[:3],
            roll_back(Start(None, False, DARK)),
            start(Start(None), Start(None, False, DARK)),
        ),
    ),
    Scene(
        "a trial never confirmed",
        _FIRST,
        (*_ON_TRIAL, start(Start(OLD), _FAILED), start(Start(OLD), _FAILED)),
    ),
    Scene(
        "a flash after one that failed",
        (*_FIRST, *_ON_TRIAL, start(Start(OLD), _FAILED)),
        (
            write(LATER, _FAILED),
            mark(_OVER._replace(reason=UNHEALTHY)),
            start(_OVER, _FAILED),
            confirm(Start(LATER)),
        ),
    ),
    Scene(
        "a flash over one that waits",
        (*_FIRST, *_ON_TRIAL[:2]),
        (
            write(LATER, Start(OLD)),
            mark(_OVER),
            start(_OVER, _FAILED),
            confirm(Start(LATER)),
        ),
    ),
    Scene(
        "switch back",
        _TWO,
        (switch_back(_TO_OLD), start(_TO_OLD, _OLD_FAILED), confirm(Start(OLD))),
    ),
    Scene(
        "switch back to the factory's and on again",
        _FIRST,
        (
            switch_back(_TO_NONE),
            start(_TO_NONE, _FAILED),
            confirm(Start(None)),
            switch_back(Start(OLD, True)),
            start(Start(OLD, True), Start(None, False, UNHEALTHY)),
            confirm(Start(OLD)),
        ),
    ),
    Scene(
        "a flash resumed",
        _FIRST,
        (
            stage(NEW, Start(OLD)),
            put(NEW, 0, Start(OLD)),
            resume(NEW, BLOCK, Start(OLD)),
            put(NEW, 1, Start(OLD)),
            resume(NEW, 2 * BLOCK, Start(OLD)),
            put(NEW, 2, Start(OLD)),
            stage(LATER, Start(OLD)),
            put(LATER, 0, Start(OLD)),
        ),
    ),
)


# ------------------------------------------------------------------ what must be true


def check(life: Life, allowed: Iterable[Start], where: object) -> None:
    """A new program finds one of these on its disk, and all goes on from there."""
    check_starts(life, allowed, where)
    check_a_flash(life, where)


def check_starts(life: Life, allowed: Iterable[Start], where: object) -> None:
    """The same, without a flash."""
    life.restart()
    choice = life.slots.choose()
    got = Start(choice.raw, choice.on_trial, life.slots.state().rolled_back)
    fitting = [one for one in allowed if one.says(got)]
    assert fitting, (where, got, choice.told)
    assert not any(word in line for line in choice.told for word in _OF_DAMAGE), (where, choice)
    assert leftovers(life) == [], where
    if choice.on_trial:
        life.restart()
        again = life.slots.choose()
        back = Start(again.raw, again.on_trial, life.slots.state().rolled_back)
        assert back.says(Start(fitting[0].back, False, UNHEALTHY)), (where, back)


def leftovers(life: Life) -> list[str]:
    """Files that were being written, and that no start has cleared."""
    try:
        return [name for name in life.files.names(life.folder) if name.endswith(".tmp")]
    except FileNotFoundError:
        return []


_OF_DAMAGE = ("damaged", "missing", "cannot be read", "state.json")
"""Words of a start that found something broken: a death or a power cut breaks nothing."""


def check_a_flash(life: Life, where: object) -> None:
    """The next flash is as any other."""
    raw = b"the next flash"
    life.slots.begin_trial(life.slots.write_inactive(raw))
    life.restart()
    assert life.slots.choose()[:3] == (raw, life.slots.state().active, True), where
    life.slots.confirm()
    life.restart()
    assert life.slots.choose()[:3] == (raw, life.slots.state().active, False), where
