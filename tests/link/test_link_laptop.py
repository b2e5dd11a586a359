"""Who is connected by the cable, as far as a table can know."""

from __future__ import annotations

from pathlib import Path

from meadow.clock import ManualClock
from meadow.link.answers import Done
from meadow.link.cable import Cable, Laptop
from meadow.link.calls import Bye, Claim, Hello
from meadow_host.twin.cord import Cord

from tests.link.laptops import Laptop as Caller
from tests.link.laptops import Wire


def test_a_table_without_a_line_has_nobody_to_tell_of() -> None:
    assert Cable("0", service=False).laptop() is None


def test_whoever_calls_is_connected_until_it_says_goodbye_or_falls_silent(tmp_path: Path) -> None:
    clock = ManualClock(50_000)
    cable, cord = Cable("0", service=False, clock=clock), Cord(tmp_path / "cable")
    try:
        cable.open([cord.table_port], lambda line: None)
        assert cable.laptop() == Laptop("", silent=False)
        first, second = Caller(cable.device, Wire(), 1), Caller(cable.device, Wire(), 2)
        first.call(Hello(1, 1, "meadow shell"))
        assert cable.laptop() == Laptop("meadow shell", silent=False)
        clock.sleep_ms(9_999)
        assert cable.laptop() == Laptop("meadow shell", silent=False)
        clock.sleep_ms(1)
        assert cable.laptop() == Laptop("meadow shell", silent=True)
        second.call(Hello(1, 1, "meadow status"))
        assert cable.laptop() == Laptop("meadow status", silent=False)
        first.call(Claim())
        assert cable.laptop() == Laptop("meadow shell", silent=False)
        assert first.call(Bye()) == Done()
        assert cable.laptop() == Laptop("", silent=False)
    finally:
        cable.close()
        cord.close()
