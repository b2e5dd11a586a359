"""A vendor's driver on simulated readers, beside which ours is put."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

import pytest
from meadow_host.twin.silicon.install import installed
from meadow_host.twin.silicon.pi import SimulatedPi, Wiring

from tests.bench.vendor_readers import VENDORS, Vendor, VendorBench
from tests.nfc.silicon_bench import ONE

MFRC522, PI_RC522, _ = VENDORS


@contextmanager
def theirs(
    vendor: Vendor, wiring: Mapping[str, Wiring] = ONE, seed: int = 0
) -> Iterator[VendorBench]:
    """Readers polled as the vendor has it; skips the test where the package is not to be had."""
    with (
        installed(SimulatedPi(dict(wiring), seed=seed)) as pi,
        pytest.MonkeyPatch.context() as patch,
    ):
        yield VendorBench(vendor, pi, patch)
