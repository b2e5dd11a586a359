"""What the table promises under a fault of the `faulty` board, and how its handling is taken out.

A `Scenario` plays one fault and enters in a `Ledger` which promises were kept. A `Removal` takes
out what handles the fault; then those it names must break. It must not know any one fault.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from meadow.boards import Wiring, default_wiring
from meadow.nfc.readers import ReaderReport, ReaderSettings
from meadow.nfc.sightings import Arrived, Left, Sighting
from meadow_host.twin.faulty import Fault, FaultyBoard
from meadow_host.twin.silicon.board import SiliconBoard
from pytest_mock import MockerFixture

TAG, OTHER, THIRD = "04A1B2C3D4E501", "04A1B2C3D4E502", "04A1B2C3D4E503"


class Ledger:
    """The promises that were looked into, and those of them that were broken."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.broken: list[str] = []

    def enter(self, promise: str, kept: bool) -> None:
        """A promise can be looked into once only."""
        assert promise not in self.asked
        self.asked.append(promise)
        if not kept:
            self.broken.append(promise)


class Closing(Protocol):
    """What a scenario plays on."""

    def close(self) -> None: ...


B = TypeVar("B", bound=Closing)


class Layer(NamedTuple):
    """One thing that handles a fault. ``take_out``: run the program without it."""

    name: str
    take_out: Callable[[MockerFixture], None]


class Removal(NamedTuple):
    """Layers that are taken out together. ``breaks``: promises that are broken without any of
    them. ``enough``: those layers of several that keep all promises each alone."""

    layers: tuple[Layer, ...]
    breaks: tuple[str, ...]
    enough: tuple[Layer, ...] = ()

    @property
    def name(self) -> str:
        return " nor ".join(layer.name for layer in self.layers)


class Scenario(NamedTuple, Generic[B]):
    """A fault begins and ends. ``open`` makes what ``play`` plays on; the handling is taken out in
    between, for the chips' driver is there only then."""

    fault: Fault
    title: str
    promises: tuple[str, ...]
    open: Callable[[], B]
    play: Callable[[Ledger, B], None]
    removals: tuple[Removal, ...]


def broken(scenario: Scenario[Any], without: tuple[Layer, ...], mocker: MockerFixture) -> list[str]:
    """Play a scenario without some layers; the promises that were broken."""
    bench = scenario.open()
    try:
        for layer in without:
            layer.take_out(mocker)
        ledger = Ledger()
        scenario.play(ledger, bench)
    finally:
        mocker.stopall()
        bench.close()
    assert sorted(ledger.asked) == sorted(scenario.promises)
    return ledger.broken


def out(name: str, owner: Any, what: str, instead: Any) -> Layer:
    """A layer that is one function or value of a class or module, and what stands in for it."""
    return Layer(name, lambda mocker: _put(mocker, owner, what, instead))


def _put(mocker: MockerFixture, owner: Any, what: str, instead: Any) -> None:
    mocker.patch.object(owner, what, instead)


def in_driver(name: str, what: str, instead: Any, owner: str = "") -> Layer:
    """A layer in the chips' driver, which is another module for each simulated Pi."""

    def take_out(mocker: MockerFixture) -> None:
        driver = import_module("meadow.nfc.mfrc522")
        mocker.patch.object(getattr(driver, owner) if owner else driver, what, instead, create=True)

    return Layer(name, take_out)


class Never(Exception):
    """What is never raised, in place of what is."""


def nothing(*args: Any) -> None:
    """What does nothing."""


class ReaderBench:
    """A faulty board over silicon, and all that its readers tell."""

    def __init__(self, readers: ReaderSettings = ReaderSettings()) -> None:  # noqa: B008
        self.silicon = SiliconBoard(Wiring(default_wiring().pins, readers=readers))
        self.board = FaultyBoard(self.silicon)
        self.lay, self.lift = self.board.lay, self.board.lift
        self.begin, self.end = self.board.begin, self.board.end
        self.raised = False
        """A poll let an error out: a table would have ended there."""
        self.seen(20)

    @property
    def now_ms(self) -> int:
        return self.board.clock.now_ms()

    def seen(self, duration_ms: int) -> list[Sighting]:
        """What is told over a while; nothing more once an error got out."""
        clock, readers = self.board.clock, self.board.readers
        until_ms = clock.now_ms() + duration_ms
        sightings: list[Sighting] = []
        while clock.now_ms() < until_ms and not self.raised:
            began_ms = clock.now_ms()
            try:
                sightings += readers.poll().sightings
            except OSError:
                self.raised = True
            wake_ms = max(readers.wake_ms(), began_ms + 1)
            clock.sleep_ms(max(0, wake_ms - clock.now_ms()))
        return sightings

    def arrives(self, place: str, uid: str, within_ms: int = 40) -> bool:
        """Lay a tag: whether that is told once, with that date at most, and nothing else is."""
        laid_ms = self.now_ms
        self.lay(place, uid)
        sightings = self.seen(within_ms + 60)
        return (
            len(sightings) == 1
            and isinstance(sightings[0], Arrived)
            and (sightings[0].place, sightings[0].uid) == (place, uid)
            and sightings[0].at_ms <= laid_ms + within_ms
        )

    def leaves(self, place: str, uid: str, within_ms: int = 150) -> bool:
        """Lift a tag: whether that is told once, with that date at most, and nothing else is."""
        lifted_ms = self.now_ms
        self.lift(place, uid)
        sightings = self.seen(within_ms + 60)
        return (
            len(sightings) == 1
            and isinstance(sightings[0], Left)
            and (sightings[0].place, sightings[0].uid) == (place, uid)
            and sightings[0].at_ms <= lifted_ms + within_ms
        )

    def report(self, place: str) -> ReaderReport:
        (report,) = [one for one in self.silicon.reports() if one.place == place]
        return report

    def close(self) -> None:
        self.silicon.close()
