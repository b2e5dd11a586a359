"""The pieces of a table that is connected, and its words for them. Knows no terminal."""

from __future__ import annotations

import zlib
from collections.abc import Mapping

import msgspec
from meadow.link.answers import BytesAre
from meadow.link.calls import GetPieces
from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.telling.words import Words

from meadow_host.cable.client import Client
from meadow_host.cable.errors import LineError, RefusedError

MOST_BYTES = 1_000_000
"""Of what is told compressed: far more than any table has; a table that says more is no table."""

_DECODER = msgspec.json.Decoder(dict[str, AnyPiece])


def words_of(client: Client) -> Words:
    """The words for a table's pieces; cards that nobody may know are not named by them.

    Of a table that cannot say which pieces it has those are taken that come with this program: so
    at least their cards stay hidden. Raises `LineError`.
    """
    try:
        return Words(pieces_of(client))
    except RefusedError:
        register = made_up_register(default_sets())
        return Words(
            {uid: one for uid, _ in register.entries if (one := register.piece_of(uid)) is not None}
        )


def pieces_of(client: Client) -> Mapping[str, AnyPiece]:
    """Tag UID -> piece. Raises `LineError` and `RefusedError`."""
    data, size = b"", 1
    while len(data) < size <= MOST_BYTES:
        answer = client.call(GetPieces(len(data)), BytesAre)
        size = answer.size
        if not answer.data:
            break
        data += answer.data
    try:
        return _DECODER.decode(zlib.decompressobj().decompress(data, 16 * MOST_BYTES))
    except (zlib.error, msgspec.MsgspecError, ValueError, RecursionError) as error:
        what = "the table tells its pieces in a way that is not understood"
        raise LineError(f"{client.port}: {what}: update the older program") from error
