"""What each phase accepts, and that all else is refused and changes nothing (T16)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import pytest
from meadow.games.game import (
    Alarm,
    Input,
    Output,
    Placed,
    Refused,
    Removed,
    Said,
    Sound,
)
from meadow.games.session import SessionState
from meadow.games.sweepers.facts import EarlyShout
from meadow.games.sweepers.state import State

from tests.games.sweepers.phases import PHASES
from tests.games.sweepers.scene import Scene, card_id, token_id

RAKES: Mapping[str, tuple[str, str]] = {
    "north's rake in its tray": ("north", "rake.north"),
    "south's rake in its tray": ("south", "rake.south"),
    "north's rake in south's tray": ("south", "rake.north"),
    "north's rake where nobody plays": ("west", "rake.north"),
    "a rake on the deck reader": ("deck", "rake.south"),
    "a rake of nobody": ("north", "rake.west"),
}

OTHER_PIECES: Mapping[str, tuple[str, str]] = {
    "card 0": ("deck", card_id(0)),
    "card 7": ("deck", card_id(7)),
    "card 30": ("deck", card_id(30)),
    "card 30 in a tray": ("north", card_id(30)),
    "no piece of this game": ("deck", "sweet.worm.7"),
    "a token where no reader is": ("cellar", token_id(40)),
}

WORDS: Mapping[str, tuple[str, ...]] = {
    "start": ("start",),
    "stop": ("stop",),
    "stop, by north": ("stop", "north"),
    "stop, by nobody": ("stop", "west"),
    "ask for north": ("ask", "north"),
    "ask": ("ask",),
    "ask for nobody": ("ask", "west"),
    "flip": ("flip",),
    "flip, by south": ("flip", "south"),
    "flip, by nobody": ("flip", "west"),
    "stashed": ("stashed",),
    "stashed, says north": ("stashed", "north"),
    "stashed, says nobody": ("stashed", "west"),
    "done": ("done",),
    "done, says north": ("done", "north"),
    "done, says south": ("done", "south"),
    "deal": ("deal",),
    "deal card 0": ("deal", card_id(0)),
    "deal card 7": ("deal", card_id(7)),
    "deal card 30": ("deal", card_id(30)),
    "deal a token": ("deal", token_id(30)),
    "off": ("off",),
    "off somebody": ("off", "somebody"),
    "match": ("match",),
    "match 0 with card 0": ("match", token_id(0), card_id(0)),
    "match 0 with card 30": ("match", token_id(0), card_id(30)),
    "stray": ("stray",),
    "stray 0": ("stray", token_id(0)),
    "stray 41": ("stray", token_id(41)),
    "award": ("award",),
    "award nobody": ("award", "west"),
    "award north": ("award", "north"),
    "off north": ("off", "north"),
    "end": ("end",),
    "resume": ("resume",),
    "a word of the lobby": ("quick-paws",),
    "nonsense": ("abracadabra", "north"),
}

ALARMS = ("count", "tie", "sand", "tick", "claim.north", "claim.west", "session.count", "bell")

STOP = {"a rake on the deck reader", "stop", "stop, by north"}
ALWAYS = {"award north", "off north", "end"}
CLAIM = {"north's rake in its tray", "south's rake in its tray", "stashed, says north"}
SILENT = {"north's rake in its tray", "south's rake in its tray"}
MATCH = {"match 0 with card 0"}
ON_THREE = {"a rake on the deck reader", "start", "ask for north"}

ACCEPTED: Mapping[str, set[str]] = {
    "dealing": ALWAYS | {"card 7", "card 30", "deal card 7", "deal card 30"},
    "taking": ALWAYS | {"card 7", "deal card 7"},
    "ready": ALWAYS | {"a rake on the deck reader", "start"},
    "ready, paws": ALWAYS | {"north's rake in its tray", "flip"},
    "counting": ALWAYS | STOP,
    "counting again": ALWAYS | STOP | MATCH,
    "playing, live": ALWAYS | STOP | MATCH | SILENT,
    "playing, check": ALWAYS | STOP | CLAIM,
    "playing, paws live": ALWAYS | STOP | MATCH | SILENT,
    "playing, paws check": ALWAYS | STOP | CLAIM,
    "playing, live, shouted": ALWAYS | MATCH | SILENT,
    "claimed, check": ALWAYS | {"north's rake in its tray", "stashed, says north"},
    "stopped, live": ALWAYS | ON_THREE | MATCH,
    "stopped, paws check": ALWAYS | ON_THREE,
    "inventory": ALWAYS | {"south's rake in its tray", "done, says south"},
    "checking": ALWAYS | MATCH | {"north's rake in its tray", "done, says north", "stray 0"},
    "checking, paws": ALWAYS | MATCH | {"north's rake in its tray", "done, says north"},
    "drawing": ALWAYS | {"card 30", "deal card 30"},
    "between": {"start", "off north", "end"},
    "over": set(),
}


def everything(scene: Scene) -> dict[str, Input]:
    """All inputs that can be thought of but tokens in trays, which may fall at any time."""
    at_ms = scene.now_ms
    inputs: dict[str, Input] = {
        name: Placed(at_ms, *what) for name, what in {**RAKES, **OTHER_PIECES}.items()
    }
    inputs.update({name: Said(at_ms, word[0], word[1:]) for name, word in WORDS.items()})
    inputs.update({f"alarm {name}": Alarm(at_ms, name) for name in ALARMS})
    inputs["an input of yesterday"] = Said(scene.full.at_ms - 1, "end")
    return inputs


def refusals(outputs: tuple[Output, ...]) -> list[Refused]:
    return [output for output in outputs if isinstance(output, Refused)]


def but_for_the_time(one: SessionState[State], other: SessionState[State]) -> bool:
    return msgspec.structs.replace(one, at_ms=other.at_ms) == other


def test_every_phase_says_what_it_accepts() -> None:
    assert set(ACCEPTED) == set(PHASES)
    reached = {scene().phase for scene in PHASES.values()}
    assert reached == {
        "dealing",
        "taking",
        "ready",
        "counting",
        "playing",
        "claimed",
        "stopped",
        "inventory",
        "checking",
        "drawing",
        "between",
        "over",
    }


@pytest.mark.rule("T16", "T6", "T3")
@pytest.mark.parametrize("phase", PHASES)
def test_an_input_in_the_wrong_phase_is_refused_and_leaves_the_state_equal(phase: str) -> None:
    scene = PHASES[phase]().wait(1)
    assert scene.phase == phase.split(",")[0].split(" ")[0]
    for name, happened in everything(scene).items():
        if name in ACCEPTED[phase]:
            continue
        after, outputs = scene.session.advance(scene.full, happened)
        assert len(refusals(outputs)) == len(outputs) == 1, f"{name}: {outputs}"
        assert after.core == scene.state, name
        assert after.past is scene.full.past, name
        if not isinstance(happened, Placed):  # a piece that is placed lies there all the same
            assert but_for_the_time(after, scene.full), name


@pytest.mark.rule("T16", "T3")
@pytest.mark.parametrize("phase", PHASES)
def test_what_a_phase_accepts_is_not_refused(phase: str) -> None:
    scene = PHASES[phase]().wait(1)
    inputs = everything(scene)
    for name in ACCEPTED[phase]:
        after, outputs = scene.session.advance(scene.full, inputs[name])
        assert refusals(outputs) == [], name
        if name in SILENT and ACCEPTED[phase] >= SILENT and "live" in phase:
            assert outputs == (), name
            assert after.core == scene.state, name
        else:
            assert after.core != scene.state or isinstance(outputs[0], EarlyShout), name


@pytest.mark.rule("T16")
@pytest.mark.parametrize("phase", PHASES)
def test_all_that_a_phase_offers_is_accepted(phase: str) -> None:
    scene = PHASES[phase]().wait(1)
    for move in scene.session.legal(scene.full):
        for piece in move.pieces or ("",):
            at_ms = scene.now_ms
            if move.do == "say":
                happened: Input = Said(at_ms, move.at, (piece,) if piece else ())
            else:
                happened = Placed(at_ms, move.at, piece)
            assert refusals(scene.session.advance(scene.full, happened)[1]) == [], happened


@pytest.mark.rule("T16")
@pytest.mark.parametrize("phase", PHASES)
def test_a_refusal_is_one_plain_line(phase: str) -> None:
    scene = PHASES[phase]().wait(1)
    for name, happened in everything(scene).items():
        for refused in refusals(scene.session.advance(scene.full, happened)[1]):
            assert refused.why.strip() == refused.why != "", name
            assert "\n" not in refused.why, name
            assert len(refused.why) < 160, name


@pytest.mark.rule("T16", "T14")
@pytest.mark.parametrize("phase", PHASES)
def test_while_paused_a_rake_only_counts_to_three(phase: str) -> None:
    if phase == "over":
        return
    scene = PHASES[phase]().say("pause")
    for place, rake in RAKES.values():
        after, outputs = scene.session.advance(scene.full, Placed(scene.now_ms, place, rake))
        if (place, rake) == ("deck", "rake.south"):
            assert outputs == (Sound("count"),)
        elif rake != "rake.west":
            assert [type(output) for output in outputs] == [Refused]
        assert after.core.sides == scene.state.sides


@pytest.mark.rule("T16")
@pytest.mark.parametrize("phase", PHASES)
def test_a_piece_that_is_lifted_from_where_it_does_not_lie_changes_nothing(phase: str) -> None:
    scene = PHASES[phase]()
    for piece in ("rake.north", token_id(41), card_id(3), "sweet.worm.7"):
        for place in ("north", "west", "deck"):
            after, outputs = scene.session.advance(scene.full, Removed(scene.now_ms, place, piece))
            assert outputs == ()
            assert but_for_the_time(after, scene.full)
