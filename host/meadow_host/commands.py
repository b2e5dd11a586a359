"""What the commands of `meadow` do, between the arguments (`cli`) and the library.

Imported only when a command runs. The functions give whether all went well.
"""

from __future__ import annotations

import contextlib
import errno
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from meadow.bundle.load import Configuration, load_table
from meadow.games.game import SetupError
from meadow.games.package import Package, load_packages
from meadow.journal.files import explain
from meadow.journal.read import read_journal
from meadow.journal.recover import recover
from meadow.pieces.register import Register, made_up_register
from meadow.settings.schema import Settings
from meadow.telling.times import time_text
from meadow.telling.words import Words

from meadow_host import replay_report, run_report, show
from meadow_host.audiences import LiveAudience, NobodyThere, Photographer, PlainAudience
from meadow_host.evening import (
    Evening,
    HangsError,
    WordsError,
    check_begins,
    guests_of,
    invitation,
)
from meadow_host.levels import Level
from meadow_host.pace import Pace
from meadow_host.replay_many import Found, NoJournalsError, Outcome, find_journals, replay_all
from meadow_host.run import DEFAULT_GAMES, Audience, Folder, GameTold, now_utc, play_evening
from meadow_host.terminal import (
    Bar,
    FailedError,
    MistakeError,
    StoppedError,
    can_show_live,
    document,
    err,
    out,
)
from meadow_host.twin.players.joining import Guest, Invitation
from meadow_host.watch import Watched

SEEDS = 1_000_000

LIVE_HZ = 10
"""Frames a second of the game: at the pace of `meadow run` more could not be seen."""


def run_evening(
    seed: int | None,
    games: Sequence[str] | None,
    players: int,
    speed: float | None,
    settings_file: Path | None,
    folder_path: Path | None,
    plain: bool,
    as_json: bool,
) -> bool:
    """Play an evening and replay its journals. Raises `MistakeError`, `TomlError`."""
    loaded = load_table(settings_file, load_packages())
    settings = loaded.settings
    folder_path = Path(settings.journal.folder) if folder_path is None else folder_path
    seed = random.SystemRandom().randrange(SEEDS) if seed is None else seed
    folder = Folder(folder_path)
    evening, words = _evening(seed, folder, loaded)
    chosen = [one.split() for one in games or DEFAULT_GAMES]
    invited = _invitations(seed, chosen, evening.register, players)
    _check_begins(invited, evening.register, settings)
    _make(folder_path)
    if not as_json:
        out(f"Meadow Table: a simulated evening, seed {seed}")
    try:
        with _audience(words, Pace(speed), speed is not None, plain, as_json) as audience:
            told = play_evening(evening, invited, folder, audience, words, settings)
    except KeyboardInterrupt as error:
        raise StoppedError(f"what was played is saved in {folder_path}") from error
    except HangsError as error:
        raise FailedError(f"seed {seed}: {error}; its journal is in {folder_path}") from error
    return _after_evening(seed, games or (), players, settings_file, told, as_json)


def draw_picture(file: Path, seed: int, at_ms: int, width: int, height: int) -> bool:
    """Write the picture of a moment of a game of Quick Paws, as an SVG file."""
    from meadow_host.picture import svg_of
    from meadow_host.view import draw

    with tempfile.TemporaryDirectory() as temporary:
        folder = Folder(Path(temporary))
        loaded = load_table(None, load_packages())
        settings = loaded.settings
        evening, words = _evening(seed, folder, loaded)
        invited = _invitations(seed, [DEFAULT_GAMES[-1].split()], evening.register)
        photographer = Photographer(words, at_ms)
        play_evening(evening, invited, folder, photographer, words, settings)
    scene = photographer.picture
    if scene is None:
        raise MistakeError(f"the game of seed {seed} is over before {time_text(at_ms)}")
    scene = replace(scene, journal=scene.journal.replace(temporary, "games"))
    file.write_text(svg_of(draw(scene, width, height), "The live view of meadow run"), "utf-8")
    return True


def _evening(seed: int, folder: Folder, loaded: Configuration) -> tuple[Evening, Words]:
    """An evening with the sets of the settings; simulated pieces have the made-up tags."""
    packages, settings = load_packages(), loaded.settings
    register = made_up_register(loaded.sets)
    pieces = {uid: piece for uid, _ in register.entries if (piece := register.piece_of(uid))}
    opens = folder.open_journal
    evening = Evening(seed, packages, settings, register, opens, now_utc, LIVE_HZ)
    return evening, Words(pieces)


def _invitations(
    seed: int, games: Sequence[Sequence[str]], register: Register, players: int = 0
) -> list[Invitation]:
    packages = load_packages()

    def guests(package: Package) -> tuple[Guest, ...]:
        return guests_of(seed, register, package, players)

    try:
        return [invitation(words, packages, guests) for words in games]
    except WordsError as error:
        raise MistakeError(f"--game: {error}") from error


def _check_begins(games: Sequence[Invitation], register: Register, settings: Settings) -> None:
    """Raises `MistakeError` for the first game that these guests and settings cannot begin."""
    for invited in games:
        try:
            check_begins(invited, load_packages(), register, settings)
        except SetupError as error:
            raise MistakeError(f"{' '.join(invited.words)} cannot begin: {error}") from error


def _after_evening(
    seed: int,
    games: Sequence[str],
    players: int,
    settings_file: Path | None,
    told: Sequence[GameTold],
    as_json: bool,
) -> bool:
    """Replay what the evening left, at both levels, and say what to try next."""
    saved = [one.writer.path for one in told if one.writer.status().pending == 0]
    replays = [_timed(saved, level) for level in (Level.TABLE, Level.RULES)] if saved else []
    if not as_json:
        out("\n".join(run_report.told_lines(told)))
    for line in run_report.unsaved_lines(told):
        err(f"meadow: {line}")
    if as_json:
        document(run_report.as_values(seed, told, replays))
    else:
        for level, outcomes, seconds in replays:
            lines = replay_report.wrong_lines(outcomes)
            out("\n".join([*lines, replay_report.summary(outcomes, level, seconds)]))
        if saved:
            out(
                "\n" + "\n".join(run_report.try_next(saved[0], seed, games, players, settings_file))
            )
    same = all(outcome.identical for _, outcomes, _ in replays for outcome in outcomes)
    return same and len(saved) == len(told)


def replay_journals(
    paths: Sequence[Path], level: Level, until_ms: int | None, jobs: int, as_json: bool
) -> bool:
    """Replay these files and folders. Raises `MistakeError`."""
    found = _find(paths)
    level, outcomes, seconds = _timed(found.journals, level, until_ms, jobs)
    outcomes = [*outcomes, *found.shut]
    if as_json:
        document(replay_report.as_values(outcomes, level, until_ms, seconds))
    else:
        if until_ms is not None:
            for outcome in outcomes:
                out("\n".join(replay_report.state_lines(outcome, until_ms)))
        out("\n".join(replay_report.report(outcomes, level, seconds)))
    return all(outcome.identical for outcome in outcomes)


def watch_journal(
    paths: Sequence[Path], level: Level, until_ms: int | None, speed: float | None, plain: bool
) -> bool:
    """Show one journal being played again, then replay it. Raises `MistakeError`."""
    found = _find(paths).journals
    if len(found) > 1:
        raise MistakeError(f"--watch shows one journal, these are {len(found)}: name one of them")
    journal = read_journal(found[0])
    with _audience(Words(journal.pieces), Pace(speed or 1), speed is not None, plain) as audience:
        watched = Watched(journal, load_packages(), audience.chronicle)
        audience.begin()
        before_ms = 0
        for now_ms in watched.play(until_ms):
            audience.look(watched, now_ms - before_ms)
            watched.longest_ms, before_ms = audience.step_ms, now_ms
    return replay_journals(paths, level, until_ms, 1, False)


def show_journal(file: Path, everything: bool, facts: bool, as_json: bool) -> bool:
    """Tell a journal in plain words."""
    must_be_file(file)
    with Bar("reading"):
        opened = show.open_journal(file, everything)
    shown = show.shown_lines(opened)
    if facts:
        shown = (one for one in shown if one.is_fact)
    if as_json:
        document(show.as_values(opened, shown))
    else:
        for page in show.pages(opened, shown):
            out(page)
    if opened.torn:
        err(f"meadow: {file}: {opened.torn}; {show.mend(file)}")
    return not opened.torn


def recover_journal(file: Path, from_line: int, as_json: bool) -> bool:
    """Cut the torn end off a journal."""
    must_be_file(file)
    if from_line and from_line < 2:
        raise MistakeError(f"--from-line is 2 or more (line 1 is the header), not {from_line}")
    done = recover(file, from_line=from_line)
    if not as_json:
        out(str(done))
        return True
    cut = {"lines": done.cut_lines, "bytes": done.cut_bytes}
    kept = {"lines": done.kept_lines, "bytes": done.kept_bytes}
    torn = str(done.torn) if done.torn else None
    document({"path": str(done.path), "kept": kept, "cut": cut, "torn": torn})
    return True


# ------------------------------------------------------------------------------- inside


@contextlib.contextmanager
def _audience(
    words: Words, pace: Pace, paced: bool, plain: bool, silent: bool = False
) -> Iterator[Audience]:
    """Whoever can watch on this terminal: a live picture if it can show one, else plain lines.

    Plain lines come as fast as they can unless they are to be ``paced``.
    """
    if silent:
        yield NobodyThere(words)
        return
    if not plain and can_show_live():
        from meadow_host.live import Screen  # with rich, which nobody else needs

        screen = Screen()
        if screen.fits:
            with screen:
                yield LiveAudience(words, screen, pace)
            return
        err(f"meadow: {screen.too_small}; so there are plain lines")
    yield PlainAudience(words, out, pace if paced else None)


def _timed(
    paths: Sequence[Path], level: Level, until_ms: int | None = None, jobs: int = 0
) -> tuple[Level, Sequence[Outcome], float]:
    began_s = time.perf_counter()
    many = len(paths) > 1
    with Bar("replaying", total=len(paths) if many else None) as bar:
        outcomes = replay_all(
            paths,
            level,
            until_ms,
            jobs or None,
            tell=bar.at if many else None,
            tell_lines=None if many else bar.at,
        )
    return level, outcomes, time.perf_counter() - began_s


def _find(paths: Sequence[Path]) -> Found:
    try:
        return find_journals(paths)
    except NoJournalsError as error:
        raise MistakeError(*error.messages) from error


def must_be_file(file: Path) -> None:
    """Raises `MistakeError` for what is no file."""
    _must_not_be_circle(file, file)
    if not file.exists():
        raise MistakeError(f"{file}: there is no such file; check the name")
    if file.is_dir():
        raise MistakeError(f"{file}: a folder, not a journal; name a file in it")


def _must_not_be_circle(path: Path, told: Path | str) -> None:
    """Links that lead to one another look like nothing at all to `Path.exists`."""
    try:
        path.stat()
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise MistakeError(f"{told}: {explain(error)}") from error


def _make(folder: Path) -> None:
    """Make the folder of the journals. If the disk fails the games go on all the same."""
    _must_not_be_circle(folder, f"--folder: {folder}")
    if folder.exists() and not folder.is_dir():
        raise MistakeError(f"--folder: {folder} is a file; name a folder")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        err(f"meadow: {folder}: cannot be made: {explain(error)}; the games go on unsaved")
