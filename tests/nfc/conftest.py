"""The bench of the driver's seam."""

from __future__ import annotations

import pytest
from pytest_mock import MockerFixture

from tests.nfc.wire import Bench


@pytest.fixture
def bench(mocker: MockerFixture) -> Bench:
    return Bench(mocker)
