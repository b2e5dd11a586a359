"""The page on simulated silicon shows code that runs, and names only what is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from meadow_host.twin.silicon.pi import SimulatedPi

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "silicon.md").read_text(encoding="utf-8")


def test_the_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None

    exec(compile(found.group(1), "silicon.md", "exec"), {})

    assert capsys.readouterr().out.startswith("(0, 16) ")


def test_every_name_of_the_pi_on_the_page_is_there() -> None:
    names = set(re.findall(r"`?pi\.(\w+)", PAGE))

    assert names >= {"lay", "lift", "couple", "unplug", "pins", "strip"}
    assert [name for name in sorted(names) if not hasattr(SimulatedPi(), name)] == []
