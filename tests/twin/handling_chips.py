"""Chips that are deaf, forget or are gone: what is promised, and what handles it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from meadow.nfc.health import Health, HealthSettings, News, State, Step
from meadow.nfc.iso14443a import SILENCE, Ask, Reply
from meadow.nfc.presence import Presence
from meadow.nfc.readers import ChipReaders, ReaderSettings
from meadow.nfc.sightings import Back, Failed
from meadow_host.twin.faulty import Fault
from meadow_host.twin.silicon.picc import Picc

from tests.twin.handling import (
    OTHER,
    TAG,
    THIRD,
    Ledger,
    Never,
    ReaderBench,
    Removal,
    Scenario,
    in_driver,
    nothing,
    out,
)

STILL = "a tag that lies still neither leaves nor comes again"
READS = "a newcomer is read"
LEAVES = "a tag that is lifted leaves"
SET_UP = "the chip is reset and set up again by itself"
TOLD = "it is told as failed, once, in one line that says what to do"
SPEED = "newcomers elsewhere are read as fast as ever"
CHEAP = "it is asked four times a second at most"
BACK = "it comes back by itself, with what lies there by then"


# -------------------------------------------------------------------------------- deafness


def deaf(ledger: Ledger, bench: ReaderBench) -> None:
    bench.lay("west", TAG)
    bench.seen(200)
    bench.begin(Fault.DEAF, "west")
    told = bench.seen(400)
    ledger.enter(STILL, told == [] and bench.board.readers.lying("west") == (TAG,))
    ledger.enter(SET_UP, not bench.silicon.pi.readers["west"].deaf)
    ledger.enter(READS, bench.arrives("west", OTHER))
    ledger.enter(LEAVES, bench.leaves("west", TAG))


def deaf_and_empty(ledger: Ledger, bench: ReaderBench) -> None:
    bench.begin(Fault.DEAF, "west")
    bench.seen(1100)
    ledger.enter(READS, bench.arrives("west", TAG))


# ------------------------------------------------------------- chips that forget, or are gone


def brown_out(ledger: Ledger, bench: ReaderBench) -> None:
    bench.lay("west", TAG)
    bench.seen(200)
    resets = bench.report("west").soft_resets
    bench.begin(Fault.BROWN_OUT, "west")
    told = bench.seen(600)
    ledger.enter(STILL, told == [] and bench.board.readers.lying("west") == (TAG,))
    field_on = bench.silicon.pi.readers["west"].field.on
    ledger.enter(SET_UP, field_on and bench.report("west").soft_resets > resets)
    ledger.enter(READS, bench.arrives("west", OTHER))
    ledger.enter(LEAVES, bench.leaves("west", TAG))


SLOW_BOARDS = ReaderSettings(health=HealthSettings(reset_ms=60))


def brown_out_of_a_slow_board(ledger: Ledger, bench: ReaderBench) -> None:
    """Its chip wakes late, and so does the tag, within what ISO/IEC 14443-3 allows (5 ms)."""
    bench.silicon.pi.lay(Picc(bytes.fromhex(TAG), power_up_us=5000), "west")
    bench.seen(200)
    bench.begin(Fault.BROWN_OUT, "west")
    ledger.enter(STILL, bench.seen(600) == [])


def endless_is_silent(self: Any, ask: Ask, irq: int) -> Reply | None:
    """`Chip._unfinished` that takes an exchange without an end for silence."""
    return None if self._meter.us < self._late_us else SILENCE


def down(fault: Fault, says: str) -> Callable[[Ledger, ReaderBench], None]:
    """A reader of which nothing is heard any more while a tag lies there."""

    def play(ledger: Ledger, bench: ReaderBench) -> None:
        bench.lay("west", TAG)
        bench.seen(200)
        bench.begin(fault, "west")
        told = bench.seen(300)
        failed = [one for one in told if isinstance(one, Failed)]
        plain = all(says in one.why and "\n" not in one.why for one in failed)
        before = bench.silicon.pi.port("west").transfers
        quiet = bench.seen(1000) == []
        ledger.enter(CHEAP, bench.silicon.pi.port("west").transfers - before <= 4)
        arrive = [bench.arrives("north", f"04A1B2C3D4F0{n:02X}", within_ms=12) for n in range(4)]
        ledger.enter(SPEED, all(arrive))
        ledger.enter(TOLD, len(told) == len(failed) == 1 and plain and quiet)
        bench.lift("west", TAG)
        bench.lay("west", OTHER)
        bench.lay("west", THIRD)
        bench.end(fault, "west")
        back = [(one.place, sorted(one.uids)) for one in bench.seen(600) if isinstance(one, Back)]
        well = bench.report("west").trouble == ""
        ledger.enter(BACK, back == [("west", [OTHER, THIRD])] and well and not bench.raised)

    return play


def no_ladder(self: Health, why: str, now_ms: int) -> News:
    return News.NONE


def reset_for_ever(self: Health, why: str, now_ms: int) -> News:
    self.why, self.state = why, State.MENDING
    self._next(Step.RESET, now_ms)
    return News.NONE


_next = Health._next


def never_asked(self: Health, step: Step, at_ms: int) -> None:
    _next(self, step, 1 << 60 if step is Step.PROBE else at_ms)


def asked_always(self: Health, step: Step, at_ms: int) -> None:
    _next(self, step, 0 if step is Step.PROBE else at_ms)


LADDER = out("the ladder of resets", Health, "fault", no_ladder)
DOUBT = out("the doubt of sudden silence", ChipReaders, "_doubt", nothing)
NOTICES = (
    in_driver("reading back", "check", nothing, "Chip"),
    in_driver("noticing exchanges without end", "_unfinished", endless_is_silent, "Chip"),
    DOUBT,
)

OF_DOWN = (
    Removal((out("the last rung, the report", Health, "fault", reset_for_ever),), (TOLD, CHEAP)),
    Removal((out("the telling", Presence, "failed", nothing),), (TOLD,)),
    Removal((out("the asking", Health, "_next", never_asked),), (BACK,)),
    Removal((out("the patience between askings", Health, "_next", asked_always),), (CHEAP,)),
    Removal((out("the return", Presence, "returning", nothing),), (BACK,)),
)

OF_CHIPS: tuple[Scenario[ReaderBench], ...] = (
    Scenario(
        Fault.DEAF,
        "under a tag",
        (STILL, SET_UP, READS, LEAVES),
        ReaderBench,
        deaf,
        (Removal((DOUBT,), (STILL, SET_UP, READS, LEAVES)),),
    ),
    Scenario(
        Fault.DEAF,
        "under nothing",
        (READS,),
        lambda: ReaderBench(ReaderSettings(health=HealthSettings(refresh_s=1))),
        deaf_and_empty,
        (Removal((out("the refreshing", Health, "stale", lambda *_: False),), (READS,)),),
    ),
    Scenario(
        Fault.BROWN_OUT,
        "under a tag",
        (STILL, SET_UP, READS, LEAVES),
        ReaderBench,
        brown_out,
        (
            Removal((LADDER,), (SET_UP, READS, LEAVES)),
            Removal(
                NOTICES,
                (STILL, SET_UP, READS, LEAVES),
                enough=NOTICES,
            ),
        ),
    ),
    Scenario(
        Fault.BROWN_OUT,
        "of a slow board",
        (STILL,),
        lambda: ReaderBench(SLOW_BOARDS),
        brown_out_of_a_slow_board,
        (Removal((out("the excuse", Presence, "excused", nothing),), (STILL,)),),
    ),
    Scenario(
        Fault.STUCK_SPI,
        "under a tag",
        (TOLD, CHEAP, SPEED, BACK),
        ReaderBench,
        down(Fault.STUCK_SPI, "check the wiring of this reader"),
        (
            Removal(
                (in_driver("the catching of errors", "OSError", Never),),
                (TOLD, SPEED, BACK),
            ),
            Removal((LADDER,), (TOLD, CHEAP, BACK)),
            *OF_DOWN,
        ),
    ),
    Scenario(
        Fault.UNPLUGGED,
        "under a tag",
        (TOLD, CHEAP, SPEED, BACK),
        ReaderBench,
        down(Fault.UNPLUGGED, "check its plug"),
        (
            Removal((LADDER,), (TOLD, CHEAP, SPEED, BACK)),
            Removal(
                (in_driver("the look at the version", "_fault_of", nothing, "Chip"),), (CHEAP,)
            ),
            *OF_DOWN,
        ),
    ),
)
