"""What any board's readers must do: date, settle, forget nothing, never wait for each other."""

from __future__ import annotations

from meadow.nfc.sightings import SETTLE_BOUND_MS, Arrived, Back, Failed, Left

from tests.contract.rig import TAGS, Rig, watch


def settled(rig: Rig) -> int:
    """Long enough for anything that happened to be reported."""
    return max(rig.arrival_ms, rig.leaving_ms) + SETTLE_BOUND_MS + 20


def test_the_places_are_the_four_sides_clockwise_and_the_deck_last(rig: Rig) -> None:
    assert rig.board.readers.places == ("north", "east", "south", "west", "deck")


def test_nothing_is_reported_while_nothing_happens(rig: Rig) -> None:
    assert watch(rig, settled(rig)).sightings == []


def test_a_tag_that_is_laid_arrives_once_dated_within_the_bound(rig: Rig) -> None:
    laid_ms = rig.board.clock.now_ms()
    rig.lay("east", TAGS[0])
    (arrived,) = watch(rig, settled(rig)).sightings
    assert isinstance(arrived, Arrived)
    assert (arrived.place, arrived.uid) == ("east", TAGS[0])
    assert laid_ms <= arrived.at_ms <= laid_ms + rig.arrival_ms


def test_a_tag_that_is_lifted_leaves_once_dated_within_the_bound(rig: Rig) -> None:
    rig.lay("deck", TAGS[0])
    watch(rig, settled(rig))
    lifted_ms = rig.board.clock.now_ms()
    rig.lift("deck", TAGS[0])
    (left,) = watch(rig, settled(rig)).sightings
    assert isinstance(left, Left)
    assert (left.place, left.uid) == ("deck", TAGS[0])
    assert lifted_ms <= left.at_ms <= lifted_ms + rig.leaving_ms


def test_nothing_is_dated_later_than_it_is_reported(rig: Rig) -> None:
    rig.lay("north", TAGS[0])
    rig.lay("west", TAGS[1])
    seen = watch(rig, settled(rig))
    dates = [(moment, s.at_ms) for moment, batch in seen.batches for s in batch.sightings]
    assert len(dates) == 2
    assert all(dated_ms <= moment_ms for moment_ms, dated_ms in dates)


def test_several_tags_on_one_reader_are_told_apart(rig: Rig) -> None:
    for uid in TAGS:
        rig.lay("south", uid)
        watch(rig, settled(rig))
    assert rig.board.readers.lying("south") == TAGS
    rig.lift("south", TAGS[1])
    watch(rig, settled(rig))
    assert rig.board.readers.lying("south") == (TAGS[0], TAGS[2], TAGS[3])


def test_lying_is_empty_where_nothing_lies(rig: Rig) -> None:
    rig.lay("north", TAGS[0])
    watch(rig, settled(rig))
    assert {place: rig.board.readers.lying(place) for place in rig.board.readers.places} == {
        "north": (TAGS[0],),
        "east": (),
        "south": (),
        "west": (),
        "deck": (),
    }


def test_settled_never_goes_back_and_trails_the_clock_by_at_most_the_bound(rig: Rig) -> None:
    rig.lay("north", TAGS[0])
    batches = watch(rig, 400).batches
    moments = [batch.settled_ms for _, batch in batches]
    assert moments == sorted(moments)
    assert all(0 <= now_ms - batch.settled_ms <= SETTLE_BOUND_MS for now_ms, batch in batches)


def test_nothing_is_ever_reported_at_or_before_what_was_settled(rig: Rig) -> None:
    seen = []
    for number, place in enumerate(("north", "south", "deck", "east")):
        rig.lay(place, TAGS[number])
        seen += watch(rig, 13).batches
    for number, place in enumerate(("north", "south", "deck", "east")):
        rig.lift(place, TAGS[number])
        seen += watch(rig, 7).batches
    seen += watch(rig, settled(rig)).batches
    settled_ms = -1
    reported = 0
    for _, batch in seen:
        assert all(sighting.at_ms > settled_ms for sighting in batch.sightings)
        reported += len(batch.sightings)
        settled_ms = batch.settled_ms
    assert reported == 8


def test_there_is_a_reason_to_poll_while_something_is_to_come(rig: Rig) -> None:
    readers, clock = rig.board.readers, rig.board.clock
    readers.poll()
    rig.lay("north", TAGS[0])
    for _ in range(1000):
        rig.wait(max(1, readers.wake_ms() - clock.now_ms()))
        if readers.poll().sightings:
            return
    raise AssertionError("the tag was never reported")


def test_a_reader_that_fails_says_so_and_does_not_stop_the_others(rig: Rig) -> None:
    rig.fail("north")
    rig.lay("north", TAGS[0])
    rig.lay("east", TAGS[1])
    sightings = watch(rig, settled(rig) + 500).sightings
    assert sorted(type(sighting).__name__ for sighting in sightings) == ["Arrived", "Failed"]
    for sighting in sightings:
        if isinstance(sighting, Failed):
            assert sighting.place == "north"
            assert sighting.why
            assert "\n" not in sighting.why
        else:
            assert sighting.place == "east"


def test_a_reader_that_is_back_tells_all_that_lies_there(rig: Rig) -> None:
    rig.lay("west", TAGS[0])
    watch(rig, settled(rig))
    rig.fail("west")
    watch(rig, settled(rig) + 500)
    rig.lay("west", TAGS[1])
    rig.lift("west", TAGS[0])
    rig.lay("west", TAGS[2])
    watch(rig, settled(rig))
    rig.restore("west")
    (back,) = watch(rig, settled(rig) + 500).sightings
    assert isinstance(back, Back)
    assert back.place == "west"
    assert sorted(back.uids) == [TAGS[1], TAGS[2]]
    assert sorted(rig.board.readers.lying("west")) == [TAGS[1], TAGS[2]]


def test_time_goes_on_while_a_reader_has_failed(rig: Rig) -> None:
    rig.fail("deck")
    batches = watch(rig, 1000).batches
    now_ms, last = batches[-1]
    assert now_ms - last.settled_ms <= SETTLE_BOUND_MS
