"""Every test of this folder runs on every board there is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.contract.rig import RIGS, Rig


@pytest.fixture(params=sorted(RIGS))
def rig(request: pytest.FixtureRequest) -> Iterator[Rig]:
    """A board that has just been opened, with nothing on it."""
    made = RIGS[request.param]()
    yield made
    made.board.close()
