"""Which tags are there: the anticollision tree over the cascade levels, one tag at a time.

Branches not yet followed are remembered from tag to tag, so nothing is asked twice. Pure, like
iso14443a.py; it must not know chips, clocks or places.
"""

from __future__ import annotations

from typing import NamedTuple

from meadow.nfc.iso14443a import (
    FALL_BACK,
    HLTA,
    REQA,
    Ask,
    Kind,
    Program,
    Reply,
    anticollision,
    bcc,
    sak_of,
    select,
    uid_of,
)

_LEVELS = 3
_LEVEL_BITS = 32
_TRIES = 2
"""How often a branch is tried that answers but cannot be read, or nobody answers to a request."""
_ROOTS = 2
"""How often to begin at the root without finding a tag: the field is noisy, then."""
_FRUITLESS_ASKS = 96
"""So many frames without a tag found are noise: a tag among 16 takes fewer than 60."""


class Found(NamedTuple):
    """A tag and its UID in upper-case hexadecimal.

    ``proofs``: how many answers with a right CRC_A vouch for it, one a cascade level.
    """

    uid: str
    sak: int
    proofs: int


class _Branch(NamedTuple):
    """Tags whose levels ``above`` are known whole, and ``known`` bits of the next one."""

    above: tuple[bytes, ...]
    bits: int
    known: int
    tries: int = 0


_ROOT = _Branch((), 0, 0)


def collided_bit(position: int, known: int) -> int:
    """The bit (0 to 31) of a cascade level at which to split.

    ``position`` is the reader's CollPos (1 to 32, 0 if it does not know), ``known`` the number of
    bits that were known already. Sources disagree on what CollPos counts then (trap 1 in the
    hardware notes): from the level's first bit, or from the FIFO's, which begins with the byte
    that holds the first unknown bit. The smallest bit that makes sense is right under both: what
    came before it is sound, and where it was no collision one of the two branches is empty.
    """
    by_uid = position - 1
    by_fifo = known // 8 * 8 + position - 1
    by_answer = known + position - 1
    fits = [bit for bit in (by_uid, by_fifo, by_answer) if known <= bit < _LEVEL_BITS]
    return min(fits) if position and fits else known


class Tree:
    """The search for all tags that answer to a request.

    With REQA (newcomers) each tag found is sent to rest, and the search ends when no tag answers
    any more. With WUPA (all that is there, also at rest) it ends with the last open branch; a UID
    that is also the first level of another's is then not told from it.
    """

    def __init__(self, request: Ask = REQA, most: int = 16) -> None:
        self._request = request
        self._halts = request is REQA
        self._most = most
        self._open: list[_Branch] = []
        self._roots = _ROOTS if self._halts else 1
        self._asked = 0
        self.found: list[Found] = []
        self.heard = False
        """Whether anything answered at all."""
        self.complete = False
        """Whether it ended because nobody answered any more, not because of noise or the limit."""
        self.overfull = False
        """Whether there are more tags than ``most``; the others stay unknown."""

    def next_tag(self) -> Program[Found | None]:
        """One tag more; None when there is none, or none that can be read."""
        silences = 0
        while self._begin():
            reply = yield self._request
            self._asked += 1
            if reply.kind is Kind.SILENT:
                silences += 1
                if silences == _TRIES or self._open == [_ROOT]:
                    self.complete = True
                    break
                continue
            silences = 0
            self.heard = True
            if len(self.found) >= self._most:
                self.overfull = True
                break
            found = yield from self._follow(self._open.pop())
            if found is not None:
                if any(found.uid == known.uid for known in self.found):
                    # It does not go to rest, or not for long: enough for this time.
                    break
                self._note(found)
                if self._halts:
                    yield HLTA
                return found
            # Tags of other branches may have stayed READY: they would fall back at the next
            # request while all others wake.
            yield FALL_BACK
        self._open.clear()
        self._roots = 0
        return None

    def _begin(self) -> bool:
        """Whether there is a branch to follow; when all are followed, the root once more."""
        if self._asked >= _FRUITLESS_ASKS:
            return False
        if not self._open and self._roots:
            self._roots -= 1
            self._open.append(_ROOT)
        return bool(self._open)

    def _note(self, found: Found) -> None:
        self.found.append(found)
        self._asked = 0
        if self._halts:
            self._roots = _ROOTS

    def _follow(self, branch: _Branch) -> Program[Found | None]:
        """Follow a branch to one tag. What else is found on the way stays open."""
        proofs = 0
        for level, part in enumerate(branch.above):
            reply = yield self._count(select(level, part))
            sak = sak_of(reply)
            if sak is None and reply.kind is not Kind.COLLIDED:
                self._failed(branch)
                return None
            proofs += sak is not None
        while True:
            part_or_none = yield from self._resolve(branch)
            if part_or_none is None:
                return None
            above = branch.above
            branch = branch._replace(bits=int.from_bytes(part_or_none, "little"), known=_LEVEL_BITS)
            reply = yield self._count(select(len(above), part_or_none))
            sak = sak_of(reply)
            proofs += sak is not None
            above = (*above, part_or_none)
            if sak is not None and sak.complete:
                return Found(uid_of(above), sak.value, proofs)
            if sak is None:
                self._failed(branch)
            if len(above) == _LEVELS or (sak is None and reply.kind is not Kind.COLLIDED):
                return None
            # SAKs collide where one tag's whole UID is the first level of another's: the longer
            # one answers on the next level, which sends the shorter one back.
            branch = _Branch(above, 0, 0)

    def _resolve(self, branch: _Branch) -> Program[bytes | None]:
        """The four bytes of one tag's cascade level; None if nobody answers, or not clearly."""
        above, bits, count, _ = branch
        while count < _LEVEL_BITS:
            if self._asked >= _FRUITLESS_ASKS:
                return None
            reply = yield self._count(anticollision(len(above), bits, count))
            if reply.kind is Kind.SILENT:
                return None
            value = _merged(reply, bits, count)
            if reply.kind is Kind.COLLIDED:
                split = collided_bit(reply.position, count)
                sound = value & (1 << split) - 1
                came = value & 1 << split
                self._open.append(_Branch(above, sound | (came ^ 1 << split), split + 1))
                bits, count = sound | came, split + 1
                continue
            part = _checked(reply, value, count)
            if part is None:
                self._failed(_Branch(above, bits, count, branch.tries))
            return part
        return bits.to_bytes(4, "little")

    def _failed(self, branch: _Branch) -> None:
        """It answered but could not be read: once more."""
        if branch.tries + 1 < _TRIES:
            self._open.append(branch._replace(tries=branch.tries + 1))

    def _count(self, ask: Ask) -> Ask:
        self._asked += 1
        return ask


def _merged(reply: Reply, bits: int, count: int) -> int:
    """The known bits and those of the answer behind them; the answer's padding is dropped."""
    answer = int.from_bytes(reply.data, "little") >> count % 8
    return (answer << count | bits) & (1 << 40) - 1


def _checked(reply: Reply, value: int, count: int) -> bytes | None:
    """The four bytes, if the answer is whole and its BCC right."""
    if reply.kind is not Kind.CLEAN or reply.last_bits or len(reply.data) != 5 - count // 8:
        return None
    part, check = (value & 0xFFFFFFFF).to_bytes(4, "little"), value >> 32
    return part if bcc(part) == check else None
