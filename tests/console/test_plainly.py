"""Pages speak to people: no numbers of rulings, no ids."""

from __future__ import annotations

import pytest
from meadow.console.plainly import plainly


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        ("this card is in west's deck already (T6)", "this card is in west's deck already"),
        ("south must follow (R99): take it back", "south must follow: take it back"),
        ("way B needs to know who is older (W9)", "way B needs to know who is older"),
        ("it counts nowhere (T12, W2)", "it counts nowhere"),
        ("both of them (S2 and S12)", "both of them"),
        (
            "Sweet Takes, suits purple-rings blue-worms",
            "Sweet Takes, suits purple rings blue worms",
        ),
        ("choose quick-paws or 'sweet-takes'", "choose Quick Paws or 'Sweet Takes'"),
        ("operator: says 'way-a'", "operator: says 'way A'"),
        ("the reader of deck does not answer", "the deck reader does not answer"),
        (
            "'way-a' means nothing here; words are ask, award, deal, stop, stray",
            "'way A' means nothing in a game: games, ways and seats are chosen before one",
        ),
        (
            "'quick-paws' means nothing in Sweet Takes (T4)",
            "'Quick Paws' means nothing in a game: games, ways and seats are chosen before one",
        ),
        (
            "'seat-west' means nothing here; words are ask, award, deal, stop, stray",
            "'seat-west' means nothing in a game: games, ways and seats are chosen before one",
        ),
        (
            "'gibberish' means nothing here; words are ask, stop, stray",
            "'gibberish' means nothing here; words are ask, stop, stray, and in any game undo and "
            "pause",
        ),
        ("'gibberish' means nothing in Sweet Takes", "'gibberish' means nothing in Sweet Takes"),
        # What only looks like one stays.
        ("000004-sweet-takes.jsonl (66 kB)", "000004-sweet-takes.jsonl (66 kB)"),
        ("token T6 (see below)", "token T6 (see below)"),
        ("a highway-a", "a highway-a"),
        ("", ""),
    ],
)
def test_what_people_are_told_has_no_numbers_of_rulings_and_no_ids(told: str, shown: str) -> None:
    assert plainly(told) == shown
