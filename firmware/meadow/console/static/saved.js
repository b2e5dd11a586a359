// The games that the table has saved, as rows of a list: when, what was played, who sat where, how it
// ended. The newest come first, older ones when they are asked for.

import { el, show } from "./draw.js";
import { listed, title } from "./words.js";

const NO_ANSWER = "the table does not answer: try again";

// "30 Nov 2026, 13:12", by the clock of whoever looks; `utc` is ISO 8601.
export function momentText(utc) {
  const moment = new Date(utc);
  return Number.isNaN(moment.getTime()) ? "" : moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

export class Saved {
  // `path` gives the games, `list` is where they are shown; `links` makes those of one game, of which
  // the texts that say which it is are given.
  constructor(path, list, links) {
    this.path = path;
    this.list = list;
    this.links = links;
    this.games = [];
    this.hasOlder = false;
  }

  // Show the newest; resolves to "" or to the line that says why not.
  load() {
    return this.take("", (fresh, hasOlder) => {
      const names = new Set(fresh.map((one) => one.name));
      const kept = this.games.filter((one) => !names.has(one.name) && fresh.length && one.name < fresh.at(-1).name);
      if (!kept.length) this.hasOlder = hasOlder;
      this.games = [...fresh, ...kept];
    });
  }

  more() {
    return this.take(`?before=${encodeURIComponent(this.games.at(-1)?.name ?? "")}`, (older, hasOlder) => {
      const last = this.games.at(-1)?.name ?? "~"; // pressed twice they come twice
      this.games.push(...older.filter((one) => one.name < last));
      this.hasOlder = hasOlder;
    });
  }

  async take(query, keep) {
    const answer = await fetch(`${this.path}${query}`).catch(() => null);
    const told = await answer?.json().catch(() => null);
    if (!told?.ok) return told?.message || NO_ANSWER;
    keep(told.journals, told.older);
    show(this.list, ...this.rows());
    return "";
  }

  rows() {
    if (!this.games.length) return [el("li.soft", "this table has saved no game yet")];
    return [
      ...this.games.map((one) => row(one, this.links)),
      this.hasOlder ? el("li", { "data-key": "older" }, el("button", { type: "button", "data-older": "" }, "Older games")) : null,
    ];
  }
}

function row(one, links) {
  const size = `${Math.ceil(one.size / 1000)} kB`;
  const when = momentText(one.began);
  const which = when ? `the game of ${when}, ${one.name}` : one.name;
  const told = one.trouble ? [el("p.bad", one.trouble)] : [
    el("p", el("b", when || "No date"), `, ${one.what}${one.simulated ? " (simulated)" : ""}`),
    el("p", [listed(one.seats.map(title)), one.ended || "not ended: still played, or broken off"].filter(Boolean).join(": ")),
  ];
  return el("li.saved", { "data-key": one.name }, ...told, el("p.soft", el("small", `${one.name}, ${size}`)),
    el("div.row", ...links(one, which)));
}
