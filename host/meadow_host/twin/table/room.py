"""Everything round one meadow in real time: people, bots, who deals, what is broken.

Wires; what each part does is in its own module. It lives in the meadow's thread, but for what says
otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from meadow.clock import Clock
from meadow.journal.printable import quoted
from meadow.pieces.kinds import AnyPiece, StashToken, SuitCard
from meadow.table.status import News, Phase
from meadow.table.table import Table

from meadow_host.evening import Packages
from meadow_host.twin.meadow.bots.parties import set_table
from meadow_host.twin.meadow.ground import BOX
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.bots import Bots
from meadow_host.twin.table.dealing import Dealer
from meadow_host.twin.table.eyes import SharedEyes
from meadow_host.twin.table.living import Living
from meadow_host.twin.table.middle import Middle
from meadow_host.twin.table.people import People
from meadow_host.twin.table.rakes import Rakes
from meadow_host.twin.table.refusals import Concerned, Refusal, refusals_of
from meadow_host.twin.table.scene import Scene
from meadow_host.twin.table.showing import Showing
from meadow_host.twin.table.troubles import Troubles

Json = dict[str, Any]
KINDS: dict[str, type[Any]] = {"sweepers": StashToken, "sweet-takes": SuitCard}
"""game -> what must lie out to play it."""


HEALS_MS = 200
"""So often it is seen whether the table has mended itself what somebody broke."""


class Room:
    """One meadow, its thread, and everybody at it. What cannot be done gives a line that says why,
    else ""."""

    def __init__(
        self,
        pieces: Iterable[AnyPiece],
        packages: Packages,
        seed: int,
        troubles: Troubles,
        say: Callable[[str], None],
        clock: Clock | None = None,
    ) -> None:
        """``packages`` are the table's games; ``say`` is told in lines what goes wrong, from any
        thread; ``clock`` None is real time."""
        self.world = World(tuple(pieces), seed)
        self.living = Living(self.world, say, clock)
        self.eyes = SharedEyes(self.living.do)
        self.showing = Showing(self.living, self.eyes.rake_of, lambda: self.eyes.situation)
        rakes = Rakes(self.world, self.eyes)
        self.people = People(self.living, self.showing, rakes)
        self.dealer = Dealer(self.world, self.eyes)
        self.middle = Middle(self.world, self.eyes)
        self._concerned = Concerned(self.world, self.people, self.showing, self.middle.home_of)
        self.eyes.listen(self._heard)
        self.bots = Bots(
            self.world,
            self.eyes,
            self.dealer,
            self._show,
            self.middle,
            rakes,
            self._seated,
            packages,
            seed,
        )
        self.troubles = troubles
        self._phase, self._game = Phase.LOBBY.value, ""
        self._told: Json = {}
        self._listeners: list[Callable[[Json], None]] = []
        turns = (self._tidy, self._look, self.bots.turn, self.dealer.turn, self._tell)
        for turn in turns:
            self.living.join(turn)

    def start(self) -> None:
        """Time begins. From any thread."""
        self.living.start()

    def close(self) -> None:
        """Time ends. From any thread."""
        self.living.close()

    # ------------------------------------------------------------------------- looking

    def watch(self, scenes: Callable[[Scene], None], rooms: Callable[[Json], None]) -> None:
        """Show what changes at the meadow, and round it. Before `start`."""
        self.living.watch(scenes)
        self._listeners.append(rooms)

    def state(self) -> Json:
        """Who is there, and what goes on round the meadow."""
        handle = self.world.handles.of
        return {
            "people": sorted(self.people.seated),
            "bots": list(self.bots.seats),
            "wanted": list(self.bots.wanted),
            "words": list(self.bots.words),
            "skill": self.bots.skill,
            "dealing": self.dealer.left,
            "strayed": sorted([handle(one.card), *one[1:]] for one in self.middle.strayed),
            "past": self.middle.past,
            "goes_on": self.bots.manners.goes_on,
            "broken": sorted([one.fault, one.place] for one in self.troubles.on),
        }

    @property
    def bots_there(self) -> tuple[str, ...]:
        """Where bots sit, or will, as of the last turn. From any thread."""
        return tuple(self._told.get("bots", ()))

    def _tell(self) -> int | None:
        """Tell what is another; gives when to look again though nothing happens."""
        heals = self.troubles.look()
        state = self.state()
        if state != self._told:
            self._told = state
            for listener in self._listeners:
                listener(state)
        return self.living.now_ms + HEALS_MS if heals else None

    # ------------------------------------------------------------------ what people ask

    def set_out(self, game: str) -> str:
        """Lay out the pieces of a game; those of others, or with "" all, go into the box."""
        if game and game not in KINDS:
            return f"nobody knows how to lay out {quoted(game)}: it is {' or '.join(KINDS)}"
        set_table(self.world, game)
        return ""

    def want_bots(self, seats: Sequence[str], skill: str, words: Sequence[str]) -> str:
        """Let bots sit at these seats, where nobody else does; ``words`` is what they choose where
        no person is."""
        return self.bots.want(seats, skill, words)

    # ------------------------------------------------------------------------- inside

    def _show(self, piece: str, reader: str) -> str:
        return self.showing.show(piece, reader, "bots")

    def _seated(self) -> frozenset[str]:
        return self.people.seated

    def _heard(self, table: Table, news: News) -> None:
        """In the loop's thread."""
        for refusal in refusals_of(table, news):
            self.living.do(partial(self._refused, refusal))

    def _refused(self, refusal: Refusal) -> None:
        self.middle.refused(refusal.piece, refusal.why)
        self._concerned.tell(refusal)

    def _look(self) -> int | None:
        """What of the cards was not taken: bots take theirs back at once."""
        due_ms = self.middle.turn()
        if set(self.bots.seats) & {one.seat for one in self.middle.strayed}:
            self.middle.take_back(self.bots.seats)
        return due_ms

    def _tidy(self) -> None:
        """Lay out what is needed once a game is chosen, and anew after its end."""
        phase, game = str(self.eyes.view()["phase"]), str(self.eyes.lobby["game"])
        was_over = self._phase == Phase.OVER
        self._phase = phase
        if phase != Phase.LOBBY or (game == self._game and not was_over):
            return
        self._game = game
        if game not in KINDS:
            return
        kind, pieces = KINDS[game], self.world.lying.pieces
        boxed = [piece for piece in self.world.at(BOX) if isinstance(pieces[piece], kind)]
        if was_over or boxed:
            self.set_out(game)
