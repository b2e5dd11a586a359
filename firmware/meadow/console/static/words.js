// What the table's ids are called, and the shape and colour that each side and suit has: told by
// shape and word as well as by colour.

import { svg } from "./draw.js";

export const SIDES = ["north", "east", "south", "west", "five"];

const SIDE_SHAPES = {
  north: "M0-9 9 7-9 7Z", // a triangle, a square, a circle, a rhomb, a star
  east: "M-7-7H7V7H-7Z",
  south: "M-8 0A8 8 0 1 0 8 0 8 8 0 1 0-8 0Z",
  west: "M0-10 8 0 0 10-8 0Z",
  five: "M0-10 2.4-3.2 9.5-3.1 3.8 1.2 5.9 8.1 0 4-5.9 8.1-3.8 1.2-9.5-3.1-2.4-3.2Z",
};

const SUIT_SHAPES = [
  "M0-9A9 9 0 1 0 0 9 9 9 0 1 0 0-9ZM0-4A4 4 0 1 1 0 4 4 4 0 1 1 0-4Z", // a ring
  "M-8-8H8V8H-8Z",
  "M0-9 9 7-9 7Z",
  "M-9-3H-3V-9H3V-3H9V3H3V9H-3V3H-9Z", // a cross
  "M0-10 2.4-3.2 9.5-3.1 3.8 1.2 5.9 8.1 0 4-5.9 8.1-3.8 1.2-9.5-3.1-2.4-3.2Z",
  "M0-9C9-9 9 0 0 0S-9 9 0 9 9 0 0 0",
];

export function title(id) {
  const text = String(id).replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

export function sideMark(side) {
  return mark(SIDE_SHAPES[side] ?? SIDE_SHAPES.south, `side ${side}`);
}

export function suitMark(suit, suits) {
  const number = Math.max(0, suits.indexOf(suit)) % SUIT_SHAPES.length;
  return mark(SUIT_SHAPES[number], `suit suit-${number}`);
}

function mark(path, name) {
  return svg("svg", { viewBox: "-11 -11 22 22", class: `mark ${name}`, "aria-hidden": "true" },
    svg("path", { d: path, "fill-rule": "evenodd" }));
}

// "treat.heather.acorn" is an acorn on heather; "suit.blue-worms.7" is blue worms 7.
export function pieceName(id) {
  const [kind, one, two] = String(id).split(".");
  if (kind === "treat" || kind === "token") return `${title(two)} on ${one}`;
  if (two !== undefined) return `${title(one)} ${two}`;
  return title(one ?? kind);
}

export function suitOf(card) {
  return String(card).split(".")[1];
}

export function valueOf(card) {
  return String(card).split(".")[2];
}

export function nameOf(state, side) {
  return state.names?.[side] || title(side);
}
