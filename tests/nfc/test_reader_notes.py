"""What is odd about tags is told in one plain line, as long as it lasts."""

from __future__ import annotations

from meadow.nfc.anticollision import Found, Tree
from meadow.nfc.notes import Notes


def tree(heard: bool, *uids: str) -> Tree:
    made = Tree()
    made.heard = heard
    made.found = [Found(uid, 0, 2) for uid in uids]
    return made


def line(notes: Notes, now_ms: int, place: str = "north") -> str:
    return notes.line(place, False, {}, now_ms)


def test_nothing_is_odd_about_an_empty_reader() -> None:
    notes = Notes(["north"])
    notes.looked("north", tree(False), 100)
    assert line(notes, 100) == ""


def test_something_that_answers_for_a_second_without_a_number_is_told() -> None:
    notes = Notes(["north", "east"])
    for now_ms in range(0, 1000, 5):
        notes.looked("north", tree(True), now_ms)
        assert line(notes, now_ms) == ""
    notes.looked("north", tree(True), 1000)
    assert "cannot be read" in line(notes, 1000)
    assert line(notes, 1000, "east") == ""
    assert line(notes, 3000) == ""


def test_a_blip_of_noise_is_not() -> None:
    notes = Notes(["north"])
    for now_ms in range(0, 9000, 10):
        notes.looked("north", tree(now_ms < 60), now_ms)
        assert line(notes, now_ms) == ""


def test_noise_that_goes_on_is_told_until_it_ends() -> None:
    notes = Notes(["north", "east"])
    for now_ms in range(0, 6000, 10):
        notes.looked("north", tree(now_ms % 400 == 0), now_ms)
        notes.looked("east", tree(now_ms % 700 == 0), now_ms)
        assert (line(notes, now_ms) != "") == (now_ms >= 4000)
    assert line(notes, 6000).startswith("it hears what no tag says, so tags are read later: ")
    assert line(notes, 6000, "east") == ""
    assert line(notes, 7999).startswith("it hears what no tag says")
    assert line(notes, 8000) == ""


def test_a_tag_that_is_silent_to_every_third_look_is_told_after_two_seconds() -> None:
    notes = Notes(["north"])
    notes.missed("north", 0.33, 1000)
    assert line(notes, 2900) == ""
    notes.missed("north", 0.2, 3000)
    assert line(notes, 3000).startswith("a tag here is heard only now and then: ")
    notes.missed("north", 0.1, 3250)
    assert line(notes, 3250) == ""


def test_a_tag_that_misses_a_look_now_and_then_is_not() -> None:
    notes = Notes(["north"])
    for now_ms in range(0, 5000, 250):
        notes.missed("north", 0.2, now_ms)
        assert line(notes, now_ms) == ""


def test_that_a_reader_was_reset_is_told_for_a_minute() -> None:
    notes = Notes(["north", "east"])
    assert notes.mended("north", 100) == ""
    notes.reset("north", "its supply dips", 100)
    assert notes.mended("north", 60_099) == "its supply dips"
    assert notes.mended("north", 60_100) == ""
    assert notes.mended("east", 100) == ""


def test_to_those_who_mend_nothing_no_tag_is_named() -> None:
    crossed = {"DEADBEEF": ("north", "east")}
    told = Notes(["north"]).line("north", False, crossed, 0, names=False)
    assert told.startswith("a piece answers on north and on east: ")
    assert "DEADBEEF" not in told


def test_a_tag_that_is_read_at_last_is_not() -> None:
    notes = Notes(["north"])
    notes.looked("north", tree(True), 0)
    notes.looked("north", tree(True, "DEADBEEF"), 900)
    notes.looked("north", tree(True), 1100)
    assert line(notes, 1100) == ""


def test_too_many_tags_and_tags_on_two_readers_are_told() -> None:
    notes = Notes(["north", "east", "deck"])
    assert "more tags" in notes.line("north", True, {}, 0)
    crossed = {"DEADBEEF": ("north", "east")}
    for place in ("north", "east"):
        told = notes.line(place, False, crossed, 0)
        assert "DEADBEEF answers on north and on east" in told
        assert "\n" not in told
    assert notes.line("deck", False, crossed, 0) == ""
