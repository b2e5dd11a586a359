"""Plays an evening of simulated games, shows it, and replays the journals it leaves.

Library first: `meadow run` is a thin command over it. How it is shown is the business of an
`Audience`; this module knows no terminal.
"""

from __future__ import annotations

import datetime
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import msgspec
from meadow.games.game import Finished
from meadow.journal.lines import Header, uncounted
from meadow.journal.read import Journal
from meadow.journal.write import JournalWriter, next_path
from meadow.settings.schema import Settings
from meadow.table.status import News
from meadow.telling.chronicle import Chronicle
from meadow.telling.words import Words

from meadow_host.evening import Evening
from meadow_host.scene import (
    Scene,
    Watchable,
    clock_text,
    cue_text,
    screen_colours,
    timer_of,
)
from meadow_host.scenes.any_game import centre_of, sides_of
from meadow_host.twin.players.joining import Invitation
from meadow_host.twin.virtual import VirtualBoard

DEFAULT_GAMES = ("thats-my-stash referee-check", "quick-paws referee-live")

LAST_TRY_S = 0.5

_SOUND_MS = 1500


class Audience(Protocol):
    """Whoever watches the evening: it also says how fast time passes."""

    chronicle: Chronicle

    @property
    def step_ms(self) -> int:
        """The longest stretch of the game between two looks at it."""
        ...

    def begin(self) -> None:
        """A new game begins."""
        ...

    def look(self, show: Watchable, duration_ms: int) -> None:
        """So much of the game's time has passed."""
        ...


@dataclass(frozen=True)
class GameTold:
    """A game that was played: what, how it ended, after how long, and its journal's writer."""

    title: str
    outcome: str
    writer: JournalWriter
    game_ms: int


class Folder:
    """The folder that the journals of the evening go to."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.writers: list[JournalWriter] = []

    def give_up(self) -> None:
        """Wait no longer for a disk that does not take the journals."""
        for writer in self.writers:
            if writer.status().trouble:
                writer.close(LAST_TRY_S)

    def open_journal(self, header: Header, after: Journal | None) -> JournalWriter:
        """As the table wants it: never waits, never raises."""
        path = next_path(self.path, header.game)
        writer = JournalWriter(path, uncounted(header), after=after)
        self.writers.append(writer)
        return writer


class Show:
    """The table of an evening as scenes, when somebody wants one."""

    def __init__(
        self, evening: Evening, folder: Folder, chronicle: Chronicle, words: Words, full: int
    ) -> None:
        """``full`` is the brightest a channel of the strip gets."""
        self._evening = evening
        self._folder = folder
        self._chronicle = chronicle
        self._full = full
        self._words = words
        self.outcome = ""
        """How the last game ended."""
        self._joined: set[str] = set()
        self._chosen = ""
        self._is_said = True
        self._trouble = ""

    @property
    def board(self) -> VirtualBoard:
        """The board of the table: what its strip shows, what its buzzer does."""
        return self._evening.board

    def noticed(self, news: News) -> None:
        """What a pass of the table's loop brought."""
        if news.lines:
            self._say_what_is_chosen()
            self._chronicle.take_lines(news.lines)
        else:
            self._chronicle.take_outputs(0, news.outputs)
            self._look_round_the_lobby()
        for output in news.outputs:
            if isinstance(output, Finished):
                self.outcome = self._words.result(msgspec.to_builtins(output.result))

    def check_journal(self) -> None:
        """Say when saving fails, and when it works again."""
        trouble = self._evening.table.status().journal_trouble
        if trouble != self._trouble:
            self._trouble = trouble
            self._chronicle.say(self.at_ms, trouble or "the journal is saved again", loud=True)

    def _look_round_the_lobby(self) -> None:
        """What is chosen and who joins gives no journal lines, so it is seen here."""
        choices = str(self._evening.view()["lobby"]["choices"])
        if choices != self._chosen:
            self._chosen, self._is_said = choices, not choices
        rakes = self._evening.rakes()
        for side in sorted(rakes.keys() - self._joined):
            self._say_what_is_chosen()
            self._chronicle.say(0, f"{side} joins with the {rakes[side]} rake")
            self._joined.add(side)

    def _say_what_is_chosen(self) -> None:
        """Once all is chosen, not word for word."""
        if not self._is_said:
            self._chronicle.say(0, f"chosen: {self._chosen}")
            self._is_said = True

    @property
    def phase(self) -> str:
        """The phase of the game, "" in the lobby."""
        game: Mapping[str, str] = self._evening.view().get("game", {})
        return game.get("phase", "")

    @property
    def at_ms(self) -> int:
        """The time since the game began, 0 in the lobby."""
        return self._evening.table.status().at_ms

    def scene(self, pace: float) -> Scene:
        """The table at this moment."""
        evening, words = self._evening, self._words
        table, view = evening.table, evening.view()
        status = table.status()
        choices = view["lobby"]["choices"]
        journal, trouble = self.journal()
        return Scene(
            title=choices or "Meadow Table",
            clock=clock_text(status.at_ms, pace),
            centre=centre_of(view, words),
            sides=sides_of(view, table.cues, words, evening.rakes()),
            pixels=screen_colours(evening.board.strip.frame, self._full),
            events=self._chronicle.events,
            sand=timer_of(table.cues, status.at_ms),
            deck_cue=cue_text(table.cues.get("deck")),
            journal=journal,
            trouble=bool(trouble),
            sound=self._chronicle.sound_at(status.at_ms, _SOUND_MS),
        )

    def journal(self) -> tuple[str, str]:
        """Where the journal lies and how far it is saved; and the trouble, if there is any."""
        if not self._folder.writers:
            return "journal: begins with the game", ""
        writer = self._folder.writers[-1]
        status = writer.status()
        if status.trouble:
            return status.trouble, status.trouble
        state = "saving" if status.pending else f"{status.saved_seq + 1} lines saved"
        return f"journal: {writer.path}, {state}", ""


def play_evening(
    evening: Evening,
    games: Sequence[Invitation],
    folder: Folder,
    audience: Audience,
    words: Words,
    settings: Settings,
) -> list[GameTold]:
    """Play these games one after another; gives what was played.

    Raises `HangsError`. Whatever happens, the table is closed and its journals are saved as far
    as can be.
    """
    full = round(255 * settings.strip.brightness)
    show = Show(evening, folder, audience.chronicle, words, full)
    evening.listen(show.noticed)
    told: list[GameTold] = []
    try:
        for invited in games:
            audience.begin()
            audience.chronicle.begin()
            before_ms = evening.clock.now_ms()
            for now_ms in evening.play(invited):
                show.check_journal()
                audience.look(show, now_ms - before_ms)
                evening.longest_ms, before_ms = audience.step_ms, now_ms
            writer, title = folder.writers[-1], str(evening.view()["lobby"]["choices"])
            told.append(GameTold(title, show.outcome, writer, evening.ended_ms))
        folder.give_up()
    finally:
        evening.close()
    return told


def now_utc() -> str:
    """The wall time, ISO 8601 in UTC."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
