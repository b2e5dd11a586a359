// The words an operator says, as buttons: what each is called, and which need a second thought.

import { el } from "./draw.js";
import { isPiece, pieceName, readerOf, title } from "./words.js";

export const LABELS = {
  "referee-live": "Live",
  "referee-check": "Check",
  "way-a": "A: six cards",
  "way-b": "B: older takes one",
  "way-c": "C: other hand",
  "way-d": "D: rounds",
  "one-set": "One",
  "three-sets": "Three",
  "deal-scanned": "Over the reader",
  "deal-unscanned": "By hand",
};
export const ORDINALS = ["oldest", "2nd oldest", "3rd oldest", "4th oldest", "5th oldest"]; // equal ages: equal ranks
export const HANDS = { none: "hand ?", dominant: "usual hand", other: "other hand" };

const SURE = {
  end: "End this game? Nobody wins. Undo can take it back until the next game.",
  award: (side) => `Give the victory to ${title(side)}? The game ends; Undo takes it back.`,
};

// What was said, as people say it; of words that are not here the ids are named.
const SAID = {
  seat: (side) => `${title(side)} joins`,
  leave: (side) => `${title(side)} leaves`,
  age: (side, rank) => `${title(side)}: ${ORDINALS[rank - 1] ?? "age not known"}`,
  hand: (side, hand) => `${title(side)}: ${HANDS[hand] === HANDS.none ? "hand not known" : HANDS[hand]}`,
  leader: (side) => `${title(side)} last ate a sweet`,
  "referee-live": () => "referee: live",
  "referee-check": () => "referee: check",
  "one-set": () => "one set",
  "three-sets": () => "three sets",
  "deal-scanned": () => "cards are dealt over the reader",
  "deal-unscanned": () => "cards are dealt by hand",
  stop: (side) => (side ? `Stop! by ${title(side)}` : "Stop!"),
  ask: (side) => `where the token of ${title(side)} is`,
  flip: () => "the sand is flipped",
  stashed: (side) => `Stashed! by ${title(side)}`,
  done: (side) => `${title(side)} has laid all`,
  match: (token, card) => `${thing(token)} counts for ${thing(card)}`,
  stray: (token) => `${thing(token)} fits no card`,
  award: (side) => `the victory of ${title(side)}`,
  off: (place) => `${readerOf(place)} is switched off`,
  deal: (card) => `dealt ${thing(card)}`,
  play: (card) => `played ${thing(card)}`,
  stash: () => "the next card is from the stash",
  pairs: (...sides) => `who takes from whom: ${sides.map(title).join(", ")}`,
  suits: (...suits) => `suits: ${suits.map(title).join(", ")}`,
  swap: (out, into) => `${title(out)} goes out, ${title(into)} comes in`,
  start: () => "go on",
  begin: () => "the game begins",
  undo: () => "undone, as History says",
  end: () => "ended",
  clear: () => "all choices are taken back, and the players stay",
  lobby: () => "the table is cleared for the next game",
};

export function saidText(word, ...args) {
  const text = SAID[word]?.(...args);
  return text ?? [word.startsWith("way-") ? `way ${LABELS[word] ?? word}` : title(word), ...args.map(thing)].join(" ");
}

function thing(id) {
  return isPiece(id) ? pieceName(id) : title(id);
}

// A button that says a word. The grave ones ask first.
export function button(label, word, ...args) {
  const sure = SURE[word];
  return asking(label, typeof sure === "function" ? sure(...args) : sure, word, ...args);
}

function asking(label, sure, word, ...args) {
  return el(`button${sure ? ".grave" : ""}`, {
    type: "button",
    "data-key": [word, ...args].join(" "),
    "data-word": word,
    "data-args": JSON.stringify(args),
    "data-sure": sure || null,
  }, label);
}

// One that cannot be said now keeps its place, as those at the foot do.
export function dashed(one, isOff) {
  if (isOff) one.setAttribute("aria-disabled", "true");
  return one;
}

// Goes on without a reader, and in Sweepers without the player whose tray it is (T15).
export function offButton(state, place, label = "") {
  const { game } = state;
  const isPlayer = game.sides?.some((side) => side.side === place);
  const who = isPlayer ? title(place) : readerOf(place);
  const means = isPlayer
    ? `That player is out of this game: what falls into the tray of ${who} counts for nothing, and the others play on. Undo takes it back.`
    : `What it would read is said here, under By hand.${game.game === "sweet-takes" ? " Undo takes it back." : ""}`;
  return asking(label || `Go on without ${who}`, `Go on without ${who}? ${means}`, "off", place);
}

// A button that says a word with what the fields before it show. `kind` is "args", or "card" for
// fields that make up one card.
export function picking(label, word, kind, ...fields) {
  return el("div.row", { "data-picks": "", "data-key": label }, ...fields,
    el("button", { type: "button", "data-key": "say", "data-word": word, "data-pick": kind }, label));
}

// A field to pick from that belongs to nobody but who picks; where there is a choice nothing is
// picked at first, so that no hasty press sends what nobody chose.
export function picker(label, options, text = title) {
  return options.length > 1 ? chooser(label, options, text) : field(label, null, options, text);
}

// One in which nothing is picked at first, not even the only choice: what it says takes away.
export function chooser(label, options, text = title) {
  return field(label, el("option", { value: "", "data-key": "o-" }, title(label)), options, text);
}

function field(label, first, options, text) {
  return el("select", { "data-free": "", "data-key": label, "aria-label": label }, first,
    ...options.map((one) => el("option", { value: one, "data-key": `o-${one}` }, text(one))));
}

export function movesOf(state) {
  return new Map((state.legal ?? []).filter((move) => move.do === "say").map((move) => [move.at, move]));
}

// The five buttons at the foot: always in the same places, so that no finger meets another one.
export function bar(state) {
  const moves = movesOf(state);
  const has = (word) => moves.has(word);
  const inLobby = state.phase === "lobby";
  return [
    first(state, has),
    slot("Stop!", "stop", has("stop") || Boolean(state.pause.counting)),
    slot("Undo", "undo", has("undo")),
    slot("Pause", "pause", has("pause")),
    inLobby ? slot("Clear", "end", has("end"), "") : slot("End", "end", has("end")),
  ];
}

function first(state, has) {
  const main = (label, word) => slot(label, word, has(word), "", "first");
  if (state.phase === "over") return main("Next game", "lobby");
  if (state.phase === "lobby") return main("Start", "start");
  if (has("flip")) return main("Flip", "flip");
  const isNext = state.game.phase === "between" && !state.pause.paused;
  return main(isNext ? "Next" : "On three", "start");
}

// What is to be done next, if the button at the foot does it: after what players may do.
export function nextStep(state, hint) {
  const main = first(state, (word) => movesOf(state).has(word));
  if (main.getAttribute("aria-disabled") === "true" || state.pause.counting) return hint;
  if (state.phase === "over") return `${hint ? `${hint}. ` : ""}Next game, below, clears the table; Undo opens this one again`;
  return `${hint ? `${hint}; or ` : ""}${main.textContent}, below`;
}

// A place keeps its button and the focus on it, whatever it says.
function slot(label, word, isOn, sure = SURE[word], key = word) {
  return el(`button${word === "start" || word === "flip" ? ".main" : ""}${sure ? ".grave" : ""}`, {
    type: "button",
    "data-key": key,
    "data-word": word,
    "data-args": "[]",
    "data-sure": sure || null,
    "aria-disabled": String(!isOn),
  }, label);
}
