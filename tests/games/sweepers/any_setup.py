"""Every kind of set-up of Sweepers: modes, referees, ways, players, sets with duplicates."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

from meadow.games.sweepers.setup import SIDES, DealOrder, Mode, Referee, Setup, deal_size
from meadow.pieces.kinds import StashToken, TreatCard

from tests.games.sweepers.scene import cards, setup, tokens

WAYS = {
    Mode.STASH: ("", "A", "B", "C", "AB", "BC", "ABC"),
    Mode.PAWS: ("", "A", "B", "C", "AB", "D", "CD"),
}
KINDS = tuple(
    [(mode, referee, ways) for mode, referee in product(Mode, Referee) for ways in WAYS[mode]]
)
"""Every mode with every referee and the ways that go with them."""


def any_setup(kind: tuple[Mode, Referee, str], seed: int) -> Setup:
    """A set-up of this kind; all else is drawn from the seed."""
    mode, referee, ways = kind
    chance = Random(seed)
    fewest = 2 if mode is Mode.STASH or "B" in ways else 1
    players = chance.randint(fewest, 4)
    sides = chance.choice(list(combinations(SIDES, players)))
    ages = [chance.randint(1, 4) for _ in sides] if "B" in ways or chance.random() < 0.5 else ()
    made = setup(
        sides,
        mode,
        referee,
        ways,
        ages,
        deal_order=chance.choice(list(DealOrder)),
        tie_window_ms=chance.choice((0, 250, 2000)),
    )
    size = deal_size(made, 1)
    style = chance.randrange(3)
    if style == 1:  # duplicate designs, a small draw pile
        few = players * size + chance.randint(0, 3)
        twins = {"tokens": _tokens(few + 4, 5), "cards": _cards(few, 5)}
    elif style == 2:  # the smallest set there can be
        few = players * size
        twins = {"tokens": tokens(), "cards": cards(few)}
    else:
        return made
    return setup(
        sides,
        mode,
        referee,
        ways,
        ages,
        deal_order=made.deal_order,
        tie_window_ms=made.tie_window_ms,
        **twins,
    )


def _tokens(count: int, designs: int) -> tuple[StashToken, ...]:
    return tuple([StashToken(f"token.{n}", "moss", f"d{n % designs}") for n in range(count)])


def _cards(count: int, designs: int) -> tuple[TreatCard, ...]:
    return tuple([TreatCard(f"treat.{n}", "moss", f"d{n % designs}") for n in range(count)])
