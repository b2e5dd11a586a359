"""The texts that pages and a server say to each other: what is understood of a page's, and how the
rest is refused, whatever it is.

For the table's own pages (`meadow.console.talk` has their messages) and for those that a host
program brings. It knows no socket, and of the messages themselves nothing but that a hello comes
first and that some bear an ``id``.
"""

from __future__ import annotations

import re
from types import UnionType
from typing import Annotated, Any, Generic, Literal, Protocol, TypeVar

import msgspec

from meadow.journal.printable import printable, shortened

MOST_BYTES = 4096
"""Of a page's message in UTF-8."""

_REPEATED = re.compile(r"""(['"])(.*)\1""")

Json = dict[str, Any]
Id = Annotated[int, msgspec.Meta(ge=0, lt=1 << 53)]
"""The number by which the answer to a message is known; 0 for none."""
When = Annotated[str, msgspec.Meta(max_length=80)]
"""The situation that a page showed when something was said there, "" for any: in another one it
would mean something else, and is not done."""


class TalkError(Exception):
    """A message that means nothing: one plain line. ``id`` is the message's own, 0 for none."""

    def __init__(self, why: str, id_: int = 0) -> None:
        super().__init__(why)
        self.id = id_


class Greeting(Protocol):
    """What a page says first."""

    @property
    def version(self) -> int:
        """Of the language that the page speaks."""
        ...


MessageT = TypeVar("MessageT")
HelloT = TypeVar("HelloT", bound=Greeting)


class Language(Generic[MessageT, HelloT]):
    """What one kind of page may say."""

    def __init__(self, messages: UnionType, hello: type[HelloT], version: int, who: str) -> None:
        """``messages`` is all that makes sense, ``hello`` what comes first of it, ``who`` is spoken
        to: "table"."""
        self._decoder: msgspec.json.Decoder[MessageT] = msgspec.json.Decoder(messages)
        self.hello = hello
        self.version = version
        self.who = who

    def is_foreign(self, text: str) -> bool:
        """Whether it is the hello of a page of another version, whatever else that may say."""
        try:
            said = msgspec.json.decode(text, type=_AnyHello)
        except (msgspec.DecodeError, RecursionError, UnicodeError):
            return False
        return said.version is not None and said.version != self.version

    def message_of(self, text: str) -> MessageT:
        """What a page says. Raises `TalkError`."""
        size = len(text.encode("utf-8", "replace"))
        if size > MOST_BYTES:
            raise TalkError(f"a message has {MOST_BYTES} bytes at most, and this one has {size}")
        try:
            return self._decoder.decode(text)
        except msgspec.ValidationError as error:
            why = f"the {self.who} does not understand this message: {_in_short(error)}"
            raise TalkError(why, _numbered(text)) from error
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise TalkError("this message is no JSON that makes sense here") from error


class _AnyHello(msgspec.Struct, frozen=True):
    what: Literal["hello"] = msgspec.field(name="is")
    version: Any = None


class _Numbered(msgspec.Struct, frozen=True):
    id: int = 0


def _in_short(error: msgspec.ValidationError) -> str:
    """What is wrong, in one line that repeats no long word of the page's."""
    return _REPEATED.sub(
        lambda found: f"{found[1]}{shortened(found[2])}{found[1]}", printable(str(error))
    )


def _numbered(text: str) -> int:
    """The ``id`` of what is JSON but no message, 0 for none."""
    try:
        return msgspec.json.decode(text, type=_Numbered).id
    except (msgspec.DecodeError, RecursionError):
        return 0


def id_of(said: object) -> int:
    """The number of a message, or of what is none, 0 where it bears none."""
    number: int = getattr(said, "id", 0)
    return number


def answer_to(number: int, ok: bool, message: str) -> Json:
    """The answer to the message of that number."""
    return {"is": "answer", "id": number, "ok": ok, "message": message}


def text_of(message: Json) -> str:
    """A message to a page as it goes over the socket."""
    return msgspec.json.encode(message).decode()
