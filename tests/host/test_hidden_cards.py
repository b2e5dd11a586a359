"""Which lines of a journal name a card: those of the happening that shows it to all, and later."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from meadow.games.game import (
    Fact,
    Input,
    Lying,
    Output,
    Placed,
    ReaderBack,
    Refused,
    Removed,
    Said,
    Undone,
    seat_audience,
)
from meadow.journal.lines import Kind, Source, decode_line
from meadow.journal.maker import LineMaker
from meadow.nfc.sightings import Arrived, Back, Left, Sighting
from meadow.pieces.kinds import AnyPiece, Rake, SuitCard
from meadow.telling.chronicle import Chronicle
from meadow.telling.telling import Entry, Telling, groups
from meadow.telling.words import Words

RED = Rake("rake.red", "red")
RINGS, WORMS = (
    SuitCard("card.purple-rings.7", "purple-rings", 7, 4),
    SuitCard("card.blue-worms.3", "blue-worms", 3, 8),
)
PIECES: dict[str, AnyPiece] = {"04AA": RINGS, "04BB": WORMS, "04CC": RED}


class Dealt(Fact, frozen=True, tag="fact.dealt"):
    """A card went to somebody, face down."""

    seat: str


class Shown(Fact, frozen=True, tag="fact.shown"):
    """A card lies face up."""

    seat: str
    card: str


Happening = Sighting | Input | Output


def entries(*happenings: Happening) -> list[Entry]:
    """A journal of these lines."""
    made, maker = [], LineMaker()
    for one in happenings:
        raw = maker.line(0, _kind(one), Source.SIGHTING, one)
        line = decode_line(raw)
        made.append(Entry(line, msgspec.json.decode(line.body, type=dict[str, Any])))
    return made


def _kind(one: Happening) -> Kind:
    if isinstance(one, Input):
        return Kind.INPUT
    return Kind.OUTPUT if isinstance(one, Output) else Kind.SIGHTING


def told(*happenings: Happening, reveal: bool = False) -> list[str]:
    """What is shown of each line."""
    telling, lines = Telling(Words(PIECES, reveal)), []
    for group in groups(entries(*happenings)):
        telling.begin(group)
        lines += [str(telling.line(line, body)) for line, body in group]
    return lines


def bodies(*happenings: Happening) -> list[Any]:
    """The body of each line as JSON shows it."""
    telling, made = Telling(Words(PIECES)), []
    for group in groups(entries(*happenings)):
        telling.begin(group)
        made += [telling.words.hidden(line.kind, body) for line, body in group]
    return made


def laid(uid: str, card: str, *came: Output) -> tuple[Happening, ...]:
    return (Arrived(0, "deck", uid), Placed(0, "deck", card), *came)


def lifted(uid: str, card: str) -> tuple[Happening, ...]:
    return (Left(0, "deck", uid), Removed(0, "deck", card))


DEAL = laid("04AA", RINGS.id, Dealt(seat="north"))
PLAY = laid("04AA", RINGS.id, Shown(seat="north", card=RINGS.id))

DEALT = [
    "deck: the tag of a card arrives on the reader",
    "deck: a card is laid on the deck reader",
    "north: dealt",
]
PLAYED = [
    "deck: tag 04AA (purple rings 7) arrives on the reader",
    "deck: purple rings 7 is laid on the deck reader",
    "north: shown: card purple rings 7",
]
LIFTED_UNSEEN = [
    "deck: the tag of a card leaves the reader",
    "deck: a card is taken from the deck reader",
]
LIFTED = [
    "deck: tag 04AA (purple rings 7) leaves the reader",
    "deck: purple rings 7 is taken from the deck reader",
]


@pytest.mark.rule("R90")
def test_a_card_that_is_dealt_is_hidden_and_the_lines_of_its_play_name_it() -> None:
    lift = lifted("04AA", RINGS.id)

    assert told(*DEAL, *lift, *PLAY, *lift) == [*DEALT, *LIFTED_UNSEEN, *PLAYED, *LIFTED]


def test_json_hides_by_the_same_rule() -> None:
    assert bodies(*DEAL, *PLAY) == [
        {"type": "arrived", "at_ms": 0, "place": "deck", "uid": "hidden"},
        {"type": "placed", "at_ms": 0, "place": "deck", "piece": "hidden"},
        {"type": "fact.dealt", "audience": "public", "seat": "north"},
        {"type": "arrived", "at_ms": 0, "place": "deck", "uid": "04AA"},
        {"type": "placed", "at_ms": 0, "place": "deck", "piece": "card.purple-rings.7"},
        {
            "type": "fact.shown",
            "audience": "public",
            "seat": "north",
            "card": "card.purple-rings.7",
        },
    ]


def test_all_names_every_card() -> None:
    assert told(*DEAL, reveal=True) == [*PLAYED[:2], "north: dealt"]


def test_a_refused_play_is_hidden_with_all_that_is_said_of_it() -> None:
    why = "card.purple-rings.7 does not follow card.blue-worms.3"
    refused = laid("04AA", RINGS.id, Refused(why=why, place="deck", ruling="S15"))
    shown = laid("04BB", WORMS.id, Shown(seat="north", card=WORMS.id))

    assert told(*shown, *refused)[3:] == [
        *DEALT[:2],
        "deck: refused: a card does not follow blue worms 3 (S15)",
    ]


def test_a_fact_for_one_seat_shows_a_card_to_nobody_else() -> None:
    secret = Shown(seat="north", card=RINGS.id, audience=seat_audience("north"))

    assert told(*laid("04AA", RINGS.id, secret), *lifted("04AA", RINGS.id)) == [
        *DEALT[:2],
        "shown (for seat:north only)",
        *LIFTED_UNSEEN,
    ]


def test_a_card_whose_play_is_undone_stays_known_while_it_lies_there() -> None:
    undo = (Said(0, "undo"), Undone(to_ms=0))

    lines = told(*PLAY, *undo, Lying(0, "deck", (RINGS.id,)), *lifted("04AA", RINGS.id))

    assert lines[-3:] == ["deck: found here: purple rings 7", *LIFTED]


@pytest.mark.rule("R122")
def test_a_card_that_is_laid_again_is_hidden_for_it_may_have_been_shuffled_and_dealt() -> None:
    lift = lifted("04AA", RINGS.id)

    lines = told(*PLAY, *lift, *DEAL, *lift, *PLAY)

    assert lines == [*PLAYED, *LIFTED, *DEALT, *LIFTED_UNSEEN, *PLAYED]


def test_a_card_that_came_while_the_reader_was_silent_is_hidden() -> None:
    back = (
        Back(0, "deck", ("04AA", "04BB")),
        ReaderBack(0, "deck"),
        Lying(0, "deck", (RINGS.id, WORMS.id)),
    )
    shown = laid("04BB", WORMS.id, Shown(seat="north", card=WORMS.id))

    lines = told(*PLAY, *lifted("04AA", RINGS.id), *shown, *back)

    assert lines[-3:] == [
        "deck: the reader is back with 2 tags",
        "deck: the reader is back",
        "deck: found here: a card and blue worms 3",
    ]


def test_the_operator_names_a_card_for_himself_alone_until_a_fact_does() -> None:
    said = Said(0, "deal", (RINGS.id,))

    dealt = told(*PLAY, *lifted("04AA", RINGS.id), said, Dealt(seat="north"))
    shown = told(said, Shown(seat="north", card=RINGS.id))

    assert dealt[-2:] == ["card: says 'deal a card'", "north: dealt"]
    assert shown == ["card: says 'deal purple rings 7'", PLAYED[2]]


def test_rakes_and_unknown_tags_are_never_hidden() -> None:
    assert told(Arrived(0, "east", "04CC"), Arrived(0, "east", "04DD")) == [
        "east: tag 04CC (the red rake) arrives on the reader",
        "east: tag 04DD, which is unknown, arrives on the reader",
    ]


def test_a_sighting_its_inputs_and_what_came_of_each_are_groups() -> None:
    back = (Back(0, "deck", ()), ReaderBack(0, "deck"), Lying(0, "deck", ()))
    lines = entries(Dealt(seat="east"), *DEAL, *lifted("04AA", RINGS.id), *back, Said(0, "undo"))

    found = [[str(body["type"]) for _, body in group] for group in groups(lines)]

    assert found == [
        ["fact.dealt"],
        ["arrived", "placed", "fact.dealt"],
        ["left", "removed"],
        ["back", "reader-back"],
        ["lying"],
        ["said"],
    ]


def test_the_events_of_a_game_being_watched_obey_the_same_rule() -> None:
    chronicle, maker = Chronicle(Words(PIECES)), LineMaker()
    for one in (DEAL[:2], PLAY, laid("04AA", RINGS.id)):
        lines = [maker.line(0, _kind(part), Source.SIGHTING, part) for part in one]
        chronicle.take_lines(lines)

    assert [event.text for event in chronicle.events] == [DEALT[1], PLAYED[2], DEALT[1]]
