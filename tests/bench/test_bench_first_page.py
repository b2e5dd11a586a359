"""How first pages are told beside their promise; that they are measured needs a browser."""

from __future__ import annotations

import pytest
from pytest_mock import MockerFixture

from tests.bench import first_page
from tests.bench.first_page import Load, first_pages, told
from tests.bench.measure import Figure


def test_a_first_page_is_told_by_its_median_and_worst_run_and_as_a_ratio_to_the_promise() -> None:
    loads = [Load(400, 30), Load(250, 30), Load(1100, 33)]

    here = told("meadow", loads, is_slow=False)
    assert here == [
        Figure(
            "first meadow, here", 250, 400, "ms", 1000, False, "0.40 of it; worst 1100 ms, 1.10"
        ),
        Figure("first meadow, over the wire", 30, 30, "kB", 150, False, "0.22 of it"),
    ]
    assert [figure.met for figure in here] == [True, True]
    [slow] = told("meadow", loads, is_slow=True)
    assert (slow.name, slow.median, slow.met) == ("first meadow, slow phone", 400, None)


def test_without_a_browser_first_pages_are_left_out_and_a_line_says_so(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    mocker.patch.object(first_page, "WINDOWED", None)

    assert first_pages() == []

    assert capsys.readouterr() == (
        "",
        "first pages are not measured: no chromium here (apt-get install chromium)\n",
    )
