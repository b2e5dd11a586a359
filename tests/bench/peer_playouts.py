"""Random playouts of other projects' card games; runs in a venv of theirs, and knows nothing of us.

``python peer_playouts.py hearts`` first prints which package plays, with its version. Then for
each line that it reads, a number of seconds, it plays for so long and prints games, moves and
seconds of CPU time. A move is what a player chooses: cards that chance deals are not counted.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from importlib import import_module
from importlib.metadata import version
from random import Random
from typing import Any

DEALT_STATES = 100
Playout = Callable[[], int]


def _open_spiel(spec: str) -> tuple[Any, Callable[[Any], int]]:
    """A game of OpenSpiel, and what plays a state of it to the end."""
    pyspiel: Any = import_module("pyspiel")
    random = Random(1).random

    def play(state: Any) -> int:
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                chances = state.chance_outcomes()  # all alike in these games
                state.apply_action(chances[int(random() * len(chances))][0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random() * len(actions))])
                moves += 1
        return moves

    return pyspiel.load_game(spec), play


def _whole(spec: str) -> Playout:
    game, play = _open_spiel(spec)
    return lambda: play(game.new_initial_state())


def _from_dealt(spec: str) -> Playout:
    game, play = _open_spiel(spec)
    rng = Random(2)
    dealt = []
    for _ in range(DEALT_STATES):
        state = game.new_initial_state()
        while state.is_chance_node():
            state.apply_action(rng.choice(state.chance_outcomes())[0])
        dealt.append(state)
    return lambda: play(rng.choice(dealt).clone())


def _bridge() -> Playout:
    env: Any = import_module("rlcard").make("bridge")
    random = Random(1).random

    def playout() -> int:
        state, _ = env.reset()
        moves = 0
        while not env.is_over():
            actions = list(state["legal_actions"])
            state, _ = env.step(actions[int(random() * len(actions))])
            moves += 1
        return moves

    return playout


PEERS: dict[str, tuple[str, Callable[[], Playout]]] = {
    "oh_hell": ("open_spiel", lambda: _whole("oh_hell(players=4)")),
    "oh_hell, 12 tricks": (
        "open_spiel",
        lambda: _from_dealt("oh_hell(players=4,num_tricks_fixed=12)"),
    ),
    "hearts": ("open_spiel", lambda: _whole("hearts")),
    "bridge": ("rlcard", _bridge),
}
"""game -> the package that has it, what makes its playout."""


def main(arguments: list[str]) -> int:
    """Play the game named until there is nothing more to read."""
    package, make = PEERS[arguments[0]]
    playout = make()
    print(f"{package} {version(package)}", flush=True)
    for line in sys.stdin:
        games = moves = 0
        begun_s = time.process_time()
        while not games or time.process_time() - begun_s < float(line):
            moves += playout()
            games += 1
        print(json.dumps([games, moves, time.process_time() - begun_s]), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
