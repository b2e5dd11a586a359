"""Makes the lines of one game, in order: numbers them and keeps the digest of the outputs.

The table and the replay both use it, so that the lines of one cannot differ from the other's.
Knows no files, no game and no clock.
"""

from __future__ import annotations

import msgspec

from meadow.games.game import Result
from meadow.journal.lines import Kind, OutputDigest, Source, encode_body, seal_line

_OUTPUT = Kind.OUTPUT  # looked up once: an enum's member costs as much as half a line's bytes


class LineMaker:
    """Gives a game's next line, newline included.

    A new game starts with ``LineMaker()``; one that is taken up again after a crash with the
    last number and the digest of its journal (`meadow.journal.read.Journal.line_maker`).
    """

    def __init__(self, seq: int = 0, digest: OutputDigest | None = None) -> None:
        self.seq = seq
        self.digest = OutputDigest() if digest is None else digest

    def line(
        self, at_ms: int, kind: Kind, source: Source, body: msgspec.Struct | msgspec.Raw
    ) -> bytes:
        """The next line; an output is taken into the digest."""
        body_json = encode_body(body)
        if kind is _OUTPUT:
            self.digest.add(body_json)
        self.seq += 1
        return seal_line(self.seq, at_ms, kind, source, body_json)

    def end(self, at_ms: int, result: Result | None) -> bytes:
        """The next line, an end line: with the result, or None when undo took the end back."""
        return self.line(at_ms, Kind.END, Source.TABLE, self.digest.end(result))
