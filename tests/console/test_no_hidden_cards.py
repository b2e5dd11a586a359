"""Whole games by seed: no message to a spectator names a card that not all may know just then."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from meadow.clock import ManualClock
from meadow.console.changes import patched
from meadow.console.hub import Hub, Page, Stream
from meadow.console.names import Names
from meadow.console.publish import Published, Publisher
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.games.game import PUBLIC, Fact, seat_audience
from meadow.games.package import load_packages
from meadow.pieces.kinds import SuitCard, TreatCard
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.load import default_settings
from meadow.table.status import News
from meadow_host.evening import Evening, guests_of, invitation
from pytest_mock import MockerFixture

from tests.table.sat import MemoryJournal

PACKAGES = load_packages()
REGISTER = made_up_register(default_sets())
SETTINGS = default_settings({name: one.settings_type for name, one in PACKAGES.items()})
CARDS = {one.id: one for one in REGISTER.pieces if isinstance(one, TreatCard | SuitCard)}
UIDS = {str(REGISTER.uid_of(card)): card for card in CARDS}
ID = re.compile(r"(?:treat|card)\.[a-z-]+\.[a-z0-9]+")
SUIT_CARD = re.compile(r"\b(purple|pink|yellow|white|green|blue) ([a-z]+) (\d+)\b")
GAMES = (
    "thats-my-stash",
    "thats-my-stash referee-check way-b",
    "quick-paws way-d",
    "sweet-takes",
    "sweet-takes three-sets",
    "sweet-takes deal-unscanned",
)


def cards_in(text: str) -> set[str]:
    """The cards that a text names by id, by tag or in words."""
    found = {one for one in ID.findall(text) if one in CARDS}
    found |= {UIDS[uid] for uid in re.findall(r"\b04[0-9A-F]{12}\b", text) if uid in UIDS}
    return found | {f"card.{hue}-{kind}.{n}" for hue, kind, n in SUIT_CARD.findall(text)}


class Eavesdropper:
    """A spectator's page, an operator's, and what all may know at the moment."""

    def __init__(self, evening: Evening) -> None:
        self.table = evening.table
        self.hub = Hub("boot", lambda viewers, streams: None, ManualClock())
        self.story, self.names = Story(), Names()
        self.spectator, self.operator = (Page(viewer, lambda: None) for viewer in Viewer)
        self.publisher = Publisher(self._take)
        self.publisher.wanted = frozenset(Viewer)
        self.publisher.attach(self.table)
        for page in (self.spectator, self.operator):
            self.hub.join(page)
            self.hub.stream(page, frozenset(Stream))
        self.known: set[str] = set()
        self.named: set[str] = set()
        self.operators: set[str] = set()
        self.shown: dict[str, Any] = {}
        self.messages = 0
        self.table.listen(self.heard)

    def _take(self, published: Published) -> None:
        self.hub.publish(published.now_ms, published.states)
        for one in published.heard:
            for viewer, message in self.story.take(one).items():
                self.hub.tell(message, viewer=viewer)

    def heard(self, news: News) -> None:
        """Something happened: look at all that pages are told of it."""
        before = self.known
        self.known = cards_in(json.dumps(self.table.view(PUBLIC)))
        facts = [one for one in news.outputs if isinstance(one, Fact) and one.audience == PUBLIC]
        named = cards_in(json.dumps(msgspec.to_builtins(facts)))
        self.publisher.look(self.table)
        for text in _told(self.spectator):
            self.messages += 1
            assert cards_in(text) <= before | self.known | named, text
            self._follow(json.loads(text))
        assert cards_in(json.dumps(self.shown)) <= self.known
        self.named |= named
        assert cards_in(json.dumps(self.story.history()["lines"][-20:])) <= self.named
        for text in _told(self.operator):
            self.operators |= cards_in(text)
            assert cards_in(text) <= before | named | self._referees(), text

    def _follow(self, told: Mapping[str, Any]) -> None:
        if told["is"] == "snapshot":
            self.shown = told["state"]
        elif told["is"] == "change":
            self.shown = patched(self.shown, told["patch"])

    def _referees(self) -> set[str]:
        """All cards but those that players hold, which the referee may not know."""
        view = self.table.view(PUBLIC).get("game", {})
        held: set[str] = set()
        for seat in view.get("seats", ()):
            own = self.table.view(seat_audience(seat["seat"]))["game"]
            held |= set(own["hand"])
        return set(CARDS) - held | self.known


def _told(page: Page) -> Iterator[str]:
    while not page.queue.empty():
        text = page.queue.get_nowait()
        assert text is not None
        yield text or page.take_latest()


@pytest.fixture(autouse=True)
def at_every_moment(mocker: MockerFixture) -> None:
    mocker.patch("meadow.console.publish.REST_MS", 0)


def overheard(game: str, seed: int) -> Eavesdropper:
    """A whole game, every message of which was looked at."""
    evening = Evening(
        seed, PACKAGES, SETTINGS, REGISTER, MemoryJournal, lambda: "2026-03-07T14:05:09Z", 1
    )
    listening = Eavesdropper(evening)
    guests = lambda package: guests_of(seed, REGISTER, package, 2 + seed % 3)  # noqa: E731
    for _ in evening.play(invitation(game.split(), PACKAGES, guests)):
        pass
    return listening


@pytest.mark.rule("R13", "R88", "R90")
@pytest.mark.parametrize("game", GAMES)
def test_spectators_are_told_of_no_card_that_is_hidden(game: str) -> None:
    listening = overheard(game, seed=len(game))
    assert listening.messages > 50
    if "referee-check" not in game:  # the table names none that it was not shown
        assert len(listening.named) > 5


@pytest.mark.rule("R13")
def test_operators_see_what_the_referee_sees() -> None:
    listening = overheard("thats-my-stash", seed=5)
    assert len(listening.operators) > len(listening.named) + 5


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("game", GAMES)
def test_no_seed_gives_a_hidden_card_away(game: str, seed: int) -> None:
    assert overheard(game, seed).messages > 50
