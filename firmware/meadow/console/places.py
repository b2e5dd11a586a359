"""Who makes room for whom where places are few: nobody can take them all.

Pure. It knows addresses as texts, and neither pages nor connections.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Sequence
from typing import TypeVar

HeldT = TypeVar("HeldT")

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


def leaver(held: Sequence[tuple[HeldT, str]], home: str) -> HeldT | None:
    """Whose place goes to one more of this home: the newest of the home that has most of them.

    ``held`` is who has a place, with their homes, the newest last. None where the home would then
    have more than that other one: nobody takes a place from those who have no more themselves.
    """
    many = Counter(one for _, one in held)
    if not many:
        return None
    largest, most = max(many.items(), key=lambda one: one[1])
    if many[home] + 1 >= most:
        return None
    return next(one for one, of in reversed(held) if of == largest)


def _ip(address: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        known = ipaddress.ip_address(address)
    except ValueError:
        return None
    mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
    return mapped or known
