"""What a table says of itself, in lines for people and as plain values. Knows no terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from meadow.journal.printable import printable
from meadow.link.answers import SlotsAre, StatusIs, Welcome
from meadow.table.status import Phase
from meadow.telling.sentences import NAMES
from meadow.telling.times import time_text

_SHORT = 12
"""So many digits of a SHA-256 tell two configurations apart."""


def identity_line(welcome: Welcome) -> str:
    """Which table it is: id, hardware, program, configuration, service mode."""
    parts = [
        welcome.table or "a table without a name",
        f"hardware {welcome.hardware}" if welcome.hardware else "",
        f"firmware {welcome.firmware}",
        f"configuration {welcome.digest[:_SHORT]}" if welcome.digest else "started on files",
        "" if welcome.named else "not flashed",
        "service mode: readers can be simulated" if welcome.service else "",
    ]
    return printable(", ".join(filter(None, parts)))


def identity_values(port: str, welcome: Welcome) -> dict[str, Any]:
    """The same as plain values."""
    values = msgspec.to_builtins(welcome, str_keys=True)
    del values["is"]
    return {"port": port, **values}


def status_lines(port: str, welcome: Welcome, status: StatusIs, lobby: str = "") -> list[str]:
    """How a table is, in lines for people; ``lobby`` is what is chosen there."""
    lines = [
        f"{port}: {identity_line(welcome)}",
        lobby or phase_line(status.phase, status.game, status.at_ms),
    ]
    lines += [
        reader_line(place, why, status.mended.get(place, ""))
        for place, why in status.readers.items()
    ]
    lines += [f"out of order: {wrong}" for wrong in status.wrong]
    lines += [*_journal(status), *slot_lines(status.slots)]
    lines.append(f"writer: {status.writer or 'nobody'}")
    if status.console.address:
        lines.append(f"console: {status.console.address} with PIN {status.console.pin}")
    if status.dropped:
        lines.append(
            f"{status.dropped} times noise came over this line, or half a frame: is the cable "
            "loose, does another program use it?"
        )
    if status.late:
        lines.append(f"{status.late} happenings came too late to be told in their order")
    lines += [f"trouble: {line}" for line in status.troubles]
    return list(map(printable, lines))


def status_values(port: str, welcome: Welcome, status: StatusIs) -> dict[str, Any]:
    """The same as plain values."""
    values = msgspec.to_builtins(status, str_keys=True)
    del values["is"]
    return {"table": identity_values(port, welcome), **values}


def phase_line(phase: Phase, game: str, at_ms: int = 0) -> str:
    """What a table is doing, in a sentence."""
    title = NAMES.get(game, game.replace("-", " ").capitalize())
    if phase is Phase.LOBBY:
        return f"in the lobby, {title} chosen" if game else "in the lobby, no game chosen"
    since = f", {time_text(at_ms)} since it began" if at_ms else ""
    over = " is over (undo opens it again, lobby leaves it)" if phase is Phase.OVER else ""
    return f"{title}{over}{since}" if over else f"playing {title}{since}"


def reader_line(place: str, why: str, mended: str = "") -> str:
    """How a reader is; ``mended`` why it was reset a moment ago."""
    if why:
        return f"reader {place}: does not answer: {why}"
    return f"reader {place}: answers{f'; was reset just now: {mended}' if mended else ''}"


def slot_lines(slots: SlotsAre) -> Iterator[str]:
    """How the two slots of the configuration are."""
    if slots.active:
        trial = ", on trial: it is kept once the table has run well for a while"
        digest = slots.digest[:_SHORT]
        yield f"slot {slots.active} is active ({digest}){trial if slots.on_trial else ''}"
        if slots.previous:
            yield f"before it: slot {slots.previous} (meadow rollback goes back to it)"
    elif slots.flashable:
        yield "no slot is active: the table runs on its files"
    else:
        yield "it cannot be flashed: it was started without --config FOLDER"
    if slots.marked:
        yield "the next start tries the other slot"
    if slots.rolled_back:
        which = f" {slots.rolled_back_digest[:_SHORT]}" if slots.rolled_back_digest else ""
        yield f"rolled back: the configuration{which} failed its trial: {slots.rolled_back}"


def _journal(status: StatusIs) -> Iterator[str]:
    if status.journal_trouble:
        yield f"journal: not saved: {status.journal_trouble}; {status.pending} lines wait"
    elif status.saved_seq >= 0:
        waits = f", {status.pending} more on their way" if status.pending else ""
        yield f"journal: saved up to line {status.saved_seq + 1}{waits}"
