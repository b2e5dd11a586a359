"""At most three flashes in any second (WCAG 2.3.1), measured on whole rendered frames."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.games.cues import Extent, Flash, Motion, Style
from meadow.games.game import Cue
from meadow.lights.common import COMMON_STYLES
from meadow.lights.limiter import FlashLimiter
from meadow.lights.output import LightOutput
from meadow.lights.power import Power, estimate_ma
from meadow.lights.stage import Stage

from tests.lights.flash_meter import worst

PLACES = ("north", "east", "deck", "south", "west", "five", "meadow")
FRAME_MS = 34
EVERY_LOOK: Mapping[str, Style] = {
    f"{motion}-{extent}": Style((255, 255, 255), motion, extent, 10)
    for motion in Motion
    for extent in Extent
}
RED, WHITE, BLUE = (255, 0, 0), (255, 255, 255), (0, 0, 255)
TABLE: Mapping[str, Style] = {
    **COMMON_STYLES,
    "low": Style(WHITE, Motion.BLINK, Extent.ALL, 5),
    "high": Style(RED, Motion.CHASE, Extent.ENDS, 95),
    "blue": Style(BLUE, Motion.STEADY, Extent.ALL, 50),
    "red": Style(RED, Motion.STEADY, Extent.ALL, 50),
    "white": Style(WHITE, Motion.STEADY, Extent.ALL, 50),
}


class FilmStrip:
    """A strip that keeps what it was shown; `at_ms` is set by the test."""

    pixels = 60

    def __init__(self) -> None:
        self.at_ms = 0
        self.film: list[tuple[int, bytes]] = [(-1000, bytes(180))]

    def show(self, frame: bytes) -> None:
        self.film.append((self.at_ms, frame))


Act = Callable[[Stage, int], None]


def filmed(
    act: Act, lasting_ms: int, max_current_ma: int = 4000, styles: Mapping[str, Style] = TABLE
) -> list[tuple[int, bytes]]:
    """What the strip gets while ``act`` is called before each frame."""
    strip, stage = FilmStrip(), Stage(styles)
    output = LightOutput(strip, stage, Power(1.0, max_current_ma, 60))
    for now_ms in range(0, lasting_ms, FRAME_MS):
        strip.at_ms = now_ms
        act(stage, now_ms)
        output.tick(now_ms)
    return strip.film


def wanted(act: Act, lasting_ms: int) -> list[tuple[int, bytes]]:
    """What the stage would show without any limit."""
    stage, power = Stage(TABLE), Power(1.0, 4000, 60)
    film = [(-1000, bytes(180))]
    for now_ms in range(0, lasting_ms, FRAME_MS):
        act(stage, now_ms)
        film.append((now_ms, power.apply(stage.frame(now_ms))))
    return film


def every_frame(*names: str) -> Act:
    """Each frame another cue on every side and all round."""

    def act(stage: Stage, now_ms: int) -> None:
        name = names[now_ms // FRAME_MS % len(names)]
        stage.set_cues({place: Cue(name) for place in PLACES} if name else {})

    return act


@pytest.mark.parametrize("look", EVERY_LOOK)
def test_no_look_by_itself_flashes_more_than_twice_a_second_even_without_the_limiter(
    look: str,
) -> None:
    stage, power = Stage(EVERY_LOOK), Power(1.0, 4000, 60)
    cue = Cue(look, 1, 3, ends_ms=3000, span_ms=3000)
    for places in (("meadow",), PLACES[:-1]):
        stage.set_cues(dict.fromkeys(places, cue))
        film = [(t, power.apply(stage.frame(t))) for t in range(0, 3000, FRAME_MS)]
        # Two flashes, and the half that first lights the strip.
        assert worst([(-1000, bytes(180)), *film]) <= 2.5


def test_the_meter_sees_a_strobe() -> None:
    assert worst(wanted(every_frame("white", ""), 2000)) > 10


@pytest.mark.parametrize(
    "names", [("white", ""), ("red", "blue"), ("red", ""), ("white", "red", "blue"), ("blue", "")]
)
def test_cues_that_alternate_every_frame_flash_three_times_a_second_at_most(
    names: tuple[str, ...],
) -> None:
    assert worst(filmed(every_frame(*names), 4000)) <= 3


def test_blue_too_is_held_back_although_it_is_dark_to_the_luminance_formula() -> None:
    film = filmed(every_frame("blue", ""), 2000)
    changes = [(t, frame[2]) for t, frame in film if t >= 0]
    assert len([t for t, _ in changes if t < 1000]) <= 6


def test_sides_that_take_turns_do_not_make_the_whole_ring_flash_more_often() -> None:
    """Each side blinks twice a second, two before, two after: four flashes of the whole."""

    def act(stage: Stage, now_ms: int) -> None:
        quarter = now_ms // 125 % 4
        pair = {0: ("north", "south"), 2: ("east", "west")}.get(quarter, ())
        stage.set_cues({place: Cue("white") for place in pair})

    assert worst(wanted(act, 4000)) > 3
    assert worst(filmed(act, 4000)) <= 3


def test_flashes_fired_in_quick_succession_are_held_back() -> None:
    def act(stage: Stage, now_ms: int) -> None:
        step = now_ms // FRAME_MS
        name = ("refused", "go", "beat", "join", "halt", "back")[step // 2 % 6]
        stage.flash(Flash(PLACES[step % 7], name), now_ms)

    assert worst(filmed(act, 5000)) <= 3


def test_a_chase_over_a_blink_does_not_add_up() -> None:
    def act(stage: Stage, now_ms: int) -> None:
        stage.set_cues(dict.fromkeys(PLACES[:-1], Cue("high")) | {"meadow": Cue("low")})

    assert worst(filmed(act, 4000)) <= 3


def test_when_the_turmoil_is_over_the_lights_show_what_they_should_within_a_second() -> None:
    strobe = every_frame("white", "")

    def act(stage: Stage, now_ms: int) -> None:
        if now_ms < 2000:
            strobe(stage, now_ms)
        else:
            stage.set_cues({"north": Cue("red")})

    film = filmed(act, 3100)
    assert film[-1][1] == bytes(9) + bytes((255, 0, 0)) * 12 + bytes(180 - 9 - 36)


def test_a_countdown_with_its_beats_is_shown_just_as_meant() -> None:
    def act(stage: Stage, now_ms: int) -> None:
        step = now_ms // 1000 + 1
        stage.set_cues({"deck": Cue("count", step, 3)} if step < 4 else {})
        if now_ms % 1000 < FRAME_MS:
            stage.flash(Flash("meadow", "beat" if step < 4 else "go"), now_ms)

    shown = dict(filmed(act, 4500))
    last = bytes(180)
    for now_ms, frame in wanted(act, 4500):
        last = shown.get(now_ms, last)
        assert last == frame, now_ms


ACTS = st.lists(
    st.tuples(
        st.integers(0, 5),  # frames to wait
        st.sampled_from(("cue", "flash", "none")),
        st.sampled_from(PLACES),
        st.sampled_from(sorted(TABLE)),
    ),
    min_size=30,
    max_size=60,
)


@settings(max_examples=12, deadline=None)
@given(ACTS, st.sampled_from((4000, 900)))
def test_whatever_happens_the_strip_flashes_three_times_a_second_at_most_and_keeps_its_current(
    acts: list[tuple[int, str, str, str]], max_current_ma: int
) -> None:
    due: dict[int, list[tuple[str, str, str]]] = {}
    frame = 0
    for wait, kind, place, name in acts:
        frame += wait
        due.setdefault(frame, []).append((kind, place, name))
    cues: dict[str, Cue] = {}

    def act(stage: Stage, now_ms: int) -> None:
        for kind, place, name in due.get(now_ms // FRAME_MS, ()):
            if kind == "flash":
                stage.flash(Flash(place, name), now_ms)
            elif kind == "cue":
                cues[place] = Cue(name, 1, 3)
            else:
                cues.pop(place, None)
            stage.set_cues(cues)

    film = filmed(act, (frame + 5) * FRAME_MS, max_current_ma)
    assert worst(film) <= 3
    assert all(estimate_ma(shown) <= max_current_ma for _, shown in film)


# ----------------------------------------------------------------------- the limiter itself


def lit(*levels: int) -> bytes:
    """Grey pixels of these levels."""
    return bytes(level for level in levels for _ in range(3))


def test_the_sixth_change_within_a_second_waits_and_the_last_frame_stays() -> None:
    limiter = FlashLimiter(1, ())
    on, off = lit(255), lit(0)
    times = range(0, 600, 100)
    assert [limiter.limit(on if t % 200 == 0 else off, t) for t in times] == [
        on, off, on, off, on, on,
    ]  # fmt: skip
    assert limiter.limit(off, 1000) == on
    assert limiter.limit(off, 1001) == off


def test_a_change_of_less_than_a_tenth_never_waits() -> None:
    limiter = FlashLimiter(1, ())
    for t in range(0, 3000, 50):
        frame = lit(100 if t % 100 else 120)
        assert limiter.limit(frame, t) == frame


def test_at_low_brightness_a_tenth_is_of_what_the_strip_can_show() -> None:
    limiter = FlashLimiter(1, (), full=50)
    frames = [limiter.limit(lit(10 if t % 100 else 20), t) for t in range(0, 1000, 50)]
    # Dark to 20 is one change; four more come through.
    assert sum(a != b for a, b in pairwise(frames)) == 4


def test_one_pixel_that_must_wait_does_not_hold_up_another() -> None:
    limiter = FlashLimiter(12, ())
    for t in range(0, 500, 100):  # five changes: it stays bright
        limiter.limit(lit(255 if t % 200 == 0 else 0, *([0] * 11)), t)
    assert limiter.limit(lit(0, 90, *([0] * 10)), 550) == lit(255, 90, *([0] * 10))


def test_a_frame_half_held_that_would_draw_too_much_is_not_shown() -> None:
    limiter = FlashLimiter(2, (), allows=lambda frame: sum(frame) <= 3 * 255)
    here, there, dark = lit(255, 0), lit(0, 255), lit(0, 0)
    for t in range(0, 500, 100):  # the first pixel uses up its five changes and stays bright
        limiter.limit(dark if t % 200 else here, t)
    assert limiter.limit(there, 500) == here  # not both
    assert limiter.limit(there, 1001) == there


def test_a_change_that_begins_slowly_counts_wherever_a_second_begins() -> None:
    """Half a change before the second and half in it: it counts as in it."""
    limiter = FlashLimiter(12, ())
    wish = {0: 24, 100: 200, 200: 0, 300: 200, 400: 0, 500: 200, 600: 0, 1010: 200}
    film = [(-1000, bytes(36))]
    film += [(t, limiter.limit(lit(*[level] * 12), t)) for t, level in wish.items()]
    assert worst(film, spans=()) <= 3


def test_red_that_alternates_with_an_equally_bright_green_is_held_back_as_red_flashes() -> None:
    limiter = FlashLimiter(12, ())
    red, green = bytes((255, 0, 0)) * 12, bytes((0, 75, 0)) * 12
    wish = [(t, red if t % 100 else green) for t in range(0, 2000, 50)]
    assert worst(wish, spans=()) > 5
    assert worst([(t, limiter.limit(frame, t)) for t, frame in wish], spans=()) <= 3
