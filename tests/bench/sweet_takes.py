"""Sweet Takes for four through its core, with the full contract: immutable states, facts, rules.

Random playouts from a dealt state, and recorded games played again with every output compared.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle
from random import Random

from meadow.games.game import Input, Output, Placed, Seat
from meadow.games.sweet_takes.core import SweetTakes
from meadow.games.sweet_takes.playing import playable
from meadow.games.sweet_takes.setup import DECK, HAND_SIZE, SEATS, STASH_SIZE, Setup, suits_of
from meadow.games.sweet_takes.state import Phase, State, replace
from meadow.pieces.kinds import SuitCard
from meadow.pieces.sets import default_sets, pieces_of

GAME = SweetTakes()
FOUR = SEATS[:4]
STEP_MS = 1000
RECORDED = 50


class Recording:
    """A game from its dealing on: the inputs, the outputs of each, and the state they lead to."""

    def __init__(self, game_setup: Setup) -> None:
        self.inputs: list[Input] = []
        self.outputs: list[tuple[Output, ...]] = []
        self.state = GAME.begin(game_setup).state

    def lay(self, card: str) -> None:
        """A card comes to lie on the deck reader, a second after the one before."""
        self.inputs.append(Placed((len(self.inputs) + 1) * STEP_MS, DECK, card))
        self.state, outputs = GAME.advance(self.state, self.inputs[-1])
        self.outputs.append(outputs)


def setup() -> Setup:
    """Four players, five suits of the default set; north leads."""
    cards = tuple([piece for piece in pieces_of(default_sets()) if isinstance(piece, SuitCard)])
    seats = tuple([Seat(side) for side in FOUR])
    return Setup(seats=seats, cards=cards, suits=suits_of(cards)[:5], leader=FOUR[0])


class Player:
    """Plays at random; with the same seed the same games."""

    def __init__(self, seed: int = 1) -> None:
        self._rng = Random(seed)
        self.setup = setup()
        index = self.setup.index
        self._ids = [card.id for card in index.cards]
        self._bits = [1 << n for n, card in enumerate(index.cards) if card.suit in self.setup.suits]
        self._dealt = self.deal().state

    def deal(self) -> Recording:
        """The cards pass over the deck reader one by one."""
        ids = self.setup.index.ids(sum(self._bits))
        recording = Recording(self.setup)
        for card in self._rng.sample(ids, len(FOUR) * (HAND_SIZE + STASH_SIZE)):
            recording.lay(card)
        return recording

    def dealt(self) -> State:
        """A state in which the cards are dealt, each time others: as if each had been scanned."""
        bits = self._bits
        self._rng.shuffle(bits)
        hands, stashes = [], []
        for seat in range(len(FOUR)):
            hands.append(sum(bits[HAND_SIZE * seat : HAND_SIZE * (seat + 1)]))
            first = HAND_SIZE * len(FOUR) + STASH_SIZE * seat
            stashes.append(sum(bits[first : first + STASH_SIZE]))
        return replace(self._dealt, hands_dealt=tuple(hands), stashes_dealt=tuple(stashes))

    def playout(self) -> int:
        """One game from a dealt state, each card drawn from those that may be played."""
        random, advance, ids = self._rng.random, GAME.advance, self._ids
        playing = Phase.PLAYING
        state = self.dealt()
        at_ms = moves = 0
        while state.phase is playing:
            at_ms += STEP_MS
            cards = playable(state)
            for _ in range(int(random() * cards.bit_count())):
                cards &= cards - 1  # one card less to choose from
            card = ids[(cards & -cards).bit_length() - 1]
            state, _ = advance(state, Placed(at_ms, DECK, card))
            moves += 1
        if state.phase is not Phase.OVER:
            raise AssertionError(f"a playout came to no end: {state.phase}")
        return moves

    def record(self) -> Recording:
        """A whole game: 48 cards are dealt and played."""
        recording = self.deal()
        while recording.state.phase is not Phase.OVER:
            legal = next(move for move in GAME.legal(recording.state) if move.do == "place")
            recording.lay(self._rng.choice(legal.pieces))
        return recording


def checked_replay() -> Callable[[], int]:
    """Plays the next of some recorded games and compares the outputs of every step."""
    player = Player()
    recordings = cycle([player.record() for _ in range(RECORDED)])

    def replay_next() -> int:
        return check(player.setup, next(recordings))

    return replay_next


def check(game_setup: Setup, recording: Recording) -> int:
    """Play a recording again; gives the number of inputs. Raises AssertionError at the first
    output that differs.
    """
    advance = GAME.advance
    state = GAME.begin(game_setup).state
    for happened, expected in zip(recording.inputs, recording.outputs, strict=True):
        state, outputs = advance(state, happened)
        if outputs != expected:
            raise AssertionError(f"a replay differs at {happened}: {outputs}, not {expected}")
    return len(recording.inputs)
