"""A table with chips rests between sweeps, but never while something new is being read."""

from __future__ import annotations

from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sweep import SweepSettings
from meadow_host.twin.silicon.picc import Picc

from tests.nfc.silicon_bench import SiliconBench, silicon


def nap_ms(bench: SiliconBench) -> int:
    return bench.readers.wake_ms() - bench.pi.clock.now_ms()


def test_the_readers_nap_after_a_sweep_in_which_nothing_new_was_heard() -> None:
    with silicon() as bench:
        bench.run(50)
        bench.poll()
        assert nap_ms(bench) == 1


def test_they_nap_beside_a_tag_that_lies_still() -> None:
    with silicon() as bench:
        bench.lay("north", "04A1B2C3D4E5F6")
        bench.run(500)
        naps = []
        for _ in range(100):
            bench.poll()
            naps.append(nap_ms(bench))
            bench.rest()
        # A look at the tag now and then fills two slices.
        assert naps.count(1) > 70


def test_they_go_on_at_once_while_a_newcomer_is_read() -> None:
    with silicon() as bench:
        bench.run(50)
        bench.pi.lay(Picc(bytes.fromhex("04A1B2C3D4E5F6")), "north")
        bench.pi.clock.sleep_ms(5)
        naps = []
        while not bench.readers.lying("north"):
            bench.poll()
            naps.append(nap_ms(bench))
        assert naps
        assert set(naps) == {0}


def test_a_nap_of_no_length_can_be_set() -> None:
    with silicon(settings=ReaderSettings(sweep=SweepSettings(nap_ms=0))) as bench:
        bench.run(50)
        bench.poll()
        assert nap_ms(bench) == 0


def test_in_one_sweep_only_one_reader_is_asked_for_its_settings() -> None:
    with silicon() as bench:
        bench.run(20)
        extra = []
        for _ in range(600):  # the roll is called after 2 s
            before = bench.pi.transfers
            bench.poll()
            extra.append(bench.pi.transfers - before)
            bench.rest()
        assert min(extra) == 32
        assert max(extra) == 33
        assert extra.count(33) > 25
