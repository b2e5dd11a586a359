"""Another brightness while the lights are on: what is shown follows, and the limits hold."""

from __future__ import annotations

import pytest
from meadow.games.cues import Extent, Motion, Style
from meadow.games.game import Cue
from meadow.lights.limiter import FlashLimiter
from meadow.lights.output import LightOutput
from meadow.lights.power import Power, estimate_ma
from meadow.lights.spans import Span
from meadow.lights.stage import Stage
from pytest_mock import MockerFixture

from tests.lights.flash_meter import worst

WHITE = Style((255, 255, 255), Motion.STEADY, Extent.ALL, priority=10)


def outputs(mocker: MockerFixture, power: Power) -> tuple[LightOutput, list[bytes]]:
    """A strip of 12 pixels, all white, and the frames it is given."""
    strip = mocker.Mock(pixels=12)
    stage = Stage({"white": WHITE}, (Span("meadow", 0, 12),), 12)
    stage.set_cues({"meadow": Cue("white")})
    frames: list[bytes] = []
    strip.show.side_effect = frames.append
    return LightOutput(strip, stage, power), frames


def test_another_brightness_is_shown_at_once(mocker: MockerFixture) -> None:
    lights, frames = outputs(mocker, Power(1.0, 2000, 12))
    lights.tick(0)
    lights.set_power(Power(0.5, 2000, 12))
    lights.tick(15)
    assert frames == [bytes([255] * 36), bytes([128] * 36)]


def test_the_current_limit_holds_at_another_brightness(mocker: MockerFixture) -> None:
    lights, frames = outputs(mocker, Power(0.1, 200, 12))
    lights.tick(0)
    lights.set_power(Power(1.0, 200, 12))
    lights.tick(100)
    assert frames[0] < frames[1]
    assert estimate_ma(frames[1]) <= 200


def test_brightness_that_goes_up_and_down_makes_no_more_flashes_than_anything_else(
    mocker: MockerFixture,
) -> None:
    lights, frames = outputs(mocker, Power(1.0, 2000, 12))
    film: list[tuple[int, bytes]] = []
    for now_ms in range(0, 3000, 50):
        lights.set_power(Power(1.0 if now_ms % 100 else 0.05, 2000, 12))
        lights.tick(now_ms)
        film.append((now_ms, frames[-1]))
    assert len({frame for _, frame in film}) > 1
    assert worst(film, spans=()) <= 3


@pytest.mark.parametrize(("full", "waits"), [(255, False), (50, True)])
def test_a_tenth_is_of_the_brightness_that_holds_now(full: int, waits: bool) -> None:
    limiter = FlashLimiter(1, (), full=100)
    limiter.set_full(full)
    shown = [limiter.limit(bytes([20 if t % 100 else 0] * 3), t) for t in range(0, 600, 50)]
    assert (shown[-1] == shown[-2]) == waits
