// The words an operator says, as buttons: what each is called, and which need a second thought.

import { el } from "./draw.js";
import { readerOf, title } from "./words.js";

const SURE = {
  end: "End this game? Nobody wins. Undo can take it back until the next game.",
  award: (side) => `Give the victory to ${title(side)}? The game ends.`,
  off: (place) => `Go on without ${readerOf(place)}? It does not come back in this game.`,
};

// A button that says a word. The grave ones ask first.
export function button(label, word, ...args) {
  const sure = SURE[word];
  return el(`button${sure ? ".grave" : ""}`, {
    type: "button",
    "data-word": word,
    "data-args": JSON.stringify(args),
    "data-sure": typeof sure === "function" ? sure(...args) : sure,
  }, label);
}

// A button that says a word with what the fields before it show. `kind` is "args", or "card" for
// fields that make up one card.
export function picking(label, word, kind, ...fields) {
  return el("div.row", { "data-picks": "" }, ...fields,
    el("button", { type: "button", "data-word": word, "data-pick": kind }, label));
}

// A field to pick from that belongs to nobody but who picks.
export function picker(label, options, text = title) {
  return el("select", { "data-free": "", "aria-label": label },
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
  if (state.phase === "over") return slot("Lobby", "lobby", has("lobby"));
  if (state.phase === "lobby") return slot("Start", "start", has("start"));
  if (has("flip")) return slot("Flip", "flip", true);
  const isNext = state.game.phase === "between" && !state.pause.paused;
  return slot(isNext ? "Next" : "On three", "start", has("start"));
}

function slot(label, word, isOn, sure = SURE[word]) {
  return el(`button${word === "start" || word === "flip" ? ".main" : ""}${sure ? ".grave" : ""}`, {
    type: "button",
    "data-key": label,
    "data-word": word,
    "data-args": "[]",
    "data-sure": sure,
    "aria-disabled": String(!isOn),
  }, label);
}
