"""The strip is driven at a bounded rate and survives its failures."""

from __future__ import annotations

from unittest.mock import Mock

import pytest
from meadow.games.cues import Extent, Motion, Style
from meadow.games.game import Cue
from meadow.lights.output import LightOutput
from meadow.lights.power import Power
from meadow.lights.spans import Span
from meadow.lights.stage import Stage
from meadow.lights.strip import Strip, StripError
from pytest_mock import MockerFixture

RED = (255, 0, 0)
STYLES = {
    "steady": Style(RED, Motion.STEADY, Extent.ALL, 10),
    "chase": Style(RED, Motion.CHASE, Extent.ALL, 10),
}
SPANS = (Span("north", 0, 6), Span("south", 6, 6))
DARK, LIT = bytes(36), bytes(RED) * 6 + bytes(18)


@pytest.fixture
def strip(mocker: MockerFixture) -> Mock:
    fake: Mock = mocker.create_autospec(Strip, instance=True)
    fake.pixels = 12
    return fake


@pytest.fixture
def stage() -> Stage:
    return Stage(STYLES, SPANS, pixels=12)


@pytest.fixture
def output(strip: Mock, stage: Stage) -> LightOutput:
    return LightOutput(strip, stage, Power(1.0, 2000, 12))


def frames(strip: Mock) -> list[bytes]:
    return [call.args[0] for call in strip.show.call_args_list]


def test_the_first_frame_is_shown_even_when_it_is_dark(output: LightOutput, strip: Mock) -> None:
    output.tick(0)
    assert frames(strip) == [DARK]


def test_a_frame_is_shown_only_when_it_changed(
    output: LightOutput, stage: Stage, strip: Mock
) -> None:
    stage.set_cues({"north": Cue("steady")})
    for now_ms in range(0, 1000, 10):
        output.tick(now_ms)
    assert frames(strip) == [LIT]
    assert output.shown == LIT


def test_frames_come_at_most_thirty_times_a_second(
    output: LightOutput, stage: Stage, mocker: MockerFixture
) -> None:
    drawn = mocker.spy(stage, "frame")
    for now_ms in range(1000):
        output.tick(now_ms)
    assert drawn.call_count == 30


def test_it_says_when_the_next_frame_is_due(output: LightOutput) -> None:
    assert output.next_ms() == 0
    output.tick(100)
    assert output.next_ms() == 134


def test_a_strip_that_fails_is_told_once_and_tried_again_ever_more_rarely(
    output: LightOutput, stage: Stage, strip: Mock
) -> None:
    strip.show.side_effect = StripError("no answer")
    stage.set_cues({"north": Cue("chase")})
    told = [line for now_ms in range(0, 20_000, 10) for line in output.tick(now_ms)]
    assert told == ["the lights failed: no answer; play goes on without them"]
    # At 0, 0.5, 1.5, 3.5, 7.5 and 15.5 s.
    assert strip.show.call_count == 6
    assert not output.healthy
    assert output.next_ms() == 23_500


def test_a_strip_that_is_back_is_told_and_shows_what_it_should(
    output: LightOutput, stage: Stage, strip: Mock
) -> None:
    stage.set_cues({"north": Cue("steady")})
    strip.show.side_effect = [StripError("no answer"), StripError("no answer"), None]
    told = [(now_ms, line) for now_ms in range(0, 3000, 10) for line in output.tick(now_ms)]
    assert told == [
        (0, "the lights failed: no answer; play goes on without them"),
        (1500, "the lights are back after 1.5 s"),
    ]
    assert frames(strip) == [LIT, LIT, LIT]
    assert output.healthy


def test_a_frame_that_does_not_change_is_sent_again_every_two_seconds(
    output: LightOutput, stage: Stage, strip: Mock
) -> None:
    stage.set_cues({"north": Cue("steady")})
    for now_ms in range(0, 5000, 10):
        output.tick(now_ms)
    assert frames(strip) == [LIT, LIT, LIT]  # at 0, 2 and 4 s


def test_a_strip_that_fails_while_nothing_changes_is_noticed_within_two_seconds(
    output: LightOutput, strip: Mock
) -> None:
    output.tick(0)
    strip.show.side_effect = StripError("no answer")
    told = [(now_ms, line) for now_ms in range(10, 4000, 10) for line in output.tick(now_ms)]
    assert told == [(2000, "the lights failed: no answer; play goes on without them")]


def test_a_strip_that_fails_later_gets_the_unchanged_frame_again(
    output: LightOutput, stage: Stage, strip: Mock
) -> None:
    stage.set_cues({"north": Cue("steady")})
    output.tick(0)
    strip.show.side_effect = [StripError("a loose wire"), None]
    stage.set_cues({})
    assert output.tick(100) == ("the lights failed: a loose wire; play goes on without them",)
    stage.set_cues({"north": Cue("steady")})
    assert output.tick(600) == ("the lights are back after 0.5 s",)
    assert frames(strip) == [LIT, DARK, LIT]


def test_what_the_stage_cannot_show_is_told_through_the_output(
    output: LightOutput, stage: Stage
) -> None:
    stage.set_cues({"north": Cue("mystery")})
    assert output.tick(0) == ("the cue 'mystery' has no style: north shows it grey, at the edges",)
    assert output.tick(40) == ()


def test_closing_leaves_the_strip_dark(output: LightOutput, stage: Stage, strip: Mock) -> None:
    stage.set_cues({"north": Cue("steady")})
    output.tick(0)
    assert output.close(10) == ()
    assert frames(strip) == [LIT, DARK]


def test_closing_survives_a_broken_strip(output: LightOutput, strip: Mock) -> None:
    strip.show.side_effect = StripError("no answer")
    assert output.close(0) == ("the lights failed: no answer; play goes on without them",)


def test_the_current_limit_holds_for_what_the_strip_gets(stage: Stage, strip: Mock) -> None:
    output = LightOutput(strip, stage, Power(1.0, 72, 12))  # 12 idle, 60 for light
    stage.set_cues({"north": Cue("steady")})
    output.tick(0)
    assert frames(strip) == [bytes((127, 0, 0)) * 6 + bytes(18)]  # half of 6 x 20 mA


def test_a_strip_of_another_length_than_the_spans_is_refused(stage: Stage, strip: Mock) -> None:
    strip.pixels = 60
    with pytest.raises(ValueError, match="the strip has 60 pixels but the spans are made for 12"):
        LightOutput(strip, stage, Power(1.0, 2000, 12))


def test_a_rate_of_no_frames_is_refused(stage: Stage, strip: Mock) -> None:
    with pytest.raises(ValueError, match="frames_hz is 0: it is at least 1"):
        LightOutput(strip, stage, Power(1.0, 2000, 12), frames_hz=0)


def test_what_people_wait_for_is_shown_sooner_but_frames_never_come_closer_than_15_ms(
    output: LightOutput, stage: Stage, mocker: MockerFixture
) -> None:
    drawn = mocker.spy(stage, "frame")
    painted = []
    for now_ms in range(100):
        if now_ms in (5, 6, 50):
            output.hurry()
        before = drawn.call_count
        output.tick(now_ms)
        if drawn.call_count > before:
            painted.append(now_ms)
    assert painted == [0, 15, 49, 64, 98]
