"""Sets of pieces: what comes with the table, what a file may say, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from meadow.pieces.kinds import COMMAND_WORDS, CommandCard, Rake, StashToken, TreatCard
from meadow.pieces.register import load_register, made_up_register
from meadow.pieces.sets import (
    PieceSet,
    PieceSetError,
    default_sets,
    load_set,
    parse_set,
    pieces_of,
    shortfalls,
)

HEAD = '[set]\nname = "box"\nbackgrounds = ["moss", "snow"]\nitems = ["acorn", "honey"]\n'


def _sweepers() -> PieceSet:
    return default_sets()[0]


def _messages(text: str) -> tuple[str, ...]:
    with pytest.raises(PieceSetError) as caught:
        parse_set(text, "box.toml")
    return caught.value.messages


def _ids(text: str) -> list[str]:
    return [piece.id for piece in parse_set(HEAD + text, "box.toml").pieces]


# ------------------------------------------------------------------- the default sets


def test_the_box_holds_42_stash_tokens_36_treat_cards_and_4_rakes() -> None:
    pieces = _sweepers().pieces
    assert sum(isinstance(piece, StashToken) for piece in pieces) == 42
    assert sum(isinstance(piece, TreatCard) for piece in pieces) == 36
    assert sum(isinstance(piece, Rake) for piece in pieces) == 4
    assert len(pieces) == 82


def test_the_tokens_are_7_backgrounds_by_6_items_and_the_cards_show_the_first_6() -> None:
    pieces = _sweepers().pieces
    tokens = {piece.design for piece in pieces if isinstance(piece, StashToken)}
    cards = {piece.design for piece in pieces if isinstance(piece, TreatCard)}
    assert len(tokens) == 42
    assert len({background for background, _ in tokens}) == 7
    assert len({item for _, item in tokens}) == 6
    assert {background for background, _ in tokens - cards} == {"poppy"}
    assert len(cards) == 36
    assert cards < tokens


def test_pieces_are_named_by_kind_background_and_item() -> None:
    pieces = {piece.id: piece for piece in pieces_of(default_sets())}
    assert pieces["token.moss.acorn"] == StashToken("token.moss.acorn", "moss", "acorn")
    assert pieces["treat.moss.acorn"] == TreatCard("treat.moss.acorn", "moss", "acorn")
    assert pieces["rake.red"] == Rake("rake.red", "red")
    assert pieces["command.start"] == CommandCard("command.start", "start")
    assert len(pieces) == 161


def test_there_is_a_command_card_for_every_word() -> None:
    commands = default_sets()[2].pieces
    assert [piece.word for piece in commands if isinstance(piece, CommandCard)] == [
        "thats-my-stash",
        "quick-paws",
        "sweet-takes",
        "way-a",
        "way-b",
        "way-c",
        "way-d",
        "referee-check",
        "seat-north",
        "seat-east",
        "seat-south",
        "seat-west",
        "seat-five",
        "start",
        "stop",
        "stash",
        "undo",
        "end",
    ]
    assert len(COMMAND_WORDS) == 18


def test_the_default_set_says_that_the_printed_list_is_published_nowhere() -> None:
    assert "published nowhere, so this set is ours" in _sweepers().note


def test_the_default_set_can_be_played() -> None:
    pieces = _sweepers().pieces
    tokens = [piece for piece in pieces if isinstance(piece, StashToken)]
    cards = [piece for piece in pieces if isinstance(piece, TreatCard)]
    assert shortfalls(tokens, cards) == ()


# ------------------------------------------------------------------ what a file may say


def test_the_compact_form_gives_every_background_with_every_item() -> None:
    assert _ids('[tokens]\n[treats]\nbackgrounds = ["snow"]\n') == [
        "token.moss.acorn",
        "token.moss.honey",
        "token.snow.acorn",
        "token.snow.honey",
        "treat.snow.acorn",
        "treat.snow.honey",
    ]


def test_copies_of_a_design_are_numbered_from_the_second_on() -> None:
    text = '[tokens]\nitems = ["acorn"]\ncopies = 2\n'
    text += '[[token]]\nbackground = "moss"\nitem = "acorn"\ncopies = 2\n'
    assert _ids(text) == [
        "token.moss.acorn",
        "token.moss.acorn.2",
        "token.snow.acorn",
        "token.snow.acorn.2",
        "token.moss.acorn.3",
        "token.moss.acorn.4",
    ]


def test_a_piece_may_have_an_id_of_its_own() -> None:
    text = '[[token]]\nbackground = "moss"\nitem = "acorn"\nid = "token.old.one"\n'
    text += '[[rake]]\ncolour = "red"\nid = "rake.old.red"\n[[command]]\nword = "stop"\n'
    assert _ids(text) == ["token.old.one", "rake.old.red", "command.stop"]


def test_a_numbered_copy_steps_over_an_id_that_is_taken() -> None:
    text = '[[token]]\nbackground = "moss"\nitem = "acorn"\nid = "token.moss.acorn.2"\n'
    text += '[[token]]\nbackground = "moss"\nitem = "acorn"\ncopies = 2\n'
    assert _ids(text) == ["token.moss.acorn.2", "token.moss.acorn", "token.moss.acorn.3"]


def test_a_decoy_needs_no_card() -> None:
    text = '[[treat]]\nbackground = "moss"\nitem = "acorn"\n[tokens]\n'
    assert len(_ids(text)) == 5


def test_a_set_may_bring_words_of_its_own_for_command_cards() -> None:
    text = '[set]\nname = "snap"\nwords = ["snap"]\n[[command]]\nword = "snap"\n'
    assert parse_set(text, "snap.toml").pieces == (CommandCard("command.snap", "snap"),)


def test_a_set_without_a_title_is_called_by_its_name() -> None:
    one = parse_set('[set]\nname = "mine"\nnote = "\\n hello \\n"\n[[rake]]\ncolour = "red"', "x")
    assert (one.name, one.title, one.note) == ("mine", "mine", "hello")


def test_a_set_is_read_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "box.toml"
    path.write_text(HEAD + '[[rake]]\ncolour = "red"\n', encoding="utf-8")
    assert load_set(path).pieces == (Rake("rake.red", "red"),)


# ------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '[[token]]\nbackground = "mos"\nitem = "acorn"\n',
            'box.toml:6: token[1].background: "mos" is not known, did you mean "moss"?; '
            "allowed: moss, snow",
        ),
        (
            '[[treat]]\nbackground = "moss"\nitem = "stone"\n',
            'box.toml:7: treat[1].item: "stone" is not known; allowed: acorn, honey',
        ),
        (
            '[tokens]\nbackgrounds = [\n"moss",\n"mud"]\n',
            'box.toml:8: tokens.backgrounds[2]: "mud" is not known; allowed: moss, snow',
        ),
        (
            '[tokens]\nitems = ["acorn", "acorn"]\n',
            'box.toml:6: tokens.items: "acorn" is listed twice',
        ),
        (
            "[tokens]\ncopies = 0\n",
            "box.toml:6: tokens.copies: 0 is too small; allowed: a whole number from 1 to 20",
        ),
        (
            '[tokens]\n[[token]]\nbackground = "snow"\nitem = "honey"\nid = "token.moss.honey"\n',
            'box.toml:9: token[1].id: "token.moss.honey" is taken by the piece on line 5; '
            "ids are unique",
        ),
        (
            '[[token]]\nbackground = "snow"\nitem = "honey"\nid = "x"\ncopies = 2\n',
            "box.toml:5: token[1]: has an id and copies; allowed: one of the two, "
            "as ids are unique",
        ),
        (
            '[[token]]\nbackground = "snow"\nitem = "honey"\nid = "Token 1"\n',
            'box.toml:8: token[1].id: "Token 1" does not fit; allowed: small letters and '
            "digits, with single dots or hyphens between them",
        ),
        (
            '[[rake]]\ncolor = "red"\n',
            'box.toml:6: rake[1].color: unknown key, did you mean "colour"?; allowed: colour, id',
        ),
        (
            '[[rakes]]\ncolour = "red"\n',
            'box.toml:5: rakes: unknown key, did you mean "rake"?; '
            "allowed: command, rake, set, suit_cards, token, tokens, tracker, treat, treats",
        ),
        (
            '[[rake]]\ncolour = "red\\n"\n',
            'box.toml:6: rake[1].colour: "red\\n" does not fit; allowed: small letters, digits '
            "and hyphens, a letter first",
        ),
        ("", "box.toml:1: set: has no pieces"),
    ],
)
def test_a_mistake_in_a_set_names_its_file_line_and_key(text: str, message: str) -> None:
    assert _messages(HEAD + text) == (message,)


def test_a_misspelt_command_word_is_told_with_the_nearest_one() -> None:
    (message,) = _messages('[set]\nname = "c"\n[[command]]\nword = "strat"\n')
    assert message.startswith(
        'box.toml:4: command[1].word: "strat" is not known, did you mean "start"?; allowed: '
    )


def test_a_set_without_a_name_is_refused() -> None:
    assert _messages('[[rake]]\ncolour = "red"\n') == (
        "box.toml:1: set.name: is missing; "
        "allowed: small letters, digits and hyphens, a letter first",
    )


def test_a_set_that_lists_no_items_says_where_to_list_them() -> None:
    text = (
        '[set]\nname = "c"\nbackgrounds = ["moss"]\n[[token]]\nbackground = "moss"\nitem = "nut"\n'
    )
    assert _messages(text) == (
        'box.toml:6: token[1].item: "nut" is not known; list it in set.items',
    )


def test_all_mistakes_of_a_set_are_told_at_once_in_the_order_of_the_lines() -> None:
    text = HEAD + '[tokens]\ncopies = 99\n[[rake]]\ncolour = 3\n[[token]]\nbackground = "sea"\n'
    text += 'item = "honey"\n[[command]]\nword = "go"\n'
    where = [message.split(": ")[0:2] for message in _messages(text)]
    assert where == [
        ["box.toml:6", "tokens.copies"],
        ["box.toml:8", "rake[1].colour"],
        ["box.toml:10", "token[1].background"],
        ["box.toml:13", "command[1].word"],
    ]


def test_a_file_that_is_not_toml_or_not_there_is_refused_in_one_line(tmp_path: Path) -> None:
    assert _messages("[set\n") == (
        "box.toml:1: is not TOML: expected ']' at the end of a table declaration",
    )
    with pytest.raises(PieceSetError) as caught:
        load_set(tmp_path / "none.toml")
    assert str(caught.value).endswith("none.toml: cannot be read: No such file or directory")


def test_sets_that_share_pieces_are_refused_with_one_line_a_pair() -> None:
    one = parse_set(HEAD + '[tokens]\n[[rake]]\ncolour = "red"\n', "x")
    two = PieceSet("mine", "Mine", "", one.pieces[:4])
    three = PieceSet("rakes", "Rakes", "", (Rake("rake.red", "red"), Rake("rake.blue", "blue")))
    with pytest.raises(PieceSetError) as caught:
        pieces_of([one, two, three])
    assert caught.value.messages == (
        'pieces: set 1 ("box") and set 2 ("mine") both have "token.moss.acorn" and 3 more; '
        "ids are unique: use one of the two sets",
        'pieces: set 1 ("box") and set 3 ("rakes") both have "rake.red"; '
        "ids are unique: use one of the two sets",
    )
    for bind in (made_up_register, lambda sets: load_register("none.toml", sets)):
        with pytest.raises(PieceSetError):
            bind([one, two])


# --------------------------------------------------------------------- enough tokens?


def test_a_card_whose_design_has_too_few_tokens_is_named() -> None:
    tokens = [StashToken("t1", "moss", "acorn"), StashToken("t2", "snow", "honey")]
    tokens += [StashToken("t3", "snow", "honey")]
    cards = [TreatCard("c1", "moss", "acorn"), TreatCard("c2", "moss", "acorn")]
    cards += [TreatCard(f"c{number}", "snow", "honey") for number in (3, 4, 5)]
    cards += [TreatCard("c6", "bark", "acorn")]
    assert shortfalls(tokens, cards) == (
        "1 Treat card shows acorn on bark, but no Stash token does",
        "2 Treat cards show acorn on moss, but only 1 Stash token does",
        "3 Treat cards show honey on snow, but only 2 Stash tokens do",
    )


def test_as_many_tokens_as_cards_suffice_and_decoys_do_no_harm() -> None:
    tokens = [StashToken(f"t{number}", "moss", "acorn") for number in range(2)]
    cards = [TreatCard(f"c{number}", "moss", "acorn") for number in range(2)]
    assert shortfalls([*tokens, StashToken("d", "snow", "acorn")], cards) == ()
