"""What `meadow journal times` does, between its arguments (`cli_times`) and the library.

Imported only when the command runs.
"""

from __future__ import annotations

from pathlib import Path

import msgspec
from meadow.journal.printable import quoted

from meadow_host import reactions_report, show
from meadow_host.commands import must_be_file
from meadow_host.reactions import reactions_of
from meadow_host.terminal import MistakeError, document, err, out


def tell_times(file: Path, side: str | None, as_csv: bool, as_json: bool) -> bool:
    """How long each card took; gives whether the journal is whole.

    Raises `MistakeError` for a side where nobody plays.
    """
    must_be_file(file)
    opened = show.open_journal(file, reveal=True)
    found = reactions_of(opened.journal)
    if side is not None:
        if side not in found.sides:
            only = ", ".join(found.sides)
            raise MistakeError(f"--side: nobody plays at {quoted(side)}, only {only}")
        found = msgspec.structs.replace(
            found, cards=tuple([one for one in found.cards if one.side == side])
        )
    if as_json:
        document(reactions_report.as_values(file, found, opened.words))
    elif as_csv:
        out(reactions_report.as_csv(found, opened.words))
        if found.why_not:
            err(f"meadow: {file}: {found.why_not}")
    else:
        out("\n".join(reactions_report.lines(file, found, opened.words)))
    if opened.torn:
        err(f"meadow: {file}: {opened.torn}; {show.mend(file)}")
    return not opened.torn
