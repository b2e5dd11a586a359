"""Each public report that the drivers' traps come from has a test under its number."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

REPORTS = (
    "miguelbalboa/rfid#290",
    "miguelbalboa/rfid#437",
    "miguelbalboa/rfid#540",
    "miguelbalboa/rfid#589",
    "ondryaso/pi-rc522#55",
    "Phoniebox#556",
    "Phoniebox#912",
    "ESPuino#448",
    "DarkFlippers/unleashed-firmware#1075",
    "rpi_ws281x#186",
    "rpi_ws281x#419",
    "raspberrypi/linux#2094",
    "Blinka#747",
)
MARK = "pytest.mark.report"


def reported() -> Iterator[str]:
    """The number in each ``@pytest.mark.report(...)`` of this folder's tests."""
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == MARK:
                        yield ast.literal_eval(mark.args[0])


@pytest.mark.parametrize("number", REPORTS)
def test_each_report_has_a_test(number: str) -> None:
    assert number in set(reported())


def test_no_test_names_a_report_that_is_not_in_the_list() -> None:
    assert set(reported()) == set(REPORTS)
