"""A whole table, from tags on readers to lights, sounds and journal."""

from __future__ import annotations

from meadow.games.game import Cue
from meadow.table.status import Phase

from tests.examples.quick_rake import LitUp, Won
from tests.table.sat import BLUE, RED, Sat


def begun() -> Sat:
    """Quick Rake has begun between north (red) and east (blue), rakes in hand."""
    sat = Sat()
    sat.say("quick-rake")
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    sat.say("start")
    return sat


def test_a_game_goes_from_the_lobby_to_its_result() -> None:
    sat = begun()
    assert sat.table.phase is Phase.PLAYING
    assert sat.table.cues == {"north": Cue("wait"), "east": Cue("wait")}
    sat.wait(4000)
    assert sat.facts == [LitUp()]
    assert sat.table.cues == {"meadow": Cue("lit")}
    sat.lay("east", BLUE)
    assert sat.facts == [LitUp(), Won(side="east", after_ms=100)]
    assert sat.table.phase is Phase.OVER
    assert sat.table.cues == {"east": Cue("winner")}
    assert sat.refusals == []
