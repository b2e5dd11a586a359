"""Cards that are played at a meadow: what was refused goes back to its owner's hand, and a round
takes only its own cards along."""

from __future__ import annotations

from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.person import Person
from pytest_mock import MockerFixture

from tests.twin.table.seated import Seated

SEATS = ("north", "east", "south")


def _playing(seated: Seated, leader: str = "north") -> None:
    """Sweet Takes is dealt to three people, and this one leads."""
    seated.plays("sweet-takes", *SEATS)
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "leading", 90_000)
    seated.table.say("leader", leader)
    seated.until(lambda: seated.game["phase"] == "playing")


def _wait(seated: Seated, person: Person, duration_ms: int) -> None:
    seated.wait(duration_ms)
    seated.people.heard(person)


def _hand(seated: Seated, seat: str) -> list[str]:
    return list(seated.world.at(f"hand.{seat}"))


def _suit(card: str) -> str:
    return card.split(".")[1]


def _lead_and_refused(seated: Seated, person: Person) -> tuple[str, str]:
    """North leads a suit that east holds; east lays a card of another one, which is refused."""
    east = {_suit(card) for card in _hand(seated, "east")}
    lead = next(card for card in _hand(seated, "north") if _suit(card) in east)
    wrong = next(card for card in _hand(seated, "east") if _suit(card) != _suit(lead))
    assert seated.people.lay(person, lead, "deck", up=True) == ""
    seated.until(lambda: bool(seated.game["plays"]))
    assert seated.people.lay(person, wrong, "deck", up=True) == ""
    _wait(seated, person, 1500)
    assert len(seated.game["plays"]) == 1
    return lead, wrong


def _plays_on(seated: Seated, person: Person) -> tuple[str, str]:
    """Whoever is on turn plays a card that follows."""
    game = seated.game
    seat, before = game["on_turn"], len(game["plays"])
    hand = _hand(seated, seat)
    suit = game["starting_suit"]
    suit = suit if suit in map(_suit, hand) else game["secondary_suit"]
    card = next((card for card in hand if _suit(card) == suit), hand[0])
    assert seated.people.lay(person, card, "deck", up=True) == ""
    seated.until(lambda: len(seated.game["plays"]) != before)
    return seat, card


def _strayed(seated: Seated) -> list[list[str]]:
    strayed: list[list[str]] = seated.rooms[-1]["strayed"]
    return strayed


def _handle(seated: Seated, card: str) -> str:
    return seated.world.handles.of(card)


def test_a_refused_card_is_offered_to_be_taken_back_and_goes_to_its_owners_hand() -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    lead, wrong = _lead_and_refused(seated, person)
    suit = _suit(lead).replace("-", " ")
    why = f"East must follow the starting suit, {suit}, or play from the stash: take it back"
    assert _strayed(seated) == [[_handle(seated, wrong), "east", "refused", why]]
    assert seated.room.middle.take_back(["north", "south"]) == (
        "every card that you laid was taken: there is none to take back"
    )
    assert seated.place(wrong) == "deck"
    assert seated.room.middle.take_back(["east"]) == ""
    assert (seated.place(wrong), seated.place(lead)) == ("hand.east", "deck")
    assert len(_hand(seated, "east")) == 9
    _wait(seated, person, 1000)
    assert _strayed(seated) == []


def test_a_card_that_was_taken_is_offered_to_nobody() -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    card = _hand(seated, "north")[0]
    assert seated.people.lay(person, card, "deck", up=True) == ""
    _wait(seated, person, 2000)
    assert [play["card"] for play in seated.game["plays"]] == [card]
    assert _strayed(seated) == []


def test_a_round_takes_its_own_cards_only_and_the_refused_one_goes_back() -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    lead, wrong = _lead_and_refused(seated, person)
    right = next(card for card in _hand(seated, "east") if _suit(card) == _suit(lead))
    assert seated.people.lay(person, right, "deck", up=True) == ""
    seated.until(lambda: len(seated.game["plays"]) == 2)
    assert seated.room.middle.collect() == (
        "this round is being played: its cards lie there until all have played"
    )
    south = _hand(seated, "south")
    follows = next((card for card in south if _suit(card) == _suit(lead)), south[0])
    assert seated.people.lay(person, follows, "deck", up=True) == ""
    seated.until(lambda: len(seated.game["last_round"]) == 3)
    assert seated.place(wrong) == "deck"
    assert seated.room.middle.collect() == ""
    assert seated.place(wrong) == "hand.east"
    assert not seated.world.at("deck")
    places = {seated.place(card).partition(".")[0] for card in (lead, right, follows)}
    assert places <= {"cards", "aside"}
    counts = {seat["seat"]: seat["hand"] for seat in seated.game["seats"]}
    assert counts == {seat: len(_hand(seated, seat)) for seat in SEATS}


def test_what_an_undo_takes_back_is_offered_too_even_after_its_round_was_collected() -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    while not seated.game["last_round"]:
        seat, card = _plays_on(seated, person)
    assert seated.room.middle.collect() == ""
    seated.table.say("undo")
    _wait(seated, person, 1500)
    undone = ["undone", "its play was undone"]
    assert _strayed(seated) == [[_handle(seated, card), seat, *undone]]
    assert seated.room.middle.take_back([seat]) == ""
    assert seated.place(card) == f"hand.{seat}"


def test_a_card_undone_and_taken_back_that_no_reader_reads_then_is_unread(
    mocker: MockerFixture,
) -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    seat, card = _plays_on(seated, person)
    seated.table.say("undo")
    _wait(seated, person, 1500)
    assert seated.room.middle.take_back([seat]) == ""
    _wait(seated, person, 500)
    mocker.patch.object(seated.board.inner, "lay")
    assert seated.people.lay(person, card, "deck", up=True) == ""
    _wait(seated, person, 1000)
    unread = ["unread", "no reader has read it: lay it there again"]
    assert _strayed(seated) == [[_handle(seated, card), seat, *unread]]


def test_a_card_that_was_laid_aside_by_mistake_is_not_lost() -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    card = _hand(seated, "south")[0]
    assert seated.people.lay(person, card, "aside") == ""
    _wait(seated, person, 1000)
    astray = ["astray", "it counts as held still"]
    assert _strayed(seated) == [[_handle(seated, card), "south", *astray]]


def test_a_bot_takes_back_by_itself_what_was_not_taken() -> None:
    seated = Seated(bots=("east", "south"))
    person = seated.sits("north")
    _playing(seated)
    card = _hand(seated, "east")[0]
    at = seated.world.lying.lie(card)
    seated.world.move(card, Lie("deck", 340.0, 340.0, up=True))
    _wait(seated, person, 1500)
    assert seated.place(card) == at.place == "hand.east"


def test_where_nothing_lies_nothing_is_collected() -> None:
    seated = Seated()
    assert seated.room.middle.collect() == "nothing lies in the middle"


def test_what_is_refused_elsewhere_is_no_reason_for_a_card_that_an_undo_took_back() -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    lead, wrong = _lead_and_refused(seated, person)
    seated.table.say("ask", "north")
    seated.table.say("undo")
    _wait(seated, person, 1500)
    how = {card: [seat, how] for card, seat, how, _ in _strayed(seated)}
    assert how == {
        _handle(seated, lead): ["north", "undone"],
        _handle(seated, wrong): ["east", "refused"],
    }


def test_a_card_on_a_heap_that_is_not_read_says_so_and_goes_back_with_the_heap(
    mocker: MockerFixture,
) -> None:
    seated = Seated()
    person = seated.sits(*SEATS)
    _playing(seated)
    while seated.game["round"] < 5:
        _plays_on(seated, person)
        seated.people.heard(person)
    assert seated.rooms[-1]["past"] == len(seated.world.at("deck")) == 12
    mocker.patch.object(seated.board.inner, "lay")  # too high over the antenna for any reader
    mocker.patch.object(seated.board.inner, "lift")
    seat = seated.game["on_turn"]
    card = _hand(seated, seat)[0]
    assert seated.people.lay(person, card, "deck", up=True) == ""
    _wait(seated, person, 1000)
    unread = ["unread", "too many cards lie on that reader"]
    assert _strayed(seated) == [[_handle(seated, card), seat, *unread]]
    assert seated.room.middle.collect() == ""
    assert seated.place(card) == f"hand.{seat}"
    _wait(seated, person, 500)
    assert (_strayed(seated), seated.rooms[-1]["past"]) == ([], 0)
