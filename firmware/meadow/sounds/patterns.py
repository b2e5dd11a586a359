"""The beeps that every game shares, and checks of a table of beeps. Data; knows no buzzer.

The rhythm tells them apart: a buzzer that is only on or off has no pitch.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType

from meadow.games.cues import Beep

LONGEST_ON_MS = 1500
LONGEST_MS = 4000

COMMON_BEEPS: Mapping[str, Beep] = MappingProxyType(
    {
        # Countdown (T7): they must come on the second.
        "count": Beep((120,), light="beat", priority=60),
        "go": Beep((600,), light="go", priority=70),
        # Play is held up or goes on.
        "stop": Beep((80, 50, 80, 50, 80, 50, 80, 50, 80), light="halt", priority=70),
        "pause": Beep((250, 150, 250), light="paused", priority=50),
        "undo": Beep((250, 80, 60), light="undo", priority=50),
        "fault": Beep((500, 250, 500, 250, 500), light="fault", priority=80),
        "back": Beep((60, 80, 500), light="back", priority=50),
        # Answers to one player.
        "refused": Beep((70, 70, 70), light="refused", priority=30),
        "join": Beep((60, 60, 60, 60, 60), light="join", priority=20),
        # Enrolling.
        "good": Beep((60, 50, 160, 50, 60), light="good", priority=20),
    }
)

UNKNOWN_BEEP = Beep((200,), light="beat", priority=10)
"""What a sound without a beep sounds like."""


class BeepError(Exception):
    """A table of beeps cannot be used; the message is one plain line."""


def missing_beeps(beeps: Mapping[str, Beep], names: Iterable[str]) -> tuple[str, ...]:
    """Those of the names that have no beep, sorted."""
    return tuple(sorted(set(names) - set(beeps)))


def missing_lights(beeps: Mapping[str, Beep], styles: Collection[str]) -> tuple[str, ...]:
    """The beeps whose light has no style, sorted: quiet mode could not show them."""
    return tuple(sorted(name for name, beep in beeps.items() if beep.light not in styles))


def beep_troubles(name: str, beep: Beep) -> tuple[str, ...]:
    """What is wrong with one beep; one plain line each."""
    pattern_ms = beep.pattern_ms
    troubles: list[str] = []
    if not pattern_ms:
        troubles.append(f"the beep of {name} has no times: give at least one")
    if any(part_ms <= 0 for part_ms in pattern_ms):
        troubles.append(f"the beep of {name} has a time of 0 ms or less: {list(pattern_ms)}")
    if len(pattern_ms) % 2 == 0 and pattern_ms:
        troubles.append(f"the beep of {name} ends with silence: leave out its last time")
    if any(on_ms > LONGEST_ON_MS for on_ms in pattern_ms[::2]):
        troubles.append(f"the beep of {name} sounds longer than {LONGEST_ON_MS} ms at a stretch")
    if sum(pattern_ms) > LONGEST_MS:
        troubles.append(f"the beep of {name} takes longer than {LONGEST_MS} ms")
    return tuple(troubles)


def merged_beeps(
    common: Mapping[str, Beep],
    own: Mapping[str, Beep],
    owner: str,
    names: Iterable[str] = (),
) -> Mapping[str, Beep]:
    """The common beeps and a game's own in one table.

    Raises `BeepError` when the game changes a common beep, when one of ``names`` has no beep, or
    when a beep is out of bounds.
    """
    clashes = sorted(name for name in set(common) & set(own) if common[name] != own[name])
    if clashes:
        raise BeepError(
            f"{owner} changes the beep of {', '.join(clashes)}, "
            "which every game shares: choose another name"
        )
    beeps = {**common, **own}
    missing = missing_beeps(beeps, names)
    if missing:
        raise BeepError(f"{owner} has no beep for {', '.join(missing)}: add it to its beeps")
    for name, beep in own.items():
        troubles = beep_troubles(name, beep)
        if troubles:
            raise BeepError(f"{owner}: {troubles[0]}")
    return MappingProxyType(beeps)
