"""The rig of a real table at a serial port: tags by injection in service mode, else by a tester.

Knows no pytest.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping

from meadow.bundle.load import Configuration, load_bundle
from meadow.games.package import Package
from meadow.tomlfile.document import TomlError

from meadow_host.cable.client import Client
from meadow_host.cable.comparing import in_force
from meadow_host.cable.detect import connect
from meadow_host.cable.errors import CableError
from meadow_host.hil.ear import Ear
from meadow_host.hil.hands import InjectingHands, PromptedHands
from meadow_host.hil.rig import Can, Hands, RigError
from meadow_host.hil.wired import WiredRig

NOBODY = (
    "the table is not in service mode, and there is no terminal at which to ask a tester: start "
    "meadowd with --service, or start pytest at a terminal"
)


class PortRig(WiredRig):
    """A `meadow_host.hil.rig.Rig`: whatever table answers at a port."""

    def __init__(
        self,
        port: str,
        baud: int,
        read: Configuration,
        packages: Mapping[str, Package],
        patient: bool,
        prompt: Callable[[str], None] | None,
        ask_table: bool,
    ) -> None:
        """``read`` is the configuration that the options name; with ``ask_table`` it is the
        table's own, where that has one. Raises `RigError`.
        """
        try:
            client = connect(port, baud, "pytest")
        except CableError as error:
            raise RigError(str(error)) from error
        try:
            ear, service = Ear(client), client.welcome.service
            lacks = {Can.MANUAL_TIME} | (set() if patient else {Can.PATIENCE})
            if not service:
                lacks |= {Can.INJECTION, Can.UNKNOWN_TAGS}
            own = _own(client, packages) if ask_table else None
            hands = _hands(ear, service, prompt)
            super().__init__(port, ear, hands, own or read, frozenset(Can) - lacks)
        except RigError:
            client.close()
            raise

    def close(self) -> None:
        """Leave nothing that was made up on a table that goes on: no tags, no game."""
        if Can.INJECTION in self.can:
            with contextlib.suppress(CableError, RigError):  # it is away, or was told to be broken
                self._tidy()
        super().close()


def _hands(ear: Ear, service: bool, prompt: Callable[[str], None] | None) -> Hands:
    if service:
        return InjectingHands(ear)
    if prompt is None:
        raise RigError(NOBODY)
    return PromptedHands(ear, prompt)


def _own(client: Client, packages: Mapping[str, Package]) -> Configuration | None:
    """The table's configuration; None if it runs on its defaults."""
    try:
        bundle = in_force(client)
        return None if bundle is None else load_bundle(bundle, packages, client.port, in_use=True)
    except (CableError, TomlError) as error:
        first = str(error).splitlines()[0]
        raise RigError(f"{client.port}: its configuration cannot be read: {first}") from error
