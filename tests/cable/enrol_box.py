"""A small box that is enrolled, with a clock, for tests."""

from __future__ import annotations

from meadow.pieces.kinds import AnyPiece
from meadow.pieces.register import Register
from meadow.pieces.sets import PieceSet, parse_set
from meadow_host.cable.enrol_outcomes import NotTaken, Outcome, Reason
from meadow_host.cable.enrol_pieces import Where, in_order
from meadow_host.cable.enrolment import Enrolment

BOX = parse_set(
    """
[set]
name = "box"
backgrounds = ["moss", "snow"]
items = ["acorn"]
[tokens]
copies = 2
[[treat]]
background = "moss"
item = "acorn"
[[rake]]
colour = "red"
[[rake]]
colour = "blue"
[[command]]
word = "start"
""",
    "box.toml",
)
MOSS, MOSS_2 = "token.moss.acorn", "token.moss.acorn.2"
SNOW, SNOW_2 = "token.snow.acorn", "token.snow.acorn.2"
TREAT, RED, BLUE, START = "treat.moss.acorn", "rake.red", "rake.blue", "command.start"
PLACES = ("north", "east", "south", "west", "deck")
BY_ID: dict[str, AnyPiece] = {piece.id: piece for piece in BOX.pieces}


def tag(number: int) -> str:
    return f"04{number:012X}"


class Box:
    """An enrolment with a clock: each tag is laid a second after the last unless said otherwise."""

    def __init__(
        self,
        *,
        bound: dict[str, str] | None = None,
        at: str = "",
        in_order_said: bool = False,
        pieces: tuple[AnyPiece, ...] = (),
        anew: bool = False,
        sets: tuple[PieceSet, ...] = (BOX,),
    ) -> None:
        everything = tuple([piece for one in sets for piece in one.pieces])
        register = Register(everything, [(uid, piece) for piece, uid in (bound or {}).items()])
        self.one = Enrolment(
            register,
            pieces or in_order(sets),
            Where(PLACES, at, rotates=not in_order_said),
            in_order=in_order_said,
            anew=anew,
        )
        self.now_ms = 10_000

    def lay(self, number: int, place: str = "", after_ms: int = 1000) -> Outcome | None:
        self.now_ms += after_ms
        place = place or self.place
        came = self.one.arrived(tag(number), place, self.now_ms)
        return came[0] if came else None

    def lift(self, number: int, place: str, after_ms: int = 1000) -> None:
        self.now_ms += after_ms
        self.one.left_place(tag(number), place, self.now_ms)

    @property
    def place(self) -> str:
        assert self.one.asked is not None
        return self.one.asked.place

    @property
    def piece(self) -> str:
        return self.one.asked.piece.id if self.one.asked else ""

    @property
    def uids(self) -> dict[str, str]:
        return {piece: uid for uid, piece in self.one.register.entries}


def reason(outcome: Outcome | None) -> Reason:
    assert isinstance(outcome, NotTaken)
    return outcome.reason
