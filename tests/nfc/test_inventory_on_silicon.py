"""Every inventory on simulated chips is complete, under both readings of their CollPos."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from meadow_host.twin.silicon.picc import Picc
from meadow_host.twin.silicon.reception import CollPos

from tests.nfc.silicon_bench import ONE, silicon
from tests.nfc.test_anticollision import told_apart_awake, uid_sets


def check(uids: list[str], coll_pos: CollPos, drops: bool) -> None:
    """Lay the tags, wait for all to be told, then ask for an inventory."""
    assume(told_apart_awake(uids))
    with silicon(ONE, coll_pos=coll_pos) as bench:
        for uid in uids:
            bench.pi.lay(Picc(bytes.fromhex(uid), drops_unmatched=drops), "deck")
        bench.run(300)
        assert sorted(bench.readers.lying("deck")) == uids
        assert sorted(found.uid for found in bench.readers.inventory("deck")) == uids
        assert bench.run(50) == []


@settings(max_examples=25, deadline=None)
@given(uid_sets(), st.sampled_from(CollPos), st.booleans())
def test_every_inventory_is_complete(uids: list[str], coll_pos: CollPos, drops: bool) -> None:
    check(uids, coll_pos, drops)


@pytest.mark.soak
@settings(max_examples=2000, deadline=None)
@given(uid_sets(), st.sampled_from(CollPos), st.booleans())
def test_two_thousand_inventories_are_complete(
    uids: list[str], coll_pos: CollPos, drops: bool
) -> None:
    check(uids, coll_pos, drops)
