"""What comes of a page's message at the meadow. In the meadow's thread.

It translates; what can be done and why not is the room's to say. Pages name cards by the handles
they were shown and never by their faces: the answer would tell where a hidden card lies.
"""

from __future__ import annotations

from meadow.journal.printable import quoted

from meadow_host.twin.meadow.ground import PLACES
from meadow_host.twin.table.person import Person
from meadow_host.twin.table.room import Room
from meadow_host.web.talk import (
    Alive,
    Bots,
    Break,
    Collect,
    Deal,
    Do,
    Finger,
    Fingers,
    Hello,
    Lay,
    Message,
    SetOut,
    Show,
    Sit,
    Speak,
    TakeBack,
    Turn,
)


def act(room: Room, person: Person, said: Message) -> list[str]:
    """Do what a page says; gives why not, a line for each thing that was not done."""
    people = room.people
    gone = people.heard(person)
    if gone:
        return [gone]
    match said:
        case Alive():
            return []
        case Fingers(did):
            return [why for one in did if (why := finger(room, person, one))]
        case Hello():
            why = "hello was said already"
        case Sit(seats):
            why = people.sit(person, seats)
        case Lay(piece, to):
            why = _unknown(room, piece) or _unknown_place(room, to)
            why = why or people.lay(person, piece, to, said.up, said.x, said.y)
        case Turn(piece):
            why = _unknown(room, piece) or people.turn(person, piece)
        case Show(piece, at):
            why = _unknown(room, piece) or people.show(person, piece, at)
        case SetOut(game):
            why = room.set_out(game)
        case Deal():
            why = room.dealer.deal(said.count)
        case Speak(seat, at):
            why = people.speak(person, seat, at, said.when)
        case Collect():
            why = room.middle.collect()
        case TakeBack():
            why = room.middle.take_back(person.seats)
        case Bots(seats):
            why = room.want_bots(seats, said.skill, said.words)
        case Break(fault, on):
            why = room.troubles.set(fault, said.place, on)
    return [why] if why else []


def _unknown(room: Room, piece: str) -> str:
    """Why a page cannot name this piece, or ""."""
    return "" if room.world.handles.piece(piece) else f"there is no piece {quoted(piece)} here"


def _unknown_place(room: Room, place: str) -> str:
    """Why a page cannot name where something is to be laid: a place, or a card, or ""."""
    if place in PLACES or room.world.handles.piece(place):
        return ""
    return f"there is no place and no card {quoted(place)} here"


def finger(room: Room, person: Person, did: Finger) -> str:
    """What one finger does; gives why not, or ""."""
    people, number, x, y = room.people, did.number, did.x, did.y
    if did.do is Do.DOWN:
        return people.down(person, number, x, y)
    if did.do is Do.RAKE:
        return people.rake(person, number, x, y, did.angle, did.seat)
    if did.do is Do.UP:
        return people.up(person, number, x, y)
    if did.do is Do.CANCEL:
        return people.cancel(person, number)
    return people.move(person, number, x, y, did.angle, did.do is Do.CARRY)
