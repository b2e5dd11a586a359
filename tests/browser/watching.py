"""Watches a page's controls over all that is drawn: what a hand may be on stays what it is."""

from __future__ import annotations

from playwright.sync_api import Page

_WATCH = """() => {
  const controls = "button, select, input, summary, a[href]";
  const within = (one, what, tell) => (one.closest(what) ? tell(one.closest(what)) : "");
  // What a control is for whoever uses it; those at the foot are told by their places.
  const place = (one) => within(one, "#bar", (bar) => `foot ${[...bar.children].indexOf(one)}`);
  const meaning = (one) => place(one) || [
    // Who sees the names is asked anew in a game.
    one.dataset.names && document.getElementById("choose").childNodes.length > 0,
    within(one, "section", (found) => found.id),
    within(one, "[data-side]", (found) => found.dataset.side),
    within(one, "details", (found) => found.dataset.key),
    within(one, "[data-picks]", (found) => found.querySelector("button").textContent),
    one.localName, one.ariaLabel, one.getAttribute("href"),
    one.dataset.word, one.dataset.args, one.dataset.names, one.dataset.sets,
    one.localName === "summary" ? one.textContent.replace(/[0-9]+/, "") : "",
  ].join(" ");
  const all = () => new Map([...document.querySelectorAll(controls)].map((one) =>
    [one, meaning(one)]));
  let before = all();
  window.changed = [];
  window.met = new Set(before.values());
  new MutationObserver(() => {
    const now = all();
    const still = new Set(now.values());
    for (const [one, what] of before) {
      const isOther = now.has(one) ? now.get(one) !== what : still.has(what);
      if (isOther) changed.push(`${what} => ${now.get(one)}`);
    }
    for (const what of still) met.add(what);
    before = now;
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


class Watched:
    """A console from now on."""

    def __init__(self, page: Page) -> None:
        self._page = page
        page.evaluate(_WATCH)

    def changed(self) -> list[str]:
        """Controls that became others, and those another element took the place of."""
        found: list[str] = self._page.evaluate("changed")
        return found

    def met(self) -> int:
        """How many controls there have been."""
        count: int = self._page.evaluate("met.size")
        return count
