"""One game from sightings to journal lines, without I/O and clock."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

import msgspec
from meadow.games.game import Alarm, Input, Lying, Refused, Said, Step
from meadow.journal.lines import Kind, Line, Source, decode_line
from meadow.nfc.sightings import Arrived, Back, Failed, Left
from meadow.pieces.kinds import AnyPiece, CommandCard, Rake, StashToken
from meadow.table.play import Play

from tests.games.tally import Tally, TallyGame

PIECES: Mapping[str, AnyPiece] = {
    "01": StashToken("token-1", "moss", "acorn"),
    "02": StashToken("token-2", "moss", "hazelnut"),
    "0A": Rake("rake-red", "red"),
    "0B": Rake("rake-blue", "blue"),
    "C1": CommandCard("command.undo", "undo"),
    "C2": CommandCard("command.pause", "pause"),
}


def play(bell_ms: int = 100_000) -> Play:
    """A game of Tally, its opening lines already taken."""
    begun = Play(TallyGame(), PIECES.get, bell_ms)
    begun.take()
    return begun


def lines(playing: Play) -> list[tuple[int, str, str, str]]:
    """The lines since last asked: time, kind, source, body."""
    decoded: list[Line] = [decode_line(raw) for raw in playing.take().lines]
    return [
        (line.at_ms, line.kind.value, line.source.value, bytes(line.body).decode())
        for line in decoded
    ]


def test_the_first_lines_are_what_the_game_gives_as_it_begins() -> None:
    assert lines(Play(TallyGame(), PIECES.get, 5000)) == [
        (0, "output", "table", '{"type":"sound","cue":"hello"}')
    ]


def test_a_tag_that_arrives_becomes_a_sighting_an_input_and_outputs() -> None:
    playing = play()
    playing.saw(Arrived(250, "north", "01"))
    assert lines(playing) == [
        (250, "sighting", "sighting", '{"type":"arrived","at_ms":250,"place":"north","uid":"01"}'),
        (
            250,
            "input",
            "sighting",
            '{"type":"placed","at_ms":250,"place":"north","piece":"token-1"}',
        ),
        (
            250,
            "output",
            "sighting",
            '{"type":"fact.counted","piece":"token-1","audience":"public"}',
        ),
    ]


def test_a_tag_that_left_becomes_an_input() -> None:
    playing = play()
    playing.saw(Arrived(250, "north", "01"))
    playing.take()
    playing.saw(Left(300, "north", "01"))
    assert [line[3] for line in lines(playing)[:2]] == [
        '{"type":"left","at_ms":300,"place":"north","uid":"01"}',
        '{"type":"removed","at_ms":300,"place":"north","piece":"token-1"}',
    ]


def test_an_unknown_tag_is_refused_and_changes_nothing() -> None:
    playing = play()
    before = playing.state
    playing.saw(Arrived(250, "north", "FF"))
    assert playing.take().outputs == [
        Refused("unknown tag FF on north: take it away, or enrol it first", "north", "T2")
    ]
    playing.saw(Left(300, "north", "FF"))
    assert playing.take().outputs == []
    assert playing.state is before


def test_a_command_card_on_the_deck_reader_says_its_word() -> None:
    playing = play()
    playing.saw(Arrived(250, "deck", "C2"))
    assert lines(playing)[1] == (
        250,
        "input",
        "sighting",
        '{"type":"said","at_ms":250,"word":"pause","args":[]}',
    )
    assert playing.view("public")["paused"] == "operator"


def test_a_command_card_on_a_tray_is_refused() -> None:
    playing = play()
    before = playing.state
    playing.saw(Arrived(250, "east", "C2"))
    (refused,) = playing.take().outputs
    assert refused == Refused(
        "the command card 'pause' speaks on the deck reader only", "east", "T4"
    )
    assert playing.state is before


def test_a_reader_that_is_back_tells_what_lies_there_without_unknown_tags_and_cards() -> None:
    playing = play()
    playing.saw(Failed(100, "north", "no answer"))
    playing.take()
    playing.saw(Back(200, "north", ("01", "FF", "C1", "0A")))
    bodies = [line[3] for line in lines(playing)]
    assert bodies[1] == '{"type":"reader-back","at_ms":200,"place":"north"}'
    assert '{"type":"lying","at_ms":200,"place":"north","pieces":["token-1","rake-red"]}' in bodies
    assert playing.state.lying == (("north", ("token-1", "rake-red")),)


def test_a_word_of_the_operator_is_a_line_with_its_source() -> None:
    playing = play()
    playing.told(Said(40, "award", ("north",)), Source.OPERATOR)
    assert lines(playing)[0] == (
        40,
        "input",
        "operator",
        '{"type":"said","at_ms":40,"word":"award","args":["north"]}',
    )


# ------------------------------------------------------------------------------ alarms


def test_an_alarm_is_delivered_at_exactly_its_due_time() -> None:
    playing = play(bell_ms=5000)
    assert playing.next_alarm_ms == 5000
    playing.ring_until(4999)
    assert lines(playing) == []
    playing.ring_until(5060)
    assert lines(playing)[0] == (
        5000,
        "input",
        "alarm",
        '{"type":"alarm","at_ms":5000,"name":"bell"}',
    )
    assert playing.next_alarm_ms is None


def test_at_equal_times_the_alarm_goes_first() -> None:
    playing = play(bell_ms=5000)
    playing.saw(Arrived(5000, "north", "01"))
    kinds = [(line[0], line[1], line[2]) for line in lines(playing)]
    assert kinds == [
        (5000, "input", "alarm"),
        (5000, "output", "alarm"),
        (5000, "output", "alarm"),
        (5000, "sighting", "sighting"),
        (5000, "input", "sighting"),
        (5000, "output", "sighting"),
    ]


class Forgetful(TallyGame):
    """Never clears its alarms: one stands still, one is always due at once."""

    name: ClassVar[str] = "forgetful"

    def advance(self, state: Tally, happened: Input) -> Step[Tally]:
        if isinstance(happened, Alarm):
            return Step(msgspec.structs.replace(state, times=(*state.times, happened.at_ms)), ())
        return super().advance(state, happened)

    def alarms(self, state: Tally) -> Mapping[str, int]:
        return {"still": 1000, "now": state.times[-1] if state.times else 1000}


def test_a_core_that_forgets_to_clear_an_alarm_cannot_hang_the_table() -> None:
    playing = Play(Forgetful(), PIECES.get, 0)
    playing.ring_until(1_000_000)
    assert len(playing.take().lines) < 10
    playing.told(Lying(1_000_001, "north", ()), Source.TABLE)
    playing.ring_until(2_000_000)
    assert len(playing.take().lines) < 10


def test_two_alarms_ring_in_the_order_of_their_times_and_names() -> None:
    class Rings(TallyGame):
        name: ClassVar[str] = "rings"

        def alarms(self, state: Tally) -> Mapping[str, int]:
            waiting = {"b": 900, "a": 900, "c": 100}
            order = ["c", "a", "b"]
            return {name: waiting[name] for name in order[len(state.times) :]}

    playing = Play(Rings(), PIECES.get, 0)
    playing.take()
    playing.ring_until(1000)
    inputs = [line for line in lines(playing) if line[1] == "input"]
    assert [(line[0], line[3]) for line in inputs] == [
        (100, '{"type":"alarm","at_ms":100,"name":"c"}'),
        (900, '{"type":"alarm","at_ms":900,"name":"a"}'),
        (900, '{"type":"alarm","at_ms":900,"name":"b"}'),
    ]


# --------------------------------------------------------------------------------- end


def test_the_end_line_follows_the_outputs_of_the_input_that_finished_the_game() -> None:
    playing = play()
    playing.told(Said(40, "award", ("north",)), Source.OPERATOR)
    written = lines(playing)
    assert [line[1] for line in written] == ["input", "output", "output", "output", "end"]
    assert written[-1][3].startswith(
        '{"type":"end","result":{"game":"tally","winner":"north"},"outputs":4,"outputs_sha256":"'
    )
    assert playing.over


def test_an_undo_of_the_end_is_an_end_line_without_a_result() -> None:
    playing = play()
    playing.told(Said(40, "award", ("north",)), Source.OPERATOR)
    playing.take()
    playing.told(Said(50, "undo"), Source.OPERATOR)
    written = lines(playing)
    assert [line[1] for line in written][-1] == "end"
    assert written[-1][3].startswith('{"type":"end","result":null,')
    assert not playing.over


def test_lines_are_numbered_from_one_without_a_gap() -> None:
    playing = Play(TallyGame(), PIECES.get, 100)
    playing.saw(Arrived(50, "north", "01"))
    playing.saw(Arrived(60, "deck", "C1"))
    playing.told(Said(70, "start"), Source.LINK)
    numbers = [decode_line(raw).seq for raw in playing.take().lines]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) > 10


def test_a_note_takes_a_number_and_changes_nothing() -> None:
    playing = play()
    before = playing.state
    playing.note(70, Source.TABLE, msgspec.Raw(b'{"type":"note","text":"hello"}'))
    (line,) = [decode_line(raw) for raw in playing.take().lines]
    assert (line.seq, line.kind, bytes(line.body)) == (
        2,
        Kind.NOTE,
        b'{"type":"note","text":"hello"}',
    )
    assert playing.state is before


def test_what_is_fed_again_gives_the_same_bytes() -> None:
    def played() -> list[bytes]:
        playing = Play(TallyGame(), PIECES.get, 3000)
        playing.saw(Arrived(10, "north", "01"))
        playing.saw(Arrived(20, "deck", "0A"))
        playing.saw(Failed(700, "east", "no answer"))
        playing.saw(Back(800, "east", ("02",)))
        playing.told(Said(900, "start"), Source.OPERATOR)
        playing.saw(Left(8000, "north", "01"))
        playing.told(Said(9000, "undo"), Source.OPERATOR)
        playing.ring_until(20_000)
        return playing.take().lines

    assert played() == played()
