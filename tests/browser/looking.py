"""Looks at a page: for what keeps people out of it, as far as axe-core can tell, and for what it
shows in passing."""

from __future__ import annotations

from importlib.resources import files

from playwright.sync_api import Page

AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

_SERIOUS = """async () => {
  const runOnly = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  // What a bar that sticks to the edge half covers just now, people scroll out from under it.
  const sticks = (one) => getComputedStyle(one).position === "sticky";
  const bars = [...document.querySelectorAll("*")].filter(sticks);
  for (const bar of bars) bar.style.position = "static";
  // What fades in is pale only in passing.
  const still = new CSSStyleSheet();
  const stands = "animation: none !important; transition: none !important;";
  still.replaceSync(`*, ::before, ::after { ${stands} }`);
  document.adoptedStyleSheets = [still];
  const { violations } = await axe.run({ runOnly });
  for (const bar of bars) bar.style.position = "";
  document.adoptedStyleSheets = [];
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}"""

_KEEP = """(wanted) => {
  const kept = globalThis.kept = [];
  const look = () => {
    const now = wanted.map((one) => document.querySelector(one)?.textContent ?? "");
    if (kept.length === 0 || now.some((text, at) => text !== kept.at(-1)[at])) kept.push(now);
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true };
  new MutationObserver(look).observe(document.body, all);
  look();
}"""
_KEPT = (
    """(said) => kept.some((texts) => texts.every((text, at) => new RegExp(said[at]).test(text)))"""
)


def serious(page: Page) -> list[str]:
    """What axe-core finds that is serious or worse."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(_SERIOUS)
    return found


def keep(page: Page, *wanted: str) -> None:
    """From now on keep all that these elements say: what soon passes away may be gone before a
    busy computer looks again."""
    page.evaluate(_KEEP, wanted)


def until_kept(page: Page, *said: str) -> None:
    """Wait until they said something that these regular expressions find, all at one time."""
    page.wait_for_function(_KEPT, arg=said)
