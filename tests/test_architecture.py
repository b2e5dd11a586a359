"""Runs the rules of tests/architecture_rules.py over the project, and over samples that break them.

Without the samples a rule could pass by never looking.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from tests import architecture_rules as rules
from tests.architecture_rules import RULES, Rule, complaints

ROOT = Path(__file__).resolve().parent.parent


def test_every_module_keeps_every_rule() -> None:
    assert complaints(ROOT, *RULES) == []


def test_every_room_has_its_place_and_every_place_its_room() -> None:
    inside = (ROOT / "firmware/meadow").iterdir()
    rooms = {
        entry.stem
        for entry in inside
        if (entry.suffix == ".py" or entry.is_dir()) and not entry.name.startswith("__")
    }

    assert rooms == set().union(*rules.ROOMS)


class Bad(NamedTuple):
    """A module that breaks a rule, and what the rule says of it."""

    rule: Rule
    path: str
    text: str
    complaint: str


MEADOW = "firmware/meadow"
SKAT = f"{MEADOW}/games/skat/core.py"
IN_HOST = "host/meadow_host/a.py"
BAD = (
    Bad(
        rules.rooms_import_only_rooms_below,
        f"{MEADOW}/nfc/a.py",
        "import meadow.lights.strip",
        "1: nfc imports lights, which is not below it",
    ),
    Bad(
        rules.rooms_import_only_rooms_below,
        f"{MEADOW}/sounds/a.py",
        "from ..lights import strip",
        "1: sounds imports lights, which is not below it",
    ),
    Bad(
        rules.rooms_import_only_rooms_below,
        f"{MEADOW}/clock.py",
        "def f():\n    from meadow import table",
        "2: clock imports table, which is not below it",
    ),
    Bad(
        rules.rooms_import_only_rooms_below,
        f"{MEADOW}/__init__.py",
        "from .clock import Clock",
        "1: meadow imports clock, which is not below it",
    ),
    Bad(
        rules.rooms_import_only_rooms_below,
        f"{MEADOW}/attic/a.py",
        "",
        "1: room attic has no place in ROOMS",
    ),
    Bad(
        rules.rooms_import_only_rooms_below,
        f"{MEADOW}/table/a.py",
        "import meadow.attic",
        "1: table imports attic, which is not below it",
    ),
    Bad(
        rules.games_import_only_pieces_and_games,
        SKAT,
        "from meadow.clock import Clock",
        "1: a game imports meadow.clock.Clock",
    ),
    Bad(
        rules.games_import_only_pieces_and_games,
        f"{MEADOW}/games/game.py",
        "from .skat import core",
        "1: what games share imports the game skat",
    ),
    Bad(
        rules.games_import_only_pieces_and_games,
        f"{MEADOW}/games/whist/a.py",
        "import meadow.games.skat",
        "1: whist imports the game skat",
    ),
    Bad(rules.games_are_pure, SKAT, "from os import path", "1: a game imports os"),
    Bad(rules.games_are_pure, SKAT, "def f():\n    import time", "2: a game imports time"),
    Bad(rules.games_are_pure, SKAT, "import_module('random')", "1: a game imports random"),
    Bad(rules.games_are_pure, SKAT, "print(1)", "1: a game calls print()"),
    Bad(rules.games_are_pure, SKAT, "x = hash('a')", "1: a game calls hash()"),
    Bad(
        rules.firmware_never_knows_the_host,
        f"{MEADOW}/boards.py",
        "import meadow_host.twin",
        "1: the firmware names meadow_host",
    ),
    Bad(
        rules.only_the_clock_and_the_journal_tell_time,
        f"{MEADOW}/table/a.py",
        "from time import sleep",
        "1: imports time; take a meadow.clock.Clock",
    ),
    Bad(
        rules.vendor_packages_stay_at_the_edge,
        f"{MEADOW}/lights/a.py",
        "import neopixel",
        "1: imports the vendor package neopixel",
    ),
    Bad(
        rules.neutral_rooms_name_no_game,
        f"{MEADOW}/journal/a.py",
        "'''As in\nQuick Paws.'''",
        "2: journal names the game 'Quick Paws'",
    ),
    Bad(
        rules.neutral_rooms_name_no_game,
        f"{MEADOW}/lights/a.py",
        "x = 'sweet-takes'",
        "1: lights names the game 'sweet-takes'",
    ),
    Bad(
        rules.modules_are_short,
        IN_HOST,
        "x = 1\n" * 351,
        "351: 351 lines; at most 350, better 300",
    ),
    Bad(rules.modules_say_what_they_are_for, IN_HOST, "x = 1", "1: no docstring at its head"),
    Bad(
        rules.no_except_is_bare_or_silent,
        IN_HOST,
        "try:\n    f()\nexcept:\n    raise",
        "3: a bare except",
    ),
    Bad(
        rules.no_except_is_bare_or_silent,
        "tests/a.py",
        "try:\n    f()\nexcept (OSError, Exception):\n    pass",
        "3: a broad except that does nothing",
    ),
    Bad(
        rules.no_except_is_bare_or_silent,
        "tests/a.py",
        "with contextlib.suppress(OSError, Exception):\n    f()",
        "1: suppresses every exception",
    ),
    Bad(
        rules.nothing_asks_whether_it_is_simulated,
        f"{MEADOW}/table/a.py",
        "if self.simulated: f()",
        "1: asks for 'simulated'",
    ),
    Bad(
        rules.nothing_asks_whether_it_is_simulated,
        f"{MEADOW}/table/a.py",
        "x = 1 if board == 'virtual' else 2",
        "1: asks for 'virtual'",
    ),
    Bad(
        rules.no_global_state_and_nothing_put_off,
        "tests/a.py",
        "def f():\n    global x\n    x = 1",
        "2: a global statement",
    ),
    Bad(
        rules.no_global_state_and_nothing_put_off,
        "tests/a.py",
        "x = 1  # TODO later",
        "1: a comment with 'TODO'",
    ),
)


def lay(root: Path, path: str, text: str) -> None:
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")


@pytest.mark.parametrize("bad", BAD, ids=lambda bad: f"{bad.rule.__name__}: {bad.complaint}")
def test_a_module_that_breaks_a_rule_is_found(tmp_path: Path, bad: Bad) -> None:
    lay(tmp_path, SKAT, "")
    lay(tmp_path, bad.path, bad.text)

    assert complaints(tmp_path, bad.rule) == [f"{bad.path}:{bad.complaint}"]


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_a_module_that_keeps_the_rules_is_left_alone(tmp_path: Path, rule: Rule) -> None:
    lay(tmp_path, SKAT, '"""Rules."""\nfrom ..game import Game\nfrom meadow.pieces import kinds\n')
    lay(tmp_path, f"{MEADOW}/clock.py", '"""The clock."""\nimport time\n')
    lay(
        tmp_path,
        f"{MEADOW}/table/loop.py",
        '"""The loop, on a simulated table too."""\nfrom meadow.games import game\n'
        "try:\n    game.f()\nexcept OSError:\n    pass\nexcept Exception as it:\n    tell(it)\n",
    )

    assert complaints(tmp_path, rule) == []


def test_every_rule_is_shown_a_module_that_breaks_it() -> None:
    assert {bad.rule for bad in BAD} == set(RULES)


def test_no_folder_of_tests_is_called_as_a_package_is() -> None:
    # pytest puts the folder above each test on the path, and processes that are begun from a test
    # would find such a folder before the package.
    names = {"meadow", "meadow_host"}
    assert not [
        path for path in (ROOT / "tests").rglob("*") if path.is_dir() and path.name in names
    ]
