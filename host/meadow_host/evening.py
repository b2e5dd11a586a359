"""An evening at a simulated table: players join with their rakes and play game after game.

Everything goes the way it goes at a real table: rakes, cards and tokens are laid on the virtual
board's readers, and the one loop carries them on. Whoever wants to see it takes it step by step.
It must not know terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from meadow.clock import ManualClock
from meadow.games.game import PUBLIC, Refused, Seat
from meadow.games.package import Package
from meadow.games.session import DECK
from meadow.pieces.kinds import Rake, StashToken, TreatCard
from meadow.pieces.register import Register
from meadow.settings.schema import Settings
from meadow.table.journals import OpenJournal
from meadow.table.lobby import Lobby, LobbyState
from meadow.table.status import News, Phase
from meadow.table.table import Table

from meadow_host.twin.players import Players
from meadow_host.twin.virtual import VirtualBoard

SIDES = ("north", "east", "south", "west")
WORD_MS = 900
"""About so long a hand takes for a command card or a rake, in the lobby."""

AFTER_MS = 4000
"""So long the end of a game is looked at; longer than the table's guard against double words."""

LONGEST_MS = 60 * 60_000
"""No game of these players comes near this: then something hangs."""


class WordsError(Exception):
    """The table does not take these words for a game; the message is one plain line."""


class HangsError(Exception):
    """A game came to no end; the message says in which phase."""


def check_words(words: Sequence[str], packages: Mapping[str, Package]) -> None:
    """Try whether the lobby takes these words, as ``quick-paws``, ``way-a``.

    Raises `WordsError`.
    """
    lobby, state = Lobby(packages), LobbyState()
    for word in words:
        step = lobby.said(state, word)
        for output in step.outputs:
            if isinstance(output, Refused):
                raise WordsError(output.why)
        state = step.state
    if not state.game:
        raise WordsError("no game is chosen by " + (" ".join(words) or "no words at all"))


class Evening:
    """One table with its simulated players. The same seed gives the same evening.

    What happens comes as iterators: each step yields the clock's time, at the latest after
    ``longest_ms`` of it.
    """

    def __init__(
        self,
        seed: int,
        packages: Mapping[str, Package],
        settings: Settings,
        register: Register,
        open_journal: OpenJournal,
        wall_clock: Callable[[], str],
        frames_hz: int,
    ) -> None:
        self._rng = Random(seed)
        self.clock = ManualClock()
        self.board = VirtualBoard(self.clock, settle_ms=20)
        self.register = register
        self.table = Table(
            self.board,
            self.register,
            packages,
            settings,
            open_journal,
            self._participant,
            wall_clock,
            frames_hz,
        )
        self.table.listen(self._noticed)
        self.rakes: dict[str, str] = {}
        """side -> the colour of its rake."""
        self.longest_ms = LONGEST_MS
        self.ended_ms = 0
        """How long the last game took until it was over."""
        self.listener: Callable[[News], None] | None = None
        self._changed = True

    # ---------------------------------------------------------------- hands and eyes

    def place(self, place: str, piece_id: str) -> None:
        """A piece comes to lie on a place."""
        self.board.readers.lay(place, self._uid(piece_id))

    def lift(self, place: str, piece_id: str) -> None:
        """A piece is lifted."""
        self.board.readers.lift(place, self._uid(piece_id))

    def say(self, word: str, *args: str) -> None:
        """The operator says a word."""
        self.table.say(word, *args)

    def view(self) -> Mapping[str, Any]:
        """What anyone may know."""
        return self.table.view(PUBLIC)

    def cues(self) -> Mapping[str, str]:
        """place -> name of the cue its lights show."""
        return {place: cue.name for place, cue in self.table.cues.items()}

    # --------------------------------------------------------------------- the evening

    def join(self) -> Iterator[int]:
        """Four players, each with a rake."""
        rakes = [piece for piece in self.register.pieces if isinstance(piece, Rake)]
        self._rng.shuffle(rakes)
        for side, rake in zip(SIDES, rakes, strict=False):
            self.rakes[side] = rake.colour
            yield from self._touch(side, rake.id)

    def choose(self, words: Sequence[str]) -> Iterator[int]:
        """Choose a game: by command cards where there are some, else by the operator."""
        for word in words:
            yield from self._speak(word)

    def play(self) -> Iterator[int]:
        """Start the chosen game and play it to its end. Raises `HangsError` when it has none."""
        yield from self._wait(AFTER_MS)  # all sit down
        yield from self._speak("start")
        if self.table.phase is not Phase.PLAYING:
            raise HangsError(f"the game does not begin: {self.view()}")
        players = self._players()
        began_ms = self.clock.now_ms()
        while self.table.phase is Phase.PLAYING:
            now_ms = self.clock.now_ms()
            due_ms = players.next_ms()
            if self._changed or (due_ms is not None and due_ms <= now_ms):
                self._changed = False
                players.act(now_ms)
                due_ms = players.next_ms()
            wake_ms = self.table.loop.next_wake_ms()
            if due_ms is not None:
                wake_ms = min(wake_ms, due_ms)
            self.table.loop.run_until(max(now_ms + 1, min(wake_ms, now_ms + self.longest_ms)))
            yield self.clock.now_ms()
            if now_ms > began_ms + LONGEST_MS:
                raise HangsError(f"after an hour nobody has won: {self.view()}")
        self.ended_ms = self.table.status().at_ms
        yield from self._wait(AFTER_MS)
        yield from self._clear()

    def close(self) -> None:
        """The table goes dark and saves all that it can."""
        self.table.close()

    # ------------------------------------------------------------------------- inside

    def _players(self) -> Players:
        pieces = self.register.pieces
        lobby = self.view()["lobby"]
        seats = msgspec.convert(lobby["seats"], tuple[Seat, ...])
        return Players(
            seats,
            [piece for piece in pieces if isinstance(piece, StashToken)],
            [piece for piece in pieces if isinstance(piece, TreatCard)],
            self,
            self,
            Random(self._rng.getrandbits(64)),
            team=self.view()["game"]["mode"] == "quick-paws",
        )

    def _speak(self, word: str) -> Iterator[int]:
        card = f"command.{word}"
        if self.register.uid_of(card) is not None:
            yield from self._touch(DECK, card)
        else:
            self.say(word)
            yield from self._wait(WORD_MS)

    def _touch(self, place: str, piece_id: str) -> Iterator[int]:
        """Lay a piece down and take it up again."""
        yield from self._wait(self._takes_ms())
        self.place(place, piece_id)
        yield from self._wait(self._takes_ms())
        self.lift(place, piece_id)
        yield from self._wait(50)

    def _clear(self) -> Iterator[int]:
        """All pieces go back from the readers to the middle."""
        for place in self.board.readers.places:
            for uid in self.board.readers.there(place):
                self.board.readers.lift(place, uid)
                yield from self._wait(200)

    def _wait(self, duration_ms: int) -> Iterator[int]:
        until_ms = self.clock.now_ms() + duration_ms
        while self.clock.now_ms() < until_ms:
            self.table.loop.run_until(min(until_ms, self.clock.now_ms() + self.longest_ms))
            yield self.clock.now_ms()

    def _takes_ms(self) -> int:
        return round(WORD_MS * self._rng.uniform(0.6, 1.4))

    def _participant(self) -> str:
        return f"p-{self._rng.getrandbits(32):08x}"

    def _uid(self, piece_id: str) -> str:
        uid = self.register.uid_of(piece_id)
        if uid is None:
            raise KeyError(f"{piece_id} has no tag")
        return uid

    def _noticed(self, news: News) -> None:
        self._changed = True
        if self.listener is not None:
            self.listener(news)
