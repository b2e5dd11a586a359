"""The enrolment of a box: tags that are not taken, and what is said meanwhile."""

from __future__ import annotations

from meadow_host.cable.enrol_outcomes import Again, Bound, NotTaken, Reason, Skipped, TakenBack

from tests.cable.enrol_box import (
    BOX,
    BY_ID,
    MOSS,
    MOSS_2,
    RED,
    SNOW,
    SNOW_2,
    Box,
    reason,
    tag,
)

# ------------------------------------------------------------------- what is not taken


def test_a_tag_that_is_bound_elsewhere_is_refused_and_says_to_which_piece() -> None:
    box = Box(bound={RED: tag(7)})
    outcome = box.lay(7, "north")
    assert outcome == NotTaken(Reason.HAS_A_PIECE, "north", (tag(7),), BY_ID[RED])
    assert box.uids == {RED: tag(7)}


def test_move_gives_it_to_the_piece_asked_for_and_the_other_is_asked_for_later() -> None:
    box = Box(bound={RED: tag(7)})
    box.lay(7, "north")
    assert box.one.move() == Bound(BY_ID[MOSS], "north", tag(7), BY_ID[RED])
    assert box.uids == {MOSS: tag(7)}
    assert RED in box.one.left
    box.one.undo()
    assert box.uids == {RED: tag(7)}


def test_nothing_is_moved_that_does_not_lie_there() -> None:
    box = Box(bound={RED: tag(7)})
    assert box.one.move() == NotTaken(Reason.NOTHING_TO_MOVE)
    box.lay(7, "north")
    box.lift(7, "north")
    assert box.one.move() == NotTaken(Reason.NOTHING_TO_MOVE)


def test_the_tag_just_bound_lifted_and_laid_again_is_not_a_second_one() -> None:
    box = Box(at="west")
    box.lay(1)
    box.lift(1, "west")
    assert box.lay(1) == Again(BY_ID[MOSS], "west", tag(1))
    assert box.piece == MOSS_2


def test_a_tag_that_flickers_is_neither_a_second_one_nor_refused_aloud() -> None:
    box = Box(at="west")
    box.lay(1)
    box.lay(2)
    box.lift(1, "west")
    assert box.lay(1, after_ms=200) == Again(BY_ID[MOSS], "west", tag(1))
    box.lift(1, "west")
    assert reason(box.lay(1, after_ms=500)) is Reason.HAS_A_PIECE


def test_tags_that_lie_there_from_before_are_not_taken_until_they_are_laid_anew() -> None:
    box = Box(at="west")
    box.one.lies({"west": [tag(1), tag(2)], "deck": []})
    assert box.lay(1) is None
    box.lift(2, "west")
    assert reason(box.lay(2, after_ms=100)) is Reason.FLICKERS
    assert box.uids == {}
    box.lift(2, "west")
    assert isinstance(box.lay(2), Bound)
    assert box.one.lying("west") == (tag(1), tag(2))


def test_a_tag_on_another_place_than_the_lit_one_is_refused_with_where_it_should_be() -> None:
    box = Box()
    outcome = box.lay(1, "deck")
    assert outcome == NotTaken(Reason.ELSEWHERE, "deck", (tag(1),), should_be="north")
    box.lift(1, "deck")
    assert isinstance(box.lay(1, "north"), Bound)


def test_when_all_is_done_a_tag_is_not_taken() -> None:
    box = Box(bound={piece.id: tag(n) for n, piece in enumerate(BOX.pieces)})
    assert reason(box.lay(70, "north")) is Reason.NOTHING_ASKED
    assert box.one.skip() == NotTaken(Reason.NOTHING_ASKED)
    assert box.one.move() == NotTaken(Reason.NOTHING_ASKED)


# ------------------------------------------------------------------------------ words


def test_undo_takes_back_again_and_again() -> None:
    box = Box()
    for number in (1, 2, 3):
        box.lay(number)
    assert box.one.undo() == TakenBack((BY_ID[SNOW],))
    assert box.one.undo() == TakenBack((BY_ID[MOSS_2],))
    assert (box.piece, box.uids) == (MOSS_2, {MOSS: tag(1)})
    assert box.one.undo() == TakenBack((BY_ID[MOSS],))
    assert box.one.undo() == NotTaken(Reason.NOTHING_TO_UNDO)


def test_a_tag_still_there_after_an_undo_has_to_be_laid_anew() -> None:
    box = Box()
    box.lay(1)
    box.one.undo()
    assert box.lay(1, "north") is None
    box.lift(1, "north")
    assert isinstance(box.lay(1), Bound)


def test_a_piece_that_is_not_in_the_box_is_skipped_and_not_asked_for_again() -> None:
    box = Box()
    assert box.one.skip() == Skipped(BY_ID[MOSS])
    assert box.piece == MOSS_2
    for number in range(2, 9):
        box.lay(number)
    assert box.one.asked is None
    assert box.one.left == (MOSS,)


def test_a_skip_can_be_undone() -> None:
    box = Box()
    box.one.skip()
    assert box.one.undo() == TakenBack(())
    assert box.piece == MOSS


def test_back_asks_for_the_piece_before_again_and_gives_it_another_tag() -> None:
    box = Box()
    box.lay(1)
    box.lay(2)
    assert box.one.back() is None
    asked = box.one.asked
    assert asked is not None
    assert (asked.piece.id, asked.uid) == (MOSS_2, tag(2))
    assert isinstance(box.lay(3), Bound)
    assert box.uids == {MOSS: tag(1), MOSS_2: tag(3)}
    assert box.piece == SNOW


def test_back_and_skip_leave_a_piece_its_tag() -> None:
    box = Box()
    box.lay(1)
    box.one.back()
    box.one.skip()
    assert (box.piece, box.uids) == (MOSS_2, {MOSS: tag(1)})


def test_before_the_first_piece_there_is_none() -> None:
    assert Box().one.back() == NotTaken(Reason.NOTHING_BEFORE)


def test_a_word_between_two_tags_parts_them() -> None:
    box = Box(at="west", bound={MOSS: tag(90)})
    box.lay(1)
    box.one.skip()
    assert isinstance(box.lay(2, after_ms=50), Bound)
    assert box.uids == {MOSS: tag(90), MOSS_2: tag(1), SNOW_2: tag(2)}
