"""Choosing Sweepers and joining it with the pieces of the box (T4, T5, T16, R9, R15)."""

from __future__ import annotations

from typing import Any

import pytest
from meadow.games.game import Refused, Seat, SetupError
from meadow.games.sweepers import PACKAGE
from meadow.games.sweepers.facts import CardCovered, CardDealt, CardOpened
from meadow.games.sweepers.package import SweepersSettings
from meadow.games.sweepers.setup import Mode, Referee, Setup
from meadow.pieces.sets import default_sets, pieces_of
from meadow.table.lobby import Lobby, LobbyState

from tests.table.sat import Sat

PIECES = {piece.id: piece for piece in pieces_of(default_sets())}
ITEMS = ("acorn", "hazelnut", "mushroom", "blueberry", "pinecone", "honeycomb")
CARDS = [f"treat.{ground}.{item}" for ground in ("moss", "brook", "bark") for item in ITEMS]
WHO = ("p1", "p2", "p3", "p4")


class Lounge:
    """Players laying pieces on the readers before a game of Sweepers."""

    def __init__(self) -> None:
        self.lobby = Lobby({"sweepers": PACKAGE}, ("north", "east", "south", "west", "deck"))
        self.state = LobbyState()
        self.refusal = ""

    def lay(self, place: str, *pieces: str) -> Lounge:
        for piece in pieces:
            self.state, outputs, _ = self.lobby.laid(self.state, place, PIECES[piece])
            self._heard(outputs)
        return self

    def say(self, word: str, *args: str) -> Lounge:
        self.state, outputs, _ = self.lobby.said(self.state, word, args)
        self._heard(outputs)
        return self

    def _heard(self, outputs: tuple[Any, ...]) -> None:
        self.refusal = next((o.why for o in outputs if isinstance(o, Refused)), "")

    @property
    def rakes(self) -> dict[str, str]:
        return {seat.side: seat.rake for seat in self.state.seats}

    def setup(self) -> Setup:
        who = WHO[: len(self.state.seats)]
        pieces = tuple(PIECES.values())
        _, made = self.lobby.setup(self.state, who, pieces, lambda _: SweepersSettings())
        assert isinstance(made, Setup)
        return made


@pytest.mark.rule("T4")
def test_command_cards_on_the_deck_reader_choose_the_game_its_referee_and_ways() -> None:
    lounge = Lounge().lay(
        "deck", "command.thats-my-stash", "command.referee-check", "command.way-a", "command.way-b"
    )
    lounge.lay("north", "rake.red").lay("south", "rake.blue")
    lounge.say("age", "north", "1").say("age", "south", "2")
    made = lounge.setup()
    assert (made.mode, made.referee, made.ways) == (Mode.STASH, Referee.CHECK, ("A", "B"))
    again = lounge.lay("deck", "command.quick-paws").setup()
    assert (again.mode, again.referee, again.ways) == (Mode.PAWS, Referee.CHECK, ("A", "B"))


@pytest.mark.rule("T4")
def test_a_command_card_on_a_tray_is_refused() -> None:
    lounge = Lounge().lay("north", "command.quick-paws")
    assert lounge.refusal == "the command card 'quick-paws' speaks on the deck reader only"
    assert lounge.state.game == ""


@pytest.mark.rule("T4")
def test_a_way_that_does_not_go_with_another_is_refused() -> None:
    lounge = Lounge().lay("deck", "command.quick-paws", "command.way-a", "command.way-d")
    assert lounge.refusal == "way D does not go with way A"
    assert lounge.state.choices.ways == ("A",)


@pytest.mark.rule("T5", "T16", "R15")
def test_a_player_joins_by_laying_a_rake_on_a_tray() -> None:
    lounge = Lounge().say("quick-paws").lay("west", "rake.green").lay("north", "rake.red")
    assert lounge.rakes == {"north": "rake.red", "west": "rake.green"}
    assert lounge.setup().seats == (
        Seat("north", "rake.red", "p1"),
        Seat("west", "rake.green", "p2"),
    )


@pytest.mark.rule("T5")
def test_a_rake_laid_elsewhere_moves_its_player() -> None:
    lounge = Lounge().say("quick-paws").lay("west", "rake.green").lay("east", "rake.green")
    assert lounge.rakes == {"east": "rake.green"}


@pytest.mark.rule("T5", "R9", "R15")
def test_two_rakes_on_one_side_are_refused() -> None:
    lounge = Lounge().say("quick-paws").lay("west", "rake.green", "rake.red")
    assert lounge.refusal == "west has a rake already: each side has one"
    assert lounge.rakes == {"west": "rake.green"}


@pytest.mark.rule("T5", "T3")
@pytest.mark.parametrize("by_card", [True, False])
def test_a_player_joins_by_a_seat_card_or_by_the_console(by_card: bool) -> None:
    lounge = Lounge().say("quick-paws")
    if by_card:
        lounge.lay("deck", "command.seat-south")
    else:
        lounge.say("seat", "south")
    assert lounge.rakes == {"south": ""}


@pytest.mark.rule("T5", "W1", "R9")
def test_sweepers_has_no_fifth_seat() -> None:
    lounge = Lounge().say("thats-my-stash")
    lounge.lay("deck", "command.seat-north", "command.seat-east", "command.seat-south")
    lounge.lay("deck", "command.seat-west", "command.seat-five")
    assert lounge.refusal == ("Sweepers has no seat 'five': its seats are north, east, south, west")
    assert list(lounge.rakes) == ["north", "east", "south", "west"]


@pytest.mark.rule("T5", "T16")
def test_nobody_joins_before_a_game_is_chosen_nor_on_the_deck_reader() -> None:
    lounge = Lounge().lay("north", "rake.red")
    assert lounge.refusal == ("first choose a game by its card or word: quick-paws, thats-my-stash")
    lounge.say("quick-paws").lay("deck", "rake.red")
    assert lounge.refusal == "a rake joins on a player's own tray, not on deck"
    assert lounge.rakes == {}


@pytest.mark.rule("W1", "T5")
def test_thats_my_stash_does_not_start_with_one_player() -> None:
    lounge = Lounge().say("thats-my-stash").lay("north", "rake.red")
    with pytest.raises(SetupError) as caught:
        lounge.setup()
    assert str(caught.value) == "That's My Stash! is for 2 to 4 players, 1 joined (W1)"
    assert lounge.say("quick-paws").setup().mode is Mode.PAWS


@pytest.mark.rule("Way C", "R77", "T4")
def test_way_c_is_recorded_with_the_game_for_every_player_who_said_nothing_else() -> None:
    lounge = Lounge().say("quick-paws").lay("deck", "command.way-c")
    lounge.lay("north", "rake.red").lay("south", "rake.blue").say("hand", "south", "dominant")
    seats = lounge.setup().seats
    assert [(seat.side, seat.hand) for seat in seats] == [("north", "other"), ("south", "dominant")]


# -------------------------------------------------------------------- on a whole table


def joined() -> Sat:
    """Two players have joined That's My Stash! by their rakes; Start was said."""
    sat = Sat({"sweepers": PACKAGE})
    sat.tap("deck", "command.thats-my-stash")
    sat.tap("north", "rake.red")
    sat.tap("south", "rake.blue")
    sat.tap("deck", "command.start")
    assert sat.sides == {"north": "rake.red", "south": "rake.blue"}
    return sat


@pytest.mark.rule("T5", "R15")
def test_start_closes_joining() -> None:
    sat = joined()
    assert sat.refusals == []
    sat.tap("east", "rake.green")
    sat.tap("deck", "command.seat-west")
    assert sat.refusals[0] == "rake.green is no piece of this game: take it away"
    assert "'seat-west' means nothing here" in sat.refusals[1]
    assert sat.sides == {"north": "rake.red", "south": "rake.blue"}


@pytest.mark.rule("T6", "T2")
def test_a_tag_that_was_never_enrolled_is_refused_while_dealing() -> None:
    sat = joined()
    sat.tap("deck", "04AABBCCDDEE01")
    assert len(sat.refusals) == 1
    assert "04AABBCCDDEE01" in sat.refusals[0]
    sat.tap("deck", "treat.moss.acorn")
    assert [fact for fact in sat.facts if isinstance(fact, CardDealt)] == [
        CardDealt(side="north", count=1)
    ]


@pytest.mark.rule("T1", "T2", "T8", "R19", "R28", "R29")
def test_tags_on_the_five_readers_become_a_game() -> None:
    sat = joined()
    for card in CARDS[:14]:
        sat.tap("deck", card)
    sat.tap("deck", "rake.blue")
    sat.wait(2000)
    opened = [(fact.side, fact.card) for fact in sat.facts if isinstance(fact, CardOpened)]
    assert opened == [("north", "treat.bark.acorn"), ("south", "treat.bark.hazelnut")]
    sat.tap("south", "token.bark.hazelnut")
    assert [fact for fact in sat.facts if isinstance(fact, CardCovered)] == [
        CardCovered(side="south", card="treat.bark.hazelnut", token="token.bark.hazelnut")
    ]
