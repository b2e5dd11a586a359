"""What the contract suite needs of a board under test: someone who lays, lifts and waits.

Another board joins the suite with another `Rig` in `RIGS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol

from meadow.boards import Board
from meadow.clock import ManualClock
from meadow.nfc.sightings import Batch, Sighting
from meadow_host.twin.faulty import Fault, FaultyBoard
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.virtual import VirtualBoard

TAGS = ("04A1B2C3D4E501", "04A1B2C3D4E502", "04A1B2C3D4E503", "04A1B2C3D4E504")


class Rig(Protocol):
    """A board and the hands that use it."""

    arrival_ms: int
    """The longest time from laying a tag to the date of its `Arrived`, and to its report."""
    leaving_ms: int
    """The longest time from lifting a tag to the date of its `Left`, and to its report."""

    @property
    def board(self) -> Board: ...

    def lay(self, place: str, uid: str) -> None: ...

    def lift(self, place: str, uid: str) -> None: ...

    def fail(self, place: str) -> None:
        """Let the reader of a place stop answering."""
        ...

    def restore(self, place: str) -> None:
        """Let it answer again."""
        ...

    def frame(self) -> bytes:
        """What the strip shows, as the LEDs got it."""
        ...

    def sounds(self) -> bool:
        """Whether the buzzer sounds."""
        ...

    def wait(self, duration_ms: int) -> None:
        """Let time pass on the board's clock."""
        ...


class VirtualRig:
    """The virtual board on a manual clock; places report with different delays."""

    def __init__(self, settle_ms: int, delays_ms: Mapping[str, int]) -> None:
        self.arrival_ms = self.leaving_ms = settle_ms + 1
        self.clock = ManualClock(5000)
        self.board = VirtualBoard(self.clock, settle_ms=settle_ms)
        for place, delay_ms in delays_ms.items():
            self.board.readers.delay(place, delay_ms)

    def lay(self, place: str, uid: str) -> None:
        self.board.readers.lay(place, uid)

    def lift(self, place: str, uid: str) -> None:
        self.board.readers.lift(place, uid)

    def fail(self, place: str) -> None:
        self.board.readers.fail(place)

    def restore(self, place: str) -> None:
        self.board.readers.restore(place)

    def frame(self) -> bytes:
        return self.board.strip.frame

    def sounds(self) -> bool:
        return self.board.buzzer.on

    def wait(self, duration_ms: int) -> None:
        self.clock.sleep_ms(duration_ms)


class SiliconRig:
    """The table's own board on simulated silicon; time passes as its loop lets it, in polls."""

    arrival_ms = 40
    leaving_ms = 150

    def __init__(self) -> None:
        self.board = SiliconBoard()
        # A table polls from its first moment on; its readers are set up then.
        for _ in range(5):
            self.board.readers.poll()
            self.wait(2)

    def lay(self, place: str, uid: str) -> None:
        self.board.lay(place, uid)

    def lift(self, place: str, uid: str) -> None:
        self.board.lift(uid)

    def fail(self, place: str) -> None:
        self.board.pi.unplug(place)

    def restore(self, place: str) -> None:
        self.board.pi.plug(place)

    def frame(self) -> bytes:
        return self.board.frame()

    def sounds(self) -> bool:
        return self.board.sounds()

    def wait(self, duration_ms: int) -> None:
        self.board.clock.sleep_ms(duration_ms)


class FaultyRig(SiliconRig):
    """Silicon on which every reader is noisy."""

    arrival_ms = 60
    leaving_ms = 200

    def __init__(self) -> None:
        super().__init__()
        self.faulty = FaultyBoard(self.board)
        for place in self.board.readers.places:
            self.faulty.begin(Fault.NOISE, place)

    def lay(self, place: str, uid: str) -> None:
        self.faulty.lay(place, uid)


RIGS: Mapping[str, Callable[[], Rig]] = {
    "faulty": FaultyRig,
    "silicon": SiliconRig,
    "virtual, at once": lambda: VirtualRig(0, {}),
    "virtual, late": lambda: VirtualRig(60, {"north": 60, "south": 17, "deck": 31}),
}


class Seen(NamedTuple):
    """All that polls gave over a while."""

    sightings: list[Sighting]
    batches: list[tuple[int, Batch]]
    """With the moment after each poll."""


def watch(rig: Rig, duration_ms: int, step_ms: int = 5) -> Seen:
    """Poll for a while, as often as the readers want it, and every so often at least."""
    clock, readers = rig.board.clock, rig.board.readers
    until_ms = clock.now_ms() + duration_ms
    seen = Seen([], [])
    while True:
        began_ms = clock.now_ms()
        batch = readers.poll()
        seen.batches.append((clock.now_ms(), batch))
        seen.sightings.extend(batch.sightings)
        if clock.now_ms() >= until_ms:
            return seen
        now_ms = clock.now_ms()
        wake_ms = max(readers.wake_ms(), began_ms + 1)
        rig.wait(max(0, min(now_ms + step_ms, wake_ms, until_ms) - now_ms))
