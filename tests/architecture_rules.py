"""Keeps the rooms honest: who may import what, what a rules core may touch, and a few habits.

A rule looks at one module and yields its complaints, (line, what). A new room gets its place in
ROOMS. tests/test_architecture.py runs the rules, and shows each a sample that breaks it.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path

# The rooms of firmware/meadow from below. A room imports only rooms of the lines above its own.
ROOMS = (
    {"alone", "clock", "retry", "tomlfile"},
    {"beside"},
    {"pieces"},
    {"games"},
    {"nfc"},
    {"lights", "sounds"},
    {"journal"},
    {"telling"},
    {"settings"},
    {"pins"},
    {"bundle"},
    {"boards"},
    {"table"},
    {"link"},
    {"console"},
    {"board"},
    {"daemon_log"},
    {"daemon_options"},
    {"daemon_files", "daemon_retention", "daemon_room", "daemon_trial"},
    {"daemon_around"},
    {"daemon_config", "daemon_console"},
    {"daemon_life"},
    {"daemon", "doctor"},
    {"start"},
)
GAMES_IMPORT = {"pieces", "games"}
NEUTRAL_ROOMS = {"nfc", "lights", "sounds", "journal", "settings", "bundle", "table"}
GAME_WORDS = re.compile(r"sweepers|sweet[ _-]?takes|quick[ _-]?paws|my stash", re.IGNORECASE)

# fmt: off
IMPURE_MODULES = {
    "asyncio", "datetime", "io", "locale", "logging", "multiprocessing", "os", "pathlib", "random",
    "secrets", "shutil", "socket", "subprocess", "sys", "tempfile", "threading", "time", "uuid",
}
# hash and id differ from run to run; the rest reach outside.
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "hash", "id"}
WALL_CLOCKS = {"time", "datetime"}
MAY_TELL_TIME = {"clock", "journal"}
VENDOR_MODULES = {
    "adafruit_blinka", "board", "busio", "digitalio", "gpiod", "mfrc522", "neopixel", "RPi",
    "rpi_ws281x", "_rpi_ws281x", "serial", "spidev",
}
# fmt: on
MAY_TOUCH_VENDORS = {
    "firmware/meadow/board.py",
    "firmware/meadow/link/port.py",
    "firmware/meadow/nfc/mfrc522.py",
}
LINES_AT_MOST = {"firmware": 350, "host": 350, "tests": 400}
SIMULATED = re.compile(r"simulat|virtual|silicon", re.IGNORECASE)
PUT_OFF = re.compile(r"type: ignore|\b(TODO|FIXME|XXX)\b")


class Module:
    """One Python file: its path from the root, its text, and its syntax tree."""

    def __init__(self, root: Path, file: Path) -> None:
        self.root = root
        self.path = file.relative_to(root).as_posix()
        self.text = file.read_text(encoding="utf-8")

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text, self.path)

    @cached_property
    def package(self) -> list[str]:
        """The package it stands in, without the folder the package lies in: meadow, games."""
        return self.path.split("/")[1:-1]

    @property
    def room(self) -> str:
        """Its room in the firmware; empty for anything else, meadow/__init__.py included."""
        if not self.path.startswith("firmware/meadow/"):
            return ""
        return self.path.split("/")[2].removesuffix(".py").removeprefix("__init__")

    def nodes(self) -> Iterator[ast.AST]:
        return ast.walk(self.tree)

    def imports(self) -> Iterator[tuple[int, str]]:
        """Line and full dotted name of all it imports, inside functions too."""
        for node in self.nodes():
            match node:
                case ast.Import():
                    for alias in node.names:
                        yield node.lineno, alias.name
                case ast.ImportFrom():
                    base = self.package[: len(self.package) + 1 - node.level] if node.level else []
                    base += [node.module] if node.module else []
                    for alias in node.names:
                        yield node.lineno, ".".join([*base, alias.name])
                case ast.Call(args=[ast.Constant(value=str(name)), *_]) if "import" in called(node):
                    yield node.lineno, name

    def game_of(self, dotted: str) -> str:
        """The game whose package a dotted name reaches into; empty for what games share."""
        parts = dotted.split(".")
        if len(parts) < 3 or parts[:2] != ["meadow", "games"]:
            return ""
        return parts[2] if (self.root / "firmware/meadow/games" / parts[2]).is_dir() else ""


def called(node: ast.AST) -> str:
    """The last name of what a call calls; empty for anything but a call of a name."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name
    return ""


def words(expression: ast.AST) -> Iterator[str]:
    """The names and strings in an expression."""
    for node in ast.walk(expression):
        match node:
            case ast.Name(id=word) | ast.Attribute(attr=word) | ast.Constant(value=str(word)):
                yield word


def broad(kind: ast.AST) -> bool:
    """Whether an except with this expression catches everything."""
    names = {node.id for node in ast.walk(kind) if isinstance(node, ast.Name)}
    return bool(names & {"Exception", "BaseException"})


def idle(step: ast.stmt) -> bool:
    """Whether a statement does nothing: pass, continue, a string or three dots."""
    match step:
        case ast.Pass() | ast.Continue() | ast.Expr(value=ast.Constant()):
            return True
    return False


Rule = Callable[[Module], Iterator[tuple[int, str]]]


def rooms_import_only_rooms_below(module: Module) -> Iterator[tuple[int, str]]:
    rank = {room: number for number, rooms in enumerate(ROOMS) for room in rooms}
    if not module.path.startswith("firmware/meadow/"):
        return
    if module.room and module.room not in rank:
        yield 1, f"room {module.room} has no place in ROOMS"
        return
    own = rank.get(module.room, 0)
    for line, name in module.imports():
        other = name.split(".")[1] if name.startswith("meadow.") else ""
        if other and other != module.room and rank.get(other, len(ROOMS)) >= own:
            yield line, f"{module.room or 'meadow'} imports {other}, which is not below it"


def games_import_only_pieces_and_games(module: Module) -> Iterator[tuple[int, str]]:
    if module.room != "games":
        return
    own_game = module.game_of(".".join([*module.package, ""]))
    for line, name in module.imports():
        if name.startswith("meadow.") and name.split(".")[1] not in GAMES_IMPORT:
            yield line, f"a game imports {name}"
        if (game := module.game_of(name)) and game != own_game:
            yield line, f"{own_game or 'what games share'} imports the game {game}"


def games_are_pure(module: Module) -> Iterator[tuple[int, str]]:
    if module.room != "games":
        return
    for line, name in module.imports():
        if name.split(".")[0] in IMPURE_MODULES:
            yield line, f"a game imports {name.split('.')[0]}"
    for node in module.nodes():
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in IMPURE_CALLS:
                yield node.lineno, f"a game calls {name}()"


def firmware_never_knows_the_host(module: Module) -> Iterator[tuple[int, str]]:
    if module.path.startswith("firmware/"):
        for number, line in enumerate(module.text.splitlines(), 1):
            if "meadow_host" in line:
                yield number, "the firmware names meadow_host"


def only_the_clock_and_the_journal_tell_time(module: Module) -> Iterator[tuple[int, str]]:
    if module.path.startswith("firmware/") and module.room not in MAY_TELL_TIME:
        for line, name in module.imports():
            if name.split(".")[0] in WALL_CLOCKS:
                yield line, f"imports {name.split('.')[0]}; take a meadow.clock.Clock"


def vendor_packages_stay_at_the_edge(module: Module) -> Iterator[tuple[int, str]]:
    if module.path.startswith("firmware/") and module.path not in MAY_TOUCH_VENDORS:
        for line, name in module.imports():
            if name.split(".")[0] in VENDOR_MODULES:
                yield line, f"imports the vendor package {name.split('.')[0]}"


def neutral_rooms_name_no_game(module: Module) -> Iterator[tuple[int, str]]:
    if module.room in NEUTRAL_ROOMS:
        for number, line in enumerate(module.text.splitlines(), 1):
            if found := GAME_WORDS.search(line):
                yield number, f"{module.room} names the game {found.group()!r}"


def modules_are_short(module: Module) -> Iterator[tuple[int, str]]:
    lines = len(module.text.splitlines())
    most = LINES_AT_MOST[module.path.split("/")[0]]
    if lines > most:
        yield lines, f"{lines} lines; at most {most}, better 300"


def modules_say_what_they_are_for(module: Module) -> Iterator[tuple[int, str]]:
    if module.tree.body and not ast.get_docstring(module.tree):
        yield 1, "no docstring at its head"


def no_except_is_bare_or_silent(module: Module) -> Iterator[tuple[int, str]]:
    for node in module.nodes():
        match node:
            case ast.ExceptHandler(type=None):
                yield node.lineno, "a bare except"
            case ast.ExceptHandler(type=kind, body=body) if kind and broad(kind):
                if all(map(idle, body)):
                    yield node.lineno, "a broad except that does nothing"
            case ast.Call(args=kinds) if called(node) == "suppress" and any(map(broad, kinds)):
                yield node.lineno, "suppresses every exception"


def nothing_asks_whether_it_is_simulated(module: Module) -> Iterator[tuple[int, str]]:
    if not module.path.startswith("firmware/"):
        return
    for node in module.nodes():
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            for word in words(node.test):
                if SIMULATED.search(word):
                    yield node.lineno, f"asks for {word!r}"


def no_global_state_and_nothing_put_off(module: Module) -> Iterator[tuple[int, str]]:
    for node in module.nodes():
        if isinstance(node, ast.Global):
            yield node.lineno, "a global statement"
    for token in tokenize.generate_tokens(io.StringIO(module.text).readline):
        if token.type == tokenize.COMMENT and (found := PUT_OFF.search(token.string)):
            yield token.start[0], f"a comment with {found.group()!r}"


RULES: tuple[Rule, ...] = (
    rooms_import_only_rooms_below,
    games_import_only_pieces_and_games,
    games_are_pure,
    firmware_never_knows_the_host,
    only_the_clock_and_the_journal_tell_time,
    vendor_packages_stay_at_the_edge,
    neutral_rooms_name_no_game,
    modules_are_short,
    modules_say_what_they_are_for,
    no_except_is_bare_or_silent,
    nothing_asks_whether_it_is_simulated,
    no_global_state_and_nothing_put_off,
)


def complaints(root: Path, *rules: Rule) -> list[str]:
    """What the rules say of every module under the root, as path:line: complaint. Each module is
    read once for all of them: parsing takes longer than looking."""
    modules = (
        Module(root, file)
        for folder in LINES_AT_MOST
        for file in sorted((root / folder).rglob("*.py"))
    )
    return [
        f"{module.path}:{line}: {what}"
        for module in modules
        for rule in rules
        for line, what in rule(module)
    ]
