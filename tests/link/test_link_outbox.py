"""What waits to go out by a line: in turns, bounded, and of light only the last."""

from __future__ import annotations

import threading

import pytest
from meadow.link.answers import BeepIs
from meadow.link.clients import Client
from meadow.link.outbox import MOST_ANSWERS, MOST_TOLD, Outbox, Telling

from tests.link.laptops import Wire


def client() -> Client:
    return Client(1, "m", 1, Wire())


def at_ms(item: bytes | Telling | None) -> int | bytes | None:
    """What was taken: an answer as it is, of the rest when it was."""
    if isinstance(item, Telling):
        body = item.make()
        assert isinstance(body, BeepIs)
        return body.at_ms
    return item


def tell(outbox: Outbox, laptop: Client, moment_ms: int, latest: bool = False) -> bool:
    return outbox.tell(laptop, lambda: BeepIs(moment_ms, True), latest)


def test_answers_and_what_is_told_go_out_in_turns_each_in_its_order() -> None:
    outbox, laptop = Outbox(), client()
    for number in range(3):
        outbox.answer(b"%d" % number)
        tell(outbox, laptop, number)
    tell(outbox, laptop, 3)
    outbox.answer(b"3")
    assert [at_ms(outbox.take()) for _ in range(8)] == [b"0", 0, b"1", 1, b"2", 2, b"3", 3]


def test_of_light_only_the_last_waits_and_the_rest_is_missed() -> None:
    outbox, laptop, other = Outbox(), client(), client()
    for moment in range(5):
        assert tell(outbox, laptop, moment, latest=True)
    tell(outbox, other, 10, latest=True)
    tell(outbox, laptop, 11)
    assert [at_ms(outbox.take()) for _ in range(3)] == [4, 10, 11]
    assert (laptop.take_missed(), other.take_missed()) == (4, 0)
    tell(outbox, laptop, 12, latest=True)  # that one is gone: this is a new one
    assert at_ms(outbox.take()) == 12
    assert laptop.take_missed() == 0


def test_what_is_told_has_a_bound_but_the_newest_light_still_takes_the_place_of_the_last() -> None:
    assert MOST_TOLD == 256
    outbox, laptop = Outbox(), client()
    assert tell(outbox, laptop, 0, latest=True)
    assert all(tell(outbox, laptop, number) for number in range(1, 256))
    assert not tell(outbox, laptop, 256)
    assert not tell(outbox, client(), 256, latest=True)
    assert tell(outbox, laptop, 257, latest=True)
    assert at_ms(outbox.take()) == 257
    assert tell(outbox, laptop, 258)


def test_who_calls_faster_than_the_line_carries_has_to_wait() -> None:
    assert MOST_ANSWERS == 8
    outbox, put = Outbox(), []

    def flood() -> None:
        for number in range(20):
            outbox.answer(b"%d" % number)
            put.append(number)

    thread = threading.Thread(target=flood, daemon=True)
    thread.start()
    thread.join(0.1)
    assert put == list(range(8))
    assert [outbox.take() for _ in range(20)] == [b"%d" % number for number in range(20)]
    thread.join(2)
    assert put == list(range(20))


def test_what_is_dropped_is_missed_and_makes_room() -> None:
    outbox, laptop = Outbox(), client()
    for number in range(8):
        outbox.answer(b"%d" % number)
        tell(outbox, laptop, number, latest=number == 0)
    outbox.drop()
    assert laptop.take_missed() == 8
    outbox.answer(b"new")
    tell(outbox, laptop, 9, latest=True)
    assert [at_ms(outbox.take()) for _ in range(2)] == [b"new", 9]


@pytest.mark.parametrize("full", [False, True])
def test_the_end_wakes_whoever_waits(full: bool) -> None:
    outbox = Outbox()
    for number in range(8 * full):
        outbox.answer(b"%d" % number)
    waiting = threading.Thread(target=(lambda: outbox.answer(b"x")) if full else outbox.take)
    waiting.start()
    waiting.join(0.05)
    assert waiting.is_alive()
    outbox.end()
    waiting.join(2)
    assert not waiting.is_alive()
    assert outbox.take() is None


def test_no_count_is_lost_between_two_threads() -> None:
    laptop, taken = client(), []

    def miss() -> None:
        for _ in range(20_000):
            laptop.miss()

    threads = [threading.Thread(target=miss) for _ in range(3)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        taken.append(laptop.take_missed())
    assert sum(taken) + laptop.take_missed() == 60_000
