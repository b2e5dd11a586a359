"""Opens the port where browsers find the table, and says what to type into them."""

from __future__ import annotations

import errno
import os
import socket

from meadow.journal.printable import shortened

GONE_MS = 20_000
"""A peer that takes no data for so long is gone, whatever it says."""

_ADVICE = {
    errno.EADDRINUSE: "another program does; end that, or name another port",
    errno.EADDRNOTAVAIL: "this machine has no such address; 0.0.0.0 stands for all it has",
    errno.EACCES: "it may not; name a port of 1024 or above",
}


class ConsoleError(Exception):
    """The server cannot be started; one plain line that says what to do."""


def address_text(host: str, port: int) -> str:
    """What a browser is to be given to find a server that listens there."""
    if host in ("0.0.0.0", "::", ""):
        host = _own_address() or socket.gethostname()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _own_address() -> str:
    """This machine's address in its network; "" for none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return ""
        host: str = probe.getsockname()[0]
    return host


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there. Raises `ConsoleError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    at = f"{shortened(host)}:{port}"
    try:
        socket.getaddrinfo(host or None, port, family, socket.SOCK_STREAM)
    except (socket.gaierror, UnicodeError) as error:  # not every text can be looked up
        why = "this name leads to no address; write one, or 0.0.0.0 for all it has"
        raise ConsoleError(f"the console cannot listen on {at}: {why}") from error
    both = host == "::" and socket.has_dualstack_ipv6()
    try:
        listening = socket.create_server((host, port), family=family, dualstack_ipv6=both)
    except OSError as error:
        why = _ADVICE.get(error.errno or 0) or os.strerror(error.errno or errno.EINVAL)
        raise ConsoleError(f"the console cannot listen on {at}: {why}") from error
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, GONE_MS)
    return listening
