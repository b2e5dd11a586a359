"""The players of one game of Sweet Takes: who moves next and when, and who errs.

Driven by whoever has the table: `act` at `next_ms`, and after every change. One movement is under
way at a time, as at a table where everybody waits for the one on turn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from meadow.games.game import Seat
from meadow.pieces.kinds import CommandCard, SuitCard, TurnTracker

from meadow_host.twin.players.hands import Eyes, Hands
from meadow_host.twin.players.skill import takes_ms
from meadow_host.twin.players.sweet_takes.choosing import Chooser, Sight, followers, sensible
from meadow_host.twin.players.sweet_takes.world import CardWorld

DECK = "deck"
FIFTH = "five"
HAND_SIZE, STASH_SIZE = 9, 3
LOOK_MS = 200
"""So long after a movement nobody looks what the table made of it: it has to see it first."""


class CardSkill(msgspec.Struct, frozen=True):
    """One player of cards. Times in milliseconds, medians of a log-normal ``spread``.

    Rates of mistakes: ``revoke`` a card that does not follow, each play; ``out_of_turn`` somebody
    else plays, each play; ``two_at_once`` a second card sticks to the first, each play;
    ``deal_twice`` the card just dealt is scanned again, ``deal_unused`` a card of a suit that is
    not in use, each card dealt.
    """

    scan_ms: int = 550
    think_ms: int = 2600
    collect_ms: int = 1400
    lift_ms: int = 500
    spread: float = 0.4
    revoke: float = 0.02
    out_of_turn: float = 0.01
    two_at_once: float = 0.01
    deal_twice: float = 0.01
    deal_unused: float = 0.01

    def flawless(self) -> CardSkill:
        """The same player without any mistake."""
        rates = ("revoke", "out_of_turn", "two_at_once", "deal_twice", "deal_unused")
        return msgspec.structs.replace(self, **dict.fromkeys(rates, 0.0))


Movement = Callable[[], None]


class CardPlayers:
    """All players of one game of Sweet Takes at one table; they also cope with undo."""

    def __init__(
        self,
        seats: Sequence[Seat],
        cards: Iterable[SuitCard],
        commands: Iterable[CommandCard],
        tracker: TurnTracker | None,
        hands: Hands,
        eyes: Eyes,
        rng: Random,
        choosers: Mapping[str, Chooser] | None = None,
        skill: CardSkill | None = None,
    ) -> None:
        """``choosers`` by seat; who is not named plays sensibly. The randomness is ``rng``'s."""
        self._seats = tuple([seat.side for seat in seats])
        self._choosers = dict(choosers or {})
        self._tracker = tracker
        self._words = {card.word: card.id for card in commands}
        self._hands, self._eyes, self._rng = hands, eyes, rng
        self._skill = skill or CardSkill()
        self.world = CardWorld(cards, self._seats, Random(rng.getrandbits(64)))
        self._set = 0
        self._due_ms: int | None = None
        self._movement: Movement | None = None
        self._looks_ms = 0
        self._lying: list[tuple[str, str]] = []
        """What was laid somewhere and is to be lifted again at once: (place, piece)."""
        self.mistakes: dict[str, int] = {}
        """mistake -> how often it was made."""

    def next_ms(self) -> int | None:
        """When `act` has something to do even if nothing changes at the table."""
        return self._due_ms

    def act(self, now_ms: int) -> None:
        """Look at the table; begin a movement, or end the one that is due."""
        if self._movement is not None and self._due_ms is not None and self._due_ms <= now_ms:
            movement, self._movement, self._due_ms = self._movement, None, None
            movement()
            self._looks_ms = now_ms + LOOK_MS
        if now_ms < self._looks_ms:
            self._due_ms = self._looks_ms
        elif self._movement is None:
            self._due_ms = None
            wanted = self._wanted()
            if wanted is not None:
                median_ms, self._movement = wanted
                self._due_ms = now_ms + takes_ms(self._rng, median_ms, self._skill.spread)

    # ------------------------------------------------------------------ what is to be done

    def _wanted(self) -> tuple[int, Movement] | None:
        """The next movement and how long it takes, None while there is nothing to do."""
        skill = self._skill
        if self._lying:
            return skill.lift_ms, self._lift
        view = self._eyes.view()
        game: Mapping[str, Any] | None = view.get("game")
        if game is None:
            return None
        if view.get("paused"):
            return None if view.get("counting") else (skill.think_ms, lambda: self._say("start"))
        phase = game["phase"]
        if phase == "over":
            return (skill.collect_ms, self._collect) if self.world.on_deck else None
        self._keep_up(game)
        if phase == "dealing":
            return skill.scan_ms, lambda: self._deal(game)
        if phase == "leading":
            return skill.think_ms, self._name_leader
        if phase == "between":
            return self._between()
        return self._turn(game)

    def _turn(self, game: Mapping[str, Any]) -> tuple[int, Movement] | None:
        if not game["plays"] and self.world.on_deck:
            return self._skill.collect_ms, self._collect
        return self._skill.think_ms, lambda: self._play(str(game["on_turn"]))

    def _between(self) -> tuple[int, Movement]:
        if self.world.on_deck:
            return self._skill.collect_ms, self._collect
        return self._skill.think_ms, lambda: self._say("start")

    def _keep_up(self, game: Mapping[str, Any]) -> None:
        """A new set, or an undo: the cards go where the table believes them."""
        world = self.world
        if game["set"] != self._set and game["phase"] != "between":
            self._set = game["set"]
            world.shuffle(game["suits"])
            if game["deal"] == "unscanned":
                self._deal_by_hand()
        if game["phase"] == "dealing":
            count = sum(seat["hand"] + seat["stash"] for seat in game["seats"])
            while len(world.dealt) > count:
                world.undo_deal()
        count = max(0, game["round"] - 1) * len(self._seats) + len(game["plays"])
        if game["phase"] == "playing":
            while len(world.played) > count:
                world.undo_play()

    # --------------------------------------------------------------------------- movements

    def _deal_by_hand(self) -> None:
        for _ in range(HAND_SIZE):
            for seat in self._seats:
                self.world.deal(seat, "hand")
        for _ in range(STASH_SIZE):
            for seat in self._seats:
                self.world.deal(seat, "stash")

    def _deal(self, game: Mapping[str, Any]) -> None:
        world, skill, rng = self.world, self._skill, self._rng
        unused = world.unused()
        if unused and rng.random() < skill.deal_unused:
            self._err("deal-unused", rng.choice(unused))
        elif world.dealt and rng.random() < skill.deal_twice:
            self._err("deal-twice", world.dealt[-1].card)
        else:
            self._lay(DECK, world.pile[-1].id)
            world.deal(str(game["deal_to"]), str(game["deal_pile"]))

    def _err(self, mistake: str, card: SuitCard) -> None:
        self._count(mistake)
        self._lay(DECK, card.id)

    def _count(self, mistake: str) -> None:
        self.mistakes[mistake] = self.mistakes.get(mistake, 0) + 1

    def _name_leader(self) -> None:
        """Who last ate a sweet is known to the players alone."""
        seat = self._rng.choice(self._seats)
        if self._tracker is None:
            self._hands.say("leader", seat)
        else:
            self._lay(DECK if seat == FIFTH else seat, self._tracker.id)

    def _play(self, seat: str) -> None:
        """One card of the seat on turn, or a mistake."""
        world, rng, skill = self.world, self._rng, self._skill
        game = self._eyes.view()["game"]
        scanned, said_stash = game["deal"] == "scanned", game["stash_said"]
        if scanned and rng.random() < skill.out_of_turn:
            others = [other for other in self._seats if other != seat and world.hand(other)]
            if others:
                self._err("out-of-turn", rng.choice(world.hand(rng.choice(others))))
                return
        sight = self._sight(seat)
        hand = sight.hand
        wrong = [card for card in hand if card not in followers(sight)]
        chosen = self._choosers.get(seat, sensible)(sight, rng)
        if wrong and rng.random() < skill.revoke:
            chosen = rng.choice(wrong)
            if scanned:
                self._err("revoke", chosen)
                return
            self._count("revoke")  # found out later, if at all (S21)
        if said_stash:
            chosen = None
        if scanned and len(hand) > 1 and chosen and rng.random() < skill.two_at_once:
            self._two_at_once(chosen, rng.choice([card for card in hand if card != chosen]))
            return
        if chosen is None:
            self._play_blind(seat, scanned or said_stash)
        else:
            self._lay_in_the_middle(seat, "hand", chosen, DECK)

    def _sight(self, seat: str) -> Sight:
        game = self._eyes.view()["game"]
        lying = {play["card"] for play in game["plays"]}
        plays = tuple([held.card for held in self.world.played if held.card.id in lying])
        others = len(self._seats) - len(plays) - 1
        return Sight(self.world.hand(seat), len(self.world.stash(seat)), plays, others)

    def _play_blind(self, seat: str, known: bool) -> None:
        """A card of the stash; ``known``: the table knows already that it is one (S21)."""
        card = self._rng.choice(self.world.stash(seat))
        if known:
            self._lay_in_the_middle(seat, "stash", card, DECK)
        elif seat != FIFTH:
            self._lay_in_the_middle(seat, "stash", card, seat)
            self._lying.append((seat, card.id))
        else:
            self._say("stash")

    def _lay_in_the_middle(self, seat: str, pile: str, card: SuitCard, place: str) -> None:
        self._hands.place(place, card.id)
        self.world.play(seat, pile, card)
        if place == DECK:
            self.world.on_deck.append(card)

    def _two_at_once(self, card: SuitCard, other: SuitCard) -> None:
        self._count("two-at-once")
        for one in (card, other):
            self._lay(DECK, one.id)

    def _collect(self) -> None:
        """The winners take what lies in the middle."""
        for card in self.world.on_deck:
            self._hands.lift(DECK, card.id)
        self.world.on_deck = []

    def _lay(self, place: str, piece: str) -> None:
        self._hands.place(place, piece)
        self._lying.append((place, piece))

    def _lift(self) -> None:
        for place, piece in self._lying:
            self._hands.lift(place, piece)
        self._lying = []

    def _say(self, word: str) -> None:
        card = self._words.get(word)
        if card is None:
            self._hands.say(word)
        else:
            self._lay(DECK, card)
