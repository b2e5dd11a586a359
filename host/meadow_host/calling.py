"""How this program was started, so that every command it names can be copied and works.

Light, for `meadow --help`. Knows nothing of what the commands do.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
from pathlib import Path

NAME = "meadow"
_COMMAND = re.compile(rf"(^ +|: ){NAME} (?=[a-z-])", re.MULTILINE)
"""A command in a text: indented on a line of its own, or after a colon."""


def program() -> str:
    """The program as it can be called from this folder: by name if it is on the path."""
    called = Path(sys.argv[0])
    if called.name != NAME or not called.exists():
        return NAME
    found = shutil.which(NAME)
    if found is not None and os.path.samefile(found, called):
        return NAME
    beside = os.path.relpath(called)
    if beside.startswith(os.pardir):
        return os.path.abspath(called)
    return beside if os.sep in beside else os.path.join(os.curdir, beside)


def as_called(text: str) -> str:
    """A text whose commands begin as this program was called."""
    name = program()
    return text if name == NAME else _COMMAND.sub(lambda found: f"{found[1]}{name} ", text)
