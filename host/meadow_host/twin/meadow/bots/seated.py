"""Bots on the seats that people leave to them: they join, play whatever begins, and tidy up.

For a table that people sit at, in real time; whoever has it calls `act` at `next_ms`, and after
every change. They choose no game and start none: that is the people's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random
from typing import Any

from meadow.games.game import Seat
from meadow.pieces.kinds import AnyPiece, Rake, StashToken, SuitCard, TreatCard

from meadow_host.twin.meadow import ground
from meadow_host.twin.meadow.bots.cards import MeadowCardPlayers
from meadow_host.twin.meadow.bots.company import MeadowPlayers
from meadow_host.twin.meadow.bots.parties import sort_suits
from meadow_host.twin.meadow.bots.skills import Ability
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.skill import takes_ms

JOIN_MS = 900
SHOWN_MS = 500
"""A rake that joins lies on its tray for so long."""


class SeatedBots:
    """All bots at one meadow. ``abilities``: seat -> how good the bot there is; who is not named
    is a person, or nobody. It may be changed while no game is on: `seat`, `unseat`."""

    def __init__(
        self,
        world: World,
        pieces: Iterable[AnyPiece],
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        abilities: Mapping[str, Ability],
    ) -> None:
        """``hands`` are needed for words alone; all else is laid on the meadow."""
        self._world, self._hands, self._eyes, self._rng = world, hands, eyes, rng
        self._pieces = tuple(pieces)
        self.abilities = dict(abilities)
        self._due_ms: int | None = None
        self._shown: tuple[str, str] | None = None
        self._tokens: MeadowPlayers | None = None
        self._cards: MeadowCardPlayers | None = None

    def seat(self, seat: str, ability: Ability) -> None:
        """A bot sits down at a seat; in a game that is on it only looks on."""
        self.abilities[seat] = ability

    def unseat(self, seat: str) -> None:
        """It gets up; a game that is on it still plays to its end."""
        self.abilities.pop(seat, None)

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        company = self._tokens or self._cards
        return self._due_ms if company is None else company.next_ms()

    def act(self, now_ms: int) -> None:
        """Do all that is due."""
        view = self._eyes.view()
        company = self._tokens or self._cards
        if company is not None and view["phase"] == "lobby":
            self._get_up()
            company = None
        if company is None and view["phase"] == "playing":
            self._sit_down(view)
            company = self._tokens or self._cards
        if company is not None:
            company.act(now_ms)
        else:
            self._join(view, now_ms)

    # --------------------------------------------------------------------------- joining

    def _join(self, view: Mapping[str, Any], now_ms: int) -> None:
        """One after another, by laying a rake on the tray and taking it up again (T5)."""
        wanting = self._not_joined(view)
        if self._shown is None and not wanting:
            self._due_ms = None
        elif self._due_ms is None:
            self._due_ms = now_ms + takes_ms(self._rng, JOIN_MS, 0.3)
        elif self._due_ms <= now_ms:
            if self._shown is not None:
                self._take_up(*self._shown)
            else:
                self._lay_down(wanting[0])
            pause_ms = SHOWN_MS if self._shown else takes_ms(self._rng, JOIN_MS, 0.3)
            self._due_ms = now_ms + pause_ms

    def _not_joined(self, view: Mapping[str, Any]) -> list[str]:
        if view["phase"] != "lobby" or not view["lobby"]["game"]:
            return []
        there = {seat["side"] for seat in view["lobby"]["seats"]}
        return [seat for seat in self.abilities if seat not in there]

    def _lay_down(self, seat: str) -> None:
        rake = self._free_rake(seat)
        if seat not in ground.SIDES or not rake:
            self._hands.say("seat", seat)
            return
        self._shown = (seat, rake)
        self._put(rake, ground.tray_of(seat))

    def _take_up(self, seat: str, rake: str) -> None:
        self._shown = None
        if self._world.lying.lie(rake).place == ground.tray_of(seat):
            self._put(rake, ground.beside_of(seat))

    def _free_rake(self, seat: str) -> str:
        """The rake that lies beside this seat, else one from the box; "" if there is none."""
        for place in (ground.beside_of(seat), ground.BOX):
            for piece in self._world.at(place):
                if isinstance(self._world.lying.pieces[piece], Rake):
                    return piece
        return ""

    def _put(self, piece: str, place: str) -> None:
        self._world.move(piece, lie_in(self._world.lying, piece, place, None, None, None))

    # --------------------------------------------------------------------------- playing

    def _sit_down(self, view: Mapping[str, Any]) -> None:
        """A game has begun: whoever plays it is gathered."""
        seats = [
            Seat(one["side"], one.get("rake", ""), hand=one.get("hand", ""))
            for one in view["lobby"]["seats"]
        ]
        bots = {
            seat: one for seat, one in self.abilities.items() if seat in {s.side for s in seats}
        }
        chance = Random(self._rng.getrandbits(64))
        self._due_ms, self._shown = None, None
        if view["lobby"]["game"] == "sweepers":
            self._tokens = MeadowPlayers(
                self._world,
                seats,
                [piece for piece in self._pieces if isinstance(piece, StashToken)],
                [piece for piece in self._pieces if isinstance(piece, TreatCard)],
                self._hands,
                self._eyes,
                chance,
                bots,
                team=view["game"]["mode"] == "quick-paws",
            )
        elif view["lobby"]["game"] == "sweet-takes":
            sort_suits(self._world, view["game"]["suits"])
            self._cards = MeadowCardPlayers(
                self._world,
                [seat.side for seat in seats],
                [piece for piece in self._pieces if isinstance(piece, SuitCard)],
                self._hands,
                self._eyes,
                chance,
                bots,
            )

    def _get_up(self) -> None:
        """The game is cleared away."""
        if self._tokens is not None:
            self._tokens.leave()
        self._tokens = self._cards = None
