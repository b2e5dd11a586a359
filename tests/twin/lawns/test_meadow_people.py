"""Bots beside people at a meadow, who do as they like: look on, snatch, put things anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Any

import pytest
from meadow.games.game import Seat
from meadow.pieces.kinds import StashToken, TreatCard
from meadow_host.twin.meadow.bots.company import MeadowPlayers
from meadow_host.twin.meadow.bots.parties import WorldHands, set_table
from meadow_host.twin.meadow.bots.skills import SKILLS
from meadow_host.twin.meadow.ground import MEADOW, PILE, SIDES
from meadow_host.twin.meadow.sitting import Sitting
from meadow_host.twin.meadow.world import World

from tests.table.sat import MemoryJournal
from tests.twin.lawns.table import sit

RAKES = dict(zip(SIDES, ("rake.red", "rake.blue", "rake.yellow", "rake.green"), strict=True))
BOTS = ("north", "east", "south")


class Room:
    """A running table in steps of 20 ms: bots at three sides, a person at west."""

    def __init__(self, seed: int) -> None:
        self.journals: list[MemoryJournal] = []
        self.sitting: Sitting = sit(seed, self.journals)
        self.world = self.sitting.world
        set_table(self.world, "sweepers")
        self.bots: MeadowPlayers | None = None
        self.say("thats-my-stash")
        for side, rake in RAKES.items():
            assert self.world.take("person", rake) == ""
            assert self.world.put("person", f"tray.{side}") == ""
            self.pass_by(1)
            assert self.world.take("person", rake) == ""
            assert self.world.put("person", f"beside.{side}") == ""
        self.say("start")
        self._sit_down(seed)

    def _sit_down(self, seed: int) -> None:
        pieces = self.sitting.register.pieces
        self.bots = MeadowPlayers(
            self.world,
            [Seat(side, rake) for side, rake in RAKES.items()],
            [piece for piece in pieces if isinstance(piece, StashToken)],
            [piece for piece in pieces if isinstance(piece, TreatCard)],
            WorldHands(self.world, self.sitting.table.say, self.sitting.eyes),
            self.sitting.eyes,
            Random(seed),
            dict.fromkeys(BOTS, SKILLS["expert"]),
        )

    @property
    def phase(self) -> str:
        return str(self.view().get("game", {}).get("phase", ""))

    def view(self) -> Mapping[str, Any]:
        return self.sitting.eyes.view()

    def moments(self, seconds: int) -> Iterator[int]:
        """Let time pass; numbers its steps."""
        clock, eyes = self.sitting.clock, self.sitting.eyes
        for number in range(50 * seconds):
            clock.sleep_ms(20)
            self.world.advance_to(clock.now_ms())
            due_ms = self.bots.next_ms() if self.bots else None
            is_due = eyes.saw_news or due_ms is None or due_ms <= clock.now_ms()
            if self.bots is not None and is_due:
                eyes.saw_news = False
                self.bots.act(clock.now_ms())
            self.sitting.table.loop.run_pass()
            yield number

    def pass_by(self, seconds: int) -> None:
        for _ in self.moments(seconds):
            pass

    def until(self, what: Callable[[], bool], seconds: int) -> None:
        """Let time pass until something is so. Fails if it never is."""
        for _ in self.moments(seconds):
            if what():
                return
        raise AssertionError(f"after {seconds} s: {self.view()}")

    def say(self, word: str) -> None:
        self.sitting.table.say(word)
        self.pass_by(1)


@pytest.fixture
def room() -> Room:
    return Room(4)


def test_bots_deal_to_a_person_and_win_against_one_who_only_looks_on(room: Room) -> None:
    room.until(lambda: room.phase == "playing", 120)
    assert len(room.world.at("cards.west")) == 7

    room.until(lambda: room.phase == "over", 400)

    assert room.view()["game"]["winners"][0] in BOTS
    room.until(lambda: len(room.world.at(PILE)) == 36 and len(room.world.at(MEADOW)) == 42, 60)


@pytest.mark.parametrize("seed", range(3))
def test_bots_go_on_though_a_person_snatches_rakes_cards_and_tokens(room: Room, seed: int) -> None:
    rng = Random(seed)
    room.until(lambda: room.phase == "playing", 120)

    for number in room.moments(400):
        if room.phase == "over":
            break
        if number % 100 == 0 and number < 6000:
            _meddle(room.world, rng)

    assert room.phase == "over"


def _meddle(world: World, rng: Random) -> None:
    """A person takes something, keeps it for a moment in mid-air, and puts it anywhere."""
    if world.hold("person") is None:
        places = ("meadow", "tray.east", "beside.south", "cards.north", "tray.south", "cards.west")
        pieces = [piece for place in places for piece in world.at(place)]
        world.take("person", rng.choice(pieces), who="west")
        return
    for place in rng.sample(("meadow", "tray.east", "tray.north", "beside.south", "deck"), 5):
        if not world.put("person", place):
            return
    world.let_go("west")


def test_bots_that_get_up_in_mid_game_leave_nothing_in_their_hands(room: Room) -> None:
    bots = room.bots
    assert bots is not None
    room.until(lambda: any(room.world.hold(f"bot.{side}") for side in BOTS), 120)
    room.pass_by(20)

    room.bots = None
    bots.leave()
    room.pass_by(2)

    assert [room.world.hold(f"bot.{side}") for side in BOTS] == [None] * 3
    assert [room.world.where(RAKES[side]).place for side in BOTS] == [
        "beside.north",
        "beside.east",
        "beside.south",
    ]
    assert room.world.next_ms() is None


def test_a_person_who_rakes_by_hand_wins_against_bots_that_are_slow(room: Room) -> None:
    room.until(lambda: room.phase == "playing", 120)
    room.bots = None  # they fell asleep

    for _ in room.moments(60):
        if room.phase == "over":
            break
        _play_west(room)

    assert room.view()["game"]["winners"] == ["west"]


def _play_west(room: Room) -> None:
    """West's open card is covered by the hand that cheats: from the meadow over the own tray."""
    world = room.world
    (west,) = [side for side in room.view()["game"]["sides"] if side["side"] == "west"]
    for card in west["open"]:
        lies = world.where(card)
        if not lies.up:
            assert world.turn(card) == ""
        token = card.replace("treat.", "token.")
        assert world.take("person", token, who="west") == ""
        assert world.put("person", "tray.west") == ""
        room.pass_by(1)
        assert world.take("person", token, who="west") == ""
        assert world.cover("person", card) == ""
        room.pass_by(1)
