"""Facts, inputs and sightings in plain words, and what is not told of cards."""

from __future__ import annotations

import re
from typing import Any, get_args

import msgspec
import pytest
from meadow.games.game import Fact, Resumed
from meadow.games.package import load_packages
from meadow.games.sweepers import facts
from meadow.journal.lines import Kind, Source
from meadow.pieces.kinds import (
    AnyPiece,
    CommandCard,
    Rake,
    StashToken,
    SuitCard,
    TreatCard,
    TurnTracker,
)
from meadow.telling.sentences import OUTCOMES, SENTENCES, VARIANTS
from meadow.telling.words import Words

PIECES: dict[str, AnyPiece] = {
    "04AA": StashToken("token.moss.acorn", "moss", "acorn"),
    "04AB": StashToken("token.moss.acorn.2", "moss", "acorn"),
    "04BB": TreatCard("treat.moss.acorn", "moss", "acorn"),
    "04CC": Rake("rake.red", "red"),
    "04DD": CommandCard("command.undo", "undo"),
    "04E1": SuitCard("card.purple-rings.1", "purple-rings", 1, 10),
    "04EA": SuitCard("card.purple-rings.10", "purple-rings", 10, 1),
    "04FF": TurnTracker("tracker"),
}
WORDS = Words(PIECES)
ALL = Words(PIECES, reveal=True)


def output(what: Any, words: Words = WORDS) -> str:
    return str(words.output(msgspec.to_builtins(what)))


@pytest.mark.parametrize(
    ("fact", "text"),
    [
        (facts.CardOpened(side="north", card="treat.moss.acorn"), "north: opens acorn on moss"),
        (
            facts.TokenStrayed(place="deck", token="token.moss.acorn.2"),
            "deck: stray: acorn on moss",
        ),
        (
            facts.TokenChecked(side="west", token="token.moss.acorn", fits=True),
            "west: right: acorn on moss",
        ),
        (
            facts.TokenChecked(side="west", token="token.moss.acorn", fits=False),
            "west: wrong: acorn on moss",
        ),
        (
            facts.CheckEnded(side="east", mistakes=0, cards=(), tokens=()),
            "east: the check finds no mistake",
        ),
        (
            facts.CheckEnded(side="east", mistakes=2, cards=("treat.moss.acorn", "x"), tokens=()),
            "east: the check finds 2 mistakes: acorn on moss and x",
        ),
        (
            facts.Overruled(word="match", args=("token.moss.acorn", "treat.moss.acorn")),
            "the operator decides: token acorn on moss counts for card acorn on moss",
        ),
        (
            facts.Overruled(word="match", args=("token.moss.acorn",)),
            "the operator decides: token acorn on moss counts for card ?",
        ),
        (
            facts.Overruled(word="stray", args=("token.moss.acorn",)),
            "the operator decides: token acorn on moss fits no card",
        ),
        (facts.StopCalled(side=""), "Stop! (caller not known)"),
        (facts.StopCalled(side="south"), "south: Stop!"),
        (
            facts.InventoryTaken(side="south", tokens=("token.moss.acorn",), back=()),
            "south: shows acorn on moss; back to the meadow: nothing",
        ),
        (facts.PlayBegan(round=2), "three! Round 2 begins"),
        (
            facts.RoundEnded(round=1, won=True, time_ms=83_250, void=False),
            "round 1 is won after 1:23.250",
        ),
        (facts.CardTaken(older="north", younger="east"), "north: takes the top card of east"),
        (Resumed(paused_ms=2000), "the game goes on after a pause of 0:02.000"),
    ],
)
def test_a_fact_is_a_sentence(fact: Fact, text: str) -> None:
    assert output(fact) == text


def every_fact() -> list[type[Fact]]:
    return [kind for one in load_packages().values() for kind in get_args(one.fact_type)]


@pytest.mark.parametrize("kind", every_fact(), ids=lambda kind: kind.__name__)
def test_every_fact_of_every_game_has_its_sentence(kind: type[Fact]) -> None:
    tag = str(kind.__struct_config__.tag)
    fields = {field.name for field in msgspec.structs.fields(kind)}
    sentences = [SENTENCES[tag]] if tag in SENTENCES else []
    sentences += [text for (of, _, _), text in VARIANTS.items() if of == tag]

    assert sentences, f"{tag} has no sentence in meadow/telling/sentences.py"
    for sentence in sentences:
        assert set(re.findall(r"{([a-z_]+?)(?:_[0-9])?}", sentence)) <= fields


def test_every_variant_is_of_a_field_that_there_is() -> None:
    fields = {
        str(kind.__struct_config__.tag): {one.name for one in msgspec.structs.fields(kind)}
        for kind in every_fact()
    }
    assert [key for key in VARIANTS if key[1] not in fields[key[0]]] == []


@pytest.mark.parametrize(
    "outcome", ["stashed", "won", "lost-time", "lost-mismatch", "awarded", "ended"]
)
def test_every_outcome_of_sweepers_has_its_sentence(outcome: str) -> None:
    assert ("sweepers", outcome) in OUTCOMES


class Moved(Fact, frozen=True, tag="fact.pawn-moved"):
    """A fact of a game that has no sentences here."""

    side: str
    card: str
    took_ms: int


def test_a_fact_without_a_sentence_is_told_by_its_name_and_fields() -> None:
    told = output(Moved(side="north", card="treat.moss.acorn", took_ms=1500))

    assert told == "north: pawn moved: card acorn on moss, took 0:01.500"


def test_a_result_without_a_sentence_is_told_by_its_fields() -> None:
    result = {"game": "chess", "winners": ["white"], "time_ms": 61_000, "void": False}

    assert WORDS.result(result) == "game chess, winners white, time 1:01.000, void no"


def test_a_fact_that_is_not_for_all_is_not_told() -> None:
    secret = Moved(side="north", card="treat.moss.acorn", took_ms=1, audience="seat:north")

    assert output(secret) == "pawn moved (for seat:north only)"
    assert output(secret, ALL) == "north: pawn moved: card acorn on moss, took 0:00.001"
    hidden = WORDS.hidden(Kind.OUTPUT, msgspec.to_builtins(secret))
    assert hidden == {"type": "fact.pawn-moved", "audience": "seat:north"}


@pytest.mark.parametrize(
    ("kind", "body", "shown", "revealed"),
    [
        (
            Kind.SIGHTING,
            {"type": "arrived", "at_ms": 1, "place": "deck", "uid": "04BB"},
            "deck: the tag of a card arrives on the reader",
            "deck: tag 04BB (card acorn on moss) arrives on the reader",
        ),
        (
            Kind.INPUT,
            {"type": "placed", "at_ms": 1, "place": "deck", "piece": "treat.moss.acorn"},
            "deck: a card is laid on the deck reader",
            "deck: card acorn on moss is laid on the deck reader",
        ),
        (
            Kind.INPUT,
            {"type": "removed", "at_ms": 1, "place": "deck", "piece": "treat.moss.acorn"},
            "deck: a card is taken from the deck reader",
            "deck: card acorn on moss is taken from the deck reader",
        ),
        (
            Kind.INPUT,
            {
                "type": "lying",
                "at_ms": 1,
                "place": "deck",
                "pieces": ["treat.moss.acorn", "rake.red"],
            },
            "deck: found here: a card and the red rake",
            "deck: found here: card acorn on moss and the red rake",
        ),
        (
            Kind.INPUT,
            {
                "type": "lying",
                "at_ms": 1,
                "place": "deck",
                "pieces": ["card.purple-rings.10", "treat.moss.acorn", "tracker"],
            },
            "deck: found here: a card, a card and the turn tracker",
            "deck: found here: purple rings 10, card acorn on moss and the turn tracker",
        ),
        (
            Kind.INPUT,
            {"type": "said", "at_ms": 1, "word": "deal", "args": ["treat.moss.acorn"]},
            "operator: says 'deal a card'",
            "operator: says 'deal card acorn on moss'",
        ),
        (
            Kind.OUTPUT,
            {
                "type": "refused",
                "why": "treat.moss.acorn lies there already",
                "place": "",
                "ruling": "T6",
            },
            "refused: a card lies there already (T6)",
            "refused: card acorn on moss lies there already (T6)",
        ),
    ],
)
def test_a_card_on_a_reader_is_named_only_if_all_is_revealed(
    kind: Kind, body: dict[str, Any], shown: str, revealed: str
) -> None:
    assert str(WORDS.line(kind, Source.OPERATOR, body)) == shown
    assert str(ALL.line(kind, Source.OPERATOR, body)) == revealed
    for secret in ("treat.moss.acorn", "purple-rings", "04BB", "04E1"):
        assert secret not in str(WORDS.hidden(kind, body))
    assert ALL.hidden(kind, body) == body


@pytest.mark.parametrize(
    ("uid", "text"),
    [
        ("04E1", "deck: tag 04E1 (purple rings 1) arrives on the reader"),
        ("04EA", "deck: tag 04EA (purple rings 10) arrives on the reader"),
    ],
)
def test_the_tag_of_a_suit_card_is_told_only_if_all_is_revealed(uid: str, text: str) -> None:
    body = {"type": "arrived", "at_ms": 1, "place": "deck", "uid": uid}
    assert str(ALL.sighting(body)) == text
    assert str(WORDS.sighting(body)) == "deck: the tag of a card arrives on the reader"
    assert uid not in str(WORDS.hidden(Kind.SIGHTING, body))


def test_a_fact_names_a_suit_card() -> None:
    told = output(Moved(side="north", card="card.purple-rings.10", took_ms=1500))
    assert told == "north: pawn moved: card purple rings 10, took 0:01.500"


@pytest.mark.parametrize(
    ("why", "shown", "revealed"),
    [
        (
            "card.purple-rings.10 was played already, not card.purple-rings.1",
            "refused: a card was played already, not a card",
            "refused: purple rings 10 was played already, not purple rings 1",
        ),
        # The id of the tracker is a plain word, which is no reason to replace it in a sentence.
        (
            "lay the turn tracker on a tray, card.purple-rings.1 is none",
            "refused: lay the turn tracker on a tray, a card is none",
            "refused: lay the turn tracker on a tray, purple rings 1 is none",
        ),
    ],
)
def test_what_is_refused_names_pieces_in_plain_words(why: str, shown: str, revealed: str) -> None:
    body = {"type": "refused", "why": why, "place": ""}
    assert str(WORDS.output(body)) == shown
    assert str(ALL.output(body)) == revealed


def test_a_card_whose_id_is_a_plain_word_is_hidden_in_a_sentence() -> None:
    odd = Words({"04BB": TreatCard("gold", "moss", "acorn")})
    assert str(odd.output({"type": "refused", "why": "gold lies there", "place": ""})) == (
        "refused: a card lies there"
    )


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (
            {"type": "arrived", "place": "north", "uid": "04FF"},
            "north: tag 04FF (the turn tracker) arrives on the reader",
        ),
        (
            {"type": "arrived", "place": "north", "uid": "04AA"},
            "north: tag 04AA (token acorn on moss) arrives on the reader",
        ),
        (
            {"type": "left", "place": "north", "uid": "04FE"},
            "north: tag 04FE, which is unknown, leaves the reader",
        ),
        (
            {"type": "failed", "place": "east", "why": "no answer"},
            "east: the reader fails: no answer",
        ),
        (
            {"type": "back", "place": "east", "uids": ["04AA"]},
            "east: the reader is back with 1 tag",
        ),
        ({"type": "back", "place": "east", "uids": []}, "east: the reader is back with 0 tags"),
    ],
)
def test_a_sighting_is_a_sentence(body: dict[str, Any], text: str) -> None:
    assert str(WORDS.sighting(body)) == text


@pytest.mark.parametrize(
    ("body", "source", "text"),
    [
        (
            {"type": "placed", "place": "north", "piece": "rake.red"},
            Source.SIGHTING,
            "north: the red rake is laid in the tray",
        ),
        ({"type": "said", "word": "undo", "args": []}, Source.SIGHTING, "card: says 'undo'"),
        (
            {"type": "said", "word": "age", "args": ["north", "2"]},
            Source.LINK,
            "link: says 'age north 2'",
        ),
        ({"type": "alarm", "name": "sand"}, Source.ALARM, "clock: the alarm 'sand' rings"),
        (
            {"type": "reader-failed", "place": "east"},
            Source.SIGHTING,
            "east: the reader has failed",
        ),
        ({"type": "reader-back", "place": "east"}, Source.SIGHTING, "east: the reader is back"),
    ],
)
def test_an_input_is_a_sentence(body: dict[str, Any], source: Source, text: str) -> None:
    assert str(WORDS.happened(body, source)) == text


def test_the_end_and_notes_are_told() -> None:
    end = {"type": "end", "result": {"game": "x"}, "outputs": 1, "outputs_sha256": "ab" * 32}
    told = [
        WORDS.line(Kind.END, Source.TABLE, end),
        WORDS.line(Kind.END, Source.TABLE, {**end, "result": None}),
        WORDS.line(Kind.NOTE, Source.TABLE, {"type": "note", "text": "recovered"}),
    ]

    assert [one.what for one in told] == [
        "the end, after 1 output; digest abababababab",
        "the end is taken back: the game is open again",
        "note: recovered",
    ]


def test_words_without_any_piece_still_speak() -> None:
    assert str(Words({}).output({"type": "refused", "why": "no", "place": ""})) == "refused: no"
