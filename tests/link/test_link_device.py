"""The table's end of the cable: late, doubled and strange calls, versions, handlers that fail."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from meadow.link.answers import (
    AnyAnswer,
    BeepIs,
    BytesAre,
    Code,
    Done,
    Failure,
    LyingAre,
    ViewIs,
    Welcome,
)
from meadow.link.calls import (
    Bye,
    Claim,
    GetLying,
    GetStatus,
    GetView,
    Hello,
    ReadLog,
    Release,
    Say,
    Stream,
    Watch,
)
from meadow.link.clients import Client, Refusal
from meadow.link.device import KEPT_ANSWERS, MOST_CLIENTS, Device
from meadow.link.messages import Answer, Told, decode_from_table, encode_message
from pytest_mock import MockerFixture

from tests.link.laptops import WELCOME, Hall, Laptop, Wire


def raising(error: Exception) -> Callable[[Client, Any], AnyAnswer]:
    def handle(client: Client, call: Any) -> AnyAnswer:
        raise error

    return handle


def test_a_call_that_is_sent_again_is_answered_as_before_and_done_once(
    mocker: MockerFixture,
) -> None:
    hall, say = Hall(), mocker.Mock(return_value=Done())
    hall.device.handle({Say: say})
    laptop = hall.laptop(1)
    laptop.call(Claim())
    assert laptop.send(77, Say("undo")) == Done()
    assert laptop.send(77, Say("undo")) == Done()
    assert say.call_count == 1
    assert laptop.send(78, Say("undo")) == Done()
    assert say.call_count == 2


def test_a_failure_that_is_sent_again_is_the_same_failure(mocker: MockerFixture) -> None:
    hall = Hall()
    handler = mocker.Mock(side_effect=[Refusal(Code.DISK, "full"), Done()])
    hall.device.handle({GetStatus: handler})
    laptop = hall.laptop(1)
    assert laptop.send(5, GetStatus()) == Failure("disk", "full")
    assert laptop.send(5, GetStatus()) == Failure("disk", "full")
    assert laptop.send(6, GetStatus()) == Done()


def test_a_call_is_known_again_after_fifteen_more_and_not_after_sixteen(
    mocker: MockerFixture,
) -> None:
    assert KEPT_ANSWERS == 16
    hall, status = Hall(), mocker.Mock(return_value=Done())
    hall.device.handle({GetStatus: status})
    laptop = hall.laptop(1)
    for call_id in range(100, 116):
        laptop.send(call_id, GetStatus())
    laptop.send(100, GetStatus())
    assert status.call_count == 16
    laptop.send(116, GetStatus())
    laptop.send(100, GetStatus())
    assert status.call_count == 18


def test_two_clients_may_use_the_same_ids() -> None:
    hall = Hall()
    hall.device.handle({GetLying: lambda client, call: LyingAre({"n": (str(client.number),)})})
    first, second = hall.laptop(1), hall.laptop(2)
    assert first.send(9, GetLying()) == LyingAre({"n": ("1",)})
    assert second.send(9, GetLying()) == LyingAre({"n": ("2",)})


def test_who_said_no_hello_is_told_to_say_it() -> None:
    hall = Hall()
    stranger = Laptop(hall.device, Wire(), 5)
    assert stranger.call(GetStatus()) == Failure(
        "hello", "this table does not know you: say hello first"
    )
    assert stranger.hello() == WELCOME
    assert stranger.code(Say("undo")) == "missing"


def test_a_goodbye_of_somebody_unknown_is_fine() -> None:
    hall = Hall()
    laptop = hall.laptop(1)
    assert laptop.send(8, Bye()) == Done()
    assert laptop.send(8, Bye()) == Done()  # the answer to the first was lost
    assert laptop.code(GetStatus()) == "hello"


def test_a_hello_that_is_sent_again_changes_nothing() -> None:
    hall = Hall()
    laptop = Laptop(hall.device, Wire(), 1)
    assert laptop.send(3, Hello(1, 1, "m")) == WELCOME
    laptop.call(Claim())
    laptop.call(Watch((Stream.BEEPS,)))
    assert laptop.send(3, Hello(1, 1, "m")) == WELCOME
    assert hall.device.writer.client is not None
    assert hall.device.watched(Stream.BEEPS)


def test_a_new_hello_begins_anew() -> None:
    hall = Hall()
    laptop = hall.laptop(1)
    laptop.call(Claim())
    laptop.call(Watch((Stream.BEEPS,)))
    laptop.hello("other")
    assert hall.device.writer.client is None
    assert not hall.device.watched(Stream.BEEPS)


@pytest.mark.parametrize(
    ("lowest", "highest", "said"),
    [
        (2, 4, "lab 2 versions 2 to 4: update the program on the table, it is older"),
        (2, 2, "lab 2 version 2: update the program on the table, it is older"),
        (0, 0, "lab 2 version 0: update the program on the laptop, it is older"),
    ],
)
def test_without_a_common_version_the_older_is_to_be_updated(
    lowest: int, highest: int, said: str
) -> None:
    hall = Hall()
    laptop = Laptop(hall.device, Wire(), 1)
    assert laptop.call(Hello(lowest, highest, "lab 2")) == Failure(
        "version", f"the table speaks version 1 of the cable's protocol, {said}"
    )
    assert laptop.code(GetStatus()) == "hello"


def test_the_highest_common_version_is_agreed(mocker: MockerFixture) -> None:
    mocker.patch("meadow.link.device.HIGHEST", 5)
    mocker.patch("meadow.link.device.LOWEST", 2)
    hall = Hall()
    laptop = Laptop(hall.device, Wire(), 1)

    def version(lowest: int, highest: int) -> int | str:
        answer = laptop.call(Hello(lowest, highest, "m"))
        return answer.version if isinstance(answer, Welcome) else str(answer)

    assert (version(1, 3), version(3, 9), version(5, 5), version(2, 2)) == (3, 5, 5, 2)
    assert "table speaks versions 2 to 5" in str(version(1, 1))
    assert "no version is 4 to 3" in str(version(4, 3))


def test_a_call_of_a_newer_program_is_refused_and_named() -> None:
    hall = Hall()
    hall.laptop(6)
    content = msgspec.msgpack.encode({"client": 6, "id": 7, "body": {"is": "juggle"}})
    said = hall.device.answer(content, Wire())
    assert said is not None
    assert decode_from_table(said) == Answer(
        6,
        7,
        Failure(
            "bad",
            "this is no call: Invalid value 'juggle' - at `$.body.is`; "
            "is the laptop's program newer than the table's?",
        ),
    )


def test_noise_and_what_tables_say_is_not_answered() -> None:
    hall = Hall()
    for content in (
        b"noise",
        encode_message(Answer(1, 2, Done())),
        encode_message(Told(1, 2, BeepIs(0, True))),
        msgspec.msgpack.encode({"to": "moon", "client": 1, "id": 2, "body": {"is": "bye"}}),
    ):
        assert hall.device.answer(content, Wire()) is None


def test_what_the_table_cannot_do_is_named() -> None:
    assert Hall().laptop(1).call(ReadLog("000001-x.jsonl", 0)) == Failure(
        "missing", "this table was not started so that it can read-log"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyError("north"), "KeyError at test_link_device.py:"),
        (RuntimeError("two\nlines\x1b[2J"), "two lines?[2J"),
        (OSError(5, "\udcff"), "OSError"),
        (RecursionError(), "RecursionError"),
        (MemoryError(), "MemoryError"),
    ],
)
def test_a_handler_that_fails_is_told_in_one_line_and_the_next_call_goes_on(
    error: Exception, said: str
) -> None:
    hall = Hall()
    hall.device.handle({GetStatus: raising(error)})
    laptop = hall.laptop(1)
    answer = laptop.call(GetStatus())
    assert isinstance(answer, Failure)
    assert answer.code == "fault"
    assert answer.message.startswith("the table cannot get-status: a fault of its program, ")
    assert said in answer.message
    assert answer.message.isprintable()
    assert laptop.call(Claim()) == Done()


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (ViewIs({"far": 1 << 70}), "the answer cannot be said: a fault of its program, Overflow"),
        (ViewIs({"what": object()}), "the answer cannot be said: a fault of its program, Type"),
        (ViewIs({"text": "\ud800"}), "the answer cannot be said: a fault of its program, Unicode"),
        (BytesAre(bytes(9000), 9000), "the answer is too long for a frame"),
    ],
)
def test_an_answer_that_cannot_be_said_is_a_failure_and_kept_as_one(
    answer: AnyAnswer, why: str, mocker: MockerFixture
) -> None:
    hall, handler = Hall(), mocker.Mock(return_value=answer)
    hall.device.handle({GetView: handler})
    laptop = hall.laptop(1)
    for _ in range(2):
        failure = laptop.send(4, GetView())
        assert isinstance(failure, Failure)
        assert failure.code == "fault"
        assert failure.message.startswith(why)
    assert handler.call_count == 1


def test_a_greeting_that_fails_is_told(mocker: MockerFixture) -> None:
    device = Device(Hall().clock, mocker.Mock(side_effect=ValueError("no identity")))
    answer = Laptop(device, Wire(), 1).hello()
    assert isinstance(answer, Failure)
    assert "ValueError" in answer.message


def test_a_ninth_client_is_refused_while_all_others_still_call() -> None:
    """Were one of them forgotten it would miss what it watches, and nobody would tell it."""
    assert MOST_CLIENTS == 8
    hall = Hall()
    hall.device.handle({GetStatus: lambda client, call: Done()})
    laptops = [hall.laptop(number) for number in range(8)]
    hall.clock.sleep_ms(10_000)
    answer = Laptop(hall.device, Wire(), 8).hello()
    what = "8 laptops or terminals are connected to this table already: end one of them"
    assert answer == Failure(Code.BUSY, what)
    assert [laptop.call(GetStatus()) for laptop in laptops] == [Done()] * 8


def test_a_ninth_client_takes_the_place_of_the_one_that_was_silent_longest() -> None:
    hall = Hall()
    hall.device.handle({GetStatus: lambda client, call: Done()})
    laptops = [hall.laptop(number) for number in range(8)]
    hall.clock.sleep_ms(10_001)
    laptops[0].call(GetStatus())
    ninth = hall.laptop(8)
    assert laptops[1].code(GetStatus()) == "hello"
    for laptop in (laptops[0], *laptops[2:], ninth):
        assert laptop.call(GetStatus()) == Done()


def test_however_many_come_by_one_line_the_writer_and_those_on_other_lines_stay() -> None:
    hall, flooded = Hall(), Wire()
    writer, other = hall.laptop(1, flooded), hall.laptop(2)
    writer.call(Claim())
    other.call(Watch((Stream.FRAMES,)))
    for number in range(100, 150):
        hall.laptop(number, flooded)
    assert writer.call(Release()) == Done()
    assert hall.device.watched(Stream.FRAMES)


def test_whoever_was_silent_for_ten_seconds_is_gone_when_another_comes_by_the_same_line() -> None:
    hall, line = Hall(), Wire()
    dead, other = hall.laptop(1, line), hall.laptop(2)
    dead.call(Watch((Stream.FRAMES,)))
    other.call(Watch((Stream.FRAMES,)))
    hall.clock.sleep_ms(9_999)
    hall.laptop(3, line)
    assert hall.device.watched(Stream.FRAMES)
    hall.clock.sleep_ms(2)
    hall.laptop(4, line)
    hall.device.tell(Stream.FRAMES, lambda: BeepIs(1, True))
    assert line.told == []
    assert len(other.line.told) == 1
    assert dead.code(GetStatus()) == "hello"


def test_only_what_is_watched_is_told_and_only_to_whoever_watches() -> None:
    hall = Hall()
    lights, sounds, quiet = hall.laptop(1), hall.laptop(2), hall.laptop(3)
    lights.call(Watch((Stream.FRAMES, Stream.NEWS)))
    sounds.call(Watch((Stream.BEEPS,)))
    hall.device.tell(Stream.BEEPS, lambda: BeepIs(1, True))
    hall.device.tell(Stream.FRAMES, lambda: BeepIs(2, True))
    lights.call(Watch((Stream.BEEPS,)))
    hall.device.tell(Stream.FRAMES, lambda: BeepIs(3, True))
    assert [told[1] for told in lights.line.told] == [BeepIs(2, True)]
    assert [told[1] for told in sounds.line.told] == [BeepIs(1, True)]
    assert quiet.line.told == []
    assert (hall.device.watched(Stream.NEWS), hall.device.watched(Stream.BEEPS)) == (False, True)


def test_what_a_line_has_no_room_for_is_counted_for_that_client() -> None:
    hall = Hall()
    hall.device.handle({GetStatus: lambda client, call: ViewIs({"missed": client.take_missed()})})
    slow, quick = hall.laptop(1, Wire(room=1)), hall.laptop(2)
    for laptop in (slow, quick):
        laptop.call(Watch((Stream.BEEPS,)))
    for at_ms in range(4):
        hall.device.tell(Stream.BEEPS, partial(BeepIs, at_ms, True))
    assert slow.call(GetStatus()) == ViewIs({"missed": 3})
    assert quick.call(GetStatus()) == ViewIs({"missed": 0})


def test_a_client_is_told_by_the_line_it_called_last() -> None:
    hall = Hall()
    laptop, other = hall.laptop(1), Wire()
    laptop.call(Watch((Stream.BEEPS,)))
    laptop.line = other
    laptop.call(Watch((Stream.BEEPS,)))
    hall.device.tell(Stream.BEEPS, lambda: BeepIs(1, True))
    assert len(other.told) == 1


def test_a_name_that_would_spoil_a_terminal_is_made_plain() -> None:
    hall = Hall()
    rogue = Laptop(hall.device, Wire(), 1)
    rogue.hello("\x1b[31mme\nhim ")
    rogue.call(Claim())
    assert hall.device.writer.client is not None
    assert hall.device.writer.client.program == "?[31mme him"
