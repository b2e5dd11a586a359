"""The movements of players of Sweet Takes: dealing, playing, collecting, and their mistakes.

Which card is played is a `Chooser`'s to say, when a movement is made is the company's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from random import Random
from typing import Any

from meadow.pieces.kinds import SuitCard

from meadow_host.twin.players.sweet_takes.choosing import (
    Chooser,
    Sight,
    chosen_with,
    followers,
)
from meadow_host.twin.players.sweet_takes.reach import DECK, Reach
from meadow_host.twin.players.sweet_takes.skill import CardSkill, Mistake
from meadow_host.twin.players.sweet_takes.tasks import Do, Task, lies_wrong, to_be_carried
from meadow_host.twin.players.sweet_takes.world import HAND, STASH, CardWorld

FIFTH = "five"

Game = Mapping[str, Any]
"""The public view of a game."""


class Movements:
    """All that is done with the cards of one game. The randomness is ``rng``'s."""

    def __init__(
        self,
        seats: Sequence[str],
        commands: Mapping[str, str],
        tracker: str,
        reach: Reach,
        rng: Random,
        choosers: Mapping[str, Chooser],
        skill_of: Callable[[str], CardSkill],
    ) -> None:
        """``commands``: word -> the card that says it; ``tracker`` "" without one; ``skill_of``
        gives that of a seat, and of "" for what is nobody's turn."""
        self._seats = tuple(seats)
        self._commands = dict(commands)
        self._tracker = tracker
        self._reach, self._rng = reach, rng
        self._choosers = dict(choosers)
        self._skill_of = skill_of
        self._tried: tuple[Task, set[str]] = (Task(Do.PLAY), set())
        """A turn, and the cards of the hand that were laid in it."""
        self.mistakes: dict[Mistake, int] = dict.fromkeys(Mistake, 0)
        """How often each was made."""

    def make(self, task: Task, game: Game, world: CardWorld) -> None:
        """One movement; the view is the one of now."""
        reach = self._reach
        if task.do is Do.LIFT:
            reach.lift(lies_wrong(game, reach.lying))
        elif task.do is Do.CARRY:
            for piece in to_be_carried(game, reach.lying):
                reach.lay(DECK, piece)
        elif task.do is Do.COLLECT:
            reach.lift(reach.lying)
        elif task.do is Do.GO_ON:
            self._tried = (task, set())
            self._say(game, "start")
        elif task.do is Do.DEAL:
            self._deal(task, game, world)
        elif task.do is Do.NAME_LEADER:
            self._name_leader(game)
        elif task.do is Do.OPEN_SET:
            self._open_set(game, world)
        else:
            self._play(task, game, world)

    # --------------------------------------------------------------- between the rounds

    def _deal(self, task: Task, game: Game, world: CardWorld) -> None:
        if world.unused and self._errs(Mistake.DEAL_UNUSED):
            self._show(game, "deal", self._rng.choice(world.unused))
        elif world.dealt and self._errs(Mistake.DEAL_TWICE):
            self._show(game, "deal", world.dealt[-1].card)
        else:
            self._show(game, "deal", world.pile[-1])
            world.deal(task.seat, task.pile)

    def _name_leader(self, game: Game) -> None:
        """Who last ate a sweet is known to the players alone."""
        seat = self._rng.choice(self._seats)
        place = DECK if seat == FIFTH else seat
        if self._tracker and place not in game["off"]:
            self._reach.lay(place, self._tracker)
        else:
            self._reach.say("leader", seat)

    def _open_set(self, game: Game, world: CardWorld) -> None:
        """First, and at most once, a suit is swapped (R122)."""
        box = tuple(dict.fromkeys(card.suit for card in world.unused))
        is_swapped = world.suits != tuple(game["suits"])
        if box and not is_swapped and self._rng.random() < self._skill_of("").swap:
            self._reach.say("swap", self._rng.choice(world.suits), self._rng.choice(box))
        else:
            self._say(game, "start")

    # -------------------------------------------------------------------------- playing

    def _play(self, task: Task, game: Game, world: CardWorld) -> None:
        """One card of the seat on turn, or a mistake."""
        seat, scanned = task.seat, game["deal"] == "scanned"
        if task != self._tried[0]:
            self._tried = (task, set())
        if scanned and self._plays_out_of_turn(seat, game, world):
            return
        sight = self.sight(seat, game, world)
        card = None if game["stash_said"] else self._chosen(seat, sight)
        if card is None:
            self._play_blind(seat, game, world)
            return
        # Of two at once of which one follows, that one counts; a mistake is only where both do.
        either = followers(sight) if scanned else sight.hand
        others = [other for other in either if other != card and card in either]
        if others and DECK not in game["off"] and self._errs(Mistake.TWO_AT_ONCE, seat):
            self._show(game, "play", card)
            self._show(game, "play", self._rng.choice(others))
            return
        self._tried[1].add(card.id)
        self._show(game, "play", card)
        world.play(seat, HAND, card)

    def sight(self, seat: str, game: Game, world: CardWorld) -> Sight:
        """What the player there sees: the own hand, the middle, the backs of the own stash."""
        lying = {play["card"] for play in game["plays"]}
        plays = tuple([held.card for held in world.played if held.card.id in lying])
        others = len(self._seats) - len(plays) - 1
        return Sight(world.hand(seat), len(world.stash(seat)), plays, others)

    def _plays_out_of_turn(self, seat: str, game: Game, world: CardWorld) -> bool:
        others = [other for other in self._seats if other != seat and world.hand(other)]
        if not others or not self._errs(Mistake.OUT_OF_TURN, seat):
            return False
        self._show(game, "play", self._rng.choice(world.hand(self._rng.choice(others))))
        return True

    def _chosen(self, seat: str, sight: Sight) -> SuitCard | None:
        """A card of the hand, by the seat's chooser or by mistake; None from the stash."""
        may = followers(sight)
        wrong = [card for card in sight.hand if card not in may]
        if wrong and self._errs(Mistake.REVOKE, seat):
            return self._rng.choice(wrong)
        chooser = self._choosers.get(seat) or partial(chosen_with, self._skill_of(seat).sense)
        chosen = chooser(sight, self._rng)
        if chosen is None or chosen.id not in self._tried[1]:
            return chosen
        # It was laid before and not taken; the house may play by other rules (S3).
        for cards in (may, sight.hand):
            untried = [card for card in cards if card.id not in self._tried[1]]
            if untried:
                return self._rng.choice(untried)
        return None if sight.stash else chosen

    def _play_blind(self, seat: str, game: Game, world: CardWorld) -> None:
        """A card of the stash. Where the table knows no stash it goes over the own tray, or the
        Stash card comes first (S21).
        """
        if game["deal"] == "scanned" or game["stash_said"]:
            place = DECK
        elif seat == FIFTH or seat in game["off"]:
            self._say(game, "stash")
            return
        else:
            place = seat
        card = world.stash(seat)[self._rng.randrange(len(world.stash(seat)))]
        self._show(game, "play", card, place)
        world.play(seat, STASH, card)

    # --------------------------------------------------------------------------- telling

    def _errs(self, mistake: Mistake, seat: str = "") -> bool:
        errs = self._rng.random() < self._skill_of(seat).rate(mistake)
        self.mistakes[mistake] += errs
        return errs

    def _show(self, game: Game, word: str, card: SuitCard, place: str = DECK) -> None:
        """Lay a card on a reader; name it to the operator where the reader is done without."""
        if place in game["off"]:
            self._reach.say(word, card.id)
        else:
            self._reach.lay(place, card.id)

    def _say(self, game: Game, word: str) -> None:
        """By its command card, else by the operator."""
        card = self._commands.get(word)
        if card is None or DECK in game["off"]:
            self._reach.say(word)
        else:
            self._reach.lay(DECK, card)
