"""Whatever people and devices do, the table never raises and its journals replay."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st
from meadow.games.package import load_packages
from meadow.table.play import Play
from meadow.table.resume import retell
from meadow_host.twin.virtual import VirtualBoard

from tests.table.sat import BLUE, GREEN, RED, YELLOW, Sat

PACKAGES = load_packages()
PLACES = ("north", "east", "south", "west", "deck")
CARDS = [f"treat.{ground}.acorn" for ground in ("moss", "brook", "bark", "snow")]
TOKENS = ["token.moss.acorn", "token.poppy.acorn", "token.brook.acorn"]
COMMANDS = [f"command.{word}" for word in ("start", "stop", "undo", "end", "quick-paws", "way-b")]
LOBBY_WORDS = ["thats-my-stash", "start", "lobby", "seat-north", "leave", "referee-check"]
WORDS = [*LOBBY_WORDS, "start", "start", "end", "undo", "undo", "pause", "stop", "nonsense", "deal"]
RAKES = [RED, BLUE, YELLOW, GREEN]
ACTS = st.one_of(
    st.tuples(st.just("move"), st.sampled_from(RAKES), st.sampled_from(PLACES)),
    st.tuples(st.just("move"), st.sampled_from([*CARDS, *TOKENS, "04FF"]), st.sampled_from(PLACES)),
    st.tuples(st.just("move"), st.sampled_from(COMMANDS), st.just("deck")),
    st.tuples(st.just("say"), st.sampled_from(WORDS), st.sampled_from(["", "north", "east"])),
    st.tuples(st.just("say"), st.sampled_from(["off", "award", "seat"]), st.sampled_from(PLACES)),
    st.tuples(st.just("fail"), st.just(""), st.sampled_from(PLACES)),
    st.tuples(st.just("restore"), st.just(""), st.sampled_from(PLACES)),
    st.tuples(st.just("crash"), st.just(""), st.just("")),
)


def crashed(sat: Sat) -> Sat:
    """Another table that takes up what this one played; all lies where it lay."""
    board = VirtualBoard(sat.board.clock, settle_ms=60)
    for place in PLACES:
        for uid in sat.board.readers.there(place):
            board.readers.lay(place, uid)
    other = Sat(PACKAGES, board=board, frames_hz=1)
    if sat.phase == "playing":
        other.table.resume(sat.journals[-1].parsed())
    return other


def act(sat: Sat, what: str, which: str, where: str) -> Sat:
    readers = sat.board.readers
    if what == "move":
        uid = sat.uid(which)
        was_at = next((place for place in PLACES if uid in readers.there(place)), "")
        if was_at:
            readers.lift(was_at, uid)
        if where != was_at:
            readers.lay(where, uid)
    elif what == "say":
        sat.table.say(which, *([where] if where else []))
    elif what == "fail":
        readers.fail(where)
    elif what == "restore":
        readers.restore(where)
    else:
        return crashed(sat)
    return sat


@settings(max_examples=60, deadline=None)
@given(st.booleans(), st.lists(st.tuples(ACTS, st.integers(0, 4000)), max_size=40))
def test_nothing_raises_and_every_journal_replays(
    begun: bool, acts: list[tuple[tuple[str, str, str], int]]
) -> None:
    sat = Sat(PACKAGES, settle_ms=60, frames_hz=1)
    sat.say("thats-my-stash")
    sat.tap("north", RED)
    sat.tap("east", BLUE)
    if begun:
        sat.say("start")
    for (what, which, where), wait_ms in acts:
        sat = act(sat, what, which, where)
        sat.wait(wait_ms)
        sides = [seat["side"] for seat in sat.seats]
        assert len(set(sides)) == len(sides)
        for why in sat.refusals:
            assert why
            assert "\n" not in why
    for journal in sat.journals:
        parsed = journal.parsed()
        package = PACKAGES[parsed.header.game]
        play = Play(package.game, parsed.pieces.get, parsed.setup(package.setup_type))
        retell(play, parsed)
        assert play.take().lines == list(parsed.raws)
    assert sat.table.status().late == 0
