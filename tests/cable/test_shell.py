"""`meadow shell`: a table watched live, and words said to it; and `meadow say`, one word."""

from __future__ import annotations

import pytest
from meadow.link.answers import AnyAnswer, Code, NewsAre
from meadow.link.calls import GetPieces, Stream
from meadow.link.device import Client as Laptop
from meadow.link.device import Refusal
from meadow.pieces.kinds import SuitCard, TreatCard
from meadow.table.status import Phase
from meadow_host.cable import shell as shell_module
from meadow_host.cable.errors import LineError
from meadow_host.cable.shell import say_once
from pytest_mock import MockerFixture

from tests.cable.watched_table import Desk, WatchedTable
from tests.table.sat import REGISTER

OAK = "wire: oak, hardware rev-1, firmware 0.1.0, started on files"
EMPTY = "in the lobby: no game chosen; joined: nobody"
IN_PLAY = ("quick-paws", "seat north", "seat south", "start")
NOT_YET_AGAIN = "not yet again: wire: there is no such port"


@pytest.fixture
def desk(mocker: MockerFixture) -> Desk:
    mocker.patch.object(shell_module, "AGAIN_S", 0.0)
    return Desk(WatchedTable())


def test_it_begins_with_the_table_and_what_it_does(desk: Desk) -> None:
    assert desk.watch() == ([OAK, EMPTY], 0)


def test_words_are_said_and_what_came_of_them_is_told(desk: Desk) -> None:
    shown, refused = desk.watch(*IN_PLAY, "undo", "end")
    assert shown[2:] == [
        "in the lobby: Quick Paws; joined: nobody",
        "in the lobby: Quick Paws; joined: north",
        "in the lobby: Quick Paws; joined: north, south",
        "playing Sweepers",
        "0:00.700  link: says 'undo'",
        "0:00.700  refused: there is nothing to undo (T14)",
        "0:01.100  link: says 'end'",
        "0:01.100  the operator ends the game",
        "0:01.100  ended before anyone won",
        "Sweepers is over (undo opens it again, lobby leaves it)",
    ]
    assert refused == 1


def test_a_word_refused_in_the_lobby_is_told(desk: Desk) -> None:
    shown, refused = desk.watch("quick-paws", "seat roof", "nonsense")
    assert shown[3:] == [
        "refused: Sweepers has no seat 'roof': its seats are north, east, south, west (T5)",
        "refused: 'nonsense' means nothing with Sweepers chosen (T4)",
    ]
    assert refused == 2


def test_a_word_of_which_nothing_comes_is_told(desk: Desk, mocker: MockerFixture) -> None:
    mocker.patch.object(desk.table.table, "say")
    assert desk.watch("start") == ([OAK, EMPTY, "said; nothing came of it"], 0)


def test_a_word_that_leads_back_to_the_lobby_is_told(desk: Desk) -> None:
    shown, refused = desk.watch(*IN_PLAY, "end", "lobby")
    assert shown[-2:] == [
        "Sweepers is over (undo opens it again, lobby leaves it)",
        "in the lobby: Quick Paws; joined: north, south",
    ]
    assert refused == 0


def test_what_pieces_and_readers_do_is_told_in_the_lobby(desk: Desk) -> None:
    table = desk.table
    shown, _ = desk.watch(
        "quick-paws",
        lambda: table.lay("north", "rake.red"),
        lambda: table.lay("south", "04DEADBEEF0001"),
        lambda: table.board.readers.fail("east", "no answer"),
        lambda: table.board.readers.restore("east"),
    )
    red = REGISTER.uid_of("rake.red")
    assert shown[3:] == [
        f"north: tag {red} (the red rake) arrives on the reader",
        "in the lobby: Quick Paws; joined: north (red rake)",
        "south: tag 04DEADBEEF0001, which is unknown, arrives on the reader",
        "south: refused: unknown tag 04DEADBEEF0001 on south: take it away, or enrol it first (T2)",
        "east: the reader fails: no answer",
        "east: the reader is back with 0 tags",
    ]


def test_a_game_that_begins_and_ends_by_cards_is_told(desk: Desk) -> None:
    table = desk.table
    shown, _ = desk.watch(
        "quick-paws", "seat north", "seat south", lambda: table.tap("deck", "command.start")
    )
    assert "playing Sweepers" in shown


def test_cards_that_nobody_may_know_are_not_named(desk: Desk) -> None:
    table = desk.table
    cards = [piece for piece in REGISTER.pieces if isinstance(piece, TreatCard)][:6]
    shown, _ = desk.watch(
        *IN_PLAY, *[lambda card=card: table.tap("deck", card.id) for card in cards], every_tag=True
    )
    dealt = [line for line in shown if line == "deck: the tag of a card arrives on the reader"]
    assert len(dealt) == len(cards)
    text = "\n".join(shown)
    for card in cards:
        assert card.id not in text
        assert f"{card.item} on {card.background}" not in text
        assert (REGISTER.uid_of(card.id) or "") not in text


def test_cards_stay_hidden_if_the_table_cannot_say_its_pieces(desk: Desk) -> None:
    def refuse(laptop: Laptop, call: GetPieces) -> AnyAnswer:
        raise Refusal(Code.MISSING, "this table cannot get-pieces")

    table = desk.table
    table.device.handle({GetPieces: refuse})
    card = next(piece for piece in REGISTER.pieces if isinstance(piece, SuitCard))
    shown, _ = desk.watch(lambda: table.lay("deck", card.id))
    assert "deck: the tag of a card arrives on the reader" in shown
    assert card.id not in "\n".join(shown)


def test_tags_that_stand_in_the_journal_are_told_only_if_wanted(desk: Desk) -> None:
    table = desk.table
    steps = (*IN_PLAY, lambda: table.tap("west", "token.poppy.acorn"))
    assert "token acorn on poppy" in "\n".join(desk.watch(*steps, every_tag=True)[0])
    again = Desk(WatchedTable())
    table = again.table
    assert "arrives on the reader" not in "\n".join(again.watch(*steps)[0])


# ------------------------------------------------------------------- the shell's own words


def test_status_and_view_and_help_are_shown(desk: Desk) -> None:
    shown, refused = desk.watch(*IN_PLAY, "status", "view", "help", "quit", "never said")
    assert shown[6:8] == [OAK, "playing Sweepers, 0:00.700 since it began"]
    assert shown[8:13] == [f"reader {place}: answers" for place in ("north", "east", "south")] + [
        "reader west: answers",
        "reader deck: answers",
    ]
    assert "Quick Paws, referee live, round 1: dealing, a card for north" in shown
    assert shown[-1] == "words of this shell: status, view, help, quit"
    assert refused == 0


def test_a_quotation_mark_too_few_is_told(desk: Desk) -> None:
    assert desk.watch('seat "north', "", "   ")[0][2:] == ["a quotation mark is missing"]


def test_while_another_laptop_writes_the_word_is_refused(desk: Desk) -> None:
    other = desk.connect()
    other.claim()
    shown, refused = desk.watch("quick-paws")
    assert "is writing to this table" in shown[2]
    assert refused == 1


# ---------------------------------------------------------------------- the cable is lost


def test_a_lost_cable_is_told_once_and_the_table_is_found_again(desk: Desk) -> None:
    def pull() -> None:
        desk.table.wire.is_cut = True
        desk.absent = LineError("wire: there is no such port")

    def plug_in() -> None:
        desk.table.wire.is_cut = False
        desk.absent = None

    shown, refused = desk.watch("quick-paws", pull, lambda: None, "start", plug_in, lambda: None)
    assert shown[2:] == [
        "in the lobby: Quick Paws; joined: nobody",
        "stale since 09:05:07: wire: the port was lost; it is looked for again",
        NOT_YET_AGAIN,
        "the table is not connected: nothing was said",
        OAK,
        "in the lobby: Quick Paws; joined: nobody",
        "what happened meanwhile was not seen",
    ]
    assert refused == 1


def test_a_table_that_falls_silent_is_stale_after_a_few_seconds(desk: Desk) -> None:
    def silence() -> None:
        desk.table.wire.faults.lost = 1.0
        desk.absent = LineError("wire: there is no such port")

    shown, _ = desk.watch(silence, *[lambda: None] * 15)
    assert shown[2:] == [
        "stale since 09:05:07: wire: no table answers: is it on, does meadowd run with --link, is "
        "it the right port?; it is looked for again",
        NOT_YET_AGAIN,
    ]


def test_a_table_that_was_started_anew_is_told(desk: Desk) -> None:
    def restart() -> None:
        anew = WatchedTable(boot="second")
        desk.table.wire.device = anew.device

    shown, _ = desk.watch("quick-paws", restart, "status")
    assert f"{OAK}: the table was started anew" in shown


def test_another_table_on_the_same_port_is_told(desk: Desk) -> None:
    def exchange() -> None:
        desk.table.wire.is_cut = True
        desk.table = WatchedTable(boot="second", table="elm")

    shown, _ = desk.watch(exchange, lambda: None)
    assert "this is another table: it was oak" in shown


def test_what_did_not_arrive_is_counted(desk: Desk) -> None:
    def lose() -> None:
        desk.table.wire.faults.lost = 1.0
        desk.table.lay("north", "rake.red")
        desk.table.wait(100)
        desk.table.wire.faults.lost = 0.0

    shown, _ = desk.watch("quick-paws", lose, lambda: desk.table.lay("south", "rake.blue"))
    assert "2 happenings did not arrive: bad line" in shown


def test_what_the_table_left_out_is_told_once_and_is_not_called_a_bad_line(desk: Desk) -> None:
    def leave_out() -> None:
        desk.table.wire.room = 0
        desk.table.lay("north", "rake.red")
        desk.table.wait(100)
        desk.table.wire.room = 1000

    shown, _ = desk.watch("quick-paws", leave_out, lambda: desk.table.lay("south", "rake.blue"))
    assert "2 happenings are left out: the line was too slow" in shown
    assert not [line for line in shown if "did not arrive" in line]


def test_a_shell_that_its_table_took_for_gone_says_so(desk: Desk) -> None:
    def forget() -> None:
        desk.table.wire.device = WatchedTable(boot="first").device

    shown, _ = desk.watch("quick-paws", forget, "status")
    gone = "the table took this laptop for gone; what happened meanwhile was not seen"
    assert shown.count(gone) == 1


def test_news_of_another_version_are_told_in_a_line(desk: Desk) -> None:
    news = NewsAre(0, Phase.LOBBY, "", (b"not a line\n",), ())
    shown, _ = desk.watch(lambda: desk.table.device.tell(Stream.NEWS, lambda: news))
    assert shown[2:] == ["something happened that this version cannot tell: update it"]


def test_a_table_that_is_not_there_at_the_beginning_is_an_error(desk: Desk) -> None:
    desk.absent = LineError("wire: there is no such port")
    with pytest.raises(LineError, match="there is no such port"):
        desk.watch()


def test_the_port_is_released_at_the_end(desk: Desk) -> None:
    desk.watch("quit")
    assert desk.table.wire.is_closed


# ------------------------------------------------------------------------------ one word


def test_one_word_that_is_accepted_tells_how_the_lobby_is_then(desk: Desk) -> None:
    said = say_once(desk.connect(), "quick-paws", ())
    assert said.told == ["in the lobby: Quick Paws; joined: nobody"]
    assert said.refused == ""


def test_one_word_that_is_refused_tells_why(desk: Desk) -> None:
    said = say_once(desk.connect(), "seat", ("north",))
    assert said.told == []
    assert said.refused.startswith("refused: first choose a game by its card or word: ")


def test_one_word_in_a_game_tells_what_came_of_it(desk: Desk) -> None:
    client = desk.connect()
    for word, *args in (line.split() for line in IN_PLAY):
        assert say_once(client, word, args).refused == ""
    said = say_once(client, "end", ())
    assert said.told == [
        "link: says 'end'",
        "the operator ends the game",
        "ended before anyone won",
        "Sweepers is over (undo opens it again, lobby leaves it)",
    ]


def test_a_word_that_is_no_text_is_said_with_question_marks(desk: Desk) -> None:
    said = say_once(desk.connect(), "caf\udce9", ())
    assert said.refused == "refused: 'caf?' means nothing before a game is chosen (T4)"


def test_a_card_that_somebody_names_is_named_in_what_comes_of_it_and_no_longer(desk: Desk) -> None:
    deal, match = "deal treat.moss.acorn", "match token.moss.acorn treat.moss.acorn"
    shown, refused = desk.watch(*IN_PLAY, match, deal, "undo")
    said = [line.partition("  ")[2] for line in shown if "acorn" in line]
    assert said == [
        "link: says 'match token acorn on moss, card acorn on moss'",
        "refused: card acorn on moss is in nobody's deck (T14)",
        "link: says 'deal card acorn on moss'",
    ]
    assert refused == 1
    once = say_once(desk.connect(), "match", ("token.moss.acorn", "treat.moss.hazelnut"))
    assert once.refused == "refused: card hazelnut on moss is in nobody's deck (T14)"
    assert once.told == ["link: says 'match token acorn on moss, card hazelnut on moss'"]
