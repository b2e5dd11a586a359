// The console's lower part: how it is, sound and light, journals to download.

import { el } from "./draw.js";
import { stands } from "./troubles.js";

export function health(state, timeOf) {
  return [
    el("h2", "The table"),
    el("ul", ...stands(state, timeOf)),
    el("p.soft", "A reader that hears nothing looks like an empty one: lay a piece on it to try it."),
    el("details", { "data-key": "troubles" }, el("summary", `Troubles (${state.troubles.length})`),
      state.troubles.length ? el("ol", ...[...state.troubles].reverse().map((line) => el("li", line)))
        : el("p.soft", "none since the table started")),
    el("label", el("input", { type: "checkbox", "data-sets": "quiet", checked: state.quiet }),
      "Quiet: no beeps, the lights say the same"),
    el("label.wide", "Brightness", el("input", { type: "range", min: "0", max: "1", step: "0.05",
      "data-sets": "brightness", value: String(state.brightness), "aria-label": "Brightness" })),
    el("div.row", el("a.button", { href: "/static/board.html" }, "Scoreboard"),
      el("button", { type: "button", id: "logout" }, "Log out")),
  ];
}

export function journalList(journals) {
  if (!journals.length) return [el("li.soft", "no game has been saved yet")];
  return journals.slice(0, 50).map((one) => el("li.row", { "data-key": one.name },
    el("a.button", { href: `/journals/${encodeURIComponent(one.name)}`, download: one.name },
      `${one.name} (${Math.ceil(one.size / 1000)} kB)`),
    el("a.button", { href: `/static/replay.html#${encodeURIComponent(one.name)}`,
      "aria-label": `Look at ${one.name}` }, "Look")));
}
