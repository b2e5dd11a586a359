"""The writer's role: one at a time, for as long as it goes on calling."""

from __future__ import annotations

from meadow.link.answers import AnyAnswer, Done, Failure
from meadow.link.calls import Bye, Claim, GetStatus, Release, Say
from meadow.link.clients import LEASE_MS, Client

from tests.link.laptops import Hall

BUSY = Failure(
    "busy",
    "laptop 1 on another laptop or terminal is writing to this table: end it there; "
    "if it is gone, its place is free within 10 s",
)
NOT_WRITER = Failure("writer", "claim the writer's role first, and keep calling")


def hall_of_done() -> Hall:
    hall = Hall()
    hall.device.handle({kind: lambda client, call: Done() for kind in (Say, GetStatus)})
    return hall


def test_what_changes_the_table_is_for_its_writer() -> None:
    hall = hall_of_done()
    laptop = hall.laptop(1)
    assert laptop.call(Say("undo")) == NOT_WRITER
    assert laptop.call(GetStatus()) == Done()
    assert laptop.call(Claim()) == Done()
    assert laptop.call(Say("undo")) == Done()


def test_of_two_laptops_one_writes_and_the_other_hears_who() -> None:
    hall = hall_of_done()
    first, second = hall.laptop(1), hall.laptop(2)
    first.call(Claim())
    assert second.call(Claim()) == BUSY
    assert second.call(Say("undo")) == NOT_WRITER
    assert second.call(GetStatus()) == Done()
    assert first.call(Claim()) == Done()
    assert first.call(Say("undo")) == Done()


def test_the_role_lapses_ten_seconds_after_the_last_call() -> None:
    assert LEASE_MS == 10_000
    hall = hall_of_done()
    first, second = hall.laptop(1), hall.laptop(2)
    first.call(Claim())
    hall.clock.sleep_ms(10_000)
    assert second.call(Claim()) == BUSY
    hall.clock.sleep_ms(1)
    assert second.call(Claim()) == Done()
    assert first.call(Say("undo")) == NOT_WRITER


def test_any_call_keeps_it() -> None:
    hall = hall_of_done()
    first, second = hall.laptop(1), hall.laptop(2)
    first.call(Claim())
    for _ in range(5):
        hall.clock.sleep_ms(9_000)
        first.call(GetStatus())
    assert second.call(Claim()) == BUSY


def test_a_call_that_takes_long_keeps_it() -> None:
    hall = hall_of_done()
    first, second = hall.laptop(1), hall.laptop(2)

    def slow(client: Client, call: object) -> AnyAnswer:
        hall.clock.sleep_ms(60_000)
        return Done()

    hall.device.handle({Say: slow})
    first.call(Claim())
    assert first.call(Say("undo")) == Done()
    assert second.call(Claim()) == BUSY
    hall.clock.sleep_ms(10_001)
    assert second.call(Claim()) == Done()


def test_it_is_given_back_by_release_and_by_goodbye() -> None:
    hall = hall_of_done()
    first, second = hall.laptop(1), hall.laptop(2)
    first.call(Claim())
    first.call(Release())
    assert second.call(Claim()) == Done()
    second.call(Bye())
    assert first.call(Claim()) == Done()


def test_nobody_can_give_back_what_another_has() -> None:
    hall = hall_of_done()
    first, second = hall.laptop(1), hall.laptop(2)
    first.call(Claim())
    assert second.call(Release()) == Done()
    second.call(Bye())
    assert hall.laptop(3).call(Claim()) == BUSY


def test_the_loop_may_ask_whose_it_is_without_changing_anything() -> None:
    hall = hall_of_done()
    laptop = hall.laptop(1)
    laptop.call(Claim())
    writer = hall.device.writer
    client = writer.client
    assert client is not None
    hall.clock.sleep_ms(10_000)
    assert writer.is_held_by(client)
    hall.clock.sleep_ms(1)
    assert not writer.is_held_by(client)
    assert not writer.is_held_by(None)
