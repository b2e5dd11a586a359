"""The facts of Sweet Takes: what happened, in the game's terms, and a game's result.

No fact names a card before it is played (R88, R90), so all are public.
"""

from __future__ import annotations

from meadow.games.game import Fact, Paused, Result, Resumed, Undone
from meadow.games.sweet_takes.state import Score


class CardGiven(Fact, frozen=True, tag="fact.card-given"):
    """A card went face down to a seat, which now has ``count`` in that pile (R87, R89).

    ``pile`` is "hand" or "stash".
    """

    seat: str
    pile: str
    count: int


class LeaderNamed(Fact, frozen=True, tag="fact.leader-named"):
    """Who last ate a sweet is known: that seat leads round 1 (R96, S9)."""

    seat: str


class SetBegan(Fact, frozen=True, tag="fact.set-began"):
    """The cards are with the players, and a set of 12 rounds begins."""

    set: int
    suits: tuple[str, ...]
    leader: str


class StashAnnounced(Fact, frozen=True, tag="fact.stash-announced"):
    """Unscanned: the next card of this seat comes from its stash (S21)."""

    seat: str


class CardPlayed(Fact, frozen=True, tag="fact.card-played"):
    """A card lies face up in the middle.

    ``source`` is "hand" or "stash"; ``role`` is "lead" when it set the starting suit (R98),
    "secondary" when it set the secondary suit (R103, S1), else "".
    """

    seat: str
    card: str
    suit: str
    value: int
    source: str
    role: str
    round: int


class PlayWithdrawn(Fact, frozen=True, tag="fact.play-withdrawn"):
    """A second card came at once with the first: neither counts, one is to be laid alone."""

    seat: str
    round: int


class CardsCollected(Fact, frozen=True, tag="fact.cards-collected"):
    """The highest card of a suit takes all of that suit (R83, R109 to R111).

    ``face_up`` is the highest, the ``face_down`` cards are the others (R95); ``order`` counts
    the suits of the round from 1.
    """

    seat: str
    suit: str
    face_up: str
    face_down: tuple[str, ...]
    order: int


class RoundPlayed(Fact, frozen=True, tag="fact.round-played"):
    """All have played one card (R107); ``leader`` leads the next round (R112, R113)."""

    round: int
    winners: tuple[str, ...]
    leader: str


class BreachFound(Fact, frozen=True, tag="fact.breach-found"):
    """Unscanned: a seat had this suit in hand when it did not follow it in that round (S21)."""

    set: int
    seat: str
    round: int
    suit: str
    card: str


class SetEnded(Fact, frozen=True, tag="fact.set-ended"):
    """Twelve rounds are over (R116); ``scores`` by seat, of this set alone."""

    set: int
    scores: tuple[Score, ...]


class SuitsSwapped(Fact, frozen=True, tag="fact.suits-swapped"):
    """Between sets: the suits of the next one (R122, S16)."""

    suits: tuple[str, ...]


class SetOpened(Fact, frozen=True, tag="fact.set-opened"):
    """The cards of the next set are to be dealt."""

    set: int


class GameEnded(Fact, frozen=True, tag="fact.game-ended"):
    """Somebody claims sweet victory; ``decided_by`` is what broke a tie, as in the result."""

    winners: tuple[str, ...]
    decided_by: str


class Overruled(Fact, frozen=True, tag="fact.overruled"):
    """The operator decided against the table (T14)."""

    word: str
    args: tuple[str, ...]


class ReaderSwitchedOff(Fact, frozen=True, tag="fact.reader-switched-off"):
    """The operator plays on without this reader (T15)."""

    place: str


class SweetTakesResult(Result, frozen=True, tag="sweet-takes"):
    """The end of a game.

    ``outcome`` is one of won, shared, awarded, ended; ``decided_by`` is one of points,
    last-set (R124), cards (R120, R125), shared (R126, S6) or "" where nobody counted;
    ``totals`` are over all sets, ``sets`` each by itself.
    """

    outcome: str
    winners: tuple[str, ...]
    decided_by: str
    totals: tuple[Score, ...]
    sets: tuple[tuple[Score, ...], ...]
    breaches: int


SweetTakesFact = (
    CardGiven
    | LeaderNamed
    | SetBegan
    | StashAnnounced
    | CardPlayed
    | PlayWithdrawn
    | CardsCollected
    | RoundPlayed
    | BreachFound
    | SetEnded
    | SuitsSwapped
    | SetOpened
    | GameEnded
    | Overruled
    | ReaderSwitchedOff
    | Paused
    | Resumed
    | Undone
)
