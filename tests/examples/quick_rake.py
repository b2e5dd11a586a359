"""Quick Rake: once the meadow lights up, the first rake on its own tray wins.

A whole game in one file: the example of docs/adding-a-game.md.
"""

from collections.abc import Mapping
from typing import Any, ClassVar

from meadow.games import game as g
from meadow.games.cues import Beep, Extent, Flash, Motion, Style
from meadow.games.package import ChoiceError
from meadow.pieces.kinds import AnyPiece
from msgspec import Struct
from msgspec.structs import replace


class Settings(Struct, frozen=True):
    wait_ms: int = 4000


class Setup(Struct, frozen=True):
    seats: tuple[g.Seat, ...]
    wait_ms: int


class State(Struct, frozen=True):
    seats: tuple[g.Seat, ...]
    go_ms: int
    lit: bool = False
    over: bool = False
    winner: str = ""

    @property
    def rake_of(self) -> dict[str, str]:
        return {seat.side: seat.rake for seat in self.seats}


class LitUp(g.Fact, frozen=True, tag="fact.lit-up"):
    pass


class Won(g.Fact, frozen=True, tag="fact.won"):
    side: str
    after_ms: int


class QuickRakeResult(g.Result, frozen=True, tag="quick-rake"):
    winner: str


class QuickRake:
    name: ClassVar[str] = "quick-rake"
    rules_version: ClassVar[int] = 1
    overrules: ClassVar[frozenset[str]] = frozenset()

    def begin(self, setup: Setup) -> g.Step[State]:
        if len(setup.seats) < 2 or not all(seat.rake for seat in setup.seats):
            raise g.SetupError("Quick Rake needs two players or more, each with a rake")
        return g.Step(State(setup.seats, go_ms=setup.wait_ms), (g.Sound("ready"),))

    def advance(self, state: State, happened: g.Input) -> g.Step[State]:
        match happened:
            case g.Removed() | g.Lying() | g.ReaderFailed() | g.ReaderBack():
                return g.Step(state, ())
            case g.Said(word="pause" | "resume" | "off"):
                return g.Step(state, ())
            case _ if state.over:
                return g.Step(state, (g.Refused("the game is over"),))
            case g.Alarm(name="go"):
                return g.Step(replace(state, lit=True), (LitUp(), g.Sound("light")))
            case g.Said(word="end"):
                result = g.Finished(QuickRakeResult(winner=""))
                return g.Step(replace(state, over=True), (g.Sound("over"), result))
            case g.Placed(at_ms=at_ms, place=side, piece=rake) if state.rake_of.get(side) == rake:
                if not state.lit:
                    return g.Step(state, (g.Refused("not yet: wait for the light", side),))
                won = Won(side=side, after_ms=at_ms - state.go_ms)
                result = g.Finished(QuickRakeResult(winner=side))
                over = replace(state, over=True, winner=side)
                return g.Step(over, (won, g.Sound("over"), result))
            case g.Placed(place=place):
                return g.Step(state, (g.Refused("lay your own rake on your own tray", place),))
        return g.Step(state, (g.Refused("that means nothing now"),))

    def lights(self, state: State) -> Mapping[str, g.Cue]:
        if state.over:
            return {state.winner: g.Cue("winner")} if state.winner else {}
        if state.lit:
            return {"meadow": g.Cue("lit")}
        return {seat.side: g.Cue("wait") for seat in state.seats}

    def alarms(self, state: State) -> Mapping[str, int]:
        return {} if state.lit or state.over else {"go": state.go_ms}

    def view(self, state: State, audience: str) -> Mapping[str, Any]:
        return {"rakes": state.rake_of, "lit": state.lit, "winner": state.winner}

    def legal(self, state: State) -> tuple[g.Move, ...]:
        if state.over or not state.lit:
            return ()
        return tuple([g.Move("place", seat.side, (seat.rake,)) for seat in state.seats])

    def cards(self, state: State) -> tuple[str, ...]:
        return ()

    def buttons(self, state: State) -> tuple[str, ...]:
        return tuple([seat.rake for seat in state.seats])


class QuickRakePackage:
    name = QuickRake.name
    title = "Quick Rake"
    game = QuickRake()
    setup_type = Setup
    fact_type = LitUp | Won
    result_type = QuickRakeResult
    settings_type = Settings
    words: Mapping[str, str] = {"quick-rake": "play Quick Rake", "slow": "wait twice as long"}
    opening_words = frozenset({"quick-rake"})
    seat_places: tuple[str, ...] = ("north", "east", "south", "west")
    styles: Mapping[str, Style] = {
        "wait": Style((0, 0, 200), Motion.CHASE, Extent.ALL, priority=10),
        "lit": Style((255, 255, 255), Motion.OUTWARD, Extent.ALL, priority=20),
        "winner": Style((0, 200, 0), Motion.SPARKLE, Extent.ALL, priority=30),
    }
    beeps: Mapping[str, Beep] = {
        "ready": Beep((80,), light="wait"),
        "light": Beep((300,), light="lit", priority=2),
        "over": Beep((80, 80, 400), light="winner", priority=3),
    }

    def choose(self, choices: int | None, word: str, args: tuple[str, ...] = ()) -> int:
        if args:
            raise ChoiceError(f"{word} takes nothing after it")
        return 2 if word == "slow" else 1

    def choose_by_piece(self, choices: int, seat: str, piece: AnyPiece) -> int:
        raise ChoiceError(f"{piece.id} is of no use in Quick Rake")

    def choices_after(self, choices: int) -> int:
        return choices

    def describe(self, choices: int) -> str:
        return "Quick Rake, slow" if choices == 2 else "Quick Rake"

    def setup(
        self, choices: int, seats: tuple[g.Seat, ...], pieces: tuple[AnyPiece, ...], settings: Any
    ) -> Setup:
        setup = Setup(seats, settings.wait_ms * choices)
        self.game.begin(setup)
        return setup

    def flashes(self, fact: g.Fact) -> tuple[Flash, ...]:
        return (Flash(fact.side, "winner"),) if isinstance(fact, Won) else ()


PACKAGE = QuickRakePackage()
