"""What may go wrong between a laptop and a table: each error is one plain line for people.

Light, as every command imports it. Knows nothing of ports or of what is said over them.
"""

from __future__ import annotations


class CableError(Exception):
    """Base of all; the text is one plain line that says what to do."""

    mistake = False
    """Whether the caller named what cannot be (exit code 2), rather than that something failed."""


class LineError(CableError):
    """The line is lost, or nobody answers."""


class WrongPortError(LineError):
    """What was named is no serial port, or it is not clear which one is meant."""

    mistake = True


class StrangeError(LineError):
    """The table answered what was not asked for: its program or ours is too old. To ask again
    is no use."""


class RestartedError(LineError):
    """The table was started anew meanwhile: its program does not know what went before.

    The client has made itself known again, so it can go on; the call was not done.
    """


class RefusedError(CableError):
    """The table refused a call; its own plain line, and a code for programs."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
