"""How many journal lines a second are replayed, read and written."""

from __future__ import annotations

from pathlib import Path

from meadow.journal.lines import check_line, decode_line, seal_line
from meadow.journal.read import parse_journal
from meadow_host.levels import Level
from meadow_host.replay import replay

from tests.bench.measure import Figure, a_second, takes, time_each

LINES_A_SECOND = 50_000
NOWHERE = Path("bench.jsonl")


def figures(files: list[bytes]) -> list[Figure]:
    """Replay at both levels (read, play, compare every line), and the cost of one line."""

    def replay_all(level: Level) -> int:
        compared = 0
        for data in files:
            found = replay(parse_journal(data, NOWHERE), level)
            if not found.identical:
                raise AssertionError(f"a replay differs: {found.difference}")
            compared += found.lines
        return compared

    def parse_all() -> int:
        return sum(len(parse_journal(data, NOWHERE).lines) for data in files)

    raws = [raw for data in files for raw in parse_journal(data, NOWHERE).raws]
    lines = [decode_line(raw) for raw in raws]

    def decode_all() -> int:
        for raw in raws:
            check_line(raw)
            decode_line(raw)
        return len(raws)

    def encode_all() -> int:
        for line in lines:
            seal_line(line.seq, line.at_ms, line.kind, line.source, bytes(line.body))
        return len(lines)

    parse = time_each(parse_all)
    table = time_each(lambda: replay_all(Level.TABLE))
    rules = time_each(lambda: replay_all(Level.RULES))
    beside = f"{table.best_ns / parse.best_ns:.1f} x only reading them"
    return [
        a_second("replay: table level", "lines", table, LINES_A_SECOND, beside),
        a_second("replay: rules level", "lines", rules),
        a_second("journal: read and check", "lines", parse),
        takes("journal: decode one line", time_each(decode_all), "us"),
        takes("journal: seal one line", time_each(encode_all), "us"),
    ]
