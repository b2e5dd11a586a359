"""A client whose line may be lost and come back: a pulled cable, a table that is started anew.

Reconnects with patience, as the same client, so that the table knows it again. Knows no terminal,
and nothing of what the calls are for.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from types import TracebackType

from meadow_host.cable.client import Client, Transport
from meadow_host.cable.errors import LineError

PATIENCE_S = 60.0
"""So long without any progress before it is given up."""
RETRY_S = 0.5
_HELLO_S = 0.5
_HELLO_TRIES = 2


class SteadyLine:
    """A client for as long as a ``with`` lasts; it has said hello. Then the port is released.

    The first connection is tried once, as whoever named the port may have erred: entering raises
    `LineError` and `RefusedError`.
    """

    def __init__(
        self,
        open_line: Callable[[], Transport],
        program: str,
        *,
        patience_s: float = PATIENCE_S,
        now_s: Callable[[], float] = time.monotonic,
        sleep_s: Callable[[float], None] = time.sleep,
        slow_s: float = 0.0,
    ) -> None:
        """``open_line`` opens the port, now and again; raises `LineError`. ``slow_s`` as of
        `Client`."""
        self._slow_s = slow_s
        self._open = open_line
        self._program = program
        self._patience_s = patience_s
        self._sleep_s = sleep_s
        self.now_s = now_s
        self._client: Client | None = None
        self._transport: Transport | None = None
        self._alive_s = now_s()
        self.lost = 0
        """How often the line was lost."""

    def __enter__(self) -> SteadyLine:
        self._transport = self._open()
        self._client = Client(self._transport, self._program, self.now_s, self._slow_s)
        try:
            self._client.hello()
        except BaseException:  # Ctrl-C too
            self._release()
            raise
        self.alive()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._transport is not None:
            self.client.close()
            self._transport = None

    @property
    def client(self) -> Client:
        """The client. Raises `LineError` before there is one."""
        if self._client is None:
            raise LineError("no table is connected yet")
        return self._client

    def alive(self) -> None:
        """Something was achieved: patience begins anew."""
        self._alive_s = self.now_s()

    def pause(self, pause_s: float) -> None:
        """Wait for so long."""
        self._sleep_s(pause_s)

    def recover(self, error: LineError) -> None:
        """Connect again, after this. Raises `LineError` once patience is at its end."""
        self.lost += 1
        name = self.client.port
        while True:
            self._release()
            if self.now_s() - self._alive_s > self._patience_s:
                what = f"no table came back within {self._patience_s:.0f} s"
                advice = "give the same command again, and it goes on where it stopped"
                raise LineError(f"{name}: {what}: {advice}") from error
            self._sleep_s(RETRY_S)
            if self._is_back():
                return

    def _is_back(self) -> bool:
        try:
            self._transport = self._open()
            self.client.move(self._transport)
            self.client.hello(_HELLO_S, _HELLO_TRIES)
        except LineError:
            return False
        return True

    def _release(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()
