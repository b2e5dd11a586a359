"""The table's end of a flash: what is in force, what is offered, block by block into a slot.

It knows slots and bundles; whether a bundle can be used, and how the table starts anew, is handed
in. Nothing here stops a game: a flash is written beside it, and tried in the lobby unless forced.

How things are is asked in the loop's thread, where trials begin and end. So no trial begins or ends
between that answer and what is done upon it: only `Try` and `RollBack` can begin one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import Any, NamedTuple

from meadow.bundle.bundle import Bundle
from meadow.link.answers import (
    AnyAnswer,
    BytesAre,
    Code,
    ConfigIs,
    DigestIs,
    Done,
    Received,
    Wanted,
)
from meadow.link.cable import Identity
from meadow.link.calls import (
    BLOCK_BYTES,
    FileEntry,
    GetConfig,
    Offer,
    PutBlock,
    ReadConfig,
    RollBack,
    Seal,
    Try,
)
from meadow.link.desk import Asks
from meadow.link.device import Client, Handler, Refusal
from meadow.link.offered import Meant, Offered, OfferError, not_meant
from meadow.settings.slots import SlotError, Slots, SlotState
from meadow.table.status import Phase
from meadow.table.table import Table

MOST_TOLD = 8
MOST_TOLD_CHARACTERS = 800
"""So much is said of what is wrong with a bundle: it is one line, to be read by people."""


class _Seen(NamedTuple):
    """How the table was, between two passes. ``ailing``: the readers that do not answer."""

    table: Table
    phase: Phase
    ailing: tuple[str, ...]
    state: SlotState


class _Begun(NamedTuple):
    """The flash in progress, and whose it is."""

    client: int
    offered: Offered


class Flashing:
    """Answers the calls of a flash and of a rollback."""

    def __init__(
        self,
        slots: Slots | None,
        lock: AbstractContextManager[Any],
        desk: Asks,
        *,
        current: Callable[[], Bundle | None],
        identity: Callable[[], Identity],
        check: Callable[[Bundle], tuple[str, ...]],
        restart: Callable[[str], None],
    ) -> None:
        """``slots`` is None for a table that was started without a folder for them; ``lock`` is
        held whenever they are used. ``current`` gives the bundle in force, None for none; ``check``
        why a bundle cannot be used on this table, as lines; ``restart`` lets the table start anew
        after this pass, for that reason.
        """
        self._slots = slots
        self._lock = lock
        self._desk = desk
        self._current = current
        self._identity = identity
        self._check = check
        self._restart = restart
        self._begun: _Begun | None = None
        self._received = 0
        self._leaving: Table | None = None
        """The table that was told to make way for the next."""

    def handlers(self) -> Mapping[type[Any], Handler]:
        """For `Device.handle`."""
        return {
            GetConfig: self._get_config,
            ReadConfig: self._read_config,
            Offer: self._offer,
            PutBlock: self._put_block,
            Seal: self._seal,
            Try: self._try,
            RollBack: self._roll_back,
        }

    # ------------------------------------------------------------------ what is in force

    def _get_config(self, client: Client, call: GetConfig) -> AnyAnswer:
        bundle = self._current()
        if bundle is None:
            return ConfigIs("", ())
        files = [FileEntry(one.name, one.size, one.sha256) for one in bundle.manifest]
        return ConfigIs(bundle.digest, tuple(files))

    def _read_config(self, client: Client, call: ReadConfig) -> AnyAnswer:
        bundle = self._current()
        content = None if bundle is None else bundle.files.get(call.name)
        if content is None:
            raise Refusal(Code.MISSING, f"no file {call.name} is in force")
        return BytesAre(content[call.offset : call.offset + BLOCK_BYTES], len(content))

    # ------------------------------------------------------------------ a flash coming in

    def _offer(self, client: Client, call: Offer) -> AnyAnswer:
        slots = self._needed()
        seen = self._see(slots)
        here = self._identity()
        refused = not_meant(
            Meant(call.table, call.hardware),
            Meant(here.table, here.hardware),
            named=seen.state.named,
            rename=call.rename,
        )
        if refused is not None:
            raise Refusal(refused.code, refused.why)
        in_force = self._current()
        try:
            offered = Offered(call.digest, call.files, in_force)
        except OfferError as error:
            raise Refusal(Code.FITS_NOT, str(error)) from error
        # What runs on files of its options is not in a slot yet: it is written all the same.
        if in_force is not None and in_force.digest == call.digest and seen.state.active:
            return Wanted((), 0, same=True)
        self._refuse_game(seen, call.force)
        self._received = 0
        if offered.size:
            with self._disk():
                self._received = slots.stage(offered.key, offered.size)
        self._begun = _Begun(client.number, offered)
        return Wanted(tuple([one.name for one in offered.wanted]), self._received)

    def _put_block(self, client: Client, call: PutBlock) -> AnyAnswer:
        slots = self._needed()
        size = self._offered(client).size
        if call.offset + len(call.data) > size:
            raise Refusal(Code.BAD, f"only {size} bytes are wanted")
        # After a lost block those behind it leave a gap: they are not taken, and sent again.
        if size and call.offset <= self._received:
            with self._disk():
                self._received = slots.put(call.offset, call.data)
        return Received(self._received)

    def _seal(self, client: Client, call: Seal) -> AnyAnswer:
        slots = self._needed()
        offered = self._offered(client)
        self._see(slots)
        with self._disk():
            sent = slots.staged() if offered.size else b""
        try:
            bundle = offered.bundle(sent)
        except OfferError as error:
            self._forget(slots)
            raise Refusal(Code.FITS_NOT, str(error)) from error
        messages = self._check(bundle)
        if messages:
            self._forget(slots)
            raise Refusal(Code.FITS_NOT, _told(messages))
        with self._disk():
            return DigestIs(slots.write_inactive(bundle.encode()))

    def _offered(self, client: Client) -> Offered:
        """What this client flashes just now."""
        begun = self._begun
        if begun is None or begun.client != client.number:
            raise Refusal(Code.CHANGED, "no flash of yours is in progress: offer it first")
        return begun.offered

    def _forget(self, slots: Slots) -> None:
        """What was sent is of no use any more."""
        self._begun = None
        with self._lock, suppress(SlotError):  # the next flash that comes in replaces it
            slots.drop()

    # ------------------------------------------------------------------ trials

    def _try(self, client: Client, call: Try) -> AnyAnswer:
        slots = self._needed()
        seen = self._see(slots)
        self._refuse_game(seen, call.force)
        with self._disk():
            slots.begin_trial(call.digest, seen.ailing)
        self._forget(slots)
        self._leave(seen, "flashed")
        return Done()

    def _roll_back(self, client: Client, call: RollBack) -> AnyAnswer:
        slots = self._needed()
        seen = self._see(slots)
        if not seen.state.active and not seen.state.previous:
            raise Refusal(Code.MISSING, "there is nothing to go back to: no flash was ever kept")
        self._refuse_game(seen, call.force)
        with self._disk():
            slots.switch_back(seen.ailing)
        self._leave(seen, "told to go back to the settings before")
        return Done()

    def _leave(self, seen: _Seen, why: str) -> None:
        self._leaving = seen.table
        self._restart(why)

    def _see(self, slots: Slots) -> _Seen:
        """How all is now. Raises `Refusal` while the table starts anew or is on trial."""

        def look(table: Table) -> _Seen:
            status = table.status()
            ailing = tuple([place for place, why in status.readers.items() if why])
            with self._lock:
                return _Seen(table, status.phase, ailing, slots.state())

        seen = self._desk.ask(look)
        if seen.state.on_trial or seen.table is self._leaving:
            what = "other settings are on trial at this table just now"
            raise Refusal(Code.TRIAL, f"{what}: try again in some seconds")
        self._leaving = None
        return seen

    def _refuse_game(self, seen: _Seen, force: bool) -> None:
        if seen.phase is Phase.PLAYING and not force:
            what = "a game is going on, and the table would start anew: wait until it is over"
            raise Refusal(Code.GAME, f"{what} (--force pauses it, to be taken up again)")

    # ------------------------------------------------------------------ the disk

    def _needed(self) -> Slots:
        if self._slots is None:
            what = "this table has no folder for settings that are flashed"
            raise Refusal(Code.MISSING, f"{what}: start meadowd with --config FOLDER")
        return self._slots

    @contextmanager
    def _disk(self) -> Iterator[None]:
        """For the use of the slots: what they cannot do becomes a `Refusal`."""
        try:
            with self._lock:
                yield
        except SlotError as error:
            if isinstance(error.__cause__, OSError):
                raise Refusal(Code.DISK, f"on the table: {error}") from error
            raise Refusal(Code.CHANGED, str(error)) from error


def _told(messages: tuple[str, ...]) -> str:
    """As many mistakes as may be read, on one line."""
    told = list(messages[:MOST_TOLD])
    while len(told) > 1 and sum(map(len, told)) > MOST_TOLD_CHARACTERS:
        told.pop()
    more = len(messages) - len(told)
    return "; ".join([*told, f"and {more} more"] if more else told)
