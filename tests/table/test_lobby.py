"""The lobby: choosing and joining (T4, T5, T16)."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.games.game import Cue, Seat, SetupError, Sound
from meadow.pieces.kinds import CommandCard, Rake, StashToken
from meadow.table.lobby import Lobby, LobbyError, LobbyState

from tests.examples.quick_rake import PACKAGE, Settings
from tests.table.entrance import READERS, Entrance, FiveRakePackage

RED, BLUE = Rake("rake.red", "red"), Rake("rake.blue", "blue")
YELLOW, GREEN = Rake("rake.yellow", "yellow"), Rake("rake.green", "green")
TOKEN = StashToken("token.moss.acorn", "moss", "acorn")


def chosen() -> Entrance:
    entrance = Entrance()
    assert entrance.say("quick-rake") == ""
    return entrance


# --------------------------------------------------------------------------- choosing


def test_a_game_is_chosen_by_its_word() -> None:
    entrance = chosen()
    assert entrance.lobby.view(entrance.state) == {
        "game": "quick-rake",
        "title": "Quick Rake",
        "choices": "Quick Rake",
        "chosen": ["quick-rake"],
        "default": [],
        "unfit": [],
        "seats": [],
    }


def test_a_game_is_chosen_by_its_card_on_the_deck_reader() -> None:
    entrance = Entrance()
    assert entrance.lay("deck", CommandCard("command.quick-rake", "quick-rake")) == ""
    assert entrance.state.game == "quick-rake"


def test_a_command_card_on_a_tray_is_refused() -> None:
    entrance = Entrance()
    card = CommandCard("command.quick-rake", "quick-rake")
    assert entrance.lay("north", card) == (
        "the command card 'quick-rake' speaks on the deck reader only"
    )


def test_a_word_of_the_game_changes_the_choices() -> None:
    entrance = chosen()
    entrance.say("slow")
    view = entrance.lobby.view(entrance.state)
    assert view["choices"] == "Quick Rake, slow"
    assert view["chosen"] == ["slow"]


def test_a_word_of_a_game_needs_that_game() -> None:
    entrance = Entrance()
    assert entrance.say("slow") == (
        "'slow' goes with a game: first choose a game by its card or word: five-rake, quick-rake"
    )
    assert entrance.say("undo") == "'undo' means nothing before a game is chosen"
    entrance.say("five-rake")
    assert entrance.say("slow") == "'slow' means nothing with Five Rake chosen"


def test_what_a_game_refuses_is_refused() -> None:
    assert chosen().say("slow", "down") == "slow takes nothing after it"


def test_choosing_another_game_keeps_those_who_can_stay() -> None:
    entrance = Entrance()
    entrance.say("five-rake")
    entrance.lay("north", RED)
    entrance.say("seat", "five")
    entrance.say("quick-rake")
    assert entrance.rakes == {"north": "rake.red"}


def test_end_clears_what_was_chosen_and_keeps_the_seats() -> None:
    entrance = chosen()
    entrance.lay("north", RED)
    entrance.say("end")
    assert entrance.state == LobbyState(seats=(Seat("north", "rake.red"),))


def test_two_games_that_open_with_one_word_cannot_share_a_lobby() -> None:
    class Clash(FiveRakePackage):
        opening_words = frozenset({"quick-rake"})

    with pytest.raises(LobbyError, match="both open with 'quick-rake'"):
        Lobby({"quick-rake": PACKAGE, "five-rake": Clash()}, READERS)


def test_no_game_may_open_with_a_word_of_the_lobby() -> None:
    class Clash(FiveRakePackage):
        opening_words = frozenset({"seat"})

    with pytest.raises(LobbyError, match="five-rake opens with 'seat', a word of the lobby"):
        Lobby({"five-rake": Clash()}, READERS)


# ---------------------------------------------------------------------------- joining


def test_a_player_joins_by_laying_a_rake_on_a_tray() -> None:
    entrance = chosen()
    assert entrance.lay("east", RED) == ""
    assert entrance.state.seats == (Seat("east", "rake.red"),)


def test_nobody_joins_before_a_game_is_chosen() -> None:
    entrance = Entrance()
    why = "first choose a game by its card or word: five-rake, quick-rake"
    assert entrance.lay("east", RED) == why
    assert entrance.say("seat", "east") == why


def test_a_rake_laid_elsewhere_moves_with_all_that_is_known_of_its_player() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    entrance.say("age", "east", "2")
    entrance.say("hand", "east", "other")
    entrance.lay("west", RED)
    assert entrance.state.seats == (Seat("west", "rake.red", age_rank=2, hand="other"),)


def test_two_rakes_on_one_side_are_refused() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    assert entrance.lay("east", BLUE) == "east has a rake already: each side has one"
    entrance.lay("west", BLUE)
    assert entrance.lay("east", BLUE) == "east has a rake already: each side has one"
    assert entrance.rakes == {"east": "rake.red", "west": "rake.blue"}


def test_a_rake_laid_on_its_own_side_again_changes_nothing() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    assert entrance.lay("east", RED) == ""
    assert entrance.rakes == {"east": "rake.red"}


def test_a_rake_does_not_join_on_the_deck_reader() -> None:
    assert chosen().lay("deck", RED) == "a rake joins on a player's own tray, not on deck"


def test_an_unknown_tag_is_refused() -> None:
    assert chosen().lay("east", None) == (
        "unknown tag 04FF on east: take it away, or enrol it first"
    )


def test_a_rake_does_not_join_at_a_seat_without_a_tray() -> None:
    entrance = Entrance()
    entrance.say("five-rake")
    assert entrance.lay("five", RED) == "a rake joins on a player's own tray, not on five"
    moves = entrance.lobby.legal(entrance.state)
    assert [move.at for move in moves if move.do == "place"] == ["north", "east", "south", "west"]


def test_a_seat_without_a_tray_is_joined_and_left_by_word_or_seat_card() -> None:
    entrance = Entrance()
    entrance.say("five-rake")
    assert entrance.lobby.cues(entrance.state)["five"] == Cue("free")
    assert entrance.lay("deck", CommandCard("command.seat-five", "seat-five")) == ""
    assert entrance.lobby.cues(entrance.state)["five"] == Cue("joined")
    assert entrance.say("leave", "five") == ""
    assert entrance.lobby.cues(entrance.state)["five"] == Cue("free")
    assert entrance.say("seat", "five") == ""
    assert entrance.rakes == {"five": ""}


def test_a_player_joins_by_word_or_seat_card_and_a_rake_can_follow() -> None:
    entrance = chosen()
    assert entrance.say("seat", "south") == ""
    assert entrance.lay("deck", CommandCard("command.seat-north", "seat-north")) == ""
    entrance.lay("south", RED)
    assert entrance.rakes == {"north": "", "south": "rake.red"}
    assert entrance.say("seat", "south") == "south has joined already"


def test_a_fifth_player_is_refused_where_the_game_has_four_seats() -> None:
    entrance = chosen()
    for side in ("west", "south", "east", "north"):
        assert entrance.say("seat", side) == ""
    assert entrance.say("seat-five") == (
        "Quick Rake has no seat 'five': its seats are north, east, south, west"
    )
    assert [seat.side for seat in entrance.state.seats] == ["north", "east", "south", "west"]


def test_a_rake_may_move_to_a_side_that_joined_by_word() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    entrance.say("age", "east", "1")
    entrance.say("seat", "west")
    entrance.say("hand", "west", "other")
    entrance.lay("west", RED)
    assert entrance.state.seats == (Seat("west", "rake.red", age_rank=1, hand="other"),)


def test_a_player_can_leave() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    assert entrance.say("leave", "east") == ""
    assert entrance.rakes == {}
    assert entrance.say("leave", "east") == "nobody has joined at 'east'"


def test_age_ranks_may_tie_and_can_be_taken_back() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    entrance.lay("west", BLUE)
    entrance.say("age", "east", "1")
    entrance.say("age", "west", "1")
    assert [seat.age_rank for seat in entrance.state.seats] == [1, 1]
    entrance.say("age", "west", "0")
    assert [seat.age_rank for seat in entrance.state.seats] == [1, 0]


@pytest.mark.parametrize("rank", ["5", "-1", "1.5", "old", "", "٣", "1_0"])
def test_a_rank_that_is_none_is_refused(rank: str) -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    assert entrance.say("age", "east", rank) == (
        f"an age rank is 1 for the oldest up to 4, or 0 for none, not {rank!r}"
    )


def test_a_hand_is_dominant_or_other_or_none() -> None:
    entrance = chosen()
    entrance.lay("east", RED)
    entrance.say("hand", "east", "other")
    assert entrance.state.seats[0].hand == "other"
    entrance.say("hand", "east", "none")
    assert entrance.state.seats[0].hand == ""
    assert entrance.say("hand", "east", "left") == (
        "a hand is dominant or other or none, not 'left'"
    )


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("seat",), "seat needs a side after it, given: nothing"),
        (("age", "east"), "age needs a side and a rank after it, given: east"),
        (("leave", "a", "b"), "leave needs a side after it, given: a b"),
        (("end", "now"), "end needs nothing after it, given: now"),
    ],
)
def test_a_word_with_too_little_or_too_much_after_it_is_refused(
    words: tuple[str, ...], why: str
) -> None:
    assert chosen().say(*words) == why


# --------------------------------------------------------------------------- starting


def test_the_set_up_has_the_seats_clockwise_each_with_a_participant() -> None:
    entrance = chosen()
    entrance.lay("west", BLUE)
    entrance.lay("north", RED)
    package, setup = entrance.lobby.setup(
        entrance.state, ("p1", "p2"), (), lambda package: Settings(wait_ms=700)
    )
    assert package is PACKAGE
    assert setup.seats == (Seat("north", "rake.red", "p1"), Seat("west", "rake.blue", "p2"))
    assert setup.wait_ms == 700


def test_without_a_game_nothing_starts() -> None:
    entrance = Entrance()
    with pytest.raises(SetupError, match="no game is chosen: choose a game by its card"):
        entrance.lobby.setup(entrance.state, (), (), lambda package: Settings())


# ----------------------------------------------------------------------------- lights


def test_the_lights_say_to_choose_then_who_may_join_where() -> None:
    entrance = Entrance()
    assert entrance.lobby.cues(entrance.state) == {"meadow": Cue("idle"), "deck": Cue("choose")}
    entrance.say("quick-rake")
    entrance.lay("east", RED)
    assert entrance.lobby.cues(entrance.state) == {
        "north": Cue("free"),
        "east": Cue("joined"),
        "south": Cue("free"),
        "west": Cue("free"),
    }


def test_every_move_it_calls_legal_for_words_without_arguments_is_accepted() -> None:
    for entrance in (Entrance(), chosen()):
        for move in entrance.lobby.legal(entrance.state):
            if move.do == "say" and not move.pieces and move.at != "start":
                _, outputs, _ = entrance.lobby.said(entrance.state, move.at)
                assert outputs == (Sound("join"),)


ARGS = st.sampled_from(["north", "east", "five", "deck", "", "0", "1", "9", "other", "none", "x"])
CHOOSING = ["quick-rake", "five-rake", "slow", "end", "lobby", "undo", "nonsense", ""]
JOINING = ["seat", "seat-north", "seat-", "leave", "age", "hand"]
WORDS = st.sampled_from([*CHOOSING, *JOINING])
HAPPENINGS = st.one_of(
    st.tuples(WORDS, st.lists(ARGS, max_size=3).map(tuple)),
    st.tuples(
        st.sampled_from(["north", "east", "south", "west", "five", "deck", "nowhere"]),
        st.sampled_from([RED, BLUE, YELLOW, GREEN, TOKEN, None, CommandCard("c", "quick-rake")]),
    ),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(HAPPENINGS, max_size=30))
def test_no_sequence_raises_or_puts_two_rakes_on_a_side(happenings: list[Any]) -> None:
    entrance = Entrance()
    for first, second in happenings:
        if isinstance(second, tuple):
            entrance.say(first, *second)
        else:
            entrance.lay(first, second)
        seats = entrance.state.seats
        assert len({seat.side for seat in seats}) == len(seats)
        rakes = [seat.rake for seat in seats if seat.rake]
        assert len(set(rakes)) == len(rakes)
        package = entrance.lobby.package(entrance.state)
        if package is not None:
            assert all(seat.side in package.seat_places for seat in seats)
        participants = ("p",) * len(seats)
        with suppress(SetupError):
            entrance.lobby.setup(entrance.state, participants, (), lambda package: Settings())
