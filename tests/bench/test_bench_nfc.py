"""The bench of the readers measures all that is promised; here it is only seen to run."""

from __future__ import annotations

import json

import pytest
from pytest_mock import MockerFixture

from tests.bench import nfc, readers, vendor_readers

MFRC522_NEVER = {
    "7-byte UID after arrival, mean",
    "  worst",
    "  worst, settings read back too",
    "inventory of 7 NTAG213",
    "inventory of 8 mixed",
    "4x1 + 7 lying, usual sweep, looks",
}


@pytest.fixture
def brief(mocker: MockerFixture) -> None:
    mocker.patch.object(readers, "SWEEPS", 5)
    mocker.patch.object(readers, "ARRIVALS", 2)
    mocker.patch.object(nfc, "LIGHTS", 1)
    mocker.patch.object(vendor_readers, "SWEEPS", 2)
    mocker.patch.object(vendor_readers, "ARRIVALS", 1)
    mocker.patch.object(vendor_readers, "VENDORS", vendor_readers.VENDORS[:1])


@pytest.mark.usefixtures("brief")
def test_the_vendors_figures_stand_beside_ours(capsys: pytest.CaptureFixture[str]) -> None:
    assert nfc.main(["--json"]) == 0

    rows = json.loads(capsys.readouterr().out)["rows"]
    theirs = {row["name"]: row["vendors"]["mfrc522"] for row in rows if row["vendors"]}
    targets = [row["target"] for row in rows if row["target"]]
    assert targets == [1.8, 1.8, 40, 1, 9, 11, 58, 55, 5.5, 5.5, 1, 40]
    assert round(theirs["five empty readers, usual sweep"]) == 413
    assert theirs["  SPI transfers, most"] == 10_065
    assert {name for name, value in theirs.items() if value is None} == MFRC522_NEVER
    unseen = {row["name"] for row in rows if row["ours"] <= 0}
    assert unseen == {"  worst, with a roll call"}, "too few sweeps here for a roll call"


def test_a_figure_says_whether_it_is_met_and_how_the_vendor_compares(
    mocker: MockerFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = [
        nfc.Row("a sweep", "ms", 2.0, 1.8, {"mfrc522": 413.0}),
        nfc.Row("a UID", "ms", 8.0, 9, {"mfrc522": None}),
    ]
    mocker.patch.object(nfc, "measured", return_value=rows)

    assert nfc.main([]) == 0

    sweep, uid = capsys.readouterr().out.splitlines()[-2:]
    assert " ".join(sweep.split()) == "a sweep 2 ms <= 1.8 NOT MET 413 (206 x)"
    assert " ".join(uid.split()) == "a UID 8 ms <= 9 met never"
