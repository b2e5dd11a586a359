"""docs/readers.md tells the settings as they are."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
from meadow.nfc.readers import ReaderSettings

PAGE = Path(__file__).parents[2] / "docs" / "readers.md"


def test_every_setting_stands_on_the_page_with_its_bounds_and_default() -> None:
    told = dict(re.findall(r"^\| `(\w+\.\w+)` \| (.*) \|$", PAGE.read_text(), re.MULTILINE))
    wanted = {}
    for section in msgspec.structs.fields(ReaderSettings):
        for field in msgspec.structs.fields(section.type):
            allowed = "true or false"
            (meta,) = field.type.__metadata__
            if meta.le is not None:
                allowed = f"{meta.ge} to {meta.le}"
            default = str(field.default).lower()
            wanted[f"{section.name}.{field.name}"] = f"{allowed} | {default}"
    assert told == wanted


def test_every_module_that_the_page_names_is_there() -> None:
    rooms = PAGE.parents[1] / "firmware" / "meadow" / "nfc"
    named = set(re.findall(r"(\w+\.py)", PAGE.read_text()))
    assert len(named) == 14
    assert all((rooms / name).exists() for name in named)
