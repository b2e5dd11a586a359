"""The enrolment of a box as people live it: what is asked for, and several tags at once."""

from __future__ import annotations

import pytest
from meadow.pieces.sets import parse_set
from meadow_host.cable.enrol_outcomes import Bound, NotTaken, Reason
from meadow_host.cable.enrol_pieces import ChoiceError, Where, chosen_pieces, chosen_sets, in_order

from tests.cable.enrol_box import (
    BLUE,
    BOX,
    BY_ID,
    MOSS,
    MOSS_2,
    PLACES,
    RED,
    SNOW,
    SNOW_2,
    START,
    TREAT,
    Box,
    reason,
    tag,
)

# ------------------------------------------------------------------------ what is asked for


def test_a_whole_box_is_bound_piece_by_piece_each_at_its_place() -> None:
    box = Box()
    asked = []
    for number in range(1, 9):
        asked.append((box.piece, box.place))
        assert isinstance(box.lay(number), Bound)
    assert asked == [
        (MOSS, "north"),
        (MOSS_2, "north"),
        (SNOW, "east"),
        (SNOW_2, "east"),
        (TREAT, "deck"),
        (RED, "west"),
        (BLUE, "north"),
        (START, "deck"),
    ]
    assert box.one.asked is None
    assert box.uids == {piece: tag(number) for number, (piece, _) in enumerate(asked, 1)}


def test_pieces_that_are_alike_follow_one_another_wherever_the_file_has_them() -> None:
    apart = parse_set(
        '[set]\nname = "apart"\nbackgrounds = ["moss", "snow"]\nitems = ["acorn"]\n[tokens]\n'
        '[[token]]\nbackground = "moss"\nitem = "acorn"\n',
        "apart.toml",
    )
    assert [piece.id for piece in in_order([apart])] == [MOSS, MOSS_2, SNOW]


@pytest.mark.parametrize(
    ("at", "token", "card"),
    [("west", "west", "deck"), ("deck", "deck", "deck"), ("", "north", "deck")],
)
def test_everything_stays_on_one_place_if_told(at: str, token: str, card: str) -> None:
    where = Where(PLACES, at)
    assert where.of(BY_ID[MOSS], 0) == token
    assert where.of(BY_ID[TREAT], 3) == card


def test_trays_whose_readers_do_not_answer_are_left_out() -> None:
    where = Where(("east", "west", "deck"))
    assert [where.of(BY_ID[RED], turn) for turn in range(3)] == ["east", "west", "east"]
    assert Where(("east", "west")).of(BY_ID[TREAT], 1) == "west"
    assert Where(("deck",)).of(BY_ID[RED], 1) == "deck"
    box = Box()
    box.one.at_places(Where(("south", "deck")))
    assert box.place == "south"


def test_a_place_without_a_reader_is_a_mistake() -> None:
    with pytest.raises(ChoiceError, match="no reader answers at 'five': use north or east"):
        Where(("north", "east"), "five")
    with pytest.raises(ChoiceError, match="no reader of this table answers"):
        Where(())


def test_a_box_begun_before_goes_on_with_its_first_piece_without_a_tag() -> None:
    box = Box(bound={MOSS: tag(1), MOSS_2: tag(2), TREAT: tag(5)})
    assert (box.piece, box.one.tagged(BOX.pieces)) == (SNOW, 3)
    assert box.one.left == (SNOW, SNOW_2, RED, BLUE, START)
    box.lay(3)
    box.lay(4)
    assert box.piece == RED


def test_the_piece_asked_for_says_how_many_are_alike_and_its_number() -> None:
    box = Box()
    asked = box.one.asked
    assert asked is not None
    assert (asked.number, asked.of, asked.alike, asked.uid) == (1, 8, 2, "")
    box.lay(1)
    asked = box.one.asked
    assert asked is not None
    assert (asked.number, asked.alike) == (2, 1)


def test_a_lost_piece_gets_another_tag() -> None:
    bound = {piece.id: tag(number) for number, piece in enumerate(BOX.pieces, 1)}
    box = Box(bound=bound, pieces=chosen_pieces([BOX], [RED]), anew=True)
    asked = box.one.asked
    assert asked is not None
    assert (asked.piece.id, asked.uid) == (RED, bound[RED])
    assert isinstance(box.lay(99), Bound)
    assert box.uids == {**bound, RED: tag(99)}
    assert box.one.asked is None


def test_sets_and_pieces_that_are_not_there_are_told_with_those_that_are() -> None:
    assert chosen_sets([BOX], []) == (BOX,)
    with pytest.raises(ChoiceError, match='--set bx: there is no such set, did you mean "box"'):
        chosen_sets([BOX], ["bx"])
    with pytest.raises(ChoiceError, match=r'--piece rake\.rad: .* did you mean "rake.red"'):
        chosen_pieces([BOX], ["rake.rad"])


# ---------------------------------------------------------------------- several at once


def test_tags_laid_together_are_taken_while_it_does_not_matter_which_is_which() -> None:
    box = Box()
    assert isinstance(box.lay(1), Bound)
    assert isinstance(box.lay(2, "north", after_ms=20), Bound)
    assert box.uids == {MOSS: tag(1), MOSS_2: tag(2)}


def test_tags_laid_together_are_all_refused_when_they_are_not_alike() -> None:
    box = Box(bound={MOSS: tag(90)})
    assert isinstance(box.lay(1), Bound)
    outcome = box.lay(2, "north", after_ms=20)
    assert outcome == NotTaken(
        Reason.TOGETHER, "north", (tag(1), tag(2)), taken_back=(BY_ID[MOSS_2],)
    )
    assert box.uids == {MOSS: tag(90)}
    assert box.piece == MOSS_2
    assert box.one.undo() == NotTaken(Reason.NOTHING_TO_UNDO)


def test_of_three_together_where_two_are_alike_none_is_taken() -> None:
    box = Box(at="west")
    box.lay(1)
    box.lay(2, after_ms=30)
    assert box.piece == SNOW
    outcome = box.lay(3, after_ms=30)
    assert isinstance(outcome, NotTaken)
    assert outcome.taken_back == (BY_ID[MOSS], BY_ID[MOSS_2])
    assert reason(box.lay(4, "west", after_ms=30)) is Reason.TOGETHER
    assert box.uids == {}


def test_tags_refused_together_are_taken_when_they_are_laid_one_by_one() -> None:
    box = Box(at="west", bound={MOSS: tag(90)})
    box.lay(1)
    box.lay(2, after_ms=20)
    for number in (1, 2):
        box.lift(number, "west")
    assert isinstance(box.lay(2), Bound)
    assert isinstance(box.lay(1), Bound)
    assert box.uids == {MOSS: tag(90), MOSS_2: tag(2), SNOW: tag(1)}


def test_the_last_piece_and_one_too_many_together_are_refused() -> None:
    box = Box(bound={piece.id: tag(50 + n) for n, piece in enumerate(BOX.pieces[:-1])})
    assert (box.piece, box.place) == (START, "deck")
    box.lay(1)
    assert reason(box.lay(2, "deck", after_ms=50)) is Reason.TOGETHER
    assert box.piece == START


def test_a_tag_that_comes_soon_on_another_place_is_not_together_with_it() -> None:
    box = Box(bound={MOSS: tag(90)})
    box.lay(1)
    assert box.place == "east"
    assert isinstance(box.lay(2, after_ms=20), Bound)


def test_in_order_takes_tags_that_come_clearly_apart_and_stays_on_one_tray() -> None:
    box = Box(in_order_said=True, bound={MOSS: tag(90)})
    assert isinstance(box.lay(1, "north"), Bound)
    assert isinstance(box.lay(2, "north", after_ms=150), Bound)
    assert box.uids[SNOW] == tag(2)


def test_in_order_refuses_tags_of_which_nobody_knows_which_came_first() -> None:
    box = Box(in_order_said=True, bound={MOSS: tag(90)})
    box.lay(1)
    assert reason(box.lay(2, "north", after_ms=60)) is Reason.TOGETHER


def test_a_tag_with_a_piece_beside_a_new_one_does_not_keep_the_new_one_away() -> None:
    box = Box(bound={RED: tag(7)})
    assert reason(box.lay(7, "north")) is Reason.HAS_A_PIECE
    assert isinstance(box.lay(1, "north", after_ms=10), Bound)
