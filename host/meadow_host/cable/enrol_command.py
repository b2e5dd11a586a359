"""What `meadow enrol` does, between its arguments (`cli_enrol`) and the library.

Imported only when the command runs.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from meadow.games.session import DECK
from meadow.pieces.kinds import AnyPiece

from meadow_host.cable import flash_command
from meadow_host.cable.client import Client
from meadow_host.cable.detect import connected
from meadow_host.cable.enrol_files import Keeper, TableFiles, load_files
from meadow_host.cable.enrol_lines import ask_line, left_line, words_line
from meadow_host.cable.enrol_outcomes import Ask
from meadow_host.cable.enrol_pieces import Where, chosen_pieces, chosen_sets, in_order
from meadow_host.cable.enrol_session import Session
from meadow_host.cable.enrolment import Enrolment
from meadow_host.cable.errors import CableError
from meadow_host.cable.keyboard import Keyboard, TypedWords, keyboard
from meadow_host.calling import as_called
from meadow_host.terminal import MistakeError, StoppedError, document, err, out

QUESTION = "all is bound; flash it to the table now? yes or no (undo and back still work)"
AT_THE_END = "all is bound; Enter flashes it to the table, no does not (undo and back still work)"


class Wishes(NamedTuple):
    """What the arguments say."""

    sets: Sequence[str] = ()
    pieces: Sequence[str] = ()
    at: str = ""
    in_order: bool = False
    write_names: bool = False
    flash: bool = False
    as_json: bool = False


class _Teller(NamedTuple):
    """Tells on the terminal, one line at a time."""

    tell: Callable[[str], None]

    def asked(self, ask: Ask) -> None:
        self.tell(ask_line(ask))

    def said(self, line: str) -> None:
        self.tell(f"    {line}")


def enrol_box(table: Path, wishes: Wishes, port: str | None, baud: int, program: str) -> bool:
    """Enrol the pieces of a table.toml at the table on this port, and flash it if that is wished;
    gives whether the table then keeps it.

    Raises `CableError`, `TomlError`, `StoppedError`; what was bound by then is saved.
    """
    if wishes.flash and wishes.as_json:
        raise MistakeError("--flash and --json are two documents: meadow flash --json afterwards")
    files = load_files(table)
    pieces = _pieces(files, wishes)
    enrolment = Enrolment(
        files.register,
        pieces,
        Where((DECK,)),  # until the table has said which readers answer
        in_order=wishes.in_order,
        anew=bool(wishes.pieces),
    )
    if enrolment.asked is None:
        if not wishes.as_json:
            out(f"all {len(pieces)} pieces have a tag; --piece ID gives one another")
        done = Done(flash=wishes.flash)
    else:
        try:
            with keyboard() as words, connected(port, baud, program) as client:
                done = _enrolled(client, words, files, enrolment, wishes)
        except KeyboardInterrupt as error:
            raise StoppedError(_goes_on(files, enrolment)) from error
        except CableError as error:
            if enrolment.tagged(pieces) and not error.mistake:
                err(f"meadow: {_goes_on(files, enrolment)}")
            raise
    _report(files, enrolment, wishes, done)
    if done.flash:
        return flash_command.flash_file(table, port, baud, program, flash_command.Wishes())
    return True


class Done(NamedTuple):
    """What came of it."""

    bound: int = 0
    named: int = 0
    unnamed: Sequence[str] = ()
    flash: bool = False


def _enrolled(
    client: Client, words: Keyboard, files: TableFiles, enrolment: Enrolment, wishes: Wishes
) -> Done:
    keeper = Keeper(files)
    tell = err if wishes.as_json else words.show
    is_asked = isinstance(words, TypedWords) and not wishes.as_json
    question = (AT_THE_END if wishes.flash else QUESTION) if is_asked else ""
    session = Session(
        client,
        enrolment,
        keeper.keep,
        _Teller(tell),
        partial(_typed, words),
        at=wishes.at,
        rotates=not wishes.in_order,
        write_names=wishes.write_names,
        question=question,
    )
    if is_asked:
        tell(f"lay each piece where the light is; {words_line()}")
    answer = session.run()
    if keeper.named_it:
        tell(f"{files.table}: names {files.file.name} as its register now")
    flash = answer == "yes" or (wishes.flash and answer == "")
    return Done(session.bound, session.named, session.unnamed, flash)


def _typed(words: Keyboard) -> list[str]:
    """The lines typed; Ctrl-D is quit. Where a pipe ends, laying goes on."""
    lines = words.typed()
    return [*lines, "quit"] if isinstance(words, TypedWords) and words.is_at_end else lines


def _pieces(files: TableFiles, wishes: Wishes) -> tuple[AnyPiece, ...]:
    """What is to be asked for. Raises `ChoiceError`."""
    sets = chosen_sets(files.sets, wishes.sets)
    return chosen_pieces(sets, wishes.pieces) if wishes.pieces else in_order(sets)


def _goes_on(files: TableFiles, enrolment: Enrolment) -> str:
    count = enrolment.tagged(enrolment.pieces)
    saved = f", saved in {files.file}" if count else ""
    have = f"{count} of {len(enrolment.pieces)} pieces have a tag{saved}"
    return f"{have}; the same command goes on there"


def _report(files: TableFiles, enrolment: Enrolment, wishes: Wishes, done: Done) -> None:
    sets = chosen_sets(files.sets, wishes.sets)
    if wishes.as_json:
        document(
            {
                "register": str(files.file),
                "sets": [
                    {
                        "name": one.name,
                        "pieces": len(one.pieces),
                        "tagged": enrolment.tagged(one.pieces),
                    }
                    for one in sets
                ],
                "bound": done.bound,
                "left": enrolment.left,
                "names_written": done.named,
                "names_not_written": done.unnamed,
                "flash": done.flash,
            }
        )
        return
    for one in sets:
        out(f"{one.name}: {enrolment.tagged(one.pieces)} of {len(one.pieces)} pieces have a tag")
    if enrolment.left:
        out(f"{left_line(enrolment.left)}; the same command asks for them again")
    if done.unnamed:
        out(f"bound, but with no name on the tag: {', '.join(done.unnamed)}")
    if not done.flash and done.bound:
        out(as_called(f"saved in {files.file}; write it to the table: meadow flash {files.table}"))
