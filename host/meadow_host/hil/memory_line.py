"""A line within this program: a device end and a client, joined without a port or a thread.

Every frame is made, sent and read as on a cable. It must not know tables.
"""

from __future__ import annotations

from meadow.link.answers import Missed
from meadow.link.device import Client as DeviceClient
from meadow.link.device import Device, MakeTold
from meadow.link.frames import MOST_BYTES, Deframer, frame_of
from meadow.link.messages import Told, encode_message


class MemoryLine:
    """Both a `meadow.link.device.Line` and a `meadow_host.cable.client.Transport`."""

    def __init__(self, device: Device, name: str) -> None:
        self._device = device
        self._name = name
        self._frames = Deframer()
        self._received = bytearray()

    @property
    def name(self) -> str:
        return self._name

    @property
    def dropped(self) -> int:
        return self._frames.dropped

    def tell(self, client: DeviceClient, make: MakeTold, latest: bool = False) -> bool:
        content = encode_message(Told(client.number, client.next_number(), make()))
        if len(content) > MOST_BYTES:
            content = encode_message(Told(client.number, client.next_number(), Missed(1)))
        self._received += frame_of(content)
        return True

    def send(self, data: bytes) -> None:
        for content in self._frames.feed(data):
            answer = self._device.answer(content, self)
            if answer is not None:
                self._received += frame_of(answer)

    def receive(self, timeout_s: float) -> bytes:
        received = bytes(self._received)
        self._received.clear()
        return received

    def close(self) -> None:
        self._received.clear()
