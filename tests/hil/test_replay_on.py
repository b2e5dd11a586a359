"""A table plays a journal again: the facts are those of the journal, or the first that differs."""

from __future__ import annotations

from pathlib import Path
from random import Random

import msgspec
import pytest
from meadow.bundle.load import load_table
from meadow.clock import ManualClock
from meadow.games.package import load_packages
from meadow.journal.lines import JournalError
from meadow.journal.read import Journal, parse_journal, read_journal
from meadow.link.answers import Done
from meadow.link.calls import Say
from meadow.pieces.register import Register
from meadow_host.cable.client import Client
from meadow_host.cable.replay_on import PlayedOn, ReplayOnError, replay_on
from meadow_host.evening import guests_of
from meadow_host.hil.sim import SimRig
from meadow_host.twin.players.attable import TableEyes, TableHands, play_at_table
from meadow_host.twin.players.joining import Guests, Invitation
from meadow_host.twin.virtual import VirtualBoard
from pytest_mock import MockerFixture

from tests.console.pawed import noted_late
from tests.host.games import first_line, resealed, resealed_header
from tests.table.sat import REGISTER, Sat

PACKAGES = load_packages()
GAMES = (
    "thats-my-stash referee-live way-a",
    "thats-my-stash referee-check way-b",
    "quick-paws referee-live way-c",
    "quick-paws referee-check",
    "sweet-takes one-set deal-scanned",
    "sweet-takes one-set deal-unscanned",
)


@pytest.fixture
def rig(tmp_path: Path) -> SimRig:
    """A table in service mode, whose time is moved."""
    return SimRig(load_table(None, PACKAGES), PACKAGES, tmp_path)


def played(words: str, seed: int = 5) -> Journal:
    """The journal of a game by simulated players."""
    chosen = tuple(words.split())
    package = PACKAGES["sweet-takes" if "sweet-takes" in chosen else "sweepers"]
    sat = Sat(PACKAGES, board=VirtualBoard(ManualClock(1000), settle_ms=20))
    invited = Invitation(chosen, guests_of(seed, REGISTER, package, 3))
    eyes = TableEyes(sat.table)
    hands = TableHands(sat.table, sat.board.readers, REGISTER)
    guests = Guests(invited, REGISTER.pieces, hands, eyes, Random(seed))
    assert play_at_table(sat.table, sat.board.clock, guests, eyes, 60 * 60_000)
    return sat.journals[0].parsed()


def replayed(rig: SimRig, journal: Journal, register: Register = REGISTER) -> PlayedOn:
    return replay_on(rig.client, journal, register, PACKAGES, pace=rig)


@pytest.mark.parametrize("words", GAMES)
def test_a_whole_game_of_each_mode_gives_its_facts_again(rig: SimRig, words: str) -> None:
    journal = played(words)
    came = replayed(rig, journal)
    assert came.difference is None
    assert came.finished
    assert came.facts > 30


# ------------------------------------------------------------------- what may be in a journal


def taps(sat: Sat, *pieces: str) -> None:
    for piece in pieces:
        sat.tap("deck", piece)


def begun() -> Sat:
    """That's My Stash! is played by north and south, bark acorn is north's first card. A token
    lies in west's tray since before the start, and north's rake in its own."""
    sat = Sat(PACKAGES, board=VirtualBoard(ManualClock(1000), settle_ms=20))
    sat.lay("west", "token.poppy.acorn")
    taps(sat, "command.thats-my-stash", "command.way-a")
    sat.lay("north", "rake.red")
    sat.tap("south", "rake.blue")
    sat.say("age", "south", "1")
    taps(sat, "command.start")
    for number in (5, 4, 3, 2, 1, 0):
        taps(sat, f"treat.{BARK[number]}", f"treat.{BROOK[number]}")
    sat.lift("north", "rake.red")
    taps(sat, "rake.red")
    sat.wait(2500)
    assert sat.table.view("public")["game"]["phase"] == "playing"
    return sat


KINDS = ("acorn", "blueberry", "hazelnut", "honeycomb", "mushroom", "pinecone")
BARK = [f"bark.{kind}" for kind in KINDS]
BROOK = [f"brook.{kind}" for kind in KINDS]


def troubled() -> Journal:
    """A game in which nearly all happens that can: strays, an unknown tag, Stop!, undo, a word
    with pieces in it, and a reader that fails while things are laid and taken there."""
    sat = begun()
    sat.tap("north", "token.bark.acorn")
    sat.tap("north", "token.bark.hazelnut")
    sat.tap("east", "04DEADBEEF0001")
    taps(sat, "rake.blue")
    sat.wait(1000)
    taps(sat, "rake.blue")
    sat.wait(2500)
    sat.lay("south", "token.brook.acorn")
    sat.board.readers.fail("south")
    sat.wait(500)
    sat.board.readers.lift("south", sat.uid("token.brook.acorn"))
    sat.board.readers.lay("south", sat.uid("token.bark.pinecone"))
    sat.wait(500)
    sat.board.readers.restore("south")
    sat.wait(500)
    taps(sat, "rake.red")
    sat.wait(2500)
    sat.say("match", "token.bark.mushroom", "treat.bark.blueberry")
    sat.say("undo")
    sat.say("end")
    return sat.journals[0].parsed()


def test_whatever_happened_in_a_game_happens_again(rig: SimRig) -> None:
    journal = troubled()
    came = replayed(rig, journal)
    assert came.difference is None
    assert came.facts == 35
    rig.sim.run(50)
    lying = {place: rig.sim.table.lying()[place] for place in ("north", "south", "west")}
    assert lying == {"north": (), "south": (), "west": ()}


def test_a_box_with_other_tags_plays_the_same_game(tmp_path: Path) -> None:
    tags = [(f"08{uid[2:8]}", piece_id) for uid, piece_id in REGISTER.entries]
    other = Register(REGISTER.pieces, tags)
    read = load_table(None, PACKAGES)._replace(register=other)
    rig = SimRig(read, PACKAGES, tmp_path)
    journal = played(GAMES[0])
    assert replayed(rig, journal, other).difference is None
    with pytest.raises(ReplayOnError, match="it was waited in vain: a player joins at"):
        replayed(SimRig(read, PACKAGES, tmp_path), journal, REGISTER)


def test_the_first_fact_that_differs_is_named_with_its_line(rig: SimRig) -> None:
    journal = troubled()
    raws = [journal.header_raw, *journal.raws]
    number = first_line(raws, b'"fact.token-matched"')
    lines = resealed(raws, number, b'"side":"north"', b'"side":"south"')
    wrong = parse_journal(b"".join(lines), Path("wrong.jsonl"))
    difference = replayed(rig, wrong).difference
    assert difference is not None
    assert difference.line_number == number
    assert '"side":"south"' in difference.expected
    assert '"side":"north"' in difference.got


def test_a_replayed_game_can_be_told_apart_in_its_own_journal(rig: SimRig, tmp_path: Path) -> None:
    assert replayed(rig, played(GAMES[0])).difference is None
    rig.close()
    (path,) = tmp_path.glob("*.jsonl")
    notes = [raw for raw in read_journal(path).raws if b'"kind":"note"' in raw]
    assert len(notes) == 1
    assert b"service mode" in notes[0]


# ------------------------------------------------------------------------- what cannot be


def test_a_table_on_which_a_game_is_played_is_left_alone(rig: SimRig) -> None:
    journal = played(GAMES[0])
    for word in (("quick-paws",), ("seat", "north"), ("start",)):
        rig.client.call(Say(word[0], word[1:]), Done)
        rig.sim.run(100)
    with pytest.raises(ReplayOnError, match="sim: a game is being played: end it first"):
        replayed(rig, journal)
    assert rig.sim.table.phase.value == "playing"


def test_what_truly_lies_on_the_table_has_to_be_taken_away(rig: SimRig) -> None:
    rig.hands.lay("east", REGISTER.uid_of("rake.red") or "", "rake.red")
    with pytest.raises(ReplayOnError, match="take away what lies on east"):
        replayed(rig, played(GAMES[0]))


def test_a_table_that_is_not_in_service_mode_is_asked_for_it(
    rig: SimRig, mocker: MockerFixture
) -> None:
    welcome = msgspec.structs.replace(rig.client.welcome, service=False)
    mocker.patch.object(Client, "welcome", welcome)
    line = "sim: this table is not in service mode: start meadowd with --service"
    with pytest.raises(ReplayOnError, match=line):
        replayed(rig, played(GAMES[0]))


def test_a_piece_without_a_tag_there_is_named(rig: SimRig) -> None:
    few = Register(REGISTER.pieces, [one for one in REGISTER.entries if "token" not in one[1]])
    with pytest.raises(JournalError, match=r"game.jsonl:\d+: token\.\S+ has no tag on this table"):
        replayed(rig, played(GAMES[0]), few)
    assert rig.sim.table.view("public")["lobby"]["game"] == ""


def test_a_game_that_went_on_over_a_restart_cannot_be_replayed_on_a_table(rig: SimRig) -> None:
    sat = begun()
    board = VirtualBoard(ManualClock(50_000))
    other = Sat(PACKAGES, board=board)
    other.table.resume(sat.journals[0].parsed())
    other.wait(1000)
    with pytest.raises(JournalError, match="the table was started anew in mid-game"):
        replayed(rig, other.journals[0].parsed())


def test_so_is_one_that_was_taken_up_before_anything_had_happened(rig: SimRig) -> None:
    """A flash with --force just after the start: its journal had no line yet but the header."""
    other = Sat(PACKAGES, board=VirtualBoard(ManualClock(50_000)))
    other.table.resume(begun().journals[0].parsed(keep=0))
    other.wait(1000)
    journal = other.journals[0].parsed()
    assert journal.lines[0].at_ms == 0
    with pytest.raises(JournalError, match="the table was started anew in mid-game"):
        replayed(rig, journal)


def test_a_set_up_that_no_words_can_bring_about_is_told(rig: SimRig) -> None:
    journal = played(GAMES[0])
    header = journal.header_raw.replace(b'"tie_window_ms":250', b'"tie_window_ms":251', 1)
    raws = [resealed_header(header), *journal.raws]
    wrong = parse_journal(b"".join(raws), Path("wrong.jsonl"))
    line = r"wrong.jsonl:1: no words bring a table to this set-up \(tie_window_ms\)"
    with pytest.raises(JournalError, match=line):
        replayed(rig, wrong)


def test_a_note_after_the_end_is_not_waited_for(rig: SimRig) -> None:
    totals: set[int] = set()
    journal = noted_late(3_600_000)
    came = replay_on(
        rig.client, journal, REGISTER, PACKAGES, lambda done, total: totals.add(total), rig
    )
    assert came.finished
    assert came.difference is None
    assert totals == {journal.lines[-2].at_ms}
