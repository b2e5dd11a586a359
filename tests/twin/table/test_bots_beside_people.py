"""Bots at a table in real time: where they sit, that they play, and that they make room."""

from __future__ import annotations

import pytest
from meadow.games.game import Refused
from meadow.pieces.kinds import SuitCard

from tests.twin.table.seated import Seated

ALL = ("north", "east", "south", "west")


def _chosen(seated: Seated, word: str) -> None:
    seated.table.say(word)
    seated.wait(200)


def test_bots_join_where_they_shall_sit_once_a_game_is_chosen() -> None:
    seated = Seated(bots=ALL)
    seated.wait(3000)
    assert seated.joined == []
    _chosen(seated, "thats-my-stash")
    seated.until(lambda: len(seated.joined) == 4)
    rakes = {seat["rake"] for seat in seated.room.eyes.lobby["seats"]}
    assert len(rakes) == 4
    seated.wait(2000)
    assert [seated.place(rake).partition(".")[0] for rake in sorted(rakes)] == ["beside"] * 4


def test_a_bot_makes_room_for_a_person_who_then_joins_by_oneself() -> None:
    seated = Seated(bots=("north", "south"))
    _chosen(seated, "thats-my-stash")
    seated.until(lambda: len(seated.joined) == 2)
    person = seated.sits("south")
    seated.until(lambda: seated.joined == ["north"])
    rake = seated.world.at("beside.south")[0]
    assert seated.people.show(person, rake, "south") == ""
    seated.until(lambda: len(seated.joined) == 2)
    seated.wait(4000)
    assert sorted(seated.joined) == ["north", "south"]


def test_with_a_person_bots_do_not_begin_by_themselves() -> None:
    seated = Seated(bots=ALL, words=("thats-my-stash",))
    seated.sits("south")
    seated.wait(1000)
    for _ in range(8):
        seated.wait(1000)
        for person in seated.people:
            seated.people.heard(person)
    assert seated.joined == []


def test_alone_they_choose_all_that_was_asked_for_however_slow_the_readers_are() -> None:
    seated = Seated(
        bots=("north", "south"), words=("quick-paws", "way-a", "referee-check"), sweep_ms=100
    )
    seated.until(lambda: bool(seated.game))
    assert (seated.game["ways"], seated.game["referee"]) == (["A"], "check")
    assert seated.game["deal_size"] == 6


def test_what_a_person_chose_before_leaving_is_cleared_for_what_they_play_alone() -> None:
    seated = Seated(bots=("north", "south"), words=("quick-paws", "way-a"))
    person = seated.sits("north")
    _chosen(seated, "thats-my-stash")
    _chosen(seated, "way-b")
    assert seated.people.sit(person, ()) == ""
    seated.until(lambda: bool(seated.game))
    assert (seated.game["mode"], seated.game["ways"]) == ("quick-paws", ["A"])


def test_other_words_hold_from_the_next_game_on() -> None:
    seated = Seated(bots=("north",), words=("quick-paws", "way-a"))
    seated.until(lambda: bool(seated.room.eyes.lobby["game"]))
    assert seated.room.want_bots(("north",), "", ("quick-paws", "way-c")) == ""
    seated.until(lambda: bool(seated.game))
    assert seated.game["ways"] == ["C"]


def test_alone_they_choose_join_deal_and_play_to_the_end_and_begin_anew() -> None:
    seated = Seated(bots=("north", "south"), words=("thats-my-stash", "way-a"))
    seated.until(lambda: bool(seated.game.get("winners")), 600_000)
    assert seated.game["ways"] == ["A"]
    assert len(seated.journals) == 1
    seated.until(lambda: len(seated.journals) == 2, 60_000)
    assert seated.said == []


def test_bots_play_a_whole_round_of_cards_with_dealing_and_collecting() -> None:
    seated = Seated(bots=("north", "east", "south"), words=("sweet-takes",))
    seated.until(lambda: bool(seated.game.get("winners")), 600_000)
    won = [seat["face_up"] for seat in seated.game["seats"]]
    assert sum(map(len, won)) + sum(seat["face_down"] for seat in seated.game["seats"]) == 36
    assert seated.said == []


def test_a_person_takes_part_in_a_game_of_cards_between_bots() -> None:
    seated = Seated(bots=("north", "east", "south"))
    person = seated.sits("north")
    _chosen(seated, "sweet-takes")
    seated.table.say("seat", "north")
    seated.until(lambda: len(seated.joined) == 3)
    seated.table.say("start")
    seated.wait(200)
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "leading", 90_000)
    seated.table.say("leader", "north")
    seated.until(lambda: seated.game["phase"] == "playing")
    for _ in range(20):
        seated.people.heard(person)
        seated.wait(500)
    assert seated.game["on_turn"] == "north"  # nobody plays for a person
    assert seated.game["plays"] == []
    card = seated.world.at("hand.north")[0]
    assert isinstance(seated.world.lying.pieces[card], SuitCard)
    assert seated.people.lay(person, card, "deck", up=True) == ""
    seated.until(lambda: len(seated.game["last_round"]) == 3, 20_000)
    assert seated.game["last_round"][0]["card"] == card


def test_a_person_who_sits_down_at_a_bots_side_plays_on_in_its_place() -> None:
    seated = Seated(bots=("north", "south"), words=("thats-my-stash",))
    seated.until(lambda: seated.game.get("phase") == "playing", 120_000)
    person = seated.sits("north")
    before = list(seated.world.at("cards.north"))
    for _ in range(30):
        seated.people.heard(person)
        seated.wait(500)
    # the bot's hands left the person's cards alone, and the other bot plays on
    lies = {card: seated.place(card) for card in before}
    assert set(lies.values()) == {"cards.north"}
    assert any(side["covered"] for side in seated.game["sides"] if side["side"] == "south")


def test_a_skill_or_a_seat_that_is_not_there_is_refused() -> None:
    seated = Seated()
    assert seated.room.want_bots(("north",), "godlike", ()) == (
        "there is no skill 'godlike': it is one of novice, practised, expert"
    )
    assert seated.room.want_bots(("up",), "", ()) == (
        "there is no seat 'up': it is one of north, east, south, west, five"
    )
    assert seated.room.bots.seats == ()


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("<b>bogus</b>",), "'<b>bogus</b>' is no game; write quick-paws or thats-my-stash, then "),
        (("way-a",), "'way-a' goes with a game: name the game first; write "),
        (("sweet-takes", "way-a"), "'way-a' means nothing with Sweet Takes chosen"),
        (("thats-my-stash", "way-d"), "way D is rounds of Quick Paws: choose Quick Paws first"),
        (("thats-my-stash", "start"), "'start' means nothing with Sweepers chosen; write "),
        (("thats-my-stash",), "Sweepers has no seat five: seat fewer bots"),
        (("x" * 80,), f"'{'x' * 57}...' is no game; write "),
    ],
)
def test_words_that_choose_no_game_for_these_bots_are_refused_at_once(
    words: tuple[str, ...], why: str
) -> None:
    seated = Seated(bots=("west",))
    said = seated.room.want_bots(("west", "five"), "expert", words)
    assert said.startswith(why)
    state = seated.room.state()
    assert (state["wanted"], state["words"], state["skill"]) == (["west"], [], "practised")


def test_a_seat_that_the_game_lacks_is_refused_and_one_wanted_before_stays_empty() -> None:
    seated = Seated(bots=("west", "five"))
    refusals = _refusals(seated)
    assert seated.room.state()["bots"] == ["west", "five"]
    _chosen(seated, "thats-my-stash")
    seated.until(lambda: seated.joined == ["west"])
    seated.wait(10_000)
    assert seated.room.state()["bots"] == ["west"]
    assert seated.room.want_bots(("west", "five", "north"), "", ()) == ""
    assert seated.room.want_bots(("west",), "", ()) == ""
    assert seated.room.want_bots(("west", "five"), "", ()) == (
        "Sweepers has no seat five: seat fewer bots"
    )
    assert refusals == []


def test_what_the_table_refuses_is_not_said_to_it_again_and_again() -> None:
    seated = Seated(bots=("west",), words=("thats-my-stash",))
    refusals = _refusals(seated)
    seated.wait(150_000)
    assert set(refusals) == {"That's My Stash! is for 2 to 4 players, 1 joined (W1)"}
    assert 5 < len(refusals) < 15
    # at once, when there is reason to try anew
    assert seated.room.want_bots(("west", "east"), "", ("thats-my-stash",)) == ""
    seated.until(lambda: bool(seated.game), 10_000)


def _refusals(seated: Seated) -> list[str]:
    """What the table refuses from now on, as everybody hears it."""
    refusals: list[str] = []
    seated.table.listen(
        lambda news: refusals.extend(
            output.why for output in news.outputs if isinstance(output, Refused)
        )
    )
    return refusals


def test_alone_they_begin_the_next_game_without_being_refused() -> None:
    seated = Seated(bots=("north", "south"), words=("quick-paws",))
    seated.until(lambda: bool(seated.game))
    refused: list[str] = []
    seated.table.listen(
        lambda news: refused.extend([one.why for one in news.outputs if isinstance(one, Refused)])
    )
    seated.table.say("end")
    seated.until(lambda: not seated.game)
    seated.until(lambda: bool(seated.game))
    assert refused == []
