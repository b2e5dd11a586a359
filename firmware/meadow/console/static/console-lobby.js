// The console in the lobby: which game, which way, who sits where. Only draws.

import { el } from "./draw.js";
import { SIDES, nameOf, rakeName, sideMark, suitsOfAll, title } from "./words.js";
import { HANDS, LABELS, ORDINALS, button, movesOf, picker, picking } from "./console-words.js";

const GROUPS = [
  ["Game", ["thats-my-stash", "quick-paws", "sweet-takes"]],
  ["Referee", ["referee-live", "referee-check"]],
  ["Ways", ["way-a", "way-b", "way-c", "way-d"]],
  ["Sets", ["one-set", "three-sets"]],
  ["Dealing", ["deal-scanned", "deal-unscanned"]],
];
const ELSEWHERE = ["seat", "leave", "age", "hand", "start", "end", "suits", "leader", "pairs"];

export function choosing(state) {
  const chosen = new Set([...state.lobby.chosen, ...state.lobby.default]);
  const unfit = new Set(state.lobby.unfit);
  const legal = [...movesOf(state).keys()];
  const words = legal.filter((word) => !unfit.has(word));
  const known = GROUPS.flatMap(([, group]) => group);
  const groups = GROUPS.map(([name, group]) => [name, group.filter((word) => words.includes(word))]);
  groups.push(["Other", words.filter((word) => !known.includes(word) && !ELSEWHERE.includes(word))]);
  return [
    el("h2", "Game"),
    ...groups.filter(([, group]) => group.length).map(([name, group]) =>
      el("div.row", { role: "group", "aria-label": name, "data-key": name },
        name === "Game" ? null : el("span.label", name),
        ...group.map((word) => pressed(button(LABELS[word] ?? title(word), word), chosen.has(word))))),
    words.includes("way-a") ? el("p.soft", { "data-key": "note" },
      "A way stays chosen: Clear, below, takes all choices back, and the players stay.") : null,
    legal.includes("suits") ? suits(state) : null,
    chosen.has("way-b") ? pairs(state) : null,
  ];
}

function pressed(one, isOn) {
  one.setAttribute("aria-pressed", String(isOn));
  return one;
}

// Which suits are used, three for two players up to six for five (R85).
function suits(state) {
  const need = Math.min(6, Math.max(3, state.lobby.seats.length + 1));
  return el("details", { "data-key": "suits" }, el("summary", "Which suits"),
    el("p.soft", `As the settings say, or ${need} of them for ${state.lobby.seats.length || "so many"} players:`),
    picking("Use these", "suits", "args", ...Array.from({ length: need }, (_, number) =>
      picker(`suit ${number + 1}`, suitsOfAll()))));
}

// Way B: who takes from whom, if not the oldest from the youngest and so on (W9).
function pairs(state) {
  const sides = state.lobby.seats.map((seat) => seat.side);
  if (sides.length < 2) return null;
  const one = (label) => picker(label, sides, (side) => nameOf(state, side));
  return el("details", { "data-key": "pairs" }, el("summary", "Who takes from whom"),
    el("p.soft", "By age rank: the oldest from the youngest, and so on inward. Or one pair:"),
    picking("Takes a card", "pairs", "args", one("older"), one("younger")),
    sides.length > 3 ? [el("p.soft", "or two pairs:"),
      picking("Take a card each", "pairs", "args", one("older"), one("younger"), one("older too"), one("younger too"))] : null);
}

// ---------------------------------------------------------------------------------- seats

export function seating(state) {
  if (!state.lobby.game) return [];
  const taken = new Map(state.lobby.seats.map((seat) => [seat.side, seat]));
  const moves = movesOf(state);
  const free = moves.get("seat")?.pieces ?? [];
  const places = SIDES.filter((side) => taken.has(side) || free.includes(side));
  return [
    el("h2", "Players"),
    el("p.soft", "A rake on a tray joins too. ", publicNames(state)),
    el("div.grid", ...places.map((side) =>
      el(`div.seat.of-${side}`, { "data-key": side, "data-side": side },
        el("h3", sideMark(side), nameOf(state, side)),
        ...(taken.has(side)
          ? joined(state, taken.get(side), places.length, moves.has("leader"))
          : [el("div.row", button("Join here", "seat", side))])))),
  ];
}

export function publicNames(state) {
  return el("label", el("input", { type: "checkbox", "data-names": "public", checked: state.names_public }),
    "All may see the names, for this game");
}

export function nameField(state, side) {
  return el("label.wide", "Name", el("input", {
    "data-names": side,
    maxlength: "40",
    autocomplete: "off",
    "aria-label": `Name of ${title(side)}`,
    value: state.names?.[side] ?? "",
  }));
}

function joined(state, seat, most, hasLeader) {
  const { side } = seat;
  const ranks = [["0", "age ?"], ...ORDINALS.slice(0, most).map((text, index) => [String(index + 1), text])];
  const hands = Object.entries(HANDS);
  return [
    el("p.soft", seat.rake ? `joined with the ${rakeName(seat.rake)}` : "joined"),
    el("div.row.stays", nameField(state, side), button("Leave", "leave", side)),
    el("div.row",
      pick("age", side, ranks, String(seat.age_rank ?? 0)),
      pick("hand", side, hands, seat.hand || "none")),
    el("div.row", { "data-key": "acts" }, hasLeader
      ? pressed(button("Last ate a sweet", "leader", side), state.lobby.choices.includes(`${side} leads`)) : null),
  ];
}

function pick(word, side, options, value) {
  return el("select", { "data-key": word, "data-says": word, "data-about": side, "aria-label": `${title(word)} of ${title(side)}` },
    ...options.map(([id, text]) => el("option", { value: id, selected: id === value }, text)));
}
