"""Where the vendor drivers lie that are here only to be compared with, and how to load them.

`mfrc522` is among the project's own packages. The others lie in .cache/vendors, one folder each,
since two of them go by one name; `make vendors` fetches them.
"""

from __future__ import annotations

from importlib import import_module, invalidate_caches
from pathlib import Path
from typing import Any

import pytest

FOLDER = Path(__file__).resolve().parent.parent.parent / ".cache" / "vendors"


def load(monkeypatch: pytest.MonkeyPatch, package: str, module: str) -> Any:
    """The module of a vendor's package; skips the test where the package is not to be had."""
    folder = FOLDER / package
    if not folder.is_dir():
        pytest.skip(f"{package} is not there to compare with; `make vendors` fetches it")
    monkeypatch.syspath_prepend(str(folder))
    invalidate_caches()
    return import_module(module)
