"""What a piece says in the lobby that is neither a rake nor a command card (T5, T16)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from meadow.games.game import Refused, Seat, SetupError
from meadow.games.package import ChoiceError
from meadow.pieces.kinds import AnyPiece, CommandCard, Rake, StashToken, TurnTracker

from tests.examples.quick_rake import PACKAGE, QuickRakePackage, Settings, Setup
from tests.table.entrance import Entrance

RED, BLUE = Rake("rake.red", "red"), Rake("rake.blue", "blue")
CROWN = TurnTracker("crown")
TOKEN = StashToken("token.moss.acorn", "moss", "acorn")


class CrownPackage(QuickRakePackage):
    """A game in which the crown, laid for a seat, names the king; one seat has no tray."""

    name = "crown"
    title = "The Crown"
    words: Mapping[str, str] = {"crown": "play The Crown", "big": "with a big crown"}
    opening_words = frozenset({"crown"})
    seat_places: tuple[str, ...] = ("north", "east", "south", "west", "five")

    def choose(self, choices: Any | None, word: str, args: tuple[str, ...] = ()) -> Any:
        return choices or {"king": ""}

    def choose_by_piece(self, choices: Any, seat: str, piece: AnyPiece) -> Any:
        if piece != CROWN:
            raise ChoiceError(f"{piece.id} is no crown", "X1")
        return {"king": seat}

    def describe(self, choices: Any) -> str:
        return f"The Crown, king {choices['king'] or 'nobody'}"

    def setup(
        self, choices: Any, seats: tuple[Seat, ...], pieces: tuple[AnyPiece, ...], settings: Any
    ) -> Setup:
        if choices["king"] not in [seat.side for seat in seats]:
            raise SetupError(f"{choices['king']} is king but has not joined")
        return Setup(seats, settings.wait_ms)


class SixPackage(CrownPackage):
    """Two seats have no tray."""

    seat_places = ("north", "five", "six")


def crowned() -> Entrance:
    """The Crown is chosen; north and east have joined by rake."""
    entrance = Entrance(PACKAGE, CrownPackage())
    entrance.say("crown")
    entrance.lay("north", RED)
    entrance.lay("east", BLUE)
    return entrance


def king(entrance: Entrance) -> str:
    """As the lobby describes it."""
    choices: str = entrance.lobby.view(entrance.state)["choices"]
    return choices.removeprefix("The Crown, king ")


@pytest.mark.rule("T5")
def test_a_piece_on_a_tray_is_for_the_seat_of_that_tray() -> None:
    entrance = crowned()
    assert king(entrance) == "nobody"
    assert entrance.lay("east", CROWN) == ""
    assert (king(entrance), entrance.flashed) == ("east", (("east", "join"),))
    assert entrance.lay("north", CROWN) == ""
    assert (king(entrance), entrance.flashed) == ("north", (("north", "join"),))


@pytest.mark.rule("T5")
def test_on_the_deck_reader_it_is_for_the_seat_that_has_no_tray() -> None:
    entrance = crowned()
    entrance.lay("deck", CommandCard("command.seat-five", "seat-five"))
    assert entrance.lay("deck", CROWN) == ""
    assert (king(entrance), entrance.flashed) == ("five", (("five", "join"),))


@pytest.mark.rule("T5")
def test_a_seat_card_of_a_side_with_a_tray_in_between_does_not_change_who_is_meant() -> None:
    entrance = crowned()
    entrance.say("seat", "five")
    entrance.say("seat", "west")
    assert entrance.lay("deck", CROWN) == ""
    assert king(entrance) == "five"


@pytest.mark.rule("T5")
@pytest.mark.parametrize(
    ("place", "why"),
    [
        ("south", "nobody has joined at south: lay a rake there first, or say seat south"),
        ("deck", "nobody has joined at five: say seat five first, or use a player's tray"),
    ],
)
def test_the_seat_must_have_joined(place: str, why: str) -> None:
    entrance = crowned()
    entrance.lay(place, CROWN)
    assert entrance.refused == Refused(why=why, place=place, ruling="T5")
    assert king(entrance) == "nobody"


@pytest.mark.rule("T5")
def test_the_seat_that_has_no_tray_may_have_left() -> None:
    entrance = crowned()
    entrance.say("seat", "five")
    entrance.say("leave", "five")
    assert entrance.lay("deck", CROWN) == (
        "nobody has joined at five: say seat five first, or use a player's tray"
    )


def test_of_two_seats_without_a_tray_the_one_that_has_joined_is_meant() -> None:
    entrance = Entrance(SixPackage())
    entrance.say("crown")
    assert entrance.lay("deck", CROWN) == (
        "nobody has joined at five or six: say seat five or six first, or use a player's tray"
    )
    entrance.say("seat", "six")
    assert entrance.lay("deck", CROWN) == ""
    assert king(entrance) == "six"
    entrance.say("seat", "five")
    assert entrance.lay("deck", CROWN) == (
        "crown on the deck reader may be for five or six: say it by a word of the game"
    )
    assert king(entrance) == "six"


@pytest.mark.rule("T16")
def test_what_the_game_does_not_want_is_refused_where_it_lies() -> None:
    entrance = crowned()
    entrance.lay("east", TOKEN)
    why = "token.moss.acorn is no crown"
    assert entrance.refused == Refused(why=why, place="east", ruling="X1")


@pytest.mark.rule("T16")
@pytest.mark.parametrize("place", ["north", "deck"])
def test_before_a_game_is_chosen_it_is_of_no_use(place: str) -> None:
    entrance = Entrance(PACKAGE, CrownPackage())
    entrance.lay(place, CROWN)
    why = "crown is of no use yet: choose a game, join, then start"
    assert entrance.refused == Refused(why=why, place=place, ruling="T16")


@pytest.mark.rule("T16")
def test_on_the_deck_reader_it_is_of_no_use_where_every_seat_has_a_tray() -> None:
    entrance = Entrance(PACKAGE)
    entrance.say("quick-rake")
    entrance.lay("north", RED)
    assert entrance.lay("deck", CROWN) == (
        "crown is of no use yet: choose a game, join, then start"
    )
    assert entrance.lay("north", CROWN) == "crown is of no use in Quick Rake"


@pytest.mark.rule("T5")
@pytest.mark.parametrize("moved", [True, False])
def test_a_choice_for_a_seat_that_left_or_moved_is_refused_at_the_start(moved: bool) -> None:
    entrance = crowned()
    entrance.lay("east", CROWN)
    if moved:
        entrance.lay("south", BLUE)
    else:
        entrance.say("leave", "east")
    assert king(entrance) == "east"
    with pytest.raises(SetupError) as caught:
        begin(entrance)
    assert str(caught.value) == "east is king but has not joined"
    entrance.lay("north", CROWN)
    assert begin(entrance).seats[0] == Seat("north", "rake.red", "p")


def begin(entrance: Entrance) -> Setup:
    participants = ("p",) * len(entrance.state.seats)
    _, setup = entrance.lobby.setup(entrance.state, participants, (), lambda _: Settings())
    assert isinstance(setup, Setup)
    return setup


@pytest.mark.rule("T4")
def test_a_word_of_the_game_keeps_what_a_piece_chose_and_another_game_forgets_it() -> None:
    entrance = crowned()
    entrance.lay("north", CROWN)
    entrance.say("big")
    entrance.say("crown")
    assert king(entrance) == "north"
    entrance.say("quick-rake")
    entrance.say("crown")
    assert king(entrance) == "nobody"
    assert entrance.rakes == {"north": "rake.red", "east": "rake.blue"}
