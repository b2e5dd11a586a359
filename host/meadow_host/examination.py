"""What `meadow doctor` does: opens a board, has it examined, and tells what was found."""

from __future__ import annotations

from pathlib import Path

from meadow.boards import BoardError, NoBoardError, Wiring, open_board
from meadow.bundle.load import load_table
from meadow.doctor import Findings, ReaderFinding, examine
from meadow.games.package import load_packages
from meadow.pins.load import default_pins, load_pins
from meadow.tomlfile.document import either

from meadow_host.terminal import FailedError, MistakeError, document, out


def examine_board(
    name: str, settings_path: Path | None, pins_path: Path | None, outputs: bool, as_json: bool
) -> bool:
    """Examine the board of that name; gives whether all is well.

    Raises `TomlError` and `MistakeError` for files and names that are wrong, `FailedError` when the
    board does not open.
    """
    pins = default_pins() if pins_path is None else load_pins(pins_path)
    loaded = load_table(settings_path, load_packages(), hardware=pins.hardware, in_use=True)
    settings = loaded.settings
    wiring = Wiring(pins, settings.strip.pixels, settings.readers)
    try:
        board = open_board(name, wiring)
    except NoBoardError as error:
        raise MistakeError(f"--board: {error}") from error
    except BoardError as error:
        raise FailedError(f"--board {name}: {error}") from error
    try:
        findings = examine(board, wiring, settings.strip.max_current_ma, outputs)
    finally:
        board.close()
    if as_json:
        document(findings)
    else:
        out("\n".join(told(findings, outputs)))
    return not findings.troubles


def told(findings: Findings, outputs: bool) -> list[str]:
    """The findings for people."""
    sweep, current = findings.sweep, findings.current
    lines = ["readers"]
    lines += [f"  {one.place:6} {_reader(one)}" for one in findings.readers]
    silent = [one.place for one in findings.readers if not (one.trouble or one.tags)]
    if silent:
        lines.append(
            f"  no tags on {either(silent)}: where one lies, lay it flat and in the middle; if it "
            "is still not read, raise gain_db in pins.toml, or replace tag or reader"
        )
    counted = f" and {sweep.transfers:.0f} transfers" if sweep.transfers else ""
    lines.append(f"  a sweep takes {sweep.ms:.1f} ms{counted}")
    lines.append("lights and sound")
    if outputs:
        seen = "it took red, green, blue, white and dark: were they seen, in this order?"
        lines.append(f"  strip  {_well(findings.strip.trouble, seen)}")
        lines.append(
            f"  buzzer {_well(findings.buzzer.trouble, 'it was switched on: was it heard?')}"
        )
    else:
        lines.append("  not tried (--no-outputs)")
    lines.append(
        f"  current, estimated: {current.test_ma} mA in this test; all white {current.white_ma} mA,"
        f" limited to {current.limit_ma} mA"
    )
    lines.append("pins (BCM, and number on the header)")
    lines += [f"  {one.bcm:2} ({one.header:2})  {one.use}" for one in findings.pins]
    if not findings.troubles:
        return [*lines, "doctor: nothing wrong was found"]
    count = len(findings.troubles)
    lines.append(f"doctor: {count} thing{'s are' if count > 1 else ' is'} wrong")
    return lines + [f"  {trouble}" for trouble in findings.troubles]


def _reader(one: ReaderFinding) -> str:
    tags = ", ".join(one.tags) or "no tags"
    parts = [one.chip, f"gain {one.gain_db} dB", tags] if one.gain_db else [one.chip or tags]
    resets = one.soft_resets + one.hard_resets
    if resets:
        parts.append(f"{resets} reset{'s' if resets > 1 else ''}")
    return f"{'WRONG' if one.trouble else 'well'}: {', '.join(parts)}"


def _well(trouble: str, otherwise: str) -> str:
    return f"WRONG: {trouble}" if trouble else otherwise
