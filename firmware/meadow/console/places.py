"""Who makes room for whom where places are few: nobody can take them all.

Pure. It knows addresses as texts, and neither pages nor connections.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import Protocol, TypeVar


class Holder(Protocol):
    """Who has a place: where it comes from, and whether places are kept for it."""

    @property
    def home(self) -> str: ...
    @property
    def is_kept(self) -> bool: ...


HolderT = TypeVar("HolderT", bound=Holder)

_OF_ONE = 64
"""Bits of an IPv6 address that name a network: in one, all may have many addresses."""


def home_of(address: str) -> str:
    """What counts as one address: it itself, or its network."""
    known = _ip(address)
    if isinstance(known, ipaddress.IPv6Address):
        return str(ipaddress.ip_network((int(known), _OF_ONE), strict=False))
    return address if known is None else str(known)


def is_near(address: str) -> bool:
    """Whether it is the table's own computer."""
    known = _ip(address)
    return known is not None and known.is_loopback


def sharing(held: Sequence[HolderT], kept: int) -> list[HolderT]:
    """Who has one of the places that all share, in the same order.

    ``held`` is who has any place, the newest last; ``kept`` is how many are kept besides. These
    are the oldest's for whom places are kept; the rest of them share like everybody else.
    """
    share = list[HolderT]()
    for one in held:
        if one.is_kept and kept > 0:
            kept -= 1
        else:
            share.append(one)
    return share


def leaver(held: Sequence[HolderT], home: str) -> HolderT | None:
    """Whose place goes to one more of this home: the newest of the home that has most of them.

    ``held`` is who may be sent away, the newest last. None where the home would then have more
    than that other one: nobody takes a place from those who have no more themselves.
    """
    many = Counter(one.home for one in held)
    if not many:
        return None
    largest, most = max(many.items(), key=lambda one: one[1])
    if many[home] + 1 >= most:
        return None
    return next(one for one in reversed(held) if one.home == largest)


def _ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return mapped or known
