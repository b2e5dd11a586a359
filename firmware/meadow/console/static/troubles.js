// What is wrong with the table at this moment, in its own words (`wrong` of the state), and how its
// readers, its cable and its saving are. Only draws.

import { el } from "./draw.js";
import { counted, readerOf, title } from "./words.js";

// For operators: what it is, what it means, what to do.
export function wrongs(state) {
  if (!state.wrong.length) return [];
  return [el("h2.bad", "Out of order"), el("ul", ...state.wrong.map((one) =>
    el("li", { "data-key": `${one.about} ${one.what}` },
      el("b", one.what), el("span", ` ${sentence(one.means)}`),
      one.do ? el("span", ` ${sentence(one.do)}`) : null,
      one.detail ? el("small.soft", ` (${one.detail})`) : null)))];
}

// A line that leads to them; what the game waits for stands beside it anyway.
export function wrongLink(state) {
  const subjects = new Set(besides(state).map(subject));
  return subjects.size ? el("a.bad", { href: "#wrong" }, `Out of order: ${[...subjects].join(", ")}`) : null;
}

// For a crowd, in one line; what the game waits for is told already.
export function wrongLine(state) {
  const told = besides(state);
  return told.length === 1 ? `${told[0].what}: ${told[0].means}.` : told.map((one) => `${one.what}.`).join(" ");
}

function besides({ wrong, pause }) {
  return wrong.filter((one) => !(pause.broken ?? []).includes(one.about));
}

function subject({ about, what }) {
  const names = { lights: "the lights", buzzer: "the buzzer", saving: "saving" };
  return names[about] ?? (what.includes(": ") ? `${readerOf(about)}, in part` : readerOf(about));
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

// How readers, saving and cable are; `timeOf` tells a moment of the table's clock as a time of day.
export function stands(state, timeOf) {
  return [
    ...Object.entries(state.readers).map(([place, why]) =>
      isOff(state, place) ? row(place, `${title(place)} reader`, "is switched off in this game", true)
        : row(place, `${title(place)} reader`, why ? "does not answer" : "answers", Boolean(why),
          why ? "" : heard(state.reading[place], timeOf))),
    row("saved", "Games", state.saved ? "are saved" : "are not saved", !state.saved),
    row("lights", "Lights", fails(state, "lights") ? "do not work" : "work, as far as the table knows", fails(state, "lights")),
    state.cable ? row("cable", "Cable", cable(state.cable), state.cable.silent) : null,
  ];
}

// Of Sweepers it is the side, of Sweet Takes the reader alone that is done without (T15).
function isOff({ phase, game }, place) {
  if (phase === "lobby") return false;
  return Boolean(game.off?.includes(place) || game.sides?.some((side) => side.side === place && side.off));
}

function row(key, name, how, isBad, more = "") {
  return el(`li${isBad ? ".bad" : ""}`, { "data-key": key },
    `${name}: `, el(`b${isBad ? "" : ".good"}`, how), more ? `; ${more}` : null);
}

function fails(state, about) {
  return state.wrong.some((one) => one.about === about);
}

// A reader that hears nothing looks like an empty one: all that is known is when it read last.
function heard({ lies, last_ms: last, mended }, timeOf) {
  const reads = lies ? `${counted(lies, "piece")} on it`
    : last < 0 ? "has read nothing yet" : `nothing on it since ${timeOf(last)}`;
  return mended ? `${reads}; was reset just now: ${mended}` : reads;
}

function cable({ program, silent }) {
  if (!program) return "no laptop is connected";
  if (!silent) return `${program} is connected`;
  return `${program} has been silent for a while: it only listens, or its cable is pulled`;
}
