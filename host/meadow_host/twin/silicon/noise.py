"""What spoils radio: distance, bit errors, bursts that look like answers. All by seeded chance.

It must not know who sends or receives.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from meadow_host.twin.silicon.air import AirBits

DEFAULT_GAIN_DB = 33
FADE_DB = 12.0
"""From never heard to always heard the signal grows by this much."""
PARTLY_HEARD = 0.3
"""Of the answers that are not heard well, so many come through with wrong bits."""
PARTLY_HEARD_BIT_ERRORS = 0.1
BURST_MOST_BITS = 40


class Grip(NamedTuple):
    """How well a reader and a tag have each other.

    ``powers``: the field is strong enough for the tag to work. ``hears``: the chance (0 to 1) that
    the tag takes a frame unspoiled. ``margin_db``: by how much its answers exceed, at the default
    gain, what is heard every second time.
    """

    powers: bool = True
    hears: float = 1.0
    margin_db: float = 20.0

    def heard(self, gain_db: int) -> float:
        """The chance that an answer comes through at a receiver gain."""
        chance = 0.5 + (self.margin_db + gain_db - DEFAULT_GAIN_DB) / FADE_DB
        return min(1.0, max(0.0, chance))

    def weaker(self, loss_db: float, *, powers: bool) -> Grip:
        """The same tag as another antenna has it."""
        return self._replace(margin_db=self.margin_db - loss_db, powers=self.powers and powers)


FIRM = Grip()
"""A tag that lies where it should."""


def read_at(chance: float) -> Grip:
    """A tag whose answers come through with a chance of 0 to 1 each, at the default gain."""
    return Grip(margin_db=(chance - 0.5) * FADE_DB)


def at_mm(distance_mm: float) -> Grip:
    """A tag at a height over the antenna, for a usual 40 mm antenna and a 25 mm tag.

    Chosen, not measured: sure below 27 mm, heard every second time at 35 mm, without power from
    40 mm on.
    """
    return Grip(powers=distance_mm < 40, margin_db=26.25 - 0.75 * distance_mm)


class Noise(NamedTuple):
    """Noise at one reader.

    ``bit_errors``: the chance of each bit to be wrong, in both directions. ``bothness``: of the
    wrong bits received, the share that looks like a collision. ``bursts_hz``: how often, while
    the receiver is open, something comes that looks like the start of an answer.
    """

    bit_errors: float = 0.0
    bothness: float = 0.25
    bursts_hz: float = 0.0

    def hits(self, bits: int, chance: random.Random) -> bool:
        """Whether at least one of so many bits is wrong."""
        return chance.random() >= (1.0 - self.bit_errors) ** bits

    def receive(
        self, air: AirBits, heard: float, chance: random.Random
    ) -> tuple[AirBits, int] | None:
        """An answer as it is received: its bits, and those that look like both; None for none."""
        if heard < 1.0 and chance.random() >= heard:
            if not heard or chance.random() >= PARTLY_HEARD:
                return None
            errors = max(self.bit_errors, PARTLY_HEARD_BIT_ERRORS)
            return self._spoil(air, errors, chance, at_least=1 << chance.randrange(air.size))
        return self._spoil(air, self.bit_errors, chance) if self.bit_errors else (air, 0)

    def _spoil(
        self, air: AirBits, errors: float, chance: random.Random, at_least: int = 0
    ) -> tuple[AirBits, int]:
        flipped, both = at_least, 0
        for position in range(air.size):
            if chance.random() < errors:
                if chance.random() < self.bothness:
                    both |= 1 << position
                else:
                    flipped |= 1 << position
        return AirBits(air.bits ^ flipped, air.size), both

    @staticmethod
    def burst(chance: random.Random) -> AirBits:
        """Some bits that nobody sent."""
        count = chance.randint(1, BURST_MOST_BITS)
        return AirBits(chance.getrandbits(count), count)
