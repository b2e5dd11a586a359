"""The arguments of `meadow journal times`; heavy things are imported inside."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from meadow_host.terminal import FAILED, MistakeError


def times(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A journal of Sweepers.")],
    side: Annotated[
        str | None, typer.Option(metavar="SIDE", help="Only this side, as north.")
    ] = None,
    as_csv: Annotated[bool, typer.Option("--csv", help="A table for a spreadsheet.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON document instead of text.")
    ] = False,
) -> None:
    """How long each player took for each card, in referee live.

    For each card: from its reveal to the arrival of its token in the tray, from
    there to its covering, and how many strays were lifted from that tray
    meanwhile. All times are milliseconds.

    Nobody senses a card being turned. The reveal is inferred, as the rules have
    it: the next card is revealed when the match before it is lifted, in Quick
    Paws when the team's last is, the first at "three!" or the flip. Arrival is
    the first sight of the token in the tray; covering is its lift from there.

    Pauses are taken out and what was undone is left out. Cards during which
    Stop! was called are marked, and rounds in which a reader failed: void. In
    referee check nothing is measured: the table does not know when a card is
    revealed.

    \b
    Examples
      meadow journal times games/000002-sweepers.jsonl
      meadow journal times games/000002-sweepers.jsonl --side north --csv
    """
    from meadow_host import times_command

    if not file:
        raise MistakeError("FILE: the name is empty; name a file")
    if as_csv and as_json:
        raise MistakeError("--csv does not go with --json: choose one")
    if not times_command.tell_times(Path(file), side, as_csv, as_json):
        raise typer.Exit(FAILED)
