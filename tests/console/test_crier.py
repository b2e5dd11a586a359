"""Texts to many pages go a few at a time, in order, to all."""

from __future__ import annotations

import asyncio
from functools import partial

from meadow.console.crier import AT_ONCE, Crier


class Ear:
    """A page that keeps what it is given, and when in the course of the others' turns."""

    def __init__(self) -> None:
        self.heard: list[str] = []

    def hear(self, text: str) -> None:
        self.heard.append(text)


def test_few_pages_are_told_at_once() -> None:
    ears = [Ear() for _ in range(AT_ONCE)]
    Crier[Ear]().cry(lambda ear: ear.heard.append("a"), ears)
    assert [ear.heard for ear in ears] == [["a"]] * AT_ONCE


def test_many_pages_are_told_a_few_at_a_time_with_rests_between() -> None:
    async def cry() -> list[int]:
        ears, crier = [Ear() for _ in range(5 * AT_ONCE)], Crier[Ear]()
        crier.cry(lambda ear: ear.heard.append("a"), ears)
        told = []
        while not all(ear.heard for ear in ears):
            await asyncio.sleep(0)
            told.append(sum(bool(ear.heard) for ear in ears))
        return sorted(set(told))

    assert asyncio.run(cry()) == [AT_ONCE * part for part in (1, 2, 3, 4, 5)]


def test_every_page_hears_all_in_the_order_in_which_it_was_cried() -> None:
    async def cry() -> list[list[str]]:
        crowd, crier = [Ear() for _ in range(3 * AT_ONCE)], Crier[Ear]()
        for text in "abc":
            crier.cry(partial(Ear.hear, text=text), crowd)
        crier.cry(lambda ear: ear.heard.append("d"), crowd[:1])  # it waits its turn, too
        while crowd[0].heard[-1:] != ["d"]:
            await asyncio.sleep(0.001)
        return [ear.heard for ear in crowd]

    first, *others = asyncio.run(cry())
    assert first == ["a", "b", "c", "d"]
    assert others == [["a", "b", "c"]] * (3 * AT_ONCE - 1)
