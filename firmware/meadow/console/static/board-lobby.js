// The scoreboard while nobody plays: how each game goes, who has joined, and today's best.

import { el, svg } from "./draw.js";
import { SIDES, rakeName, spanText } from "./words.js";
import { column } from "./board-games.js";

// Pictures of 64 x 64, in the colours of the page: c is the line's class.
const PICTURES = {
  join: [["rect", { x: 6, y: 6, width: 52, height: 36, rx: 4, class: "meadow" }],
    ["rect", { x: 16, y: 46, width: 32, height: 12, rx: 3, class: "tray" }],
    ["path", { d: "M32 30V52M22 52H42M24 52V57M32 52V57M40 52V57", class: "rake" }]],
  rake: [["rect", { x: 6, y: 6, width: 52, height: 36, rx: 4, class: "meadow" }],
    ["circle", { cx: 32, cy: 40, r: 7, class: "token" }],
    ["path", { d: "M32 8V26M20 26H44M22 26V32M32 26V32M42 26V32", class: "rake" }],
    ["path", { d: "M32 50V60M26 55 32 61 38 55", class: "way" }]],
  cover: [["rect", { x: 8, y: 12, width: 24, height: 34, rx: 3, class: "card" }],
    ["circle", { cx: 20, cy: 29, r: 8, class: "token" }],
    ["path", { d: "M56 52C56 36 48 29 34 29M40 23 33 29 40 35", class: "way" }]],
  all: [["rect", { x: 4, y: 14, width: 16, height: 24, rx: 2, class: "card" }],
    ["rect", { x: 24, y: 14, width: 16, height: 24, rx: 2, class: "card" }],
    ["rect", { x: 44, y: 14, width: 16, height: 24, rx: 2, class: "card" }],
    ["circle", { cx: 12, cy: 26, r: 6, class: "token" }], ["circle", { cx: 32, cy: 26, r: 6, class: "token" }],
    ["circle", { cx: 52, cy: 26, r: 6, class: "token" }], ["path", { d: "M18 50 28 58 48 44", class: "way" }]],
  sand: [["path", { d: "M18 6H46M18 58H46M22 6C22 24 42 40 42 58M42 6C42 24 22 40 22 58", class: "way" }],
    ["path", { d: "M27 54H37L32 46Z", class: "fill" }]],
  team: [["circle", { cx: 20, cy: 22, r: 9, class: "token" }], ["circle", { cx: 44, cy: 22, r: 9, class: "token" }],
    ["path", { d: "M6 56C6 40 34 40 34 56M30 56C30 40 58 40 58 56", class: "way" }]],
  lead: [["rect", { x: 20, y: 8, width: 26, height: 38, rx: 3, class: "card" }],
    ["path", { d: "M33 16 36 24H44L38 29 40 37 33 32 26 37 28 29 22 24H30Z", class: "fill" }],
    ["path", { d: "M6 58H58", class: "way" }]],
  follow: [["rect", { x: 6, y: 12, width: 22, height: 34, rx: 3, class: "card" }],
    ["rect", { x: 36, y: 12, width: 22, height: 34, rx: 3, class: "card" }],
    ["circle", { cx: 17, cy: 29, r: 6, class: "fill" }], ["circle", { cx: 47, cy: 29, r: 6, class: "fill" }],
    ["path", { d: "M20 56H42M36 50 43 56 36 62", class: "way" }]],
  take: [["rect", { x: 8, y: 8, width: 20, height: 28, rx: 3, class: "card" }],
    ["rect", { x: 22, y: 14, width: 20, height: 28, rx: 3, class: "card" }],
    ["rect", { x: 36, y: 20, width: 20, height: 28, rx: 3, class: "card" }],
    ["path", { d: "M8 52C20 62 44 62 56 52", class: "way" }]],
  count: [["path", { d: "M10 56V40H22V56M26 56V22H38V56M42 56V32H54V56M6 58H58", class: "way" }],
    ["path", { d: "M32 4 34 10H40L35 14 37 20 32 16 27 20 29 14 24 10H30Z", class: "fill" }]],
};

const HOW = {
  "thats-my-stash": {
    title: "That's My Stash!",
    line: "everyone at once: the first to stash all seven wins",
    steps: [
      ["join", "Lay your rake on your own tray"],
      ["rake", "Rake the token of your open card off your side"],
      ["cover", "Lift it onto the card and turn the next"],
      ["all", "All seven covered first? You win"],
    ],
  },
  "quick-paws": {
    title: "Quick Paws",
    line: "all together: every card covered in 90 seconds",
    steps: [
      ["join", "Lay your rake on your own tray"],
      ["sand", "The oldest player's rake flips the sand"],
      ["rake", "Rake your own token off your side, help the others"],
      ["team", "All covered? All turn the next card"],
    ],
  },
  "sweet-takes": {
    title: "Sweet Takes",
    line: "twelve rounds of sweets: collect the cards that count",
    steps: [
      ["lead", "One leads a card: its suit comes first"],
      ["follow", "Follow that suit if you can, else the second suit"],
      ["take", "The highest of each suit takes all cards of it"],
      ["count", "Low cards count more. Most points win"],
    ],
  },
};
const ORDER = Object.keys(HOW);

// Nothing is chosen: one game after the other, or all of them in short where nothing may move.
export function attract(state, slide, isStill) {
  const best = bestOf(state);
  if (isStill) {
    return [el("div.shorts", ...ORDER.map((game) =>
      el("section", el("h2", HOW[game].title), el("p", HOW[game].line), icons(HOW[game])))), best];
  }
  const slides = [...ORDER.map(howTo), ...(best ? [best] : [])];
  return [slides[slide % slides.length]];
}

function icons(how) {
  return el("p.icons", { "aria-hidden": "true" }, ...how.steps.map(([name]) => picture(name)));
}

function howTo(game) {
  const how = HOW[game];
  return el("section.how", { "data-key": game },
    el("h2", how.title), el("p.line", how.line),
    el("ol.steps", ...how.steps.map(([name, text], number) =>
      el("li", picture(name), el("span", el("b", `${number + 1}`), " ", text)))));
}

function picture(name) {
  return svg("svg", { viewBox: "0 0 64 64", class: "picture", "aria-hidden": "true" },
    ...PICTURES[name].map(([tag, attributes]) => svg(tag, attributes)));
}

// A game is chosen: who has joined, who may still, and how it goes.
export function lobby(state, name) {
  const { lobby: chosen } = state;
  const taken = new Map(chosen.seats.map((seat) => [seat.side, seat]));
  const places = SIDES.filter((side) => side !== "five" || chosen.game === "sweet-takes" || taken.has(side));
  const game = ORDER.find((one) => chosen.chosen.includes(one));
  return [
    el("ul.seats", ...places.map((side) =>
      column(side, name, taken.has(side) ? "" : ".free", el("p.small", about(taken.get(side)))))),
    game ? howTo(game) : null,
  ];
}

function about(seat) {
  if (!seat) return "free";
  const parts = [seat.rake ? `the ${rakeName(seat.rake)}` : "joined"];
  if (seat.age_rank) parts.push(seat.age_rank === 1 ? "oldest" : `age rank ${seat.age_rank}`);
  if (seat.hand === "other") parts.push("other hand");
  return parts.join(", ");
}

// Today's best: `best` is a list of {what, ms}, the best first of each kind.
function bestOf(state) {
  const best = state.best ?? [];
  if (!best.length) return null;
  return el("section.best", { "data-key": "best" }, el("h2", "Today's best"),
    el("ol", ...best.map((one) => el("li", el("b", spanText(one.ms)), " ", el("span", one.what)))));
}
