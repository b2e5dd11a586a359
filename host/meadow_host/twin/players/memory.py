"""What one player remembers, believes and has done. Plain data, no decisions."""

from __future__ import annotations

from collections import Counter
from enum import StrEnum
from random import Random

from meadow_host.twin.players.skill import Skill

TO_MEADOW = "to the meadow"
TO_BESIDE = "to beside the cards"
"""Where a token in hand can be meant for, besides a card: a card's id has no spaces."""


class Deed(StrEnum):
    """What is counted of a player."""

    SCANNED = "scanned"  # cards passed over the deck reader
    DEALT_WRONG = "dealt-wrong"  # of these: not the card that was asked for
    DEALT_TWICE = "dealt-twice"  # of these: the one just scanned
    RAKED = "raked"  # rakings that moved a token off the meadow
    WRONG = "wrong"  # of these: a similar token fell
    EXTRA = "extra"  # of these: another fell along
    ASTRAY = "astray"  # of these: a token fell off another side
    CORNER = "corner"  # of these: it fell off a corner
    STRAYS = "strays"  # strays noticed in the own tray, or caused on nobody's side or a corner
    FORGOTTEN = "forgotten"  # of these: forgotten for a while
    RETURNED = "returned"  # tokens put back on the meadow
    COVERED = "covered"  # tokens laid on cards
    COVERED_WRONG = "covered-wrong"  # of these: with a token that does not fit
    KNOCKED_OFF = "knocked-off"  # coverings that made another token slide off
    HELPED = "helped"
    HELPED_BADLY = "helped-badly"  # of these: a token fell
    CLAIMS = "claims"  # rakes laid in the own tray to claim or to signal
    SLIPS = "slips"  # of these: lifted too early
    SHOUTS = "shouts"  # of these: with cards left to cover
    STOPS = "stops"  # "Stop!" called
    NEEDLESS_STOPS = "needless-stops"  # of these: without reason
    LAYINGS = "layings"  # checks and inventories in which tokens were laid
    LAID_TOGETHER = "laid-together"  # of these: all at once
    LAID_EXTRA = "laid-extra"  # of these: with one token too many
    LAID = "laid"  # tokens laid in them
    LIFTED_EARLY = "lifted-early"  # of these: taken up again before the end
    SET_ASIDE = "set-aside"  # own cards set aside after a failed check


class Memory:
    """What one player has in mind."""

    def __init__(self, skill: Skill, rng: Random) -> None:
        self.skill = skill
        self.rng = rng
        self.deeds: Counter[Deed] = Counter()
        self.rake_lies_ms = 0
        """How long the own rake is going to lie where it is."""
        self.rake_was_heard = False
        """Whether it lay long enough, the last time."""
        self.scans = False
        """Whether a card on the deck reader was laid there by this player."""
        self.forget_all()

    def forget_all(self) -> None:
        """A new round begins."""
        self.meant_for = ""
        """Where the token in hand is to be laid: a card, `TO_MEADOW` or `TO_BESIDE`."""
        self.taken_for: dict[str, str] = {}
        """Tokens in the own tray believed, wrongly or not, to fit a card."""
        self.noticed: set[str] = set()
        self.ignored_until_ms: dict[str, int] = {}
        """Strays that are forgotten for a while."""
        self.dropped: set[str] = set()
        """Tokens on a corner or on nobody's side by own fault."""
        self.doubted: set[str] = set()
        """Tokens on own cards that turned out to be wrong."""
        self.to_show: list[str] = []
        """Tokens on own cards that the table has to see again."""
        self.shouts = False
        self.panics = False
        self.examined = False
        self.checked = False
        """Whether cards are left over from a check, to be set aside."""
        self.end_turn()

    def end_turn(self) -> None:
        """The own laying is over or has not begun."""
        self.at_turn = False
        self.own_laid: set[str] = set()
        self.judged: set[str] = set()
        self.unfit: set[str] = set()
        self.too_many = ""
        """A token too many that is going to be laid, or was."""
        self.together = False
        self.lifts = ""

    def chance(self, rate: float) -> bool:
        """Whether something of this rate happens now."""
        return self.rng.random() < rate

    def ignores(self, token: str, now_ms: int) -> bool:
        """Whether a stray is forgotten just now."""
        return self.ignored_until_ms.get(token, 0) > now_ms

    def is_reminded(self, now_ms: int) -> bool:
        """Whether a forgotten stray comes to mind."""
        wakes_ms = self.wakes_ms
        return wakes_ms is not None and wakes_ms <= now_ms

    def recall(self, now_ms: int) -> None:
        """Forgotten strays whose time is over are no longer forgotten."""
        for token in [t for t, until_ms in self.ignored_until_ms.items() if until_ms <= now_ms]:
            del self.ignored_until_ms[token]

    def dealt_with(self, token: str) -> None:
        """A token was picked up: what was thought of it lying there is past."""
        self.noticed.discard(token)
        self.ignored_until_ms.pop(token, None)
        self.taken_for.pop(token, None)
        self.dropped.discard(token)

    @property
    def wakes_ms(self) -> int | None:
        """When the next forgotten stray comes to mind."""
        return min(self.ignored_until_ms.values(), default=None)
