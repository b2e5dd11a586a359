"""Examines a board, device by device, and says in plain words what is wrong and what to do.

For whoever builds or mends a table: `meadow doctor` shows it. Works on any board; what only chips
can tell is told where there are chips. It must not know games, nor how a board is opened.
"""

from __future__ import annotations

from typing import Protocol, runtime_checkable

import msgspec

from meadow.boards import Board, Wiring
from meadow.clock import Clock
from meadow.lights.power import estimate_ma, limited
from meadow.lights.strip import StripError
from meadow.nfc.calibration import LOOKS, read_share
from meadow.nfc.chip_settings import KNOWN_VERSIONS
from meadow.nfc.chips import ChipFault, Meter, Trouble
from meadow.nfc.iso14443a import Program
from meadow.nfc.readers import ReaderReport
from meadow.nfc.sightings import Failed, Left
from meadow.pins.schema import Pins
from meadow.pins.text import HEADER, pin_map
from meadow.sounds.buzzer import BuzzerError
from meadow.tomlfile.document import either

SETTLE_MS = 600
"""So long readers are polled first: time to be set up, to be reset the hard way, and given up."""
WATCH_MS = 1000
"""So long what lies there must stay."""
SWEEPS = 50
LIT_MS = 400
BEEP_MS = 120
SLOW_MS = 8.0
"""A sweep of five empty readers takes 2 ms, of full ones 5."""
WELL_READ = 0.9
"""Of 30 looks a tag that is read 99 times in 100 fails to answer four once in 1 500 times."""
DIM = 60
"""How bright the colours of the test are, of 255."""


_UNREAD = (Trouble.MISSING, Trouble.WRONG_CHIP, Trouble.BLURRED)
"""What is said of a reader whose line another one holds."""


@runtime_checkable
class _Chips(Protocol):
    """A board whose readers are chips."""

    @property
    def meter(self) -> Meter: ...

    def reports(self) -> tuple[ReaderReport, ...]: ...


@runtime_checkable
class _Conversing(Protocol):
    """Readers that can be told what to say to a tag."""

    def converse(self, place: str, program: Program[float]) -> float: ...


class ReaderFinding(msgspec.Struct, frozen=True):
    """One reader. ``chip`` is its version in words, ``tags`` what lies there now, ``restless`` how
    often one left while it was watched. ``read`` is the share of looks (0 to 1) that see each tag,
    in their order, empty where it cannot be told. ``gain_db`` is 0 where no known chip answers."""

    place: str
    trouble: str
    tags: tuple[str, ...]
    restless: int
    read: tuple[float, ...] = ()
    chip: str = ""
    gain_db: int = 0
    soft_resets: int = 0
    hard_resets: int = 0


class SweepFinding(msgspec.Struct, frozen=True):
    """What a poll of all readers takes, on average, in SPI transfers and milliseconds."""

    transfers: float
    ms: float
    trouble: str


class OutputFinding(msgspec.Struct, frozen=True):
    """Strip or buzzer; ``trouble`` is "" when it took what it was given."""

    trouble: str


class CurrentFinding(msgspec.Struct, frozen=True):
    """Estimates for the strip, in mA: of the test, of all white, and the limit of the settings."""

    test_ma: int
    white_ma: int
    limit_ma: int


class PinFinding(msgspec.Struct, frozen=True):
    """A pin by its BCM number and its number on the header, and what it serves."""

    bcm: int
    header: int
    use: str


class Findings(msgspec.Struct, frozen=True):
    """All that was found. ``troubles`` is what is wrong, one plain line each."""

    readers: tuple[ReaderFinding, ...]
    sweep: SweepFinding
    strip: OutputFinding
    buzzer: OutputFinding
    current: CurrentFinding
    pins: tuple[PinFinding, ...]
    troubles: tuple[str, ...]


def examine(board: Board, wiring: Wiring, max_current_ma: int, outputs: bool = True) -> Findings:
    """Examine a board; takes about four seconds. With ``outputs`` the strip shows red, green, blue
    and white, and the buzzer beeps: whether they are seen and heard only people can tell."""
    readers = _readers(board)
    sweep = _sweep(board)
    frames = colours_of(board.strip.pixels, max_current_ma)
    strip = OutputFinding(_strip_trouble(board, frames) if outputs else "")
    buzzer = OutputFinding(_buzzer_trouble(board) if outputs else "")
    troubles = _of_readers(readers)
    named = (("sweep", sweep.trouble), ("strip", strip.trouble), ("buzzer", buzzer.trouble))
    troubles += [f"{name}: {trouble}" for name, trouble in named if trouble]
    troubles += _suspects(readers, wiring.pins)
    return Findings(
        readers,
        sweep,
        strip,
        buzzer,
        CurrentFinding(
            test_ma=round(max(estimate_ma(frame) for frame in frames)),
            white_ma=round(estimate_ma(b"\xff" * 3 * board.strip.pixels)),
            limit_ma=max_current_ma,
        ),
        tuple([PinFinding(bcm, HEADER[bcm], use) for bcm, use in pin_map(wiring.pins).items()]),
        tuple(troubles),
    )


def colours_of(pixels: int, max_current_ma: int) -> list[bytes]:
    """Red, green, blue, white, and dark; none draws more than the limit."""
    colours = ((DIM, 0, 0), (0, DIM, 0), (0, 0, DIM), (DIM, DIM, DIM), (0, 0, 0))
    return [limited(bytes(colour) * pixels, max_current_ma) for colour in colours]


def _readers(board: Board) -> tuple[ReaderFinding, ...]:
    why: dict[str, str] = {}
    _watch(board, SETTLE_MS, why)
    left = _watch(board, WATCH_MS, why)
    lying = {place: board.readers.lying(place) for place in board.readers.places}
    read = {place: _read(board, place, tags) for place, tags in lying.items()}
    reports = {one.place: one for one in board.reports()} if isinstance(board, _Chips) else {}
    findings = []
    for place in board.readers.places:
        report = reports.get(place)
        restless = left.get(place, 0)
        trouble = why.get(place, "") if report is None else report.trouble
        if not trouble:
            trouble = _badly_read(restless, lying[place], read[place])
        found = ReaderFinding(place, trouble, lying[place], restless, read[place])
        if report is not None:
            chip = KNOWN_VERSIONS.get(report.version, "")
            found = msgspec.structs.replace(
                found,
                chip=chip or "no known chip",
                gain_db=report.gain_db if chip else 0,
                soft_resets=report.soft_resets,
                hard_resets=report.hard_resets,
            )
        findings.append(found)
    return tuple(findings)


def _read(board: Board, place: str, tags: tuple[str, ...]) -> tuple[float, ...]:
    """The share of looks that see each of these tags."""
    if not isinstance(board.readers, _Conversing):
        return ()
    try:
        return tuple([board.readers.converse(place, read_share(uid)) for uid in tags])
    except ChipFault:
        return ()  # the report on the reader tells it


def _badly_read(restless: int, tags: tuple[str, ...], read: tuple[float, ...]) -> str:
    do = "lay it flat, in the middle and apart from metal, or raise gain_db in pins.toml"
    if restless:
        return f"a tag comes and goes: {do}"
    for uid, share in zip(tags, read, strict=False):
        if share < WELL_READ:
            return f"{uid} is read only {round(share * LOOKS)} times of {LOOKS}: {do}"
    return ""


def _of_readers(readers: tuple[ReaderFinding, ...]) -> list[str]:
    """What is wrong with readers, those together that ail from the same."""
    alike: dict[str, list[ReaderFinding]] = {}
    for one in readers:
        if one.trouble:
            alike.setdefault(_general(one.trouble), []).append(one)
    told = []
    for trouble, ailing in alike.items():
        details = dict.fromkeys(one.trouble[len(trouble) :].strip(" []") for one in ailing)
        detail = "; ".join(filter(None, details))
        places = ", ".join(one.place for one in ailing)
        who = f"reader{'s' if len(ailing) > 1 else ''} {places}"
        told.append(f"{who}: {trouble}{f' [{detail}]' if detail else ''}")
    return told


def _general(trouble: str) -> str:
    """A trouble without what was seen of this one chip, which stands at the end in brackets."""
    return trouble.partition(" [")[0]


def _suspects(readers: tuple[ReaderFinding, ...], pins: Pins) -> list[str]:
    """Where of three readers on a bus only one can be read, it may be what ails the others: some
    clones hold the bus while they are not selected (miguelbalboa/rfid#290)."""
    told = []
    for bus in pins.spi:
        places = [one.place for one in pins.readers if one.bus == bus.bus]
        unread = [
            one.place for one in readers if one.place in places and one.trouble.startswith(_UNREAD)
        ]
        well = [place for place in places if place not in unread]
        if len(well) == 1 and len(unread) > 1:
            told.append(
                f"spi {bus.bus}: of its readers only {well[0]} can be read: unplug it; if "
                f"{either(unread)} can be read then, it holds MISO while it is not selected: "
                "replace it"
            )
    return told


def _watch(board: Board, duration_ms: int, why: dict[str, str]) -> dict[str, int]:
    """Poll for a while; how many tags left each place, and why readers failed."""
    clock, left = board.clock, dict[str, int]()
    until_ms = clock.now_ms() + duration_ms
    while clock.now_ms() < until_ms:
        began_ms = clock.now_ms()
        for sighting in board.readers.poll().sightings:
            if isinstance(sighting, Left):
                left[sighting.place] = left.get(sighting.place, 0) + 1
            elif isinstance(sighting, Failed):
                why[sighting.place] = sighting.why
        _let_pass(clock, began_ms)
    return left


def _let_pass(clock: Clock, began_ms: int) -> None:
    """Where polling takes no time, time must still go on."""
    if clock.now_ms() == began_ms:
        clock.sleep_ms(1)


def _sweep(board: Board) -> SweepFinding:
    before = board.meter.transfers if isinstance(board, _Chips) else 0
    began_ms = board.clock.now_ms()
    for _ in range(SWEEPS):
        board.readers.poll()
    ms = (board.clock.now_ms() - began_ms) / SWEEPS
    transfers = (board.meter.transfers - before) / SWEEPS if isinstance(board, _Chips) else 0.0
    trouble = ""
    if ms > SLOW_MS:
        trouble = (
            f"a sweep takes {ms:.1f} ms: end what else runs on this Raspberry Pi, and set "
            "core_freq (docs/hardware.md)"
        )
    return SweepFinding(round(transfers, 1), round(ms, 2), trouble)


def _strip_trouble(board: Board, frames: list[bytes]) -> str:
    try:
        for frame in frames:
            board.strip.show(frame)
            board.clock.sleep_ms(LIT_MS)
        board.strip.show(frames[-1])  # says how the last one went
    except StripError as error:
        return str(error)
    return ""


def _buzzer_trouble(board: Board) -> str:
    try:
        board.buzzer.set(True)
        board.clock.sleep_ms(BEEP_MS)
        board.buzzer.set(False)
    except BuzzerError as error:
        return str(error)
    return ""
