"""What a refusal names: the cards that whoever reads it sees anyway, and no others."""

from __future__ import annotations

import pytest
from meadow.console.publish import Heard, Publisher
from meadow.console.states import Viewer
from meadow.console.story import Story
from meadow.games.game import Refused
from meadow.games.package import load_packages
from meadow.table.status import News, Phase

from tests.table.sat import REGISTER, Sat

SPECTATOR, OPERATOR = Viewer.SPECTATOR, Viewer.OPERATOR
PIECES = {uid: piece for uid, _ in REGISTER.entries if (piece := REGISTER.piece_of(uid))}
ITEMS = ("acorn", "hazelnut", "mushroom", "blueberry", "pinecone", "honeycomb")


class Told:
    """A table, and what its pages are told of refusals."""

    def __init__(self) -> None:
        self.sat = Sat(load_packages())
        self._story = Story()
        self._heard: list[Heard] = []
        self._publisher = Publisher(lambda published: self._heard.extend(published.heard))
        self._publisher.attach(self.sat.table)

    def whys(self) -> dict[Viewer, list[str]]:
        """The refusals since the last look."""
        self.sat.wait(100)
        self._publisher.look(self.sat.table)
        news = [self._story.take(one) for one in self._heard]
        self._heard.clear()
        return {
            viewer: [refused["why"] for one in news for refused in one[viewer]["refused"]]
            for viewer in Viewer
        }

    def history(self) -> list[str]:
        return [line["text"] for line in self._story.history()["lines"]]


def played() -> Told:
    """North and south play; north's deck is moss with the honeycomb on top, south's is brook."""
    told = Told()
    for words in ("thats-my-stash", "way-a", "seat north", "seat south", "start"):
        told.sat.say(*words.split())
    for item in ITEMS:
        for ground in ("moss", "brook"):
            told.sat.say("deal", f"treat.{ground}.{item}")
    told.sat.say("start", wait_ms=2100)
    assert told.whys() == {SPECTATOR: [], OPERATOR: []}
    assert told.sat.table.view("public")["game"]["sides"][0]["open"] == ["treat.moss.honeycomb"]
    return told


def test_a_card_that_lies_face_down_is_named_to_the_operator_alone() -> None:
    told = played()
    told.sat.say("match", "token.moss.acorn", "treat.moss.acorn")
    assert told.whys() == {
        SPECTATOR: ["a card is not an open card of north"],
        OPERATOR: ["card acorn on moss is not an open card of north"],
    }
    told.sat.say("match", "token.moss.acorn", "treat.bark.acorn")
    assert told.whys() == {
        SPECTATOR: ["a card is in nobody's deck"],
        OPERATOR: ["card acorn on bark is in nobody's deck"],
    }
    assert told.history()[-2:] == [
        "operator: says 'match token acorn on moss, a card'",
        "refused: a card is in nobody's deck",
    ]


def test_tokens_are_named_to_all() -> None:
    told = played()
    told.sat.say("stray", "token.moss.acorn")
    why = ["token acorn on moss lies in no tray and on no card"]
    assert told.whys() == {SPECTATOR: why, OPERATOR: why}


def test_a_card_that_is_open_to_all_is_named_to_all() -> None:
    refused = Refused("treat.moss.honeycomb and treat.moss.acorn do not go together", "north")
    shown = {SPECTATOR: ["treat.moss.honeycomb"], OPERATOR: ["treat.moss.honeycomb"]}
    news = News(0, (), (refused,))
    heard = Heard(news, Phase.PLAYING, PIECES, begins=False, shown=shown)
    assert Story().take(heard)[SPECTATOR]["refused"] == [
        {"why": "card honeycomb on moss and a card do not go together", "place": "north"}
    ]


@pytest.mark.parametrize("viewer", list(Viewer))
def test_in_the_lobby_a_card_that_lies_somewhere_is_not_named(viewer: Viewer) -> None:
    told = Told()
    told.sat.lay("deck", "treat.moss.acorn")
    why = "a card is of no use yet: choose a game, join, then start"
    assert told.whys()[viewer] == [why]


def test_a_card_of_another_game_lies_there_unseen_by_the_referee_too() -> None:
    told = Told()
    for words in ("sweet-takes", "seat north", "seat south", "leader north", "start"):
        told.sat.say(*words.split())
    told.whys()
    told.sat.lay("deck", "treat.moss.acorn")
    why = ["a card is no piece of this game: take it away"]
    assert told.whys() == {SPECTATOR: why, OPERATOR: why}
