"""Players of Sweet Takes at a meadow where people play too: some seats are bots', some are not.

They handle the cards that truly lie there: the pile, hands, stashes, the deck reader. What is to be
done follows from the public view and from those; a card in somebody's hand is seen by its own seat
alone. Where only bots sit, `players.sweet_takes` plays as at any table.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from random import Random
from typing import Any, NamedTuple

from meadow.pieces.kinds import SuitCard

from meadow_host.twin.meadow import ground
from meadow_host.twin.meadow.lying import HELD
from meadow_host.twin.meadow.places import lie_in
from meadow_host.twin.meadow.world import World
from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.skill import takes_ms
from meadow_host.twin.players.sweet_takes import CardSkill
from meadow_host.twin.players.sweet_takes.choosing import Sight, followers, sensible

LOOK_MS = 400
"""So long after a movement nobody looks what the table made of it: it has to see it first."""
WAITS_MS = 4000
"""What anybody can do is left to people for so long."""

Game = Mapping[str, Any]


class Task(NamedTuple):
    """A movement: what, of which seat, and the moment of the game that it belongs to."""

    do: str
    seat: str = ""
    card: str = ""
    when: tuple[Any, ...] = ()


class Dealing(NamedTuple):
    """A card that passes over the deck reader, to whom, and how many were dealt before."""

    card: str
    seat: str
    pile: str
    before: int


class MeadowCardPlayers:
    """The bots of one game of Sweet Takes. The same interface as all companies."""

    def __init__(
        self,
        world: World,
        seats: Iterable[str],
        cards: Iterable[SuitCard],
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        bots: Collection[str],
        skill: CardSkill | None = None,
    ) -> None:
        """``seats`` are all in the order of play, ``bots`` those of them that bots sit at."""
        self._world, self._hands, self._eyes, self._rng = world, hands, eyes, rng
        self._seats = tuple(seats)
        self._bots = tuple([seat for seat in self._seats if seat in bots])
        self._cards = {card.id: card for card in cards}
        self._skill = skill or CardSkill()
        self._task: Task | None = None
        self._due_ms: int | None = None
        self._looks_ms = 0
        self._seen: tuple[object, int] = (None, -1)
        self._laid: dict[str, str] = {}
        """What bots laid on a reader: card -> where it goes if it is not taken."""
        self._passing: Dealing | None = None
        self._tried: set[str] = set()

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        return self._due_ms

    def act(self, now_ms: int) -> None:
        """Look at the table; begin a movement, or make the one that is due."""
        if now_ms < self._looks_ms:
            self._due_ms = self._looks_ms
            return
        view = self._eyes.view()
        wanted = self._wanted(view)
        if wanted != self._task or wanted is None:
            self._task, self._due_ms = wanted, None
        if wanted is None:
            return
        if self._due_ms is None:
            self._due_ms = now_ms + self._takes_ms(wanted)
        elif self._due_ms <= now_ms:
            self._task, self._looks_ms = None, now_ms + LOOK_MS
            self._due_ms = self._looks_ms
            self._make(wanted, view["game"])

    # --------------------------------------------------------------------------- wanting

    def _wanted(self, view: Mapping[str, Any]) -> Task | None:
        game = view.get("game")
        if not self._bots or game is None or view.get("paused"):
            return None
        played = [play["card"] for play in game["plays"]]
        lying = [card for card in self._world.at(ground.DECK) if card in self._cards]
        if self._passing is not None and self._passing.card in lying:
            return Task("hand-out", card=self._passing.card)
        if game["phase"] == "dealing":
            return self._dealing(game, lying)
        last = [play["card"] for play in game["last_round"] if play["card"] not in played]
        refused = [c for c in lying if c in self._laid and c not in played and c not in last]
        if refused:
            return Task("take-back", card=refused[0])
        if any(self._lies_on_reader(card) for card in last):
            return Task("collect", when=(game["set"], game["round"]))
        if game["deal"] == "unscanned" and self._nobody_has_cards():
            return Task("deal-out", when=(game["set"],))
        if game["phase"] == "leading":
            return Task("lead", when=(game["set"],))
        seat = game["on_turn"]
        if game["phase"] != "playing" or seat not in self._bots:
            return None
        return Task("play", seat, when=(game["set"], game["round"], len(played)))

    def _dealing(self, game: Game, lying: list[str]) -> Task | None:
        """One bot deals what nobody else does (T6)."""
        held = [card for card in self._cards if self._place(card).startswith(HELD)]
        if lying or held or not self._world.at(ground.PILE):
            return None
        return Task("scan", when=(game["set"], self._dealt(game)))

    def _nobody_has_cards(self) -> bool:
        having = any(self._hand(seat) or self._stash(seat) for seat in self._seats)
        return bool(self._world.at(ground.PILE)) and not having

    @staticmethod
    def _dealt(game: Game) -> int:
        return sum(seat["hand"] + seat["stash"] for seat in game["seats"])

    def _takes_ms(self, task: Task) -> int:
        skill = self._skill
        median_ms = {
            "scan": skill.scan_ms,
            "hand-out": skill.scan_ms // 2,
            "take-back": skill.lift_ms,
            "play": skill.think_ms,
        }.get(task.do, skill.collect_ms)
        took_ms = takes_ms(self._rng, median_ms, skill.spread)
        leaves_it = task.do in ("collect", "lead") and len(self._bots) < len(self._seats)
        return took_ms + (WAITS_MS if leaves_it else 0)

    # ---------------------------------------------------------------------------- making

    def _make(self, task: Task, game: Game) -> None:
        if task.do == "scan":
            card = self._world.at(ground.PILE)[-1]
            before = self._dealt(game)
            self._passing = Dealing(card, game["deal_to"], game["deal_pile"], before)
            self._move(card, ground.DECK)
        elif task.do == "hand-out":
            self._hand_out(game)
        elif task.do == "take-back":
            self._move(task.card, self._laid.pop(task.card))
        elif task.do == "collect":
            self._collect(game)
        elif task.do == "lead":
            self._hands.say("leader", self._rng.choice(self._seats))
        elif task.do == "deal-out":
            self._deal_out()
        else:
            self._play(task.seat, game)

    def _hand_out(self, game: Game) -> None:
        """The card goes to whom it was dealt to; one that the table refused, into the box."""
        passing, self._passing = self._passing, None
        if passing is None:
            return
        if self._dealt(game) > passing.before:
            self._give(passing.card, passing.seat, passing.pile)
        else:
            self._move(passing.card, ground.BOX)

    def _give(self, card: str, seat: str, pile: str) -> None:
        in_hand = pile == "hand"
        self._move(card, (ground.hand_of if in_hand else ground.cards_of)(seat), in_hand)

    def _deal_out(self) -> None:
        """Nine to each hand, three to each stash, without the table (S21)."""
        for pile, count in (("hand", 9), ("stash", 3)):
            for _ in range(count):
                for seat in self._seats:
                    if self._world.at(ground.PILE):
                        self._give(self._world.at(ground.PILE)[-1], seat, pile)

    def _play(self, seat: str, game: Game) -> None:
        """A card of the hand, or one of the stash, unseen."""
        card = None if game["stash_said"] else self._choice(seat, game)
        if card is not None:
            self._tried.add(card)
            self._lay(card, ground.DECK, ground.hand_of(seat))
            return
        stash = self._stash(seat)
        if not stash:
            return
        blind = self._rng.choice(stash)
        if game["deal"] == "scanned" or game["stash_said"]:
            self._lay(blind, ground.DECK, ground.cards_of(seat))
        elif seat == ground.FIVE or seat in game["off"]:
            self._hands.say("stash")
        else:
            self._lay(blind, ground.tray_of(seat), ground.cards_of(seat))

    def _choice(self, seat: str, game: Game) -> str | None:
        hand = tuple([self._cards[card] for card in self._hand(seat)])
        plays = tuple([self._cards[play["card"]] for play in game["plays"]])
        others = len(self._seats) - len(plays) - 1
        sight = Sight(hand, len(self._stash(seat)), plays, others)
        chosen = sensible(sight, self._rng)
        untried = [card for card in (followers(sight) or hand) if card.id not in self._tried]
        if chosen is None or chosen.id not in self._tried:
            return None if chosen is None else chosen.id
        return self._rng.choice(untried).id if untried else None

    def _lay(self, card: str, place: str, home: str) -> None:
        self._laid[card] = home
        self._move(card, place, True)

    def _collect(self, game: Game) -> None:
        """Who has the highest card of a suit takes all of it: that one face up, the others down."""
        self._tried.clear()
        plays = {play["card"]: play["seat"] for play in game["last_round"]}
        for card in [one for one in plays if self._lies_on_reader(one)]:
            self._laid.pop(card, None)
            of_suit = [one for one in plays if self._cards[one].suit == self._cards[card].suit]
            best = max(of_suit, key=lambda one: self._cards[one].value)
            winner = plays[best]
            where = ground.ASIDE if winner == ground.FIVE else ground.beside_of(winner)
            self._move(card, where, card == best)

    # ---------------------------------------------------------------------------- seeing

    def _hand(self, seat: str) -> list[str]:
        return [card for card in self._world.at(ground.hand_of(seat)) if card in self._cards]

    def _stash(self, seat: str) -> list[str]:
        there = self._world.at(ground.cards_of(seat))
        return [c for c in there if c in self._cards and not self._world.where(c).up]

    def _lies_on_reader(self, card: str) -> bool:
        return bool(ground.reader_of(self._place(card)))

    def _place(self, card: str) -> str:
        return self._world.lying.lie(card).place

    def _move(self, card: str, place: str, up: bool | None = False) -> None:
        self._world.move(card, lie_in(self._world.lying, card, place, None, None, up))
