"""A whole table whose strip, buzzer or reader fails: what is promised, and what handles it."""

from __future__ import annotations

from itertools import count
from typing import Any

from meadow.clock import ManualClock
from meadow.games.game import Input, Paused, Step
from meadow.games.session import Session
from meadow.games.session_state import SessionState
from meadow.journal.lines import Header
from meadow.journal.read import Journal
from meadow.lights import output
from meadow.lights.strip import StripError
from meadow.nfc.sightings import Failed, Sighting
from meadow.retry import Retry
from meadow.settings.schema import Settings
from meadow.sounds import player
from meadow.sounds.buzzer import BuzzerError
from meadow.sounds.player import Player
from meadow.table.status import News, Phase
from meadow.table.table import Table
from meadow.table.world import World
from meadow_host.twin.faulty import Fault, FaultyBoard
from meadow_host.twin.virtual import VirtualBoard

from tests.examples.quick_rake import PACKAGE, LitUp, Won
from tests.table.sat import REGISTER, WALL, MemoryJournal
from tests.twin.handling import Ledger, Never, Removal, Scenario, nothing, out

GOES_ON = "the game goes on to its end"
SAID = "it is said once, and that it is back once"
AGAIN = "after its end it works again within nine seconds"
FOR_IT = "the lights speak for the buzzer"
OFF = "it does not sound on for ever"
PAUSED = "the game is paused and its time stands still"
SHOWN = "the status names the reader and why, as long as it fails"
RESUMED = "play resumes on three once the reader is back"

RED, BLUE = "rake.red", "rake.blue"
SOUTHS_MIDDLE = slice(3 * 36, 3 * 40)
"""Of a frame: pixels that nothing lights in the lobby as east joins, but what stands for the sound
of joining, all round the meadow."""


class TableBench:
    """Quick Rake on a faulty board over the virtual one."""

    def __init__(self) -> None:
        self.clock = ManualClock(1000)
        self.virtual = VirtualBoard(self.clock)
        self.board = FaultyBoard(self.virtual)
        self.begin, self.end = self.board.begin, self.board.end
        numbers = count(1)
        self.table = Table(
            self.board,
            REGISTER,
            {PACKAGE.name: PACKAGE},
            Settings(),
            self._open,
            ids=lambda: f"p{next(numbers)}",
            wall_clock=lambda: WALL,
            frames_hz=10,
        )
        self.news: list[News] = []
        self.table.listen(self.news.append)
        self.raised = False
        """The loop let an error out: the table is dead."""

    def _open(self, header: Header, after: Journal | None) -> MemoryJournal:
        return MemoryJournal(header, after)

    def wait(self, duration_ms: int) -> None:
        if self.raised:
            return
        try:
            self.table.loop.run_until(self.clock.now_ms() + duration_ms)
        except (StripError, BuzzerError):
            self.raised = True

    def tap(self, place: str, rake: str) -> None:
        uid = REGISTER.uid_of(rake) or ""
        self.board.lay(place, uid)
        self.wait(100)
        self.board.lift(place, uid)
        self.wait(100)

    def say(self, word: str) -> None:
        self.table.say(word)
        self.wait(100)

    def join(self) -> None:
        """Quick Rake is chosen; red sits in the north, blue in the east."""
        self.say("quick-rake")
        self.tap("north", RED)
        self.tap("east", BLUE)

    def play_to_the_end(self) -> None:
        """East wins."""
        self.join()
        self.say("start")
        self.wait(4500)
        self.tap("east", BLUE)

    def outputs(self) -> list[object]:
        return [output for news in self.news for output in news.outputs]

    def won(self) -> bool:
        """Whether east has won and the game is over."""
        facts = [one for one in self.outputs() if isinstance(one, Won)]
        return [one.side for one in facts] == ["east"] and self.table.phase is Phase.OVER

    def said_in_turn(self, word: str, *beginnings: str) -> bool:
        """Whether the lines of trouble with this word are so many, and begin so."""
        lines = [line for line in self.table.status().troubles if word in line]
        return len(lines) == len(beginnings) and all(map(str.startswith, lines, beginnings))

    def close(self) -> None:
        self.table.close()


def strip(ledger: Ledger, bench: TableBench) -> None:
    bench.wait(500)
    bench.begin(Fault.STRIP)
    bench.play_to_the_end()
    ledger.enter(GOES_ON, bench.won())
    bench.end(Fault.STRIP)
    ended_ms = bench.clock.now_ms()
    bench.wait(9000)
    says = "the lights failed: the strip takes no frame; play goes on without them"
    ledger.enter(SAID, bench.said_in_turn("lights", says, "the lights are back after"))
    lit = [at_ms for at_ms, frame in bench.virtual.strip.frames if at_ms > ended_ms and any(frame)]
    ledger.enter(AGAIN, lit != [])


def buzzer(ledger: Ledger, bench: TableBench) -> None:
    bench.wait(500)
    bench.begin(Fault.BUZZER)
    bench.say("quick-rake")
    bench.tap("north", RED)
    bench.wait(3000)
    joins_ms = bench.clock.now_ms()
    bench.tap("east", BLUE)
    bench.wait(700)
    frames = [frame for at_ms, frame in bench.virtual.strip.frames if at_ms > joins_ms]
    ledger.enter(FOR_IT, any(any(frame[SOUTHS_MIDDLE]) for frame in frames))
    bench.say("start")
    bench.wait(4500)
    bench.tap("east", BLUE)
    ledger.enter(GOES_ON, bench.won())
    bench.end(Fault.BUZZER)
    ended_ms = bench.clock.now_ms()
    bench.wait(9000)
    says = "the buzzer failed: the buzzer cannot be switched; the lights speak for it"
    stuck = "the buzzer may be stuck on"
    ledger.enter(SAID, bench.said_in_turn("buzzer", says, stuck, "the buzzer is back after"))
    bench.say("undo")
    sounds = [on for at_ms, on in bench.virtual.buzzer.switches if at_ms > ended_ms]
    ledger.enter(AGAIN, True in sounds)


def buzzer_that_sounds(ledger: Ledger, bench: TableBench) -> None:
    bench.join()
    bench.table.say("start")
    bench.wait(20)
    sounded = bench.virtual.buzzer.on
    bench.begin(Fault.BUZZER)
    bench.wait(500)
    bench.end(Fault.BUZZER)
    bench.wait(2000)
    ledger.enter(OFF, sounded and not bench.virtual.buzzer.on)


def unplugged(ledger: Ledger, bench: TableBench) -> None:
    """Quick Rake lights up 4 s after its start, if time does not stand still."""
    bench.join()
    bench.say("start")
    bench.begin(Fault.UNPLUGGED, "south")
    bench.wait(6000)
    ledger.enter(PAUSED, Paused(why="reader") in bench.outputs() and LitUp() not in bench.outputs())
    named = bench.table.status().readers["south"]
    bench.end(Fault.UNPLUGGED, "south")
    bench.wait(100)
    ledger.enter(SHOWN, named == "no answer" and bench.table.status().readers["south"] == "")
    bench.say("start")
    bench.wait(7000)
    ledger.enter(RESUMED, LitUp() in bench.outputs())


def failed_is_news(self: Retry, now_ms: int) -> bool:
    _failed(self, now_ms)
    return True


_failed, _play, _saw = Retry.failed, Player.play, World.saw


def play_in_silence(self: Player, cue: str, now_ms: int) -> None:
    _play(self, cue, now_ms)


def saw_no_failure(self: World, sighting: Sighting) -> None:
    if not isinstance(sighting, Failed):
        _saw(self, sighting)


def unmoved(self: object, state: SessionState[Any], happened: Input) -> Step[SessionState[Any]]:
    return Step(state, ())


AGAIN_TRIED = out("trying again", Retry, "may_try", lambda self, now_ms: not self.failing)
SAID_ONCE = out("saying it once", Retry, "failed", failed_is_news)
SAID_BACK = out("saying it is back", Retry, "worked", nothing)

OF_OUTPUTS: tuple[Scenario[TableBench], ...] = (
    Scenario(
        Fault.STRIP,
        "through a game",
        (GOES_ON, SAID, AGAIN),
        TableBench,
        strip,
        (
            Removal(
                (out("the catching of errors", output, "StripError", Never),),
                (GOES_ON, SAID, AGAIN),
            ),
            Removal((AGAIN_TRIED,), (SAID, AGAIN)),
            Removal((SAID_ONCE,), (SAID,)),
            Removal((SAID_BACK,), (SAID,)),
        ),
    ),
    Scenario(
        Fault.BUZZER,
        "through a game",
        (GOES_ON, SAID, AGAIN, FOR_IT),
        TableBench,
        buzzer,
        (
            Removal(
                (out("the catching of errors", player, "BuzzerError", Never),),
                (GOES_ON, SAID, AGAIN),
            ),
            Removal((AGAIN_TRIED,), (SAID, AGAIN)),
            Removal((SAID_ONCE,), (SAID,)),
            Removal((SAID_BACK,), (SAID,)),
            Removal((out("the flash", Player, "play", play_in_silence),), (FOR_IT,)),
        ),
    ),
    Scenario(
        Fault.BUZZER,
        "while it sounds",
        (OFF,),
        TableBench,
        buzzer_that_sounds,
        (Removal((AGAIN_TRIED,), (OFF,)),),
    ),
    Scenario(
        Fault.UNPLUGGED,
        "in a game",
        (PAUSED, SHOWN, RESUMED),
        TableBench,
        unplugged,
        (
            Removal((out("the pause", Session, "_reader_failed", unmoved),), (PAUSED,)),
            Removal((out("the table's knowledge", World, "saw", saw_no_failure),), (SHOWN,)),
            Removal((out("the return", Session, "_reader_back", unmoved),), (RESUMED,)),
        ),
    ),
)
