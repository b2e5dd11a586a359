"""However tags are laid and lifted, and whatever is said: the register stays one to one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.pieces.register import Register
from meadow.pieces.sets import parse_set
from meadow_host.cable.enrol_outcomes import (
    Again,
    Ask,
    Bound,
    NotTaken,
    Outcome,
    Reason,
    Skipped,
    TakenBack,
)
from meadow_host.cable.enrol_pieces import Where, in_order
from meadow_host.cable.enrolment import Enrolment

BOX = parse_set(
    '[set]\nname = "box"\nbackgrounds = ["moss", "snow"]\nitems = ["acorn"]\n[tokens]\ncopies = 2\n'
    '[[rake]]\ncolour = "red"\n[[command]]\nword = "start"\n',
    "box.toml",
)
PLACES = ("north", "east", "deck")
TAGS = [f"04{number:012X}" for number in range(9)]


class Act(NamedTuple):
    """A tag laid or lifted, or a word; ``after_ms`` the one before."""

    do: str
    uid: str = ""
    place: str = ""
    after_ms: int = 0


PAUSES = st.sampled_from([0, 30, 120, 300, 600, 2000])
TAGGED = st.builds(
    Act,
    st.sampled_from(["lay", "lay", "lay", "lay right", "lay right", "lift"]),
    st.sampled_from(TAGS),
    st.sampled_from(PLACES),
    PAUSES,
)
WORDS = st.builds(Act, st.sampled_from(["undo", "skip", "back", "move"]))
ACTS = st.lists(st.one_of(TAGGED, TAGGED, WORDS), max_size=60)

Snapshot = tuple[tuple[tuple[str, str], ...], Ask | None]


def snapshot(one: Enrolment) -> Snapshot:
    return one.register.entries, one.asked


def done(one: Enrolment, act: Act, now_ms: int) -> Sequence[Outcome]:
    place = one.asked.place if act.do == "lay right" and one.asked else act.place
    if act.do.startswith("lay"):
        return one.arrived(act.uid, place, now_ms)
    if act.do == "lift":
        for there in PLACES:
            if act.uid in one.lying(there):
                one.left_place(act.uid, there, now_ms)
        return ()
    words = {"undo": one.undo, "skip": one.skip, "back": one.back, "move": one.move}
    outcome = words[act.do]()
    return () if outcome is None else (outcome,)


@settings(max_examples=300, deadline=None)
@given(acts=ACTS, bound=st.integers(0, 3), at=st.sampled_from(["", "east"]), said=st.booleans())
def test_every_tag_has_one_piece_every_piece_one_tag_and_undo_restores_exactly(
    acts: list[Act], bound: int, at: str, said: bool
) -> None:
    pieces = in_order([BOX])
    before = [(TAGS[number], pieces[-1 - number].id) for number in range(bound)]
    one = Enrolment(Register(BOX.pieces, before), pieces, Where(PLACES, at), in_order=said)
    past: list[Snapshot] = []
    now_ms = 0
    for act in acts:
        now_ms += act.after_ms
        was = snapshot(one)
        outcomes = done(one, act, now_ms)
        entries, asked = snapshot(one)
        uids, ids = [uid for uid, _ in entries], [piece for _, piece in entries]
        assert len(set(uids)) == len(uids)
        assert len(set(ids)) == len(ids)
        for outcome in outcomes:
            match outcome:
                case Bound():
                    assert was[1] is not None
                    assert outcome.piece == was[1].piece
                    assert (outcome.uid, outcome.piece.id) in entries
                    others = {entry for entry in was[0] if entry[0] == outcome.uid}
                    moved = others - {(outcome.uid, outcome.piece.id)}
                    assert not moved or act.do == "move"
                    past.append(was)
                case Skipped():
                    assert entries == was[0]
                    past.append(was)
                case TakenBack():
                    assert (entries, asked) == past.pop()
                case NotTaken(reason=Reason.TOGETHER):
                    assert not {uid for uid in outcome.uids if uid in uids}
                    if taken := len(outcome.taken_back):
                        assert (entries, asked) == past[-taken]
                        del past[-taken:]
                    else:
                        assert (entries, asked) == was
                case NotTaken() | Again():
                    assert (entries, asked) == was
        if act.do == "lift" or not outcomes:
            assert entries == was[0]
    while past:
        one.undo()
        assert snapshot(one) == past.pop()


@settings(max_examples=100, deadline=None)
@given(order=st.permutations(range(6)), pauses=st.lists(st.integers(400, 3000), min_size=6))
def test_laid_one_by_one_every_box_is_bound_whole_in_the_order_of_its_pieces(
    order: list[int], pauses: list[int]
) -> None:
    pieces = in_order([BOX])
    one = Enrolment(Register(BOX.pieces), pieces, Where(PLACES, "north"))
    now_ms = 0
    for number, pause_ms in zip(order, pauses, strict=False):
        now_ms += pause_ms
        assert one.asked is not None
        one.arrived(TAGS[number], one.asked.place, now_ms)
    assert one.asked is None
    assert {piece: uid for uid, piece in one.register.entries} == {
        piece.id: TAGS[number] for piece, number in zip(pieces, order, strict=True)
    }
