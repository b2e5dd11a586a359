"""Puts a journal's bytes on the disk and knows how far they are safe there, whatever fails.

One `save` is one try: write what is missing, fsync. The whole journal stays in memory, so a
disk that fails, fills up or is exchanged costs nothing: the next try goes on from the last
place that is known to be good, or starts the file anew. Knows no threads and no time.
"""

from __future__ import annotations

import contextlib
import errno
from pathlib import Path

from meadow.journal.files import DiskFiles, Files, NoFileError, read_all, write_all
from meadow.journal.names import taken_number

CHUNK_BYTES = 1024 * 1024


def next_path(folder: Path, game: str, files: Files | None = None) -> Path:
    """The name of a new journal: ``000001-<game>.jsonl``, one more than the highest there.

    Never raises: in a folder that cannot be listed it is number 1. (`Saver` never writes over
    another file, and takes the next number when it meets one.)
    """
    try:
        names = (files or DiskFiles()).names(folder)
    except OSError:
        names = []
    number = max(map(taken_number, names), default=0) + 1
    return folder / f"{number:06d}-{game}.jsonl"


class Saver:
    """One journal on its way to the disk.

    ``content`` all its lines so far, the header first; ``good`` how much of that was read from
    the disk already (a journal that is taken up again), else 0.
    """

    def __init__(
        self, path: Path, game: str, content: bytes, files: Files, *, good: int = 0
    ) -> None:
        self.path = path
        self.saved_lines = 0
        """How many lines, the header included, are known to be on the disk: fsynced."""
        self._game = game
        self._files = files
        self._content = bytearray(content)
        self._lines = content.count(b"\n")
        # Where the next write starts. All before it is on the disk, or was read from it.
        self._good = good
        self._file: int | None = None
        self._ours = good > 0

    @property
    def lines(self) -> int:
        """How many lines there are in all, the header included."""
        return self._lines

    def add(self, raws: list[bytes]) -> None:
        """Take in more whole lines; each has its newline."""
        self._content += b"".join(raws)
        self._lines += len(raws)

    def save(self) -> None:
        """Bring all lines onto the disk. Raises OSError; then the next `save` tries anew."""
        try:
            self._save()
        except OSError as error:
            if error.errno in (errno.ENOENT, errno.ENOTDIR):
                self.saved_lines = 0  # the file is gone, and with it what was saved
            self._let_go()
            raise

    def close(self) -> None:
        """Close the file. What `save` has not brought onto the disk is not there."""
        if self._file is not None:
            file, self._file = self._file, None
            self._files.close(file)

    def _save(self) -> None:
        files = self._files
        if self._file is None:
            self._file = self._open()
        end = len(self._content)
        for start in range(self._good, end, CHUNK_BYTES):
            chunk = bytes(self._content[start : min(end, start + CHUNK_BYTES)])
            write_all(files, self._file, chunk, start)
        files.sync(self._file)
        if not files.is_linked(self._file):
            raise FileNotFoundError(errno.ENOENT, "the journal was deleted")
        self._good, self.saved_lines = end, self._lines

    def _let_go(self) -> None:
        """After a failure: cut off what may be half written, and open the file anew next time.

        After a failed fsync the kernel may take lost pages for written ones, so nothing beyond
        the last good fsync is trusted: it is cut off here and written again.
        """
        if self._file is None:
            return
        # Both are only tidying: if they fail, the next try overwrites the same bytes.
        with contextlib.suppress(OSError):
            self._files.truncate(self._file, self._good)
        with contextlib.suppress(OSError):
            self.close()

    # ------------------------------------------------------------------ opening

    def _open(self) -> int:
        """The file, cut to what is known to be good; its name is on the disk."""
        try:
            file = self._create()
        except FileExistsError:
            file = self._reopen()
        try:
            self._files.truncate(file, self._good)
            self._files.sync_folder(self.path.parent)
        except OSError:
            self._files.close(file)
            raise
        return file

    def _create(self) -> int:
        file = self._files.create(self.path)
        # Whatever was saved before went with another file or another disk.
        self._ours, self._good, self.saved_lines = True, 0, 0
        return file

    def _reopen(self) -> int:
        """The file of our name, if it is ours; else a new one, under the next number."""
        try:
            file = self._files.open(self.path)
        except NoFileError:
            return self._create_next()
        try:
            good = min(self._good, self._files.size(file))
            if self._is_ours(file, good):
                if good < self._good:
                    self._good, self.saved_lines = good, self._content.count(b"\n", 0, good)
                return file
        except OSError:
            self._files.close(file)
            raise
        self._files.close(file)
        return self._create_next()

    def _create_next(self) -> int:
        self.path = next_path(self.path.parent, self._game, self._files)
        return self._create()

    def _is_ours(self, file: int, good: int) -> bool:
        header = self._content.index(b"\n") + 1
        if good < header and not self._ours:
            return False
        return read_all(self._files, file, good) == self._content[:good]
