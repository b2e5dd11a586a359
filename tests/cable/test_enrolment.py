"""The enrolment of a box as people live it: what is asked for, what is taken, what is not."""

from __future__ import annotations

import pytest
from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import Register
from meadow.pieces.sets import PieceSet, parse_set
from meadow_host.cable.enrol_outcomes import (
    Again,
    Bound,
    NotTaken,
    Outcome,
    Reason,
    Skipped,
    TakenBack,
)
from meadow_host.cable.enrol_pieces import ChoiceError, Where, chosen_pieces, chosen_sets, in_order
from meadow_host.cable.enrolment import Enrolment

BOX = parse_set(
    """
[set]
name = "box"
backgrounds = ["moss", "snow"]
items = ["acorn"]
[tokens]
copies = 2
[[treat]]
background = "moss"
item = "acorn"
[[rake]]
colour = "red"
[[rake]]
colour = "blue"
[[command]]
word = "start"
""",
    "box.toml",
)
MOSS, MOSS_2 = "token.moss.acorn", "token.moss.acorn.2"
SNOW, SNOW_2 = "token.snow.acorn", "token.snow.acorn.2"
TREAT, RED, BLUE, START = "treat.moss.acorn", "rake.red", "rake.blue", "command.start"
PLACES = ("north", "east", "south", "west", "deck")
BY_ID: dict[str, AnyPiece] = {piece.id: piece for piece in BOX.pieces}


def tag(number: int) -> str:
    return f"04{number:012X}"


class Box:
    """An enrolment with a clock: each tag is laid a second after the last unless said otherwise."""

    def __init__(
        self,
        *,
        bound: dict[str, str] | None = None,
        at: str = "",
        in_order_said: bool = False,
        pieces: tuple[AnyPiece, ...] = (),
        anew: bool = False,
        sets: tuple[PieceSet, ...] = (BOX,),
    ) -> None:
        everything = tuple([piece for one in sets for piece in one.pieces])
        register = Register(everything, [(uid, piece) for piece, uid in (bound or {}).items()])
        self.one = Enrolment(
            register,
            pieces or in_order(sets),
            Where(PLACES, at, rotates=not in_order_said),
            in_order=in_order_said,
            anew=anew,
        )
        self.now_ms = 10_000

    def lay(self, number: int, place: str = "", after_ms: int = 1000) -> Outcome | None:
        self.now_ms += after_ms
        place = place or self.place
        came = self.one.arrived(tag(number), place, self.now_ms)
        return came[0] if came else None

    def lift(self, number: int, place: str, after_ms: int = 1000) -> None:
        self.now_ms += after_ms
        self.one.left_place(tag(number), place, self.now_ms)

    @property
    def place(self) -> str:
        assert self.one.asked is not None
        return self.one.asked.place

    @property
    def piece(self) -> str:
        return self.one.asked.piece.id if self.one.asked else ""

    @property
    def uids(self) -> dict[str, str]:
        return {piece: uid for uid, piece in self.one.register.entries}


def reason(outcome: Outcome | None) -> Reason:
    assert isinstance(outcome, NotTaken)
    return outcome.reason


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
