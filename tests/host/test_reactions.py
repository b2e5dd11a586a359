"""How long each card took, measured from a journal."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

import pytest
from meadow.games.sweepers.setup import Mode
from meadow.journal.lines import JournalError
from meadow.journal.read import parse_journal, read_journal
from meadow.nfc.sightings import Back, Failed
from meadow_host.reactions import CardTime, reactions_of

from tests.host.calls import meadow
from tests.host.games import Game, save, whole_game
from tests.host.test_evening import play

PATH = Path("a.jsonl")
THREE_MS = 19_800
"""When the play of these games begins."""


def begun(mode: Mode = Mode.STASH) -> Game:
    game = Game(mode=mode)
    game.deal()
    game.lay("deck", "rake.red")
    game.lift("deck", "rake.red")
    game.wait(1500)
    assert game.now_ms == THREE_MS
    return game


def north(game: Game) -> list[CardTime]:
    found = reactions_of(parse_journal(b"".join(game.lines), PATH))
    return [one for one in found.cards if one.side == "north"]


def times(game: Game) -> list[tuple[int, int | None, int | None]]:
    """(revealed, to arrival, to covering) of north's cards."""
    return [(one.revealed_ms, one.arrived_ms, one.covered_ms) for one in north(game)]


def marks(one: CardTime) -> set[str]:
    names = ("stop", "paused", "void", "reopened", "operator")
    return {name for name in names if getattr(one, name)}


def test_a_card_takes_from_its_reveal_to_the_tray_and_from_there_to_its_cover() -> None:
    game = begun()
    game.wait(1200)
    game.cover("north")  # lifted half a second after it fell, and then 900 ms pass
    game.cover("north")

    assert times(game) == [
        (19_800, 1200, 500),
        (21_500, 900, 500),
        (22_900, None, None),
    ]
    assert [marks(one) for one in north(game)] == [set(), set(), set()]
    assert [one.at_ms for one in north(game)] == [19_800, 21_500, 22_900]


def test_in_quick_paws_the_next_card_is_revealed_when_the_teams_last_match_is_lifted() -> None:
    game = Game(mode=Mode.PAWS)
    game.deal()
    game.lay("north", "rake.red")
    game.lift("north", "rake.red")
    flipped_ms = game.now_ms - 500
    game.cover("north")  # at 500 ms, lifted at 1000 ms
    game.cover("south")  # at 1900 ms, lifted at 2400 ms

    assert times(game) == [(flipped_ms, 500, 500), (flipped_ms + 2400, None, None)]


def test_strays_that_are_lifted_meanwhile_are_counted() -> None:
    game = begun()
    game.stray("north")
    game.stray("south")
    game.stray("north")
    game.cover("north")

    assert [one.strays for one in north(game)] == [2, 0]


def test_a_pause_is_taken_out_and_marked() -> None:
    game = begun()
    game.wait(1000)
    game.say("pause")
    game.wait(60_000)
    game.say("start")
    game.wait(2000)
    game.wait(700)
    game.cover("north")

    first, second = north(game)
    assert (first.arrived_ms, first.covered_ms, marks(first)) == (1700, 500, {"paused"})
    assert (second.revealed_ms, second.at_ms, marks(second)) == (22_000, 84_000, set())


def test_what_was_undone_never_was() -> None:
    game = begun()
    game.wait(1200)
    game.cover("north")
    game.wait(5000)
    game.say("undo")  # the lift: the first card is open, its token was seen
    game.wait(2000)
    game.say("start")
    game.wait(2000)
    game.cover("north")

    # The clock went back to the lift, 500 ms after the arrival; lifted again 500 ms later.
    first, second = north(game)
    assert (first.arrived_ms, first.covered_ms, marks(first)) == (1200, 1000, {"paused"})
    assert (second.revealed_ms, second.arrived_ms) == (22_000, None)


def test_what_is_undone_again_and_again_never_was() -> None:
    game = begun()
    game.wait(1200)
    game.stray("north")
    for _ in range(2):
        game.say("undo")
    game.say("start")
    game.wait(2000)
    game.cover("north")

    first = north(game)[0]
    assert (first.revealed_ms, first.arrived_ms, first.strays) == (19_800, 1200, 0)


def test_stop_is_included_and_marked() -> None:
    game = begun()
    game.say("stop")
    game.wait(5000)
    game.say("start")
    game.wait(3000)
    game.cover("north")

    first, second = north(game)
    assert (first.arrived_ms, marks(first), marks(second)) == (8000, {"stop"}, set())


def fail(game: Game, place: str) -> None:
    game.play.saw(Failed(game.now_ms, place, "no answer"))
    game.play.saw(Back(game.now_ms, place, ()))
    game.say("start")
    game.wait(3000)


def test_a_round_in_which_a_reader_failed_is_void_whatever_was_undone() -> None:
    game = begun()
    game.cover("north")
    fail(game, "east")
    assert [marks(one) for one in north(game)] == [{"void"}, {"void", "paused"}]

    game.say("undo")
    assert all("void" in marks(one) for one in north(game))


def test_a_card_whose_token_came_off_is_told_again() -> None:
    game = begun()
    game.wait(1200)
    token = game.wanted("north")
    game.cover("north")
    game.lay("south", token)  # seen in a tray: it came off its card

    covered, opened, again = north(game)
    assert (covered.card, marks(covered)) == (again.card, set())
    assert (opened.arrived_ms, marks(opened)) == (None, set())
    assert (again.revealed_ms, again.arrived_ms, marks(again)) == (22_400, None, {"reopened"})


def test_a_whole_game_covers_each_card_of_the_winner_once() -> None:
    cards = north(whole_game())

    assert len(cards) == 7
    assert len({one.card for one in cards}) == 7
    assert all(one.covered_ms is not None for one in cards)


def test_all_cards_of_a_team_are_revealed_together(tmp_path: Path) -> None:
    (told,) = play(tmp_path, 3, ["quick-paws referee-live"])

    found = reactions_of(read_journal(told.writer.path))

    reveals: dict[int, int] = {}
    for one in found.cards:
        if not one.reopened:
            reveals[one.revealed_ms] = reveals.get(one.revealed_ms, 0) + 1
        assert one.arrived_ms is None or one.arrived_ms >= 0
        assert one.covered_ms is None or one.covered_ms > 0
    assert set(reveals.values()) == {4}
    assert len(reveals) >= 3


def test_in_referee_check_nothing_is_measured(tmp_path: Path) -> None:
    (told,) = play(tmp_path / "g", 3, ["thats-my-stash referee-check"])
    path = told.writer.path
    why = "not measured in referee check: the table does not know when a card is revealed"

    assert meadow("journal", "times", path).out == f"{path}: {why}\n"
    document = meadow("journal", "times", path, "--json").document
    assert (document["measured"], document["why_not"], document["cards"]) == (False, why, [])
    as_csv = meadow("journal", "times", path, "--csv")
    assert (as_csv.code, as_csv.err) == (0, f"meadow: {path}: {why}\n")
    assert as_csv.out.count("\n") == 1


def test_of_another_game_nothing_is_measured() -> None:
    journal = parse_journal(b"".join(begun().lines), PATH)
    other = journal.__class__(
        **{**vars(journal), "header": _with_game(journal.header, "quick-rake")}
    )

    with pytest.raises(JournalError) as caught:
        reactions_of(other)

    assert str(caught.value) == "a.jsonl:1: times are measured in Sweepers, not in quick-rake"


def _with_game(header: Any, game: str) -> Any:
    return header.__class__(**{**{n: getattr(header, n) for n in _fields(header)}, "game": game})


def _fields(header: Any) -> tuple[str, ...]:
    names: tuple[str, ...] = header.__struct_fields__
    return names


# ------------------------------------------------------------------------ the command


@pytest.fixture
def journal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    game = begun()
    game.stray("north")
    game.say("stop")
    game.say("start")
    game.wait(3000)
    game.cover("north")
    return save(game, Path("a.jsonl"))


def test_it_is_a_table_for_people(journal: Path) -> None:
    done = meadow("journal", "times", journal)

    assert (done.code, done.err) == (0, "")
    assert done.out == (
        "a.jsonl: reveal to arrival in the tray, arrival to covering, in ms\n"
        "\n"
        "side   round  card               revealed  to arrival  to covering  strays\n"
        "north      1  pinecone on bark   0:19.800        3800          500       1  stop\n"
        "north      1  pinecone on brook  0:24.100           -            -       0\n"
        "south      1  blueberry on bark  0:19.800           -            -       0  stop\n"
        "\n"
        "stop: Stop! was called meanwhile; that time is included\n"
    )


def test_it_is_a_table_for_spreadsheets(journal: Path) -> None:
    done = meadow("journal", "times", journal, "--csv", "--side", "north")

    rows = list(csv.DictReader(io.StringIO(done.out)))
    assert [row["side"] for row in rows] == ["north", "north"]
    assert rows[0] == {
        "side": "north",
        "round": "1",
        "card": "pinecone on bark",
        "at_ms": "19800",
        "revealed_ms": "19800",
        "arrived_ms": "3800",
        "covered_ms": "500",
        "strays": "1",
        "stop": "1",
        "paused": "0",
        "void": "0",
        "reopened": "0",
        "operator": "0",
    }
    assert (rows[1]["arrived_ms"], rows[1]["covered_ms"]) == ("", "")


def test_it_is_one_json_document(journal: Path) -> None:
    document = meadow("journal", "times", journal, "--json").document

    assert list(document) == ["path", "measured", "why_not", "cards"]
    assert (document["measured"], document["why_not"]) == (True, "")
    assert document["cards"][0]["arrived_ms"] == 3800
    assert document["cards"][1]["arrived_ms"] is None
    assert [one["side"] for one in document["cards"]] == ["north", "north", "south"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--side", "east"], "--side: nobody plays at 'east', only north, south"),
        (["--csv", "--json"], "--csv does not go with --json: choose one"),
    ],
)
def test_a_mistake_of_the_caller_is_told_in_a_line(
    journal: Path, words: list[str], message: str
) -> None:
    done = meadow("journal", "times", journal, *words)

    assert done.code == 2
    assert done.err == f"meadow: {message}\n"


def test_a_torn_journal_is_measured_as_far_as_it_is_whole(journal: Path) -> None:
    journal.write_bytes(journal.read_bytes()[:-30])

    done = meadow("journal", "times", journal)

    assert done.code == 1
    assert "pinecone on bark" in done.out
    assert done.err.endswith("mend it: meadow journal recover a.jsonl\n")
