"""Tags that flicker, noise, antennas too near: what is promised, and what handles it."""

from __future__ import annotations

from typing import Any

from meadow.nfc import anticollision, iso14443a, presence
from meadow.nfc.iso14443a import Glance, Kind, Reply
from meadow.nfc.notes import Notes
from meadow.nfc.presence import Presence
from meadow.nfc.readers import ReaderSettings
from meadow.nfc.sightings import Arrived
from meadow.nfc.sweep import SweepSettings
from meadow.nfc.watcher import Need
from meadow_host.twin.faulty import Fault
from meadow_host.twin.silicon.noise import Noise
from pytest_mock import MockerFixture

from tests.twin.handling import (
    OTHER,
    TAG,
    Layer,
    Ledger,
    ReaderBench,
    Removal,
    Scenario,
    in_driver,
    out,
)

ONCE = "a tag arrives once and stays"
LEAVES = "a tag that is lifted leaves"
STRANGERS = "no UID is told that was never laid"
ONE_TRAY = "a tag lies on one tray alone"
NO_GHOST = "lifted, it leaves there and comes nowhere else"
SAID = "the reports of both readers name the tag and say what to do"


# ------------------------------------------------------------------------ flicker and noise


def flicker(ledger: Ledger, bench: ReaderBench) -> None:
    bench.begin(Fault.FLICKER, "west")
    comes = bench.arrives("west", TAG, within_ms=100)
    stays = bench.seen(4000) == []
    ledger.enter(LEAVES, bench.leaves("west", TAG, within_ms=400))
    bench.end(Fault.FLICKER, "west")
    ledger.enter(ONCE, comes and stays and bench.arrives("west", OTHER))


def noise(ledger: Ledger, bench: ReaderBench) -> None:
    for place in bench.board.readers.places:
        bench.begin(Fault.NOISE, place)
    comes = bench.arrives("west", TAG, within_ms=60)
    stays = bench.seen(2000) == []
    ledger.enter(LEAVES, bench.leaves("west", TAG, within_ms=200))
    for place in bench.board.readers.places:
        bench.end(Fault.NOISE, place)
    ledger.enter(ONCE, comes and stays and bench.arrives("west", OTHER))


def storm(ledger: Ledger, bench: ReaderBench) -> None:
    """Forty times the bursts, so that seconds show what hours of the fault would."""
    for place in bench.board.readers.places:
        bench.begin(Fault.NOISE, place)
        bench.silicon.pi.make_noise(place, Noise(bit_errors=0.002, bursts_hz=2000))
    bench.lay("west", TAG)
    uids = {one.uid for one in bench.seen(1500) if isinstance(one, Arrived)}
    ledger.enter(STRANGERS, uids <= {TAG})


def gone_at_first_silence(
    self: Presence, place: str, uid: str, track: object, solo: bool, now_ms: int
) -> None:
    self._gone(place, uid, now_ms)


_glanced = Presence.glanced


def gone_at_first_noise(
    self: Presence, place: str, uid: str, outcome: Glance, proofs: int, solo: bool, now_ms: int
) -> None:
    if outcome is Glance.UNSURE and self.knows(place, uid):
        self._gone(place, uid, now_ms)
    else:
        _glanced(self, place, uid, outcome, proofs, solo, now_ms)


def unchecked(reply: Reply, value: int, count: int) -> bytes | None:
    """Four bytes of a UID whatever their BCC, if they are four."""
    whole = reply.kind is Kind.CLEAN and not reply.last_bits and len(reply.data) == 5 - count // 8
    return (value & 0xFFFFFFFF).to_bytes(4, "little") if whole else None


_consider = Presence._consider


def proven(self: Presence, place: str, uid: str, track: Any) -> None:
    track.proofs = self._settings.appear_proofs
    _consider(self, place, uid, track)


def crc_and_proof(mocker: MockerFixture) -> None:
    mocker.patch.object(iso14443a, "without_crc", lambda data: data[:-2] if len(data) > 2 else None)
    mocker.patch.object(Presence, "_consider", proven)


TWO_CRCS = Layer("two answers with a right CRC_A", crc_and_proof)
CHECKS = (
    in_driver("the chip's error flags", "_BROKEN", 0),
    out("BCC", anticollision, "_checked", unchecked),
    TWO_CRCS,
)


# --------------------------------------------------------------------------- cross-reading

QUICK_ROLL_CALL = ReaderSettings(sweep=SweepSettings(roll_call_s=1))


def cross_read(ledger: Ledger, bench: ReaderBench) -> None:
    """The deck reader hears the tags of west; one lies on the deck, so it looks round."""
    bench.begin(Fault.CROSS_READ, "west")
    bench.lay("deck", OTHER)
    bench.seen(200)
    bench.lay("west", TAG)
    came = bench.seen(100)
    # Which of the two reads it first is chance, and nothing says which is nearer.
    comes = len(came) == 1 and isinstance(came[0], Arrived)
    place = came[0].place if came else "west"
    stays = bench.seen(4000) == []
    lines = [bench.report(one).trouble for one in ("west", "deck")]
    ledger.enter(SAID, all(TAG in line and "move the antennas apart" in line for line in lines))
    ledger.enter(NO_GHOST, bench.leaves(place, TAG, within_ms=500))
    bench.end(Fault.CROSS_READ, "west")
    ledger.enter(ONE_TRAY, comes and stays and bench.arrives("west", TAG))


def lies_wherever_read(self: Presence, place: str, uid: str, track: Any) -> None:
    """`Presence._consider` without a thought of other readers."""
    if track.proofs >= self._settings.appear_proofs and not track.silences:
        track.lies = True
        self._lying[place] = (*self._lying[place], uid)
        self._sightings.append(Arrived(self._settled_ms + 1, place, uid))


_need = Presence._need


def never_alone(self: Presence, uid: str, track: Any, now_ms: int) -> tuple[Need, int]:
    need, wait_ms = _need(self, uid, track, now_ms)
    return (Need.DOUBT if need is Need.SOLO else need), wait_ms


def looks_among_others(mocker: MockerFixture) -> None:
    mocker.patch.object(Presence, "_need", never_alone)
    mocker.patch.object(presence, "_SOLO_LOOKS", 0)


PATIENCE = out("patience", Presence, "_silent", gone_at_first_silence)
RECORD = out("the record of each tag", presence._Track, "incredible", lambda *_: True)
BELIEF = out("belief in silence", Presence, "_silent_enough", lambda *_: False)

OF_TAGS: tuple[Scenario[ReaderBench], ...] = (
    Scenario(
        Fault.FLICKER,
        "for seconds",
        (ONCE, LEAVES),
        ReaderBench,
        flicker,
        (
            Removal((PATIENCE,), (ONCE,)),
            Removal((RECORD,), (ONCE,)),
            Removal((BELIEF,), (LEAVES,)),
        ),
    ),
    Scenario(
        Fault.NOISE,
        "everywhere",
        (ONCE, LEAVES),
        ReaderBench,
        noise,
        (
            Removal((PATIENCE,), (ONCE,)),
            Removal(
                (out("that noise is no silence", Presence, "glanced", gone_at_first_noise),),
                (ONCE,),
            ),
            Removal((BELIEF,), (LEAVES,)),
        ),
    ),
    Scenario(
        Fault.NOISE,
        "in a storm",
        (STRANGERS,),
        ReaderBench,
        storm,
        (Removal(CHECKS, (STRANGERS,), enough=(TWO_CRCS,)),),
    ),
    Scenario(
        Fault.CROSS_READ,
        "between west and deck",
        (ONE_TRAY, SAID, NO_GHOST),
        lambda: ReaderBench(QUICK_ROLL_CALL),
        cross_read,
        (
            Removal(
                (out("the thought of others", Presence, "_consider", lies_wherever_read),),
                (ONE_TRAY, NO_GHOST),
            ),
            Removal((Layer("looks without neighbours", looks_among_others),), (ONE_TRAY,)),
            Removal((out("the note", Notes, "line", lambda *_: ""),), (SAID,)),
        ),
    ),
)
