"""An evening at a simulated table: guests join with their rakes and play game after game.

Everything goes the way it goes at a real table: rakes, cards and tokens are laid on the virtual
board's readers, and the one loop carries them on. Whoever wants to see it takes it step by step.
It must not know terminals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import Any

import msgspec
from meadow.clock import ManualClock
from meadow.games.game import Refused, Seat
from meadow.games.package import ChoiceError, Package
from meadow.journal.printable import shortened
from meadow.pieces.kinds import Rake
from meadow.pieces.register import Register
from meadow.settings.schema import Settings
from meadow.table.journals import OpenJournal
from meadow.table.lobby import Lobby, LobbyState
from meadow.table.status import News, Phase
from meadow.table.table import Table

from meadow_host.twin.players.attable import TableEyes, TableHands
from meadow_host.twin.players.joining import Guest, Guests, Invitation
from meadow_host.twin.players.parties import PARTIES
from meadow_host.twin.virtual import VirtualBoard

SIDES = ("north", "east", "south", "west")

LONGEST_MS = 60 * 60_000
"""No game of these guests comes near this: then something hangs."""

Packages = Mapping[str, Package]
"""game -> what it brings."""


class WordsError(Exception):
    """No game can be chosen by these words; the message is one plain line."""


class HangsError(Exception):
    """A game came to no end; the message says where it stands."""


def invitation(
    words: Sequence[str], packages: Packages, guests: Callable[[Package], tuple[Guest, ...]]
) -> Invitation:
    """A game chosen by lobby words as ``quick-paws``, ``way-a``, and its guests.

    Raises `WordsError` for what the lobby refuses, or guests cannot say.
    """
    words = [shortened(word) for word in words]  # whatever is wrong with one is told in a line
    lobby, state = Lobby(packages, SIDES), LobbyState()
    first = words[0] if words else ""
    if first in spoken_words(packages) and not lobby.opens(first):
        raise WordsError(
            f"{first!r} goes with a game: name the game first; {_may_be_said(packages)}"
        )
    if not lobby.opens(first):
        said = f"{first!r} is no game" if first else "name a game"
        raise WordsError(f"{said}; {_may_be_said(packages)}")
    for word in words:
        package = lobby.package(state)
        if package is not None and word in package.words and word not in spoken_words(packages):
            raise WordsError(
                f"{word!r} needs more words after it, which guests cannot say; "
                f"{_may_be_said(packages)}"
            )
        step = lobby.said(state, word)
        refused = [output.why for output in step.outputs if isinstance(output, Refused)]
        if refused and word not in spoken_words(packages):
            raise WordsError(f"{refused[0]}; {_may_be_said(packages)}")
        if refused:
            raise WordsError(refused[0])
        state = step.state
        chosen = lobby.package(state)
        if chosen is not None and chosen.name not in PARTIES:
            raise WordsError(
                f"{word!r} is {chosen.title}, which the simulated players cannot play; "
                f"{_may_be_said(packages)}"
            )
        if word not in spoken_words(packages):
            raise WordsError(
                f"{word!r}: guests choose a game and how it is played, nothing else; "
                f"{_may_be_said(packages)}"
            )
    return Invitation(tuple(dict.fromkeys(words)), guests(packages[state.game]))


def check_begins(
    invited: Invitation, packages: Packages, register: Register, settings: Settings
) -> None:
    """Try whether these guests could begin this game: a table would ask them for ever.

    Raises `SetupError`, one plain line, if they cannot.
    """
    lobby, state = Lobby(packages, SIDES), LobbyState()
    for word in invited.words:
        state = lobby.said(state, word).state
    seats = [Seat(guest.side, guest.rake, age_rank=guest.age_rank) for guest in invited.guests]
    state = msgspec.structs.replace(state, seats=tuple(seats))
    tagged = {piece_id for _, piece_id in register.entries}
    pieces = tuple([piece for piece in register.pieces if piece.id in tagged])

    def own(package: Package) -> Any:
        return settings.games.get(package.name, package.settings_type())

    package, setup = lobby.setup(state, tuple([seat.side for seat in seats]), pieces, own)
    package.game.begin(setup)


def spoken_words(packages: Packages) -> tuple[str, ...]:
    """The words that an invitation may hold, those that name a game first."""
    playable = [packages[name] for name in PARTIES if name in packages]
    games = sorted(word for package in playable for word in package.opening_words)
    return (*games, *[word for package in playable for word in _ways_of(package)])


def _ways_of(package: Package) -> list[str]:
    """The words that choose how a game is played and take nothing after them."""
    return [
        word
        for word in package.words
        if word not in package.opening_words
        and any(_goes_with(package, game, word) for game in package.opening_words)
    ]


def _goes_with(package: Package, game: str, word: str) -> bool:
    try:
        package.choose(package.choose(None, game), word)
    except ChoiceError:
        return False
    return True


def _may_be_said(packages: Packages) -> str:
    playable = [packages[name] for name in PARTIES if name in packages]
    listed = [
        f"{' or '.join(sorted(package.opening_words))}, then any of: {', '.join(_ways_of(package))}"
        for package in playable
    ]
    return f"write {'; or '.join(listed)}"


def guests_of(
    seed: int, register: Register, package: Package, players: int = 0
) -> tuple[Guest, ...]:
    """Guests for a game: so many, or one on each side; the seed says who has which rake and who
    is older. Whoever has no tray comes without a rake (T5). Raises `WordsError` when the game has
    not so many seats.
    """
    rng = Random(f"guests {seed}")
    rakes = [piece.id for piece in register.pieces if isinstance(piece, Rake)]
    rng.shuffle(rakes)
    ages = rng.sample(range(1, len(SIDES) + 1), len(SIDES))
    at_sides = {who[0]: Guest(*who) for who in zip(SIDES, rakes, ages, strict=False)}
    places = package.seat_places
    if players > len(places):
        raise WordsError(f"{package.title} has {len(places)} seats, not {players}")
    chosen = _SITTING.get(players or len(SIDES), places)
    return tuple([at_sides.get(place, Guest(place)) for place in chosen])


_SITTING: Mapping[int, tuple[str, ...]] = MappingProxyType(
    {1: ("north",), 2: ("north", "south"), 3: ("north", "east", "south"), 4: SIDES}
)
"""Two sit opposite each other (W1)."""


class Evening:
    """One table and its guests. The same seed gives the same evening.

    A game comes as an iterator: each step yields the clock's time, at the latest after
    ``longest_ms`` of it.
    """

    def __init__(
        self,
        seed: int,
        packages: Mapping[str, Package],
        settings: Settings,
        register: Register,
        open_journal: OpenJournal,
        wall_clock: Callable[[], str],
        frames_hz: int,
    ) -> None:
        self._rng = Random(seed)
        self.clock = ManualClock()
        self.board = VirtualBoard(self.clock, pixels=settings.strip.pixels, settle_ms=20)
        self.register = register
        self.table = Table(
            self.board,
            register,
            packages,
            settings,
            open_journal,
            self._participant,
            wall_clock,
            frames_hz,
        )
        self._hands = TableHands(self.table, self.board.readers, register)
        self._eyes = TableEyes(self.table)
        self.longest_ms = LONGEST_MS
        self.ended_ms = 0
        """How long the last game took until it was over."""

    def listen(self, listener: Callable[[News], None]) -> None:
        """Hear what every pass of the table's loop brings."""
        self.table.listen(listener)

    def view(self) -> Mapping[str, Any]:
        """What anyone may know."""
        return self._eyes.view()

    def play(self, invited: Invitation) -> Iterator[int]:
        """Choose the game, join, play it to its end, tidy up.

        Raises `HangsError` when it has no end.
        """
        rng = Random(self._rng.getrandbits(64))
        guests = Guests(invited, self.register.pieces, self._hands, self._eyes, rng)
        loop, clock, eyes = self.table.loop, self.clock, self._eyes
        give_up_ms = clock.now_ms() + LONGEST_MS
        was_over = True
        eyes.saw_news = True
        while not guests.done:
            now_ms, due_ms = clock.now_ms(), guests.next_ms()
            if eyes.saw_news or due_ms is None or due_ms <= now_ms:
                eyes.saw_news = False
                guests.act(now_ms)
                due_ms = guests.next_ms()
            wakes_ms = [loop.next_wake_ms(), now_ms + self.longest_ms]
            wakes_ms += [] if due_ms is None else [due_ms]
            loop.run_until(max(now_ms + 1, min(wakes_ms)))
            if self.table.phase is Phase.OVER and not was_over:
                self.ended_ms = self.table.status().at_ms
            was_over = self.table.phase is Phase.OVER
            yield clock.now_ms()
            if now_ms > give_up_ms:
                phase = self.view().get("game", {}).get("phase", "the lobby")
                raise HangsError(f"after an hour the game has no end, it hangs in {phase}")

    def rakes(self) -> dict[str, str]:
        """side -> the colour of its rake, for those who have joined."""
        colours = {p.id: p.colour for p in self.register.pieces if isinstance(p, Rake)}
        seats = self.view()["lobby"]["seats"]
        return {seat["side"]: colours[seat["rake"]] for seat in seats if seat.get("rake")}

    def close(self) -> None:
        """The table goes dark and saves all that it can."""
        self.table.close()

    def _participant(self) -> str:
        return f"p-{self._rng.getrandbits(32):08x}"
