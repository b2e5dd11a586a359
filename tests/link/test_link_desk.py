"""The way from the cable's threads into the loop's: answered between passes, or never done."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any, cast

import pytest
from meadow.link.clients import Refusal
from meadow.link.desk import MOST_A_PASS, Desk
from meadow.table.table import Table
from pytest_mock import MockerFixture


@pytest.fixture
def table(mocker: MockerFixture) -> Table:
    return cast(Table, mocker.Mock(spec=Table))


class Asking(threading.Thread):
    """Asks from a thread of its own and keeps what came of it."""

    def __init__(self, desk: Desk, question: Callable[[Table], Any]) -> None:
        super().__init__(daemon=True)
        self._desk = desk
        self._question = question
        self.answer: Any = None
        self.error: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self.answer = self._desk.ask(self._question)
        except Exception as error:  # noqa: BLE001  the test looks at it
            self.error = error


def looked(desk: Desk, table: Table, *askers: Asking) -> None:
    """The loop goes on until all have their answer."""
    for _ in range(2000):
        desk.look(table)
        for asker in askers:
            asker.join(0.002)
        if not any(asker.is_alive() for asker in askers):
            return
    raise AssertionError("nobody answers")


def test_a_question_is_answered_in_the_loops_thread(table: Table) -> None:
    desk = Desk()
    asker = Asking(desk, lambda asked: (asked, threading.current_thread()))
    looked(desk, table, asker)
    assert asker.answer == (table, threading.current_thread())


def test_what_a_question_raises_whoever_asked_gets_and_the_loop_goes_on(table: Table) -> None:
    desk = Desk()

    def broken(asked: Table) -> None:
        raise KeyError("north")

    first, second = Asking(desk, broken), Asking(desk, lambda asked: 7)
    looked(desk, table, first, second)
    assert isinstance(first.error, KeyError)
    assert second.answer == 7


def test_a_pass_answers_four_questions_at_most(table: Table) -> None:
    assert MOST_A_PASS == 4
    desk = Desk()
    asked: list[Table] = []
    askers = [Asking(desk, asked.append) for _ in range(9)]
    while len(desk._waiting) < 9:  # all of them stand there
        threading.Event().wait(0.001)
    counts = []
    for _ in range(3):
        desk.look(table)
        counts.append(len(asked))
    assert counts == [4, 8, 9]
    for asker in askers:
        asker.join(2)


def test_a_table_that_does_not_answer_is_told_and_nothing_is_done_later(table: Table) -> None:
    desk = Desk(answer_s=0.01)
    done: list[Table] = []
    with pytest.raises(Refusal, match="starts just now, or is stuck; nothing was done") as caught:
        desk.ask(done.append)
    assert caught.value.code == "fault"
    desk.look(table)
    assert done == []


def test_a_question_in_the_middle_of_its_answer_is_waited_for(table: Table) -> None:
    desk, begun = Desk(answer_s=0.4), threading.Event()

    def slow(asked: Table) -> str:
        begun.set()
        assert not threading.Event().wait(0.5)
        return "done"

    asker = Asking(desk, slow)
    while not begun.is_set():
        desk.look(table)
    asker.join(2)
    assert asker.answer == "done"


def test_a_table_that_hangs_in_the_middle_is_told_as_that(table: Table) -> None:
    desk, free, begun = Desk(answer_s=0.02), threading.Event(), threading.Event()

    def hangs(asked: Table) -> bool:
        begun.set()
        return free.wait(5)

    asker = Asking(desk, hangs)
    loop = threading.Thread(target=_until(begun, desk, table), daemon=True)
    loop.start()
    asker.join(2)
    free.set()
    loop.join(2)
    assert isinstance(asker.error, Refusal)
    assert "stuck in the middle" in str(asker.error)


def _until(begun: threading.Event, desk: Desk, table: Table) -> Callable[[], None]:
    def loop() -> None:
        while not begun.is_set():
            desk.look(table)

    return loop


def test_thousands_who_ask_and_give_up_never_stop_the_loop(table: Table) -> None:
    desk = Desk(answer_s=0.0005)
    done: list[int] = []
    told = {"answered": 0, "refused": 0}
    counting = threading.Lock()

    def ask() -> None:
        for _ in range(300):
            try:
                desk.ask(lambda asked: done.append(1))
                outcome = "answered"
            except Refusal:
                outcome = "refused"
            with counting:
                told[outcome] += 1

    askers = [threading.Thread(target=ask, daemon=True) for _ in range(4)]
    for asker in askers:
        asker.start()
    for _ in _passes(askers):
        desk.look(table)
    assert told["answered"] + told["refused"] == 1200
    assert told["answered"] == len(done)  # what was refused was never done


def _passes(askers: list[threading.Thread]) -> Iterator[None]:
    nap = threading.Event()
    while any(asker.is_alive() for asker in askers):
        nap.wait(0.0004)
        yield
