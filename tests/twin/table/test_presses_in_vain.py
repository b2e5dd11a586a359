"""A press that in the end says nothing is told to whoever pressed, and to nobody else."""

from __future__ import annotations

import pytest
from meadow_host.twin.table.people import People
from meadow_host.twin.table.person import Person

from tests.table.sat import YELLOW
from tests.twin.table.seated import Seated

OVER = "that is over already, and nothing was said: look again"
TAKEN = "somebody took it meanwhile, and nothing was said: look again"
HELD = "this is in another hand: wait until it is let go"
CARD = "command.quick-paws"


class Vain:
    """South and north at a table, and what each was told."""

    def __init__(self) -> None:
        self.seated = Seated()
        self.people: People = self.seated.people
        self.south, self.to_south = self._sits("south")
        self.north, self.to_north = self._sits("north")

    def _sits(self, seat: str) -> tuple[Person, list[str]]:
        told: list[str] = []
        person = self.people.come(f"key-of-{seat}", hears=told.append)
        assert self.people.sit(person, [seat]) == ""
        return person, told

    def wait(self, duration_ms: int) -> None:
        self.seated.wait(duration_ms)
        for person in self.people:
            self.people.heard(person)

    def grabs(self, person: Person, piece: str) -> None:
        """With a finger, where it lies."""
        at = self.seated.world.where(piece)
        assert self.people.down(person, 0, at.x, at.y) == ""
        assert self.seated.place(piece).startswith("held.")


@pytest.fixture
def vain() -> Vain:
    return Vain()


def test_who_says_what_is_over_already_is_told_so(vain: Vain) -> None:
    assert vain.people.speak(vain.south, "south", "deck", "playing playing") == ""
    vain.wait(2000)
    assert (vain.to_south, vain.to_north) == ([OVER], [])
    assert vain.seated.place(YELLOW) == "box"


def test_who_joins_as_the_game_begins_is_told_that_it_was_too_late(vain: Vain) -> None:
    vain.seated.plays("thats-my-stash", "north", "east")
    assert vain.people.speak(vain.south, "south", "south", "lobby") == ""
    vain.wait(2000)
    assert (vain.to_south, vain.to_north) == ([OVER], [])


def test_a_second_word_that_is_over_once_the_rake_is_back_is_told_once(vain: Vain) -> None:
    vain.seated.table.say("thats-my-stash")
    vain.wait(300)
    for word in ("south", "deck", "deck"):  # a second tap is no second word
        assert vain.people.speak(vain.south, "south", word, "lobby") == ""
        vain.wait(50)
    vain.seated.table.say("seat", "north")
    vain.wait(100)
    vain.seated.table.say("start")
    vain.wait(2000)
    assert vain.seated.game["phase"] == "dealing"
    assert vain.to_south.count(OVER) == 1
    assert OVER not in vain.to_north


def test_a_second_word_whose_rake_somebody_took_is_told(vain: Vain) -> None:
    assert vain.people.speak(vain.south, "south", "south") == ""
    vain.wait(300)
    assert vain.people.speak(vain.south, "south", "deck") == ""
    vain.wait(400)
    vain.grabs(vain.north, YELLOW)
    vain.wait(1000)
    assert vain.to_south[-1] == HELD
    assert vain.to_north == []


def test_a_card_that_is_taken_before_it_is_laid_again_is_told_to_all_who_pressed(
    vain: Vain,
) -> None:
    assert vain.people.lay(vain.south, CARD, "deck") == ""
    vain.wait(500)
    assert vain.people.show(vain.south, CARD, "deck") == ""
    assert vain.people.show(vain.north, CARD, "deck") == ""
    vain.wait(100)
    vain.grabs(vain.north, CARD)
    vain.wait(1500)
    assert (vain.to_south, vain.to_north) == ([TAKEN], [TAKEN])


def test_a_word_tapped_twice_and_said_once_is_no_word_in_vain(vain: Vain) -> None:
    vain.seated.table.say("thats-my-stash")
    vain.wait(300)
    for _ in range(3):
        assert vain.people.speak(vain.south, "south", "south", "lobby") == ""
        vain.wait(130)
    vain.wait(2000)
    assert (vain.seated.joined, vain.to_south) == (["south"], [])
