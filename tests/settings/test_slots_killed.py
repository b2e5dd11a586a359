"""Wherever a program or the power ends, the table starts on one whole configuration.

Every scene is played once for each call that touches the folder, and dies there; then the disk is
tried as the running system has it, and in every way in which a power cut may leave it.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import NamedTuple

import pytest
from meadow.journal.files import Files
from meadow.settings.slots import Slots

from tests.journal.disks import QuickFiles
from tests.settings.frail_disk import FOLDER, Killed, dying
from tests.settings.slot_scenes import SCENES, Life, Scene, Start, Step, check

CALLS = {
    "first flash": 65,
    "second flash": 65,
    "third flash": 60,
    "a trial rolled back": 55,
    "a first trial rolled back": 55,
    "a trial never confirmed": 70,
    "a flash after one that failed": 50,
    "a flash over one that waits": 50,
    "switch back": 45,
    "switch back to the factory's and on again": 70,
    "a flash resumed": 35,
}
"""At least so many calls has a scene: with fewer it has lost a part, and so have these tests."""


CALLS_AT_MOST = 1000


class Death(NamedTuple):
    """A scene that died at ``call``, or that lived to its end, where that is "".

    ``last`` is the last step that returned, ``step`` the one it died in.
    """

    scene: Scene
    call: str
    last: Step | None
    step: Step | None
    where: str

    @property
    def allowed(self) -> list[Start]:
        """What a start may find: as after the last step, or already as after the next."""
        found = [self.last.after if self.last else self.scene.first]
        return [*found, self.step.after] if self.step else found

    def check(self, files: Files, twin: Files, folder: Path = FOLDER) -> None:
        """What holds on the disk; ``twin`` is a copy of it, for what was said of the folder."""
        if self.last and not (self.step and self.step.is_other):
            assert self.last.holds(Life(twin, folder).slots), self.where
        check(Life(files, folder), self.allowed, self.where)


def die(scene: Scene, disk: Files, at_call: int, folder: Path = FOLDER) -> Death:
    """Play the steps of a scene up to that call, from 0."""
    files = dying(disk, at_call)
    life = Life(files, folder)
    done: list[Step] = []
    with contextlib.suppress(Killed):
        for step in scene.steps:
            step.do(life)
            done.append(step)
    call = files.calls[at_call] if len(files.calls) > at_call else ""
    step_ = scene.steps[len(done)] if call else None
    where = f"{scene.name}: in {step_.name if step_ else 'nothing'}, call {at_call}, {call}"
    return Death(scene, call, done[-1] if done else None, step_, where)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_death_at_any_call_leaves_the_old_configuration_or_the_new_one(scene: Scene) -> None:
    before = scene.disk()
    for at_call in range(CALLS_AT_MOST):
        disk = before.rebooted()
        death = die(scene, disk, at_call)
        death.check(disk.rebooted(), disk.rebooted())
        if not death.call:
            break
    assert at_call >= CALLS[scene.name]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_a_power_cut_at_any_call_leaves_the_old_configuration_or_the_new_one(scene: Scene) -> None:
    tried = 0
    before = scene.disk()
    for at_call in range(CALLS_AT_MOST):
        disk = before.rebooted()
        death = die(scene, disk, at_call)
        for outcome in disk.outcomes():
            death.check(outcome.rebooted(), outcome.rebooted())
            tried += 1
        if not death.call:
            break
    assert at_call >= CALLS[scene.name]
    assert tried >= 1.5 * CALLS[scene.name]


@pytest.mark.parametrize("scene", SCENES[3:5], ids=lambda scene: scene.name)
def test_a_death_at_any_call_on_a_real_disk_leaves_the_same(scene: Scene, tmp_path: Path) -> None:
    for at_call in range(CALLS_AT_MOST):
        folder = tmp_path / f"{at_call}"
        life = Life(QuickFiles(), folder)
        for step in scene.before:
            step.do(life)
        death = die(scene, QuickFiles(), at_call, folder)
        check(Life(QuickFiles(), folder), death.allowed, death.where)
        if not death.call:
            break
    assert at_call >= 50


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_what_a_start_after_a_death_begins_on_no_power_cut_takes_back(scene: Scene) -> None:
    before = scene.disk()
    for at_call in range(CALLS_AT_MOST):
        disk = before.rebooted()
        death = die(scene, disk, at_call)
        disk = disk.rebooted()
        first = Slots(FOLDER, disk).choose()
        for outcome in disk.outcomes():
            second = Slots(FOLDER, outcome).choose()
            assert not second.on_trial, death.where
            assert first.on_trial or second.raw == first.raw, death.where
        if not death.call:
            break
    assert at_call >= CALLS[scene.name]
