"""The pages' scripts and styles: no dead flags, names or rules. Found by their texts alone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FOLDERS = (ROOT / "firmware/meadow/console/static", ROOT / "host/meadow_host/web/static")
MOST_LINES = 350
MADE_UP = ("of", "suit", "game")  # classes and the like that are made as `of-${side}`

Texts = Mapping[str, str]


def texts(ending: str) -> Texts:
    """name -> text of all files with this ending; names are those of their imports."""
    return {one.name: one.read_text() for folder in FOLDERS for one in folder.glob(f"*.{ending}")}


SCRIPTS, STYLES, PAGES = texts("js"), texts("css"), texts("html")


def imports(script: str) -> list[tuple[str, str]]:
    """(name, file) of each import."""
    found = re.findall(r'import\s*\{([^}]*)\}\s*from\s*"([^"]*)"', script)
    return [
        (name, path.rsplit("/", 1)[-1])
        for names, path in found
        for name in names.split(",")
        if name.strip()
    ]


def exports(script: str) -> list[str]:
    return re.findall(r"^export (?:async )?(?:function|const|class) (\w+)", script, re.MULTILINE)


def dead_imports(scripts: Texts) -> list[str]:
    """Imports that nobody uses or exports."""
    wrong = []
    for file, text in scripts.items():
        for name, source in [(name.strip(), source) for name, source in imports(text)]:
            used = len(re.findall(rf"\b{name}\b", text)) > 1
            if not used or name not in exports(scripts[source]):
                wrong.append(f"{file}: {name} of {source}")
    return wrong


def dead_exports(scripts: Texts) -> list[str]:
    """Exports that no other file imports."""
    wanted = {(name.strip(), file) for text in scripts.values() for name, file in imports(text)}
    return [
        f"{file}: {name}"
        for file, text in scripts.items()
        for name in exports(text)
        if (name, file) not in wanted
    ]


def flags_asked_by_value(scripts: Texts) -> list[str]:
    """Attributes that are set to "", which a script takes for no, and are asked as
    `dataset.name`: ask whether the element has them."""
    whole = "\n".join(scripts.values())
    flags = set(re.findall(r'"data-([\w-]+)": (?:""|true)', whole))
    names = {flag: re.sub(r"-(\w)", lambda found: found[1].upper(), flag) for flag in flags}
    return sorted(
        flag for flag, name in names.items() if re.search(rf"dataset\??\.{name}\b", whole)
    )


def dead_rules(styles: Texts, makers: str) -> list[str]:
    """Classes, ids and attributes that rules name and nothing makes."""
    wrong = []
    for file, text in styles.items():
        plain = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
        for selector in re.findall(r"([^{}]+)\{", plain):
            if selector.strip().startswith("@"):
                continue
            for name in re.findall(r"[.#\[]([a-zA-Z][\w-]*)", selector):
                stem = re.split(r"-|\d", name)[0]
                is_made_up = stem in MADE_UP and re.search(rf"\b{stem}-?\$\{{", makers)
                if not is_made_up and not re.search(rf"(?<![\w-]){name}(?![\w-])", makers):
                    wrong.append(f"{file}: {name}")
    return wrong


def dead_ids(pages: Texts, scripts: Texts, styles: Texts) -> list[str]:
    """Ids that nothing asks for, and ids that are asked for and nowhere."""
    everywhere = "\n".join([*scripts.values(), *styles.values()])
    whole = "\n".join(pages.values())
    there = set(re.findall(r'\bid="([\w-]+)"', whole))
    made = there | set(re.findall(r'\bid: "([\w-]+)"', everywhere))
    asked = set(
        re.findall(
            r'\bat\("([\w-]+)"\)',
            "\n".join(scripts[one] for one in scripts if "const at =" in scripts[one]),
        )
    )
    referred = {
        one
        for names in re.findall(r'(?:for|aria-[a-z]+)="([^"]*)"', whole)
        for one in names.split()
    }
    idle = {one for one in there - referred if not re.search(rf"\b{one}\b", everywhere)}
    return sorted(idle | (asked - made))


# --------------------------------------------------------------------------------- the pages


@pytest.mark.parametrize("name", sorted(SCRIPTS))
def test_a_script_is_short(name: str) -> None:
    assert len(SCRIPTS[name].splitlines()) <= MOST_LINES


def test_all_imports_are_exported_and_used_and_all_exports_imported() -> None:
    assert dead_imports(SCRIPTS) == dead_exports(SCRIPTS) == []


def test_no_flag_that_is_set_to_nothing_is_asked_for_its_value() -> None:
    assert flags_asked_by_value(SCRIPTS) == []


def test_all_rules_of_styles_are_of_something_that_is_made() -> None:
    assert dead_rules(STYLES, "\n".join([*SCRIPTS.values(), *PAGES.values()])) == []


def test_all_ids_are_asked_for_and_all_that_are_asked_for_are_there() -> None:
    assert dead_ids(PAGES, SCRIPTS, STYLES) == []


# ------------------------------------------------------------------------------ these rules


def test_what_is_dead_is_found() -> None:
    scripts = {
        "a.js": 'import { b, c } from "./b.js";\nconst at = f;\nb(at("gone"), {"data-free": ""});',
        "b.js": "export function b() {}\nexport const d = one.dataset.free;\n",
    }
    assert dead_imports(scripts) == ["a.js: c of b.js"]
    assert dead_exports(scripts) == ["b.js: d"]
    assert flags_asked_by_value(scripts) == ["free"]
    styles = {"a.css": "@media (x) { .kept, .lost #there { } } [data-free] { } .of-north { }"}
    makers = 'class="kept" id="there" data-free of-${side}'
    assert dead_rules(styles, makers) == ["a.css: lost"]
    assert dead_ids({"a.html": '<p id="idle"><p id="there">'}, scripts, styles) == ["gone", "idle"]
