"""The arguments of `meadow replay --on`; heavy things are imported inside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from meadow_host.cli_cable import program
from meadow_host.terminal import MistakeError

On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="PORT",
        help="Have the table at this port play them again, in service mode (meadowd --service), "
        "and compare the facts.",
    ),
]
OnRegister = Annotated[
    Path | None,
    typer.Option(
        "--register",
        metavar="FILE",
        help="With --on: which tag sits in which piece there.",
        show_default="as the table says",
    ),
]


def replayed_on(
    paths: Sequence[Path],
    port: str,
    baud: int,
    register: Path | None,
    is_plain: bool,
    as_json: bool,
) -> bool:
    """Whether all came out as they are written. Raises `MistakeError`, and as
    `meadow_host.cable.replay_command.replay_on_table`."""
    if not is_plain:
        raise MistakeError("--on goes with --register, --baud and --json alone")
    from meadow_host.cable.replay_command import replay_on_table

    return replay_on_table(paths, port, baud, program("replay"), register, as_json)
