"""A whole journal of three sets can be read aloud: no card is named before it is played."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest
from meadow.games.game import Said, Seat
from meadow.games.sweet_takes import PACKAGE
from meadow.games.sweet_takes.package import SweetTakesSettings
from meadow.games.sweet_takes.setup import Deal, Setup
from meadow.journal.lines import Source, encode_header, make_header
from meadow.journal.maker import LineMaker
from meadow.nfc.sightings import Arrived, Left
from meadow.pieces.kinds import SuitCard
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.table.play import Play

from tests.host.calls import meadow

REGISTER = made_up_register(default_sets())
SUITS = ("purple-rings", "pink-buttons", "yellow-bears")
CARDS = tuple([piece for piece in REGISTER.pieces if isinstance(piece, SuitCard)])
USED = [card.id for card in CARDS if card.suit in SUITS]
UIDS = {str(REGISTER.uid_of(card.id)): card.id for card in CARDS}
NAME = re.compile(r"card\.[a-z-]+\.\d+|(?:purple|pink|yellow|white|green|blue) [a-z]+ \d+\b")


class Evening:
    """Two players, three sets; every third play is first tried with a card that is refused, and
    every fifth is undone once and made again.
    """

    def __init__(self, deal: Deal) -> None:
        self.random = random.Random(7)
        self.now_ms = 1000
        seats = (Seat("north", participant="p-1"), Seat("south", participant="p-2"))
        setup = Setup(seats, CARDS, SUITS, tracker="tracker", leader="north", sets=3, deal=deal)
        header = make_header(
            game="sweet-takes",
            rules=PACKAGE.game.rules_version,
            table="meadow",
            firmware="0.1.0",
            began="2025-11-30T14:05:09Z",
            setup=setup,
            settings=SweetTakesSettings(),
            pieces=_pieces(),
        )
        self.lines = [encode_header(header)]
        self.play = Play(PACKAGE.game, REGISTER.piece_of, setup, LineMaker())
        self.hands = list(USED)
        for number in range(3):
            self._set(number, deal)

    def _set(self, number: int, deal: Deal) -> None:
        if number:
            self._say("start")
        self.random.shuffle(self.hands)
        if deal is Deal.SCANNED:
            for card in self.hands[:24]:
                self._tap(card)
        for turn in range(24):
            place, legal = self._legal()
            if turn % 3 == 1:
                self._tap(next(card for card in USED if card not in legal))
            self._lay(legal[0], place)
            if turn % 5 == 2:
                self._say("undo")
                self._lift(legal[0], place)
                self._say("start")
                self._wait(4000)
                self._lay(legal[0], place)
            self._lift(legal[0], place)

    def _legal(self) -> tuple[str, tuple[str, ...]]:
        """A place where a card may be laid now, and which; the deck reader if it may be there."""
        moves = [move for move in self.play.legal() if move.do == "place" and move.pieces]
        move = min(moves, key=lambda move: move.at != "deck")
        return move.at, move.pieces

    def _tap(self, card: str) -> None:
        self._lay(card)
        self._lift(card)

    def _lay(self, card: str, place: str = "deck") -> None:
        self.play.saw(Arrived(self.now_ms, place, str(REGISTER.uid_of(card))))
        self._wait(500)

    def _lift(self, card: str, place: str = "deck") -> None:
        self.play.saw(Left(self.now_ms, place, str(REGISTER.uid_of(card))))
        self._wait(500)

    def _say(self, word: str) -> None:
        self.play.told(Said(self.now_ms, word), Source.OPERATOR)
        self._wait(100)

    def _wait(self, duration_ms: int) -> None:
        self.now_ms += duration_ms
        self.play.ring_until(self.now_ms)
        self.lines += self.play.take().lines


def _pieces() -> dict[str, Any]:
    return {uid: REGISTER.piece_of(uid) for uid, _ in REGISTER.entries}


@pytest.fixture(scope="module", params=[Deal.SCANNED, Deal.UNSCANNED], ids=["scanned", "unscanned"])
def journal(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("games") / f"{request.param.value}.jsonl"
    evening = Evening(request.param)
    assert evening.play.over
    path.write_bytes(b"".join(evening.lines))
    return path


def cards_of(line: dict[str, Any]) -> set[str]:
    """The cards that a shown line names in any way, by their ids."""
    text = f"{line['what']} {line['body']}"
    named = {UIDS[uid] for uid in UIDS if uid in text}
    for found in NAME.findall(text):
        suit, value = found.removeprefix("card.").replace(".", " ").rsplit(" ", 1)
        named.add(f"card.{suit.replace(' ', '-')}.{value}")
    return named


@pytest.mark.rule("R88", "R90", "R122")
def test_no_line_names_a_card_that_was_not_played_in_its_set(journal: Path) -> None:
    document = meadow("journal", "show", journal, "--json").document
    played: set[str] = set()
    plays = 0

    for number, line in enumerate(document["lines"]):
        if line["body"].get("type") == "fact.set-opened":
            played = set()
        if line["body"].get("type") == "arrived":
            three = document["lines"][number : number + 4]
            played |= {one["body"]["card"] for one in three if "role" in one["body"]}
            plays += "role" in three[2]["body"]
        assert cards_of(line) <= played, line
    assert plays == 3 * (24 + 5)


def test_all_the_lines_of_a_play_name_its_card(journal: Path) -> None:
    lines = meadow("journal", "show", journal, "--json").document["lines"]

    for number, line in enumerate(lines):
        if line["body"].get("type") == "fact.card-played":
            for part in lines[number - 2 : number + 1]:
                assert cards_of(part) == {line["body"]["card"]}


def test_all_names_every_card_that_a_reader_saw(journal: Path) -> None:
    lines = meadow("journal", "show", journal, "--json", "--all").document["lines"]

    seen = [line for line in lines if line["kind"] == "sighting"]
    assert len(seen) > 150
    assert all(cards_of(line) == {UIDS[line["body"]["uid"]]} for line in seen)


def test_the_heading_tells_how_it_is_played_and_no_piece_by_its_id(journal: Path) -> None:
    lines = meadow("journal", "show", journal).out.splitlines()

    assert lines[2:4] == [
        "suits purple rings and pink buttons and yellow bears, leader north, sets 3, "
        f"deal {journal.stem}, deal order clockwise, follow depth 2",
        "north; south",
    ]
