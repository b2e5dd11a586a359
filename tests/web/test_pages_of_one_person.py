"""One person's pages over real sockets: reloaded, opened twice, cut off and come again."""

from __future__ import annotations

from contextlib import ExitStack

import pytest
from meadow_host.web.socket import MOST_NEAR, MOST_PAGES
from websockets.exceptions import ConnectionClosed

from tests.web.conftest import KEY, MOVED, Meadow


def test_a_page_that_is_closed_and_opened_anew_sits_where_it_sat(meadow: Meadow) -> None:
    with meadow.page(key="feedfeed") as page:
        assert page.ask(**{"is": "sit", "seats": ["east"]}) == ""
    with meadow.page(key="feedfeed") as again:
        again.until(lambda: again.room.get("you") == ["east"])


def test_a_page_that_reloads_sits_where_it_sat(meadow: Meadow) -> None:
    with meadow.page(KEY) as page:
        assert page.ask(**{"is": "sit", "seats": ["east"]}) == ""
        with meadow.page(KEY) as again:
            again.until(lambda: again.room.get("you") == ["east"])


def test_the_older_page_of_one_person_is_cut_off_and_told_why(meadow: Meadow) -> None:
    with meadow.page(KEY) as older, meadow.page() as other:
        assert older.ask(**{"is": "sit", "seats": ["east"]}) == ""
        with meadow.page(KEY) as newer:
            newer.until(lambda: newer.room.get("you") == ["east"])
            with pytest.raises(ConnectionClosed) as gone:
                older.until(lambda: False)
            assert gone.value.rcvd is not None
            assert (gone.value.rcvd.code, gone.value.rcvd.reason) == (4003, MOVED)
            assert newer.ask(**{"is": "sit", "seats": ["south"]}) == ""
            assert other.ask(**{"is": "sit", "seats": ["south"]}) == (
                "somebody sits at south already: choose another side"
            )
            assert other.ask(**{"is": "sit", "seats": ["north"]}) == ""
            assert meadow.room.people.seated == {"south", "north"}
        with meadow.page(KEY) as newest:
            newest.until(lambda: newest.room.get("you") == ["south"])


def test_a_page_that_reloads_finds_room_though_all_places_are_taken(meadow: Meadow) -> None:
    with ExitStack() as pages:
        looks = [pages.enter_context(meadow.page()) for _ in range(MOST_PAGES + MOST_NEAR - 1)]
        looks.append(pages.enter_context(meadow.page(KEY)))
        for look in looks:
            look.hear()
        with meadow.page(KEY) as again:
            assert again.ask(**{"is": "sit", "seats": ["east"]}) == ""


def test_a_page_that_was_cut_off_and_comes_again_leaves_the_seat_to_the_one_opened_later(
    meadow: Meadow,
) -> None:
    with meadow.page(KEY, opened=1_000) as older:
        assert older.ask(**{"is": "sit", "seats": ["east"]}) == ""
    with meadow.page(KEY, opened=2_000) as later:
        later.until(lambda: later.room.get("you") == ["east"])
        with meadow.page(KEY, opened=1_000) as back, pytest.raises(ConnectionClosed) as refused:
            back.hear()
        assert refused.value.rcvd is not None
        assert (refused.value.rcvd.code, refused.value.rcvd.reason) == (4003, MOVED)
        assert later.ask(**{"is": "sit", "seats": ["east", "south"]}) == ""
    # once that is gone the older one may have the seats again
    with meadow.page(KEY, opened=1_000) as again:
        again.until(lambda: again.room.get("you") == ["east", "south"])


@pytest.mark.parametrize("opened", [2_000, 3_000, None], ids=["the same", "a later one", "no say"])
def test_a_page_that_was_cut_off_itself_has_its_seat_again_at_once(
    meadow: Meadow, opened: int | None
) -> None:
    with meadow.page(KEY, opened=2_000) as silent:  # it is cut off, and nobody noticed yet
        assert silent.ask(**{"is": "sit", "seats": ["east"]}) == ""
        with meadow.page(KEY, opened=opened) as again:
            again.until(lambda: again.room.get("you") == ["east"])
