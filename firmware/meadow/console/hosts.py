"""By which names a table lets itself be asked: its own, and addresses.

A page of elsewhere can have its name lead to this table after it was loaded; then it is no stranger
to the browser, and its Origin is what it calls its host. But its name is not one of the table's.
Knows no request.
"""

from __future__ import annotations

import ipaddress
import re
import socket
from collections.abc import Callable

AT_HOME = ("local", "lan", "home", "home.arpa", "internal", "localdomain")
"""What networks at home put behind a machine's name. Nobody can have a name in the Internet that
ends so."""

_SHOWN = re.compile(r"[a-z0-9.:\[\]-]{1,100}")
_BRACKETED = re.compile(r"\[([^\[\]]*:[^\[\]]*)\](?::[0-9]*)?")
_NAMED = re.compile(r"([^:\[\]]*)(?::[0-9]*)?")


class Hosts:
    """The names of one table."""

    def __init__(self, hostname: Callable[[], str] = socket.gethostname) -> None:
        """``hostname`` gives this machine's name."""
        self._hostname = hostname
        self.listens = ""
        """The address, or name, where it listens."""
        self.named: tuple[str, ...] = ()
        """What the settings call it besides."""

    def knows(self, host: str) -> bool:
        """Whether a browser that asks for this host (``name:port``, as its Host header says) means
        this table."""
        name = name_of(host)
        return _is_address(name) or name in self._own() or self._is_numbered(name)

    def refusal(self, host: str) -> str:
        """One line for whoever asked for a host that is unknown: what to do."""
        name = name_of(host)
        called = f"by the name {name}" if _SHOWN.fullmatch(name) else "by such a name"
        return (
            f"This table is not known {called}: use the address that it shows (meadow status), or "
            'write the name into its table.toml, as [console] names = ["table.example.org"].'
        )

    def _own(self) -> set[str]:
        hostname = self._hostname().lower()
        label = hostname.partition(".")[0]
        at_home = [f"{label}.{ending}" for ending in AT_HOME] if label else []
        own = {"localhost", hostname, label, *at_home, self.listens.lower(), *self.named}
        return own - {""}

    def _is_numbered(self, name: str) -> bool:
        """Of two machines with one name, a network calls the second ``table-2.local``."""
        label = re.escape(self._hostname().lower().partition(".")[0])
        return bool(label and re.fullmatch(rf"{label}-[0-9]{{1,3}}\.local", name))


def name_of(host: str) -> str:
    """The name or address alone, in small letters; "" for what is none."""
    text = host.strip().lower()
    if found := _BRACKETED.fullmatch(text):
        return found[1]
    found = _NAMED.fullmatch(text)
    return found[1].removesuffix(".") if found else ""


def _is_address(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
