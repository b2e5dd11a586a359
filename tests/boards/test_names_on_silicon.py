"""A box the table never saw, on simulated silicon: learned in the lobby, and at what cost."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest
from meadow.games.game import Refused
from meadow.nfc.ndef import encode
from meadow.pieces.register import Register
from meadow.pieces.sets import default_sets, pieces_of
from meadow.settings.schema import Settings
from meadow.table.status import News
from meadow.table.table import Table
from meadow_host.twin.silicon.board import SiliconBoard
from meadow_host.twin.silicon.ntag import Ntag
from pytest_mock import MockerFixture

from tests.examples.quick_rake import PACKAGE
from tests.table.sat import BLUE, RED, WALL, MemoryJournal

PIECES = pieces_of(default_sets())
PLACES = ("north", "east", "south", "west", "deck")
TOKENS = [piece.id for piece in PIECES if piece.id.startswith("token.")]


class Scene:
    """A table on silicon that knows some of these tags; the n-th tag bears the name of a piece."""

    def __init__(self, board: SiliconBoard, named: list[str], known: int) -> None:
        self.board = board
        self.uids = [f"04AC0FFEE000{n:02X}" for n in range(len(named))]
        for uid, piece_id in zip(self.uids, named, strict=True):
            tag, data = Ntag(bytes.fromhex(uid)), encode(piece_id)
            tag.memory[16 : 16 + len(data)] = data
            board.make_tag(tag)
        numbers = count(1)
        pairs = list(zip(self.uids, named, strict=True))
        self.table = Table(
            board,
            Register(PIECES, pairs[:known]),
            {PACKAGE.name: PACKAGE},
            Settings(),
            MemoryJournal,
            ids=lambda: f"p{next(numbers)}",
            wall_clock=lambda: WALL,
            frames_hz=10,
        )
        self.refused: list[str] = []
        self.table.listen(self._hear)
        self.run(100)

    def _hear(self, news: News) -> None:
        self.refused += [one.why for one in news.outputs if isinstance(one, Refused)]

    def run(self, duration_ms: int) -> int:
        """The longest pass, in microseconds."""
        clock, longest_us = self.board.pi.clock, 0
        until_ms = clock.now_ms() + duration_ms
        while clock.now_ms() < until_ms:
            before_us = clock.now_us
            self.table.loop.run_pass()
            longest_us = max(longest_us, int(clock.now_us - before_us))
            clock.sleep_ms(max(0, self.table.loop.next_wake_ms() - clock.now_ms()))
        return longest_us

    def seats(self) -> dict[str, str]:
        seats = self.table.view("public")["lobby"]["seats"]
        return {seat["side"]: seat.get("rake", "") for seat in seats}


@contextmanager
def scene(named: list[str], known: int = 0) -> Iterator[Scene]:
    board = SiliconBoard()
    try:
        yield Scene(board, named, known)
    finally:
        board.close()


def test_rakes_join_by_the_names_on_their_tags() -> None:
    with scene([RED, BLUE]) as made:
        made.table.say("quick-rake")
        made.board.lay("north", made.uids[0])
        made.board.lay("east", made.uids[1])
        longest_us = made.run(300)
        assert made.seats() == {"north": RED, "east": BLUE}
        # Two names of about 11 ms each, at worst in one pass, beside 3 ms of polling.
        assert longest_us <= 25_000, longest_us
        made.table.say("start")
        made.run(200)
        assert made.table.phase.value == "playing"
        assert made.table.status().troubles[1].startswith("2 tags are taken as the pieces")


@pytest.mark.parametrize(("places", "at_most_us"), [(("deck",), 20_000), (PLACES, 70_000)])
def test_a_heap_of_new_tokens_is_learned_and_holds_up_no_pass_for_long(
    places: tuple[str, ...], at_most_us: int
) -> None:
    with scene(TOKENS[:16]) as made:
        for number, uid in enumerate(made.uids):
            made.board.lay(places[number % len(places)], uid)
        longest_us = made.run(1500)
        assert longest_us <= at_most_us, longest_us
        assert made.table.status().late == 0
        for uid in made.uids:
            made.board.lift(uid)
        made.run(300)
        for uid in made.uids:
            made.board.lay("deck", uid)
        assert made.run(1500) <= 5_000
        # A token says nothing in the lobby, and twice; but it is a token.
        assert len(made.refused) == 32
        assert all("of no use yet" in why for why in made.refused)


def transfers(known: int, named: list[str], mocker: MockerFixture | None) -> int:
    """SPI transfers until the lobby has seen these tags on five readers and lost them again."""
    if mocker is not None:
        mocker.patch("meadow.table.table.tag_names_of", return_value=None)
    with scene(named, known) as made:
        for place, uid in zip(made.board.readers.places, made.uids, strict=True):
            made.board.lay(place, uid)
        made.run(300)
        for uid in made.uids:
            made.board.lift(uid)
        made.run(300)
        return made.board.meter.transfers


@pytest.mark.parametrize("known", [5, 4])
def test_known_tags_cost_no_transfer_more_than_on_a_table_that_reads_no_names(
    known: int, mocker: MockerFixture
) -> None:
    named = TOKENS[:5]
    asking = transfers(known, named, None)
    dumb = transfers(known, named, mocker)
    assert (asking == dumb) == (known == 5)
