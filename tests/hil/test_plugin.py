"""The pytest plugin itself: skips, a rig that breaks, what a failure tells, the JUnit report."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest
from meadow_host.hil import opening
from meadow_host.hil.rig import Can, RigError
from meadow_host.hil.sim import SimRig
from pytest_mock import MockerFixture

pytest_plugins = ("pytester",)

LISTS_TABLE = "def test_a(table): assert table.phase == 'lobby'\n"
FAILING = """
    import pytest

    def test_it_fails(table):
        with table.step("choose"):
            table.say("quick-paws")
            table.wait_for("sound", cue="join")
        with table.step("join"):
            with table.step("north"):
                table.tap("north", "rake.red")
            table.wait_for("fact.card-opened", within_ms=300)
"""


@pytest.fixture(autouse=True)
def _alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests within these tests are not shared out, whatever these are."""
    monkeypatch.delenv("PYTEST_XDIST_WORKER", raising=False)


def run(pytester: pytest.Pytester, test: str, *args: str) -> pytest.RunResult:
    """Run a test file in this process, on the simulated table unless told otherwise."""
    pytester.makepyfile(test)
    return pytester.runpytest_inprocess("-p", "no:cacheprovider", *args)


def test_without_an_option_a_test_runs_on_the_simulated_table(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_a(table): assert table.rig.name == 'sim'")
    result.assert_outcomes(passed=1)


def test_each_test_has_a_table_of_its_own(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
        def test_one(table):
            table.say("quick-paws")
            table.wait_for("sound", cue="join")

        def test_two(table):
            assert table.view()["lobby"]["game"] == ""
            assert table.outputs == []
        """,
    )
    result.assert_outcomes(passed=2)


def test_the_plugin_can_be_left_out(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_a(table): pass", "-p", "no:meadow_table")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*fixture 'table' not found*"])


def test_what_a_rig_lacks_skips_a_test_with_the_reason(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SimRig, "can", SimRig.can - {Can.BEEPS})
    result = run(
        pytester,
        """
        import pytest

        @pytest.mark.needs("frames", "beeps")
        def test_a(table):
            pass

        @pytest.mark.needs("manual_time")
        def test_b(table):
            pass
        """,
        "-rs",
    )
    result.assert_outcomes(passed=1, skipped=1)
    result.stdout.fnmatch_lines(["*the rig sim has no beeps*"])


def test_a_need_that_does_not_exist_fails_in_one_line(pytester: pytest.Pytester) -> None:
    result = run(
        pytester,
        """
        import pytest

        @pytest.mark.needs("framez")
        def test_a(table):
            pass
        """,
    )
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*needs: 'framez' is nothing that a rig can do: beeps, frames*"])


# -------------------------------------------------------------------------- a broken rig


def test_a_rig_that_is_not_there_fails_once_and_nobody_waits_for_it_again(
    pytester: pytest.Pytester, mocker: MockerFixture
) -> None:
    tries = mocker.spy(opening, "open_rig")
    tests = "\n".join(f"def test_{number}(table): pass" for number in range(10))
    result = run(pytester, tests, "--table", "/dev/no-such-port", "-rs")
    result.assert_outcomes(errors=1, skipped=9)
    told = "the rig /dev/no-such-port: there is no such port"
    result.stdout.fnmatch_lines([f"{told}*", "*no-such-port is broken: there is no such port*"])
    result.stdout.no_fnmatch_line("*exception*")
    assert tries.call_count == 1


def test_a_misspelt_rig_is_told_with_the_one_that_was_meant(pytester: pytest.Pytester) -> None:
    result = run(pytester, LISTS_TABLE, "--table", "prok")
    result.assert_outcomes(errors=1)
    told = 'there is no such rig, did you mean "proc"? A port is named by its path, as ./prok'
    result.stdout.fnmatch_lines([f"the rig prok: {told}"])


def test_a_misspelt_piece_is_told_with_the_one_that_was_meant(pytester: pytest.Pytester) -> None:
    result = run(pytester, "def test_a(table): table.tap('deck', 'treat.bark.acron')")
    result.assert_outcomes(failed=1)
    told = "there is no piece 'treat.bark.acron' on sim: did you mean \"treat.bark.acorn\"?"
    result.stdout.fnmatch_lines([f"*Failed: {told}"])


def test_a_rig_that_breaks_on_the_way_is_told_once(
    pytester: pytest.Pytester, mocker: MockerFixture
) -> None:
    lost = RigError("the cable was pulled")
    mocker.patch.object(SimRig, "begin", side_effect=[None, lost])
    mocker.patch.object(SimRig, "now_ms", return_value=0)
    tests = "\n".join(f"def test_{number}(table): pass" for number in range(3))
    result = run(pytester, tests, "-rs")
    result.assert_outcomes(passed=1, errors=1, skipped=1)
    result.stdout.fnmatch_lines(["the rig sim: the cable was pulled"])
    result.stdout.no_fnmatch_line("*exception*")


def test_settings_that_are_wrong_are_told_with_file_and_line(pytester: pytest.Pytester) -> None:
    path = pytester.makefile(".toml", table="[strip]\npixles = 60\n")
    result = run(pytester, LISTS_TABLE, "--table-settings", str(path))
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*table.toml:2*pixles*"])


def test_a_port_is_not_shared_by_several_processes(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTEST_XDIST_WORKER", "gw0")
    result = run(pytester, LISTS_TABLE, "--table", "/dev/ttyACM0")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*/dev/ttyACM0 cannot be shared: run pytest with -n 0*"])


def test_a_table_that_does_not_start_is_told_with_what_it_said(pytester: pytest.Pytester) -> None:
    result = run(pytester, LISTS_TABLE, "--table", "proc:nonsense")
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*meadowd ended at its start; it said:*there is no board*"])


# ------------------------------------------------------------------------------ the reports


def test_a_failure_tells_steps_outputs_and_light(pytester: pytest.Pytester) -> None:
    result = run(pytester, FAILING)
    result.assert_outcomes(failed=1)
    result.stdout.fnmatch_lines(
        [
            "*fact.card-opened did not come within 300 ms*",
            "table sim",
            "steps",
            "  choose: 0.0? s",
            "  join: not finished",
            "    north: 0.0? s",
            "the last of 2 facts and outputs",
            "  10?? ms  sound  {'cue': 'join'}",
            "the last of * light frames",
            "  * ms  north * green*",
        ]
    )


def test_the_junit_report_says_what_was_tested_with_what(pytester: pytest.Pytester) -> None:
    result = run(pytester, FAILING, "--junitxml=report.xml")
    result.assert_outcomes(failed=1)
    tree = ElementTree.parse(pytester.path / "report.xml")
    suite = {one.get("name"): one.get("value") for one in tree.findall(".//testsuite/properties/*")}
    assert (suite["table"], suite["board"], suite["table id"]) == ("sim", "virtual", "meadow")
    assert suite["firmware"] == suite["host"] == "0.1.0"
    assert suite["protocol"] == "1"
    assert len(suite["settings digest"] or "") == 64
    assert "git" in suite
    steps = {one.get("name"): one.get("value") for one in tree.findall(".//testcase/properties/*")}
    assert steps["step: join"] == "not finished"
    assert (steps["step: choose"] or "").endswith(" s")


def test_the_git_revision_stands_in_the_report_of_a_checkout(pytester: pytest.Pytester) -> None:
    pytester.makeini("[pytest]\n")
    for command in (
        ("git", "init", "-q"),
        ("git", "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x", "--allow-empty"),
    ):
        assert pytester.run(*command).ret == 0
    run(pytester, LISTS_TABLE, "--junitxml=report.xml").assert_outcomes(passed=1)
    head = pytester.run("git", "rev-parse", "HEAD").outlines[0]
    text = (pytester.path / "report.xml").read_text(encoding="utf-8")
    assert f'name="git" value="{head[:12]}"' in text
