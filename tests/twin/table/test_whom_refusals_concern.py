"""Whom at a meadow a refusal of the table concerns: whoever laid what was refused, and nobody for a
word of the operator's."""

from __future__ import annotations

import pytest
from meadow.games.game import Output, Refused
from meadow.journal.lines import Source
from meadow.table.status import News
from meadow_host.twin.meadow.lying import Lie
from meadow_host.twin.table.person import Person
from meadow_host.twin.table.refusals import Refusal, for_players, refusals_of

from tests.twin.table.seated import Seated

GAMES = ("thats-my-stash", "sweet-takes")


class Hearing:
    """People at a table, each at one side, and what each was told."""

    def __init__(self, *seats: str, bots: tuple[str, ...] = ()) -> None:
        self.seated = Seated(bots=bots)
        self.told: dict[str, list[str]] = {seat: [] for seat in seats}
        self.sits: dict[str, Person] = {}
        for number, seat in enumerate(seats):
            people = self.seated.people
            person = people.come(f"aaaaaaaa{number}", hears=self.told[seat].append)
            assert people.sit(person, [seat]) == ""
            self.sits[seat] = person

    def wait(self, duration_ms: int) -> None:
        self.seated.wait(duration_ms)
        for person in self.seated.people:
            self.seated.people.heard(person)

    def shows(self, seat: str, word: str) -> None:
        """Somebody presses a button that shows a command card to the deck reader."""
        card = f"command.{word}"
        assert self.seated.people.show(self.sits[seat], card, "deck") == ""
        self.wait(1500)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("said", [("gibberish",), ("ask", "north"), ("off", "deck"), ("swap", "a")])
def test_what_an_operator_or_a_laptop_says_in_vain_is_told_to_no_player(
    game: str, said: tuple[str, ...]
) -> None:
    hearing = Hearing("north", "south")
    seated = hearing.seated
    seated.table.say(*said)
    hearing.wait(300)
    seated.plays(game, "north", "south")
    assert seated.game["phase"] == "dealing"
    seated.table.say(*said)
    hearing.wait(300)
    assert hearing.told == {"north": [], "south": []}


@pytest.mark.parametrize("game", ["", *GAMES])
@pytest.mark.parametrize("source", [Source.OPERATOR, Source.LINK])
def test_not_even_to_who_just_shows_a_card_or_left_one_on_the_deck_reader(
    game: str, source: Source
) -> None:
    hearing = Hearing("north", "south")
    seated, south = hearing.seated, hearing.sits["south"]
    if game:
        seated.plays(game, "north", "south")

    def says_in_vain() -> None:
        for told in hearing.told.values():
            told.clear()
        before = len(vain)
        seated.table.say("gibberish", source=source, answer=vain.extend)
        hearing.wait(200)
        assert len(vain) == before + 1
        assert hearing.told == {"north": [], "south": []}

    vain: list[Output] = []
    assert seated.people.show(south, "command.quick-paws", "deck") == ""
    hearing.wait(300)
    assert seated.place("command.quick-paws") == "deck"
    says_in_vain()
    hearing.wait(1500)
    assert seated.people.lay(south, "command.sweet-takes", "deck") == ""
    hearing.wait(500)
    says_in_vain()


def test_a_card_in_vain_is_told_though_an_operator_says_something_in_the_same_moment() -> None:
    hearing = Hearing("north", "south")
    assert hearing.seated.people.show(hearing.sits["south"], "command.start", "deck") == ""
    for _ in range(20):
        hearing.seated.table.say("gibberish")
        hearing.wait(16)
    [why] = hearing.told["south"]
    assert why.startswith("no game is chosen")
    assert hearing.told["north"] == []


def test_what_no_line_of_the_journal_tells_is_told_beside_what_the_lines_tell() -> None:
    seated = Seated()
    seated.plays("thats-my-stash", "north", "south")
    heard: list[News] = []
    seated.table.listen(heard.append)
    seated.world.move("command.way-a", Lie("deck", 340.0, 340.0))
    seated.wait(500)
    [news] = [one for one in heard if refusals_of(seated.table, one)]
    [line] = refusals_of(seated.table, news)
    early = Refused("the game has only just ended")
    both = news._replace(outputs=(*news.outputs, early))
    assert refusals_of(seated.table, both) == [line, Refusal(early.why, "", "")]
    spoken = both._replace(spoken=(early,))
    assert refusals_of(seated.table, spoken) == [line]
    assert "way A" in line.why


def test_in_the_lobby_who_shows_a_card_in_vain_is_told_why_and_nobody_else() -> None:
    hearing = Hearing("north", "south")
    hearing.shows("south", "start")
    [why] = hearing.told["south"]
    assert why.startswith("no game is chosen")
    assert hearing.told["north"] == []


def test_in_a_game_who_shows_a_card_in_vain_is_told_why_and_nobody_else() -> None:
    hearing = Hearing("north", "south")
    hearing.seated.plays("thats-my-stash", "north", "south")
    hearing.shows("north", "way-a")
    [why] = hearing.told["north"]
    assert why.startswith("'way A' means nothing")
    assert hearing.told["south"] == []


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("the oldest player flips the timer: south", "the oldest player flips the timer: South"),
        (
            "the reader of east does not answer: mend it, or say: off east",
            "the reader of East does not answer: mend it, or let an operator go on without it",
        ),
    ],
)
def test_players_are_told_of_sides_and_of_no_words(why: str, told: str) -> None:
    assert for_players(why) == told


def test_what_is_refused_in_a_tray_is_told_to_who_sits_there() -> None:
    hearing = Hearing("north", "south")
    seated = hearing.seated
    seated.plays("thats-my-stash", "north", "south")
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "ready", 90_000)
    hearing.wait(0)
    card = next(one for one in seated.world.at("cards.north"))
    assert seated.people.lay(hearing.sits["south"], card, "tray.north") == ""
    hearing.wait(500)
    assert (len(hearing.told["north"]), hearing.told["south"]) == (1, [])


def test_a_card_of_sweet_takes_that_is_refused_is_told_to_who_held_it() -> None:
    hearing = Hearing("north", "south")
    seated = hearing.seated
    seated.plays("sweet-takes", "north", "south")
    seated.room.dealer.deal(200)
    seated.until(lambda: seated.game["phase"] == "leading", 90_000)
    hearing.wait(0)
    seated.table.say("leader", "north")
    seated.until(lambda: seated.game["phase"] == "playing")
    card = seated.world.at("hand.south")[0]
    assert seated.people.lay(hearing.sits["south"], card, "deck", up=True) == ""
    hearing.wait(500)
    assert hearing.told["north"] == []
    [why] = hearing.told["south"]
    assert "on turn" in why or "no card of North" in why
