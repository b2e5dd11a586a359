// The console's lower part: readers, journal, sound and light, journals to download.

import { el } from "./draw.js";
import { title } from "./words.js";

export function health(state) {
  return [
    el("h2", "The table"),
    el("ul", ...Object.entries(state.readers).map(([place, why]) =>
      el(`li.${why ? "bad" : "good"}`, `${title(place)} reader: ${why || "answers"}`)),
    el(`li.${state.saved ? "good" : "bad"}`,
      state.saved ? "The game is saved" : `Not saved: ${state.journal.trouble}`)),
    state.troubles.length ? el("details", el("summary", "What went wrong lately"),
      el("ul", ...state.troubles.toReversed().map((line) => el("li", line)))) : null,
    el("label", el("input", { type: "checkbox", "data-set": "quiet", checked: state.quiet }),
      "Quiet: no beeps, the lights say the same"),
    el("label", "Brightness ", el("input", { type: "range", min: "0", max: "1", step: "0.05",
      "data-set": "brightness", value: String(state.brightness), "aria-label": "Brightness" })),
  ];
}

export async function journals(table) {
  if (table.viewer !== "operator") return [];
  const answer = await fetch("/journals").catch(() => null);
  if (!answer?.ok) return [];
  const { journals: list } = await answer.json();
  return [
    el("h2", "Journals"),
    el("ul", ...list.toReversed().slice(0, 50).map((one) => el("li.row",
      el("a.button", { href: `/journals/${encodeURIComponent(one.name)}`, download: one.name },
        `${one.name} (${Math.ceil(one.size / 1000)} kB)`)))),
  ];
}
