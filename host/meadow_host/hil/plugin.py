"""A pytest plugin: the fixture ``table``, the option ``--table``, the mark ``needs`` (docs/hil.md).

It is loaded by every pytest in whose environment this distribution is installed, so it imports
nothing of ours before a test asks for a table. ``-p no:meadow_table`` leaves it out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from meadow_host.hil.rig import Rig
    from meadow_host.hil.table import TableUnderTest

_TABLE = pytest.StashKey["TableUnderTest"]()
NEEDS = "needs(*what): what a rig must be able to do, else the test is skipped (docs/hil.md)"


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("meadow table")
    group.addoption(
        "--table",
        default="sim",
        metavar="RIG",
        help="which table the fixture `table` is: sim (in this program, the default), proc "
        "(meadowd as a process; proc:silicon for another board), or a serial port",
    )
    group.addoption(
        "--table-baud",
        type=int,
        default=115_200,
        metavar="N",
        help="the speed of a serial port in bits a second (default: 115200)",
    )
    group.addoption(
        "--table-register",
        type=Path,
        metavar="FILE",
        help="which tag sits in which piece (default: what the table says, or made up)",
    )
    group.addoption(
        "--table-settings",
        type=Path,
        metavar="FILE",
        help="the table.toml of the table (default: what the table says, or all defaults)",
    )
    group.addoption(
        "--table-patient",
        action="store_true",
        help="run the tests that wait for minutes, too",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", NEEDS)


class _Session:
    """The rig of this session: opened for the first test that asks, and broken at most once."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config
        self.rig: Rig | None = None
        self.broken = ""

    def open(self, make_folder: Callable[[str], Path]) -> Rig:
        """Fails the first test that cannot have it, and skips the others."""
        from meadow_host.hil.opening import Asked, open_rig
        from meadow_host.hil.rig import RigError

        if self.rig is None:
            option = self._config.getoption
            asked = Asked(
                table=option("--table"),
                baud=option("--table-baud"),
                settings=option("--table-settings"),
                register=option("--table-register"),
                patient=option("--table-patient"),
                folder=make_folder("table"),
                prompt=_prompt(self._config),
                worker=os.environ.get("PYTEST_XDIST_WORKER", ""),
            )
            why = ""
            try:
                self.rig = open_rig(asked)
            except RigError as error:
                why = str(error)
            # Out of the handler, so that pytest tells this one line and no chain of errors.
            if self.rig is None:
                self.breaks(why)
        return self.rig

    def check(self) -> None:
        """Nobody waits for a rig that is known to be broken."""
        if self.broken:
            pytest.skip(f"the rig {self._config.getoption('--table')} is broken: {self.broken}")

    def breaks(self, why: str) -> NoReturn:
        """From now on no test is tried."""
        rig = str(self._config.getoption("--table"))
        self.broken = why.removeprefix(f"{rig}: ")
        pytest.fail(f"the rig {rig}: {self.broken}", pytrace=False)

    def close(self) -> None:
        if self.rig is not None:
            self.rig.close()


@pytest.fixture(scope="session")
def _table_session(
    request: pytest.FixtureRequest,
) -> Iterator[_Session]:
    session = _Session(request.config)
    yield session
    session.close()


@pytest.fixture
def table(
    request: pytest.FixtureRequest,
    _table_session: _Session,
    tmp_path: Path,
    tmp_path_factory: pytest.TempPathFactory,
    record_testsuite_property: Callable[[str, object], None],
) -> TableUnderTest:
    """A table in its lobby, nothing chosen, nobody joined and nothing lying there."""
    from meadow_host.hil.rig import Can, RigError
    from meadow_host.hil.table import TableUnderTest

    _table_session.check()
    is_new = _table_session.rig is None
    rig = _table_session.open(tmp_path_factory.mktemp)
    if is_new:
        for name, value in _properties(request.config, rig).items():
            record_testsuite_property(name, value)
    for what in [what for mark in request.node.iter_markers("needs") for what in mark.args]:
        if what not in set(Can):
            known = ", ".join(sorted(Can))
            pytest.fail(f"needs: {what!r} is nothing that a rig can do: {known}", pytrace=False)
        if what not in rig.can:
            pytest.skip(f"the rig {rig.name} has no {what}")
    why = ""
    under_test: TableUnderTest | None = None
    try:
        rig.begin()
        under_test = TableUnderTest(rig, tmp_path)
    except RigError as error:
        why = str(error)
    if under_test is None:
        _table_session.breaks(why)
    request.node.stash[_TABLE] = under_test
    return under_test


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failed test tells of its table; the JUnit report has the times of all steps."""
    report = yield
    under_test = item.stash.get(_TABLE, None)
    if under_test is None:
        return report
    if report.when == "call":
        for step in under_test.steps:
            took = f"{step.took_ms / 1000:.2f} s" if step.took_ms >= 0 else "not finished"
            item.user_properties.append((f"step: {step.name}", took))
    if report.failed:
        from meadow_host.hil.report import lines_of

        report.sections.append(("meadow table", "\n".join(lines_of(under_test))))
    return report


def _properties(config: pytest.Config, rig: Rig) -> Mapping[str, str]:
    """What was tested with what, for the JUnit report."""
    from meadow_host.hil.versions import git_revision, of_this_program

    return {
        "table": rig.name,
        **rig.versions,
        "host": of_this_program(),
        "git": git_revision(config.rootpath),
    }


def _prompt(config: pytest.Config) -> Callable[[str], None] | None:
    """Tells the tester at the terminal what to do; None if there is none."""
    if sys.__stdout__ is None or not sys.__stdout__.isatty():
        return None
    capture: Any = config.pluginmanager.getplugin("capturemanager")
    reporter: Any = config.pluginmanager.getplugin("terminalreporter")

    def prompt(line: str) -> None:
        with capture.global_and_fixture_disabled():
            reporter.write_line(f"\n>>> {line}")

    return prompt
