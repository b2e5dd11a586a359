"""Whose times count at a simulated table: those of games that people alone have played."""

from __future__ import annotations

from meadow.daemon_around import Around
from meadow.journal.lines import make_header
from meadow.table.status import Phase
from meadow_host.twin.table.around import MeadowAround
from meadow_host.twin.table.played_by import PlayedBy

from tests.console.pawed import pawed

LOBBY, PLAYING, OVER = Phase.LOBBY, Phase.PLAYING, Phase.OVER


def looked(*passes: tuple[Phase, tuple[str, ...]], seats: tuple[str, ...] = ("north",)) -> bool:
    """Whether people alone have played, after passes in which bots sat there."""
    played_by = PlayedBy()
    for phase, bots in passes:
        played_by.look(phase, lambda: seats, bots)
    return played_by.people_alone


def test_a_game_without_bots_is_played_by_people() -> None:
    assert looked((LOBBY, ()), (PLAYING, ()), (OVER, ()))


def test_one_bot_among_people_is_enough_however_shortly_it_played() -> None:
    assert not looked((LOBBY, ()), (PLAYING, ()), (PLAYING, ("north",)), (PLAYING, ()), (OVER, ()))


def test_bots_who_sit_where_nobody_has_joined_do_not_play() -> None:
    assert looked((LOBBY, ()), (PLAYING, ("east", "west")), (OVER, ("east", "west")))


def test_a_bot_that_sits_down_after_the_end_has_not_played() -> None:
    assert looked((PLAYING, ()), (OVER, ("north",)), (LOBBY, ("north",)))


def test_what_was_played_is_known_until_the_next_game_begins() -> None:
    bots = ((PLAYING, ("north",)), (OVER, ()), (LOBBY, ()))
    assert not looked(*bots)
    assert looked(*bots, (PLAYING, ()))


def test_a_simulated_table_says_in_its_journals_that_their_times_do_not_count() -> None:
    header = make_header(
        game="sweepers",
        rules=1,
        table="meadow",
        firmware="0",
        began="2030-01-02T03:04:05Z",
        setup={},
        settings={},
        pieces={},
    )
    around = MeadowAround(1, lambda line: None)
    assert around.header(header).counts is False
    assert Around().header(header) is header
    assert Around().by_people()
    assert b'"counts"' not in pawed().header
