// The console's lower part: how it is, sound and light, the links of saved games.

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
    ...brightness(state.brightness, state.dimmest),
    el("div.row", el("a.button", { href: "/static/board.html" }, "Scoreboard"),
      el("a.button", { href: "/static/replay.html" }, "Replay"), el("a.button", { href: "/" }, "All pages"),
      el("button", { type: "button", id: "logout" }, "Log out")),
  ];
}

// Each game's own links, which say for whom cannot see the row which game they belong to. To look at
// one leaves the console where it is.
export function journalLinks(one, which) {
  const name = encodeURIComponent(one.name);
  return [
    one.trouble ? null : el("a.button", { href: `/static/replay.html#${name}`, target: "_blank", rel: "noopener",
      "aria-label": `Look at ${which}, in a new tab` }, "Look"),
    el("a.button", { href: `/journals/${name}`, download: one.name, "aria-label": `Download ${which}` }, "Download"),
  ];
}

// Below this a cue may be overlooked in a bright room.
const FAINT = 0.15;

function brightness(value, dimmest) {
  return [
    el("label.wide", "Brightness", el("input", { type: "range", min: String(dimmest), max: "1", step: "0.05",
      "data-sets": "brightness", value: String(value), "aria-label": "Brightness",
      "aria-valuetext": percent(value) }), el("output", { id: "bright" }, percent(value))),
    value < FAINT ? el("p.bad", { "data-key": "faint" },
      "So dark that the lights may be overlooked in a bright room.") : null,
  ];
}

export function percent(value) {
  return `${Math.round(value * 100)} %`;
}
