"""Looks at a page for what keeps people out of it, as far as axe-core can tell."""

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
  const { violations } = await axe.run({ runOnly });
  for (const bar of bars) bar.style.position = "";
  return violations.filter(({ impact }) => ["serious", "critical"].includes(impact))
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html}`));
}"""


def serious(page: Page) -> list[str]:
    """What axe-core finds that is serious or worse."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(_SERIOUS)
    return found
