"""Bots at a table in real time: they join where they are asked to, and play beside people.

The minds and hands are those of any bot at a meadow; here is who of them sits down when. It must
not know pages, nor what a game's rules are.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from random import Random

from meadow.games.game import Seat
from meadow.games.package import Package
from meadow.journal.printable import quoted
from meadow.pieces.kinds import CommandCard, StashToken, TreatCard, TurnTracker
from meadow.table.status import Phase
from msgspec.structs import replace

from meadow_host.evening import Packages
from meadow_host.twin.meadow.bots.company import MeadowPlayers
from meadow_host.twin.meadow.bots.parties import WorldHands
from meadow_host.twin.meadow.bots.skills import SKILLS
from meadow_host.twin.meadow.ground import DECK, FIVE, SIDES
from meadow_host.twin.meadow.world import World
from meadow_host.twin.table.asking import no_seat, why_not
from meadow_host.twin.table.card_bots import CardBots
from meadow_host.twin.table.dealing import Dealer
from meadow_host.twin.table.eyes import SharedEyes
from meadow_host.twin.table.manners import Manners
from meadow_host.twin.table.middle import Middle
from meadow_host.twin.table.pace import Pace, Step
from meadow_host.twin.table.rakes import NONE, Rakes
from meadow_host.twin.table.showing import BUSY

STEP_MS = 900
"""From one step of all to the next, as one bot's joining."""
SEATS = (*SIDES, FIVE)
READY_MS = 3_500
"""All sit; so long they look round before one says Start. A table that was only just cleared
takes no sooner one."""
AGAIN_MS = 30_000
"""Where nobody sits but bots, they clear the table so long after the end: people look on."""
DEFAULT_SKILL = "practised"
CLUMSY = ("deal_twice", "deal_wrong")
"""Mistakes that no bot makes here: whoever does not know the table takes them for its own."""


class Bots:
    """The bots of one meadow."""

    def __init__(
        self,
        world: World,
        eyes: SharedEyes,
        dealer: Dealer,
        show: Callable[[str, str], str],
        middle: Middle,
        rakes: Rakes,
        people: Callable[[], Collection[str]],
        packages: Packages,
        seed: int,
    ) -> None:
        """``show`` lays a piece on a reader for a moment, ``people`` are the seats where people
        sit."""
        self._world, self._eyes, self._dealer = world, eyes, dealer
        self._middle, self._rakes = middle, rakes
        self.manners = Manners(lambda: self.seats, people)
        eyes.watch(self.manners.look)
        self._show, self._people, self._packages = show, people, packages
        self._rng = Random(f"bots {seed}")
        self.wanted: tuple[str, ...] = ()
        """The seats where bots shall sit; where a person sits, none does."""
        self.skill = DEFAULT_SKILL
        self.words: Sequence[str] = ()
        """What is chosen where nobody sits but bots."""
        self._chosen: tuple[str, ...] = ()
        """The words by which they have begun to choose."""
        self._to_choose: list[str] = []
        self._company: MeadowPlayers | CardBots | None = None
        self._of: tuple[object, ...] = ()
        """For which game and seats that company was made."""
        self._seen: tuple[object, int] = (None, -1)
        self._pace = Pace()
        self._have_joined: set[str] = set()
        """The seats that bots joined at, not people."""

    @property
    def seats(self) -> tuple[str, ...]:
        """Where bots sit, or will; in a game that has no such seat none does."""
        people, chosen = self._people(), self._chosen_package
        places = SEATS if chosen is None else chosen.seat_places
        return tuple([seat for seat in self.wanted if seat in places and seat not in people])

    @property
    def _chosen_package(self) -> Package | None:
        return self._packages.get(self._eyes.lobby["game"])

    def want(self, seats: Sequence[str], skill: str, words: Sequence[str] = ()) -> str:
        """Let bots sit there, so good; alone they choose this. What cannot come to be is refused
        at once: the table would refuse it again and again."""
        if skill and skill not in SKILLS:
            return f"there is no skill {quoted(skill)}: it is one of {', '.join(SKILLS)}"
        unknown = [seat for seat in seats if seat not in SEATS]
        if unknown:
            return f"there is no seat {quoted(unknown[0])}: it is one of {', '.join(SEATS)}"
        chosen = self._chosen_package
        for seat in seats:
            if chosen and seat not in chosen.seat_places and seat not in self.wanted:
                return no_seat(chosen, seat)
        why = why_not(words, seats, self._packages) if words else ""
        if why:
            return why
        self.wanted, self.skill = tuple(dict.fromkeys(seats)), skill or self.skill
        self.words = tuple(words)
        return ""

    def turn(self) -> int | None:
        """What is due; gives when there is more."""
        if not (self.wanted or self._company or self._have_joined):
            return None
        phase = self._eyes.view()["phase"]
        if phase == Phase.LOBBY:
            self._part()
            step = self._next_in_lobby()
            return self._paced(step or self._begin(), STEP_MS if step else READY_MS)
        times_ms = [None if phase == Phase.OVER else self._playing()]
        if phase == Phase.OVER:
            self._part()  # what lies there shows how it ended: nobody gathers it yet
        if self._is_host:
            step = self._next_as_host(phase)
            times_ms.append(self._paced(step, AGAIN_MS if phase == Phase.OVER else STEP_MS))
        return min([one for one in times_ms if one is not None], default=None)

    def _paced(self, step: Step | None, pace_ms: int = STEP_MS) -> int | None:
        """Take a step once it has been wanted for a while."""
        seen = (self._eyes.view(), self.seats, self.words)
        return self._pace.take(step, seen, self._world.now_ms, pace_ms)

    # ------------------------------------------------------------------------ the lobby

    def _next_in_lobby(self) -> Step | None:
        """Join, one after another; alone they choose, too."""
        lobby, seats = self._eyes.lobby, self.seats
        joined = [one["side"] for one in lobby["seats"]]
        gone = [side for side in joined if side in self._have_joined and side not in seats]
        missing = [side for side in seats if side not in joined]
        is_alone = self._is_alone
        if not is_alone:
            self._chosen = ()
        elif not lobby["game"] or self._chosen != self.words:
            # What others chose is cleared first; a word counts once the game is known by its card.
            return partial(self._eyes.say, "end") if lobby["game"] else self._choose
        elif self._to_choose:
            return self._choose_more
        if not lobby["game"]:
            self._have_joined.clear()
            return None
        if gone:
            return partial(self._leave, gone[0])
        return partial(self._join, missing[0]) if missing else None

    def _begin(self) -> Step | None:
        """Once nothing else is to be done, they begin if they are alone and somebody joined."""
        return partial(self._say_card, "start") if self._is_alone and self._joined() else None

    @property
    def _is_alone(self) -> bool:
        """Whether bots choose what is played."""
        return bool(self.wanted and self.words) and not self._people()

    def _choose(self) -> None:
        self._have_joined.clear()
        self._chosen, self._to_choose = tuple(self.words), list(self.words[1:])
        self._say_card(self.words[0])

    def _choose_more(self) -> None:
        self._say_card(self._to_choose.pop(0))

    def _join(self, seat: str) -> None:
        """With a rake, else by the operator's word (T5)."""
        self._have_joined.add(seat)
        rake = self._rakes.of(seat)
        why = self._show(rake, seat) if rake else NONE.format(seat)
        if why and why != BUSY:
            self._eyes.say("seat", seat)

    def _leave(self, seat: str) -> None:
        self._have_joined.discard(seat)
        self._eyes.say("leave", seat)

    def _say_card(self, word: str) -> None:
        """By its command card, else by the operator."""
        cards = self._world.lying.pieces.values()
        card = next((p.id for p in cards if isinstance(p, CommandCard) and p.word == word), "")
        if not card or self._show(card, DECK):
            self._eyes.say(word)

    # ------------------------------------------------------------------------- a game

    def _playing(self) -> int | None:
        game = self._eyes.game
        of = (game.get("game"), self.seats, self.skill, self._joined())
        if of != self._of:
            self._part()
            self._company, self._of = self._gather(), of
        company, now_ms = self._company, self._world.now_ms
        if company is None:
            return None
        if isinstance(company, CardBots):
            return company.act()
        seen = (self._eyes.view(), self._world.changes)
        due_ms = company.next_ms()
        is_new = seen[0] is not self._seen[0] or seen[1] != self._seen[1]
        if is_new or (due_ms is not None and due_ms <= now_ms):
            company.act(now_ms)
            self._seen = (seen[0], self._world.changes)
        return company.next_ms()

    def _gather(self) -> MeadowPlayers | CardBots | None:
        seats, view = self.seats, self._eyes.view()
        joined = [one for one in view["lobby"]["seats"] if one["side"] in seats]
        if not joined:
            return None
        self._seen = (None, -1)
        game, pieces = self._eyes.game, self._world.lying.pieces.values()
        rng = Random(self._rng.getrandbits(64))
        if "sides" not in game:
            sides = [one["side"] for one in joined]
            cards = SKILLS[self.skill].cards
            return CardBots(self._world, self._eyes, self._middle, sides, rng, cards)
        skill = SKILLS[self.skill]
        careful = replace(skill.mind, **dict.fromkeys(CLUMSY, 0.0))
        ability = replace(skill, mind=careful)
        return MeadowPlayers(
            self._world,
            [Seat(one["side"], one.get("rake", "")) for one in view["lobby"]["seats"]],
            [piece for piece in pieces if isinstance(piece, StashToken)],
            [piece for piece in pieces if isinstance(piece, TreatCard)],
            WorldHands(self._world, self._eyes.say, self._eyes),
            self._eyes,
            rng,
            {one["side"]: ability for one in joined},
            team=game["mode"] == "quick-paws",
            goes_on=lambda: self.manners.goes_on,
        )

    @property
    def _is_host(self) -> bool:
        """Whether bots deal and the like: where one sits first, or nobody sits but bots. Of
        Sweepers the minds do that by themselves."""
        seats = self._eyes.game.get("seats", ())
        first = seats[0]["seat"] if seats else ""
        return first in self.seats or (bool(self.wanted) and not self._people())

    def _next_as_host(self, phase: str) -> Step | None:
        """What somebody has to do for all."""
        game, view, say = self._eyes.game, self._eyes.view(), self._say_card
        if phase == Phase.OVER:
            return partial(say, "end") if not self._people() else None
        if "seats" not in game:
            return None
        if view.get("paused"):
            waits = view.get("counting") or view.get("broken") or not self.manners.goes_on
            return None if waits else partial(say, "start")
        if game["phase"] == "dealing" and not self._dealer.left:
            return partial(self._dealer.deal, 200)
        if game["phase"] == "leading" and not self._people():
            return self._name_leader
        return partial(say, "start") if game["phase"] == "between" else None

    def _name_leader(self) -> None:
        """Who last ate a sweet is known to the players alone."""
        pieces = self._world.lying.pieces.values()
        tracker = next((piece.id for piece in pieces if isinstance(piece, TurnTracker)), "")
        seat = self._rng.choice([one["seat"] for one in self._eyes.game["seats"]])
        if not tracker or self._show(tracker, seat if seat in SIDES else DECK):
            self._eyes.say("leader", seat)

    def _joined(self) -> tuple[str, ...]:
        return tuple([one["side"] for one in self._eyes.lobby["seats"]])

    def _part(self) -> None:
        if isinstance(self._company, MeadowPlayers):
            self._company.leave()
        self._company, self._of = None, ()
