"""The facts of Sweepers: what happened, in the game's terms, and a game's result.

No fact names a card that lies face down, so all are public (R13).
"""

from __future__ import annotations

import msgspec

from meadow.games.game import Fact, Paused, Result, Resumed, Undone


class CardDealt(Fact, frozen=True, tag="fact.card-dealt"):
    """A card went face down to a side, which now has ``count`` (T6)."""

    side: str
    count: int


class CardTaken(Fact, frozen=True, tag="fact.card-taken"):
    """Way B: the older took the younger's top card (R76)."""

    older: str
    younger: str


class TimerFlipped(Fact, frozen=True, tag="fact.timer-flipped"):
    """The sand runs (R60)."""

    side: str


class PlayBegan(Fact, frozen=True, tag="fact.play-began"):
    """ "Three!": the first cards are revealed (R19)."""

    round: int


class PlayResumed(Fact, frozen=True, tag="fact.play-resumed"):
    """ "Three!": play goes on (R41, R55)."""


class CardOpened(Fact, frozen=True, tag="fact.card-opened"):
    """A side's next card lies face up (R29)."""

    side: str
    card: str


class TeamRevealed(Fact, frozen=True, tag="fact.team-revealed"):
    """Quick Paws: all reveal their next card at once (R62)."""


class TokenMatched(Fact, frozen=True, tag="fact.token-matched"):
    """A token in a side's tray is the one an open card of that side needs (R23)."""

    side: str
    token: str
    card: str


class TokenStrayed(Fact, frozen=True, tag="fact.token-strayed"):
    """A token lies where it is not needed (R30, R33, R35)."""

    place: str
    token: str


class TokenReturned(Fact, frozen=True, tag="fact.token-returned"):
    """A stray was lifted: it counts as back on the meadow (T8)."""

    place: str
    token: str


class CardCovered(Fact, frozen=True, tag="fact.card-covered"):
    """A matching token was lifted: it counts as laid on its card (R28)."""

    side: str
    card: str
    token: str


class CardReopened(Fact, frozen=True, tag="fact.card-reopened"):
    """A stashed token came off its card, which is open again (T11)."""

    side: str
    card: str
    token: str


class Signalled(Fact, frozen=True, tag="fact.signalled"):
    """Quick Paws, referee check: a player says the open card is covered (W23)."""

    side: str
    signalled_ms: int


class Stashed(Fact, frozen=True, tag="fact.stashed"):
    """ "Stashed!": a side has all its tokens, or claims so (R45)."""

    side: str
    claimed_ms: int


class EarlyShout(Fact, frozen=True, tag="fact.early-shout"):
    """A claim with fewer tokens seen than the side has cards: play goes on (W8)."""

    side: str
    seen: int
    needed: int


class StopCalled(Fact, frozen=True, tag="fact.stop-called"):
    """ "Stop!" (R37); ``side`` is empty when the caller is not known."""

    side: str


class InventoryTaken(Fact, frozen=True, tag="fact.inventory-taken"):
    """Stop! in referee check: a side showed its tokens; ``back`` match none (R39)."""

    side: str
    tokens: tuple[str, ...]
    back: tuple[str, ...]


class CheckBegan(Fact, frozen=True, tag="fact.check-began"):
    """A side lays its tokens to be checked (R47)."""

    side: str


class TokenChecked(Fact, frozen=True, tag="fact.token-checked"):
    """A token was laid in a check, and does (not) fit a card."""

    side: str
    token: str
    fits: bool


class LayAgain(Fact, frozen=True, tag="fact.lay-again"):
    """The tokens must be laid again: ``why`` is "mixed" or "too-many" (T9)."""

    side: str
    why: str


class CheckEnded(Fact, frozen=True, tag="fact.check-ended"):
    """The verdict of a side's check: cards left over and tokens that fit none (R50)."""

    side: str
    mistakes: int
    cards: tuple[str, ...]
    tokens: tuple[str, ...]


class Penalised(Fact, frozen=True, tag="fact.penalised"):
    """Mismatched cards were set aside; ``draws`` new ones are to be drawn (R51 to R53)."""

    side: str
    draws: int


class CardDrawn(Fact, frozen=True, tag="fact.card-drawn"):
    """A penalty card went face down to a side (R53)."""

    side: str
    left: int


class TimeRanOut(Fact, frozen=True, tag="fact.time-ran-out"):
    """The sand is through (R74)."""


class RoundOpened(Fact, frozen=True, tag="fact.round-opened"):
    """Way D: the next round is set up, the cards are to be dealt anew (W11)."""

    round: int


class RoundEnded(Fact, frozen=True, tag="fact.round-ended"):
    """A round of Quick Paws ended after ``time_ms`` of sand; ``void`` by T15."""

    round: int
    won: bool
    time_ms: int
    void: bool


class Overruled(Fact, frozen=True, tag="fact.overruled"):
    """The operator decided against the table (T14)."""

    word: str
    args: tuple[str, ...]


class SideSwitchedOff(Fact, frozen=True, tag="fact.side-switched-off"):
    """The operator took a side out of play (T15)."""

    side: str


class RoundVoid(Fact, frozen=True, tag="fact.round-void"):
    """A reader failed: this round counts for no trial and no best time (T15)."""

    place: str


class SideResult(msgspec.Struct, frozen=True):
    """How far a side came: cards covered (or proven) of all its cards."""

    side: str
    covered: int
    cards: int


class SweepersResult(Result, frozen=True, tag="sweepers"):
    """The end of a game.

    ``outcome`` is one of stashed, won, lost-time, lost-mismatch, awarded, ended;
    ``winners`` are sides; ``time_ms`` runs from the first reveal to the winning claim (W26),
    the covering of the last card, or the end of the sand.
    """

    mode: str
    referee: str
    ways: tuple[str, ...]
    outcome: str
    winners: tuple[str, ...]
    time_ms: int
    rounds_won: int
    void: bool
    sides: tuple[SideResult, ...]


SweepersFact = (
    CardDealt
    | CardTaken
    | TimerFlipped
    | PlayBegan
    | PlayResumed
    | CardOpened
    | TeamRevealed
    | TokenMatched
    | TokenStrayed
    | TokenReturned
    | CardCovered
    | CardReopened
    | Signalled
    | Stashed
    | EarlyShout
    | StopCalled
    | InventoryTaken
    | CheckBegan
    | TokenChecked
    | LayAgain
    | CheckEnded
    | Penalised
    | CardDrawn
    | TimeRanOut
    | RoundOpened
    | RoundEnded
    | Overruled
    | SideSwitchedOff
    | RoundVoid
    | Paused
    | Resumed
    | Undone
)
