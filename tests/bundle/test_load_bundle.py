"""The configuration of a table: one loader for bundles and files, every mistake at once."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from meadow.bundle.bundle import Bundle
from meadow.bundle.gather import gather
from meadow.bundle.load import ConfigurationError, load_bundle, load_table
from meadow.games.package import load_packages
from meadow.pieces.kinds import Rake
from meadow.pieces.register import made_up_register
from meadow.pieces.sets import default_sets
from meadow.settings.load import default_settings
from meadow.settings.schema import PiecesSettings

from tests.bundle.boxes import RAKES, REGISTER, bundle, write

GAMES = load_packages()
TYPES = {name: package.settings_type for name, package in GAMES.items()}
RED = Rake("rake.red", "red")


def told(one: Bundle, label: str = "", hardware: str = "") -> list[str]:
    with pytest.raises(ConfigurationError) as caught:
        load_bundle(one, GAMES, label, hardware=hardware)
    return list(caught.value.messages)


# --------------------------------------------------------------------------- what it gives


def test_a_table_that_is_told_nothing_has_all_defaults() -> None:
    for told_nothing in (load_table(None, GAMES), load_bundle(bundle(""), GAMES)):
        assert told_nothing.settings == default_settings(TYPES)
        assert told_nothing.sets == default_sets()
        assert told_nothing.register == made_up_register(default_sets())
        assert told_nothing.is_made_up
        assert told_nothing.warnings == ()


def test_sets_and_register_are_those_that_the_settings_name() -> None:
    table = '[pieces]\nsets = ["rakes.toml", "commands"]\nregister = "tags.toml"\n'
    loaded = load_bundle(bundle(table, rakes=RAKES, tags=REGISTER), GAMES)

    assert [one.name for one in loaded.sets] == ["rakes", "commands"]
    assert loaded.settings.pieces == PiecesSettings(("rakes.toml", "commands"), "tags.toml")
    assert loaded.register.piece_of("04A2B3C4D5E6F7") == RED
    assert not loaded.is_made_up


def test_files_on_a_disk_give_what_their_bundle_gives(tmp_path: Path) -> None:
    table = '[table]\nid = "t-1"\n[pieces]\nsets = ["sub/rakes.toml"]\nregister = "tags.toml"\n'
    path = write(tmp_path, {"table.toml": table, "sub/rakes.toml": RAKES, "tags.toml": REGISTER})

    assert load_table(path, GAMES) == load_bundle(gather(path), GAMES, str(path))


def test_files_of_the_command_go_before_those_of_the_settings(tmp_path: Path) -> None:
    table = '[table]\nid = "t-1"\n[pieces]\nsets = ["none.toml"]\nregister = "none-too.toml"\n'
    path = write(tmp_path, {"table.toml": table, "my/rakes.toml": RAKES, "my/tags.toml": REGISTER})
    rakes, tags = tmp_path / "my/rakes.toml", tmp_path / "my/tags.toml"

    loaded = load_table(path, GAMES, sets=[rakes], register=tags)

    assert [one.name for one in loaded.sets] == ["rakes"]
    assert loaded.register.entries == (("04A2B3C4D5E6F7", "rake.red"),)
    assert loaded.settings.table.id == "t-1"
    assert load_table(None, GAMES, sets=[rakes], register=tags).register == loaded.register


def test_a_register_of_the_command_is_for_the_sets_of_the_settings(tmp_path: Path) -> None:
    path = write(tmp_path, {"table.toml": '[pieces]\nsets = ["a.toml"]\n', "a.toml": RAKES})
    tags = tmp_path / "tags.toml"
    tags.write_text(REGISTER)

    loaded = load_table(path, GAMES, register=tags)

    assert loaded.register.uid_of("rake.red") == "04A2B3C4D5E6F7"
    assert [piece.id for piece in loaded.register.pieces] == ["rake.blue", "rake.red"]


def test_warnings_of_the_sets_come_along() -> None:
    cards = (
        '[set]\nname = "c"\nsuits = ["a"]\n[suit_cards]\nvalues = 2\n'
        "[suit_cards.points]\n1 = 3\n2 = 4\n"
    )
    loaded = load_bundle(bundle('[pieces]\nsets = ["c.toml"]\n', c=cards), GAMES, "here/t.toml")
    assert loaded.warnings[0].startswith("here/c.toml:8: suit_cards.points.2: counts 4, no less")


# ------------------------------------------------------------------------- what is refused

MANY = """[table]
id = "A"
[pieces]
sets = ["rakes.toml", "worse.toml"]
register = "tags.toml"
[games.sweepers]
referee = "liv"
"""
WORSE = '[set]\nname = "worse"\n[[rake]]\ncolor = "red"\n'
WORSE_TAGS = '[[tag]]\nuid = "04"\npiece = "rake.rde"\n[[tag]]\nuid = "01020304"\npeice = "x"\n'


def test_every_mistake_of_every_file_is_told_at_once() -> None:
    lines = told(bundle(MANY, rakes=RAKES + "[x]\n", worse=WORSE, tags=WORSE_TAGS))

    assert lines == [
        'table.toml:2: table.id: "A" does not fit; '
        "allowed: 1 to 40 small letters, digits and hyphens",
        'table.toml:7: games.sweepers.referee: "liv" is not known, did you mean "live"?; '
        'allowed: "live" or "check"',
        "rakes.toml:7: x: unknown key; allowed: command, rake, set, suit_cards, token, tokens, "
        "tracker, treat, treats",
        'worse.toml:4: rake[1].color: unknown key, did you mean "colour"?; allowed: colour, id',
        'tags.toml:2: tag[1].uid: "04" is not a UID; allowed: 4, 7 or 10 bytes in hexadecimal, '
        "as 04A2B3C4D5E6F7 or 04:A2:B3:C4:D5:E6:F7",
        'tags.toml:6: tag[2].peice: unknown key, did you mean "piece"?; allowed: piece, uid',
    ]


def test_pieces_of_a_register_are_judged_once_all_sets_are_right() -> None:
    lines = told(bundle(MANY.replace("worse", "more"), rakes=RAKES, more=RAKES, tags=REGISTER))
    assert lines[1] == (
        'table.toml:4: pieces.sets[2]: set 1 ("rakes") and set 2 ("rakes") both have "rake.red" '
        "and 1 more; ids are unique: use one of the two sets"
    )
    assert not any(line.startswith("tags.toml") for line in lines)

    table = '[pieces]\nsets = ["rakes.toml"]\nregister = "tags.toml"\n'
    assert told(bundle(table, rakes=RAKES, tags=REGISTER.replace("red", "rde"))) == [
        'tags.toml:3: tag[1].piece: "rake.rde" is not known; did you mean "rake.red"?'
    ]


def test_sets_are_compared_even_where_another_one_is_missing() -> None:
    table = '[pieces]\nsets = ["none.toml", "rakes.toml", "more.toml"]\n'
    lines = [line.split(": ", 2)[1:] for line in told(bundle(table, rakes=RAKES, more=RAKES))]
    assert lines == [
        ["pieces.sets[1]", '"none.toml" is not in the bundle'],
        [
            "pieces.sets[3]",
            'set 1 ("rakes") and set 2 ("rakes") both have "rake.red" and 1 more; ids are unique: '
            "use one of the two sets",
        ],
    ]


def test_mistakes_on_a_disk_are_told_with_the_paths_as_they_were_given(tmp_path: Path) -> None:
    path = write(tmp_path, {"table.toml": MANY.replace("rakes.toml", "none.toml"), "a.toml": "?"})
    (tmp_path / "worse.toml").write_text(WORSE)
    (tmp_path / "tags.toml").write_text(WORSE_TAGS)

    with pytest.raises(ConfigurationError) as caught:
        load_table(path, GAMES, hardware="rev-9")

    where = [line.split(": ")[:2] for line in caught.value.messages]
    assert where == [
        [f"{path}:1", "table.hardware"],
        [f"{path}:2", "table.id"],
        [f"{path}:4", "pieces.sets[1]"],
        [f"{path}:7", "games.sweepers.referee"],
        [f"{tmp_path}/worse.toml:4", "rake[1].color"],
        [f"{tmp_path}/tags.toml:2", "tag[1].uid"],
        [f"{tmp_path}/tags.toml:6", "tag[2].peice"],
    ]


def test_files_of_the_command_that_are_wrong_are_told_with_the_settings(tmp_path: Path) -> None:
    path = write(tmp_path, {"table.toml": "[strip]\npixels = 3\n"})

    with pytest.raises(ConfigurationError) as caught:
        load_table(path, GAMES, sets=[tmp_path], register=tmp_path / "none.toml")

    assert list(caught.value.messages) == [
        f"{path}:2: strip.pixels: 3 is too small; allowed: a whole number from 12 to 1000",
        f"{tmp_path}: is a folder; name a file",
        f"{tmp_path}/none.toml: cannot be read: No such file or directory",
    ]


def test_two_sets_of_the_command_with_a_piece_in_common_are_told(tmp_path: Path) -> None:
    write(tmp_path, {"a.toml": RAKES, "b.toml": RAKES})
    with pytest.raises(ConfigurationError) as caught:
        load_table(None, GAMES, sets=[tmp_path / "a.toml", tmp_path / "b.toml"])
    assert str(caught.value) == (
        'pieces: set 1 ("rakes") and set 2 ("rakes") both have "rake.red" and 1 more; '
        "ids are unique: use one of the two sets"
    )


def test_settings_that_are_no_toml_are_all_that_is_told() -> None:
    assert told(bundle("[table", rakes="?"), "slot-a/t.toml") == [
        "slot-a/t.toml:1: is not TOML: expected ']' at the end of a table declaration"
    ]


def test_a_bundle_that_lacks_a_file_or_has_one_too_many_is_refused() -> None:
    table = '[pieces]\nsets = ["rakes.toml"]\nregister = "tags.toml"\n'
    assert told(bundle(table, other=RAKES), "my/t.toml") == [
        'my/t.toml:2: pieces.sets[1]: "rakes.toml" is not in the bundle',
        'my/t.toml:3: pieces.register: "tags.toml" is not in the bundle',
        "my/other.toml: is in the bundle, but my/t.toml does not name it",
    ]


def test_settings_for_another_hardware_revision_are_refused() -> None:
    newer = bundle('[table]\nhardware = "rev-2"\n')
    assert told(newer, hardware="rev-1") == [
        'table.toml:2: table.hardware: "rev-2" is not the hardware revision of this table; '
        'allowed: "rev-1", as pins.toml has it'
    ]
    assert told(bundle(""), hardware="rev-2") == [
        'table.toml:1: table.hardware: "rev-1" is not the hardware revision of this table; '
        'allowed: "rev-2", as pins.toml has it'
    ]
    assert load_bundle(newer, GAMES, hardware="rev-2").settings.table.hardware == "rev-2"
    assert load_bundle(newer, GAMES).settings.table.hardware == "rev-2"
    assert load_table(None, GAMES, hardware="rev-2").settings.table.hardware == "rev-1"


def test_the_configuration_does_not_depend_on_how_the_files_are_written() -> None:
    one = load_bundle(bundle('table.id = "x"\n'), GAMES)
    other = load_bundle(bundle('[table]  # ours\nid = "x"\n'), GAMES)
    assert one == other
    assert msgspec.json.encode(one.settings) == msgspec.json.encode(other.settings)
