"""What the bench measures of a vendor's driver is what the driver does, not what chance gave."""

from __future__ import annotations

import pytest
from pytest_mock import MockerFixture

from tests.bench import vendor_readers
from tests.silicon import vendors

PI_RC522 = vendor_readers.VENDORS[1]


@pytest.mark.skipif(
    not (vendors.FOLDER / PI_RC522.package).is_dir(), reason="`make vendors` fetches pi-rc522"
)
def test_pi_rc522_tells_an_arrival_at_its_readers_next_turn_in_any_of_a_sweep(
    mocker: MockerFixture,
) -> None:
    # The tag powers up in 1 ms, waits for its turn, 0 to 412.7 ms, and is read in 6.2 ms.
    mocker.patch.object(vendor_readers, "ARRIVALS", 10)
    mocker.patch.object(vendor_readers, "SWEEPS", 2)
    times = vendor_readers.times_of(PI_RC522)

    assert round(times.sweep_ms, 1) == 412.7
    assert times.arrival_mean_ms is not None
    assert times.arrival_worst_ms is not None
    assert round(times.arrival_mean_ms) == 214
    # The latest tenth of the moments in its middle: 7.2 + 0.95 * 412.7.
    assert round(times.arrival_worst_ms) == 399
