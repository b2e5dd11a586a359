"""A disk that is full, read-only or failing costs nothing: one plain line, then all goes on.

Every scene is played once for each call that touches the folder, and that call fails.
"""

from __future__ import annotations

import contextlib
import errno
import os
from functools import partial
from typing import NamedTuple

import pytest
from meadow.settings.slots import SlotError, Slots, SlotState

from tests.journal.disks import FaultyFiles
from tests.settings.frail_disk import FOLDER, FrailDisk
from tests.settings.slot_scenes import (
    LATER,
    NEW,
    OLD,
    SCENES,
    Life,
    Scene,
    Start,
    Step,
    check_a_flash,
    check_starts,
    leftovers,
)

FAULTS_AT_LEAST = 40
"""Fewer calls has no scene."""
CALLS_AT_MOST = 1000
SAID = {
    errno.ENOSPC: "the disk is full",
    errno.EIO: "the disk has an error",
    errno.EROFS: "the disk is read-only",
}


class Folder(NamedTuple):
    """What a new program finds, without changing anything."""

    state: SlotState
    a: bytes | None
    b: bytes | None


def found(disk: FrailDisk) -> Folder:
    slots = Slots(FOLDER, disk.rebooted())
    return Folder(slots.state(), slots.read("a"), slots.read("b"))


def refused(life: Life, step: Step, code: int) -> bool:
    """Do a step; whether it failed, with one plain line."""
    told = ""
    try:
        step.do(life)
    except SlotError as error:
        told = str(error)
    assert not told or (SAID[code] in told and "\n" not in told)
    return bool(told)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("code", SAID, ids=os.strerror)
def test_a_call_that_fails_once_changes_nothing_and_the_next_try_works(
    scene: Scene, code: int
) -> None:
    before: dict[Step, Folder] = {}
    before_all = scene.disk()
    for at_call in range(CALLS_AT_MOST):
        disk = before_all.rebooted()
        files = FaultyFiles(disk)
        files.at_call[at_call] = code
        if code == errno.EIO:
            files.on_call = partial(sync_all_the_same, files)
        life = Life(files)
        last = scene.first
        for step in scene.steps:
            where = f"{scene.name}: in {step.name}, call {at_call}"
            if step not in before:  # the same for every call that fails later
                before[step] = found(disk)
            if refused(life, step, code):
                assert found(disk) == before[step], where
                for outcome in disk.outcomes():
                    check_starts(Life(outcome), [last], where)
                assert not leftovers(Life(disk)), where
                assert not refused(life, step, code), where
            if step.gives and (life.choice.raw, life.choice.on_trial) != step.gives:
                # A trial that could not be noted is not begun; the next start does.
                assert step.gives[1], where
                assert not life.choice.on_trial, where
                assert SAID[code] in life.choice.told[-1], where
                step.do(life)
                assert (life.choice.raw, life.choice.on_trial) == step.gives, where
            last = step.after
        for outcome in disk.outcomes():
            check_starts(Life(outcome), [scene.steps[-1].after], f"{scene.name}: call {at_call}")
        if len(files.calls) <= at_call:
            break
    assert at_call >= FAULTS_AT_LEAST


def sync_all_the_same(files: FaultyFiles, name: str) -> None:
    """A disk may report an error for names that it has written."""
    if name == "sync_folder" and len(files.calls) - 1 in files.at_call:
        with contextlib.suppress(FileNotFoundError):
            files.inner.sync_folder(FOLDER)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
@pytest.mark.parametrize("code", [errno.EIO, errno.EROFS], ids=os.strerror)
def test_a_disk_that_fails_from_some_call_on_leaves_one_whole_configuration(
    scene: Scene, code: int
) -> None:
    before_all = scene.disk()
    for at_call in range(CALLS_AT_MOST):
        disk = before_all.rebooted()
        files = FaultyFiles(disk)
        files.at_call = dict.fromkeys(range(at_call, CALLS_AT_MOST), code)
        life = Life(files)
        before, after = scene.first, scene.first
        for step in scene.steps:
            before, after = after, step.after
            if refused(life, step, code):
                break
            if step.gives and (life.choice.raw, life.choice.on_trial) != step.gives:
                check_start_on_a_failing_disk(life, before, code)
                break
        where = f"{scene.name}: call {at_call}"
        for outcome in (disk.rebooted(), *disk.outcomes()):
            check_starts(Life(outcome), [before, after], where)
        if len(files.calls) <= at_call:
            break
        files.at_call = {}
        if not life.slots.state().on_trial:
            check_a_flash(life, where)
    assert at_call >= FAULTS_AT_LEAST


def check_start_on_a_failing_disk(life: Life, before: Start, code: int) -> None:
    """It begins on something whole, or on the factory's where nothing can be read; and says why.

    Nothing is on trial, for that could not be noted.
    """
    told = " ".join(life.choice.told)
    assert SAID[code] in told
    assert not life.choice.on_trial
    if "state.json cannot be read" in told:  # then any slot that is whole will do
        assert life.choice.raw in (OLD, NEW, LATER, None)
    else:
        assert life.choice.raw in (before.raw, before.back, None)
