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
    for now_ms in range(0, 5000, 10):
        notes.looked("north", tree(now_ms % 100 == 0), now_ms)
    assert line(notes, 5000) == ""


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
