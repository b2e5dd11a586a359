"""A client written from docs/link.md alone: no msgspec, zlib or cobs, and nothing of meadow's.

What another language would have to do, in as few lines as it takes, at a real device end.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from meadow.link.answers import BeepIs, BytesAre, FrameIs
from meadow.link.calls import ReadLog, Stream
from meadow.link.clients import Client
from meadow.link.device import Device
from meadow.link.frames import Deframer, frame_of
from meadow.link.messages import Told, encode_message

from tests.link.laptops import Hall, Wire


def crc32(data: bytes) -> bytes:
    """Bit by bit, low byte first."""
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0xEDB88320 if crc & 1 else 0)  # 04c11db7, reflected
    return (crc ^ 0xFFFFFFFF).to_bytes(4, "little")


def stuffed(data: bytes) -> bytes:
    coded, run = bytearray(), bytearray()
    for byte in [*data, 0]:
        if byte:
            run.append(byte)
        if not byte or len(run) == 254:
            coded += bytes([len(run) + 1]) + run
            run.clear()
    return bytes(coded)


def unstuffed(coded: bytes) -> bytes:
    data, at = bytearray(), 0
    while at < len(coded):
        length = coded[at]
        data += coded[at + 1 : at + length]
        at += length
        if length < 255 and at < len(coded):
            data.append(0)
    return bytes(data)


def packed(value: Any) -> bytes:
    """msgpack, as little of it as calls need, and not the shortest."""
    if isinstance(value, bool):
        return b"\xc3" if value else b"\xc2"
    if isinstance(value, int):
        return b"\xcf" + value.to_bytes(8, "big")
    if isinstance(value, str):
        return b"\xda" + len(value.encode()).to_bytes(2, "big") + value.encode()
    if isinstance(value, list):
        return b"\xdc" + len(value).to_bytes(2, "big") + b"".join(map(packed, value))
    pairs = b"".join(packed(key) + packed(one) for key, one in value.items())
    return b"\xde" + len(value).to_bytes(2, "big") + pairs


def unpacked(data: bytes, at: int = 0) -> tuple[Any, int]:
    """The value that begins there, and where the next begins."""
    code = data[at]
    at += 1
    if code < 0x80:
        return code, at
    if code < 0x90:
        return _map(data, at, code & 15)
    if code < 0xA0:
        return _list(data, at, code & 15)
    if code < 0xC0:
        return data[at : at + (code & 31)].decode(), at + (code & 31)
    if code in (0xC2, 0xC3):
        return code == 0xC3, at
    size = {0xC4: 1, 0xC5: 2, 0xCC: 1, 0xCD: 2, 0xCE: 4, 0xCF: 8, 0xD9: 1, 0xDA: 2, 0xDC: 2}[code]
    number, at = int.from_bytes(data[at : at + size], "big"), at + size
    if code in (0xCC, 0xCD, 0xCE, 0xCF):
        return number, at
    if code == 0xDC:
        return _list(data, at, number)
    raw = data[at : at + number]
    return (raw if code in (0xC4, 0xC5) else raw.decode()), at + number


def _map(data: bytes, at: int, count: int) -> tuple[dict[Any, Any], int]:
    found = {}
    for _ in range(count):
        key, at = unpacked(data, at)
        found[key], at = unpacked(data, at)
    return found, at


def _list(data: bytes, at: int, count: int) -> tuple[list[Any], int]:
    found = []
    for _ in range(count):
        one, at = unpacked(data, at)
        found.append(one)
    return found, at


def messages(stream: bytes) -> Iterator[Any]:
    """All whole frames of a stream."""
    for coded in stream.split(b"\0"):
        sealed = unstuffed(coded)
        if len(sealed) > 4 and crc32(sealed[:-4]) == sealed[-4:]:
            yield unpacked(sealed[:-4])[0]


def asked(device: Device, line: Wire, client: int, call_id: int, body: dict[str, Any]) -> Any:
    """The body of the answer."""
    content = packed({"body": body, "id": call_id, "client": client})
    stream = b"noise" + b"\0" + stuffed(content + crc32(content)) + b"\0"
    answers = [
        frame_of(answer)
        for one in Deframer().feed(stream)
        if (answer := device.answer(one, line)) is not None
    ]
    (message,) = messages(b"\xff noise" + b"".join(answers))
    assert (message["to"], message["client"], message["id"]) == ("call", client, call_id)
    return message["body"]


def test_a_client_written_by_the_page_can_call_and_be_told() -> None:
    hall, line = Hall(), Wire()
    data = bytes(range(256)) * 16

    def read(client: Client, call: ReadLog) -> BytesAre:
        return BytesAre(data[call.offset : call.offset + call.count], len(data))

    hall.device.handle({ReadLog: read})
    number = 0xDEAD00BE
    hello = {"is": "hello", "lowest": 1, "highest": 2, "program": "demo"}
    welcome = asked(hall.device, line, number, 300, hello)
    assert (welcome["is"], welcome["version"], welcome["table"]) == ("welcome", 1, "hall")
    assert asked(hall.device, line, number, 301, {"is": "claim"}) == {"is": "done"}
    watch = {"streams": ["beeps", "frames"], "is": "watch"}
    assert asked(hall.device, line, number, 302, watch) == {"is": "done"}
    log = {"is": "read-log", "name": "000001-sweepers.jsonl", "offset": 96, "count": 4000}
    assert asked(hall.device, line, number, 303, log) == {
        "is": "bytes-are",
        "data": data[96:4096],
        "size": 4096,
    }
    refused = asked(hall.device, line, number, 304, {"is": "say", "word": 7})
    assert (refused["is"], refused["code"]) == ("failure", "bad")
    hall.device.tell(Stream.BEEPS, lambda: BeepIs(70_000, True))
    hall.device.tell(Stream.FRAMES, lambda: FrameIs(1, bytes(6)))
    told = [frame_of(encode_message(Told(one[0], 1, one[1]))) for one in line.told]
    assert [one["body"] for one in messages(b"".join(told))] == [
        {"is": "beep-is", "at_ms": 70_000, "on": True},
        {"is": "frame-is", "at_ms": 1, "rgb": bytes(6)},
    ]


def test_its_cobs_and_its_checksum_are_ours() -> None:
    for content in (b"\0", b"a" * 250, b"a" * 251, b"a" * 600, bytes(300), bytes(range(256)) * 3):
        frame = frame_of(content)
        assert unstuffed(frame[1:-1]) == content + crc32(content)
        assert Deframer().feed(b"\0" + stuffed(content + crc32(content)) + b"\0") == [content]
