"""What readers that can read and write names on tags must do, on any board."""

from __future__ import annotations

import pytest
from meadow.nfc.sightings import SETTLE_BOUND_MS
from meadow.nfc.tag_names import ReaderFails, TagNames, tag_names_of
from meadow.nfc.type2 import TagError, TagGone

from tests.contract.rig import TAGS, Rig, watch

NAME = "token.moss.acorn"


def laid(rig: Rig, place: str, *uids: str) -> TagNames:
    """Tags on a place, all told; gives the way to their names."""
    for uid in uids:
        rig.lay(place, uid)
    watch(rig, rig.arrival_ms + SETTLE_BOUND_MS + 100)
    names = tag_names_of(rig.board.readers)
    assert names is not None
    return names


def test_a_tag_bears_no_name_until_one_is_written(rig: Rig) -> None:
    names = laid(rig, "south", TAGS[0])
    assert names.read_name("south", TAGS[0]) is None
    names.write_name("south", TAGS[0], NAME)
    assert names.read_name("south", TAGS[0]) == NAME


def test_a_name_takes_the_place_of_the_old_one(rig: Rig) -> None:
    names = laid(rig, "deck", TAGS[0])
    for name in ("rake.red", "card.berry.10", "rake.red"):
        names.write_name("deck", TAGS[0], name)
        assert names.read_name("deck", TAGS[0]) == name


def test_a_name_goes_with_its_tag_and_with_no_other(rig: Rig) -> None:
    names = laid(rig, "west", *TAGS[:3])
    names.write_name("west", TAGS[1], NAME)
    assert [names.read_name("west", uid) for uid in TAGS[:3]] == [None, NAME, None]
    rig.lift("west", TAGS[1])
    watch(rig, rig.leaving_ms + SETTLE_BOUND_MS + 100)
    assert laid(rig, "east", TAGS[1]).read_name("east", TAGS[1]) == NAME


def test_naming_a_tag_tells_nothing_and_moves_nothing(rig: Rig) -> None:
    names = laid(rig, "south", *TAGS[:2])
    laid(rig, "north", TAGS[2])
    for name in ("rake.red", "rake.blue"):
        names.write_name("south", TAGS[0], name)
        names.read_name("north", TAGS[2])
        assert watch(rig, 400).sightings == []
    assert sorted(rig.board.readers.lying("south")) == sorted(TAGS[:2])
    assert rig.board.readers.lying("north") == (TAGS[2],)


def test_a_tag_that_does_not_lie_there_is_gone(rig: Rig) -> None:
    names = laid(rig, "south", TAGS[0])
    with pytest.raises(TagGone, match=f"{TAGS[1]} does not answer: lay it on the reader"):
        names.read_name("south", TAGS[1])
    with pytest.raises(TagGone):
        names.write_name("north", TAGS[0], NAME)
    assert watch(rig, 400).sightings == []


def test_a_reader_that_failed_says_so_in_one_line(rig: Rig) -> None:
    names = laid(rig, "south", TAGS[0])
    rig.fail("south")
    watch(rig, 500)
    with pytest.raises(ReaderFails, match="the reader of south failed: ") as caught:
        names.read_name("south", TAGS[0])
    assert "\n" not in str(caught.value)
    with pytest.raises(TagError):
        names.write_name("south", TAGS[0], NAME)


def test_what_cannot_be_a_name_is_refused_and_the_old_one_stays(rig: Rig) -> None:
    names = laid(rig, "south", TAGS[0])
    names.write_name("south", TAGS[0], NAME)
    for wrong in ("", "two words", "x" * 101):
        with pytest.raises(ValueError, match="a name has 1 to 100"):
            names.write_name("south", TAGS[0], wrong)
    assert names.read_name("south", TAGS[0]) == NAME
