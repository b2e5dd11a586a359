"""Cuts the torn end off a journal after a crash or a power cut, and says what it cut.

Only an end is cut: a damaged line with whole lines after it is an error. The cut bytes are kept
in a side file before the journal is shortened, so power may fail here too at any moment: then
recovery is simply done again. Knows no game.
"""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from meadow.journal.files import DiskFiles, Files, NoFileError, explain, read_all, write_all
from meadow.journal.lines import JournalError, check_line, decode_header
from meadow.journal.read import first_bad, parse_journal, read_bytes, split_lines


@dataclass(frozen=True)
class Recovery:
    """What was kept and what was cut. ``kept_lines`` and ``cut_lines`` count lines of the file,
    the header included; ``torn`` is the side file with the cut bytes, ``None`` if none were.
    """

    path: Path
    kept_lines: int
    kept_bytes: int
    cut_lines: int = 0
    cut_bytes: int = 0
    torn: Path | None = None

    def __str__(self) -> str:
        """One line for people."""
        if self.torn is None:
            return f"{self.path}: whole, nothing to recover"
        lines = "1 line" if self.cut_lines == 1 else f"{self.cut_lines} lines"
        cut = f"cut {lines} ({self.cut_bytes} bytes) after line {self.kept_lines}"
        return f"{self.path}: {cut}; kept them in {self.torn.name}"


def recover(path: Path | str, *, from_line: int = 0, files: Files | None = None) -> Recovery:
    """Make a journal readable again: cut what is incomplete or damaged at its end.

    ``from_line`` (2 or more) cuts from that line on, whatever stands there: for a person who
    has looked, never for a program. Raises `JournalError`, the journal unchanged, when it is
    damaged elsewhere, is no journal, or the disk does not let us.
    """
    path = Path(path)
    files = DiskFiles() if files is None else files
    data = read_bytes(path)
    whole = whole_lines(data, path, from_line)
    kept = b"".join(whole)
    if len(kept) == len(data):
        return Recovery(path, len(whole), len(kept))
    cut = data[len(kept) :]
    try:
        torn = _keep(files, path, cut)
        _shorten(files, path, len(data), len(kept))
    except OSError as error:
        why = f"recovery stopped, nothing is lost: {explain(error)}, then recover it again"
        raise JournalError(path, 0, why) from error
    return Recovery(path, len(whole), len(kept), len(split_lines(cut)), len(cut), torn)


def whole_lines(data: bytes, path: Path, from_line: int = 0) -> list[bytes]:
    """The lines, header first, that recovery keeps. Pure; raises `JournalError` as `recover`."""
    raws = split_lines(data)
    if not raws:
        raise JournalError(path, 0, "empty: of this game nothing was saved")
    decode_header(raws[0], path)
    good = 1 + first_bad(raws[1:])
    if from_line >= 2:
        good = min(good, from_line - 1)
    else:
        after = sum(map(check_line, raws[good + 1 :]))
        if after:
            lines = "1 whole line follows" if after == 1 else f"{after} whole lines follow"
            why = f"damaged (wrong checksum), yet {lines}, so this is no torn end"
            advice = "use another copy, or cut from here by hand (docs/journal.md, Recovery)"
            raise JournalError(path, good + 1, f"{why}; {advice}")
    whole = raws[:good]
    parse_journal(b"".join(whole), path)
    return whole


def _keep(files: Files, path: Path, cut: bytes) -> Path:
    """Save the cut bytes in a side file of their own, and be sure that they are on the disk."""
    number = 1
    while True:
        torn = path.with_name(f"{path.name}.torn{number if number > 1 else ''}")
        if torn.name not in files.names(path.parent):
            break
        if _holds(files, torn, cut):
            # An earlier recovery came so far and was cut short itself.
            files.sync_folder(path.parent)
            return torn
        number += 1
    part = path.with_name(f"{path.name}.torn.part")
    with contextlib.suppress(FileNotFoundError):  # left by a recovery that was cut short
        files.remove(part)
    file = files.create(part)
    try:
        write_all(files, file, cut, 0)
        files.sync(file)
    finally:
        files.close(file)
    files.rename(part, torn)
    files.sync_folder(path.parent)
    return torn


def _holds(files: Files, torn: Path, cut: bytes) -> bool:
    try:
        file = files.open(torn)
    except NoFileError:
        return False
    try:
        held = files.size(file) == len(cut) and read_all(files, file, len(cut)) == cut
        if held:
            files.sync(file)
        return held
    finally:
        files.close(file)


def _shorten(files: Files, path: Path, length: int, kept: int) -> None:
    """Cut the journal itself: one step for the file system, so never half done."""
    file = files.open(path)
    try:
        if files.size(file) != length:
            why = "it changed while it was being recovered; stop the table, then recover it"
            raise JournalError(path, 0, why)
        files.truncate(file, kept)
        files.sync(file)
    finally:
        files.close(file)
