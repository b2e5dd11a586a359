"""Each fault of the `faulty` board has promises that the table keeps under it and after its end,
and every one of them breaks when what handles the fault is taken out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from meadow_host.twin.faulty import Fault
from pytest_mock import MockerFixture

from tests.twin.handling import Removal, Scenario, broken
from tests.twin.handling_chips import OF_CHIPS
from tests.twin.handling_outputs import OF_OUTPUTS
from tests.twin.handling_tags import OF_TAGS

SCENARIOS: tuple[Scenario[Any], ...] = (*OF_CHIPS, *OF_TAGS, *OF_OUTPUTS)


class Without(NamedTuple):
    scenario: Scenario[Any]
    removal: Removal


def called(scenario: Scenario[Any]) -> str:
    return f"{scenario.fault.name} {scenario.title}"


def removals() -> Iterator[Any]:
    for scenario in SCENARIOS:
        for removal in scenario.removals:
            name = f"{called(scenario)}, without {removal.name}"
            yield pytest.param(Without(scenario, removal), id=name)


def layers() -> Iterator[Any]:
    for scenario in SCENARIOS:
        for removal in scenario.removals:
            for one in removal.enough:
                others = tuple([layer for layer in removal.layers if layer is not one])
                name = f"{called(scenario)}, with {one.name} alone"
                yield pytest.param(Without(scenario, Removal(others, ())), id=name)


@pytest.mark.parametrize("scenario", SCENARIOS, ids=called)
def test_under_a_fault_and_after_it_the_promises_are_kept(
    scenario: Scenario[Any], mocker: MockerFixture
) -> None:
    assert broken(scenario, (), mocker) == []


@pytest.mark.parametrize("without", tuple(removals()))
def test_without_what_handles_it_they_break(without: Without, mocker: MockerFixture) -> None:
    scenario, removal = without
    assert set(removal.breaks) <= set(broken(scenario, removal.layers, mocker))


@pytest.mark.soak
@pytest.mark.parametrize("without", tuple(layers()))
def test_where_several_things_handle_it_each_alone_is_enough(
    without: Without, mocker: MockerFixture
) -> None:
    assert broken(without.scenario, without.removal.layers, mocker) == []


@pytest.mark.parametrize("fault", Fault)
def test_every_fault_has_promises_and_each_of_them_a_removal_that_breaks_it(fault: Fault) -> None:
    scenarios = [one for one in SCENARIOS if one.fault is fault]
    assert scenarios != []
    for scenario in scenarios:
        breaks = {promise for removal in scenario.removals for promise in removal.breaks}
        assert breaks == set(scenario.promises), called(scenario)
