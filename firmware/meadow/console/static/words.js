// What the table's ids are called, and the shape and colour that each side and suit has: told by
// shape and word as well as by colour.

import { svg } from "./draw.js";

export const SIDES = ["north", "east", "south", "west", "five"];

const SUITS = [
  "purple-rings", "pink-buttons", "yellow-bears", "white-swirls", "green-bursts", "blue-worms",
];

const NAMES = {
  "thats-my-stash": "That's My Stash!",
  "quick-paws": "Quick Paws",
  "sweet-takes": "Sweet Takes",
  five: "Fifth seat",
  deck: "Deck",
};

const SIDE_SHAPES = {
  north: "M0-9 9 8-9 8Z", // a triangle, a square, a circle, a rhomb, a star
  east: "M-8-8H8V8H-8Z",
  south: "M-9 0A9 9 0 1 0 9 0 9 9 0 1 0-9 0Z",
  west: "M0-10.5 9 0 0 10.5-9 0Z",
  five: "M0-10.5 2.7-3.6 10.2-3.3 4.4 1.4 6.3 8.7 0 4.6-6.3 8.7-4.4 1.4-10.2-3.3-2.7-3.6Z",
};

const SUIT_SHAPES = {
  "purple-rings": "M0-10A10 10 0 1 0 0 10 10 10 0 1 0 0-10ZM0-5A5 5 0 1 1 0 5 5 5 0 1 1 0-5Z",
  "pink-buttons": "M0-10A10 10 0 1 0 0 10 10 10 0 1 0 0-10ZM-5-3A2 2 0 1 1-1-3 2 2 0 1 1-5-3Z" +
    "M1-3A2 2 0 1 1 5-3 2 2 0 1 1 1-3ZM-5 4A2 2 0 1 1-1 4 2 2 0 1 1-5 4ZM1 4A2 2 0 1 1 5 4 2 2 0 1 1 1 4Z",
  "yellow-bears": "M-8-10A4 4 0 0 1-4-7.4 9 9 0 0 1 4-7.4 4 4 0 1 1 8.2-2.6 9 9 0 1 1-8.2-2.6 " +
    "4 4 0 0 1-8-10ZM-4.6-1A1.6 1.6 0 1 0-1.4-1 1.6 1.6 0 1 0-4.6-1ZM1.4-1A1.6 1.6 0 1 0 4.6-1 1.6 1.6 0 1 0 1.4-1Z",
  "white-swirls": "M0-10A10 10 0 1 0 10 0H6A6 6 0 1 1 0-6 3.6 3.6 0 0 1 0 1.2 1.6 1.6 0 0 1-1.2-1.4" +
    "L-4-3.6A5 5 0 0 0 0 4.8 7.2 7.2 0 0 0 0-9.6Z",
  "green-bursts": "M0-11 2.4-5 7.8-7.8 5-2.4 11 0 5 2.4 7.8 7.8 2.4 5 0 11-2.4 5-7.8 7.8-5 2.4-11 0-5-2.4-7.8-7.8-2.4-5Z",
  "blue-worms": "M-11 4C-9-4-5-8-2-4S2 4 4 1 7-8 11-6L9.5-2.4C7-3 7.5 2 5.5 5S0 8-2.5 3-5 0-7.4 6Z",
};
const OTHER_SUIT = "M-9-3H-3V-9H3V-3H9V3H3V9H-3V3H-9Z";

export function title(id) {
  const text = NAMES[id] ?? String(id).replaceAll("-", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

// "one", "one and two", "one, two and three".
export function listed(parts) {
  if (parts.length < 2) return parts[0] ?? "";
  return `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}`;
}

export function counted(number, one, many = `${one}s`) {
  return `${number} ${number === 1 ? one : many}`;
}

// What people call the reader of a place.
export function readerOf(place) {
  return place === "deck" ? "the deck reader" : `the reader of ${title(place)}`;
}

export function sideMark(side) {
  return mark(SIDE_SHAPES[side] ?? SIDE_SHAPES.south, `of-${side}`);
}

export function suitMark(suit) {
  return mark(SUIT_SHAPES[suit] ?? OTHER_SUIT, `suit-${suit}`);
}

function mark(path, name) {
  return svg("svg", { viewBox: "-12 -12 24 24", class: `mark ${name}`, "aria-hidden": "true" },
    svg("path", { d: path, "fill-rule": "evenodd" }));
}

// ------------------------------------------------------------------------------- pieces

// What the table's pieces are, by their ids: {kind, background, item} of tokens and Treat cards,
// {kind, suit, value, points} of cards, {kind, colour} of rakes, {kind, word}. An id says nothing
// by itself, for owners have ids of their own.
let pieces = {};

// From now on these are the pieces; a table's page is drawn with them.
export function learn(told, table = null) {
  pieces = told ?? {};
  if (table?.state) table.draw();
}

export function pieceOf(id) {
  return pieces[id] ?? {};
}

export function isPiece(id) {
  return Object.hasOwn(pieces, id);
}

// The ids of all pieces of a kind.
export function piecesOf(kind) {
  return Object.keys(pieces).filter((id) => pieces[id].kind === kind);
}

export function pieceName(id) {
  const { kind, background, item, colour, suit, value, word } = pieceOf(id);
  switch (kind) {
    case "token":
    case "treat": return `${title(item)} on ${background}`;
    case "rake": return `${title(colour)} rake`;
    case "suit-card": return `${title(suit)} ${value}`;
    case "tracker": return "Turn tracker";
    case "command": return title(word);
    default: return title(String(id).replaceAll(".", " "));
  }
}

export function rakeName(id) {
  const name = pieceName(id);
  return name.charAt(0).toLowerCase() + name.slice(1);
}

// Whether the same design is on both, as on a token and on the card it covers.
export function isAlike(one, other) {
  const [a, b] = [pieceOf(one), pieceOf(other)];
  return a.item !== undefined && a.item === b.item && a.background === b.background;
}

export function suitOf(card) {
  return pieceOf(card).suit ?? "";
}

export function valueOf(card) {
  return String(pieceOf(card).value ?? "");
}

// All suits there are.
export function suitsOfAll() {
  const found = new Set(piecesOf("suit-card").map(suitOf));
  return found.size ? [...found].sort() : SUITS;
}

// Who sits there: "Ada (North)" where the table tells this page a name, for lights and history
// speak of sides.
export function nameOf(state, side) {
  const own = ownName(state, side);
  return own ? `${own} (${title(side)})` : title(side);
}

export function ownName(state, side) {
  return state.names?.[side] ?? "";
}

// "1:05", and below ten seconds "9.3"; what is left never reads less than it is.
export function clockText(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.ceil(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

// "1:05.3": how long something took.
export function spanText(ms) {
  const tenths = Math.floor(Math.max(0, ms) / 100);
  const seconds = Math.floor(tenths / 10);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}.${tenths % 10}`;
}
