"""The register is the progress of an enrolment; table.toml is made to name it, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.pieces.register import Register, load_register
from meadow.tomlfile.document import TomlError
from meadow_host.cable.enrol_files import Keeper, load_files, with_register_key

BOX = '[set]\nname = "box"\n[[rake]]\ncolour = "red"\n[[rake]]\ncolour = "blue"\n'
UID = "04A2B3C4D5E6F7"


def box(folder: Path, settings: str = '[pieces]\nsets = ["box.toml"]\n') -> Path:
    """A table.toml with the box beside it."""
    (folder / "box.toml").write_text(BOX)
    table = folder / "table.toml"
    table.write_bytes(settings.encode())
    return table


# -------------------------------------------------------------------------- table.toml


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", '[pieces]\nregister = "register.toml"\n'),
        (
            '# mine\n[table]\nid = "one"  # of two',
            '# mine\n[table]\nid = "one"  # of two\n\n[pieces]\nregister = "register.toml"\n',
        ),
        (
            '[ pieces ] # boxes\nsets = [\n  "box.toml", # ours\n]\n[sounds]\nquiet = true\n',
            '[ pieces ] # boxes\nregister = "register.toml"\nsets = [\n  "box.toml", # ours\n]\n'
            "[sounds]\nquiet = true\n",
        ),
        (
            "[pieces]\r\nsets = []\r\n",
            '[pieces]\r\nregister = "register.toml"\r\nsets = []\r\n',
        ),
        (
            "[pieces]\nsets = []\n  register = ''   # none yet\n",
            '[pieces]\nsets = []\n  register = "register.toml"   # none yet\n',
        ),
        ("\ufeff[pieces]\n", '\ufeff[pieces]\nregister = "register.toml"\n'),
    ],
)
def test_the_key_is_added_and_everything_else_stays_as_it_was(before: str, after: str) -> None:
    assert with_register_key(before, "register.toml", "table.toml") == after


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("pieces = { sets = [] }\n", 1),
        ("# a\npieces.sets = []\n", 2),
        ('[pieces]\nregister = """\n"""\n', 1),
    ],
)
def test_what_a_program_cannot_change_is_left_to_its_owner(text: str, line: int) -> None:
    with pytest.raises(TomlError) as caught:
        with_register_key(text, "register.toml", "table.toml")
    (message,) = caught.value.messages
    assert message == (
        f"table.toml:{line}: pieces: names no register, and cannot be changed by a program as it "
        'is written; add to [pieces] yourself: register = "register.toml"'
    )


def test_a_settings_file_that_cannot_be_changed_is_told_before_the_first_piece(
    tmp_path: Path,
) -> None:
    with pytest.raises(TomlError, match="add to \\[pieces\\] yourself"):
        load_files(box(tmp_path, 'pieces = { sets = ["box.toml"] }\n'))


# ------------------------------------------------------------------------- the register


def test_the_first_piece_makes_the_register_and_lets_the_settings_name_it(tmp_path: Path) -> None:
    table = box(tmp_path)
    files = load_files(table)
    assert (files.register.entries, files.is_named) == ((), False)
    keeper = Keeper(files)
    keeper.keep(Register(files.register.pieces, [(UID, "rake.red")]))
    assert keeper.named_it
    assert table.read_text() == '[pieces]\nregister = "register.toml"\nsets = ["box.toml"]\n'
    again = load_files(table)
    assert (again.register.entries, again.is_named) == (((UID, "rake.red"),), True)
    assert not Keeper(again).named_it


def test_nothing_is_written_while_nothing_is_bound(tmp_path: Path) -> None:
    table = box(tmp_path)
    before = table.read_bytes()
    load_files(table)
    assert table.read_bytes() == before
    assert not (tmp_path / "register.toml").exists()


def test_a_register_that_is_named_may_be_made_later_in_a_folder_too(tmp_path: Path) -> None:
    table = box(tmp_path, '[pieces]\nsets = ["box.toml"]\nregister = "tags/box.toml"\n')
    files = load_files(table)
    Keeper(files).keep(Register(files.register.pieces, [(UID, "rake.blue")]))
    assert load_register(tmp_path / "tags" / "box.toml", files.sets).uid_of("rake.blue") == UID


def test_a_register_beside_the_settings_is_gone_on_with(tmp_path: Path) -> None:
    table = box(tmp_path)
    (tmp_path / "register.toml").write_text(f'[[tag]]\nuid = "{UID}"\npiece = "rake.red"\n')
    assert load_files(table).register.uid_of("rake.red") == UID


def test_a_register_with_mistakes_is_told_with_file_and_line(tmp_path: Path) -> None:
    table = box(tmp_path, '[pieces]\nsets = ["box.toml"]\nregister = "tags.toml"\n')
    (tmp_path / "tags.toml").write_text(f'[[tag]]\nuid = "{UID}"\npiece = "rake.rod"\n')
    with pytest.raises(TomlError) as caught:
        load_files(table)
    (message,) = caught.value.messages
    assert message.startswith(f"{tmp_path / 'tags.toml'}:3: tag[1].piece: ")
    assert 'did you mean "rake.red"?' in message


def test_mistakes_in_the_settings_and_missing_sets_are_told(tmp_path: Path) -> None:
    with pytest.raises(TomlError, match=r"nosuch\.toml cannot be read"):
        load_files(box(tmp_path, '[pieces]\nsets = ["nosuch.toml"]\n'))
    with pytest.raises(TomlError, match="brightness"):
        load_files(box(tmp_path, "[strip]\nbrightness = 2\n"))
    with pytest.raises(TomlError, match="cannot be read"):
        load_files(tmp_path / "none.toml")


def test_a_link_to_the_settings_stays_a_link_and_its_rights_stay(tmp_path: Path) -> None:
    real = tmp_path / "real"
    real.mkdir()
    table = box(real)
    table.chmod(0o640)
    link = tmp_path / "table.toml"
    link.symlink_to(table)
    (tmp_path / "box.toml").write_text(BOX)
    files = load_files(link)
    Keeper(files).keep(Register(files.register.pieces, [(UID, "rake.red")]))
    assert link.is_symlink()
    assert "register" in table.read_text()
    assert table.stat().st_mode & 0o777 == 0o640


def test_where_nothing_can_be_saved_that_is_told_and_the_settings_stay(tmp_path: Path) -> None:
    table = box(tmp_path, '[pieces]\nsets = ["box.toml"]\nregister = "tags/box.toml"\n')
    (tmp_path / "tags").write_text("no folder")
    files = load_files(table)
    with pytest.raises(TomlError, match="tags: cannot be made: File exists"):
        Keeper(files).keep(Register(files.register.pieces, [(UID, "rake.red")]))


def test_a_register_that_is_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "register.toml").mkdir()
    with pytest.raises(TomlError, match=r"register\.toml.*(folder|directory)"):
        load_files(box(tmp_path))
