// The console in the lobby: which game, which way, who sits where. Only draws.

import { el } from "./draw.js";
import { SIDES, nameOf, sideMark, title } from "./words.js";

const GROUPS = [
  ["Game", ["thats-my-stash", "quick-paws", "sweet-takes"]],
  ["Referee", ["referee-live", "referee-check"]],
  ["Way", ["way-a", "way-b", "way-c", "way-d"]],
  ["Sets", ["one-set", "three-sets"]],
  ["Deal", ["deal-scanned", "deal-unscanned"]],
];

export function choosing(state, button) {
  const words = state.legal.filter((move) => move.do === "say").map((move) => move.at);
  const known = GROUPS.flatMap(([, group]) => group);
  const rows = GROUPS.map(([name, group]) => [name, group.filter((word) => words.includes(word))]);
  const seatWords = ["seat", "leave", "age", "hand", "start", "end", "suits", "leader", "pairs"];
  const others = words.filter((word) => !known.includes(word) && !seatWords.includes(word));
  rows.push(["Other", others]);
  return [
    el("h2", "Choose"),
    ...rows.filter(([, group]) => group.length).map(([name, group]) =>
      el("div.row", { role: "group", "aria-label": name },
        el("span.soft", name), ...group.map((word) => button(title(word), word)))),
    ...seating(state, button),
  ];
}

function seating(state, button) {
  if (!state.lobby.game) return [];
  const taken = new Map(state.lobby.seats.map((seat) => [seat.side, seat]));
  const free = state.legal.find((move) => move.do === "say" && move.at === "seat")?.pieces ?? [];
  const places = SIDES.filter((side) => taken.has(side) || free.includes(side));
  return [
    el("h2", "Players"),
    el("div.grid", ...places.map((side) => seat(state, side, taken.get(side), places.length, button))),
  ];
}

function seat(state, side, there, most, button) {
  const head = el("h3", sideMark(side), nameOf(state, side));
  if (!there) return el(`div.seat.of-${side}`, head, button("Join here", "seat", side));
  const ranks = [["0", "age: not told"], ...Array.from({ length: most }, (_, index) =>
    [String(index + 1), index ? `${index + 1}. oldest` : "oldest"])];
  const hands = [["", "hand: not told"], ["right", "right hand"], ["left", "left hand"]];
  return el(`div.seat.of-${side}`, head,
    el("p", there.rake ? `joined with ${title(there.rake.split(".")[1])} rake` : "joined"),
    el("div.row",
      pick("age", side, ranks, String(there.age_rank ?? 0)),
      pick("hand", side, hands.filter(([value]) => value || !there.hand), there.hand ?? "")),
    el("label", "Name ", el("input", { "data-name": side, maxlength: "40", autocomplete: "off",
      "aria-label": `display name for ${side}`, value: state.operator_names?.[side] ?? "" })),
    button("Leave", "leave", side));
}

function pick(word, side, options, value) {
  return el("select", { "data-says": word, "data-about": side, "aria-label": `${word} of ${side}` },
    ...options.map(([id, text]) => el("option", { value: id, selected: id === value }, text)));
}
