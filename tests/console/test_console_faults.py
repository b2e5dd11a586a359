"""What the console hears of others' logs, and that it leaves them as they were."""

from __future__ import annotations

import logging
from collections.abc import Iterator

import pytest
from meadow.clock import ManualClock
from meadow.console.faults import Faults
from meadow.console.seldom import Seldom


@pytest.fixture(params=["asyncio", "uvicorn.error"])
def logger(request: pytest.FixtureRequest) -> Iterator[logging.Logger]:
    logger = logging.getLogger(request.param)
    before = logger.propagate
    yield logger
    logger.propagate = before


def faults(said: list[str]) -> Faults:
    return Faults(Seldom(ManualClock(0), said.append))


@pytest.mark.parametrize("before", [True, False])
def test_who_leaves_sets_the_loggers_back(logger: logging.Logger, before: bool) -> None:
    logger.propagate = before
    handlers, said = list(logger.handlers), list[str]()
    one = faults(said)
    one.come()
    logger.error("no more files")
    assert said == ["a fault of the console: RuntimeError: no more files; the table plays on"]
    assert logger.propagate is False
    one.leave()
    assert (logger.propagate, logger.handlers) == (before, handlers)
    one.leave()  # once more does nothing
    assert (logger.propagate, logger.handlers) == (before, handlers)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)], ids=["the first first", "the last first"])
def test_of_two_consoles_the_last_that_leaves_sets_the_loggers_back(
    logger: logging.Logger, order: tuple[int, int]
) -> None:
    logger.propagate = True
    two = [faults([]), faults([])]
    for one in two:
        one.come()
    two[order[0]].leave()
    assert logger.propagate is False
    two[order[1]].leave()
    assert logger.propagate is True
