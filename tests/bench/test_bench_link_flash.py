"""The bench of a flash: here its line is seen to keep its speed, and the whole only to run."""

from __future__ import annotations

import os
import time
import tty

import pytest
from meadow.bundle.load import load_bundle
from meadow.games.package import load_packages
from pytest_mock import MockerFixture

from tests.bench import link_flash
from tests.bench.slow_line import own_time_s, slow_line


def test_bytes_take_their_time_on_a_slow_line_and_arrive_as_they_were() -> None:
    data = bytes(range(256)) * 8
    with slow_line(100_000) as line:
        ends = [os.open(name, os.O_RDWR | os.O_NOCTTY) for name in line]
        for end in ends:
            tty.setraw(end)
        began_s = time.monotonic()
        os.write(ends[0], data)
        received = b""
        while len(received) < len(data):
            received += os.read(ends[1], 4096)
        took_s = time.monotonic() - began_s
        for end in ends:
            os.close(end)
    assert received == data
    assert took_s >= own_time_s(len(data), 100_000) == pytest.approx(0.2048)


def test_a_full_bundle_has_three_sets_and_two_hundred_tags_and_loads() -> None:
    bundle = link_flash.full_bundle(0)
    loaded = load_bundle(bundle, load_packages())
    assert len(loaded.sets) == 3
    assert len(loaded.register.entries) == 200
    assert link_flash.full_bundle(1).digest != bundle.digest


def test_a_flash_is_measured_from_the_hello_to_the_end_of_the_trial(mocker: MockerFixture) -> None:
    mocker.patch.object(link_flash, "BAUD", 1_000_000)
    figures = link_flash.figures(repeats=1)
    assert [figure.unit for figure in figures] == ["x own time", "s", "s"]
    ratio, unchanged, kept = [figure.best for figure in figures]
    assert ratio > 1
    assert 0 < unchanged < kept
    assert kept > 3
