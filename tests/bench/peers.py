"""Other projects' card games to compare with, each played by a process in a venv of their own.

`make bench-tricks` fetches them into .cache/peers; they are no dependency of the project, and its
code does not know them.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.bench.laps import Lap, Runner

PYTHON = Path(__file__).resolve().parent.parent.parent / ".cache" / "peers" / "bin" / "python"
PLAYOUTS = Path(__file__).with_name("peer_playouts.py")
GAMES = ("oh_hell", "oh_hell, 12 tricks", "hearts", "bridge")


class PeerError(Exception):
    """A peer does not play; the message is one line."""


class Peer:
    """A process that plays one game when told to."""

    def __init__(self, command: Sequence[str]) -> None:
        """Raises `PeerError` when it does not start."""
        try:
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
        except OSError as error:
            raise PeerError(f"{command[0]}: {error.strerror}") from error
        self.version = self._read()

    def run(self, seconds: float) -> Lap:
        """Let it play. Raises `PeerError` when it ends instead."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{seconds}\n")
        self._process.stdin.flush()
        return Lap(*json.loads(self._read()))

    def close(self) -> None:
        """End it."""
        self._process.communicate()

    def _read(self) -> str:
        assert self._process.stdout is not None
        line = self._process.stdout.readline().strip()
        if not line:
            _, errors = self._process.communicate()
            raise PeerError((errors.strip().splitlines() or ["it ended without a word"])[-1])
        return line


class Peers(NamedTuple):
    """Those that play, by name and version, and a line on those that do not."""

    runners: Mapping[str, Runner]
    missing: Sequence[str]


@contextmanager
def running() -> Iterator[Peers]:
    """All peers that are there, until the context ends."""
    runners: dict[str, Runner] = {}
    missing: dict[str, list[str]] = {}
    with ExitStack() as stack:
        for game in GAMES:
            try:
                peer = Peer([str(PYTHON), str(PLAYOUTS), game])
            except PeerError as error:
                missing.setdefault(str(error), []).append(game)
            else:
                stack.callback(peer.close)
                runners[f"{peer.version} {game}"] = peer.run
        yield Peers(runners, [f"left out: {'; '.join(of)}: {why}" for why, of in missing.items()])
