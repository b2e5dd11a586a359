"""The hand that deals: over the reader, and to whoever the table asks for."""

from __future__ import annotations

from tests.twin.table.seated import Seated


def _decks(seated: Seated) -> dict[str, list[str]]:
    """side -> its face-down cards, from the bottom to the top."""
    lying = seated.world.lying
    return {
        side: [card for card in lying.at(f"cards.{side}") if not lying.lie(card).up]
        for side in ("north", "east", "south", "west")
    }


def test_all_cards_are_dealt_in_turn_and_the_table_knows_each_deck() -> None:
    seated = Seated()
    seated.plays("thats-my-stash", "north", "south")
    assert seated.room.dealer.deal(200) == ""
    seated.until(lambda: seated.game["phase"] == "ready")
    decks = _decks(seated)
    assert [len(deck) for deck in decks.values()] == [7, 0, 7, 0]
    # what lies before each side is what the table has scanned for it
    known = {side["side"]: side["deck"] for side in seated.table.view("referee")["game"]["sides"]}
    assert sorted(decks["north"]) == sorted(known["north"])
    assert sorted(decks["south"]) == sorted(known["south"])
    assert not seated.world.at("deck")


def test_one_card_is_dealt_and_no_more() -> None:
    seated = Seated()
    seated.plays("quick-paws", "east")
    assert seated.room.dealer.deal(1) == ""
    seated.wait(3000)
    assert len(_decks(seated)["east"]) == 1
    assert seated.game["phase"] == "dealing"


def test_it_stops_when_it_is_told() -> None:
    seated = Seated()
    seated.plays("thats-my-stash", "north", "south")
    seated.room.dealer.deal(200)
    seated.wait(1500)
    seated.room.dealer.deal(0)
    seated.wait(500)
    dealt = sum(map(len, _decks(seated).values()))
    assert 2 <= dealt <= 10
    seated.wait(3000)
    assert sum(map(len, _decks(seated).values())) == dealt


def test_a_card_that_is_refused_goes_under_the_pile_and_dealing_stops() -> None:
    seated = Seated()
    seated.plays("thats-my-stash", "north", "south")
    seated.room.dealer.deal(1)
    seated.wait(1500)
    dealt = _decks(seated)["north"][0]
    seated.world.move(dealt, seated.world.lying.lie(seated.world.at("pile")[-1]))
    seated.room.dealer.deal(200)
    seated.wait(4000)
    assert seated.world.at("pile")[0] == dealt
    assert seated.room.dealer.left == 0
    assert not seated.world.at("deck")


def test_where_no_card_is_asked_for_none_is_dealt() -> None:
    seated = Seated()
    assert seated.room.dealer.deal(1) == "the table asks for no card now"


def test_way_b_takes_the_top_card_of_the_younger() -> None:
    seated = Seated()
    seated.table.say("thats-my-stash")
    seated.table.say("way-b")
    seated.wait(200)
    for seat, age in (("north", "1"), ("south", "2")):
        seated.table.say("seat", seat)
        seated.table.say("age", seat, age)
    seated.wait(200)
    seated.table.say("start")
    seated.wait(200)
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "ready")
    assert [len(deck) for deck in _decks(seated).values()] == [8, 0, 6, 0]


def test_sweet_takes_goes_to_hands_and_stashes_and_unused_suits_into_the_box() -> None:
    seated = Seated()
    seated.plays("sweet-takes", "north", "east", "south")
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "leading", 90_000)
    world = seated.world
    assert [len(world.at(f"hand.{side}")) for side in ("north", "east", "south")] == [9, 9, 9]
    assert [len(deck) for deck in _decks(seated).values()] == [3, 3, 3, 0]
    boxed = {card.split(".")[1] for card in world.at("box") if card.startswith("card.")}
    assert len(boxed) == 6 - len(seated.game["suits"])
    assert not boxed & set(seated.game["suits"])


def test_before_the_next_set_all_cards_are_gathered_and_dealt_anew() -> None:
    seated = Seated(bots=("north", "south"), words=("sweet-takes", "three-sets"))
    seated.until(lambda: seated.game.get("set") == 2 and seated.game["phase"] == "playing", 600_000)
    world = seated.world
    assert {len(world.at(f"hand.{side}")) for side in ("north", "south")} == {9}
    stashes = [card for side in ("north", "south") for card in world.at(f"cards.{side}")]
    assert [card for card in stashes if world.lying.lie(card).up] == []
