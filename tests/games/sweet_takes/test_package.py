"""Sweet Takes as the lobby knows it: words, choices, set-up and its errors, flashes (T4, T5)."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from meadow.games.cues import Flash
from meadow.games.game import Fact, Seat, SetupError
from meadow.games.package import ChoiceError, load_packages
from meadow.games.sweet_takes import PACKAGE, looks
from meadow.games.sweet_takes.facts import (
    BreachFound,
    CardGiven,
    CardPlayed,
    CardsCollected,
    GameEnded,
    LeaderNamed,
    PlayWithdrawn,
    SetBegan,
)
from meadow.games.sweet_takes.package import Choices, SweetTakesSettings
from meadow.games.sweet_takes.setup import Deal, DealOrder, Setup
from meadow.pieces.kinds import AnyPiece, Rake, SuitCard, TurnTracker
from meadow.pieces.sets import default_sets, pieces_of

from tests.games.sweet_takes.scene import FIVE, THREE, TWO

BOX = pieces_of(default_sets())
SEATS = {name: Seat(name, rake=f"rake.{name}") for name in FIVE}


def choices(*said: tuple[str, ...]) -> Choices:
    """The choices after these words, each with what is said after it."""
    chosen: Any = None
    for word, *args in said:
        chosen = PACKAGE.choose(chosen, word, tuple(args))
    assert isinstance(chosen, Choices)
    return chosen


def set_up(
    *seats: str, chosen: Choices | None = None, pieces: tuple[AnyPiece, ...] = BOX, **settings: Any
) -> Setup:
    joined = tuple([SEATS[seat] for seat in seats])
    return PACKAGE.setup(chosen or Choices(), joined, pieces, SweetTakesSettings(**settings))


def no_setup(*seats: str, **more: Any) -> str:
    with pytest.raises(SetupError) as error:
        set_up(*seats, **more)
    return str(error.value)


def no_choice(*said: str) -> tuple[str, str]:
    """Why a word is refused, and the ruling."""
    with pytest.raises(ChoiceError) as error:
        PACKAGE.choose(Choices(), said[0], said[1:])
    return error.value.why, error.value.ruling


# ------------------------------------------------------------------------------- choosing


@pytest.mark.rule("T4")
def test_the_command_card_sweet_takes_chooses_the_game() -> None:
    assert PACKAGE.opening_words == {"sweet-takes"}
    assert choices(("sweet-takes",)) == Choices()
    assert load_packages()["sweet-takes"] is PACKAGE


@pytest.mark.rule("T4", "R121", "S21")
def test_words_choose_sets_dealing_suits_and_leader() -> None:
    chosen = choices(
        ("sweet-takes",),
        ("three-sets",),
        ("deal-unscanned",),
        ("suits", "pink-buttons", "blue-worms", "white-swirls"),
        ("leader", "east"),
    )
    assert chosen == Choices(
        sets=3,
        deal=Deal.UNSCANNED,
        suits=("pink-buttons", "blue-worms", "white-swirls"),
        leader="east",
    )
    again = PACKAGE.choose(PACKAGE.choose(chosen, "one-set"), "deal-scanned")
    assert (again.sets, again.deal, again.leader) == (1, Deal.SCANNED, "east")


def test_every_word_has_a_line_of_explanation_and_is_understood() -> None:
    args = {"suits": ("pink-buttons",), "leader": ("five",)}
    for word, explained in PACKAGE.words.items():
        assert explained
        assert "\n" not in explained
        assert isinstance(PACKAGE.choose(None, word, args.get(word, ())), Choices)


@pytest.mark.rule("T4")
def test_choices_of_another_game_are_left_behind() -> None:
    assert PACKAGE.choose("choices of another game", "three-sets") == Choices(sets=3)


@pytest.mark.rule("T4", "R85", "S9")
@pytest.mark.parametrize(
    ("said", "why", "ruling"),
    [
        (("way-b",), "'way-b' is no choice of Sweet Takes", "T4"),
        (("three-sets", "now"), "three-sets takes nothing after it, given: 'now'", "T4"),
        (("sweet-takes", "a\nb"), "sweet-takes takes nothing after it, given: 'a\\nb'", "T4"),
        (("suits",), "suits: name them, as purple-rings pink-buttons yellow-bears", "R85"),
        (
            ("suits", "blue-worms", "blue-worms"),
            "a suit is named twice: 'blue-worms', 'blue-worms'",
            "R85",
        ),
        (
            ("leader",),
            "leader needs one seat after it: north, east, south, west, five",
            "S9",
        ),
        (
            ("leader", "attic"),
            "leader needs one seat after it: north, east, south, west, five",
            "S9",
        ),
    ],
)
def test_a_word_that_cannot_be_is_refused_in_one_line(
    said: tuple[str, ...], why: str, ruling: str
) -> None:
    assert no_choice(*said) == (why, ruling)


@pytest.mark.rule("T5", "S9")
def test_the_turn_tracker_laid_for_a_seat_names_who_leads() -> None:
    tracker = TurnTracker("tracker.1")
    assert PACKAGE.choose_by_piece(Choices(sets=3), "five", tracker) == Choices(3, leader="five")


@pytest.mark.rule("T16")
def test_any_other_piece_in_the_lobby_is_refused() -> None:
    with pytest.raises(ChoiceError) as error:
        PACKAGE.choose_by_piece(Choices(), "north", SuitCard("card.a.1", "a", 1, 10))
    assert (error.value.why, error.value.ruling) == (
        "card.a.1 is of no use yet: join, then start",
        "T16",
    )


@pytest.mark.parametrize(
    ("chosen", "described"),
    [
        (Choices(), "Sweet Takes"),
        (Choices(sets=3, leader="west"), "Sweet Takes, 3 sets, west leads"),
        (
            Choices(deal=Deal.UNSCANNED, suits=("pink-buttons", "blue-worms")),
            "Sweet Takes, unscanned, suits pink-buttons blue-worms",
        ),
    ],
)
def test_the_choices_are_described_in_one_line(chosen: Choices, described: str) -> None:
    assert PACKAGE.describe(chosen) == described


# --------------------------------------------------------------------------------- set-up


@pytest.mark.rule("R85", "S20")
def test_as_many_suits_as_the_players_need_are_used_in_the_order_of_the_box() -> None:
    made = set_up(*THREE)
    assert made.suits == ("purple-rings", "pink-buttons", "yellow-bears", "white-swirls")
    assert (made.deal, made.deal_order, made.follow_depth, made.sets) == (
        Deal.SCANNED,
        DealOrder.CLOCKWISE,
        2,
        1,
    )
    assert len(made.cards) == 60
    assert made.tracker == "tracker"


@pytest.mark.rule("R85")
def test_the_settings_name_the_suits_that_are_taken_first() -> None:
    liked = ("blue-worms", "green-bursts", "pink-buttons", "yellow-bears")
    assert set_up(*TWO, suits=liked).suits == ("blue-worms", "green-bursts", "pink-buttons")
    assert set_up(*THREE, suits=liked).suits == liked


@pytest.mark.rule("R85")
def test_suits_said_in_the_lobby_come_before_those_of_the_settings() -> None:
    said = Choices(suits=("white-swirls", "pink-buttons", "purple-rings"))
    made = set_up(*TWO, chosen=said, suits=("blue-worms", "green-bursts", "yellow-bears"))
    assert made.suits == ("white-swirls", "pink-buttons", "purple-rings")


@pytest.mark.rule("S3", "S21", "T6")
def test_the_settings_choose_dealing_and_follow_depth_and_a_word_overrides_the_dealing() -> None:
    settings: dict[str, Any] = {
        "deal": Deal.UNSCANNED,
        "deal_order": DealOrder.BLOCKS,
        "follow_depth": 3,
    }
    made = set_up(*TWO, **settings)
    assert (made.deal, made.deal_order, made.follow_depth) == (
        Deal.UNSCANNED,
        DealOrder.BLOCKS,
        3,
    )
    assert set_up(*TWO, chosen=Choices(deal=Deal.SCANNED), **settings).deal is Deal.SCANNED


@pytest.mark.rule("S3")
@pytest.mark.parametrize("depth", [0, 6, -1, 2.5])
def test_a_follow_depth_out_of_bounds_is_no_setting(depth: float) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"follow_depth": depth}, SweetTakesSettings)
    assert msgspec.convert({"follow_depth": 5}, SweetTakesSettings).follow_depth == 5


@pytest.mark.rule("R97", "S20")
def test_seats_are_put_in_order_however_they_joined() -> None:
    made = set_up("five", "west", "north")
    assert [seat.side for seat in made.seats] == ["north", "west", "five"]


@pytest.mark.rule("R85", "S9", "S20", "T2")
def test_what_cannot_be_played_is_told_in_one_line() -> None:
    one = Choices(suits=("pink-buttons",))
    assert no_setup(*THREE, chosen=one) == "3 players use 4 suits, 1 are chosen (R85)"
    assert no_setup(*THREE, suits=("pink-buttons",)) == "3 players use 4 suits, 1 are chosen (R85)"
    unknown = Choices(suits=("pink-buttons", "red-roses", "blue-worms"))
    assert no_setup(*TWO, chosen=unknown).startswith("there is no suit 'red-roses': suits are")
    assert no_setup("north") == "Sweet Takes is for 2 to 5 players, 1 joined (S20)"
    assert no_setup(*TWO, chosen=Choices(leader="five")) == (
        "five is to lead but has not joined: join there, or name another (S9)"
    )
    assert no_setup(*TWO, pieces=(Rake("rake.red", "red"),)) == (
        "no Sweet Takes card has a tag: enrol the box first (T2)"
    )


@pytest.mark.rule("R92", "T2")
def test_a_box_that_is_enrolled_in_part_must_suffice() -> None:
    few = tuple([one for one in BOX if not isinstance(one, SuitCard) or one.value > 3])
    assert no_setup(*TWO, pieces=few) == (
        "2 players need 24 cards, but only 21 of these suits have a tag: enrol the others (R92)"
    )


@pytest.mark.rule("R80")
def test_without_a_turn_tracker_the_operator_names_who_leads() -> None:
    without = tuple([one for one in BOX if not isinstance(one, TurnTracker)])
    made = set_up(*TWO, pieces=without)
    assert (made.tracker, made.leader) == ("", "")


def test_the_set_up_and_the_settings_can_be_written_and_read() -> None:
    made = set_up(*FIVE, chosen=Choices(leader="five", sets=3))
    assert msgspec.json.decode(msgspec.json.encode(made), type=PACKAGE.setup_type) == made
    assert msgspec.convert({}, PACKAGE.settings_type) == SweetTakesSettings()


# -------------------------------------------------------------------------------- flashes


def a_play(seat: str) -> CardPlayed:
    return CardPlayed(seat=seat, card="c", suit="s", value=1, source="hand", role="", round=1)


@pytest.mark.parametrize(
    ("fact", "flashes"),
    [
        (a_play("east"), (Flash("east", "played"),)),
        (PlayWithdrawn(seat="east", round=1), (Flash("deck", "withdrawn"),)),
        (
            CardsCollected(seat="five", suit="s", face_up="c", face_down=(), order=1),
            (Flash("five", "collected"),),
        ),
        (
            BreachFound(set=1, seat="west", round=2, suit="s", card="c"),
            (Flash("west", "breach"),),
        ),
        (LeaderNamed(seat="north"), (Flash("north", "leads"),)),
        (SetBegan(set=1, suits=(), leader="north"), (Flash("meadow", "set-begins"),)),
        (GameEnded(winners=("north",), decided_by="points"), (Flash("meadow", "victory"),)),
        (GameEnded(winners=(), decided_by=""), ()),
        (CardGiven(seat="north", pile="hand", count=1), ()),
    ],
)
def test_what_happened_flashes_where_it_happened(fact: Fact, flashes: tuple[Flash, ...]) -> None:
    assert PACKAGE.flashes(fact) == flashes
    assert all(flash.cue in looks.STYLES for flash in flashes)
