// The scoreboard while nobody plays: how each game goes, who has joined, and today's best.

import { el } from "./draw.js";
import { SIDES, spanText } from "./words.js";
import { ORDER, holding, howOf, howTo, inShort } from "./board-how.js";
import { column } from "./board-games.js";

// Nothing is chosen: one game after the other, or all of them in short where nothing may move.
export function attract(state, slide, isStill) {
  const best = bestOf(state);
  const games = ORDER.map((game) => howOf([game]));
  if (isStill) return [el("div.shorts", ...games.map(inShort)), best];
  const slides = [...games.map(howTo), ...(best ? [best] : [])];
  return [slides[slide % slides.length]];
}

// A game is chosen: who has joined, who may still, and how it goes.
export function lobby(state) {
  const { lobby: chosen } = state;
  const taken = new Set(chosen.seats.map((seat) => seat.side));
  const places = SIDES.filter((side) => side !== "five" || chosen.game === "sweet-takes" || taken.has(side));
  const how = howOf(holding(chosen), taken.size);
  // No word of a rake's colour: it would be taken for that of the side.
  return [
    el("ul.seats", ...places.map((side) =>
      column(state, side, taken.has(side) ? "" : ".free", el("p.small", taken.has(side) ? "joined" : "free")))),
    how ? howTo(how) : null,
  ];
}

// Today's best: `best` is a list of {what, ms}, the best first of each kind.
function bestOf(state) {
  const best = state.best ?? [];
  if (!best.length) return null;
  return el("section.best", { "data-key": "best" }, el("h2", "Today's best"),
    el("ol", ...best.map((one) => el("li", el("b", spanText(one.ms)), " ", el("span", one.what)))));
}
