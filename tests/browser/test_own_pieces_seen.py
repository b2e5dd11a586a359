"""A box of the owner's own, whose ids say nothing: pages name pieces by what the register says."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import load_set
from playwright.sync_api import Browser, expect

from tests.browser.conftest import WALL, Visit
from tests.browser.house import House

ITEMS = ("acorn", "hazelnut", "mushroom", "blueberry", "pinecone", "honeycomb", "feather")
HEAD = """
[set]
name = "attic"
backgrounds = ["moss"]
items = ["acorn", "hazelnut", "mushroom", "blueberry", "pinecone", "honeycomb", "feather"]

[[rake]]
colour = "red"
id = "broom"
"""


def a_set() -> str:
    """Seven tokens and cards; their numbers run against each other."""
    parts = [HEAD]
    for number, item in enumerate(ITEMS):
        fields = f'background = "moss"\nitem = "{item}"\n'
        parts.append(f'[[token]]\n{fields}id = "t.{number}.x"\n')
        parts.append(f'[[treat]]\n{fields}id = "c.{6 - number}.x"\n')
    return "\n".join(parts)


@pytest.fixture
def house(browser: Browser, tmp_path: Path) -> Iterator[House]:
    """A table with that box."""
    file = tmp_path / "attic.toml"
    file.write_text(a_set(), encoding="utf-8")
    register = made_up_register([load_set(file)])
    house = House(tmp_path, options=["--pieces", str(file)], register=register)
    yield house
    house.end()


def test_a_check_is_marked_by_what_is_drawn_on_pieces_not_by_their_ids(
    house: House, visit: Visit
) -> None:
    house.say("quick-paws", "referee-check", "way-a")
    house.tap("north", "broom")
    operator, crowd = visit(), visit(WALL)
    page, board = operator.log_in(), crowd.open_board()
    north = page.locator("[data-side=north]")
    expect(north).to_contain_text("joined with the red rake")
    expect(board.locator("li.seat.of-north")).to_contain_text("joined")
    house.say("start")
    # The last card that is dealt is on top: the acorn, whose id is c.6.x.
    house.tap("deck", *[f"c.{number}.x" for number in (1, 2, 3, 4, 5, 6)])
    house.say("flip")
    expect(north).to_contain_text("open: Acorn on moss")
    expect(board.locator("li.seat.of-north")).to_contain_text("looks forAcorn on moss")
    for number in range(6):
        house.tap("north", f"t.{number}.x")
        north.get_by_role("button", name="My card is covered").click()
    expect(page.locator("#now")).to_contain_text("North is checked")
    house.lay("north", "t.0.x")
    expect(north).to_contain_text("laid: Acorn on moss, fits")
    page.wait_for_timeout(400)  # sooner it would be one group with the next (T9)
    house.lay("north", "t.6.x")  # the feather is in nobody's deck
    expect(north).to_contain_text("laid: Feather on moss, fits no card")
    north.get_by_text("Overrule").click()
    # All tokens that could count for a card of this side are offered, and these only.
    tokens = north.get_by_label("token", exact=True).locator("option:not([value=''])")
    expect(tokens).to_have_count(7)
    expect(tokens.first).to_have_text("Acorn on moss (token)")
    assert operator.errors == crowd.errors == []
