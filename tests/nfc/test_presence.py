"""When a tag has come and when it is gone, by what looks at it found."""

from __future__ import annotations

import msgspec
import pytest
from meadow.nfc.iso14443a import Glance
from meadow.nfc.presence import Presence, PresenceSettings
from meadow.nfc.sightings import Arrived, Back, Failed, Left, Sighting
from meadow.nfc.watcher import Need, Wanted

SEVEN = "04A1B2C3D4E580"
OTHER = "04A1B2C3D4E581"
FOUR = "DEADBEEF"
PLACES = ("north", "east", "deck")


def new(**changes: int) -> Presence:
    return Presence(PLACES, PresenceSettings(**changes))


def sightings(presence: Presence, now_ms: int) -> tuple[Sighting, ...]:
    return presence.take(now_ms).sightings


def silent(presence: Presence, place: str, uid: str, *moments_ms: int, solo: bool = True) -> None:
    for now_ms in moments_ms:
        presence.glanced(place, uid, Glance.SILENT, 2, solo, now_ms)


def seen(presence: Presence, place: str, uid: str, *moments_ms: int) -> None:
    for now_ms in moments_ms:
        presence.glanced(place, uid, Glance.SEEN, 2, False, now_ms)


def lying(place: str, *uids: str, at_ms: int = 100) -> Presence:
    """Tags that have lain on a place for a while, always read."""
    presence = new()
    for uid in uids:
        presence.found(place, uid, 2, at_ms)
    for step in range(1, 41):
        for uid in uids:
            seen(presence, place, uid, at_ms + 20 * step)
    presence.take(at_ms + 800)
    return presence


# ------------------------------------------------------------------------------- appearing


def test_a_uid_with_two_proofs_has_arrived_at_its_first_sighting() -> None:
    presence = new()
    presence.found("north", SEVEN, 2, 110)
    assert sightings(presence, 112) == (Arrived(110, "north", SEVEN),)
    assert presence.lying("north") == (SEVEN,)


def test_a_uid_with_one_proof_is_looked_at_again_and_dated_to_its_first_sighting() -> None:
    presence = new()
    presence.found("north", FOUR, 1, 110)
    assert sightings(presence, 112) == ()
    assert presence.wanted("north", Need.PROOF, 112) == Wanted(FOUR, Need.PROOF)
    presence.glanced("north", FOUR, Glance.SEEN, 1, False, 114)
    assert sightings(presence, 115) == (Arrived(110, "north", FOUR),)


def test_how_many_proofs_it_takes_is_a_setting() -> None:
    presence = new(appear_proofs=3)
    presence.found("north", SEVEN, 2, 110)
    assert sightings(presence, 111) == ()
    seen(presence, "north", SEVEN, 115)
    assert sightings(presence, 116) == (Arrived(110, "north", SEVEN),)


def test_what_is_never_seen_again_has_not_come_and_does_not_leave() -> None:
    presence = new()
    presence.found("north", FOUR, 1, 100)
    silent(presence, "north", FOUR, *range(103, 400, 3))
    assert sightings(presence, 400) == ()
    assert presence.count("north") == 0


def test_nothing_is_settled_that_an_unproven_tag_may_still_be_dated_to() -> None:
    presence = new()
    assert presence.take(100).settled_ms == 99
    presence.found("north", FOUR, 1, 110)
    assert presence.take(115).settled_ms == 109
    assert presence.take(155).settled_ms == 109
    # After 45 ms it is waited for no longer; it would be dated later.
    assert presence.take(156).settled_ms == 155
    presence.glanced("north", FOUR, Glance.SEEN, 1, False, 160)
    assert sightings(presence, 161) == (Arrived(156, "north", FOUR),)


# ------------------------------------------------------------------------------- vanishing


def test_a_lifted_tag_is_gone_after_a_hundred_ms_of_silence() -> None:
    presence = lying("north", SEVEN)  # seen last at 900
    silent(presence, "north", SEVEN, *range(903, 1000, 3))
    assert sightings(presence, 999) == ()
    silent(presence, "north", SEVEN, 1000)
    assert sightings(presence, 1001) == (Left(1000, "north", SEVEN),)
    assert presence.lying("north") == ()


def test_silence_must_be_more_than_bad_luck_however_long_it_lasts() -> None:
    presence = lying("north", SEVEN)
    silent(presence, "north", SEVEN, *range(950, 1251, 100))  # four silent looks
    assert sightings(presence, 1251) == ()
    silent(presence, "north", SEVEN, 1350)
    assert sightings(presence, 1351) == (Left(1350, "north", SEVEN),)


def test_of_a_tag_that_is_read_half_the_time_more_silence_is_needed() -> None:
    presence = new()
    presence.found("north", SEVEN, 2, 100)
    for step in range(200):
        silent(presence, "north", SEVEN, 101 + 2 * step)
        seen(presence, "north", SEVEN, 102 + 2 * step)
    presence.take(502)
    silent(presence, "north", SEVEN, *[502 + 10 * step for step in range(20)])
    assert sightings(presence, 700) == ()
    silent(presence, "north", SEVEN, *[702 + 10 * step for step in range(20)])
    (left,) = sightings(presence, 900)
    assert isinstance(left, Left)


def test_noise_is_never_a_removal() -> None:
    presence = lying("north", SEVEN)
    for now_ms in range(901, 5000, 2):
        presence.glanced("north", SEVEN, Glance.UNSURE, 2, True, now_ms)
    assert sightings(presence, 5000) == ()
    assert presence.lying("north") == (SEVEN,)


def test_if_nobody_answers_all_are_silent() -> None:
    presence = lying("north", SEVEN, OTHER)
    for now_ms in range(903, 1010, 3):
        presence.glanced("north", SEVEN, Glance.NOBODY, 2, True, now_ms)
    gone = sightings(presence, 1010)
    assert sorted(gone, key=lambda left: left.at_ms) == [
        Left(1002, "north", SEVEN),
        Left(1002, "north", OTHER),
    ]


def test_one_that_is_silent_among_others_goes_alone() -> None:
    presence = lying("north", SEVEN, OTHER)
    silent(presence, "north", SEVEN, *range(903, 1010, 3))
    assert sightings(presence, 1010) == (Left(1002, "north", SEVEN),)
    assert presence.lying("north") == (OTHER,)


def test_flicker_at_the_edge_is_one_arrival() -> None:
    # Seen for a moment every 90 ms.
    presence = new()
    presence.found("north", SEVEN, 2, 100)
    for start_ms in range(100, 3000, 90):
        silent(presence, "north", SEVEN, *range(start_ms + 2, start_ms + 90, 2))
        seen(presence, "north", SEVEN, start_ms + 90)
    assert sightings(presence, 3000) == (Arrived(100, "north", SEVEN),)


def test_it_is_not_given_up_before_looks_without_neighbours_were_silent_too() -> None:
    presence = lying("north", SEVEN)
    silent(presence, "north", SEVEN, *range(903, 1300, 3), solo=False)
    assert sightings(presence, 1300) == ()
    assert presence.wanted("north", Need.SOLO, 1300) == Wanted(SEVEN, Need.SOLO)
    silent(presence, "north", SEVEN, 1301, 1302, 1303)
    assert sightings(presence, 1304) == (Left(1303, "north", SEVEN),)


def test_a_tag_that_comes_again_after_it_left_arrives_again() -> None:
    presence = lying("north", SEVEN)
    silent(presence, "north", SEVEN, *range(903, 1010, 3))
    presence.take(1010)
    presence.found("north", SEVEN, 2, 1200)
    assert sightings(presence, 1201) == (Arrived(1200, "north", SEVEN),)


# ------------------------------------------------------------------------- what to look for


def test_tags_that_lie_still_are_looked_at_in_turn_every_twenty_ms() -> None:
    presence = lying("north", SEVEN, OTHER)
    assert presence.wanted("north", Need.ROUTINE, 919) is None
    assert presence.wanted("north", Need.ROUTINE, 920) == Wanted(SEVEN, Need.ROUTINE)
    seen(presence, "north", SEVEN, 921)
    assert presence.wanted("north", Need.ROUTINE, 921) == Wanted(OTHER, Need.ROUTINE)
    assert presence.wanted("north", Need.DOUBT, 921) is None


def test_a_tag_that_was_silent_is_looked_at_again_at_once() -> None:
    presence = lying("north", SEVEN, OTHER)
    silent(presence, "north", OTHER, 905)
    assert presence.wanted("north", Need.DOUBT, 905) == Wanted(OTHER, Need.DOUBT)


def test_doubtful_tags_do_not_starve_the_others() -> None:
    presence = lying("north", SEVEN, OTHER)
    silent(presence, "north", OTHER, 905, 925)
    assert presence.wanted("north", Need.ROUTINE, 925) == Wanted(SEVEN, Need.ROUTINE)


def test_a_reader_is_mute_once_all_that_lies_there_is_silent_beyond_chance() -> None:
    presence = lying("north", SEVEN, OTHER)
    silent(presence, "north", SEVEN, *range(901, 930))
    assert not presence.mute("north")
    silent(presence, "north", OTHER, 903, 906)
    assert not presence.mute("north")
    silent(presence, "north", OTHER, 909, 912)
    assert presence.mute("north")
    seen(presence, "north", OTHER, 913)
    assert not presence.mute("north")
    assert not presence.mute("deck")


# ----------------------------------------------------------------------- more than one reader


def test_a_tag_carried_to_another_reader_is_told_there_as_soon_as_it_is_silent_here() -> None:
    presence = lying("north", SEVEN)
    presence.found("deck", SEVEN, 2, 930)
    assert sightings(presence, 931) == ()
    assert presence.wanted("north", Need.SOLO, 931) == Wanted(SEVEN, Need.SOLO)
    silent(presence, "north", SEVEN, 932, 934, 936)
    assert set(sightings(presence, 937)) == {
        Left(936, "north", SEVEN),
        Arrived(930, "deck", SEVEN),
    }
    assert presence.lying("deck") == (SEVEN,)


def test_a_tag_heard_by_a_neighbour_too_stays_where_it_lies() -> None:
    # miguelbalboa/rfid#589
    presence = lying("north", SEVEN)
    presence.found("east", SEVEN, 2, 930)
    for now_ms in range(932, 2000, 10):
        seen(presence, "north", SEVEN, now_ms)
        seen(presence, "east", SEVEN, now_ms + 3)
    assert sightings(presence, 2000) == ()
    assert presence.crossed == {SEVEN: ("north", "east")}
    assert presence.lying("east") == ()
    assert presence.take(2001).settled_ms == 2000


def test_a_tag_heard_by_two_readers_is_looked_at_alone_only_in_doubt() -> None:
    presence = lying("north", SEVEN)
    presence.found("east", SEVEN, 2, 930)
    assert presence.wanted("north", Need.SOLO, 930) == Wanted(SEVEN, Need.SOLO)
    seen(presence, "north", SEVEN, 932)
    seen(presence, "east", SEVEN, 935)
    assert presence.wanted("north", Need.ROUTINE, 951) is None
    assert presence.wanted("north", Need.ROUTINE, 952) == Wanted(SEVEN, Need.ROUTINE)
    assert presence.wanted("east", Need.SOLO, 1084) is None
    assert presence.wanted("east", Need.SOLO, 1085) == Wanted(SEVEN, Need.SOLO)
    silent(presence, "north", SEVEN, 960)
    assert presence.wanted("north", Need.SOLO, 960) == Wanted(SEVEN, Need.SOLO)


def shadowed() -> Presence:
    """A tag that lies on north, heard on east too, and silent on north at last."""
    presence = lying("north", SEVEN)
    presence.found("east", SEVEN, 2, 930)
    seen(presence, "north", SEVEN, 932)
    seen(presence, "east", SEVEN, 935)
    presence.take(936)
    silent(presence, "north", SEVEN, 940, 942, 944)
    return presence


def test_one_heard_by_a_neighbour_is_told_there_once_it_is_gone_here_and_read_there() -> None:
    presence = shadowed()
    assert sightings(presence, 945) == (Left(944, "north", SEVEN),)
    assert presence.wanted("east", Need.PROOF, 945) == Wanted(SEVEN, Need.PROOF)
    seen(presence, "east", SEVEN, 946)
    assert sightings(presence, 947) == (Arrived(944, "east", SEVEN),)
    assert presence.crossed == {}


def test_one_heard_by_a_neighbour_is_not_told_there_when_it_is_lifted() -> None:
    presence = shadowed()
    assert sightings(presence, 945) == (Left(944, "north", SEVEN),)
    silent(presence, "east", SEVEN, *range(946, 1300, 10))
    assert sightings(presence, 1300) == ()
    assert presence.count("east") == 0


def test_one_heard_by_a_neighbour_for_a_while_is_crossed_no_longer_than_that() -> None:
    presence = lying("north", SEVEN)
    presence.found("east", SEVEN, 2, 930)
    seen(presence, "north", SEVEN, 932)
    seen(presence, "east", SEVEN, 935)
    silent(presence, "east", SEVEN, *range(940, 1300, 10))
    assert presence.crossed == {}
    assert presence.count("east") == 0
    assert presence.lying("north") == (SEVEN,)


# ----------------------------------------------------------------------------- the readers


def test_a_reader_that_fails_forgets_what_lay_there() -> None:
    presence = lying("north", SEVEN)
    presence.failed("north", "no answer", 905)
    assert sightings(presence, 906) == (Failed(905, "north", "no answer"),)
    assert presence.lying("north") == ()


def test_a_reader_that_returns_tells_all_that_lies_there_and_nothing_else() -> None:
    presence = lying("north", SEVEN)
    presence.failed("north", "no answer", 905)
    presence.take(906)
    presence.returning("north", 2000)
    presence.looked("north", 2002)
    presence.found("north", OTHER, 2, 2012)
    presence.found("north", FOUR, 1, 2020)
    presence.looked("north", 2031)  # one is not proven yet
    assert sightings(presence, 2032) == ()
    presence.glanced("north", FOUR, Glance.SEEN, 1, False, 2033)
    presence.looked("north", 2034)
    assert sightings(presence, 2035) == (Back(2034, "north", (OTHER, FOUR)),)
    assert presence.lying("north") == (OTHER, FOUR)


def test_a_reader_that_returns_empty_says_so() -> None:
    presence = new()
    presence.returning("deck", 100)
    presence.looked("deck", 129)
    assert sightings(presence, 129) == ()
    presence.looked("deck", 130)
    assert sightings(presence, 131) == (Back(130, "deck", ()),)


def test_what_can_never_be_proven_does_not_hold_a_return_up_for_ever() -> None:
    presence = new()
    presence.returning("deck", 100)
    presence.found("deck", FOUR, 1, 110)
    presence.looked("deck", 299)
    assert sightings(presence, 299) == ()
    presence.looked("deck", 300)
    assert sightings(presence, 301) == (Back(300, "deck", ()),)


def test_one_that_fails_again_before_it_returned_is_not_told_twice() -> None:
    presence = new()
    presence.failed("deck", "no answer", 100)
    presence.take(101)
    presence.returning("deck", 200)
    presence.failed("deck", "no answer", 210)
    assert sightings(presence, 211) == ()


def test_silences_of_a_reader_that_was_being_reset_do_not_count() -> None:
    presence = lying("north", SEVEN)
    silent(presence, "north", SEVEN, *range(903, 990, 3))
    presence.excused("north", 990)
    silent(presence, "north", SEVEN, *range(993, 1085, 3))
    assert sightings(presence, 1088) == ()
    silent(presence, "north", SEVEN, 1090)
    assert sightings(presence, 1091) == (Left(1090, "north", SEVEN),)


# ------------------------------------------------------------------------------- settings


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("appear_proofs", 0),
        ("appear_within_ms", 51),  # the promise of 60 ms would not hold
        ("vanish_ms", 29),
        ("vanish_doubt", 16),
        ("glance_ms", 4),
        ("shadow_ms", 2001),
    ],
)
def test_thresholds_have_bounds(key: str, value: int) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({key: value}, PresenceSettings)
