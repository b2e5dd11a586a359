"""Reading TOML files: what is wrong is said with file and line, on one line each."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.tomlfile.document import (
    Problem,
    TomlError,
    either,
    key_text,
    meant,
    parse_document,
    read_document,
    shown_text,
)


def _messages(text: str) -> tuple[str, ...]:
    with pytest.raises(TomlError) as caught:
        parse_document(text, "t.toml")
    return caught.value.messages


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a = 1\nb 2\n", "t.toml:2: is not TOML: expected '=' after a key in a key/value pair"),
        ("a = 1\n\na = 2\nb = 3\n", "t.toml:3: is not TOML: a key is given twice"),
        ("a = 1\na = 2", "t.toml:2: is not TOML: a key is given twice"),
        ('a = """\nnever closed\n\n', "t.toml:2: is not TOML: unterminated string"),
        ("[a.b]\n[a.b]\n", "t.toml:2: is not TOML: cannot declare [a.b] twice"),
        ("[a]\n[a]\n", "t.toml:2: is not TOML: cannot declare [a] twice"),
        ("b = 1\na = " + "9" * 5000, "t.toml:2: holds a number that is too long to be read"),
        ("a = " + "[" * 5000, "t.toml:1: is nested too deeply to be read"),
    ],
)
def test_a_syntax_error_names_its_line(text: str, message: str) -> None:
    assert _messages(text) == (message,)


def test_a_file_that_is_not_there_is_one_plain_line(tmp_path: Path) -> None:
    path = tmp_path / "no.toml"
    with pytest.raises(TomlError) as caught:
        read_document(path)
    assert str(caught.value) == f"{path}: cannot be read: No such file or directory"


def test_a_folder_instead_of_a_file_is_one_plain_line(tmp_path: Path) -> None:
    with pytest.raises(TomlError) as caught:
        read_document(tmp_path)
    assert str(caught.value) == f"{tmp_path}: cannot be read: Is a directory"


def test_a_file_without_end_is_not_read_to_its_end() -> None:
    with pytest.raises(TomlError) as caught:
        read_document("/dev/zero")
    assert str(caught.value) == "/dev/zero: is larger than 1 MB, so it is no file for this"


def test_a_file_that_is_not_utf8_names_the_line(tmp_path: Path) -> None:
    path = tmp_path / "latin.toml"
    path.write_bytes(b'a = "x"\nb = "\xe9"\n')
    with pytest.raises(TomlError) as caught:
        read_document(path)
    assert str(caught.value) == f"{path}:2: is not UTF-8 text; save it as UTF-8"


def test_a_file_of_a_windows_editor_is_read(tmp_path: Path) -> None:
    path = tmp_path / "windows.toml"
    path.write_bytes(b"\xef\xbb\xbfa = 1\r\nb = 2\r\n")
    document = read_document(path)
    assert document.data == {"a": 1, "b": 2}
    assert document.line(("b",)) == 2


def test_a_value_that_is_not_there_is_none_and_has_the_line_round_it() -> None:
    document = parse_document("x = 1\n[strip]\npixels = [4, 5]\n", "t.toml")
    assert document.get(("strip", "pixels", 1)) == 5
    assert document.get(("strip", "pixels", 2)) is None
    assert document.get(("x", "pixels")) is None
    assert document.line(("strip", "brightness")) == 2
    assert document.line(("nothing",)) == 1


def test_problems_are_told_in_the_order_of_the_lines() -> None:
    late = Problem("t.toml", 9, "b", "is late", "allowed: early")
    early = Problem("t.toml", 2, "a", "is early")
    assert str(TomlError([late, early])) == (
        "t.toml:2: a: is early\nt.toml:9: b: is late; allowed: early"
    )


def test_keys_are_written_as_people_write_them() -> None:
    assert key_text(("span", 1, "first")) == "span[2].first"
    assert key_text(("a b", "c")) == '"a b".c'


def test_values_in_messages_stay_short_and_on_one_line() -> None:
    assert shown_text("a\nb\u2028") == '"a\\nb\\u2028"'
    assert shown_text("grün") == '"grün"'
    assert shown_text("x" * 100) == '"' + "x" * 37 + '..."'
    assert shown_text(True) == "true"
    assert shown_text({"a": 1}) == "a table"


def test_a_near_word_is_suggested_and_a_far_one_is_not() -> None:
    assert meant("Brighness", ["brightness", "pixels"]) == 'did you mean "brightness"?'
    assert meant("zzz", ["brightness", "pixels"]) == ""


def test_a_choice_reads_as_a_sentence() -> None:
    assert either(["a", "b", "c"]) == "a, b or c"
    assert either(["a"]) == "a"


def test_what_is_wrong_with_several_files_is_told_file_by_file() -> None:
    problems = [Problem("b", 9, "", "x"), Problem("a", 3, "", "y"), Problem("b", 1, "", "z")]
    assert TomlError(problems).messages == ("b:1: z", "b:9: x", "a:3: y")
