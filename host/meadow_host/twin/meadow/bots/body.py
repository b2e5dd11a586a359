"""The body of a simulated player at a meadow: rakes by strokes, all else as every body does.

Cards and speaking with the rake are the same movements as at any table. It must not know when it is
time for a movement: that is the company's.
"""

from __future__ import annotations

from meadow_host.twin.meadow import ground
from meadow_host.twin.meadow.bots.pieces import MeadowPieces, hand_of_bot
from meadow_host.twin.meadow.bots.skills import Touch
from meadow_host.twin.meadow.bots.stroke import Stage, Stroke
from meadow_host.twin.meadow.ground import BOX, at_side, beside_of
from meadow_host.twin.meadow.tabletop import Fell
from meadow_host.twin.players.body import Body, PointOut
from meadow_host.twin.players.goals import Do, Goal, Pace
from meadow_host.twin.players.hands import Hands
from meadow_host.twin.players.memory import Deed, Memory
from meadow_host.twin.players.sight import Sight
from meadow_host.twin.players.world import FLOOR, MEADOW


class Spoken:
    """The `Hands` of a body at a meadow: antennas notice by themselves what is laid on them, so
    only words are left."""

    def __init__(self, hands: Hands) -> None:
        self._hands = hands

    def place(self, place: str, piece_id: str) -> None:
        """Nothing: the piece was laid there already."""

    def lift(self, place: str, piece_id: str) -> None:
        """Nothing: the piece was taken away already."""

    def say(self, word: str, *args: str) -> None:
        self._hands.say(word, *args)


class MeadowBody(Body):
    """The body of the player of one side. While it has a `stroke` it does nothing else."""

    def __init__(
        self,
        pieces: MeadowPieces,
        hands: Hands,
        sight: Sight,
        memory: Memory,
        pace: Pace,
        touch: Touch,
        point_out: PointOut,
    ) -> None:
        super().__init__(pieces, Spoken(hands), sight, memory, pace, point_out)
        self._pieces = pieces
        self._touch = touch
        self._tries = 0
        self.now_ms = 0
        """The moment of the movement that is made; set by whoever asks for one."""
        self.stroke: Stroke | None = None
        """The stroke that is under way."""
        self.goal: Goal | None = None
        """What it is for."""

    # ------------------------------------------------------------------------- strokes

    def _rake_token(self, goal: Goal) -> None:
        """Begin to rake: the token that is wanted, or one that looks like it."""
        memory, skill = self._memory, self._memory.skill
        token = goal.what
        if self._pieces.where(token) != MEADOW or self._holds_token():
            return
        similar = self._similar(token, goal.at) if memory.chance(skill.wrong_token) else []
        if similar:
            memory.deeds[Deed.WRONG] += 1
            token = memory.rng.choice(similar)
            if memory.chance(skill.overlook):
                memory.taken_for[token] = goal.at
        self._tries = self._touch.tries
        self._begin(goal, token, self._me)

    def _help(self, goal: Goal) -> None:
        """Begin to push a mate's token to the mate, and look at the mate's cards (R65, R67)."""
        if self._pieces.where(goal.what) != MEADOW or self._holds_token():
            return
        self._memory.deeds[Deed.HELPED] += 1
        self._tries = 1
        self._begin(goal, goal.what, goal.at)
        for wrong in self._wrong_tokens(goal.at):
            if not self._memory.chance(self._memory.skill.overlook):
                self._point_out(goal.at, wrong)

    def _begin(self, goal: Goal, token: str, side: str) -> None:
        rake = self._rake_in_hand()
        if not rake:
            return
        self._tries -= 1
        self.goal = goal
        self.stroke = Stroke(
            self._pieces,
            self._me,
            rake,
            token,
            side,
            self._touch,
            self._memory.skill.spread,
            self._memory.rng,
            self.now_ms,
            over_edge=goal.do is Do.RAKE,
        )

    def _rake_in_hand(self) -> str:
        """The own rake, or a spare one for who joined without, taken in hand and raised; "" if
        there is none."""
        self._own_rake.take()
        world, hand = self._pieces.world, hand_of_bot(self._me)
        if not self._pieces.rakes.get(self._me) and world.hold(hand) is None:
            spare = self._spare_rake()
            if spare:
                world.take(hand, spare, who=self._me)
        hold = world.hold(hand)
        if hold is None or not world.lying.is_rake(hold.piece):
            return ""
        if hold.lowered:  # it lay on the meadow
            world.pointer(hand, "move", hold.x, hold.y, lifted=True)
        return hold.piece

    def _spare_rake(self) -> str:
        """A rake that is nobody's and lies in nobody's hand; "" if there is none."""
        world, others = self._pieces.world, set(self._pieces.rakes.values())
        for place in (beside_of(self._me), BOX, ground.MEADOW, ground.FLOOR):
            for piece in world.at(place):
                if world.lying.is_rake(piece) and piece not in others:
                    return piece
        return ""

    def go_on(self, now_ms: int) -> None:
        """The stroke's next stage is due; one that missed may be tried again at once."""
        self.now_ms = now_ms
        stroke, goal = self.stroke, self.goal
        if stroke is None or goal is None:
            return
        stroke.act(now_ms)
        if stroke.stage is not Stage.OVER:
            return
        self.stroke = None
        missed = not stroke.fell and self._pieces.where(stroke.token) == MEADOW
        if missed and stroke.over_edge and self._tries > 0:
            self._begin(goal, stroke.token, stroke.side)

    def break_off(self) -> None:
        """Raise the rake: something else has come up."""
        if self.stroke is not None:
            self.stroke.end()
            self.stroke = None

    def get_up(self) -> None:
        """Lay down what is in the hand: the rake beside, a token where it was."""
        self.break_off()
        world, hand = self._pieces.world, hand_of_bot(self._me)
        hold = world.hold(hand)
        if hold is not None and world.lying.is_rake(hold.piece):
            world.put(hand, beside_of(self._me))
        else:
            world.let_go(self._me)

    def caused(self, fell: Fell) -> None:
        """A token fell by this player's rake: is it where it should be?"""
        memory, stroke = self._memory, self.stroke
        memory.deeds[Deed.RAKED] += 1
        meant = stroke is not None and fell.token == stroke.token and stroke.over_edge
        if stroke is not None and not stroke.over_edge:
            memory.deeds[Deed.HELPED_BADLY] += 1
        if fell.side == FLOOR.kind:
            memory.deeds[Deed.CORNER] += 1
            memory.dropped.add(fell.token)
        elif fell.side != self._me:
            memory.deeds[Deed.ASTRAY] += 1
            if fell.side in self._sight.nobodys_trays:
                memory.dropped.add(fell.token)
        elif not meant:
            memory.deeds[Deed.EXTRA] += 1

    # -------------------------------------------------------------------- trays by hand

    def set_off(self, goal: Goal, due_ms: int) -> None:
        """Let people see the hand carry a token to where it will be put."""
        if goal.do is not Do.PUT:
            return
        world, hand = self._pieces.world, hand_of_bot(self._me)
        if goal.at in world.lying:
            to = self._pieces.point(goal.at)
        else:
            to = at_side(self._me, 0.0, -80.0)
        world.glide(hand, to.x, to.y, due_ms)

    def _fall(self, token: str, side: str) -> None:
        """Lay a token into a tray; sometimes it misses it and lies on the floor."""
        if self._memory.chance(self._touch.drops):
            self._pieces.move(token, FLOOR)
            self._memory.dropped.add(token)
            self._memory.deeds[Deed.CORNER] += 1
            return
        super()._fall(token, side)
