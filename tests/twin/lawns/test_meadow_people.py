"""Bots on the seats that people leave to them, at a table where people do as they like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from meadow_host.twin.meadow.bots.parties import WorldHands, set_table
from meadow_host.twin.meadow.bots.seated import SeatedBots
from meadow_host.twin.meadow.bots.skills import SKILLS
from meadow_host.twin.meadow.ground import MEADOW, PILE
from meadow_host.twin.meadow.sitting import Sitting
from meadow_host.twin.meadow.world import World

from tests.table.sat import MemoryJournal
from tests.twin.lawns.lawn import RED
from tests.twin.lawns.table import sit


class Room:
    """A running table: bots on some seats, a person who does something now and then."""

    def __init__(self, seed: int, game: str, bots: list[str], skill: str = "expert") -> None:
        self.journals: list[MemoryJournal] = []
        self.sitting: Sitting = sit(seed, self.journals)
        self.world = self.sitting.world
        set_table(self.world, game)
        hands = WorldHands(self.world, self.sitting.table.say, self.sitting.eyes)
        abilities = dict.fromkeys(bots, SKILLS[skill])
        pieces = self.sitting.register.pieces
        self.bots = SeatedBots(
            self.world, pieces, hands, self.sitting.eyes, Random(seed), abilities
        )

    def view(self) -> Mapping[str, Any]:
        return self.sitting.eyes.view()

    def moments(self, seconds: int) -> Iterator[Mapping[str, Any]]:
        """Let time pass in steps of 20 ms; gives what everybody sees."""
        clock, table, bots = self.sitting.clock, self.sitting.table, self.bots
        until_ms = clock.now_ms() + 1000 * seconds
        while clock.now_ms() < until_ms:
            clock.sleep_ms(20)
            self.world.advance_to(clock.now_ms())
            due_ms = bots.next_ms()
            if self.sitting.eyes.saw_news or due_ms is None or due_ms <= clock.now_ms():
                self.sitting.eyes.saw_news = False
                bots.act(clock.now_ms())
            table.loop.run_pass()
            yield self.view()

    def until(self, what: Callable[[Mapping[str, Any]], bool], seconds: int = 300) -> None:
        """Let time pass until people see something. Fails if they never do."""
        for view in self.moments(seconds):
            if what(view):
                return
        raise AssertionError(f"after {seconds} s: {self.view()}")

    def say(self, *words: str) -> None:
        self.sitting.table.say(words[0], *words[1:])
        for _ in self.moments(1):
            pass

    def joins(self, side: str, rake: str) -> None:
        """A person lays a rake on the own tray and takes it back."""
        assert self.world.take("person", rake, who=side) == ""
        assert self.world.put("person", f"tray.{side}") == ""
        self.until(lambda view: any(one["side"] == side for one in view["lobby"]["seats"]))
        assert self.world.take("person", rake, who=side) == ""
        assert self.world.put("person", f"beside.{side}") == ""


def phase(view: Mapping[str, Any]) -> str:
    return str(view.get("game", {}).get("phase", ""))


@pytest.fixture
def with_three_bots() -> Room:
    """A person with the red rake at north, bots elsewhere, "That's My Stash!" chosen."""
    room = Room(4, "sweepers", ["east", "south", "west"])
    room.say("thats-my-stash")
    room.joins("north", RED)
    return room


def test_bots_join_once_a_game_is_chosen(with_three_bots: Room) -> None:
    with_three_bots.until(lambda view: len(view["lobby"]["seats"]) == 4, 20)

    seats = with_three_bots.view()["lobby"]["seats"]
    assert {seat["side"]: bool(seat["rake"]) for seat in seats} == {
        "north": True,
        "east": True,
        "south": True,
        "west": True,
    }
    for _ in with_three_bots.moments(3):
        pass
    for side in ("east", "south", "west"):
        assert with_three_bots.world.at(f"tray.{side}") == []


def test_without_a_game_bots_wait() -> None:
    room = Room(1, "sweepers", ["east"])

    for view in room.moments(10):
        assert view["lobby"]["seats"] == []
    assert room.bots.next_ms() is None


def test_bots_deal_for_a_person_and_play_against_one_who_only_looks_on(
    with_three_bots: Room,
) -> None:
    room = with_three_bots
    room.until(lambda view: len(view["lobby"]["seats"]) == 4)
    room.say("start")
    room.until(lambda view: phase(view) == "ready")
    assert len(room.world.at("cards.north")) == 7

    room.world.take("person", RED, who="north")
    room.world.put("person", "deck")
    room.until(lambda view: phase(view) == "counting", 10)
    room.world.take("person", RED, who="north")
    room.world.put("person", "beside.north")

    room.until(lambda view: phase(view) == "over", 400)
    assert room.view()["game"]["winners"][0] in ("east", "south", "west")
    room.until(lambda view: len(room.world.at(PILE)) == 36 and len(room.world.at(MEADOW)) == 42)


def test_bots_go_on_though_a_person_snatches_rakes_and_tokens(with_three_bots: Room) -> None:
    room, rng = with_three_bots, Random(3)
    room.until(lambda view: len(view["lobby"]["seats"]) == 4)
    room.say("start")
    room.until(lambda view: phase(view) == "ready")
    room.say("start")
    room.until(lambda view: phase(view) == "playing")

    for number, view in enumerate(room.moments(400)):
        if phase(view) == "over":
            break
        if number % 150 == 0 and number < 6000:
            _meddles(room.world, rng)
    assert phase(room.view()) == "over"


def _meddles(world: World, rng: Random) -> None:
    """A person takes something, keeps it for a moment in mid-air, puts it anywhere."""
    hold = world.hold("person")
    if hold is None:
        taken_from = ("meadow", "tray.east", "beside.south", "cards.west", "tray.south")
        pieces = [piece for place in taken_from for piece in world.at(place)]
        world.take("person", rng.choice(pieces), who="north")
        return
    for _ in range(5):
        places = ("meadow", "tray.east", "tray.north", "beside.south", "cards.west", "deck")
        if not world.put("person", rng.choice(places)):
            return
    world.let_go("north")


def test_a_bot_that_gets_up_before_the_game_does_not_join() -> None:
    room = Room(2, "sweepers", ["east", "west"])
    room.bots.unseat("west")
    room.bots.seat("south", SKILLS["novice"])
    room.say("quick-paws")

    room.until(lambda view: len(view["lobby"]["seats"]) == 2)

    assert [seat["side"] for seat in room.view()["lobby"]["seats"]] == ["east", "south"]


# -------------------------------------------------------------------------- Sweet Takes


def _plays_first_that_may(room: Room) -> None:
    """The person at north plays the first card of the own hand that the table takes."""
    world = room.world
    for _ in room.moments(1):  # two cards at once count as one play
        pass
    for card in tuple(world.at("hand.north")):
        world.take("person", card, who="north")
        world.put("person", "deck", up=True)
        for _ in room.moments(1):
            pass
        game = room.view()["game"]
        if any(play["card"] == card for play in (*game["plays"], *game["last_round"])):
            return
        world.take("person", card, who="north")
        world.put("person", "hand.north")


@pytest.mark.parametrize("words", [["sweet-takes"], ["sweet-takes", "deal-unscanned"]])
def test_bots_deal_and_play_a_whole_game_of_sweet_takes_with_a_person(words: list[str]) -> None:
    room = Room(3, "sweet-takes", ["east", "south", "west"])
    for word in words:
        room.say(word)
    room.joins("north", RED)
    room.until(lambda view: len(view["lobby"]["seats"]) == 4)
    room.say("start")
    room.until(lambda view: phase(view) == "playing")
    for view in room.moments(900):
        if phase(view) == "over":
            break
        if phase(view) == "playing" and view["game"]["on_turn"] == "north":
            if room.world.at("hand.north"):
                _plays_first_that_may(room)
            else:
                _plays_blind(room)
    assert room.view()["game"]["outcome"] in ("won", "shared")


def _plays_blind(room: Room) -> None:
    """The person plays a card of the stash (S12)."""
    world = room.world
    stash = [card for card in world.at("cards.north") if not world.where(card).up]
    if not stash:
        return
    scanned = room.view()["game"]["deal"] == "scanned"
    world.take("person", stash[0], who="north")
    world.put("person", "deck" if scanned else "tray.north", up=True)
    for _ in room.moments(1):
        pass
