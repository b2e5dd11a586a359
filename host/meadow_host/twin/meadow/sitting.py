"""Guests at a meadow on a virtual board: they join, play one game after another, in manual time.

Time jumps from one happening to the next, and the table's loop passes only where something changed;
while tokens move the meadow is stepped and nothing else is done. It must not know terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from meadow.clock import ManualClock
from meadow.games.package import Package
from meadow.pieces.register import Register
from meadow.settings.schema import Settings
from meadow.table.journals import OpenJournal
from meadow.table.status import Phase
from meadow.table.table import Table

from meadow_host.twin.meadow.antennas import join
from meadow_host.twin.meadow.bots.company import MeadowPlayers
from meadow_host.twin.meadow.bots.parties import WorldHands, parties
from meadow_host.twin.meadow.bots.skills import Ability
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.attable import TableEyes
from meadow_host.twin.players.joining import Guests, Invitation
from meadow_host.twin.virtual import VirtualBoard

LONGEST_MS = 60 * 60_000
"""No game of these guests comes near this: then something hangs."""
FRAMES_HZ = 1
"""Nobody looks at the lights."""


class HangsError(Exception):
    """A game came to no end; the message says where it stands."""


class Sitting:
    """One table with a meadow and its guests. The same seed gives the same games."""

    def __init__(
        self,
        seed: int,
        packages: Mapping[str, Package],
        settings: Settings,
        register: Register,
        open_journal: OpenJournal,
        wall_clock: Callable[[], str],
    ) -> None:
        self._rng = Random(f"sitting {seed}")
        self.clock = ManualClock()
        self.board = VirtualBoard(self.clock, pixels=settings.strip.pixels, settle_ms=20)
        self.register = register
        self.world = World(register.pieces, seed)
        self.antennas = join(self.world, register, self.board)
        self.table = Table(
            self.board,
            register,
            packages,
            settings,
            open_journal,
            lambda: f"p-{self._rng.getrandbits(32):08x}",
            wall_clock,
            FRAMES_HZ,
        )
        self.eyes = TableEyes(self.table)
        self.players: MeadowPlayers | None = None
        """Who played the last game, if it was one with tokens."""
        self.ended_ms = 0
        """How long the last game took until it was over."""

    def play(self, invited: Invitation, abilities: Mapping[str, Ability]) -> None:
        """Choose the game, join, play it to its end, tidy up. Raises `HangsError`."""
        hands = WorldHands(self.world, self.table.say, self.eyes)
        guests = Guests(
            invited,
            self.register.pieces,
            hands,
            self.eyes,
            Random(self._rng.getrandbits(64)),
            parties=parties(self.world, hands, abilities),
        )
        give_up_ms = self.clock.now_ms() + LONGEST_MS
        was_over = True
        while not guests.done:
            self._look_and_act(guests)
            self._pass(guests)
            is_over = self.table.phase is Phase.OVER
            if is_over and not was_over:
                self.ended_ms = self.table.status().at_ms
            was_over = is_over
            if self.clock.now_ms() > give_up_ms:
                phase = self.eyes.view().get("game", {}).get("phase", "the lobby")
                raise HangsError(f"after an hour the game has no end, it hangs in {phase}")
        self.players = guests.players if isinstance(guests.players, MeadowPlayers) else None
        if self.players is not None:
            self.players.leave()

    def close(self) -> None:
        """The table goes dark and saves all that it can."""
        self.table.close()

    def _look_and_act(self, guests: Guests) -> None:
        """Whoever has something to do does it, or sees what is new."""
        now_ms, due_ms = self.clock.now_ms(), guests.next_ms()
        if self.eyes.saw_news or due_ms is None or due_ms <= now_ms:
            self.eyes.saw_news = False
            guests.act(now_ms)

    def _pass(self, guests: Guests) -> None:
        """Let the meadow move until somebody or the table has something to do; then one pass."""
        world, clock, loop = self.world, self.clock, self.table.loop
        changes, lies = self.antennas.changes, world.changes
        passes_ms = loop.next_wake_ms()
        while True:
            now_ms = clock.now_ms()
            times_ms = [passes_ms]
            for due_ms in (guests.next_ms(), world.next_ms()):
                times_ms += [] if due_ms is None else [due_ms]
            next_ms = max(min(times_ms), now_ms + 1)
            clock.advance_to(next_ms)
            world.advance_to(next_ms)
            if self.antennas.changes != changes or next_ms >= passes_ms:
                loop.run_pass()
                return
            if world.changes != lies:
                self.eyes.saw_news = True  # a token fell: players see it at once
                return
            due_ms = guests.next_ms()
            if due_ms is not None and due_ms <= next_ms:
                return
