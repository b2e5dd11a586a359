"""`meadow shell`: a table watched live, and words said to it; and `meadow say`, one word.

A lost cable is told once, then the table is looked for until it is there again. Knows no terminal
but the `Keyboard` it is given.
"""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from meadow.link.answers import Done, StatusIs, ViewIs, Welcome
from meadow.link.calls import GetStatus, GetView, Say, Stream
from meadow.table.status import Phase
from meadow.telling.times import time_text
from meadow.telling.words import Words

from meadow_host.cable.client import Client
from meadow_host.cable.errors import CableError, RefusedError, RestartedError
from meadow_host.cable.following import NO_TIME, Follower, Spoken, lobby_line
from meadow_host.cable.keyboard import Keyboard
from meadow_host.cable.pieces import words_of
from meadow_host.cable.status import identity_line, phase_line, status_lines
from meadow_host.state_words import state_lines

LISTEN_S = 0.02
"""So soon what is typed is noticed; what the table tells is noticed at once."""
LOOK_S = 2.0
"""So often the table is asked how it is, if it says nothing by itself."""
LOOK_AT_LEAST_S = 10.0
AGAIN_S = 0.5
OUTCOME_S = 1.5
"""So long something may come of a word; a pass of the loop takes hundredths of that."""
SETTLED_S = 0.3

NOTHING = "said; nothing came of it"

HELP = (
    "the operator's words, as: quick-paws, thats-my-stash, sweet-takes, seat SIDE, leave SIDE,",
    "  start, stop [SIDE], stashed SIDE, undo, pause, off SIDE, end, lobby; all of them are in",
    "  docs/for-operators.md and docs/sweet-takes.md",
    "words of this shell: status, view, help, quit",
)


class Came(NamedTuple):
    """What came of a word: why it was refused, or "" ; and whether anything came at all."""

    refused: str
    answered: bool


def say_word(
    client: Client, word: str, args: Sequence[str], follower: Follower, words: Words
) -> Came:
    """Say a word to the table, as its only writer, and wait for what comes of it; all that is told
    meanwhile goes to the follower, the cards that were named by name. The client watches the news.
    Raises as `Client.call`.
    """
    follower.named = named = frozenset(words.cards_in(args))
    try:
        return _said(client, word, args, follower, words.knowing(named))
    finally:
        follower.named = ()


def _said(client: Client, word: str, args: Sequence[str], follower: Follower, words: Words) -> Came:
    before = client.call(GetStatus(), StatusIs).phase
    spoken = Spoken(word, before)
    client.claim()
    try:
        client.call(Say(_sayable(word), tuple(map(_sayable, args))), Done)
    finally:
        client.release()
    until_s = client.now_s() + OUTCOME_S
    while not spoken.is_answered and client.now_s() < until_s:
        told = client.told(SETTLED_S)
        for body in told:
            follower.take(body)
            spoken.take(body)
        if not told and (status := client.call(GetStatus(), StatusIs)).phase is not before:
            follower.look(status)  # as after "lobby", which makes no news
            return Came("", True)
    refused = "" if spoken.refused is None else str(words.output(spoken.refused))
    return Came(refused, spoken.is_answered)


def _sayable(text: str) -> str:
    """Of what UTF-8 can hold."""
    return text.encode("utf-8", "replace").decode()


class SaidOnce(NamedTuple):
    """A word, what was told meanwhile, and why it was refused, or ""."""

    word: str
    args: Sequence[str]
    told: Sequence[str]
    refused: str


def say_once(client: Client, word: str, args: Sequence[str]) -> SaidOnce:
    """Say one word. What comes of it is told as lines, in the lobby how the lobby is then. Raises
    as `Client.call`."""
    words = words_of(client)
    told: list[str] = []
    follower = Follower(words, lambda line, at_ms: told.append(line))
    client.watch(Stream.NEWS)
    status = client.call(GetStatus(), StatusIs)
    follower.begin(status.phase, status.game)
    came = say_word(client, word, args, follower, words)
    told = [line for line in told if line != came.refused]
    if not came.refused:
        view = client.call(GetView(), ViewIs).view
        if view.get("phase") == Phase.LOBBY:
            told.append(lobby_line(view))
        elif not came.answered:
            told.append(NOTHING)
    return SaidOnce(word, args, told, came.refused)


class Shell:
    """One table at one end, a keyboard at the other. `run` until the words end."""

    def __init__(
        self,
        connect: Callable[[], Client],
        keyboard: Keyboard,
        now: Callable[[], datetime] = datetime.now,
        every_tag: bool = False,
    ) -> None:
        """``connect`` gives a greeted client each time; ``now`` is the laptop's time of day."""
        self._connect = connect
        self._keyboard = keyboard
        self._now = now
        self._every_tag = every_tag
        self._client: Client | None = None
        self._words = Words({})
        self._follower = Follower(self._words, self._tell)
        self._table = ""
        self._boot = ""
        self._lobby = ""
        self._told_troubles: set[str] = set()
        self._lines_lost = self._forgotten = 0
        self._heard_s = 0.0
        self._looked_s = 0.0
        self._try_s = 0.0
        self.refused = 0
        """How many words were refused, or could not be said."""

    def run(self) -> None:
        """Until "quit" or the end of the words. Raises `CableError` when the table cannot be
        called at the beginning."""
        self._begin(self._connect())
        try:
            while self._step():
                pass
        finally:
            if self._client is not None:
                self._client.close()

    def _step(self) -> bool:
        try:
            if self._client is None:
                self._find_again()
            else:
                self._listen(self._client)
        except CableError as error:
            self._lost(error)
        for line in self._keyboard.typed():
            if not self._typed(line):
                return False
        return not self._keyboard.is_at_end

    # ---------------------------------------------------------------------- the table

    def _begin(self, client: Client) -> None:
        """Begin to watch a table that has greeted us; if that fails the port is released."""
        try:
            self._words = words_of(client)
            self._follower = Follower(self._words, self._tell, self._every_tag)
            client.watch(Stream.NEWS, Stream.SIGHTINGS)
            status = client.call(GetStatus(), StatusIs)
            self._tell_table(client.port, client.welcome)
            self._lobby, self._told_troubles = "", set()
            self._lines_lost, self._forgotten = _lost_by(client), client.forgotten
            if status.phase is not Phase.LOBBY:
                self._tell(phase_line(status.phase, status.game, status.at_ms))
            self._follower.begin(status.phase, status.game)
            self._look(client, status)
            self._tell_lobby(client)
        except BaseException:
            client.close()
            raise
        self._client = client

    def _tell_table(self, port: str, welcome: Welcome) -> None:
        anew = ": the table was started anew" if self._boot not in ("", welcome.boot) else ""
        self._tell(f"{port}: {identity_line(welcome)}{anew}")
        if self._boot and self._table != welcome.table:
            self._tell(f"this is another table: it was {self._table or 'one without a name'}")
        self._table, self._boot = welcome.table, welcome.boot

    def _listen(self, client: Client) -> None:
        told = client.told(LISTEN_S)
        now_s = client.now_s()
        for body in told:
            self._follower.take(body)
            self._heard_s = now_s
        if (lost := _lost_by(client)) > self._lines_lost:
            self._tell(f"{lost - self._lines_lost} happenings did not arrive: bad line")
        if client.forgotten > self._forgotten:
            self._tell("the table took this laptop for gone; what happened meanwhile was not seen")
        self._lines_lost, self._forgotten = lost, client.forgotten
        if self._follower.phase is not Phase.LOBBY:
            self._lobby = ""
        if self._follower.lobby_changed:
            self._tell_lobby(client)
        if now_s - self._heard_s > LOOK_S or now_s - self._looked_s > LOOK_AT_LEAST_S:
            self._look(client, client.call(GetStatus(), StatusIs, tries=2))

    def _look(self, client: Client, status: StatusIs) -> None:
        self._heard_s = self._looked_s = client.now_s()
        self._follower.look(status)

    def _tell_lobby(self, client: Client) -> None:
        self._follower.lobby_changed = False
        view = client.call(GetView(), ViewIs).view
        if view.get("phase") == "lobby":
            line = lobby_line(view)
            if line != self._lobby:
                self._tell(line)
            self._lobby = line
        if view.get("phase") != self._follower.phase:
            self._look(client, client.call(GetStatus(), StatusIs))

    def _lost(self, error: CableError) -> None:
        """What is shown is stale from now on; look for the table until it is there again."""
        client, self._client = self._client, None
        if client is not None and isinstance(error, RestartedError):
            try:
                self._begin(client)
                return
            except CableError as another:
                error = another
        elif client is not None:
            client.close()
        if client is not None:
            what = str(error).partition(";")[0]  # what else to do is not to be done here
            self._tell(f"stale since {self._now():%H:%M:%S}: {what}; it is looked for again")
        elif str(error) not in self._told_troubles:
            self._tell(f"not yet again: {error}")
        self._told_troubles.add(str(error))
        self._try_s = time.monotonic() + AGAIN_S

    def _find_again(self) -> None:
        if time.monotonic() < self._try_s:
            time.sleep(LISTEN_S)
            return
        self._begin(self._connect())
        self._tell("what happened meanwhile was not seen")

    # ---------------------------------------------------------------------- the keyboard

    def _typed(self, line: str) -> bool:
        """A line of words; False when it is the last."""
        try:
            word, *args = shlex.split(line) or [""]
        except ValueError:
            self._refuse("a quotation mark is missing")
            return True
        if word in ("quit", "exit"):
            return False
        try:
            if word == "help":
                for help_line in HELP:
                    self._keyboard.show(help_line)
            elif word and self._client is None:
                self._refuse("the table is not connected: nothing was said")
            elif self._client is not None and word:
                self._do(self._client, word, args)
        except RefusedError as error:
            self._refuse(str(error))
        except CableError as error:
            self._refuse("it is not known whether the table heard that")
            self._lost(error)
        return True

    def _do(self, client: Client, word: str, args: Sequence[str]) -> None:
        if word == "status":
            self._show(table_lines(client))
        elif word == "view":
            self._show(view_lines(client.call(GetView(), ViewIs).view, self._words))
        else:
            came = say_word(client, word, args, self._follower, self._words)
            self.refused += bool(came.refused)
            if not came.answered:
                self._tell(NOTHING)
            self._listen(client)

    def _refuse(self, why: str) -> None:
        self.refused += 1
        self._tell(why)

    def _show(self, lines: Sequence[str]) -> None:
        for line in lines:
            self._keyboard.show(f"  {line}")

    def _tell(self, text: str, at_ms: int = NO_TIME) -> None:
        when = time_text(at_ms) if at_ms >= 0 else ""
        self._keyboard.show(f"{self._now():%H:%M:%S} {when:>9}  {text}")


def _lost_by(client: Client) -> int:
    """What was lost on the line; what the table itself left out it tells."""
    return client.missed - client.left_out


def table_lines(client: Client) -> list[str]:
    """All about how the table is, in lines for people. Raises as `Client.call`."""
    status = client.call(GetStatus(), StatusIs)
    in_lobby = status.phase is Phase.LOBBY
    lobby = lobby_line(client.call(GetView(), ViewIs).view) if in_lobby else ""
    return status_lines(client.port, client.welcome, status, lobby)


def view_lines(view: Mapping[str, Any], words: Words) -> list[str]:
    """How the table stands, of what anyone may know."""
    return [lobby_line(view)] if view.get("phase") == "lobby" else state_lines(view, words)
