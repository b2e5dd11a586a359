"""The golden playthroughs of Sweet Takes show every kind of game that there is."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pytest
from meadow.games.game import Finished, Output
from meadow.games.sweet_takes.facts import CardsCollected, RoundPlayed, SetEnded, SweetTakesResult
from meadow.games.sweet_takes.setup import Deal, DealOrder, Setup
from meadow.games.sweet_takes.state import Phase, State

from tests.playthroughs.card_players import leaves, play
from tests.playthroughs.scenes import SCENES, Recorded, file_of

GAME = "sweet-takes"
LARGEST = 150_000


@pytest.fixture(scope="module")
def played() -> tuple[Recorded, ...]:
    return tuple([Recorded(file_of(GAME, scene), scene()) for scene in SCENES[GAME]])


def setups(played: Iterable[Recorded]) -> list[Setup]:
    return [recorded.play.setup for recorded in played]


def outputs(played: Iterable[Recorded]) -> list[Output]:
    return [output for recorded in played for output in recorded.play.outputs]


def results(played: Iterable[Recorded]) -> list[SweetTakesResult]:
    found = [output.result for output in outputs(played) if isinstance(output, Finished)]
    return [result for result in found if isinstance(result, SweetTakesResult)]


def test_whole_games_are_played_by_two_to_five_players(played: tuple[Recorded, ...]) -> None:
    whole = [one for one in played if results([one]) and results([one])[-1].decided_by]
    assert {len(made.seats) for made in setups(whole)} == {2, 3, 4, 5}
    for one in whole:
        rounds = {output.round for output in outputs([one]) if isinstance(output, RoundPlayed)}
        assert rounds == set(range(1, 13)), one.file.name


def test_every_way_to_play_is_shown(played: tuple[Recorded, ...]) -> None:
    made = setups(played)
    assert {one.deal for one in made} == set(Deal)
    assert {one.deal_order for one in made} == set(DealOrder)
    assert {one.sets for one in made} == {1, 3}
    assert {bool(one.leader) for one in made} == {True, False}


def test_every_way_to_win_is_shown(played: tuple[Recorded, ...]) -> None:
    """Among them a tie of two and one of three, each shared and each broken by most cards."""
    ends = {(len(result.totals), result.decided_by) for result in results(played)}
    assert {(players, how) for players, how in ends if how in ("cards", "shared")} == {
        (2, "cards"),
        (2, "shared"),
        (3, "cards"),
        (3, "shared"),
    }
    assert {result.decided_by for result in results(played)} == {
        "points",
        "last-set",
        "cards",
        "shared",
        "",
    }
    assert {result.outcome for result in results(played)} == {"won", "shared", "awarded", "ended"}
    assert sum(isinstance(output, SetEnded) and output.set == 3 for output in outputs(played)) == 1


def test_one_two_three_and_more_players_win_cards_in_a_round(played: tuple[Recorded, ...]) -> None:
    rounds = [output for output in outputs(played) if isinstance(output, RoundPlayed)]
    assert {len(one.winners) for one in rounds} >= {1, 2, 3, 4}
    orders = [output.order for output in outputs(played) if isinstance(output, CardsCollected)]
    assert set(orders) >= {1, 2, 3, 4}


def test_every_phase_is_shown(played: tuple[Recorded, ...]) -> None:
    text = "".join([recorded.text for recorded in played])
    heads = [phase.value for phase in Phase]
    assert [phase for phase in heads if f"== {phase}\n" not in text and phase != "leading"] == []
    assert "== leading\n" in text
    assert "== playing, paused: undo\n" in text
    assert "== playing, paused: reader\n" in text


def test_no_recording_is_larger_than_people_read(played: tuple[Recorded, ...]) -> None:
    sizes = {recorded.file.name: len(recorded.text) for recorded in played}
    assert {name: size for name, size in sizes.items() if size > LARGEST} == {}


def test_cards_are_called_by_their_names_and_nothing_of_a_state_is_left_out() -> None:
    scene = play("Two cards.", "north", "east")
    scene.deal("north: purple 7 | purple 2", "east: purple 9")
    scene.lays("purple 7")
    shown = leaves(scene.state)
    names = {path.partition(".")[0] for path in shown} | {"setup", "phase", "blind"}
    # What only an unscanned game has is not there: nobody's cards are only counted.
    assert names == {field.name for field in msgspec.structs.fields(State)} - {
        "hand_left",
        "stash_left",
    }
    assert shown["plays"].value == ("card.purple-rings.7",)
    assert "card.purple-rings.2" in shown["stashes_dealt.north"].value
    assert "card.purple-rings.7" in shown["hands_dealt.north"].value
    assert len(shown["hands_dealt.east"].value) == 9


def test_a_change_of_any_part_of_a_state_changes_what_is_shown() -> None:
    """Also where numbers and bit sets are shown by other names."""
    scene = play("Two cards.", "north", "east", deal=Deal.UNSCANNED)
    scene.lays("purple 7", "pink 9")
    state = scene.state
    others = {
        "suits": (0, 1, 3),
        "hands_dealt": (1, 0),
        "stashes_dealt": (0, 1),
        "face_up": (1, 1),
        "face_down": (1, 1),
        "hand_left": (9, 8),
        "stash_left": (2, 3),
        "leader": 0,
        "plays": (1,),
        "played": 1,
        "trick": None,
        "voids": (),
        "breaches": ((1, 0, 1, 3),),
        "sets_done": ((),),
        "winners": ("north",),
    }
    for name, other in others.items():
        assert getattr(state, name) != other, name
        changed = msgspec.structs.replace(
            state, **{name: msgspec.convert(other, _type_of(name), strict=False)}
        )
        assert leaves(changed) != leaves(state), name
    blind = msgspec.structs.replace(state, plays=(1,), blind=1)
    assert leaves(blind) != leaves(msgspec.structs.replace(blind, blind=0))


def _type_of(name: str) -> object:
    return next(field.type for field in msgspec.structs.fields(State) if field.name == name)
