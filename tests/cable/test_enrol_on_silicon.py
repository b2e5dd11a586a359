"""Enrolling at a table on simulated silicon: real anticollision, real memory of tags."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from meadow.pieces.register import Register
from meadow.pieces.sets import parse_set
from meadow_host.cable.enrol_outcomes import Ask
from meadow_host.cable.enrol_pieces import Where, in_order
from meadow_host.cable.enrolment import Enrolment
from meadow_host.twin.silicon.ntag import NTAG213, Ntag

from tests.cable.enrol_table import Enroller, SiliconEnrolTable, tag

BOX = parse_set(
    '[set]\nname = "box"\nbackgrounds = ["moss"]\nitems = ["acorn"]\n[tokens]\ncopies = 2\n'
    '[[rake]]\ncolour = "red"\n[[command]]\nword = "start"\n',
    "box.toml",
)
NAMES = {
    tag(1): "token.moss.acorn",
    tag(2): "token.moss.acorn.2",
    tag(3): "rake.red",
    tag(4): "command.start",
}


@pytest.fixture
def table() -> Iterator[SiliconEnrolTable]:
    made = SiliconEnrolTable()
    yield made
    made.board.close()


def begin() -> Enrolment:
    return Enrolment(Register(BOX.pieces), in_order([BOX]), Where(("deck",)))


def test_each_tag_bears_its_pieces_name_for_any_table_to_read(table: SiliconEnrolTable) -> None:
    one = Enroller(begin(), table, write_names=True)
    one.run(lambda turn, ask: table.lay(ask.place, turn, wait_ms=700))
    assert dict(one.enrolment.register.entries) == NAMES
    assert one.session.unnamed == []
    places = ("north", "north", "east", "deck")
    read = [table.board.readers.read_name(place, tag(n)) for n, place in enumerate(places, 1)]
    assert read == list(NAMES.values())


def test_a_locked_tag_is_told_its_binding_stays_and_the_next_is_asked_for(
    table: SiliconEnrolTable,
) -> None:
    locked = Ntag(bytes.fromhex(tag(3)), NTAG213)
    locked.memory[10:12] = b"\xf0\xff"  # the static lock bytes: pages 4 to 15 can only be read
    table.board.make_tag(locked)
    one = Enroller(begin(), table, write_names=True)
    one.run(lambda turn, ask: table.lay(ask.place, turn, wait_ms=700))
    assert dict(one.enrolment.register.entries) == NAMES
    assert one.session.unnamed == ["rake.red"]
    (told,) = [line for line in one.lines if line.startswith("no name")]
    assert told.startswith(f"no name on the tag of red rake: {tag(3)} is locked: page ")


def test_tags_laid_in_one_hand_are_refused_unless_they_are_alike(table: SiliconEnrolTable) -> None:
    one = Enroller(begin(), table)

    def lay(turn: int, ask: Ask) -> None:
        if turn == 1:
            table.lay(ask.place, 1, wait_ms=700)
            table.lay(ask.place, 2, wait_ms=700)
        elif turn == 3:
            table.lay(ask.place, 3, wait_ms=700)
            table.lay(ask.place, 4, wait_ms=700)
        elif turn == 5:
            one.type("quit", wait_ms=500)

    one.run(lay)
    bound = dict(one.enrolment.register.entries)
    assert set(bound) == {tag(1), tag(2)}
    assert any(line.startswith("not taken: 2 tags at once") for line in one.lines)


def test_the_next_piece_is_asked_for_within_a_tenth_of_a_second_of_the_tag(
    table: SiliconEnrolTable,
) -> None:
    one = Enroller(begin(), table)
    laid: list[int] = []

    def lay(turn: int, ask: Ask) -> None:
        table.lay(ask.place, turn, wait_ms=700)
        table.after(700, lambda: laid.append(table.now_ms))

    one.run(lay)
    asked = [at_ms for at_ms, _ in one.asks[1:]]
    assert len(asked) == 3
    assert all(at_ms - since < 100 for since, at_ms in zip(laid, asked, strict=False))
