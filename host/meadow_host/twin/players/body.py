"""One player's body: carries out movements with the pieces, and what may go wrong in them.

Cards are handled in `cards`, the own rake in `rake`. It moves the pieces of a `Whereabouts` and
tells the table through `Hands`. Whether a movement makes sense it does not ask: that is the mind's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from meadow_host.twin.players.cards import Cards
from meadow_host.twin.players.goals import Do, Goal, Pace
from meadow_host.twin.players.hands import Hands
from meadow_host.twin.players.laying import left_to_lay
from meadow_host.twin.players.memory import TO_BESIDE, TO_MEADOW, Deed, Memory
from meadow_host.twin.players.rake import OwnRake
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.whereabouts import Whereabouts
from meadow_host.twin.players.world import FLOOR, MEADOW, SIDES, Kind, Spot

OPPOSITE = {"north": "south", "east": "west", "south": "north", "west": "east"}

PointOut = Callable[[str, str], None]
"""Tell the player of a side that a token on its cards is wrong (R67)."""


class Body:
    """The body of the player of one side."""

    def __init__(
        self,
        world: Whereabouts,
        hands: Hands,
        sight: Sight,
        memory: Memory,
        pace: Pace,
        point_out: PointOut,
    ) -> None:
        self._me = sight.me
        self._world = world
        self._hands = hands
        self._sight = sight
        self._memory = memory
        self._point_out = point_out
        self._hand = Spot(Kind.HAND, self._me)
        self._beside = Spot(Kind.BESIDE, self._me)
        self._own_rake = OwnRake(world, hands, sight, memory, pace)
        cards = Cards(world, hands, sight, memory)
        self._acts: dict[Do, Callable[[Goal], None]] = {
            **cards.acts,
            **self._own_rake.acts,
            Do.RAKE: self._rake_token,
            Do.PICK: self._pick,
            Do.PUT: self._put,
            Do.SHOW: self._show,
            Do.HELP: self._help,
            Do.EXAMINE: self._examine,
            Do.LAY: self._lay_one,
            Do.LAY_ALL: self._lay_all,
        }

    def do(self, goal: Goal) -> None:
        """Carry out a movement; nothing happens if it has become impossible."""
        self._acts[goal.do](goal)

    # ------------------------------------------------------------------------ raking

    def _rake_token(self, goal: Goal) -> None:
        """A token falls over an edge, not always the right one over the right one."""
        token, memory, skill = goal.what, self._memory, self._memory.skill
        if self._world.where(token) != MEADOW or self._holds_token():
            return
        self._own_rake.take()
        memory.deeds[Deed.RAKED] += 1
        roll = memory.rng.random()
        similar = self._similar(token, goal.at) if roll < skill.wrong_token else []
        corner = skill.wrong_token + skill.corner
        if similar:
            memory.deeds[Deed.WRONG] += 1
            wrong = memory.rng.choice(similar)
            if memory.chance(skill.overlook):
                memory.taken_for[wrong] = goal.at
            self._fall(wrong, self._me)
        elif skill.wrong_token <= roll < corner:
            memory.deeds[Deed.CORNER] += 1
            self._world.move(token, FLOOR)
            memory.dropped.add(token)
        elif corner <= roll < corner + skill.astray:
            memory.deeds[Deed.ASTRAY] += 1
            self._fall_astray(token)
        else:
            self._fall(token, self._me)
        if memory.chance(skill.extra) and self._sight.meadow:
            memory.deeds[Deed.EXTRA] += 1
            self._fall(memory.rng.choice(self._sight.meadow), self._me)

    def _similar(self, token: str, card: str) -> list[str]:
        """Tokens on the meadow that show the same item or the same background, but not both."""
        design = self._world.design(token)
        wanted = {self._world.design(other) for other in self._sight.uncovered(self._me)}
        return [
            other
            for other in self._sight.meadow
            if self._world.design(other) not in wanted
            and (self._world.design(other).item == design.item)
            != (self._world.design(other).background == design.background)
        ]

    def _fall_astray(self, token: str) -> None:
        """Over another side falls the token that was raked, or one that lay in its way."""
        memory = self._memory
        if memory.chance(0.5):
            token = memory.rng.choice(self._sight.meadow)
        side = memory.rng.choice([side for side in SIDES if side != self._me])
        if side in self._sight.nobodys_trays:
            memory.dropped.add(token)
        self._fall(token, side)

    def _fall(self, token: str, side: str) -> None:
        self._world.move(token, Spot(Kind.TRAY, side))
        self._hands.place(side, token)

    def _help(self, goal: Goal) -> None:
        """Push a mate's token to the mate, and look at the mate's cards (R65, R67)."""
        token, mate, memory = goal.what, goal.at, self._memory
        if self._world.where(token) != MEADOW or self._holds_token():
            return
        self._own_rake.take()
        memory.deeds[Deed.HELPED] += 1
        self._world.push(token, mate)
        others = [other for other in self._sight.meadow if other != token]
        if memory.chance(memory.skill.help_knock) and others:
            memory.deeds[Deed.HELPED_BADLY] += 1
            self._fall(memory.rng.choice(others), mate)
        for wrong in self._wrong_tokens(mate):
            if not memory.chance(memory.skill.overlook):
                self._point_out(mate, wrong)

    # ------------------------------------------------------------------ tokens in hand

    def _pick(self, goal: Goal) -> None:
        """Rake down, the token into the hand (R27, R28)."""
        token, memory = goal.what, self._memory
        spot = self._world.where(token)
        if spot.kind is Kind.HAND or self._holds_token():
            return
        self._own_rake.lay_down()
        self._world.move(token, self._hand)
        memory.meant_for = goal.at
        memory.dealt_with(token)
        if token == memory.lifts:
            memory.lifts = ""
        if token == memory.too_many and goal.at == TO_MEADOW:
            memory.too_many = ""
        if spot.kind is Kind.TRAY:
            self._hands.lift(spot.who, token)

    def _put(self, goal: Goal) -> None:
        """The token in hand goes onto a card, back on the meadow, or beside the cards."""
        token, memory = goal.what, self._memory
        if self._world.where(token) != self._hand:
            return
        memory.meant_for = ""
        if goal.at == TO_BESIDE:
            self._world.move(token, self._beside)
            return
        memory.own_laid.discard(token)
        memory.doubted.discard(token)
        free = goal.at in self._sight.face_up(self._me) and not self._sight.on_card(goal.at)
        if not free:
            memory.deeds[Deed.RETURNED] += 1
            needed = any(self._sight.fits(token, c) for c in self._sight.uncovered(self._me))
            self._world.put_on_meadow(token, self._me if needed else OPPOSITE[self._me])  # R31
            return
        self._world.move(token, Spot(Kind.CARD, goal.at))
        memory.rake_was_heard = False
        if self._sight.phase == "playing":
            self._covered(token, goal.at)

    def _covered(self, token: str, card: str) -> None:
        """A card is covered in play: moments for a slip of the hand or of the tongue."""
        memory, skill, sight = self._memory, self._memory.skill, self._sight
        memory.deeds[Deed.COVERED] += 1
        memory.deeds[Deed.COVERED_WRONG] += not sight.fits(token, card)
        others = [sight.on_card(c) for c in sight.face_up(self._me) if c != card]
        others = [other for other in others if other]
        if memory.chance(skill.knock_off) and others:
            memory.deeds[Deed.KNOCKED_OFF] += 1
            self._fall(memory.rng.choice(others), self._me)
        cards_left = bool(sight.my_deck_size or sight.uncovered(self._me))
        if memory.chance(skill.shout_early) and not sight.is_live and cards_left:
            memory.shouts = not sight.is_team or bool(sight.open_cards)
        memory.panics = memory.chance(skill.needless_stop) and cards_left

    def _show(self, goal: Goal) -> None:
        """A token from an own card into the own tray, for the table to see."""
        token = goal.what
        if token in self._memory.to_show:
            self._memory.to_show.remove(token)
        if self._world.where(token).kind is Kind.CARD:
            self._fall(token, self._me)

    def _examine(self, goal: Goal) -> None:
        """Look over the own cards (R39)."""
        memory = self._memory
        memory.examined = True
        for token in self._wrong_tokens(self._me):
            if not memory.chance(memory.skill.overlook):
                memory.doubted.add(token)

    def _wrong_tokens(self, side: str) -> Iterable[str]:
        """Tokens on somebody's cards that do not fit, there to be seen (T9: in live there
        are none, as the table is the referee)."""
        sight = self._sight
        for card in sight.face_up(side):
            token = sight.on_card(card)
            if token and not sight.fits(token, card):
                yield token

    def _holds_token(self) -> bool:
        return bool(self._sight.in_hand(self._me))

    # --------------------------------------------------------------- laying in a check

    def _lay_one(self, goal: Goal) -> None:
        self._lay(goal.what)
        memory = self._memory
        if memory.chance(memory.skill.lift_early):
            memory.deeds[Deed.LIFTED_EARLY] += 1
            memory.lifts = goal.what

    def _lay_all(self, goal: Goal) -> None:
        """All at once, as a hand that empties itself."""
        self._memory.together = False
        self._memory.deeds[Deed.LAID_TOGETHER] += 1
        for token in left_to_lay(self._memory, self._sight):
            self._lay(token)

    def _lay(self, token: str) -> None:
        memory = self._memory
        memory.deeds[Deed.LAID] += 1
        memory.deeds[Deed.LAID_EXTRA] += token == memory.too_many
        memory.own_laid.add(token)
        self._fall(token, self._me)
