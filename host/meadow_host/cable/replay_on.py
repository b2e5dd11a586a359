"""Has a table in service mode play a journal's game again, and compares the facts that come of it.

What its readers saw is injected and its words are said, each planned ahead to its millisecond on
the table's clock. Knows no terminal and no particular game.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

import msgspec
from meadow.games.package import Package, load_packages
from meadow.journal.lines import decode_line
from meadow.journal.read import Journal
from meadow.link.answers import AnyTold, Done, LyingAre, NewsAre, StatusIs, ViewIs
from meadow.link.calls import AnyCall, GetLying, GetStatus, GetView, Inject, Say, SayAt, Stream
from meadow.pieces.register import Register
from meadow.table.phases import GUARD_MS
from meadow.table.retelling import package_of
from meadow.table.status import Phase

from meadow_host.cable.client import Client, writing
from meadow_host.cable.errors import CableError, RefusedError
from meadow_host.cable.replay_plan import Deed, Do, Plan, plan, tags_of
from meadow_host.cable.replay_words import Joining, Word, joining
from meadow_host.facts_compared import NEAR_MS, Told, compare, difference_of, told_of
from meadow_host.replay_found import Difference, Tell

AHEAD_MS = 3000
"""So far ahead deeds are planned on the table: more than any line takes for them."""
LEAD_MS = 1500
"""From the last word in the lobby to the start."""
AFTER_MS = 400
LISTEN_MS = 40
LOBBY_MS = 5000
LOOK_MS = 1000
"""So often it is looked whether all is the same so far."""


class Pace(Protocol):
    """How time passes here while a table plays."""

    def now_ms(self) -> int:
        """A clock that goes on as the table's does."""
        ...

    def listen(self, longest_ms: int) -> Sequence[AnyTold]:
        """What the table told; waits up to so long for something. Raises `LineError`."""
        ...


class ReplayOnError(CableError):
    """The table cannot be brought to play this journal; one plain line."""


class PlayedOn(NamedTuple):
    """What came of it: so many facts were the same, whether the game came to its end, and the
    first difference, None for none."""

    facts: int
    finished: bool
    difference: Difference | None


def replay_on(
    client: Client,
    journal: Journal,
    register: Register,
    packages: Mapping[str, Package] | None = None,
    tell: Tell | None = None,
    pace: Pace | None = None,
) -> PlayedOn:
    """Have the table play this journal; takes as long as the game took.

    ``register`` is the table's. ``tell`` is told now and then how many of how many milliseconds
    are over; ``pace`` is that of life unless another is given. Raises `JournalError` for a
    journal that cannot be replayed so, `ReplayOnError` for a table that is not free for it, and
    as `Client.call`.
    """
    package = package_of(journal, load_packages() if packages is None else packages)
    readers = tuple(client.call(GetStatus(), StatusIs).readers)
    planned, wanted = plan(journal, register), joining(journal, package, readers)
    tags_of(wanted.rakes, register, journal)
    if not client.welcome.service:
        what = f"{client.port}: this table is not in service mode"
        raise ReplayOnError(f"{what}: start meadowd with --service")
    with writing(client):
        own = pace or _LifePace(client)
        playing = _Playing(client, journal, register, readers, tell or _tell_nobody, own)
        playing.join(wanted, planned.first)
        try:
            return playing.play(planned)
        finally:
            playing.tidy()


class _Playing:
    """One journal on one table."""

    def __init__(
        self,
        client: Client,
        journal: Journal,
        register: Register,
        readers: Sequence[str],
        tell: Tell,
        pace: Pace,
    ) -> None:
        self._client = client
        self._journal = journal
        self._register = register
        self._tell = tell
        self._pace = pace
        self._places = readers
        self._missed = client.missed
        self._outputs: list[dict[str, Any]] = []
        self._facts: list[Told] = []
        self._is_over = False

    # ----------------------------------------------------------------------- the lobby

    def join(self, wanted: Joining, first: Sequence[Deed]) -> None:
        """Get the table from wherever it is to the moment before the start."""
        self._clear_away()
        self._client.watch(Stream.NEWS)
        rakes = tags_of(wanted.rakes, self._register, self._journal)
        bound = set(rakes.values())
        self._do([deed for deed in first if deed.do is Do.LAY and deed.what not in bound])
        self._say(*wanted.choosing, *wanted.seats)
        self._wait(lambda view: bool(view["lobby"]["game"]), "the game is chosen")
        lies = {(deed.place, deed.what) for deed in first if deed.do is Do.LAY}
        for side, uid in rakes.items():
            self._do([Deed(0, Do.LAY, side, uid)])
            self._wait_for_seat(side)
            if (side, uid) not in lies:
                self._do([Deed(0, Do.LIFT, side, uid)])
        self._say(*wanted.about)
        here = {(side, uid) for side, uid in rakes.items()}
        self._do([d for d in first if d.what in bound and (d.place, d.what) not in here])
        self._do([deed for deed in first if deed.do is Do.FAIL])

    def _wait_for_seat(self, side: str) -> None:
        self._wait(lambda view: side in _sides(view), f"a player joins at {side}")

    def _clear_away(self) -> None:
        """A lobby in which nobody is, and nothing lies at the table."""
        status = self._status()
        if status.phase is Phase.PLAYING:
            raise ReplayOnError(f"{self._client.port}: a game is being played: end it first")
        if status.phase is Phase.OVER:
            self._say(("lobby",))
            self._wait(lambda view: view["phase"] == Phase.LOBBY, "the last game is cleared away")
            until_ms = self._pace.now_ms() + GUARD_MS  # so long the table takes no start
            while self._pace.now_ms() <= until_ms:
                self._listen(LISTEN_MS)
        self._say(("end",), *[("leave", side) for side in _sides(self._view())])
        self._wait(lambda view: not view["lobby"]["seats"], "nobody sits there")
        for place in self._places:
            self._call(Inject("clear", place))
        self._wait(lambda view: not any(self._lying().values()), "nothing is injected any more")

    def _lying(self) -> Mapping[str, tuple[str, ...]]:
        return self._client.call(GetLying(), LyingAre).lying

    def _say(self, *words: Word) -> None:
        for word in words:
            self._call(Say(word[0], word[1:]))

    def _do(self, deeds: Sequence[Deed]) -> None:
        for deed in deeds:
            self._call(Inject(deed.do, deed.place, deed.what))

    def _wait(self, holds: Callable[[Mapping[str, Any]], bool], what: str) -> None:
        until_ms = self._pace.now_ms() + LOBBY_MS
        while not holds(self._view()):
            if self._pace.now_ms() > until_ms:
                lying = ", ".join(place for place, uids in self._lying().items() if uids)
                hint = f"; take away what lies on {lying}" if lying else ""
                raise ReplayOnError(f"{self._client.port}: it was waited in vain: {what}{hint}")
            self._listen(LISTEN_MS)

    # ------------------------------------------------------------------------ the game

    def play(self, planned: Plan) -> PlayedOn:
        """Start, do each deed at its time, and compare what comes of it."""
        expected = [one for line in self._journal.lines for one in told_of(line)]
        last_ms = self._journal.lasted_ms
        # The table's clock is behind this by what the answer took.
        ahead_ms = self._status().clock_ms - self._pace.now_ms()
        began_ms = self._pace.now_ms() + ahead_ms + LEAD_MS
        self._outputs.clear()
        self._call(SayAt("start", began_ms))
        left = deque(planned.deeds)
        look_ms = LOOK_MS
        different = None
        while (
            game_ms := self._pace.now_ms() + ahead_ms - began_ms
        ) < last_ms + AFTER_MS and not different:
            while left and left[0].at_ms < game_ms + AHEAD_MS:
                self._call(_at(left.popleft(), began_ms))
            self._listen(LISTEN_MS)
            self._tell(min(max(0, game_ms), last_ms), last_ms)
            if game_ms > look_ms:
                look_ms += LOOK_MS
                self._must_have_begun(game_ms)
                different = self._compared(expected, game_ms - AFTER_MS)
        different = different or self._compared(expected, last_ms)
        missed = self._client.missed - self._missed
        if missed:
            what = f"{missed} messages were lost on the line"
            raise ReplayOnError(f"{self._client.port}: {what}: it is too slow, or too noisy")
        difference = difference_of(self._journal.lines, *different) if different else None
        return PlayedOn(len(expected) if difference is None else 0, self._is_over, difference)

    def _must_have_begun(self, game_ms: int) -> None:
        if game_ms < 2 * LOOK_MS and self._status().phase is Phase.LOBBY:
            refusals = [out["why"] for out in self._outputs if out["type"] == "refused"]
            why = refusals[-1] if refusals else "the table does not say why"
            raise ReplayOnError(f"{self._client.port}: the game does not begin: {why}")

    def _compared(
        self, expected: Sequence[Told], until_ms: int
    ) -> tuple[Told | None, Told | None] | None:
        """The first facts that differ, up to that time of the game. What comes then may be dated
        a little sooner or later."""
        due = [one for one in expected if one.at_ms <= until_ms]
        next_ones = [one for one in expected if until_ms < one.at_ms <= until_ms + 2 * NEAR_MS]
        came = [one for one in self._facts if one.at_ms <= until_ms + NEAR_MS]
        while (different := compare(due, came)) is not None:
            extra = different[1]
            if different[0] is not None or extra is None or not _is_among(extra, next_ones):
                return different
            came.remove(extra)
        return None

    def tidy(self) -> None:
        """Leave the table as it was found, as far as it still can be reached."""
        try:
            for place in self._places:
                self._call(Inject("clear", place))
            if self._status().phase is Phase.PLAYING:
                self._say(("end",))
                self._wait(lambda view: view["phase"] != Phase.PLAYING, "the game is ended")
            self._client.watch()
        except CableError:
            return  # whatever broke it off is told already

    # -------------------------------------------------------------------------- inside

    def _listen(self, longest_ms: int) -> None:
        for told in self._pace.listen(longest_ms):
            if isinstance(told, NewsAre):
                self._outputs += [msgspec.json.decode(raw) for raw in told.outputs]
                for raw in told.lines:
                    line = decode_line(raw)
                    self._facts += [one._replace(number=0) for one in told_of(line)]
                self._is_over = told.phase is Phase.OVER

    def _call(self, call: AnyCall) -> None:
        try:
            self._client.call(call, Done)
        except RefusedError as error:
            raise ReplayOnError(f"{self._client.port}: {error}") from error

    def _status(self) -> StatusIs:
        return self._client.call(GetStatus(), StatusIs)

    def _view(self) -> Mapping[str, Any]:
        return self._client.call(GetView(), ViewIs).view


class _LifePace:
    """Time as it is."""

    def __init__(self, client: Client) -> None:
        self._client = client

    def now_ms(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def listen(self, longest_ms: int) -> Sequence[AnyTold]:
        return self._client.told(longest_ms / 1000)


def _at(deed: Deed, began_ms: int) -> AnyCall:
    """The call that plans a deed. What the readers see in the millisecond of the start would come
    before it."""
    if deed.do is Do.SAY:
        return SayAt(deed.what, began_ms + deed.at_ms, deed.args)
    return Inject(deed.do, deed.place, deed.what, began_ms + max(1, deed.at_ms))


def _is_among(one: Told, others: Sequence[Told]) -> bool:
    return any(o.text == one.text and abs(o.at_ms - one.at_ms) <= NEAR_MS for o in others)


def _sides(view: Mapping[str, Any]) -> list[str]:
    return [seat["side"] for seat in view["lobby"]["seats"]]


def _tell_nobody(done: int, total: int) -> None:
    """The listener when nobody listens."""
