"""Enrolling over the cable at a whole table: lights, tags, words, a lost line, names on tags."""

from __future__ import annotations

import pytest
from meadow.games.game import Cue
from meadow.pieces.register import Register
from meadow.pieces.sets import parse_set
from meadow.table.status import Phase
from meadow_host.cable.client import Client
from meadow_host.cable.enrol_outcomes import Ask
from meadow_host.cable.enrol_pieces import ChoiceError, Where, chosen_pieces, in_order
from meadow_host.cable.enrolment import Enrolment
from meadow_host.cable.errors import LineError, RefusedError
from pytest_mock import MockerFixture

from tests.cable.enrol_table import Enroller, EnrolTable, tag
from tests.table.sat import REGISTER

BOX = parse_set(
    '[set]\nname = "box"\nbackgrounds = ["moss"]\nitems = ["acorn"]\n[tokens]\ncopies = 2\n'
    '[[rake]]\ncolour = "red"\n[[rake]]\ncolour = "blue"\n[[command]]\nword = "start"\n',
    "box.toml",
)
MOSS, MOSS_2 = "token.moss.acorn", "token.moss.acorn.2"
RED, BLUE, START = "rake.red", "rake.blue", "command.start"
ALL = {MOSS: tag(1), MOSS_2: tag(2), RED: tag(3), BLUE: tag(4), START: tag(5)}


def begin(bound: dict[str, str] | None = None) -> Enrolment:
    register = Register(BOX.pieces, [(uid, piece) for piece, uid in (bound or {}).items()])
    return Enrolment(register, in_order([BOX]), Where(("deck",)))


def test_a_box_is_bound_piece_by_piece_and_the_light_says_where() -> None:
    one = Enroller(begin(), EnrolTable())
    lit = []

    def lay(turn: int, ask: Ask) -> None:
        one.table.after(90, lambda: lit.append(dict(one.table.table.cues)))
        one.table.lay(ask.place, turn, wait_ms=800)

    assert one.run(lay) == ""
    assert one.uids == ALL
    assert lit == [{place: Cue("ask")} for place in ("north", "north", "east", "south", "deck")]
    assert one.session.bound == 5
    assert one.table.table.pointed == ""
    assert one.table.device.writer.client is None


def test_the_register_is_kept_after_every_piece() -> None:
    one = Enroller(begin(), EnrolTable())
    one.run(lambda turn, ask: one.table.lay(ask.place, turn, wait_ms=600))
    assert [len(register.entries) for register in one.kept] == [1, 2, 3, 4, 5]


def test_the_next_piece_is_asked_for_within_a_tenth_of_a_second_of_the_tag() -> None:
    one = Enroller(begin(), EnrolTable())
    laid = []

    def lay(turn: int, ask: Ask) -> None:
        one.table.after(500, lambda: laid.append(one.table.now_ms))
        one.table.lay(ask.place, turn, wait_ms=500)

    one.run(lay)
    asked = [at_ms for at_ms, _ in one.asks[1:]]
    assert len(asked) == 4
    assert all(at_ms - since < 100 for since, at_ms in zip(laid, asked, strict=False))


def test_a_hundred_pieces_take_as_long_as_their_laying() -> None:
    many = parse_set(
        '[set]\nname = "many"\nbackgrounds = ["a", "b", "c", "d", "e"]\n'
        'items = ["k", "l", "m", "n"]\n[tokens]\ncopies = 5\n',
        "many.toml",
    )
    enrolment = Enrolment(Register(many.pieces), in_order([many]), Where(("deck",)))
    one = Enroller(enrolment, EnrolTable())
    began_ms = one.table.now_ms

    def lay(turn: int, ask: Ask) -> None:
        one.table.lay(ask.place, turn, wait_ms=1100)
        one.table.lift(ask.place, turn, wait_ms=1400)

    one.run(lay)
    assert len(one.uids) == 100
    assert one.table.now_ms - began_ms < 120_000


def test_a_tag_that_is_not_taken_blinks_and_the_piece_is_asked_for_again() -> None:
    one = Enroller(begin({RED: tag(9)}), EnrolTable())
    seen = []

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            one.table.lay("north", 9, wait_ms=500)
            one.table.after(600, lambda: seen.append(one.table.board.strip.frame[9:45]))
            one.type("quit", wait_ms=900)

    assert one.run(lay) == "quit"
    red, green, _ = (max(seen[0][part::3]) for part in range(3))
    assert red > 4 * green
    assert one.lines == [
        "not taken: this tag sits in red rake (rake.red); lay another one, or type move if it sits "
        "in this piece now"
    ]
    assert one.uids == {RED: tag(9)}


def test_words_undo_skip_back_move_and_quit() -> None:
    one = Enroller(begin({BLUE: tag(9)}), EnrolTable())

    def lay(turn: int, ask: Ask) -> None:
        match turn:
            case 1:
                one.table.lay("north", 1, wait_ms=500)
            case 2:
                one.type("undo", wait_ms=500)
            case 3:
                one.table.lift("north", 1, wait_ms=500)
                one.table.lay("north", 2, wait_ms=1000)
            case 4:
                one.type("SKIP ", wait_ms=500)
            case 5:
                one.type("dance", wait_ms=500)
            case 6:
                one.table.lay("east", 9, wait_ms=500)
            case 7:
                one.type("m", wait_ms=500)
            case _:
                one.type("quit")

    assert one.run(lay) == "quit"
    assert one.uids == {MOSS: tag(2), RED: tag(9)}
    assert one.lines[1] == "taken back: Stash token, acorn on moss"
    assert one.lines[3] == "skipped: Stash token, acorn on moss"
    assert one.lines[4].startswith("type undo (take back the last tag, again and again), skip (")
    assert one.lines[-1] == (
        f"moved: red rake has tag {tag(9)} now, blue rake (rake.blue) has none"
    )
    assert one.session.bound == 2


def test_tags_laid_together_that_are_not_alike_are_taken_back_and_saved_so() -> None:
    one = Enroller(begin({MOSS: tag(90)}), EnrolTable())

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            one.table.lay("north", 1, wait_ms=500)
            one.table.lay("north", 2, wait_ms=530)
        elif turn == 3:
            one.type("quit", wait_ms=300)

    one.run(lay)
    assert [len(register.entries) for register in one.kept] == [2, 1]
    assert one.lines[-1] == (
        "not taken: 2 tags at once, and nobody knows which is which (taken back: Stash token, "
        "acorn on moss); lift them, then lay one at a time"
    )
    assert one.session.bound == 0


def test_a_second_tag_laid_with_the_last_piece_is_still_noticed() -> None:
    one = Enroller(
        begin({piece: uid for piece, uid in ALL.items() if piece != START}), EnrolTable()
    )

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            one.table.lay("deck", 50, wait_ms=500)
            one.table.lay("deck", 51, wait_ms=650)
        else:
            one.type("quit", wait_ms=300)

    assert one.run(lay) == "quit"
    assert START not in one.uids


def test_tags_that_lay_there_before_are_not_taken() -> None:
    table = EnrolTable()
    for number in (1, 2):
        table.board.readers.lay("north", tag(number))
    table.table.loop.run_until(table.now_ms + 200)
    one = Enroller(begin(), table)

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            one.table.lift("north", 2, wait_ms=500)
            one.table.lay("north", 2, wait_ms=1500)
        else:
            one.type("quit")

    one.run(lay)
    assert one.uids == {MOSS: tag(2)}


def test_a_reader_that_fails_is_passed_over_until_it_is_back() -> None:
    one = Enroller(begin(), EnrolTable())
    fail, restore = one.table.board.readers.fail, one.table.board.readers.restore

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            one.table.after(300, lambda: fail("north", "no answer"))
        elif turn == 2:
            one.table.after(300, lambda: restore("north"))
        else:
            one.type("quit")

    one.run(lay)
    assert [ask.place for _, ask in one.asks] == ["north", "east", "north"]
    assert one.lines == [
        "the reader of the north tray fails: no answer",
        "the reader of the north tray answers again",
    ]


def test_one_place_for_all_has_to_answer() -> None:
    one = Enroller(begin(), EnrolTable(), at="five")
    with pytest.raises(ChoiceError, match="no reader answers at 'five'"):
        one.run(lambda turn, ask: None)
    assert one.table.device.writer.client is None


def test_everything_on_the_deck_reader() -> None:
    one = Enroller(begin(), EnrolTable(), at="deck")
    one.run(lambda turn, ask: one.table.lay("deck", turn, wait_ms=800))
    assert one.uids == ALL


# ------------------------------------------------------------------------ what goes wrong


def test_a_lost_line_ends_it_and_what_was_bound_is_kept() -> None:
    one = Enroller(begin(), EnrolTable())

    def lay(turn: int, ask: Ask) -> None:
        if turn <= 2:
            one.table.lay("north", turn, wait_ms=800)
        else:
            one.table.after(100, one.table.cut)

    with pytest.raises(LineError, match="the port was lost"):
        one.run(lay)
    assert one.kept[-1].entries == ((tag(1), MOSS), (tag(2), MOSS_2))


def test_a_table_that_is_started_anew_meanwhile_goes_on() -> None:
    one = Enroller(begin(), EnrolTable())

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            one.table.lay("north", 1, wait_ms=500)
        elif turn == 2:
            one.table.after(500, one.table.start)
            one.type("", wait_ms=600)
        elif turn == 3:
            one.table.lay("north", 2, wait_ms=800)
        else:
            one.type("quit")

    one.run(lay)
    assert "the table was started anew: lift the tag, and lay it once more" in one.lines
    assert one.uids == {MOSS: tag(1), MOSS_2: tag(2)}


def play(table: EnrolTable) -> None:
    """Let a game begin."""
    table.table.say("quick-rake")
    table.table.loop.run_until(table.now_ms + 200)
    for place, piece in (("north", RED), ("east", BLUE)):
        table.board.readers.lay(place, REGISTER.uid_of(piece) or "")
    table.table.loop.run_until(table.now_ms + 200)
    table.table.say("start")
    table.table.loop.run_until(table.now_ms + 200)
    assert table.table.phase is Phase.PLAYING


def test_no_game_is_disturbed() -> None:
    table = EnrolTable()
    play(table)
    one = Enroller(begin(), table)
    with pytest.raises(RefusedError, match="a game is being played: enrol once it is over"):
        one.run(lambda turn, ask: None)
    assert (one.kept, table.device.writer.client) == ([], None)


def test_another_laptop_that_writes_is_told() -> None:
    one = Enroller(begin(), EnrolTable())
    other = Client(one.table, "meadow flash", now_s=lambda: one.table.now_ms / 1000)
    other.hello()
    other.claim()
    with pytest.raises(RefusedError, match="meadow flash on another laptop"):
        one.run(lambda turn, ask: None)


# ------------------------------------------------------------------------- names on tags


def test_each_name_is_written_on_its_tag() -> None:
    one = Enroller(begin(), EnrolTable(), write_names=True)
    one.run(lambda turn, ask: one.table.lay(ask.place, turn, wait_ms=800))
    assert one.table.board.readers.names == {uid: piece for piece, uid in ALL.items()}
    assert (one.session.named, one.session.unnamed) == (5, [])


def test_a_locked_tag_is_told_and_its_binding_stays() -> None:
    one = Enroller(begin(), EnrolTable(), write_names=True)
    one.table.board.readers.locked.add(tag(2))
    one.table.board.readers.full.add(tag(3))
    one.run(lambda turn, ask: one.table.lay(ask.place, turn, wait_ms=800))
    assert one.uids == ALL
    assert (one.session.named, one.session.unnamed) == (3, [MOSS_2, RED])
    told = [line for line in one.lines if line.startswith("no name")]
    assert told[0] == (
        f"no name on the tag of Stash token, acorn on moss: {tag(2)} is locked: page 4 can only be "
        "read; leave it as it is, or use another tag"
    )
    assert told[1].startswith(f"no name on the tag of red rake: {tag(3)} is full: ")


def test_a_board_that_cannot_write_names_says_so_once(mocker: MockerFixture) -> None:
    one = Enroller(begin(), EnrolTable(), write_names=True)
    one.table.enrolling.attach(mocker.Mock(spec=["places", "poll", "wake_ms", "lying"]))
    one.run(lambda turn, ask: one.table.lay(ask.place, turn, wait_ms=800))
    assert one.uids == ALL
    assert [line for line in one.lines if line.startswith("no name")] == [
        "no name on the tag of Stash token, acorn on moss: the readers of this board cannot reach "
        "the memory of a tag: enrol without the names"
    ]


# ----------------------------------------------------------------------------- the end


def test_at_the_end_it_asks_and_undo_still_works() -> None:
    one = Enroller(begin(), EnrolTable(), question="flash it?")

    def lay(turn: int, ask: Ask) -> None:
        one.table.lay(ask.place, turn, wait_ms=800)
        if turn == 5:
            one.type("undo", wait_ms=2000)
            one.table.lift("deck", 5, wait_ms=2500)
            one.type("yes", wait_ms=8000)

    assert one.run(lay) == "yes"
    assert one.uids == {**ALL, START: tag(6)}
    assert one.lines.count("flash it?") == 2


def test_a_lost_piece_gets_another_tag_and_is_asked_for_alone() -> None:
    register = Register(BOX.pieces, [(uid, piece) for piece, uid in ALL.items()])
    pieces = chosen_pieces([BOX], [RED])
    one = Enroller(Enrolment(register, pieces, Where(("deck",)), anew=True), EnrolTable())
    one.run(lambda turn, ask: one.table.lay(ask.place, 77, wait_ms=800))
    assert one.uids == {**ALL, RED: tag(77)}
