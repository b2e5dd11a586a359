"""A game in real time on the virtual board while a laptop pulls a journal: what a pass costs then.

The table runs in this process as in `meadowd`, the laptop in another. A pass costs what it takes
by itself, and how much too late the loop wakes for it: both are what the cable's threads may do to
it. How long it waits for a core, which all programs of the machine may do to it, the kernel says.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from random import Random
from statistics import median
from typing import Any, NamedTuple

from meadow.clock import MonotonicClock
from meadow.games.package import load_packages
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.journal.write import JournalWriter, next_path
from meadow.link.cable import Cable
from meadow.link.logs import Logs
from meadow.pieces.kinds import StashToken
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.schema import Settings
from meadow.table.loop import LONGEST_NAP_MS
from meadow.table.status import Phase
from meadow.table.table import Table
from meadow_host.twin.virtual import VirtualBoard

from tests.bench.measure import Figure
from tests.bench.slow_line import own_time_s
from tests.table.sat import WALL

ROOT = Path(__file__).resolve().parent.parent.parent
LONG_LOG = "000001-sweepers.jsonl"
LOG_BYTES = 10_000_000
ROUNDS = 3
ALONE_S = 4.0
WORDS = 60
BAUD = 115_200
TOKEN_MS = (60, 400)
"""So far apart tokens fall and are lifted."""


class Pass(NamedTuple):
    """What one pass took, how much too late it began, and how much of both it had no core, in
    milliseconds."""

    took_ms: float
    late_ms: float
    waited_ms: float

    @property
    def cost_ms(self) -> float:
        return max(0.0, self.took_ms + self.late_ms - self.waited_ms)


class Cores:
    """How long this thread has waited for a core: 0 where the kernel does not say."""

    def __init__(self) -> None:
        try:
            self._file = os.open("/proc/thread-self/schedstat", os.O_RDONLY)
        except OSError:
            self._file = -1

    @property
    def waited_ms(self) -> float:
        if self._file < 0:
            return 0.0
        return int(os.pread(self._file, 100, 0).split()[1]) / 1e6

    def close(self) -> None:
        if self._file >= 0:
            os.close(self._file)


class RunningGame:
    """A table in a game, with the cable that `meadowd` would give it."""

    def __init__(self, folder: Path) -> None:
        self._clock = MonotonicClock()
        self._board = VirtualBoard(self._clock, settle_ms=20)
        self._register = made_up_register(default_sets())
        self._dice = Random(1)
        self._due_ms = 0
        self._tokens = [
            uid
            for uid, _ in self._register.entries
            if isinstance(self._register.piece_of(uid), StashToken)
        ]
        self.cable = Cable("bench", service=False, clock=self._clock)
        self.cable.handle(Logs(lambda: folder).handlers())
        watched = self.cable.watched(self._board)
        numbers = count(1)

        def open_journal(header: Header, after: Journal | None) -> JournalWriter:
            return JournalWriter(next_path(folder, header.game), header, after=after)

        self.table = Table(
            watched,
            self._register,
            load_packages(),
            Settings(),
            open_journal,
            ids=lambda: f"p{next(numbers)}",
            wall_clock=lambda: WALL,
        )
        self.cable.attach(self.table, watched)
        self._cores = Cores()

    def run_for(self, seconds: float) -> list[Pass]:
        """Go on for so long; gives the passes."""
        end_s = time.monotonic() + seconds
        return self.run_while(lambda: time.monotonic() < end_s)

    def run_while(self, wanted: Callable[[], bool]) -> list[Pass]:
        """As `Loop.run` does, with a clock beside it."""
        passes: list[Pass] = []
        loop, clock, now_s = self.table.loop, self._clock, time.perf_counter
        late_s, waited_ms = 0.0, self._cores.waited_ms
        while wanted():
            self._play()
            began_s = now_s()
            loop.run_pass()
            self.cable.look(self.table)
            took_s = now_s() - began_s
            waited_ms = self._cores.waited_ms - waited_ms
            passes.append(Pass(took_s * 1000, late_s * 1000, waited_ms))
            nap_ms = max(0, min(loop.next_wake_ms() - clock.now_ms(), LONGEST_NAP_MS))
            waited_ms = self._cores.waited_ms
            began_s = now_s()
            if nap_ms:
                clock.sleep_ms(nap_ms)
            late_s = now_s() - began_s - nap_ms / 1000
        return passes

    def close(self) -> None:
        self.cable.close()
        self.table.close()
        self._cores.close()

    def _play(self) -> None:
        """Tokens come and go; a game that is over is played again."""
        now_ms = self._clock.now_ms()
        if now_ms < self._due_ms:
            return
        self._due_ms = now_ms + self._dice.randint(*TOKEN_MS)
        readers = self._board.readers
        if self.table.phase is Phase.OVER:
            self.table.say("lobby")
        elif self.table.phase is Phase.LOBBY:
            self._join()
        else:
            place, uid = self._dice.choice(("north", "south")), self._dice.choice(self._tokens)
            lying = [one for one in ("north", "south") if uid in readers.there(one)]
            if lying:
                readers.lift(lying[0], uid)
            elif len(readers.there(place)) < 4:
                readers.lay(place, uid)

    def _join(self) -> None:
        seats = self.table.view("public")["lobby"]["seats"]
        if not seats:
            self.table.say("quick-paws")
            for side, colour in (("north", "red"), ("south", "blue")):
                self._tap(side, f"rake.{colour}")
        else:
            self.table.say("start")

    def _tap(self, place: str, piece: str) -> None:
        uid, readers = self._register.uid_of(piece) or "", self._board.readers
        if uid not in readers.there(place):
            readers.lay(place, uid)
        readers.lift(place, uid, self._clock.now_ms() + 200)


class Laptop:
    """The process at the other end."""

    def __init__(self, baud: int = 0) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.link_laptop", str(baud)],
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        self._heard = b""

    def order(self, order: str) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{order}\n".encode())

    def answered(self) -> bool:
        """Whether it has said something; never waits."""
        out = self._process.stdout
        assert out is not None
        if b"\n" not in self._heard and select.select([out], [], [], 0)[0]:
            said = os.read(out.fileno(), 65536)
            assert said, "the laptop's program has ended"
            self._heard += said
        return b"\n" in self._heard

    def answer(self) -> Any:
        line, _, self._heard = self._heard.partition(b"\n")
        return json.loads(line)

    def close(self) -> None:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()


@contextmanager
def connected(folder: Path, baud: int = 0) -> Iterator[tuple[RunningGame, Laptop]]:
    """A game that runs, and a laptop that said hello."""
    game, laptop = RunningGame(folder), Laptop(baud)
    try:
        _, port = _asked(game, laptop, "")
        game.cable.open([port], lambda line: None)
        assert _asked(game, laptop, "")[1] == "hello"
        game.run_while(lambda: game.table.phase is not Phase.PLAYING)
        yield game, laptop
    finally:
        laptop.close()
        game.close()


def _asked(game: RunningGame, laptop: Laptop, order: str) -> tuple[list[Pass], Any]:
    """The passes until the laptop has done it, and what it says."""
    if order:
        laptop.order(order)
    passes = game.run_while(lambda: not laptop.answered())
    return passes, laptop.answer()


def long_log(size: int) -> bytes:
    """Lines as a journal has them."""
    line = b'{"seq":%d,"at_ms":%d,"kind":"input","source":"sighting","body":{"is":"placed"}}\n'
    return b"".join([line % (number, 20 * number) for number in range(size // 70)])[:size]


class Beside(NamedTuple):
    """Passes without and with a pull, and how fast each pull was, in MB a second."""

    alone: list[Pass]
    pulling: list[Pass]
    speeds: list[float]


def beside_a_pull(size: int, rounds: int, alone_s: float) -> Beside:
    """In turns, so that what else the machine does hits both alike."""
    alone: list[Pass] = []
    pulling: list[Pass] = []
    speeds = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / LONG_LOG).write_bytes(long_log(size))
        with connected(folder) as (game, laptop):
            for _ in range(rounds):
                alone += game.run_for(alone_s)
                passes, (took_s, _) = _asked(game, laptop, f"pull {LONG_LOG}")
                pulling += passes
                speeds.append(size / 1e6 / took_s)
    return Beside(alone, pulling, speeds)


class Told(NamedTuple):
    """How long after a word a laptop heard what came of it, each time, and the time that the bytes
    of both took by themselves, on average; in milliseconds."""

    after_ms: list[float]
    own_ms: float


def told_after(baud: int, words: int) -> Told:
    """In the middle of a game; a line of no certain speed with 0."""
    with tempfile.TemporaryDirectory() as name, connected(Path(name), baud) as (game, laptop):
        _, (after_ms, count) = _asked(game, laptop, f"say {words}")
    return Told(after_ms, own_time_s(count / words, baud) * 1000 if baud else 0.0)


def share(values: Sequence[float], part: float) -> float:
    """So much of the values is not above this."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def figures(
    size: int = LOG_BYTES, rounds: int = ROUNDS, alone_s: float = ALONE_S, words: int = WORDS
) -> list[Figure]:
    """What a pull costs a pass more, usually and of the worst; then when words are told."""
    beside = beside_a_pull(size, rounds, alone_s)
    alone, pulling = [[one.cost_ms for one in passes] for passes in (beside.alone, beside.pulling)]
    quick, slow = told_after(0, words), told_after(BAUD, words)

    def more(name: str, part: float, target: float) -> Figure:
        before, after = share(alone, part), share(pulling, part)
        told = f"{after:.2g} ms, without {before:.2g} ms: {after / before:.2g} x"
        extra = max(0.0, after - before)
        return Figure(name, extra, extra, "ms", target, False, told)

    return [
        more("a pull costs a pass, usually", 0.5, 1.0),
        more("  99 of 100 passes", 0.99, 1.0),
        more("  999 of 1000 passes", 0.999, 0),
        Figure("  and goes at", max(beside.speeds), median(beside.speeds), "MB/s"),
        _told("a word until it is told, 99 of 100", quick, 50),
        _told(f"  at {BAUD:,} baud", slow, 0),
    ]


def _told(name: str, told: Told, target: float) -> Figure:
    own = f"its bytes take {told.own_ms:.0f} ms of that" if told.own_ms else ""
    usual, most = median(told.after_ms), share(told.after_ms, 0.99)
    return Figure(name, most, usual, "ms", target, False, own)
